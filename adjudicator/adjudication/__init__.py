"""Settling: questions, worlds, outcomes and their causes; explanations and what would change them."""
