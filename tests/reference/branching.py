"""Decisions: which alternative of each branching a world takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol, Self, TypeVar

from adjudicator.model.values import Value, order_key

T = TypeVar("T")
Begun = TypeVar("Begun", bound="Parting")

NOT_TOLD = "not told"
"""9.5: the cause of the branching over what must be told and is not, and how such an instance came to its value."""

CIRCLE, PARADOX = "circle", "paradox"
"""7.2 and 7.3: the cause of the branching over the ways of a circle, and over what a paradox can be; how an instance is without value."""


class TooLarge(Exception):
    """The case has more worlds (or orders) than brute force should be asked to visit."""


@dataclass(frozen=True, slots=True)
class Branching:
    """A point where worlds part (8.1, 10.3).

    Two branchings of one instance are the same decision only if they are between the
    same alternatives, with the same chances, and up to the same player.  `step` tells
    apart what can happen to one instance one after another: its value is drawn, say,
    after the rung of chance has let a random value win.
    """

    cause: str
    what: object
    step: str
    alternatives: tuple[Value, ...]
    chances: tuple[Fraction, ...] = ()
    who: str | None = None

    def __hash__(self) -> int:
        """Of what it is about alone: fractions are slow to hash, and branchings are looked up all the time."""
        return hash((self.cause, self.what, self.step))

    @property
    def reason(self) -> tuple[str, object, str | None]:
        """What a player would call the cause: its sort, what it is about, and whose it is."""
        return (self.cause, self.what, self.who)

    def chance_of(self, taken: Value) -> Fraction:
        """8.5: the chance of one alternative; one where nothing is left to chance."""
        return self.chances[self.alternatives.index(taken)] if self.chances else Fraction(1)


class Fork(Exception):
    """A branching was met for which the world has no decision yet."""

    def __init__(self, branching: Branching) -> None:
        super().__init__(branching)
        self.branching = branching


@dataclass
class Path:
    """The decisions of one world, in the order in which it meets them."""

    decisions: dict[Branching, Value] = field(default_factory=dict)

    def take(self, branching: Branching) -> Value:
        """8.1: a world takes one alternative of each branching it meets."""
        if len(branching.alternatives) == 1:
            return branching.alternatives[0]
        if branching not in self.decisions:
            raise Fork(branching)
        return self.decisions[branching]

    @property
    def chance(self) -> Fraction:
        """8.5: the product of the chances of its decisions."""
        product = Fraction(1)
        for branching, taken in self.decisions.items():
            product *= branching.chance_of(taken)
        return product


class Parting(Protocol):
    """A world on its path."""

    path: Path

    def parted(self, path: Path) -> Self:
        """The same, for another path that has the decisions of this one so far."""


def ordered(values) -> tuple[Value, ...]:
    """Distinct values in an order that does not depend on how they were found."""
    return tuple(sorted(set(values), key=lambda v: (order_key(v), repr(v))))


def every_path(begun: Begun, live: Callable[[Begun], T], limit: int) -> Iterator[tuple[Path, T]]:
    """8.1: all worlds of what has begun, parting where a decision is missing; what was so before that is so in all of them."""
    pending = [begun]
    visited = 0
    while pending:
        world = pending.pop()
        try:
            result = live(world)
        except Fork as fork:
            decided = [Path({**world.path.decisions, fork.branching: value}) for value in fork.branching.alternatives]
            pending.extend(world.parted(path) for path in reversed(decided))
            continue
        visited += 1
        if visited + len(pending) > limit:
            raise TooLarge(f"more than {limit} worlds")
        yield world.path, result
