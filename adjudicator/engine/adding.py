"""Modifiers that only add (docs/meaning.md 6.2), for all worlds together: in whatever order, the sum is the same."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from adjudicator.engine.defaults import type_of
from adjudicator.engine.limits import LimitReached
from adjudicator.model.outcomes import Instance
from adjudicator.model.situation import Node
from adjudicator.model.undecided import UNDECIDED

if TYPE_CHECKING:
    from adjudicator.engine.guarded import Guarded

FEW = 3
Added = list[tuple[Fraction, int]]
"""Amounts, each with the guard under which it is added."""


def added_to(guarded: Guarded, node: Node) -> Added | None:
    """What may be added to an instance; None where it is little, or where more than adding has to be looked at."""
    if not type_of(guarded.nowhere, node[0]).is_number or node[0] not in guarded.engine.book.clauses_about:
        return None
    modifiers = [one for fallback in (False, True) for one in guarded.rivals.about(node, fallback, True)]
    if sum(not guarded.diagrams.is_constant(guard) for _, guard in modifiers) <= FEW:
        return None
    if not all(one.conclusion.form == "adds" and isinstance(one.value, Fraction) for one, _ in modifiers):
        return None
    claimants = [one for fallback in (False, True) for one, _ in guarded.rivals.about(node, fallback, False)]
    if _any_claims(guarded, node, [*claimants, *(one for one, _ in modifiers)], [one for one, _ in modifiers]):
        return None
    return [(one.value, guard) for one, guard in modifiers]  # type: ignore[misc]


def _any_claims(guarded: Guarded, node: Node, claimants: list[Instance], modifiers: list[Instance]) -> bool:
    """Whether a clause claims over one that adds."""
    over = {one.clause.name: one.clause for one in claimants}.values()
    under = {one.clause.name: one.clause for one in modifiers}.values()
    relations = (guarded.engine.claims, guarded.engine.calls)
    return any(claims.beats(a, b, node[0]) for claims in relations for a in over for b in under)


def with_added(guarded: Guarded, node: Node, base: int, added: Added) -> int:
    """The values of an instance: `base` says whether modifiers are asked for, and the value without them."""
    diagrams = guarded.diagrams
    total = diagrams.constant(Fraction(0))
    for amount, guard in added:
        more = diagrams.combined(("plus", amount), lambda sofar, amount=amount: sofar + amount, total)
        total = diagrams.chosen(guard, more, total)
    whole = type_of(guarded.nowhere, node[0]).base == "whole"

    def modified(found: tuple[bool, Any], more: Fraction) -> Any:
        asked, value = found
        if not asked or value is UNDECIDED:
            return value
        if not isinstance(value, Fraction) or whole and (value + more).denominator != 1:
            raise LimitReached(f"what is added to {node[0]} has to be followed world by world")
        return value + more

    return diagrams.combined(("modified", node), modified, base, total)
