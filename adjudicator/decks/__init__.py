"""Decks: lists of cards as people keep them, checked by the clauses of a rulebook; what is broken, by which cards, and what mends it."""
