"""One change to what is settled, and what came of trying some."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction

from adjudicator.engine.trace import Holder
from adjudicator.model.situation import Node
from adjudicator.model.values import Value
from adjudicator.records import dataclass


class Left(Enum):
    """The value of what is left out, and of what nobody had said before."""

    OUT = "left out"


OUT = Left.OUT

SORTS = ("fact", "said", "event", "unsaid", "thing", "option", "reading", "ruling", "number", "swap", "clause")
"""The sorts of changes, those first that a table checks first: what lies there (somebody misread or forgot it), what
happened, what was agreed (options, readings, rulings that are no plain rules), and only then the rules themselves."""

TABLE = ("fact", "said", "event", "unsaid", "thing")
AGREED = ("option", "reading", "ruling")
RULES = ("number", "swap", "clause")
GROUPS = (TABLE, AGREED, RULES)


@dataclass(frozen=True, slots=True)
class SaidAt:
    """An instance as an entry of a story says it, by the number of the entry."""

    entry: int
    node: Node


@dataclass(frozen=True, slots=True)
class Swapped:
    """What holds the two Precedence Numbers that change places."""

    first: Holder
    second: Holder


@dataclass(frozen=True, slots=True)
class Numbers:
    """Two Precedence Numbers, of the first and of the second that change places."""

    first: Fraction
    second: Fraction


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is otherwise: `what` has the value `value` instead of `before`.

    By `sort`, `what` is: an instance that the scenario gives (fact), gives within a story (said, with the number of
    the entry), or does not give (unsaid); an event or a thing that is not there; an option; a reading; a ruling (what a
    group can hold or not) or another clause that holds or does not; what holds a Precedence Number, or two such that change places.
    """

    sort: str
    what: Holder | SaidAt | Swapped
    value: Value | Left | Numbers = OUT
    before: Value | Left | Numbers = OUT

    @property
    def holder(self) -> Holder:
        """What is changed, where it is one thing: an instance of the situation, or something by its name. Raises TypeError where not."""
        if isinstance(self.what, (SaidAt, Swapped)):
            raise TypeError(f"more than an instance or a name: {self.what!r}")
        return self.what

    @property
    def node(self) -> Node:
        """The instance that is changed. Raises TypeError where it is something else."""
        if isinstance(self.holder, str):
            raise TypeError(f"a name, and no instance: {self.what!r}")
        return self.holder

    @property
    def touches(self) -> frozenset[object]:
        """What is changed: two changes of the same exclude one another. Of Precedence Numbers one is changed, or two change places."""
        numbers: frozenset[object] = frozenset({("numbers",)}) if self.sort in ("number", "swap") else frozenset()
        return numbers | ({self.what.first, self.what.second} if isinstance(self.what, Swapped) else {self.what})

    def reaches(self, other: Change) -> bool:
        """Whether it is the other one, or goes farther than it in the same direction."""
        if self == other:
            return True
        if self.sort != other.sort or self.what != other.what:
            return False
        mine, its = self._farther, other._farther
        return mine is not None and its is not None and mine * its > 0 and abs(mine) > abs(its)

    @property
    def _farther(self) -> Fraction | None:
        """By how much a number is more than it was."""
        return self.value - self.before if isinstance(self.value, Fraction) and isinstance(self.before, Fraction) else None


@dataclass(frozen=True, slots=True)
class Flip:
    """Changes that, made together, lead to other answers; no smaller part of them does."""

    changes: tuple[Change, ...]
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tried:
    """How many sets of one size were tried, of how many that could matter; and how many of them were given up for their work."""

    size: int
    tried: int
    possible: int
    given_up: int = 0


@dataclass(frozen=True, slots=True)
class Changes:
    """The answers as they are, what would change them (the nearest first), and how far was looked."""

    today: tuple[str, ...]
    flips: tuple[Flip, ...]
    tried: tuple[Tried, ...]
