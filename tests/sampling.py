"""Samples that rotate: other members every day, the same ones again with the seed that the run prints.

`ADJUDICATOR_SAMPLE=all` takes everything (for nights).
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
EVERYTHING = "all"


def sample(of: Sequence[T], one_in: int) -> list[T]:
    """One in so many of them, in their order."""
    seed = os.environ["ADJUDICATOR_SAMPLE"]
    if seed == EVERYTHING:
        return list(of)
    dice = random.Random(seed)
    chosen = set(dice.sample(range(len(of)), -(-len(of) // one_in)))
    return [one for i, one in enumerate(of) if i in chosen]


def some(of: Sequence[T], most: int) -> list[T]:
    """At most so many of them, in their order."""
    return sample(of, -(-len(of) // most)) if len(of) > most else list(of)


def part_of(file: Path, most: int, folder: Path) -> Path:
    """A file with at most so many scenarios of another; one that declares something between them is left whole."""
    head, *scenarios = re.split(r"^(?=scenario )", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    if any(re.search(r"^(?!scenario |--)\S", one, flags=re.MULTILINE) for one in scenarios):
        return file
    part = folder / file.name
    part.write_text(head + "".join(some(scenarios, most)), encoding="utf-8")
    return part
