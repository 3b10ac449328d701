"""How near two words are in meaning: by a dictionary, and by the company they keep in English texts.

The dictionary is WordNet (Miller, 1995): two stems are *linked* where words of them share a sense, or a sense of one is a kind of, like,
made from, or the opposite of one of the other. The company is GloVe (Pennington, Socher and Manning, 2014): each stem has a vector of
100 numbers, whose cosine is near 1 for words that stand in the same places and 0 for words that have nothing to do with each other. How
both came here says `make.py`.

Opposites are near, too (`open`, `locked`): so nothing is ever *read* by it; it only chooses what is shown.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from functools import lru_cache
from math import sqrt
from operator import mul
from pathlib import Path

DIMENSIONS = 100
STEMS = Path(__file__).with_name("stems.txt")
"""A stem a line, and the numbers of the lines above that it is linked to."""
NUMBERS = Path(__file__).with_name("stems.i8")
"""The vectors of the stems in their order, a signed byte a number."""
LINKED = 0.3
"""What a link adds to the cosine."""


@lru_cache(maxsize=1)
def _stems() -> tuple[dict[str, int], list[frozenset[int]]]:
    """The places of the stems, and for each place those above it that it is linked to."""
    lines = [line.split() for line in STEMS.read_text(encoding="utf-8").splitlines()]
    return {stem: place for place, (stem, *_) in enumerate(lines)}, [frozenset(map(int, others)) for _, *others in lines]


@lru_cache(maxsize=1)
def _numbers() -> bytes:
    return NUMBERS.read_bytes()


@lru_cache(maxsize=20_000)
def _vector(place: int) -> tuple[Sequence[int], float]:
    """The vector of a stem, and its length."""
    vector = array("b", _numbers()[place * DIMENSIONS : (place + 1) * DIMENSIONS])
    return vector, sqrt(sum(map(mul, vector, vector))) or 1.0


@lru_cache(maxsize=200_000)
def likeness(one: str, other: str) -> float:
    """How near two stems are, from 0 to 1; 0 where one is not known, 1 for one and the same."""
    places, links = _stems()
    first, second = sorted((places.get(one, -1), places.get(other, -1)))
    if one == other or first < 0:
        return float(one == other)
    (vector, length), (others, other_length) = _vector(first), _vector(second)
    cosine = max(0.0, sum(map(mul, vector, others)) / (length * other_length))
    return float(min(1.0, cosine + LINKED * (first in links[second])))


def nearest(stem: str, among: Collection[str], least: float, most: int) -> dict[str, float]:
    """Of some stems those nearest in meaning to this one, each with its likeness, the nearest first."""
    if stem not in _stems()[0]:
        return {}
    found = [(likeness(stem, other), other) for other in among if other != stem]
    return {other: alike for alike, other in sorted(found, reverse=True)[:most] if alike >= least}
