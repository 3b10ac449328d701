"""What a moment of a story knows of events: which one is current, what is over, what is still to come (docs/meaning.md 11.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from adjudicator.records import dataclass

if TYPE_CHECKING:
    from adjudicator.engine.resolve import World


@dataclass(frozen=True, slots=True)
class Stamp:
    """An event that is over: whether it took place, in which turn and round, and at which step of the story."""

    took_place: bool
    turn: int
    round: int
    step: int


class Apart(Exception):
    """Lines went on as one, and now something is asked of an earlier moment in which they were not the same."""


@dataclass(frozen=True)
class Happening:
    """The events of one moment, by name.

    `current` is the event whose moment it is, `beside` those that happen at the same time with it,
    itself among them, in the order told; `ongoing` are those that happen
    unless clauses say otherwise (these and what they answer); `tree`
    are those of the same tree that are over, `past` all that are over;
    `pending` those still in the pool.  `earlier` gives the world of the moment
    of an event that is over, as far as it is remembered, and after it those of lines
    that went on as one with this one.
    """

    current: str | None = None
    ongoing: frozenset[str] = frozenset()
    pending: frozenset[str] = frozenset()
    caused: frozenset[str] = frozenset()
    tree: Mapping[str, bool] = field(default_factory=dict)
    past: Mapping[str, Stamp] = field(default_factory=dict)
    turn: int = 0
    round: int = 0
    earlier: Mapping[str, Callable[[World], list[World]]] = field(default_factory=dict)
    beside: tuple[str, ...] = ()

    def acting(self, name: str) -> tuple[str, ...]:
        """Who brings about what an effect family speaks of: a change, all that happen at the same time; what is caused, each its own."""
        if name.startswith("after:") and len(self.beside) > 1:
            return self.beside
        return () if self.current is None else (self.current,)

    def not_yet(self, event: str) -> frozenset[str] | set[str]:
        """Who meets no condition of this one's effects: the events of the pool, and of those at the same time the ones told after it."""
        if len(self.beside) < 2:
            return self.pending
        return self.pending.union(self.beside[self.beside.index(event) + 1 :])

    def told(self, name: str, event: str) -> bool:
        """Whether `pending` or one of the `happened` properties holds of an event."""
        if name == "pending":
            return event in self.pending
        stamp = self.past.get(event)
        if stamp is None or not stamp.took_place:
            return False
        if name == "happened this turn":
            return stamp.turn == self.turn
        return name == "happened" or stamp.round == self.round
