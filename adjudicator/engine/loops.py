"""Instances that depend on each other: which there are, and what they are together (docs/meaning.md 7).

Rounds from what holds unsupported until nothing changes: where none of them is
read round in a circle that has left its beginning, or where support only grows,
that is all they can be. Else engine/ways.py says what they can be.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from adjudicator.engine.growing import only_grows
from adjudicator.engine.limits import LimitReached, RuleFault
from adjudicator.engine.ways import Regrown, TooMuch, Unsaid, Ways
from adjudicator.model.graphs import components
from adjudicator.model.mapwords import MAP_WORDS
from adjudicator.model.outcomes import Resolution
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node
from adjudicator.model.values import Value

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


def graph_on_a_map(book: Rulebook) -> dict[str, set[str]]:
    """The same where a map is drawn, whose answers are computed from what the book tells it."""
    graph = dependency_graph(book)
    if book.geometry is not None:
        told = book.geometry.properties
        for setting in book.geometry.answers:
            needs = {told[key] for key in MAP_WORDS[setting.key].needs if key in told}
            graph.setdefault(setting.property, set()).update(needs - {setting.property})
    return graph


def circles(book: Rulebook) -> dict[str, int]:
    """For each property that can depend on itself, the number of its circle."""
    graph = graph_on_a_map(book)
    found: dict[str, int] = {}
    for number, part in enumerate(components(graph)):
        if len(part) > 1 or part[0] in graph.get(part[0], ()):
            found.update(dict.fromkeys(part, number))
    return found


class Around(Exception):
    """What was read leads back to an instance that is being worked out: those on the `way` there, the innermost first, are on a circle
    with it."""

    def __init__(self, number: int | None) -> None:
        super().__init__(number)
        self.number = number
        self.way: dict[Node, None] = {}


class Circular(Around):
    """An instance was needed for itself; caught where it was first asked for."""

    def __init__(self, node: Node, number: int | None) -> None:
        super().__init__(number)
        self.node = node


class Touched(Around):
    """An instance outside the rounds turned out to rest on one inside: it belongs to the circle too."""

    def __init__(self, rounds: Rounds) -> None:
        super().__init__(rounds.number)
        self.rounds = rounds


class Rounds:
    """What goes on about one circle of instances, begun by one of them.

    `current` holds exactly the instances that depend on each other: one that is
    met on the way is first resolved as usual, and joins only if it rests on the
    circle, with those through which it does.  All start together: when one has joined, everything begins anew.
    In rounds they are read as the last round left them; when their ways are sought (`taken`), as what each is taken to be.
    """

    def __init__(self, world: World, number: int) -> None:
        self.world, self.number = world, number
        self.current: dict[Node, Resolution] = {}
        self.reads: dict[Node, set[Node]] = {}
        self.probing = False
        self.taken: dict[Node, Resolution] | None = None
        self._computing: Node | None = None
        self._grown = False

    def read(self, node: Node) -> Resolution:
        """A member as the last round left it, or as what it is taken to be."""
        if self.taken is not None:
            if node not in self.taken:
                raise Unsaid(node)
            return self.taken[node]
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
            joining = tuple(touched.way)
        finally:
            self.probing = False
        self._join(joining)
        if self.taken is not None:
            raise Regrown
        return self.read(node)

    def _join(self, way: Iterable[Node]) -> None:
        self._grown = True
        self.current.update({node: self.world.unsupported(node) for node in way if node not in self.current})

    def run(self, root: Node, way: Iterable[Node]) -> dict[Node, Resolution]:
        """What the circle is on which the root is by `way` of others: as the rounds leave it, where it can be nothing else, or else in one
        of its ways.

        Raises LimitReached where the rounds come to ever new values, or where there is too much to a circle that never settles.
        """
        self._join((root, *way))
        while True:
            settled = self._settled(root)
            if settled is not None and (self._is_plain(settled) or only_grows(self.world.book, frozenset(n for n, _ in settled))):
                return settled
            if self.world.engine.probe is not None:
                self.world.engine.probe.restless()
            try:
                return Ways(self, dict(self.current)).found()
            except Regrown:
                continue
            except (TooMuch, RuleFault):
                if settled is None:
                    raise LimitReached(f"`{self.world.text(root)}` goes round in a circle with too much to it to be followed") from None
                return settled
            finally:
                self.taken = None

    def _settled(self, root: Node) -> dict[Node, Resolution] | None:
        """Round after round until nothing changes; None where that never is."""
        while True:
            self._grown = False
            self.current.update({node: self.compute(node) for node in list(self.current)})
            if not self._grown:
                break
        self.current = {node: self.world.unsupported(node) for node in self.current}
        seen: list[dict[Node, Value]] = []
        while True:
            self.reads = {}
            following = {node: self.compute(node) for node in list(self.current)}
            if self._grown:
                return self._settled(root)
            values = {node: found.value for node, found in following.items()}
            if all(values[node] == found.value for node, found in self.current.items()):
                return following
            self.current = following
            if values in seen:
                return None
            if len(seen) > self.world.engine.limits.rounds:
                what = self.world.text(root)
                raise LimitReached(f"`{what}` rests on itself, and has come to nothing after {self.world.engine.limits.rounds:,} rounds")
            seen.append(values)

    def compute(self, node: Node) -> Resolution:
        """A member, from what the others are now, or are taken to be."""
        self._computing = node
        try:
            return self.world.compute(node)
        finally:
            self._computing = None

    def _is_plain(self, settled: dict[Node, Resolution]) -> bool:
        """Whether what is read round in a circle is still as it began: then nothing else can begin there."""
        graph = {node: [other for other in self.reads.get(node, ()) if other in settled] for node in settled}
        circular = (part for part in components(graph) if len(part) > 1 or part[0] in graph[part[0]])
        return all(self.world.unsupported(node).value == settled[node].value for part in circular for node in part)
