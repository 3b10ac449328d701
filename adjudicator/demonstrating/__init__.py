"""Demonstrate: which rules of a book would be missed, if they were otherwise, by a scenario told as play (docs/demonstrate.md)."""
