"""The worlds of a line: between events, while their order is settled, and in the moment of an event (docs/meaning.md 11.5)."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from adjudicator.engine.decisions import Decisions
from adjudicator.engine.engine import Engine
from adjudicator.engine.happening import Happening
from adjudicator.engine.resolve import World
from adjudicator.engine.table import Table
from adjudicator.model.situation import Fact, Node, Situation, Thing
from adjudicator.model.story import Story, Turn, events_of, holds_awaited, tellings_of
from adjudicator.records import dataclass
from adjudicator.story.line import Line, Snapshot
from adjudicator.story.memory import Memory


@dataclass(frozen=True)
class Stage:
    """What all lines of a story share: the engine, the situation told, and what must be remembered.

    With `passing` the turns of those who sit between two turns that are told go by without anything told of them.
    """

    engine: Engine
    situation: Situation
    memory: Memory
    passing: bool = False

    @property
    def story(self) -> Story:
        """The story that is walked."""
        assert self.situation.story is not None
        return self.situation.story

    @cached_property
    def waits(self) -> bool:
        """Whether the story waits for events that must come up."""
        return any(telling.answers and holds_awaited(telling) for entry in self.story.entries for telling in tellings_of(entry))

    @cached_property
    def told(self) -> dict[str, Thing]:
        """The events of the story, which come to the table only when they are announced."""
        named = {name for entry in self.story.entries for name in events_of(entry)}
        return {name: thing for name, thing in self.situation.things.items() if thing.is_event and (thing.happens or name in named)}

    @cached_property
    def about(self) -> dict[str, tuple[Fact, ...]]:
        """The facts told of each event."""
        found: dict[str, list[Fact]] = {}
        for fact in self.situation.facts.values():
            for arg in fact.node[1]:
                if str(arg) in self.told:
                    found.setdefault(str(arg), []).append(fact)
        return {name: tuple(facts) for name, facts in found.items()}

    @cached_property
    def start(self) -> dict[Node, Fact]:
        """The facts at the start: all that are not about events to come, and the round of the first heading."""
        found = {node: fact for node, fact in self.situation.facts.items() if not any(str(arg) in self.told for arg in node[1])}
        clock, first = self.engine.book.clock, next(iter(self.story.entries), None)
        if clock is not None and clock.round and isinstance(first, Turn) and first.number is not None:
            node: Node = (clock.round, ())
            found.setdefault(node, Fact(node, Fraction(first.number)))
        return found

    @cached_property
    def furniture(self) -> dict[str, Thing]:
        """What lies on the table at the start: all that is no event of the story."""
        return {name: thing for name, thing in self.situation.things.items() if name not in self.told}


def between(stage: Stage, line: Line) -> World:
    """The world of a line between two events."""
    return _world(stage, line, Happening(None, frozenset(), frozenset(a.event for a in line.pool), line.caused, line.tree, line.past,
                                         line.turn, line.round, _earlier(line)))  # fmt: skip


def ordering(stage: Stage, line: Line) -> World:
    """The world in which it is settled which event of the pool is next: all of them are taken to happen."""
    pool = frozenset(a.event for a in line.pool)
    return _world(stage, line, Happening(None, pool, pool, line.caused, line.tree, line.past, line.turn, line.round, _earlier(line)))


def moment_of(stage: Stage, line: Line, event: str, beside: tuple[str, ...]) -> World:
    """The world of an event's own moment, in which those `beside` it happen at the same time."""
    pool = frozenset(a.event for a in line.pool) - set(beside)
    ongoing = set(beside)
    for above in map(line.under.get, beside):
        while above is not None:
            ongoing |= {above} & pool
            above = line.under.get(above)
    if len(beside) > 1:
        line = line.on()  # what each brings about is its own
    return _world(stage, line, Happening(event, frozenset(ongoing), pool, line.caused, line.tree, line.past,
                                         line.turn, line.round, _earlier(line), beside))  # fmt: skip


def _world(stage: Stage, line: Line, happening: Happening) -> World:
    facts = {**stage.start, **line.state}
    situation = replace(stage.situation, things=dict(line.things), facts=facts, story=None)
    table = Table(stage.engine.book, situation, happening, stage.memory.questions)
    return World(stage.engine, table, Decisions(line.decisions), list(line.path), line.known)


def _earlier(line: Line) -> dict[str, Callable[[World], list[World]]]:
    """How to get at the world of an event that is over, where that is remembered."""
    return {event: _reopened(snapshot) for event, snapshot in line.kept.items()}


def _reopened(snapshot: Snapshot) -> Callable[[World], list[World]]:
    def reopen(later: World) -> list[World]:
        return [World(later.engine, one.table, later.decisions, later.path, ChainMap({}, one.resolved))
                for one in (snapshot, *snapshot.others)]  # fmt: skip

    return reopen
