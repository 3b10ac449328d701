"""Events that go round in a loop (docs/meaning.md 11.11)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from adjudicator.engine.limits import LimitReached
from adjudicator.model.expressions import INSTEAD_BY, TOLD
from adjudicator.model.situation import Thing
from adjudicator.model.values import Ref, Value
from adjudicator.story.announcing import fresh_name
from adjudicator.story.line import Announced, Line
from adjudicator.story.moments import Stage
from adjudicator.story.ordering import due


def watch(stage: Stage, line: Line) -> Line:
    """The line with its state taken down; or, where it has been there before in this tree, what a loop does."""
    if not line.pool:
        return line
    now = (_state(stage, line), tuple(sorted((_like(stage, line, a.event), _like(stage, line, a.under or "")) for a in line.pool)))
    before = line.seen.get(now)
    if before is None:
        return line.on(seen={**line.seen, now: len(line.steps)})
    cycle = tuple(step.event for step in line.steps[before:] if step.what == "event")
    clock = stage.engine.book.clock
    if clock is None or not clock.loop or line.rounds:
        return line.on(over=True, looped=cycle)
    return _broken(stage, line, clock.loop)


def without_end(stage: Stage, line: Line) -> None:
    """Raise LimitReached with the circle of clauses where events that come of each other never end (11.7)."""
    most = stage.engine.limits.causes
    deepest = max(line.pool, key=lambda a: len(a.position), default=None)
    if deepest is None or len(deepest.position) <= most:
        return
    clauses = [place[0][2][0] for place in deepest.position if place[0][0] == "caused"]
    for name, times in Counter(clauses).most_common(1):
        if times > most:
            *_, before, last = (i for i, clause in enumerate(clauses) if clause == name)
            circle = ", then ".join(f"`{clause}`" for clause in clauses[before:last])
            raise LimitReached(
                f"events that come of each other without end, {deepest.event} the last: by {circle}, more than {most:,} times over"
            )


def _broken(stage: Stage, line: Line, kind: str) -> Line:
    """The loop as an event of its own, in place of all that is to come; what was announced stays a thing (11.1)."""
    event = stage.engine.book.events[kind]
    again = due(line)[0].event
    line, name = fresh_name(stage, line, kind)
    thing = Thing(name, (kind,), tuple((role, Ref(again) if i == 0 else None) for i, role in enumerate(event.roles)))
    return line.on(things={**line.things, name: thing}, pool=(Announced(name, ((("loop",), 0),)),), under={**line.under, name: None},
                   seen={}, rounds=line.rounds + 1, awaiting=())  # fmt: skip


def _state(stage: Stage, line: Line) -> frozenset[Any]:
    """The state, without what is said of single events that came of others."""
    passing = {name for name in line.under if name not in stage.told}
    return frozenset((node, fact.value) for node, fact in line.state.items()
                     if node[0] not in TOLD and not any(isinstance(arg, Ref) and arg.name in passing for arg in node[1]))  # fmt: skip


def _like(stage: Stage, line: Line, event: str) -> str:
    """An event by what it is, so that one that came of others is the same as the one before it."""
    thing = line.things.get(event)
    if thing is None or event in stage.told:
        return event
    stands = sorted(name for name, args in line.state if name.startswith(INSTEAD_BY) and args == (Ref(event),))
    return str((thing.kinds, tuple((role, _filler(stage, line, value)) for role, value in thing.roles), stands))


def _filler(stage: Stage, line: Line, value: Value) -> str:
    if isinstance(value, Ref) and value.name in line.under and value.name not in stage.told:
        return str(line.things[value.name].kinds) if value.name in line.things else "over"
    return str(value)
