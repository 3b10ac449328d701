"""Checks over whole rulebooks."""
