"""Precedence Numbers: which are on record, which are taken, which of the free ones make a clause win or lose."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import Apply
from adjudicator.model.ladder import Rung
from adjudicator.model.rulebook import Rulebook
from adjudicator.records import dataclass


@dataclass(frozen=True, slots=True)
class Free:
    """A free number, and the range in which any free one does the same (`high` None: no end)."""

    number: int
    low: int
    high: int | None

    def text(self) -> str:
        """The range in words."""
        return f"any free number from {self.low}" + (f" to {self.high}" if self.high is not None else "")


def numbered_rung(book: Rulebook) -> Rung | None:
    """The rung on which numbers decide."""
    return next((r for r in book.ladder.rungs if r.numbered and len(r.keys) == 1), None)


def number_of(book: Rulebook, clause: Clause, rung: Rung) -> int | None:
    """The Precedence Number that speaks for a clause, where it is on record."""
    if clause.number is not None:
        return clause.number
    if clause.bearer:
        return next((n for card, n in printed_numbers(book, rung) if card == clause.card), None)
    source = book.sources.get(clause.source)
    return source.number if source is not None and source.number is not None else rung.otherwise


def printed_numbers(book: Rulebook, rung: Rung) -> Iterator[tuple[str, int]]:
    """The numbers that clauses give outright, with the card that says so."""
    for clause, index in book.clauses_about.get(number_property(rung), ()):
        value = getattr(clause.conclusions[index].value, "value", None)
        if isinstance(value, Fraction) and value.denominator == 1:
            yield clause.card, int(value)


def number_property(rung: Rung) -> str:
    """The property that the rung compares; empty where it compares something else."""
    term = rung.keys[0].term
    return term.property if isinstance(term, Apply) else ""


def taken_numbers(book: Rulebook) -> frozenset[int]:
    """Every Precedence Number that something in the book has."""
    found = {c.number for c in book.clauses.values()}
    for rung in book.ladder.rungs:
        if rung.numbered and len(rung.keys) == 1:
            found |= {rung.otherwise, *(s.number for s in book.sources.values()), *(n for _, n in printed_numbers(book, rung))}
    return frozenset(n for n in found if n is not None)


def free_numbers(book: Rulebook, other: Clause) -> Iterator[Free]:
    """The free number next to the other's that wins against it, and the one that loses."""
    rung = numbered_rung(book)
    theirs = number_of(book, other, rung) if rung is not None else None
    if rung is None or theirs is None:
        return
    taken = taken_numbers(book)
    for below in (rung.keys[0].lowest, not rung.keys[0].lowest):
        numbers = range(theirs - 1, -1, -1) if below else range(theirs + 1, theirs + 1000)
        free = next((n for n in numbers if n not in taken), None)
        if free is not None:
            yield Free(free, 0, theirs - 1) if below else Free(free, theirs + 1, None)
