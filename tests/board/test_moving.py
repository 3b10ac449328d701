"""Movement: of one's own will, straight on, pushed, and by chance."""

from __future__ import annotations

from fractions import Fraction

import pytest
from boards import random_board
from hypothesis import given
from hypothesis import strategies as st
from test_places import at, field, names, unwalled

from adjudicator.board.drawing import read_drawing
from adjudicator.board.forced import pushed, strayed, ways_on
from adjudicator.board.maps import BoardError
from adjudicator.board.moving import Mover, Run, reachable, straight_on
from adjudicator.board.places import always
from adjudicator.board.spots import EAST, NORTH, SOUTH, WEST

CORRIDOR = "+---+---+---+---+\n|               |\n+---+---+---+   +\n            |   |\n            +---+\n"
FORK = "    +---+\n    |   |\n+---+   +\n|       |\n+---+   +\n    |   |\n    +---+\n"


def walker(board, **more) -> Mover:
    open = unwalled(board)
    return Mover(cost=lambda crossing: Fraction(1) if open(crossing) else None, **more)


def test_reachable_spaces_and_the_way_there() -> None:
    board = read_drawing(CORRIDOR)
    found = reachable(board, at("A1"), 3, walker(board))
    assert names(found) == ["A1", "B1", "C1", "D1"]
    assert found[at("D1")].spaces == (at("A1"), at("B1"), at("C1"), at("D1")) and found[at("D1")].cost == 3
    assert names(reachable(board, at("A1"), 4, walker(board))) == ["A1", "B1", "C1", "D1", "D2"]
    assert names(reachable(board, at("A1"), 0)) == ["A1"]


def test_what_ends_a_movement_and_where_it_may_not_end() -> None:
    board = field(4, 1)
    assert names(reachable(board, at("A1"), 9, Mover(ends=lambda space: space == at("B1")))) == ["A1", "B1"]
    assert names(reachable(board, at("A1"), 9, Mover(may_stay=lambda space: space != at("B1")))) == ["A1", "C1", "D1"]


def test_costs_and_warps() -> None:
    board = field(5, 1)
    slow = Mover(cost=lambda crossing: Fraction(3, 2))
    assert reachable(board, at("A1"), 4, slow)[at("C1")].cost == 3
    jumps = Mover(warps=lambda space: [(at("E1"), Fraction(1))] if space == at("A1") else [])
    assert reachable(board, at("A1"), 2, jumps)[at("D1")].cost == 2
    with pytest.raises(BoardError, match="less than no points"):
        reachable(board, at("A1"), 2, Mover(cost=lambda crossing: Fraction(-1)))


def test_straight_on_until_something_is_in_the_way() -> None:
    board = read_drawing(CORRIDOR)
    run = straight_on(board, at("A1"), EAST, None, unwalled(board))
    assert run.end == at("D1") and run.stopped
    assert straight_on(board, at("A1"), EAST, 2, unwalled(board)) == Run((at("A1"), at("B1"), at("C1")), EAST)


def test_nobody_goes_round_for_ever() -> None:
    board = field(4, 1, "joins opposite\n")
    run = straight_on(board, at("B1"), EAST, None, always)
    assert run.circled and len(run.spaces) - 1 == 4 and run.end == at("B1")
    assert straight_on(board, at("B1"), EAST, 99, always) == run


def test_a_pushed_one_turns_at_random_but_not_back() -> None:
    board = read_drawing(FORK)
    ways = ways_on(board, at("B2"), EAST, unwalled(board))
    assert [step.side.heading for step in ways.steps] == [NORTH, SOUTH] and ways.chance == Fraction(1, 2) and ways.turned
    ends = pushed(board, at("A2"), EAST, 2, unwalled(board))
    assert {end.end: end.chance for end in ends} == {
        at("B1"): Fraction(1, 2),
        at("B3"): Fraction(1, 2),
    }


def test_a_pushed_one_with_one_way_left_takes_it() -> None:
    board = read_drawing(CORRIDOR)
    ends = pushed(board, at("C1"), EAST, 2, unwalled(board))
    assert [(end.end, end.chance) for end in ends] == [(at("D2"), 1)]


def test_out_of_a_dead_end_it_goes_back() -> None:
    board = read_drawing(CORRIDOR)
    ways = ways_on(board, at("A1"), WEST, unwalled(board))
    assert [step.side.heading for step in ways.steps] == [EAST] and ways.turned_back
    assert [end.end for end in pushed(board, at("A1"), WEST, 2, unwalled(board))] == [at("C1")]


def test_closed_in_on_all_sides_it_stays() -> None:
    board = read_drawing("+---+\n|   |\n+---+\n")
    assert not ways_on(board, at("A1"), EAST, unwalled(board)).steps
    (end,) = pushed(board, at("A1"), EAST, 3, unwalled(board))
    assert end.end == at("A1") and end.left == 3 and end.chance == 1


def test_running_into_a_wall_takes_a_point_and_a_new_roll() -> None:
    board = read_drawing("+---+---+\n|       |\n+---+---+\n")
    assert strayed(board, at("A1"), 1, unwalled(board)) == {at("A1"): Fraction(3, 4), at("B1"): Fraction(1, 4)}
    assert strayed(board, at("A1"), 2, unwalled(board)) == {at("A1"): Fraction(9, 16), at("B1"): Fraction(7, 16)}
    assert strayed(board, at("A1"), 1, unwalled(board), {EAST: Fraction(1)}) == {at("B1"): 1}


@given(st.randoms(use_true_random=False), st.integers(0, 6), st.sampled_from((NORTH, EAST, SOUTH, WEST)))
def test_chances_make_one(chance, steps: int, heading: int) -> None:
    board = random_board(chance)
    start = chance.choice(sorted(board.spaces))
    assert sum(end.chance for end in pushed(board, start, heading, steps, unwalled(board))) == 1
    assert sum(strayed(board, start, steps, unwalled(board)).values()) == 1
    assert all(len(end.spaces) == steps - end.left + 1 for end in pushed(board, start, heading, steps, unwalled(board)))


@given(st.randoms(use_true_random=False), st.integers(0, 6))
def test_more_points_reach_no_less(chance, points: int) -> None:
    board = random_board(chance)
    start = chance.choice(sorted(board.spaces))
    few, more = (reachable(board, start, count, walker(board)) for count in (points, points + 1))
    assert few.keys() <= more.keys()
    assert all(len(walk.spaces) == walk.cost + 1 and walk.spaces[-1] == space for space, walk in more.items())
