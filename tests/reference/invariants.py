"""Which worlds are possible (8.2)."""

from __future__ import annotations

from adjudicator.model.clauses import Invariant
from reference.expressions import evaluate
from reference.instances import World


class NotPossible(Exception):
    """The world breaks an invariant, or is not the one that the story tells of."""


def unbroken(world: World, invariant: Invariant) -> bool:
    """8.2: an invariant is broken where it is false; what is undecided breaks nothing.

    11.14: one about events is asked of the current event only.
    """
    known = world.frame.known
    for binding in world.frame.bindings(invariant.parameters):
        events = [value for value in binding.values() if world.frame.is_event(value)]
        if known is not None and events and known.current not in events:
            continue
        kinds = (world.read((f"kind:{p.kind}", (binding[p.name],))) for p in invariant.parameters)
        if not all(kind is True for kind in kinds) or evaluate(invariant.when, binding, world) is not True:
            continue
        if evaluate(invariant.always, binding, world) is False:
            return False
    return True


def must_be_possible(world: World) -> None:
    """8.2: raises NotPossible where an invariant is broken."""
    if not all(unbroken(world, invariant) for invariant in world.frame.book.invariants.values()):
        raise NotPossible
