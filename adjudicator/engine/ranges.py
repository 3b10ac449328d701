"""Whether bounds on single numbers can hold together, worked out without a solver.

Most of what is asked about unknown numbers compares one of them with a known
one: `the life of Bob is at least 3`.  Such conditions say nothing of each
other where they are about different numbers, so they can hold together when
each number has a value that its own bounds leave.  What compares two numbers,
or rounds one, is for the solver (symbols.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from fractions import Fraction
from math import ceil, floor

from adjudicator.records import dataclass

Bound = tuple[str, str, Fraction]
"""A number by its name, how it compares, and with what."""


@dataclass
class Range:
    """What is left of one number: between two ends (none: endless), open or closed, without some points."""

    whole: bool
    low: Fraction | None = None
    high: Fraction | None = None
    open_low: bool = False
    open_high: bool = False
    without: set[Fraction] = field(default_factory=set)

    def bound(self, op: str, number: Fraction) -> None:
        """Keep what compares so with a number."""
        if op == "!=":
            self.without.add(number)
        if op in ("=", ">", ">=") and (self.low is None or (number, op == ">") > (self.low, self.open_low)):
            self.low, self.open_low = number, op == ">"
        if op in ("=", "<", "<=") and (self.high is None or (number, op != "<") < (self.high, not self.open_high)):
            self.high, self.open_high = number, op == "<"

    def _ends(self) -> tuple[Fraction | None, Fraction | None]:
        """The ends, for whole numbers the least and the greatest left between them."""
        low, high = self.low, self.high
        if self.whole:
            low = None if low is None else Fraction(floor(low) + 1 if self.open_low else ceil(low))
            high = None if high is None else Fraction(ceil(high) - 1 if self.open_high else floor(high))
        return low, high

    def possible(self) -> bool:
        """Whether any value is left."""
        low, high = self._ends()
        if low is None or high is None:
            return True
        if self.whole:
            return high - low + 1 > sum(low <= one <= high and one.denominator == 1 for one in self.without)
        if low == high:
            return not self.open_low and not self.open_high and low not in self.without
        return low < high

    def only(self) -> Fraction | None:
        """The one value that is left; None where there are several, or none."""
        low, high = self._ends()
        if low is None or high is None or not self.possible():
            return None
        if not self.whole:
            return low if low == high else None
        if high - low > len(self.without):
            return None
        left = [low + k for k in range(int(high - low) + 1) if low + k not in self.without]
        return left[0] if len(left) == 1 else None


def ranges_left(bounds: Iterable[Bound], whole: dict[str, bool]) -> dict[str, Range]:
    """By number what all its bounds leave of it; `whole` says of each whether it is a whole number."""
    left: dict[str, Range] = {}
    for name, op, number in bounds:
        left.setdefault(name, Range(whole[name])).bound(op, number)
    return left
