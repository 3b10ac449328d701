"""Straight lines over the grid: which sides a line from the middle of a space crosses, one after another.

This depends only on how far the line goes, so it is worked out once for each
displacement; walls and joins are a matter of `sight.py`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from adjudicator.records import dataclass

ACROSS, DOWN, CORNER = 0, 1, 2
"""The kinds of a step: over an upright edge, over a level edge, through the corner between two of each."""


@dataclass(frozen=True, slots=True)
class Course:
    """The steps of a line that goes `width` half spaces across and `height` down, both not negative.

    `steps`: their kinds.  `shares`: for each step how far along the edge it
    crosses, as the numerator over `scale`, counted from the end that the
    line comes from.  `arrives`: ACROSS or DOWN where it ends on the middle of
    an edge, else None.
    """

    width: int
    height: int
    steps: tuple[int, ...]
    shares: tuple[int, ...]
    scales: tuple[int, ...]
    arrives: int | None

    def share(self, step: int) -> Fraction:
        """Where along the edge this step crosses it, between 0 and 1; 0 for a corner."""
        return Fraction(self.shares[step], self.scales[step]) if self.scales[step] else Fraction(0)


@lru_cache(maxsize=65536)
def course(width: int, height: int) -> Course:
    """The course of a line by its size in half spaces; at most one of the two may be odd."""
    steps, shares, scales = [], [], []
    across, down = 1, 1
    while across < width or down < height:
        kind = _next(across, down, width, height)
        if kind == CORNER:
            share, scale = 0, 0
        elif kind == ACROSS:
            share, scale = (width + across * height) % (2 * width), 2 * width
        else:
            share, scale = (height + down * width) % (2 * height), 2 * height
        steps.append(kind)
        shares.append(share)
        scales.append(scale)
        across += 0 if kind == DOWN else 2
        down += 0 if kind == ACROSS else 2
    arrives = ACROSS if width & 1 else DOWN if height & 1 else None
    return Course(width, height, tuple(steps), tuple(shares), tuple(scales), arrives)


def _next(across: int, down: int, width: int, height: int) -> int:
    """Which line of the grid comes first: the `across`-th half space to the side or the `down`-th downwards."""
    if across >= width:
        return DOWN
    if down >= height:
        return ACROSS
    sideways, downwards = across * height, down * width
    return CORNER if sideways == downwards else ACROSS if sideways < downwards else DOWN
