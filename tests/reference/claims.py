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


def closure(pairs: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """4.2: the transitive closure."""
    known = set(pairs)
    while True:
        more = {(a, d) for a, b in known for c, d in known if b == c} - known
        if not more:
            return known
        known |= more


def claimed_above(book: Rulebook, about: str) -> Above:
    """4.2 and 10.5: the pairs (upper, lower) of clause names, for conclusions about one property."""
    clauses = tuple(book.clauses.values())
    named: set[tuple[str, str]] = set()
    for clause in clauses:
        for claim in clause.claims:
            if not concerns(claim, about) or claim.target in ("", "everything"):
                continue
            others = {
                other.name for other in clauses if other is not clause and names(claim.target, other) and speaks_of(other, claim.aspect)
            }
            if claim.verb == "yields":
                named |= {(other, clause.name) for other in others}
            elif claim.verb != "fallback":
                named |= {(clause.name, other) for other in others}
    named = closure(named)
    everything = {c.name for c in clauses for claim in c.claims
                  if claim.target == "everything" and concerns(claim, about)}  # fmt: skip
    wide = {(name, c.name) for name in everything for c in clauses
            if c.name != name and (c.name, name) not in named}  # fmt: skip
    # Two clauses that both claim over everything say nothing of each other.
    wide = {(a, b) for a, b in wide if b not in everything or (a, b) in named}
    fallbacks = {(c.name, f.name) for f in clauses if f.fallback for c in clauses if not c.fallback}
    return frozenset(closure(named | wide | fallbacks))


def cyclic(book: Rulebook, about: str) -> bool:
    """Whether the claims go round in a circle, which is an error of the rulebook."""
    return any(upper == lower for upper, lower in claimed_above(book, about))
