"""Contradictions of the book: two statements that cannot both be followed, and the clauses that carry them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.model.clauses import Clause
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.vocabulary import Contradiction


def contradictions_between(book: Rulebook, a: Clause, b: Clause) -> Iterator[Contradiction]:
    """The declared contradictions of which the one clause cites one side, and the other the other."""
    for one in book.contradictions.values():
        first, second = one.side_of(a), one.side_of(b)
        if first and second and first != second:
            yield one
