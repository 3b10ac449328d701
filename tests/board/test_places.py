"""What lies beside what, and how far away."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from boards import random_board
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.board.distance import (
    Measure,
    distance,
    distances,
    nearer,
    shortest,
    way_length,
)
from adjudicator.board.drawing import read_drawing
from adjudicator.board.maps import Board, BoardError, Crossing
from adjudicator.board.places import (
    around_corners,
    closed_in,
    dead_end,
    edges_around,
    next_to,
    sides_towards,
    spaces_at,
    steps_between,
    steps_from,
    touching,
)
from adjudicator.board.spots import EAST, NORTH, SOUTH, WEST, Spot, named_space, space_name

HALF = Fraction(1, 2)


def at(name: str) -> Spot:
    space = named_space(name)
    assert space is not None
    return space


def field(columns: int, rows: int, below: str = "") -> Board:
    row = "+   " * columns + "+\n" + "    " * columns + " \n"
    return read_drawing(row * rows + "+   " * columns + "+\n" + below)


def unwalled(board: Board):
    def open(crossing: Crossing) -> bool:
        return not any(thing.kind == "wall" for thing, _ in board.met(crossing))

    return open


def names(spots) -> list[str]:
    return sorted(space_name(spot) for spot in spots)


def test_next_spaces_lie_over_edges_not_corners() -> None:
    board = field(3, 3)
    assert next_to(board, at("B2"), at("B1")) and not next_to(board, at("B2"), at("A1")) and not next_to(board, at("B2"), at("B2"))
    assert touching(board, at("B2"), at("A1")) and not touching(board, at("B2"), at("B1")) and not touching(board, at("A1"), at("C3"))
    assert names(around_corners(board, at("A1"))) == ["B2"]


def test_joined_edges_make_spaces_next_to_each_other() -> None:
    board = field(3, 3, "joins opposite\n")
    assert next_to(board, at("A1"), at("C1")) and next_to(board, at("A1"), at("A3"))
    assert touching(board, at("A1"), at("C3"))
    assert [crossing.side.heading for crossing in steps_between(board, at("A1"), at("C1"))] == [WEST]
    assert at("C1").beside(EAST) in edges_around(board, at("A1"))
    assert names(spaces_at(board, at("A1").beside(WEST))) == ["A1", "C1"]
    assert [side.heading for side in sides_towards(board, at("A1"), at("C1").beside(EAST))] == [WEST]


def test_walls_count_only_where_the_caller_says_so() -> None:
    board = read_drawing("+---+---+\n|   |   |\n+---+   +\n|       |\n+---+---+\n")
    assert next_to(board, at("A1"), at("B1")) and not next_to(board, at("A1"), at("B1"), unwalled(board))
    assert closed_in(board, at("A1"), unwalled(board)) and dead_end(board, at("B1"), unwalled(board))
    assert names(step.space for step in steps_from(board, at("B2"), unwalled(board))) == ["A2", "B1"]


def test_a_radius_is_counted_as_one_walks() -> None:
    board = field(5, 5)
    assert names(distances(board, at("C3"), most=1)) == ["B3", "C2", "C3", "C4", "D3"]
    assert distance(board, at("C3"), at("C3").beside(NORTH)) == HALF and distance(board, at("C3"), at("C2").beside(NORTH)) == Fraction(3, 2)
    assert distances(board, at("C3"), most=0) == distances(board, at("C3"), most=HALF) == {at("C3"): 0}
    assert len(distances(board, at("C3"), most=2)) == 13


def test_edges_are_half_a_step_off() -> None:
    board = field(4, 1)
    assert distance(board, at("A1"), at("A1").beside(EAST)) == HALF
    assert distance(board, at("A1"), at("C1").beside(EAST)) == Fraction(5, 2)


def test_a_warp_counts_one_step_more() -> None:
    board = field(9, 1)
    warps = {at("C1"): (at("I1"),), at("I1"): (at("C1"),)}
    measure = Measure(warps=lambda space: warps.get(space, ()))
    assert distance(board, at("A1"), at("I1"), measure) == 3
    assert distance(board, at("A1"), at("H1"), measure) == 4
    assert distance(board, at("A1"), at("I1")) == 8


def test_nothing_is_met_twice_and_distance_takes_the_shortest_way() -> None:
    board = field(4, 1, "joins opposite\n")
    assert distances(board, at("A1")) == {at("A1"): 0, at("B1"): 1, at("D1"): 1, at("C1"): 2}


def test_what_cannot_be_walked_to_has_no_distance() -> None:
    board = read_drawing("+---+---+\n|   |   |\n+---+---+\n")
    measure = Measure(open=unwalled(board))
    assert distance(board, at("A1"), at("B1"), measure) is None
    with pytest.raises(BoardError, match="no Z9"):
        distances(board, at("Z9"))


def test_the_steps_towards_something() -> None:
    board = field(5, 5)
    assert [step.side.heading for step in nearer(board, at("A1"), at("C3"))] == [EAST, SOUTH]


@given(st.randoms(use_true_random=False))
def test_distances_obey_the_triangle(chance) -> None:
    board = random_board(chance)
    measure = Measure(open=unwalled(board))
    far = {space: distances(board, space, measure) for space in board.spaces}
    for one in far:
        for other, there in far[one].items():
            assert far[other][one] == there
            assert all(steps <= there + far[other][third] for third, steps in far[one].items())


@given(st.randoms(use_true_random=False))
def test_the_way_that_is_shown_is_as_long_as_the_distance(chance) -> None:
    board = random_board(chance)
    measure, start = Measure(open=unwalled(board)), chance.choice(sorted(board.spaces))
    counted = distances(board, start, measure)
    for space in board.spaces:
        way = shortest(board, start, space, measure)
        assert (way is None) == (space not in counted)
        assert way is None or way_length(way) == counted[space] and way[0] == start and way[-1] == space
        assert all(step in [one.space for one in steps_from(board, here, measure.open)] for here, step in pairwise(way or ()))
    for edge in board.edges():
        ends = [counted[space] for space in spaces_at(board, edge) if space in counted]
        assert distance(board, start, edge, measure) == (min(ends) + HALF if ends else None)
