"""Whether two clauses clash in a settled situation, and what decides it: read off the engine's own resolution."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.engine.decisions import Fork
from adjudicator.engine.judging import WorldJudge
from adjudicator.engine.resolve import World
from adjudicator.engine.speakers import MODIFIERS
from adjudicator.engine.truth import events_meant
from adjudicator.engine.worlds import Ground, broken_by
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import EFFECTS
from adjudicator.model.outcomes import NOT_KNOWN, Instance, Resolution
from adjudicator.model.situation import Node
from adjudicator.model.triggers import trigger_of
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Value
from adjudicator.records import dataclass
from adjudicator.stage.branching import MOST_WORLDS, each_world
from adjudicator.stage.codes import DECIDED_BY, ORDER, worst
from adjudicator.stage.storying import worlds_in_time

Side = tuple[Clause, int]
"""A clause and which of its conclusions."""


@dataclass(frozen=True)
class Clash:
    """Two contrary clause instances, what decides between them, and who wins (nobody: empty)."""

    code: str
    first: Instance
    second: Instance
    winner: str = ""
    rung: str = ""
    reason: str = ""
    values: tuple[Value, Value] = (None, None)

    @property
    def is_decided(self) -> bool:
        """Whether both values are known: that one says nothing of use yet is the lesser clash."""
        return UNDECIDED not in self.values


Found = tuple[Clash, World]
"""A clash, and the world in which it is."""
MOST_INSTANCES = 16
"""Of one conclusion in one world; a clause about every two things on the table has hundreds, all alike."""


def worlds(ground: Ground, node: Node, possible: bool = True, most: int = MOST_WORLDS) -> Iterator[World]:
    """The worlds of a situation, as far as the instance depends on them; only those that break no invariant, or all."""

    def broken(world: World) -> bool:
        world.resolve(node)
        return possible and broken_by(world) is not None

    for world, out in each_world(ground.engine, ground.table, broken, most=most):
        if not out:
            yield world


def worlds_at(ground: Ground, node: Node) -> Iterator[World]:
    """The possible worlds of a situation; in a story, those of the moments of its events."""
    return worlds(ground, node) if ground.table.situation.story is None else worlds_in_time(ground, node)


def clash_on(ground: Ground, node: Node, first: Side, second: Side) -> Clash | None:
    """The clash of two conclusions in a situation: the worst over its worlds.

    Worlds that differ only in numbers that are not on record count as the mildest of them: that two unknown numbers
    may happen to be equal is no finding.  In a story, those of the moments of its events.
    """
    if ground.table.situation.story is not None:
        told = [(clash, world) for world in worlds_in_time(ground, node) if (clash := clash_in(world, node, first, second)) is not None]
        return worst_of(told) if told else None
    try:
        found = [(clash, world) for world in worlds(ground, node, possible=False)
                 if (clash := clash_in(world, node, first, second)) is not None and broken_by(world) is None]  # fmt: skip
    except Fork:
        found = [(clash, world) for world in worlds(ground, node) if (clash := clash_in(world, node, first, second)) is not None]
    return worst_of(found) if found else None


def worst_of(found: list[Found]) -> Clash:
    """The worst of the clashes that the worlds of one situation show (the mildest where they differ in numbers not on record)."""
    unsure = any(key[0] in ("number", *NOT_KNOWN) for _, world in found for key in world.decisions.by_key)
    pick = max if unsure else min
    clash = pick((clash for clash, _ in found), key=lambda c: ORDER.get(c.code, len(ORDER)))
    winners = {other.winner for other, _ in found if other.code == clash.code}
    if unsure and len(winners) > 1:
        missing = sorted(
            {d.cause.what for _, world in found for key, d in world.decisions.by_key.items() if key[0] in ("number", *NOT_KNOWN)}
        )
        return replace(clash, winner="", reason=f"it depends on what is not on record: {', '.join(missing)}")
    return clash


def candidates(resolution: Resolution) -> list[Instance]:
    """Everyone who spoke of the instance."""
    everyone = (*resolution.winners, *(b.instance for b in resolution.beaten), *resolution.open_between, *resolution.modifiers)
    return list({i.key: i for i in everyone}.values())


def is_side(instance: Instance, side: Side) -> bool:
    """Whether the instance is one of this conclusion."""
    return instance.clause.name == side[0].name and instance.conclusion == side[0].conclusions[side[1]]


def clash_in(world: World, node: Node, first: Side, second: Side) -> Clash | None:
    """The worst clash of the two conclusions in one world."""
    resolution = world.resolve(node)
    spoke = candidates(resolution)
    ones, others = ([i for i in spoke if is_side(i, side)] for side in (first, second))
    if not ones or not others:
        return None
    if first[0].conclusions[first[1]].form in MODIFIERS:
        together = [(one, other) for one in ones for other in others if of_one_event(world, node, one, other)]
        return _of_orders(resolution, *together[0]) if together else None
    fell = {b.instance.key: b.rung for b in resolution.beaten}
    found = [clash for one in ones[:MOST_INSTANCES] for other in others[:MOST_INSTANCES] if one.key != other.key
             if (clash := _between(world, node, resolution, fell, one, other)) is not None]  # fmt: skip
    return min(found, key=lambda c: ORDER.get(c.code, len(ORDER)), default=None)


def of_one_event(world: World, node: Node, one: Instance, other: Instance) -> bool:
    """Whether both can speak in one moment: effects do so only if one event is what both wait for (docs/meaning.md 11.6)."""
    if not node[0].startswith(EFFECTS):
        return True
    first, second = _awaited(world, one), _awaited(world, other)
    return first is None or second is None or not first.isdisjoint(second)


def _awaited(world: World, instance: Instance) -> frozenset[Value] | None:
    """The events that an effect comes about with; None for any event."""
    trigger = trigger_of(world.book, instance.clause)
    if not trigger.kinds:
        return None
    binding = dict(instance.binding)
    met = {binding[name] for name in trigger.events if name in binding}
    for phrase in trigger.phrases:
        met |= {*events_meant(world, phrase, binding)}
    return frozenset(met)


def _of_orders(resolution: Resolution, one: Instance, other: Instance) -> Clash | None:
    """Modifiers whose order matters, and is nobody's choice."""
    between = {i.key for i in resolution.open_between}
    if resolution.modifiers and one.key in between and other.key in between:
        return Clash(
            "V101", one, other, values=(one.value, other.value), reason="the order in which they apply matters, and no rule gives it"
        )
    return None


def _between(
    world: World, node: Node, resolution: Resolution, fell: dict[tuple[object, ...], str], one: Instance, other: Instance
) -> Clash | None:
    judge = WorldJudge(world, node[0])
    if not judge.contrary(one, other) or not of_one_event(world, node, one, other):
        return None
    unsure = [i.key for i in (one, other) if _is_reading(world, i.clause)]
    values = (one.value, other.value)
    rungs = {rung.title: place for place, rung in enumerate(world.book.ladder.rungs)}
    depth = {i.key: rungs[fell[i.key]] if i.key in fell else len(rungs) for i in (one, other)}
    if depth[one.key] == depth[other.key]:
        if one.key in fell:
            return None
        return _standing(world, resolution, one, other, "V107" if unsure else "")
    loser, winner = (one, other) if depth[one.key] < depth[other.key] else (other, one)
    rung = world.book.ladder.rungs[depth[loser.key]]
    reason = judge.beats(rung, winner, loser)
    if not reason:
        return None
    turns = winner.key in unsure  # a reading that is beaten anyway changes nothing
    code = worst(DECIDED_BY[rung.form], "V107" if turns else "")
    return Clash(code, one, other, winner.clause.name, rung.title, reason, values)


def _standing(world: World, resolution: Resolution, one: Instance, other: Instance, reading: str) -> Clash | None:
    """Two that both stand to the end: by the mean, by chance, or open."""
    values = (one.value, other.value)
    if resolution.how == "averaged":
        return Clash(worst("V106", reading), one, other, rung=resolution.rung or "", reason="the value is the mean of both", values=values)
    if any(rung.form == "chance" for rung in world.book.ladder.rungs):
        return Clash("V103", one, other, rung=resolution.rung or "", reason="a die decides", values=values)
    return Clash("V101", one, other, reason="no rung decides", values=values)


def _is_reading(world: World, clause: Clause) -> bool:
    unsettled = clause.reading is not None and world.situation.readings.get(clause.reading[0]) is None
    return unsettled or world.engine.is_reading(world.situation, clause)
