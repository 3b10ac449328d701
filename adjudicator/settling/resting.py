"""Which events an answer rests on: those that its reasons name or that changed what these read, and those of which such events came."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.model.expressions import EFFECTS
from adjudicator.model.outcomes import Resolution, World
from adjudicator.model.situation import Node
from adjudicator.model.values import Ref
from adjudicator.settling.scenes import NOW, plain, step_of

_LEAVE = "may"
_NONE: frozenset[str] = frozenset()


def events_behind(world: World) -> frozenset[str]:
    """The events without which the answer would not have its reasons, as these were found.

    Where several clauses give the same, only what all of them rest on. That an event may happen is no reason for its having happened.
    """
    return _Reasons(world).of_all((NOW, node) for node in world.root)


class _Reasons:
    """Reads the recorded resolutions of one world, moment by moment; in a circle nothing rests on itself."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.leave = {arg for node in world.root if node[0] == _LEAVE for arg in node[1]}
        self.known: dict[tuple[int, Node], frozenset[str]] = {}

    def of_all(self, nodes: Iterable[tuple[int, Node]]) -> frozenset[str]:
        """What instances rest on together, each in the moment of a step or the one asked about."""
        return _NONE.union(*(self.of(at, node) for at, node in nodes))

    def of(self, at: int, marked: Node) -> frozenset[str]:
        """What one instance rests on."""
        at, node = step_of(marked) or at, plain(marked)
        if (at, node) not in self.known:
            self.known[at, node] = _NONE
            resolution = self._resolution(at, node)
            self.known[at, node] = _NONE if resolution is None else self._of(at, node, resolution)
        return self.known[at, node]

    def _of(self, at: int, node: Node, resolution: Resolution) -> frozenset[str]:
        if node[0] == _LEAVE and node not in self.world.root:
            return _NONE
        here = [arg.name for arg in node[1] if isinstance(arg, Ref) and arg not in self.leave]
        here = here if resolution.value not in (None, False, 0) else []
        if node[0].startswith(EFFECTS) and at != NOW:
            here.append(self.world.steps[at - 1].event)
        ways = [self.of_all((at, one) for one in winner.rests_on) for winner in resolution.winners]
        rest = (*resolution.rests_on, *resolution.lifted, *(one for modifier in resolution.modifiers for one in modifier.rests_on))
        return self._with_causes(here).union(_NONE.union(*ways[:1]).intersection(*ways[1:]), self.of_all((at, one) for one in rest))

    def _resolution(self, at: int, node: Node) -> Resolution | None:
        if at == NOW:
            return self.world.resolutions.get(node)
        return self.world.steps[at - 1].resolutions.get(node) if at <= len(self.world.steps) else None

    def _with_causes(self, events: list[str]) -> frozenset[str]:
        """The events, and those of which they came, however far back."""
        found = {*events}
        for step in reversed(self.world.steps):
            found |= {step.event} if found & {*step.caused} else set()
        return frozenset(found)
