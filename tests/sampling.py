"""Samples that rotate: other members every day, the same ones again with the seed that the run prints."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def sample(of: Sequence[T], one_in: int) -> list[T]:
    """One in so many of them, in their order."""
    dice = random.Random(os.environ["ADJUDICATOR_SAMPLE"])
    chosen = set(dice.sample(range(len(of)), -(-len(of) // one_in)))
    return [one for i, one in enumerate(of) if i in chosen]


def some(of: Sequence[T], most: int) -> list[T]:
    """At most so many of them, in their order."""
    return sample(of, -(-len(of) // most)) if len(of) > most else list(of)
