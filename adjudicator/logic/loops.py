"""Instances that depend on each other: rounds from what holds unsupported until nothing changes.

Starting from nothing supported, an instance that rests only on itself never
gets support; rounds that never settle are a paradox, found and named
(docs/meaning.md 7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx as nx

from adjudicator.logic.undecided import UNDECIDED
from adjudicator.model.outcomes import Resolution
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node

if TYPE_CHECKING:
    from adjudicator.logic.resolve import World


def circles(book: Rulebook) -> dict[str, int]:
    """For each property that can depend on itself, the number of its circle."""
    graph: nx.DiGraph = nx.DiGraph()
    for name, needs in book.dependencies.items():
        for need in needs:
            graph.add_edge(name, need)
        if name.startswith("decider:"):
            graph.add_edge(name[len("decider:") :], name)
        if name.startswith("after:"):
            graph.add_edge(name, name[len("after:") :])
    found: dict[str, int] = {}
    for number, part in enumerate(nx.strongly_connected_components(graph)):
        if len(part) > 1 or any(graph.has_edge(name, name) for name in part):
            found.update(dict.fromkeys(part, number))
    return found


class Rounds:
    """The rounds over one circle of properties, begun by one instance."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.current: dict[Node, Resolution] = {}
        self.fresh: list[Node] = []

    def read(self, node: Node) -> Resolution:
        """The instance as the last round left it; a new one starts unsupported."""
        known = self.current.get(node)
        if known is None:
            known = self.current[node] = self.world.unsupported(node)
            self.fresh.append(node)
        return known

    def run(self, root: Node) -> dict[Node, Resolution]:
        """Round after round until nothing changes; what never settles becomes undecided."""
        self.read(root)
        seen: list[tuple] = []
        restless: set[Node] = set()
        while True:
            self.fresh = []
            following = {
                node: self._restless(node) if node in restless else self.world.compute(node) for node in list(self.current)
            }
            settled = not self.fresh and all(_same(following[n], self.current[n]) for n in following)
            self.current.update(following)
            if settled:
                return self.current
            state = tuple((n, r.value, r.how == "gap") for n, r in self.current.items())
            if state in seen:
                restless |= self._changing(seen[seen.index(state) :])
                seen = []
            else:
                seen.append(state)

    def _changing(self, states: list[tuple]) -> set[Node]:
        """The instances whose value differs within the states that come round again."""
        values: dict[Node, set] = {}
        for state in states:
            for node, value, _ in state:
                values.setdefault(node, set()).add(value)
        return {node for node, met in values.items() if len(met) > 1}

    def _restless(self, node: Node) -> Resolution:
        return Resolution(node, UNDECIDED, "loop", rests_on=tuple(n for n in self.current if n != node))


def _same(a: Resolution, b: Resolution) -> bool:
    return a.value == b.value and a.how == b.how
