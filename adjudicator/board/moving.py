"""Movement of one's own will: which spaces can be reached with so many points, and how."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import count

from adjudicator.board.maps import Board, BoardError, Crossing
from adjudicator.board.places import Open, always, steps_from
from adjudicator.board.spots import Spot, space_name
from adjudicator.records import dataclass


def _one(_: Crossing) -> Fraction | None:
    return Fraction(1)


def _never(_: Spot) -> bool:
    return False


def _ever(_: Spot) -> bool:
    return True


def _no_warps(_: Spot) -> Iterable[tuple[Spot, Fraction]]:
    return ()


@dataclass(frozen=True)
class Mover:
    """What one who moves can do.

    `cost(crossing)`: the points one step takes, None where it cannot be made.  `ends(space)`: does entering the space
    end the movement?  `may_stay(space)`: may the movement end there?  `warps(space)`: the spaces that a warp in the
    space leads to, each with the points it takes.
    """

    cost: Callable[[Crossing], Fraction | None] = _one
    ends: Callable[[Spot], bool] = _never
    may_stay: Callable[[Spot], bool] = _ever
    warps: Callable[[Spot], Iterable[tuple[Spot, Fraction]]] = _no_warps

    def without(self, spot: Spot) -> Mover:
        """The same, never over this edge or into this space."""
        return Mover(
            cost=lambda crossing: None if spot == crossing.space or spot in crossing.edges else self.cost(crossing),
            ends=self.ends,
            may_stay=self.may_stay,
            warps=lambda space: [(ahead, cost) for ahead, cost in self.warps(space) if ahead != spot],
        )


WALKER = Mover()


@dataclass(frozen=True, slots=True)
class Walk:
    """The cheapest way to a space: the points it takes and the spaces, from the first to the last."""

    cost: Fraction
    spaces: tuple[Spot, ...]


def reachable(
    board: Board, start: Spot, points: Fraction | int | None, mover: Mover = WALKER, goal: Spot | None = None
) -> dict[Spot, Walk]:
    """Every space where the movement may end with so many points, with the cheapest way; the start included where it may.

    `points` None: as many as it takes.  With a `goal`, nothing is looked at that is farther than the goal.

    Raises BoardError when the start is no space of the map, or a step takes less than no points.
    """
    if start not in board.spaces:
        raise BoardError(f"the map has no {space_name(start)}")
    order = count()
    settled: dict[Spot, Walk] = {}
    waiting: list[tuple[Fraction, int, Spot, tuple[Spot, ...]]] = [(Fraction(0), next(order), start, (start,))]
    while waiting:
        spent, _, space, way = heapq.heappop(waiting)
        if space in settled:
            continue
        settled[space] = Walk(spent, way)
        if space == goal:
            break
        if space != start and mover.ends(space):
            continue
        for ahead, cost in _onward(board, space, mover):
            if ahead not in settled and (points is None or spent + cost <= points):
                heapq.heappush(waiting, (spent + cost, next(order), ahead, (*way, ahead)))
    return {space: walk for space, walk in settled.items() if mover.may_stay(space)}


def _onward(board: Board, space: Spot, mover: Mover) -> list[tuple[Spot, Fraction]]:
    found = list(mover.warps(space))
    for crossing in steps_from(board, space):
        cost = mover.cost(crossing)
        if cost is not None:
            found.append((crossing.space, cost))
    if any(cost < 0 for _, cost in found):
        raise BoardError(f"a step out of {space_name(space)} takes less than no points")
    return found


@dataclass(frozen=True, slots=True)
class Walked:
    """A walk as it is drawn: its way, from the first space to the last spot (the first alone where there is none to the
    goal), the goal, and what it takes to come to the spaces in question."""

    way: tuple[Spot, ...]
    goal: Spot | None = None
    costs: tuple[tuple[Spot, Fraction], ...] = ()

    @property
    def arrives(self) -> bool:
        """Whether it comes to its goal."""
        return self.goal is None or self.way[-1] == self.goal


@dataclass(frozen=True, slots=True)
class Run:
    """A movement straight on: the spaces passed, the first included, the heading at its end, and why it ended.

    `stopped`: the step that could not be made.  `circled`: it came back to where it began.
    """

    spaces: tuple[Spot, ...]
    heading: int
    stopped: bool = False
    circled: bool = False

    @property
    def end(self) -> Spot:
        """The last space."""
        return self.spaces[-1]


def straight_on(board: Board, start: Spot, heading: int, steps: int | None, open: Open) -> Run:
    """So many steps straight on (None: as far as it goes), stopped by the first that is not open.

    A way that leads back to where it began ends there: nobody goes round for ever.
    """
    spaces = [start]
    while steps is None or len(spaces) <= steps:
        crossing = board.crossing(spaces[-1], heading)
        if crossing is None or not open(crossing):
            return Run(tuple(spaces), heading, stopped=True)
        spaces.append(crossing.space)
        heading = crossing.heading
        if crossing.space == start:
            return Run(tuple(spaces), heading, circled=True)
        if len(spaces) > 4 * len(board.spaces) + 1:
            return Run(tuple(spaces), heading, circled=True)
    return Run(tuple(spaces), heading)


def first_along(board: Board, start: Spot, heading: int, good: Callable[[Spot], bool], open: Open = always) -> Run | None:
    """Straight on, one space after another, to the first that is good, the start not counted; None where there is none."""
    whole = straight_on(board, start, heading, None, open)
    for steps in range(1, len(whole.spaces)):
        if good(whole.spaces[steps]):
            return straight_on(board, start, heading, steps, open)
    return None
