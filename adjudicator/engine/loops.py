"""Instances that depend on each other: rounds from what holds unsupported until nothing changes.

Starting from nothing supported, an instance that rests only on itself never
gets support; rounds that never settle are a paradox, found and named
(docs/meaning.md 7).
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from adjudicator.engine.limits import LimitReached
from adjudicator.model.graphs import components
from adjudicator.model.mapwords import MAP_WORDS
from adjudicator.model.outcomes import Circle, Resolution
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node
from adjudicator.model.undecided import UNDECIDED

if TYPE_CHECKING:
    from adjudicator.engine.resolve import World


def dependency_graph(book: Rulebook) -> dict[str, set[str]]:
    """For each property, those that it is computed from."""
    graph: dict[str, set[str]] = {}
    for name, needs in book.dependencies.items():
        graph.setdefault(name, set()).update(needs)
        if name.startswith("decider:"):
            graph.setdefault(name[len("decider:") :], set()).add(name)
        if name.startswith("after:"):
            graph[name].add(name[len("after:") :])
    return graph


def circles(book: Rulebook) -> dict[str, int]:
    """For each property that can depend on itself, the number of its circle."""
    graph = dependency_graph(book)
    if book.geometry is not None:
        told = book.geometry.properties
        for setting in book.geometry.answers:
            needs = {told[key] for key in MAP_WORDS[setting.key].needs if key in told}
            graph.setdefault(setting.property, set()).update(needs - {setting.property})
    found: dict[str, int] = {}
    for number, part in enumerate(components(graph)):
        if len(part) > 1 or part[0] in graph.get(part[0], ()):
            found.update(dict.fromkeys(part, number))
    return found


class Touched(Exception):
    """An instance outside the rounds turned out to rest on one inside: it belongs to the circle too."""

    def __init__(self, rounds: Rounds) -> None:
        super().__init__("part of the circle")
        self.rounds = rounds


class Rounds:
    """The rounds over one circle of instances, begun by one of them.

    `current` holds exactly the instances that depend on each other: one that is
    met on the way is first resolved as usual, and joins only if it rests on the
    circle.  All start together: when one has joined, everything begins anew.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.current: dict[Node, Resolution] = {}
        self.restless: dict[Node, Circle] = {}
        self.reads: dict[Node, set[Node]] = {}
        self.probing = False
        self._computing: Node | None = None
        self._grown = False

    def read(self, node: Node) -> Resolution:
        """A member as the last round left it."""
        if self._computing is not None:
            self.reads.setdefault(self._computing, set()).add(node)
        return self.current[node]

    def meet(self, node: Node) -> Resolution:
        """An instance that is no member (yet): resolved as usual, unless it rests on the circle."""
        self.probing = True
        try:
            return self.world.resolve(node)
        except Touched as touched:
            if touched.rounds is not self:
                raise
        finally:
            self.probing = False
        self._join(node)
        return self.read(node)

    def _join(self, node: Node) -> None:
        self._grown = True
        self.current[node] = self.world.unsupported(node)

    def run(self, root: Node) -> dict[Node, Resolution]:
        """Round after round until nothing changes; what goes round in a circle becomes undecided.

        Raises LimitReached where the rounds come to ever new values.
        """
        self._join(root)
        seen: list[dict[Node, Resolution]] = []
        exploring = True
        while True:
            self._grown = False
            following = {node: self._compute(node) for node in list(self.current)}
            if self._grown or exploring:
                exploring = self._grown
                self.current.update(following)
                if not exploring:
                    self._begin_anew()
                    seen = []
                continue
            if all(_same(following[n], self.current[n]) for n in following):
                return following
            self.current = following
            again = next((at for at, then in enumerate(seen) if all(_same(then.get(n), r) for n, r in following.items())), None)
            if again is not None:
                parts = self._sources(seen[again:])
                if not parts:  # the values stand, and only which circles they are read through goes round
                    return {node: replace(r, circles=_all_circles(node, seen[again:])) for node, r in following.items()}
                if self.world.engine.probe is not None:
                    self.world.engine.probe.restless()
                for part in parts:
                    self.restless |= dict.fromkeys(part, self._circle(part, seen[again:]))
                self._begin_anew()
                seen = []
            elif len(seen) > self.world.engine.limits.rounds:
                what = self.world.text(root)
                raise LimitReached(f"`{what}` rests on itself, and has come to nothing after {self.world.engine.limits.rounds:,} rounds")
            else:
                seen.append(following)

    def _compute(self, node: Node) -> Resolution:
        if node in self.restless:
            return self._undecided(node)
        self._computing = node
        try:
            return self.world.compute(node)
        finally:
            self._computing = None

    def _begin_anew(self) -> None:
        self.current = {node: self._undecided(node) if node in self.restless else self.world.unsupported(node) for node in self.current}

    def _sources(self, states: list[dict[Node, Resolution]]) -> list[frozenset[Node]]:
        """Of the instances that keep changing, those that do so because of each other and of nothing upstream."""
        changing = {node for node in states[0] if len({state[node].value for state in states}) > 1}
        graph = {a: [b for b in self.reads.get(a, ()) if b in changing] for a in changing}
        parts = [frozenset(part) for part in components(graph)]
        return [part for part in parts if all(part.issuperset(graph[a]) for a in part)]

    def _circle(self, part: frozenset[Node], states: list[dict[Node, Resolution]]) -> Circle:
        """The clauses by which instances keep changing, and whether there is no way in which each is as the others leave it."""
        spoke = (i for state in states for node in part for i in (*state[node].winners, *state[node].modifiers))
        return Circle(tuple(sorted({instance.clause.name for instance in spoke})), self._is_paradox(part, states))

    def _is_paradox(self, part: frozenset[Node], states: list[dict[Node, Resolution]]) -> bool:
        """Whether no values of these instances stand together, of those that they come to; not said where others would change with them."""
        among = [list(dict.fromkeys(state[node].value for state in states)) for node in part]
        if prod(map(len, among)) > MOST_WAYS or not all(part.issuperset(self.reads.get(node, ())) for node in part):
            return False
        before = self.current
        try:
            for values in product(*among):
                taken = dict(zip(part, values, strict=True))
                self.current = {**before, **{node: replace(before[node], value=value) for node, value in taken.items()}}
                if all(self._compute(node).value == value for node, value in taken.items()):
                    return False
        finally:
            self.current = before
        return True

    def _undecided(self, node: Node) -> Resolution:
        rests_on = tuple(n for n in sorted(self.restless, key=str) if n != node)
        return Resolution(node, UNDECIDED, "loop", rests_on=rests_on, circles=(self.restless[node],))


MOST_WAYS = 64


def _same(one: Resolution | None, other: Resolution) -> bool:
    return one is not None and one.value == other.value and set(one.circles) == set(other.circles)


def _all_circles(node: Node, states: list[dict[Node, Resolution]]) -> tuple[Circle, ...]:
    return tuple(dict.fromkeys(circle for state in states if node in state for circle in state[node].circles))
