"""What an answer takes for granted: of the defaults it rests on, those of which another value alone would make it another (meaning 14.9).

Such a default is given another value wherever the answer reads it, and what rests on that is worked out again, moment by moment, with
all else as it was: the decisions, the events, and what has nothing to do with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from copy import copy
from dataclasses import replace
from functools import cached_property

from adjudicator.engine.decisions import Decisions, Fork
from adjudicator.engine.happening import Apart
from adjudicator.engine.limits import LimitReached, OutOfTime, RuleFault
from adjudicator.engine.resolve import World, asked_for
from adjudicator.engine.table import Table
from adjudicator.engine.truth import instance_meant
from adjudicator.engine.worlds import Ground, Worlds, broken_by, follow, outcome_of
from adjudicator.language.wording import alike, statement
from adjudicator.model.expressions import EFFECTS, EVENTFUL
from adjudicator.model.graphs import reachable
from adjudicator.model.outcomes import Outcome, Resolution
from adjudicator.model.rulebook import properties_in
from adjudicator.model.situation import Fact, Node, Question
from adjudicator.model.values import Ref, Value
from adjudicator.settling.concluding import is_input, is_told
from adjudicator.settling.grades import SURE, grade_of
from adjudicator.settling.scenes import NOW, Scenes, at, step_of
from adjudicator.settling.support import resting
from adjudicator.settling.warrants import default_warrant

MOST = 60
"""So many defaults of one answer are looked into."""
MOST_WORLDS = 16
"""So many worlds are followed to see whether another value makes a difference; where there are more, it is said to make one."""
_UNREADABLE = (Fork, Apart, LimitReached, RecursionError)
_OF_FACTS = ("_facts", "with_unknown_facts", "with_kind_facts", "positions")
"""What a table has worked out from its facts."""


def taken_for_granted(ground: Ground, question: Question, outcome: Outcome) -> tuple[str, ...]:
    """The defaults that an answer takes for granted, as sentences, the nearest to the question first; like ones are told together."""
    if not outcome.world.decided:
        return ()
    taken, clock = _Taken(ground, question, outcome), ground.engine.clock
    with nullcontext() if clock.limits.seconds is None else clock.within(clock.limits.seconds):
        matter = taken.mattering() if taken.defaults else []
    return tuple(_told(taken, matter))


class _Taken:
    """What one answer rests on, and what becomes of it with another value in the place of a default."""

    def __init__(self, ground: Ground, question: Question, outcome: Outcome) -> None:
        self.ground, self.question, self.outcome = ground, question, outcome
        self.book, self.scenes = ground.engine.book, Scenes(ground, outcome)
        self.found: dict[int, dict[Node, Resolution]] = defaultdict(dict)
        for number, resolution in resting(outcome.world):
            self.found[number][resolution.node] = resolution
        self.moments = [*sorted(number for number in self.found if number != NOW), NOW]

    # ---- the defaults ----

    @cached_property
    def defaults(self) -> dict[Node, set[int]]:
        """The defaults of what the table tells, that no statement warrants, with the moments in which they are read."""
        asked = asked_for(self.question)
        world = self.scenes.world(NOW)
        own = instance_meant(world, asked, {}) if asked is not None and world is not None else None
        itself = own and (own[0].removeprefix("after:"), own[1])
        found: dict[Node, set[int]] = defaultdict(set)
        for number in (NOW, *self.moments[:-1]):
            for node, resolution in self.found[number].items():
                if (number, node) != (NOW, itself) and self._is_granted(number, resolution):
                    found[node].add(number)
        return dict(found)

    def _is_granted(self, number: int, resolution: Resolution) -> bool:
        (name, args), world = resolution.node, self.scenes.world(number)
        told = resolution.how == "default" and not resolution.rests_on and (is_told(self.book, name) or is_input(self.book, name))
        if not told or world is None or default_warrant(self.book, world, resolution.node):
            return False
        position = self.book.geometry is not None and self.book.geometry.properties.get("position")
        return name != position or not any(there[:1] == args[:1] for there in world.table.true_facts(name))  # who is elsewhere is not here

    def mattering(self) -> list[Node]:
        """Those of which another value alone would change the answer, or whether it is sure; what only follows from one of them is none.

        Those that are not looked into when the time of a question is over are told, too.
        """
        matter: list[Node] = []
        following: set[Node] = set()
        for node, read_in in [*self.defaults.items()][:MOST]:
            if node not in following and self._matters(node, read_in, following):
                matter.append(node)
        order = list(self.found[NOW]) + [node for number in self.moments[:-1] for node in self.found[number]]
        return sorted(matter, key=order.index)

    def _matters(self, node: Node, read_in: set[int], following: set[Node]) -> bool:
        if self.ground.engine.clock.over:
            return True
        try:
            flipped = _Flipped(self, node, read_in)
            if not flipped.changes_the_answer():
                return False
            following |= {other for other in self.found[NOW] if other != node and flipped.follows(other)}
        except OutOfTime:
            return True
        except (RuleFault, LimitReached):
            return False
        return True

    def value(self, node: Node) -> Value:
        """The value that a default has."""
        return self.found[min(self.defaults[node])][node].value

    def starting(self, node: Node) -> bool:
        """Whether it is a state that is only taken so for the start, and may have changed since."""
        return NOW not in self.defaults[node] and node[0] in self.ground.engine.fluents


class _Flipped:
    """The moments of an answer as they are with another value of one default."""

    def __init__(self, taken: _Taken, node: Node, read_in: set[int]) -> None:
        self.taken, self.node, self.read_in = taken, node, read_in
        value = taken.value(node)
        self.fact = Fact(node, not value) if isinstance(value, bool) else Fact(node, None, unknown=True)
        self.changed: dict[Node, Value] = {}
        self.now: World | None = None

    def changes_the_answer(self) -> bool:
        """Whether the answer, or whether it is sure, is another."""
        for number in self.taken.moments[:-1]:
            try:
                self._go_through(number)
            except _UNREADABLE:
                return True
        world = self._world(NOW)
        return world is not None and self._answers_otherwise(world)

    def follows(self, other: Node) -> bool:
        """Whether a default of the moment asked about is another in consequence."""
        known = self.taken.found[NOW].get(other)
        if known is None or known.how != "default" or self.now is None:
            return False
        try:
            return self.now.resolve(other).value != known.value
        except (*_UNREADABLE, RuleFault):
            return False

    def _go_through(self, number: int) -> None:
        """What later moments read of this one is worked out again."""
        found, step = self.taken.found[number], self.taken.scenes.step(number)
        read = {node for node in found if node[0].startswith(EFFECTS) or node[0] == "happens"}
        event = ("happens", (Ref(step.event),)) if step is not None else None
        if event is not None and self._never_came(number):
            self._without(number, read)
            return
        world = self._world(number)
        if world is None:
            return
        if event in found and world.value(event) is not True and found[event].value is True:
            self._without(number, read)
            return
        for node in read:
            value = world.value(node)
            if value != found[node].value:
                self.changed[at(number, node)] = value

    def _never_came(self, number: int) -> bool:
        """Whether the event of a step came of one that does not cause it now."""
        step = self.taken.scenes.step(number)
        return step is not None and any(
            node[0].partition("@")[0].startswith(EVENTFUL) and not value and step.event in self._caused_at(step_of(node))
            for node, value in self.changed.items()
        )

    def _caused_at(self, number: int) -> tuple[str, ...]:
        step = self.taken.scenes.step(number)
        return () if step is None else step.caused

    def _without(self, number: int, read: Iterable[Node]) -> None:
        """An event that does not take place changes nothing and causes nothing."""
        step = self.taken.scenes.step(number)
        before = {change.node: change.before for change in step.changes if change.known_before} if step is not None else {}
        for node in read:
            name, args = node
            kept = before.get((name.removeprefix("after:"), args)) if name.startswith("after:") else False if name == "happens" else 0
            self.changed[at(number, node)] = kept  # type: ignore[assignment]

    def _world(self, number: int) -> World | None:
        """A moment with the other value, and with what came of it before; None where all is as it was."""
        base = self.taken.scenes.world(number)
        facts = {self.node: self.fact} if number in self.read_in else {}
        known = {}
        for node, resolution in self.taken.found[number].items():
            source = next((one for one in resolution.rests_on if one in self.changed), None)
            if source is not None and resolution.how == "state":
                facts[node] = replace(base.situation.facts[node], value=self.changed[source]) if base is not None else self.fact
            elif source is not None and resolution.how == "then":
                known[node] = replace(resolution, value=self.changed[source])
        if base is None or not (facts or known):
            return None
        stale = self._stale({node[0] for node in (*facts, *known)})
        resolved = {} if stale is None else {node: one for node, one in base.resolved.items() if node[0] not in stale}
        return World(base.engine, _with_facts(base.table, facts), Decisions(base.decisions.taken), list(base.path), {**resolved, **known})

    def _stale(self, changed: set[str]) -> frozenset[str] | None:
        """What can be computed from these properties, they too; None where anything can: what a thing is, or what a rung compares."""
        engine = self.taken.ground.engine
        found = reachable(engine.computed_from, *changed) | changed
        ladder = self.taken.ground.table.situation.ladder or engine.book.ladder
        keys = set().union(*(properties_in(key.term) for rung in ladder.rungs for key in rung.keys))
        return None if keys & found or any(name.startswith("kind:") for name in found) else found

    def _answers_otherwise(self, world: World) -> bool:
        self.now = world
        outcome, question = self.taken.outcome, self.taken.question

        def finish(one: World, asked: Question, found: Worlds) -> None:
            value, root = one.answer(asked)
            lived = outcome_of(one, value, root)
            same = (lived.decided, lived.answer) == (outcome.world.decided, outcome.world.answer)
            if same:
                grade = grade_of(self.taken.ground, asked, replace(outcome.world, resolutions=one.resolved, root=root, table=one.table))
                same = (grade in SURE) is (outcome.grade in SURE)
            if not same and broken_by(one) is None:
                found.possible.append(lived)

        found = Worlds([], [])
        start = (world.decisions.taken, world.path, world.resolved)
        try:
            follow(world.engine, world.table, question, start, found, finish, MOST_WORLDS, 1)
        except LimitReached:
            return True
        return bool(found.possible)


def _with_facts(table: Table, facts: Mapping[Node, Fact]) -> Table:
    """The table with other facts, and nothing that was worked out from the former ones."""
    own = copy(table)
    for name in _OF_FACTS:
        own.__dict__.pop(name, None)
    own.situation = replace(table.situation, facts={**table.situation.facts, **facts})
    own.proposals, own.awake = dict(table.proposals), dict(table.awake)
    return own


# ---- in words ----


def _told(taken: _Taken, nodes: list[Node]) -> Iterator[str]:
    """The defaults as sentences: those that differ in one place only are told together."""
    things = taken.outcome.world.things
    world = taken.scenes.world(NOW)
    things = things if things is not None else world.table.all_things if world is not None else {}
    left = list(nodes)
    while left:
        first = left[0]
        place, group = max(((place, _like(taken, left, first, place)) for place in range(len(first[1]))), key=lambda one: len(one[1]),
                           default=(0, [first]))  # fmt: skip
        left = [node for node in left if node not in group]
        value, start = taken.value(first), " to begin with" if taken.starting(first) else ""
        among = [node[1][place] for node in group if node[1]]
        yield (alike(taken.book, first, value, place, among, things) if among[1:] else statement(taken.book, first, value, things)) + start


def _like(taken: _Taken, nodes: list[Node], first: Node, place: int) -> list[Node]:
    """The defaults of the same value that differ from this one in no place but this."""
    rest = [*first[1][:place], *first[1][place + 1 :]]
    return [
        node for node in nodes
        if node[0] == first[0] and [*node[1][:place], *node[1][place + 1 :]] == rest
        and taken.value(node) == taken.value(first) and taken.starting(node) is taken.starting(first)
    ]  # fmt: skip
