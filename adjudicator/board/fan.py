"""Everything that is seen from one space, all lines together.

From the middle of a space, the lines that begin with the same steps form a
beam between two directions.  A beam parts at the next corner: some lines pass
on one side of it, some on the other, one goes exactly through it.  Beams do
not depend on the map, so they are shared by all maps and spaces.
"""

from __future__ import annotations

from math import gcd

from adjudicator.board.lines import ACROSS, CORNER, DOWN
from adjudicator.board.stepping import Steps

Way = tuple[int, int]
"""A direction: so far across and so far down."""


def _left_of(one: Way, other: Way) -> int:
    """Positive when the second way turns down from the first, zero when both are the same."""
    return one[0] * other[1] - one[1] * other[0]


def _simplest(low: Way, high: Way) -> Way:
    """The nearest middle of a space strictly between two ways: no other one there is less far across, or down."""
    if low == high:
        common = gcd(*low)
        return low[0] // common, low[1] // common
    left, right = (1, 0), (0, 1)
    if _left_of(low, left) > 0:
        return left
    if _left_of(right, high) > 0:
        return right
    while True:
        middle = (left[0] + right[0], left[1] + right[1])
        if _left_of(low, middle) <= 0:
            left = middle
        elif _left_of(middle, high) <= 0:
            right = middle
        else:
            return middle


class Beam:
    """The lines between two ways (both left out; or the one way, when they are the same) in a space of the grid.

    `column` and `row` count spaces from the origin.  `ends` says whether one of the lines goes to the space's middle,
    `first` which is the first space whose middle any of the lines goes to.
    """

    __slots__ = ("column", "ends", "first", "high", "low", "parts", "row")

    def __init__(self, column: int, row: int, low: Way, high: Way) -> None:
        self.column, self.row, self.low, self.high = column, row, low, high
        before, after = _left_of(low, (column, row)), _left_of((column, row), high)
        self.ends = before > 0 < after or low == high and before == 0
        self.first = _simplest(low, high)
        self.parts: tuple[Part, ...] = ()

    def part(self) -> tuple[Part, ...]:
        """The beams into which it parts at the next corner; kept in `parts` once they are known."""
        column, row, low, high = self.column, self.row, self.low, self.high
        corner = (2 * column + 1, 2 * row + 1)
        before, after = _left_of(low, corner), _left_of(corner, high)
        found = []
        if before > 0:
            found.append((ACROSS, Beam(column + 1, row, low, corner if low != high and after > 0 else high)))
        if after > 0:
            found.append((DOWN, Beam(column, row + 1, corner if low != high and before > 0 else low, high)))
        if before > 0 < after or before == after == 0:
            found.append((CORNER, Beam(column + 1, row + 1, corner, corner)))
        self.parts = tuple((kind, beam, *beam.first, beam.ends) for kind, beam in found)
        return self.parts


Part = tuple[int, Beam, int, int, bool]
"""A part of a beam: the kind of its step, the beam, its `first` across and down, and its `ends`; side by side, to be quick."""
ALL = Beam(0, 0, (1, -1), (-1, 1))
"""All lines of one quarter of the plane, both its borders included."""


Start = tuple[int, int, int]
"""Where lines begin that go to one quarter: the state, and how far across and down there are spaces at most."""


def spread(steps: Steps, starts: list[Start], joins: int, purse: int | None = None) -> set[int] | None:
    """The places in `steps.spaces` to which a line runs that meets nothing, the one it starts in included.

    At most `joins` joined edges are gone through, and at most `purse` beams are followed (any number, if not said):
    None where more would be needed.
    """
    seen = {start for start, _, _ in starts}
    followed = 0
    for start, width, height in starts:
        waiting = [(ALL, start, joins)]
        while waiting:
            beam, state, left = waiting.pop()
            followed += 1
            if followed == purse:
                return None
            for kind, part, across, down, ends in beam.parts or beam.part():
                if across > width or down > height:
                    continue
                after, met, through, joined = steps[state + kind]
                if met or joined > left:
                    continue
                if ends:
                    seen.add(after)
                if not through:
                    waiting.append((part, after, left - joined))
    return {steps.place(state) for state in seen}
