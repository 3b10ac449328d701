"""The ways of a circle: what instances can be together that depend on each other (docs/meaning.md 7).

What comes out the same whatever the others can be, is that. Of what is left, the
instances that all depend on each other, and on nothing else that is left, are a
circle: it goes one of its ways, or is a paradox, which has none; then the rest is
gone through again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import combinations, product
from math import prod
from typing import TYPE_CHECKING

from adjudicator.language.wording import called, statement
from adjudicator.model.graphs import components
from adjudicator.model.outcomes import Cause, Circle, Resolution
from adjudicator.model.situation import Node
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Value

if TYPE_CHECKING:
    from adjudicator.engine.loops import Rounds

CIRCLE = "circle"
MOST_VALUES = 16
MOST_CASES = 400
MOST_TRIES = 4_096
MOST_WORK = 8_000

Taken = Mapping[Node, Value]
Case = tuple[Taken, Resolution]
"""What an instance comes to, where some others are so."""


class Unsaid(Exception):
    """What is computed read an instance that can be several things, and is not taken to be one of them."""

    def __init__(self, node: Node) -> None:
        super().__init__(node)
        self.node = node


class Regrown(Exception):
    """An instance has joined the circle: all begin anew."""


class TooMuch(Exception):
    """There is more to the circle than is gone through."""


class Ways:
    """What the members of a circle can be, and what this world takes them to be; `before` is what each is without support."""

    def __init__(self, rounds: Rounds, members: Iterable[Node]) -> None:
        self.rounds, self.world = rounds, rounds.world
        self.before = {node: self.world.unsupported(node).value for node in members}
        self.fixed: dict[Node, Value] = {}
        self.paradoxes: dict[Node, Resolution] = {}
        self.gone_round: dict[Node, Circle] = {}
        self._known: dict[tuple[Node, frozenset[tuple[Node, Value]]], Resolution | Node] = {}
        self._work = 0

    def found(self) -> dict[Node, Resolution]:
        """How each member comes to be what it is in this world. Raises Fork where a circle can go several ways."""
        while left := [node for node in self.before if node not in self.fixed and node not in self.paradoxes]:
            self._narrow(left)
        following = {node: self._computed(node, {}) for node in self.fixed}
        gone_round = {node: replace(following[node], circles=(circle,)) for node, circle in self.gone_round.items()}
        return {**following, **gone_round, **self.paradoxes}

    def _narrow(self, left: list[Node]) -> None:
        """Say of some of what is left what it is: of what can be one thing only, or else of the circles on which the rest depends."""
        self._known = {}
        outright = {node: found.value for node in left if isinstance(found := self._tried(node, {}), Resolution)}
        if outright:
            self.fixed |= outright
            return
        cases, can = self._possible(left)
        certain = {node: values[0] for node in left if len(values := _distinct(found for _, found in cases[node])) == 1}
        if certain:
            self.fixed |= certain
            return
        graph = {node: [other for other in left if other in _depends(cases[node])] for node in left}
        for part in components(graph):
            circle = sorted(part, key=str)
            if all(set(circle).issuperset(graph[node]) for node in circle):
                self._go(circle, cases, can)

    def _possible(self, left: list[Node]) -> tuple[dict[Node, list[Case]], dict[Node, list[Value]]]:
        """What each can be: what it is without support, and what it comes to where the others are what they can be."""
        can = {node: [self.before[node]] for node in left}
        cases: dict[Node, list[Case]] = {}
        grown = True
        while grown:
            grown = False
            for node in left:
                cases[node] = self._cases(node, can)
                new = [value for value in _distinct(found for _, found in cases[node]) if value not in can[node]]
                can[node] += new
                grown = grown or bool(new)
                if len(can[node]) > MOST_VALUES:
                    raise TooMuch
        return cases, can

    def _cases(self, node: Node, can: Mapping[Node, list[Value]]) -> list[Case]:
        """What it comes to, for each thing that those which it reads can be."""
        found: list[Case] = []
        waiting: list[dict[Node, Value]] = [{}]
        while waiting:
            taken = waiting.pop()
            tried = self._tried(node, taken)
            if isinstance(tried, Resolution):
                found.append((taken, tried))
            else:
                waiting += [{**taken, tried: value} for value in can[tried]]
            if len(found) + len(waiting) > MOST_CASES:
                raise TooMuch
        return found

    def _tried(self, node: Node, taken: Taken) -> Resolution | Node:
        """What it comes to, where some others are so; or which of the others it reads besides."""
        key = (node, frozenset(taken.items()))
        if key not in self._known:
            try:
                self._known[key] = self._computed(node, taken)
            except Unsaid as read:
                self._known[key] = read.node
        return self._known[key]

    def _computed(self, node: Node, taken: Taken) -> Resolution:
        self._work += 1
        if self._work > MOST_WORK:
            raise TooMuch
        said = {n: Resolution(n, value, CIRCLE) for n, value in (*self.fixed.items(), *taken.items())}
        self.rounds.taken = {**said, **self.paradoxes}
        return self.rounds.compute(node)

    def _go(self, circle: list[Node], cases: Mapping[Node, list[Case]], can: Mapping[Node, list[Value]]) -> None:
        """One of its ways, or, where it has none, a paradox."""
        ways = self._ways(circle, cases, can)
        clauses = sorted({i.clause.name for node in circle for _, found in cases[node] for i in (*found.winners, *found.modifiers)})
        if not ways:
            gone_round = Circle(tuple(clauses), True)
            for node in circle:
                self.paradoxes[node] = Resolution(node, UNDECIDED, "loop", circles=(gone_round,), could=tuple(can[node]))
            return
        way = ways[0]
        if len(ways) > 1:
            named = {self._told(circle, one): one for one in ways}
            cause = Cause(CIRCLE, circle_text(clauses, [self.world.text(node) for node in circle]))
            way = named[str(self.world.decisions.take((CIRCLE, tuple(circle)), cause, list(named)))]
            self.gone_round |= dict.fromkeys(circle, Circle(tuple(clauses)))
        self.fixed |= dict(zip(circle, way, strict=True))

    def _told(self, circle: list[Node], way: tuple[Value, ...]) -> str:
        things = self.world.table.all_things
        return ", ".join(statement(self.world.book, node, value, things) for node, value in zip(circle, way, strict=True))

    def _ways(self, circle: list[Node], cases: Mapping[Node, list[Case]], can: Mapping[Node, list[Value]]) -> list[tuple[Value, ...]]:
        """The values of which each is what comes of the others', and that something but themselves supports."""
        if prod(len(can[node]) for node in circle) > MOST_TRIES:
            raise TooMuch
        ways = []
        for values in product(*(can[node] for node in circle)):
            way = dict(zip(circle, values, strict=True))
            if all(_comes_to(cases[node], way) == way[node] for node in circle) and self._is_supported(way, cases):
                ways.append(values)
        return ways or self._rest(circle, cases)

    def _is_supported(self, way: Taken, cases: Mapping[Node, list[Case]]) -> bool:
        """Whether what is otherwise than without support comes about in some order, whether what has not come about yet is so or not."""
        there = {node for node, value in way.items() if value == self.before[node]}
        grown = True
        while grown:
            could = {node: (value,) if node in there else (value, self.before[node]) for node, value in way.items()}
            new = {
                node for node in way.keys() - there
                if all(found.value == way[node] for taken, found in cases[node] if all(taken[n] in could[n] for n in taken if n in could))
            }  # fmt: skip
            there |= new
            grown = bool(new)
        return len(there) == len(way)

    def _rest(self, circle: list[Node], cases: Mapping[Node, list[Case]]) -> list[tuple[Value, ...]]:
        """Where rounds from what is without support come to rest (a number that counts up to a bound); nothing where they never do."""
        seen = [{node: self.before[node] for node in circle}]
        while seen[-1] not in seen[:-1]:
            seen.append({node: _comes_to(cases[node], seen[-1]) for node in circle})
        return [tuple(seen[-1][node] for node in circle)] if seen[-1] == seen[-2] else []


def circle_text(clauses: Iterable[str], about: Iterable[str], paradox: bool = False) -> str:
    """A circle by its clauses, and what it is about."""
    return f"the {'paradox' if paradox else CIRCLE} of {' and '.join(map(called, clauses))}: {', '.join(about)}"


def _distinct(found: Iterable[Resolution]) -> list[Value]:
    return list(dict.fromkeys(one.value for one in found))


def _depends(cases: list[Case]) -> set[Node]:
    """The instances of which another value, of them alone, would make it another."""
    depends: set[Node] = set()
    for (some, one), (others, other) in combinations(cases, 2):
        if one.value != other.value:
            apart = [node for node in some if node in others and some[node] != others[node]]
            depends |= set(apart) if len(apart) == 1 else set()
    return depends


def _comes_to(cases: list[Case], way: Taken) -> Value:
    """What an instance comes to, of a circle that depends on nothing else that is left."""
    return next(found.value for taken, found in cases if all(way.get(node, value) == value for node, value in taken.items()))
