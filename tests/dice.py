"""Small random choices.

The strategy draws one seed and everything else follows from it: Hypothesis would
otherwise spend its examples on near copies of one another, and rare things (ties on
the last rungs, teams) would come in clusters or not at all.  What is lost is its
shrinking; `reduction.py` makes failing cases small instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Dice:
    """A thin face of a random number generator."""

    random: Random

    def one(self, options: tuple[T, ...]) -> T:
        """One of the options."""
        return self.random.choice(options)

    def often(self, percent: int) -> bool:
        """Yes, in so many cases of a hundred."""
        return self.random.randrange(100) < percent

    def number(self, least: int, most: int) -> int:
        """A number between two, both included."""
        return self.random.randint(least, most)

    def shuffled(self, options: list[T]) -> list[T]:
        """The same options in any order."""
        return self.random.sample(options, len(options))

    def some(self, options: tuple[T, ...], least: int, most: int) -> tuple[T, ...]:
        """So many different ones, fewer if there are not enough."""
        return tuple(self.random.sample(options, min(len(options), self.number(least, most))))
