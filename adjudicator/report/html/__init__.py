"""Explanations as one self-contained page: nothing is loaded from anywhere, and nothing in it is a program."""
