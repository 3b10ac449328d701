"""One event in its moment, or several at the same time: whether it happens, what it changes and causes (docs/meaning.md 11.5 to 11.7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from adjudicator.engine.effects import Source, spoken_of
from adjudicator.engine.happening import Stamp
from adjudicator.engine.limits import LimitReached
from adjudicator.engine.resolve import World
from adjudicator.engine.symbols import Symbol
from adjudicator.engine.truth import compare_values
from adjudicator.engine.worlds import Broken, broken_by
from adjudicator.model.clauses import Card
from adjudicator.model.expressions import EVENTFUL, INSTEAD
from adjudicator.model.outcomes import Change, Decision, Step
from adjudicator.model.situation import Fact, Node, Thing
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Described, Ref, Value
from adjudicator.story.announcing import Arising, arise
from adjudicator.story.line import Announced, Line, Snapshot
from adjudicator.story.merging import about_event, state_key
from adjudicator.story.moments import Stage, moment_of
from adjudicator.story.ordering import next_events


class BrokenOff(Exception):
    """The world breaks an invariant in this moment: it is not a possible one."""

    def __init__(self, broken: Broken) -> None:
        super().__init__(broken.invariant.name)
        self.broken = broken


def choose(line: Line, world: World) -> Line:
    """Settle which event of the pool is next. Raises Fork where that is a branching."""
    names, reasons = next_events(world, line)
    weighed = world.resolved if reasons else {}
    return line.on(chosen=names, ordered=reasons, weighed=weighed, decisions=world.decisions.taken, path=tuple(world.path))


@dataclass(frozen=True)
class Come:
    """An event in its moment: its world, whether it happens, what it changes and what comes of it."""

    event: str
    world: World
    happened: bool
    changes: list[Change]
    arising: list[Arising]


def resolve_events(stage: Stage, line: Line, events: tuple[str, ...]) -> Line:
    """The moment of an event, or of several at the same time: each happens or is dropped; then all their effects come about, and what they
    cause joins the pool."""
    come: list[Come] = []
    taken = line
    for event in events:
        come.append(_come(stage, taken, event, events))
        world = come[-1].world
        taken = replace(taken, decisions=world.decisions.taken, path=tuple(world.path))
    number = len(line.steps)
    kept, past = dict(line.kept), dict(line.past)
    for position, one in enumerate(come, number + 1):
        key = frozenset(about_event(one.world, one.event).items())
        met = frozenset(one.world.decisions.met)
        kept[one.event] = Snapshot(one.world.table, one.world.resolved, key, met, state_key(line))
        past[one.event] = Stamp(one.happened, line.turn, line.round, position)
    after = taken.on(
        pool=tuple(a for a in line.pool if a.event not in events), chosen=(), ordered=(), weighed={},
        tree={**line.tree, **{one.event: one.happened for one in come}}, kept=kept, past=past,
    )  # fmt: skip
    last = {change.node: one for one in come for change in one.changes}
    changes = [[change for change in one.changes if last[change.node] is one] for one in come]
    for position, changed in enumerate(changes, number + 1):
        after = _changed(after, changed, position, stage.engine.book.cards)
    for one, changed in zip(come, changes, strict=True):
        announced = next(a for a in line.pool if a.event == one.event)
        after, caused = arise(stage, after, one.event, line.under.get(one.event), one.arising)
        weighed = line.weighed if one is come[0] else {}
        step = Step(
            len(after.steps) + 1, "event", one.event, one.happened, {**weighed, **one.world.resolved} if weighed else one.world.resolved,
            after.things, tuple(changed), caused, turn=line.turn, round=line.round, depth=_depth(line, one.event),
            decided=newly_decided(after), clockwork=announced.position[0][0][0] == "clock", ordered=line.ordered if one is come[0] else (),
            table=one.world.table, beside=tuple(other for other in events if other != one.event),
        )  # fmt: skip
        after = after.on(steps=(*after.steps, step))
    return after


def _come(stage: Stage, line: Line, event: str, beside: tuple[str, ...]) -> Come:
    """An event in its moment. Raises Fork where that is a branching, BrokenOff where its world is not possible."""
    world = moment_of(stage, line, event, beside)
    announced = next(a for a in line.pool if a.event == event)
    happened = world.value(("happens", (Ref(event),))) is True
    spoken = list(spoken_of(world)) if happened else []
    if happened and stage.engine.probe is not None:
        stage.engine.probe.brought(world, spoken)
    broken = broken_by(world)
    if broken is not None:
        raise BrokenOff(broken)
    changes = _changes(world, spoken)
    if world.situation.board is not None:
        from adjudicator.map.carrying import carried

        changes += carried(world, changes)
    return Come(event, world, happened, changes, _arising(world, spoken, announced) if happened else _instead(world, announced))


MOST_TIMES = 12
"""So many times are told apart, one by one, where the number is not known."""


def _times(world: World, node: Node) -> int:
    """How many times an event comes. Raises LimitReached where the number is not known, and may be large."""
    value = world.value(node)
    if not isinstance(value, Symbol):
        return int(value) if isinstance(value, Fraction) else 0
    if compare_values(world, "<=", value, Fraction(0)):
        return 0
    for number in range(1, MOST_TIMES + 1):
        if compare_values(world, "=", value, Fraction(number)):
            return number
    raise LimitReached(f"how many times {world.text(node).removeprefix('whether ')} is {value}, which is not known; say it")


def newly_decided(line: Line) -> tuple[Decision, ...]:
    """The branchings that the line has met since its last step."""
    known = {decision.key for step in line.steps for decision in step.decided}
    return tuple(decision for decision in line.decisions if decision.key not in known)


def _depth(line: Line, event: str) -> int:
    depth, above = 0, line.under.get(event)
    while above is not None:
        depth, above = depth + 1, line.under.get(above)
    return depth


def _changes(world: World, spoken: list[tuple[Node, Source]]) -> list[Change]:
    """11.6: the state instances of which a triggered clause speaks, with their new values."""
    nodes = dict.fromkeys(node for node, _ in spoken if node[0].startswith("after:"))
    found = []
    for node in nodes:
        resolution = world.resolve(node)
        plain = (node[0][len("after:") :], node[1])
        before = world.resolved.get(plain)
        found.append(Change(plain, world.taken(resolution), resolution, before.value if before else None, before is not None))
    return found


def _changed(line: Line, changes: list[Change], number: int, cards: Mapping[str, Card]) -> Line:
    """The line with its state (and the roles of its events) as the changes leave them; cards that these name come to the table."""
    state, things = dict(line.state), dict(line.things)
    for change in changes:
        name, args = change.node
        named = (*args, change.value) if change.value is not False else ()
        for card in [one.name for one in named if isinstance(one, Ref) and one.name in cards and one.name not in things]:
            things[card] = Thing(card, (card,))
        if name.startswith("role:"):
            thing = things[args[0].name]  # type: ignore[union-attr]
            filler = None if change.value is UNDECIDED else change.value
            roles = tuple((r, filler if r == name[len("role:") :] else f) for r, f in thing.roles)
            things[thing.name] = replace(thing, roles=roles)
        else:
            state[change.node] = Fact(change.node, change.value, step=number)
    return line.on(state=state, things=things)


def _arising(world: World, spoken: list[tuple[Node, Source]], cause: Announced) -> list[Arising]:
    """11.7: the events and copies that come of the current one, in the order of the conclusions of each clause."""
    places: dict[Node, Source] = {}
    for node, place in spoken:
        if node[0].startswith(EVENTFUL):
            places.setdefault(node, place)
    found: list[Arising] = []
    for node, (instance, index) in places.items():
        times = _times(world, node)
        if times < 1:
            continue
        most = world.engine.limits.waiting
        if len(found) + times > most:  # all of them would wait in the pool: there is no end to what a number may say
            raise LimitReached(f"more than {most} events wait for their turn at once: all that comes of {cause.event}")
        kinds, roles, original = _described(world, node)
        for again in range(times):
            position = (*cause.position, (("caused", cause.event, instance), index), (("times", cause.event, node), again))
            found.append(Arising(kinds, roles, position, original))
    return found


def _instead(world: World, dropped: Announced) -> list[Arising]:
    """11.7: what happens instead of an event that did not happen because of it."""
    event = (Ref(dropped.event),)
    if world.resolve(("happens", event)).rests_on[:1] != ((INSTEAD, event),):
        return []
    found = world.resolve((INSTEAD, event))
    if not isinstance(found.value, Described):
        return []
    by = tuple(dict.fromkeys(winner.clause.name for winner in found.winners if winner.value == found.value))
    position = (*dropped.position, (("caused", dropped.event, (by[0], ())), 0))
    return [Arising((found.value.event,), found.value.roles, position, instead_of=dropped.event, by=by)]


def _described(world: World, node: Node) -> tuple[tuple[str, ...], tuple[tuple[str, Value], ...], str]:
    """The kinds and roles of what comes about, and what it is a copy of."""
    family, _, base = node[0].partition(":")
    if family == "causes":
        return (base,), tuple(zip(world.book.events[base].roles, node[1], strict=True)), ""
    original: Thing | None = world.table.thing(node[1][0])  # type: ignore[arg-type]
    assert original is not None
    return original.kinds, tuple(zip(base.split(","), node[1][1:], strict=False)), original.name
