"""What a moment of a story knows of events (11.5, 11.8)."""

from __future__ import annotations

from dataclasses import dataclass, field

from adjudicator.model.expressions import EFFECTS, TOLD
from adjudicator.model.situation import Node
from adjudicator.model.values import Ref, Value

NEVER_PAST = ("happens", "before", "decider:before", *TOLD)


@dataclass(frozen=True)
class Past:
    """An event that is over: whether it took place, in which turn and round."""

    took_place: bool
    turn: int
    round: int


@dataclass(frozen=True)
class Events:
    """The events of a moment: the current one, those of its tree that are over, those to come, and all past ones.

    `beside` are those that happen at the same time with the current one, itself among them, in the order told.
    """

    events: tuple[Ref, ...]
    current: Ref | None = None
    beside: tuple[Ref, ...] = ()
    picking: bool = False
    over: dict[Ref, bool] = field(default_factory=dict)
    pool: frozenset[Ref] = frozenset()
    past: dict[Ref, Past] = field(default_factory=dict)
    answers: dict[Ref, Ref] = field(default_factory=dict)
    causes: dict[Ref, Ref] = field(default_factory=dict)
    copies: dict[Ref, Ref] = field(default_factory=dict)
    turn: int = 0
    round: int = 0
    seats: tuple[Ref, ...] = ()

    def going_on(self) -> tuple[Ref, ...]:
        """11.5: the current event, those at the same time, and what they answer; while the next one is picked, all of the pool."""
        if self.picking:
            return tuple(self.pool)
        return tuple(one for event in self.beside for one in (event, *self.answered(event)))

    def not_yet(self) -> frozenset[Ref]:
        """11.6: who meets no event condition now: the events of the pool, and of those at the same time the ones after the current."""
        after = self.beside[self.beside.index(self.current) + 1 :] if self.current in self.beside else ()
        return self.pool.union(after)

    def answered(self, event: Ref) -> tuple[Ref, ...]:
        """11.5: what an event answers, directly or not."""
        found: list[Ref] = []
        while event in self.answers and self.answers[event] not in found:
            event = self.answers[event]
            found.append(event)
        return tuple(found)

    def given(self, node: Node) -> tuple[Value] | None:
        """What the story itself settles of a node, clauses or not; None where it is for the clauses to say."""
        name, args = node
        if name == "happens":
            if args[0] in self.over:
                return (self.over[args[0]],)
            return None if args[0] in self.going_on() else (False,)
        related = {"answers": self.answers, "caused by": self.causes, "copy of": self.copies}
        if name in related:
            return (related[name].get(args[0]) == args[1] and args[1] is not None,)
        if name == "pending":
            return (args[0] in self.pool,)
        if name in TOLD:
            past = self.past.get(args[0])
            recent = {"happened": True, "happened this turn": past and past.turn == self.turn,
                      "happened this round": past and past.round == self.round}  # fmt: skip
            return (past is not None and past.took_place and bool(recent[name]),)
        return None

    def is_earlier(self, event: Value, happens: bool) -> bool:
        """11.8: whether it is an event of a tree before the running one; one that is only proposed (and has not come up) is of none."""
        return event in self.events and event not in self.beside and event not in self.pool and event not in self.over and (
            happens or event in self.past)  # fmt: skip

    def left_of(self, seat: Value) -> Ref | None:
        """11.10: who sits to the left; the last seat is next to the first."""
        if seat not in self.seats:
            return None
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def settling(self, node: Node, state: frozenset[str]) -> Ref | None:
        """11.8: the event in whose moment a node was settled for good: the first event in its places, if that is over."""
        name, args = node
        if name in NEVER_PAST or name.startswith(EFFECTS) or name in state:
            return None
        first = next((arg for arg in args if arg in self.events), None)
        return first if first in self.past else None
