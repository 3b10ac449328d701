"""Clearing the way: two clauses speak, and a third beats one of them before they come to each other.

What would show how the two stand to each other is a situation in which the third does not apply, because one of its conditions
does not hold or one of its exceptions does.  Like all that the search proposes, it is for the engine to say whether it shows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from adjudicator.engine.worlds import Ground
from adjudicator.model.expressions import Apply, Compare, Permitted, conjuncts
from adjudicator.model.outcomes import Instance
from adjudicator.model.situation import Node
from adjudicator.model.values import Ref, Value
from adjudicator.stage.achieving import Achiever
from adjudicator.stage.clashes import Side, candidates, is_side, worlds
from adjudicator.stage.frames import Frame
from adjudicator.stage.sketch import Sketch

EACH = 2
"""How many ways are tried to make one sentence true or false."""


def between(ground: Ground, node: Node, first: Side, second: Side) -> Instance | None:
    """The first of those that beat one of the two where both speak; None where there is none, or in a story."""
    if ground.table.situation.story is not None:
        return None
    for world in worlds(ground, node, possible=False):
        resolution = world.resolve(node)
        spoke = candidates(resolution)
        if all(any(is_side(i, side) for i in spoke) for side in (first, second)):
            for beaten in resolution.beaten:
                ours = is_side(beaten.instance, first) or is_side(beaten.instance, second)
                if ours and not is_side(beaten.by, first) and not is_side(beaten.by, second):
                    return beaten.by
    return None


def cleared(achiever: Achiever, sketch: Sketch, third: Instance, called: dict[str, str]) -> Iterator[Sketch]:
    """The sketch with one thing more, so that the third clause does not apply; `called` are the things' names in the sketch."""

    def own(value: Value) -> Value:
        return Ref(called.get(value.name, value.name)) if isinstance(value, Ref) else value

    clause = third.clause
    kinds = {p.name: p.kind for p in clause.parameters}
    frame = Frame(kinds, {name: own(value) for name, value in third.binding})
    for unless in clause.unlesses:
        yield from (s for s, _ in islice(achiever.holds(sketch, unless, True, frame, 1), EACH))
    for when in (part for whole in clause.whens for part in conjuncts(whole)):
        if isinstance(when, (Apply, Compare, Permitted)):
            yield from (s for s, _ in islice(achiever.holds(sketch, when, False, frame, 1), EACH))
