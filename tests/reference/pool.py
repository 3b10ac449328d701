"""The events of an entry with all that comes of them: what stands under what, and the order told (11.3, 11.4)."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field, fields

from adjudicator.model.situation import Node
from adjudicator.model.story import Awaited, Telling
from adjudicator.model.values import Ref
from reference.branching import TooLarge
from reference.effects import Caused

MOST_TO_COME = 8
Step = tuple[object, object]


@dataclass
class Tree:
    """One tree: who is in the pool, what is over, and how they stand.

    `place` leads from the entry to an event: at each step the group of siblings, and which of them.
    `ranks` tells for caused events which clause instances caused them, and with which conclusions.
    """

    pool: list[Ref] = field(default_factory=list)
    over: dict[Ref, bool] = field(default_factory=dict)
    under: dict[Ref, Ref] = field(default_factory=dict)
    place: dict[Ref, tuple[Step, ...]] = field(default_factory=dict)
    ranks: dict[tuple[Node, int], dict[object, int]] = field(default_factory=dict)
    waiting: list[Awaited] = field(default_factory=list)
    looped: bool = False

    def parted(self) -> Tree:
        """The same tree in another world."""
        return Tree(*(copy(getattr(self, each.name)) for each in fields(self)))

    def announce(self, event: Ref, under: Ref | None, place: tuple[Step, ...]) -> None:
        """11.3: an event joins the pool, under another or under none."""
        self.pool.append(event)
        if len(self.pool) > MOST_TO_COME:
            raise TooLarge(f"more than {MOST_TO_COME} events to come")
        self.place[event] = place
        if under is not None:
            self.under[event] = under

    def due(self) -> tuple[Ref, ...]:
        """11.3: the events under which no announced event stands."""
        return tuple(e for e in self.pool if not any(self.under.get(other) == e for other in self.pool))

    def above(self, event: Ref) -> tuple[Ref, ...]:
        """11.3: what it stands under, directly or not."""
        over = self.under.get(event)
        return () if over is None else (over, *self.above(over))

    def leave(self, event: Ref, took_place: bool) -> None:
        """11.3: it has happened or was dropped."""
        self.pool.remove(event)
        self.over[event] = took_place

    def told_before(self, x: Ref, y: Ref) -> bool:
        """11.4: the order told: where their ways part, the siblings are told or caused in an order."""
        for (group, mine), (other, theirs) in zip(self.place[x], self.place[y], strict=False):
            if (group, mine) != (other, theirs):
                return group == other and self._ordered(group, mine, theirs)
        return False

    def told_at_once(self, x: Ref, y: Ref) -> bool:
        """11.4: whether their ways part where events are told at the same time, as many answers leading from there to each."""
        for step, (mine, theirs) in enumerate(zip(self.place[x], self.place[y], strict=False)):
            if mine != theirs:
                answers = [sum(group[0] == "told" for group, _ in self.place[event][step:]) for event in (x, y)]
                return mine[0] == theirs[0] and mine[0][0] == "same time" and answers[0] == answers[1]
        return False

    def _ordered(self, group: tuple, x: object, y: object) -> bool:
        if group[0] == "told":
            return x < y
        if group[0] in ("at once", "same time"):
            return False
        (node, index), (other, index_of_other) = x, y
        if node == other:
            return index < index_of_other
        first, second = self.ranks[(group[1], node)], self.ranks[(group[1], other)]
        differences = {second[instance] - first[instance] for instance in first if instance in second}
        return bool(differences) and all(d > 0 for d in differences)

    def join(self, event: Ref, cause: Ref, caused: Caused, index: int) -> None:
        """11.4: a caused event takes its place after its cause; where it stands is told by `announce`."""
        self.ranks[(cause, caused.node)] = dict(caused.ranks)
        self.place[event] = (*self.place[cause], (("caused", cause), (caused.node, index)))


def told_group(parent: object) -> tuple[str, object]:
    """Siblings that are told in an order."""
    return ("told", parent)


def answers_of(told: Telling | Awaited) -> tuple[tuple[int, Telling | Awaited], ...]:
    """The lines told below a line, numbered."""
    return tuple(enumerate(told.answers))
