"""Precedence: claims, specificity, the ladder and the graph of what beats what."""
