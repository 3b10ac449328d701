"""What `check` says of contradictions that a book settles itself, or leaves open: each with the statements of both sides."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from adjudicator.language.links import clauses_together, targets_of
from adjudicator.model.clauses import DORMANT_STATUSES, READING_STATUSES, Clause
from adjudicator.model.expressions import APPLIES, Literal
from adjudicator.model.rulebook import Rulebook
from adjudicator.precedence.claims import claims_of
from adjudicator.vetting.claimed import contrary_pairs
from adjudicator.vetting.noted import Finding

SHOWN = 4
"""Statements or clauses that are named of more."""


def recorded_contradictions(book: Rulebook) -> Iterator[Finding]:
    """Contradictions of which the book says that one statement settles them, or that a reading or an open clause follows both sides."""
    for one in book.recorded.values():
        first, second = (" and ".join(side) for side in one.sides)
        does = f"{one.by} settles it in its own words" if one.by else f"`{one.ruling}` leaves it open"
        said = f"{first} against {second}: {does}: {one.because}"
        yield Finding("settled" if one.by else "open", said, one.place, (), "info", (*one.sides[0], *one.sides[1]), one.sides)


def settled_by_clauses(book: Rulebook) -> Iterator[Finding]:
    """Statements of which one goes before the other because a clause makes the claim, or the exception, of a statement (what only the
    keeper of the book decides is a call)."""
    together = clauses_together(book)
    for clause in book.clauses.values():
        if clause.reading is None and clause.status not in (*READING_STATUSES, *DORMANT_STATUSES):
            yield from _by_claims(book, clause, together)
            yield from _by_exceptions(book, clause)


def _by_claims(book: Rulebook, clause: Clause, together: dict[str, list[Clause]]) -> Iterator[Finding]:
    for claim in clause.claims:
        if claim.target == "everything" or claim.warrant.call or claim.verb not in ("overrides", "yields"):
            continue
        targets = targets_of(book, claim, together)
        own = (*clause.cites, *claim.warrant.by) if claim.verb == "overrides" else clause.cites
        finding = _between(clause, own, targets, f"{clause.name} {claim.verb} {'to ' * (claim.verb == 'yields')}{claim.target}")
        if finding is not None:
            yield replace(finding, place=claim.place)


def _by_exceptions(book: Rulebook, clause: Clause) -> Iterator[Finding]:
    excepted: dict[str, Clause] = {}
    for said in clause.conclusions:
        target = book.clauses.get(said.property.removeprefix(APPLIES)) if said.property.startswith(APPLIES) else None
        if target is not None and said.value == Literal(False):
            excepted[target.name] = target
    finding = _between(clause, clause.cites, excepted.values(), f"by {clause.name}, {_few(excepted)} does not always apply")
    if finding is not None:
        yield finding


def _between(clause: Clause, own: Iterable[str], others: Iterable[Clause], why: str) -> Finding | None:
    """The finding that statements of one clause settle what they say otherwise than other clauses; none where both rest on the same."""
    mine = tuple(dict.fromkeys(own))
    theirs = tuple(dict.fromkeys(cited for other in others for cited in other.cites if cited not in mine))
    if not mine or not theirs:
        return None
    yields = why.startswith(f"{clause.name} yields")
    first, second = (theirs, mine) if yields else (mine, theirs)
    said = f"{_few(first)} goes before {_few(second)}: {why}"
    return Finding("settled", said, clause.place, (clause.name,), "info", (), (mine, theirs))


def _few(names: Collection[str]) -> str:
    shown = list(names)[:SHOWN]
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return f"{', '.join(shown)}{more}"


def untrue_settlements(book: Rulebook, cited: Collection[str]) -> Iterator[Finding]:
    """Declared settlements that the rules do not follow: nothing carries the statement that settles it, or a clause of the other side
    claims to go before one of its clauses."""
    claims = claims_of(book)
    for one in book.recorded.values():
        if not one.by:
            continue
        exception, general = one.sides if one.by in one.sides[0] else (one.sides[1], one.sides[0])
        if not any(_carried(book, statement, cited) for statement in exception):
            told = f"{one.name} is settled by {one.by}, and nothing in the rules carries it"
            yield Finding("contradiction", told, one.place, (), "warning", (*one.sides[0], *one.sides[1]))
        ours, theirs = (_only(book, side, other) for side, other in ((exception, general), (general, exception)))
        for a, b, name in contrary_pairs(book, theirs, ours):
            if claims.edge(a, b, name) and not a.insists and a.fallback == b.fallback:
                told = f"{one.name} is settled by {one.by}, and {a.name} goes before {b.name} all the same"
                yield Finding("contradiction", told, a.place, (a.name, b.name), "note", (*one.sides[0], *one.sides[1]))


def _carried(book: Rulebook, statement: str, cited: Collection[str]) -> bool:
    """Whether something cites the statement, or that into which it is merged."""
    entry = book.register.get(statement)
    return statement in cited or entry is not None and entry.stands == "merged" and entry.into in cited


def _only(book: Rulebook, side: Collection[str], other: Collection[str]) -> list[Clause]:
    """The clauses that cite one side, and not the other, and speak."""
    return [clause for clause in book.clauses.values() if clause.status not in DORMANT_STATUSES
            and not set(side).isdisjoint(clause.cites) and set(other).isdisjoint(clause.cites)]  # fmt: skip
