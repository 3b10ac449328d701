"""Modifiers: adds, multiplies, limits, and the orders in which they can apply (docs/meaning.md 6.2)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import TYPE_CHECKING

from adjudicator.logic.limits import LimitReached
from adjudicator.logic.truth import arithmetic
from adjudicator.model.outcomes import Instance

if TYPE_CHECKING:
    from adjudicator.logic.resolve import World

MOST = 7
OPERATION = {"adds": "+", "multiplies": "*", "at most": "min", "at least": "max"}


def results(world: World, value, modifiers: list[Instance]) -> list:
    """The distinct values that the allowed orders of the modifiers give, in a fixed order."""
    if len({m.conclusion.form for m in modifiers}) == 1:
        return [apply_all(world, value, modifiers)]
    if len(modifiers) > MOST:
        raise LimitReached(f"{len(modifiers)} modifiers of one value can apply in too many orders; say which applies before which")
    found: list = []
    for order in _orders(modifiers):
        result = apply_all(world, value, order)
        if result not in found:
            found.append(result)
    return found


def apply_all(world: World, value, order: list[Instance]):
    for modifier in order:
        value = arithmetic(world, OPERATION[modifier.conclusion.form], value, modifier.value)
    return value


def _orders(modifiers: list[Instance]) -> Iterator[list[Instance]]:
    for order in permutations(modifiers):
        if not any(_must_precede(later, earlier) for i, earlier in enumerate(order) for later in order[i + 1 :]):
            yield list(order)


def _must_precede(a: Instance, b: Instance) -> bool:
    """Whether the clause of `a` says that it applies before that of `b`."""
    names = {b.clause.name, b.clause.card, *b.clause.groups, *b.clause.cites}
    return a.clause.name != b.clause.name and any(target in names for target in a.clause.before)
