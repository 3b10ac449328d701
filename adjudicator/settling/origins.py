"""Where an event comes from that nobody told: the step of which it came, and the instance that says so."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.model.expressions import EVENTFUL, INSTEAD
from adjudicator.model.outcomes import Step
from adjudicator.model.situation import Node, Thing
from adjudicator.model.values import Described, Ref
from adjudicator.settling.scenes import at


def cause_of(steps: Sequence[Step], step: Step) -> Node | None:
    """The instance, marked with its step, by which the event of a step came about; None where it was told."""
    for earlier in steps[: step.number - 1]:
        if step.event in earlier.caused:
            node = arising_node(earlier, step.event)
            return None if node is None else at(earlier.number, node)
    return None


def arising_node(step: Step, event: str) -> Node | None:
    """By which instance of an effect family an event came of a step: the one whose roles it has."""
    thing = step.things.get(event)
    if thing is None:
        return None
    for node, resolution in step.resolutions.items():
        if node[0].startswith(EVENTFUL) and resolution.value != 0 and _describes(step, node, thing):
            return node
        if node == (INSTEAD, (Ref(step.event),)) and isinstance(resolution.value, Described):
            return node
    return None


def _describes(step: Step, node: Node, thing: Thing) -> bool:
    family, _, base = node[0].partition(":")
    roles = dict(thing.roles)
    if family == "causes":
        return base in thing.kinds and tuple(roles.values()) == node[1]
    original = step.things.get(node[1][0].name) if isinstance(node[1][0], Ref) else None
    named = [name for name in base.split(",") if name]
    changed = all(roles.get(role) == filler for role, filler in zip(named, node[1][1:], strict=False))
    return original is not None and original.kinds == thing.kinds and changed
