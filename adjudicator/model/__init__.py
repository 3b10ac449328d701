"""What a rulebook, a clause, a situation and an outcome *are*.

Frozen dataclasses only: no solver, no input or output, no game.  Every other
layer speaks in these words (docs/meaning.md explains them one by one).
"""
