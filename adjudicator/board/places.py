"""What lies where: the same space, the next space, the spaces that touch at a corner, the edges around a space.

Whether a wall between two spaces matters is for the caller, who passes `open`.
"""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.board.maps import Board, Crossing, Side
from adjudicator.board.spots import HEADINGS, Spot

Open = Callable[[Crossing], bool]
"""Whether one step can be made, or counted."""


def always(_: Crossing) -> bool:
    """Every step."""
    return True


def steps_from(board: Board, space: Spot, open: Open = always) -> list[Crossing]:
    """The steps out of a space that stay on the map, to the north, east, south and west."""
    found = [board.crossing(space, heading) for heading in HEADINGS]
    return [crossing for crossing in found if crossing is not None and open(crossing)]


def steps_between(board: Board, one: Spot, other: Spot, open: Open = always) -> list[Crossing]:
    """Every way to go from one space to the other in one step: none where they are not next to each other."""
    return [crossing for crossing in steps_from(board, one, open) if crossing.space == other]


def next_to(board: Board, one: Spot, other: Spot, open: Open = always) -> bool:
    """Whether two different spaces lie side by side, over an edge or through joined edges."""
    return one != other and bool(steps_between(board, one, other, open))


def touching(board: Board, one: Spot, other: Spot) -> bool:
    """Whether two different spaces touch at a corner only."""
    return one != other and other in around_corners(board, one) and not next_to(board, one, other)


def around_corners(board: Board, space: Spot) -> frozenset[Spot]:
    """The spaces reached by two steps round one corner of a space, whichever step comes first."""
    found = set()
    for first in steps_from(board, space):
        for turn in (1, 3):
            second = board.crossing(first.space, first.carried((first.side.heading + turn) % 4))
            if second is not None:
                found.add(second.space)
    return frozenset(found - {space})


def edges_around(board: Board, space: Spot) -> list[Spot]:
    """The edges that border a space; where a side is joined, also the edge it is joined with."""
    found: dict[Spot, None] = {}
    for heading in HEADINGS:
        crossing = board.crossing(space, heading)
        found.update(dict.fromkeys(crossing.edges if crossing else (space.beside(heading),)))
    return list(found)


def spaces_at(board: Board, edge: Spot) -> list[Spot]:
    """The spaces that an edge borders; where it is joined, also those at the edge it is joined with."""
    found: dict[Spot, None] = {}
    for side in board.beside(edge):
        crossing = board.crossing(side.space, side.heading)
        found.update(dict.fromkeys((side.space,) if crossing is None else (side.space, crossing.space)))
    return list(found)


def sides_towards(board: Board, space: Spot, edge: Spot) -> list[Side]:
    """By which sides of a space the edge is met: none where it does not border the space."""
    found = []
    for heading in HEADINGS:
        crossing = board.crossing(space, heading)
        if edge in (crossing.edges if crossing else (space.beside(heading),)):
            found.append(Side(space, heading))
    return found


def closed_in(board: Board, space: Spot, open: Open) -> bool:
    """Whether no step leads out of a space."""
    return not steps_from(board, space, open)


def dead_end(board: Board, space: Spot, open: Open) -> bool:
    """Whether exactly one step leads out of a space."""
    return len(steps_from(board, space, open)) == 1
