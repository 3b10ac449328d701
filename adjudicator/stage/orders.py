"""In which order the search tries the clauses that can give an instance its value."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adjudicator.model.clauses import Clause

Speakers = Sequence[tuple[Clause, int]]


def plainest_first(speakers: Speakers) -> Speakers:
    """Those that speak of the fewest things on the fewest conditions first."""
    return sorted(speakers, key=lambda s: len(s[0].parameters) + len(s[0].whens) + len(s[0].unlesses))


ORDERS: tuple[Callable[[Speakers], Speakers], ...] = (lambda speakers: speakers, plainest_first, lambda speakers: speakers[::-1])
"""In which order the clauses are tried that can give an instance its value: as the book has them, the plainest first, backwards.

A search that goes deep before it goes wide tries much of what follows from its first choices, and nothing of the others.
"""
