"""What the current event brings about: the instances of which effect clauses speak in its moment (docs/meaning.md 11.6, 11.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from adjudicator.engine.instances import brought_along, held_now, kinds_of, solve
from adjudicator.engine.speaking import awake, excepted, in_force
from adjudicator.engine.triggers import is_triggered
from adjudicator.engine.truth import Binding
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import EFFECTS, EVENTFUL, Literal, Var
from adjudicator.model.situation import Node
from adjudicator.model.triggers import Trigger
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Ref, Value

if TYPE_CHECKING:
    from adjudicator.engine.resolve import World


def spoken_of(world: World) -> Iterator[tuple[Node, Source]]:
    """Every instance of an effect family that a clause speaks of in this moment, with the clause and its conclusion."""
    now = world.table.happening
    assert now is not None and now.current is not None
    current = Ref(now.current)
    world.note("triggers")
    if world.engine.trace is not None:
        world.engine.trace.about["", world.table.declared_kinds(current)] = None
    for trigger in world.engine.triggers:
        yield from spoken_by(world, trigger, current)


def arising_in(world: World) -> Iterator[tuple[Node, Source]]:
    """The events that clauses would let come of those that happen where no story is told: there, none of them comes about."""
    told = [Ref(name) for name, thing in world.table.things.items() if thing.is_event and thing.happens]
    for trigger in world.engine.triggers:
        if any(one.property.startswith(EVENTFUL) for one in trigger.clause.conclusions):
            for event in told:
                if world.value(("happens", (event,))) is True:
                    yield from (one for one in spoken_by(world, trigger, event) if one[0][0].startswith(EVENTFUL))


def spoken_by(world: World, trigger: Trigger, current: Ref) -> Iterator[tuple[Node, Source]]:
    """Those of which one effect clause speaks when this event happens."""
    clause = trigger.clause
    if trigger.kinds and not any(world.is_kind(current, kind) for kind in trigger.kinds):
        return
    if not awake(world, clause):
        if world.engine.trace is not None:
            world.engine.trace.asleep[clause.name] = None
        return
    world.note("body", clause.name)
    if world.engine.trace is not None:
        world.engine.trace.considered[clause.name] = None
    for binding in _bindings(world, trigger, current):
        if not is_triggered(world, trigger, binding, current.name) or excepted(world, clause, binding):
            continue
        if not in_force(world, clause):
            break
        yield from _nodes(clause, binding)


def _bindings(world: World, trigger: Trigger, current: Ref) -> Iterator[Binding]:
    """The bindings in which the conditions hold and the current event meets one of the event conditions; each once."""
    clause = trigger.clause
    kinds = kinds_of(clause)
    brought = brought_along(world, clause)
    starts: list[Binding] = [{}] if not trigger.kinds else []
    starts += [{name: current} for name in trigger.events if world.is_kind(current, kinds[name])]
    for phrase in trigger.phrases:
        met = {role: world.table.role(current, role) for role, _ in phrase.roles}
        if phrase.event in world.table.declared_kinds(current) and None not in met.values():
            starts.append({term.name: met[role] for role, term in phrase.roles if isinstance(term, Var)})
    held = held_now(world, clause, _first_effect(clause))
    seen: set[tuple[tuple[str, str], ...]] = set()
    for start in starts:
        if not all(world.is_kind(value, kinds[name]) for name, value in start.items() if name in kinds):
            continue
        for binding in solve(world, clause.whens, brought | start, kinds, clause.unlesses, held):
            key = tuple(sorted((name, str(value)) for name, value in binding.items()))
            if key not in seen:
                seen.add(key)
                yield binding


def _first_effect(clause: Clause) -> int:
    return next(index for index, conclusion in enumerate(clause.conclusions) if conclusion.property.startswith(EFFECTS))


Source = tuple[tuple[str, tuple[tuple[str, Value], ...]], int]
"""The clause instance (its name and binding) and the place of the conclusion in it."""


def _nodes(clause: Clause, binding: Binding) -> Iterator[tuple[Node, Source]]:
    instance = (clause.name, tuple(sorted(binding.items())))
    for index, conclusion in enumerate(clause.conclusions):
        if not conclusion.property.startswith(EFFECTS):
            continue
        places = (arg for arg in conclusion.args if isinstance(arg, (Literal, Var)))
        args = tuple(arg.value if isinstance(arg, Literal) else binding[arg.name] for arg in places)
        if not any(arg is UNDECIDED for arg in args):
            yield (conclusion.property, args), (instance, index)
