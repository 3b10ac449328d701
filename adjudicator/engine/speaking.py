"""The candidates for a property instance: which clauses speak of it in this world (docs/meaning.md 1.3 and 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.engine.instances import bindings, held_now, keeps_out, one_holds
from adjudicator.engine.triggers import current_events, triggered_by
from adjudicator.engine.truth import Binding, drawn, truth, value_of
from adjudicator.language.wording import standing
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import EFFECTS, INSTEAD, INSTEAD_BY, Draw, applying, in_binding
from adjudicator.model.outcomes import Cause, Instance
from adjudicator.model.situation import Node
from adjudicator.model.triggers import Trigger
from adjudicator.model.values import Ref, Value

if TYPE_CHECKING:
    from adjudicator.engine.resolve import World


COUNTED = ("adds", "multiplies")
"""Forms of conclusions that come to something else if they are applied twice: of events at the same time, once for each."""


def instances(world: World, node: Node, fallback: bool, modifiers: bool = False) -> list[Instance]:
    """1.3: all clause instances about the node that are in force and whose conditions hold."""
    together = world.speaking(node, fallback, modifiers)
    if together is not None:
        return together
    found: list[Instance] = []
    speakers = speakers_about(world, node, fallback, modifiers)
    if not speakers:
        return found
    with world.reading():  # each instance tells by itself what it rests on
        for clause, index in speakers:
            if awake(world, clause):
                found += instances_of(world, clause, index, node)
            elif world.engine.trace is not None:
                world.engine.trace.asleep[clause.name] = None
    return found


def speakers_about(world: World, node: Node, fallback: bool, modifiers: bool) -> list[tuple[Clause, int]]:
    """The clauses that can speak of the node, each with the conclusion that does."""
    speakers = world.engine.speakers.get((node[0], fallback, modifiers))
    if speakers is None and world.engine.looked is None:
        return []
    first = node[1][0] if node[1] else None
    kinds = world.table.declared_kinds(first) if isinstance(first, Ref) else frozenset()
    world.note("about", node[0], first, kinds)
    if world.engine.trace is not None:
        world.engine.trace.about[node[0], kinds] = None
    found = [] if speakers is None else [(clause, index) for _, clause, index in speakers.about(first, kinds)]
    if node[0] == INSTEAD:
        found = [(clause, index) for clause, index in found if (INSTEAD_BY + clause.name, node[1]) not in world.situation.facts]
    return found


def instance_of(world: World, clause: Clause, index: int, node: Node, binding: Binding) -> Instance | None:
    """The instance of a clause in one binding, where the clause is in force and all its conditions hold."""
    if not all(world.is_kind(binding[p.name], p.kind) for p in clause.parameters if p.name in binding):
        return None
    if any(world.table.is_earlier(binding[name]) for name in held_now(world, clause, index)):
        return None
    if world.engine.trace is not None:
        world.engine.trace.considered[clause.name] = None
    for when in clause.whens:
        if truth(world, when, binding) is not True:
            keeps_out(world, when)
            return None
    if node[0].startswith(EFFECTS) and not triggered_by(world, world.engine.trigger(clause), binding, node[0]):
        return None
    if excepted(world, clause, binding) or not in_force(world, clause):
        return None
    return Instance(clause, clause.conclusions[index], tuple(sorted(binding.items())), _concluded(world, clause, index, binding))


def _concluded(world: World, clause: Clause, index: int, binding: Binding) -> Value:
    term = clause.conclusions[index].value
    return drawn(world, term, binding) if isinstance(term, Draw) else value_of(world, term, binding)


def instances_of(world: World, clause: Clause, index: int, node: Node, waits: Trigger | None = None) -> list[Instance]:
    """The instances of one clause about the node; `waits` is what it waits for, where that is not what the rulebook knows."""
    found = []
    trigger = (waits or world.engine.trigger(clause)) if node[0].startswith(EFFECTS) else None
    starts = current_events(world, trigger, node[0])
    for binding in (binding for start in starts for binding in bindings(world, clause, index, node, start)):
        times = 1 if trigger is None else triggered_by(world, trigger, binding, node[0])
        if not times:
            continue
        if excepted(world, clause, binding):
            _note_lifted(world, clause, index, binding, node)
            continue
        if not in_force(world, clause):
            break
        value, read = _value(world, clause, index, binding)
        one = Instance(clause, clause.conclusions[index], tuple(sorted(binding.items())), value, read)
        found += [one] * (times if one.conclusion.form in COUNTED else 1)
    return found


def excepted(world: World, clause: Clause, binding: Binding) -> bool:
    """Whether an exception of the clause holds."""
    return one_holds(world, clause.unlesses, binding)


def _note_lifted(world: World, clause: Clause, index: int, binding: Binding, node: Node) -> None:
    """Take down that the clause would have spoken of the instance, did it apply."""
    asked = applying(clause.unlesses[-1])
    if asked is not None and not one_holds(world, clause.unlesses[:-1], binding):
        world.lifted_from.setdefault(node, {})[in_binding(asked, binding)] = clause.conclusions[index]


def _value(world: World, clause: Clause, index: int, binding: Binding) -> tuple[Value, tuple[Node, ...]]:
    """What the instance concludes, and what its conditions and its value rest on."""
    with world.reading() as read:
        for parameter in clause.parameters:
            world.is_kind(binding[parameter.name], parameter.kind)
        for condition in clause.whens:
            truth(world, condition, binding)
        value = _concluded(world, clause, index, binding)
    return value, tuple(read)


def awake(world: World, clause: Clause) -> bool:
    """2.1 and 2.2, worked out once for the situation."""
    clause = world.book.claimant(clause)
    known = world.table.awake.get(clause.name)
    if known is None:
        known = world.table.awake[clause.name] = world.engine.awake(world.situation, clause)
    return known


def reading_taken(world: World, name: str) -> Value:
    """Which alternative of a reading this world takes: as the scenario says, else a branching."""
    chosen = world.situation.readings.get(name)
    if chosen is not None:
        return chosen
    reading = world.book.readings[name]
    readers = ((who, one) for one in reading.alternatives for who in world.book.readers.get((name, one), ()))
    who = "; ".join(f"{who}: {one}" for who, one in readers)
    return world.decisions.take(("reading", name), Cause("reading", name, who or None), list(reading.alternatives))


def in_force(world: World, clause: Clause) -> bool:
    """2.3 and 2.4: whether the clause is in force in the reading this world takes."""
    clause = world.book.claimant(clause)
    if world.engine.trace is not None:
        world.engine.trace.clauses[clause.name] = None
    if clause.name in world.situation.freed:
        taken = world.decisions.take(("freed", clause.name), Cause("reading", clause.name), [True, False])
        if taken is not True:
            return False
    if clause.reading is not None:
        name, alternative = clause.reading
        return reading_taken(world, name) == alternative
    if world.engine.is_reading(world.situation, clause):
        cited = f": {', '.join(clause.cites)}" if clause.cites else ""
        what = f"{clause.name} ({standing(world.book, clause)}{cited})"
        return world.decisions.take(("reading", clause.name), Cause("reading", what), [True, False]) is True
    return True
