"""Questions about graphs that every run asks; for the others there is networkx, which takes longer to load."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

Named = TypeVar("Named", bound=Hashable)
Graph = Mapping[Named, Iterable[Named]]
"""For each node, the nodes its edges lead to."""


def reachable(graph: Graph[Named], *starts: Named) -> frozenset[Named]:
    """Every node to which some edges lead from one of `starts`, one after another; one of these only if edges lead to it."""
    found: set[Named] = set()
    waiting = [node for start in starts for node in graph.get(start, ())]
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting.extend(graph.get(node, ()))
    return frozenset(found)


def components(graph: Graph[Named]) -> list[list[Named]]:
    """The strongly connected components (Tarjan's algorithm, without recursion), what they lead to first."""
    order: dict[Named, int] = {}
    low: dict[Named, int] = {}
    pending: list[Named] = []
    inside: set[Named] = set()
    found: list[list[Named]] = []
    for root in graph:
        if root in order:
            continue
        path = [(root, iter(_entered(root, graph, order, low, pending, inside)))]
        while path:
            node, edges = path[-1]
            for target in edges:
                if target not in order:
                    path.append((target, iter(_entered(target, graph, order, low, pending, inside))))
                    break
                if target in inside:
                    low[node] = min(low[node], order[target])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == order[node]:
                    found.append(_closed(node, pending, inside))
    return found


def _entered(
    node: Named, graph: Graph[Named], order: dict[Named, int], low: dict[Named, int], pending: list[Named], inside: set[Named]
) -> Iterable[Named]:
    order[node] = low[node] = len(order)
    pending.append(node)
    inside.add(node)
    return graph.get(node, ())


def _closed(node: Named, pending: list[Named], inside: set[Named]) -> list[Named]:
    part: list[Named] = []
    while not part or part[-1] != node:
        part.append(pending.pop())
        inside.discard(part[-1])
    return part


def cliques(neighbours: Mapping[Named, set[Named]]) -> Iterator[set[Named]]:
    """The largest sets of which every two are neighbours: none lies within another (Bron and Kerbosch, with a pivot)."""

    def grown(so_far: set[Named], left: set[Named], done: set[Named]) -> Iterator[set[Named]]:
        if not left and not done:
            yield so_far
            return
        pivot = max((*left, *done), key=lambda one: len(left & neighbours[one]))
        for one in [one for one in left if one not in neighbours[pivot]]:
            yield from grown(so_far | {one}, left & neighbours[one], done & neighbours[one])
            left = left - {one}
            done = done | {one}

    return grown(set(), set(neighbours), set())
