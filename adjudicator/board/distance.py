"""Distances counted in steps, and everything within a radius.

A distance is the least number of steps over edges (joined ones too).  A warp
from one space to another counts one step more.  An edge lies half a step from
the spaces it borders.  Everything has one distance only, so nothing within a
radius is met twice, however many ways lead to it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from fractions import Fraction

from adjudicator.board.maps import Board, BoardError, Crossing
from adjudicator.board.places import Open, always, spaces_at, steps_from
from adjudicator.board.spots import Spot, space_name
from adjudicator.records import dataclass

HALF = Fraction(1, 2)


def _no_warps(_: Spot) -> Iterable[Spot]:
    return ()


@dataclass(frozen=True)
class Measure:
    """How distances are counted: which steps count, and to which spaces warps lead from a space."""

    open: Open = always
    warps: Callable[[Spot], Iterable[Spot]] = _no_warps


ORTHOGONAL = Measure()


def distances(board: Board, centre: Spot, measure: Measure = ORTHOGONAL, most: Fraction | int | None = None) -> dict[Spot, Fraction]:
    """For every space that can be counted to from the centre, its distance; only up to `most`, if given.

    Raises BoardError when the centre is no space of the map.
    """
    if centre not in board.spaces:
        raise BoardError(f"the map has no {space_name(centre)}")
    found = {centre: 0}
    waiting = deque([centre])
    while waiting:
        space = waiting.popleft()
        steps = found[space] + 1
        if most is not None and steps > most:
            continue
        for ahead in _ahead(board, space, measure):
            if ahead not in found:
                found[ahead] = steps
                waiting.append(ahead)
    return {space: Fraction(steps) for space, steps in found.items()}


def distance(board: Board, one: Spot, other: Spot, measure: Measure = ORTHOGONAL) -> Fraction | None:
    """The distance from a space to a space or an edge; None where no steps lead there."""
    way = shortest(board, one, other, measure)
    return None if way is None else way_length(way)


def way_length(way: tuple[Spot, ...]) -> Fraction:
    """How many steps a way takes: half a one to an edge."""
    return Fraction(len(way) - 1) - (HALF if way[-1].is_edge else 0)


def shortest(board: Board, one: Spot, other: Spot, measure: Measure = ORTHOGONAL) -> tuple[Spot, ...] | None:
    """A shortest way from a space to a space or an edge, by spaces; None where no steps lead there.

    Nothing is looked at that is farther away than the other.  Raises BoardError when the start is no space of the map.
    """
    if one not in board.spaces:
        raise BoardError(f"the map has no {space_name(one)}")
    ends = {other} if other.is_space else set(spaces_at(board, other))
    before: dict[Spot, Spot] = {one: one}
    waiting = deque([one])
    while waiting:
        space = waiting.popleft()
        if space in ends:
            way = [space]
            while way[-1] != one:
                way.append(before[way[-1]])
            return (*reversed(way), *(() if other.is_space else (other,)))
        for ahead in _ahead(board, space, measure):
            if ahead not in before:
                before[ahead] = space
                waiting.append(ahead)
    return None


def _ahead(board: Board, space: Spot, measure: Measure) -> list[Spot]:
    return [crossing.space for crossing in steps_from(board, space, measure.open)] + list(measure.warps(space))


def nearer(board: Board, start: Spot, goal: Spot, measure: Measure = ORTHOGONAL) -> list[Crossing]:
    """The steps from the start that begin a shortest way to the goal."""
    counted = distances(board, goal, measure)
    here = counted.get(start)
    return [step for step in steps_from(board, start, measure.open) if here is not None and counted.get(step.space) == here - 1]
