"""Settling: questions, worlds, outcomes and their causes; what would change them, and what cannot be."""
