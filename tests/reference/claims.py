"""Explicit claims: who is above whom because it says so (4.2)."""

from __future__ import annotations

from adjudicator.model.clauses import Claim, Clause
from adjudicator.model.rulebook import Rulebook

Above = frozenset[tuple[str, str]]


def names(target: str, clause: Clause) -> bool:
    """4.2: a target is a clause, a group, a card, or a section (a prefix of the ids it cites)."""
    in_section = any(cite == target or cite.startswith(f"{target}-") for cite in clause.cites)
    return target == clause.name or target in clause.groups or (target == clause.card != "") or in_section


def concerns(claim: Claim, about: str) -> bool:
    """10.5: a claim `about` a property, or a family of properties, concerns that only."""
    return claim.aspect in ("", about, about.split(":")[0])


def speaks_of(clause: Clause, aspect: str) -> bool:
    """10.5: such a claim finds only clauses that conclude about the property."""
    return not aspect or any(aspect in (c.property, c.property.split(":")[0]) for c in clause.conclusions)


def claimed_above(book: Rulebook, about: str, calls: bool = False) -> Above:
    """4.2 and 10.5: the pairs (upper, lower) of clause names, for conclusions about one property; 4.11: by the keeper's calls alone."""
    clauses = tuple(book.clauses.values())
    named: set[tuple[str, str]] = set()
    for clause in clauses:
        for claim in own(clause, calls):
            if not concerns(claim, about) or claim.target in ("", "everything"):
                continue
            others = {
                other.name for other in clauses if other is not clause and names(claim.target, other) and speaks_of(other, claim.aspect)
            }
            if claim.verb == "yields":
                named |= {(other, clause.name) for other in others}
            elif claim.verb != "fallback":
                named |= {(clause.name, other) for other in others}
    everything = {c.name for c in clauses for claim in own(c, calls)
                  if claim.target == "everything" and claim.verb != "yields" and concerns(claim, about)}  # fmt: skip
    # Two clauses that both claim over everything say nothing of each other; who names a clause is not reached by its wide claim.
    wide = {(a, b.name) for a in everything for b in clauses if b.name not in everything}
    fallbacks = set() if calls else {(c.name, f.name) for f in clauses if f.fallback for c in clauses if not c.fallback}
    return frozenset(named | {(a, b) for a, b in wide | fallbacks if (b, a) not in named and (a, b) not in named and a != b})


def own(clause: Clause, calls: bool) -> tuple[Claim, ...]:
    """The claims that a clause makes by the book, or those that it makes by the keeper's call."""
    return tuple(claim for claim in clause.claims if bool(claim.warrant.call) is calls)
