"""Line of sight: what the books ask of it, one small map each, and what must always hold."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from math import isqrt

import pytest
from boards import BUSH, WALL, random_board, random_eyes
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from adjudicator.board.changing import put, taken
from adjudicator.board.drawing import read_drawing
from adjudicator.board.eyes import CROSSES, ENTERS, LEAVES, NUBBIN, PARTING, RIM, STRAYS, THROUGH, WITHIN, Eyes, Met
from adjudicator.board.joins import gate, joined, opposite, partner
from adjudicator.board.maps import Board, BoardError, Side, Thing
from adjudicator.board.sight import View
from adjudicator.board.spots import EAST, NORTH, SOUTH, STILL, WEST, Spot, named_space, space_name
from adjudicator.board.tracing import point
from adjudicator.board.words import blocked_words, sight_words

OPEN_ROOM = "+   +   +   +\n             \n" * 3 + "+   +   +   +\n"


def at(name: str) -> Spot:
    space = named_space(name)
    assert space is not None
    return space


def kinds(*names: str, spaces: tuple[str, ...] = (), **more: object) -> Eyes:
    """Eyes for which things of these kinds on edges, and of those kinds in spaces, block."""
    return Eyes(on_edge=lambda t, _: t.kind in names, in_space=lambda t, *_: t.kind in spaces, **more)  # type: ignore[arg-type]


WALLS = kinds("wall", spaces=("bush",))


def see(board: Board, one: str, other: str, eyes: Eyes = WALLS) -> str:
    """The words for a line of sight between two spaces."""
    return sight_words(board, View(board, eyes).see(at(one), at(other)))[0]


def test_an_open_room_is_seen_whole() -> None:
    board = read_drawing(OPEN_ROOM)
    view = View(board, WALLS)
    assert all(view.seen_from(space) == board.spaces for space in board.spaces)


def test_a_wall_between_blocks() -> None:
    board = read_drawing("+---+---+\n|   |   |\n+---+---+\n")
    found = View(board, WALLS).see(at("A1"), at("B1")).blocked[0]
    assert found.by == Met(CROSSES, at("A1").beside(EAST), WALL)
    assert found.at == (1, Fraction(1, 2))
    assert blocked_words(board, found) == "the line from A1 to B1 crosses the wall between A1 and B1"


def test_a_line_that_only_touches_the_end_of_a_wall_is_not_clear() -> None:
    board = read_drawing("+   +   +\n         \n+---+   +\n         \n+   +   +\n")
    assert see(board, "A1", "B2") == "the line from A1 to B2 touches the end of the wall between A1 and A2"
    assert View(board, kinds("wall", ends_block=False)).sees(at("A1"), at("B2"))


def test_a_line_between_two_ends_that_meet_is_blocked_in_every_reading() -> None:
    board = read_drawing("+   +   +\n    |    \n+   +   +\n    |    \n+   +   +\n")
    assert not View(board, kinds("wall", ends_block=False)).sees(at("A1"), at("B2"))


def test_a_line_that_passes_a_wall_beside_its_end_is_clear() -> None:
    board = read_drawing("+   +   +   +\n             \n+---+   +   +\n             \n+   +   +   +\n")
    assert see(board, "A1", "C2").startswith("the line from A1 to C2 is clear")


NUBBIN_ROOM = "+   +   +   +\n             \n+   o-d-+   +\n             \n+   +   +   +\nd  a door\n"


def test_a_nubbin_blocks_while_something_holds_it_up() -> None:
    board = read_drawing(NUBBIN_ROOM)
    assert see(board, "A1", "B2") == "the line from A1 to B2 touches the end of wall printed at the corner of A1, B1, A2 and B2"
    fallen = taken(board, at("B1").beside(SOUTH), Thing("door"))
    assert View(fallen, WALLS).sees(at("A1"), at("B2"))
    only_walls = replace(WALLS, holds_up=lambda thing, _: thing.kind == "wall")
    assert View(board, only_walls).sees(at("A1"), at("B2"))


def test_a_nubbin_can_reach_along_the_edges() -> None:
    board = read_drawing(NUBBIN_ROOM)
    assert View(board, WALLS).sees(at("A1"), at("C2"))
    assert View(board, replace(WALLS, reach=Fraction(1, 8))).sees(at("A1"), at("C2"))
    found = View(board, replace(WALLS, reach=Fraction(1, 4))).see(at("A1"), at("C2")).blocked[0]
    assert found.by.how == NUBBIN
    assert found.at == (1, Fraction(3, 4))


def test_a_bush_is_seen_into_and_out_of_and_through_by_nobody() -> None:
    board = read_drawing("+---+---+---+\n|     b     |\n+---+---+---+\nb  a bush\n")
    view = View(board, WALLS)
    assert [view.see(at(a), at(b)).blocked[0].by.how for a, b in (("A1", "B1"), ("B1", "C1"), ("A1", "C1"), ("B1", "B1"))] == [
        ENTERS, LEAVES, THROUGH, WITHIN,
    ]  # fmt: skip
    assert see(board, "A1", "C1") == "the line from A1 to C1 runs through B1 with the bush"
    into = kinds("wall")
    assert View(board, replace(into, in_space=lambda thing, space, how: how == THROUGH)).sees(at("A1"), at("B1"))


def test_the_corner_of_a_closed_space() -> None:
    board = read_drawing("+   +   +\n      b  \n+   +   +\n         \n+   +   +\nb  a bush\n")
    assert not View(board, WALLS).sees(at("A1"), at("B2"))
    assert see(board, "A1", "B2") == "the line from A1 to B2 touches a corner of B1 with the bush"
    assert View(board, replace(WALLS, corners_block=False)).sees(at("A1"), at("B2"))
    assert not View(put(board, at("A2"), BUSH), replace(WALLS, corners_block=False)).sees(at("A1"), at("B2"))


def test_the_middle_of_an_edge() -> None:
    board = read_drawing("+---+---+---+\n|           |\n+   +   +---+\n|           |\n+---+---+---+\n")
    view = View(board, WALLS)
    assert view.see(at("A1"), at("C1").beside(SOUTH)).clear
    assert view.see(at("A1"), at("C1").beside(EAST)).clear
    assert all(view.see(at("C2"), at("C2").beside(heading)).clear for heading in (NORTH, EAST, SOUTH, WEST))


def test_layers_on_an_edge_hide_what_lies_under_them() -> None:
    board = read_drawing("+---+---+\n|   x   |\n+---+---+\nx  an ivy, a wall\n")
    eyes, edge = kinds("wall", "ivy"), at("A1").beside(EAST)
    ivy, wall = board.on(edge)
    assert View(board, eyes).see(at("A1"), edge, ivy).clear
    assert not View(board, eyes).see(at("A1"), edge, wall).clear
    assert View(board, eyes).see(at("B1"), edge, wall).clear
    one = replace(eyes, past=lambda met: len(met) <= 1)
    assert View(board, one).see(at("A1"), edge, wall).line.past == (Met(CROSSES, edge, ivy),)  # type: ignore[union-attr]
    assert not View(board, one).sees(at("A1"), at("B1"))
    assert View(board, replace(eyes, past=lambda met: len(met) <= 2)).sees(at("A1"), at("B1"))


def test_a_wall_is_not_real_for_everybody() -> None:
    board = read_drawing("+---+---+\n|   w   |\n+---+---+\nw  a wall called FAKE\n")
    assert not View(board, WALLS).sees(at("A1"), at("B1"))
    assert View(board, replace(WALLS, on_edge=lambda thing, _: thing.name != "FAKE")).sees(at("A1"), at("B1"))


def test_a_line_goes_straight_on_through_joined_edges() -> None:
    board = read_drawing("+---+---+---+\n    |        \n+---+---+---+\njoins opposite\n")
    sight = View(board, WALLS).see(at("A1"), at("B1"))
    assert sight.line is not None
    assert sight.line.spaces == (at("A1"), at("C1"), at("B1"))
    assert sight.line.pieces == (
        ((Fraction(1, 2), Fraction(1, 2)), (0, Fraction(1, 2))),
        ((3, Fraction(1, 2)), (Fraction(3, 2), Fraction(1, 2))),
    )
    assert sight_words(board, sight) == ["the line from A1 to B1, out at the west side of A1 and in at the east side of C1, is clear"]
    assert not View(board, replace(WALLS, joins=0)).sees(at("A1"), at("B1"))


def test_a_line_through_a_gate_turns_with_it() -> None:
    board = read_drawing("+-g-+---+\n|       |\n+---+---+\n|       g\n+---+---+\ng  a gate, joined\n")
    sight = View(board, WALLS).see(at("A1"), at("A2"))
    assert sight.line is not None and sight.line.spaces == (at("A1"), at("B2"), at("A2"))
    assert sight.line.joins == ((at("A1").beside(NORTH), at("B2").beside(EAST)),)


def test_a_wall_on_either_of_two_joined_edges_blocks() -> None:
    text = "+---+---+---+\n    |        \n+---+---+---+\njoins opposite\n"
    board = read_drawing(text)
    for edge in (at("A1").beside(WEST), at("C1").beside(EAST)):
        assert not View(put(board, edge, WALL), WALLS).sees(at("A1"), at("C1"))


def test_an_edge_is_also_seen_from_the_edge_it_is_joined_with() -> None:
    board = read_drawing("+---+---+\n|   |    \n+---+---+\njoins opposite\n")
    assert View(board, WALLS).see(at("B1"), at("A1").beside(WEST)).clear
    closed = put(board, at("B1").beside(EAST), WALL)
    assert not View(closed, WALLS).see(at("B1"), at("A1").beside(WEST)).clear


def test_lines_that_leave_the_map_or_are_led_elsewhere() -> None:
    gap = read_drawing("+---+   +---+\n|   |###|   |\n+---+   +---+\n")
    assert View(gap, kinds()).see(at("A1"), at("C1")).blocked[0].by.how == RIM
    round_it = read_drawing("+   +   +   +\n|    ###    |\n+   +   +   +\n|           |\n+---+---+---+\n"
                            "join east of A1 with north of C1\n")  # fmt: skip
    assert View(round_it, kinds(joins=0)).see(at("A1"), at("C1")).blocked[0].by.how == STRAYS


def test_a_line_through_the_very_end_of_a_gate() -> None:
    board = read_drawing("+   +   +\n|       |\n+   +   +\njoin north of A1 with south of A1\n")
    assert see(board, "A1", "B1").endswith("is clear")
    parted = joined(read_drawing(OPEN_ROOM), gate(Side(at("B1"), SOUTH), Side(at("A1"), NORTH)))
    blocked = View(parted, kinds()).see(at("A1"), at("B2")).blocked[0]
    assert blocked.by == Met(PARTING, Spot(2, 2)) and blocked.at == (1, 1)
    assert "goes exactly through the corner of A1, B1, A2 and B2, where joined edges part" in blocked_words(parted, blocked)


def test_spots_that_are_not_of_the_map() -> None:
    view = View(read_drawing(OPEN_ROOM), WALLS)
    for one, other, says in ((at("A9"), at("A1"), "A9"), (at("A1"), at("A9"), "A9"), (at("A1"), Spot(0, 0), "a line of sight goes")):
        with pytest.raises(BoardError, match=says):
            view.see(one, other)
        with pytest.raises(BoardError, match=says):
            view.sees(one, other)


@settings(derandomize=True, max_examples=60)
@given(st.randoms(use_true_random=False))
def test_sight_goes_both_ways(chance) -> None:
    view = View(random_board(chance), random_eyes(chance))
    seen = {space: view.seen_from(space) for space in view.board.spaces}
    assert all((one in seen[other]) == (other in seen[one]) for one in seen for other in seen)


@pytest.mark.parametrize("seed", [1204, 1235, 2140, 2141, 2156, 4264, 5899, 6707, 7135, 7427, 8659])
def test_sight_goes_both_ways_through_irregular_corners(seed: int) -> None:
    """Maps on which what is joined on one side of a corner goes another way than on the other side."""
    chance = random.Random(seed)
    view = View(random_board(chance), random_eyes(chance))
    seen = {space: view.seen_from(space) for space in view.board.spaces}
    assert all((one in seen[other]) == (other in seen[one]) for one in seen for other in seen)


@settings(max_examples=30)
@given(st.randoms(use_true_random=False))
def test_one_who_sees_past_something_need_not_be_seen(chance) -> None:
    board, eyes = random_board(chance), random_eyes(chance)
    keen = View(board, replace(eyes, past=lambda met: len(met) <= 1))
    plain = View(board, eyes)
    assert all(plain.seen_from(space) <= keen.seen_from(space) for space in board.spaces)


@given(st.randoms(use_true_random=False))
def test_a_blocker_more_never_makes_sight(chance) -> None:
    board, eyes = random_board(chance), random_eyes(chance)
    if chance.random() < 0.5:
        more = put(board, chance.choice(board.edges()), WALL, chance.random() < 0.5)
    else:
        more = put(board, chance.choice(sorted(board.spaces)), BUSH)
    assert all(View(more, eyes).seen_from(space) <= View(board, eyes).seen_from(space) for space in board.spaces)


@given(st.randoms(use_true_random=False))
def test_a_join_more_never_hides_what_no_join_was_needed_for(chance) -> None:
    board, eyes = random_board(chance, wraps=False), random_eyes(chance)
    assume(len(board.spaces) > 1)
    plain = View(board, eyes)
    wrapped = View(joined(board, opposite(board)), replace(eyes, ends_block=False, corners_block=False, reach=Fraction(0)))
    loose = View(board, replace(eyes, ends_block=False, corners_block=False, reach=Fraction(0)))
    full = len(board.spaces) == board.columns * board.rows
    assert all(plain.seen_from(s) <= loose.seen_from(s) for s in board.spaces)
    assert not full or all(loose.seen_from(s) <= wrapped.seen_from(s) for s in board.spaces)


@given(st.randoms(use_true_random=False))
def test_every_answer_can_be_told(chance) -> None:
    board, eyes = random_board(chance), random_eyes(chance)
    view = View(board, replace(eyes, past=(lambda met: len(met) <= 1) if chance.random() < 0.3 else None))
    source = chance.choice(sorted(board.spaces))
    target = chance.choice([*sorted(board.spaces), *board.edges()])
    sight = view.see(source, target, every=chance.random() < 0.5)
    assert sight.clear != bool(sight.blocked)
    words = sight_words(board, sight)
    assert words and f"from {space_name(source)} to " in words[0] and not any("something" in line for line in words)
    for line in [sight.line] if sight.line else [blocked.line for blocked in sight.blocked]:
        assert line.spaces[0] == source
        assert len(line.pieces) >= 1 and all(0 <= x <= board.columns and 0 <= y <= board.rows for piece in line.pieces for x, y in piece)
    if sight.line:
        assert len(sight.line.pieces) == len(sight.line.joins) + 1


@given(st.randoms(use_true_random=False))
def test_the_pieces_of_a_line_make_one_straight_line(chance) -> None:
    view = View(random_board(chance, 4), random_eyes(chance))
    source, target = chance.choice(sorted(view.board.spaces)), chance.choice([*sorted(view.board.spaces), *view.board.edges()])
    line = view.see(source, target).line
    assume(line is not None and source != target)
    starts, ends = zip(*line.pieces, strict=True)
    assert starts[0] == point(source) and (target.is_edge or ends[-1] == point(target))
    for (out, into), end, start in zip(line.joins, ends, starts[1:], strict=False):
        assert on(out, end) and on(into, start)
    squares = [(x - a) ** 2 + (y - b) ** 2 for (a, b), (x, y) in line.pieces]
    length = sum(root(square / squares[0]) for square in squares) ** 2 * squares[0]
    ends_at = {target, partner(view.board, target) or target} if target.is_edge else {target}
    images = [motion.spot(end) for motion in (STILL, *view.layouts) for end in ends_at]
    assert length in [Fraction((source.x - image.x) ** 2 + (source.y - image.y) ** 2, 4) for image in images]
    assert line.steps[0] == 0 and len(line.steps) == len(line.spaces)


def on(spot: Spot, where: tuple[Fraction, Fraction]) -> bool:
    """Whether a point lies on an edge, or is a corner."""
    (x, y), half = point(spot), Fraction(0 if spot.is_corner else 1, 2)
    dx, dy = (0, half) if spot.upright else (half, 0)
    return abs(where[0] - x) <= dx and abs(where[1] - y) <= dy


def root(square: Fraction) -> Fraction:
    """The exact root of the square of a fraction."""
    found = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    assert found**2 == square
    return found
