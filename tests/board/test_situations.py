"""Situations that the books work through, as far as geometry alone answers them; the ids are those of the examples.

What a thing does (that a bush hides, that a door is open) is said here by small functions, as the clauses of a book will.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from test_places import at, field, names, unwalled
from test_sight import WALLS, kinds

from adjudicator.board.changing import marks_swapped, put, taken
from adjudicator.board.distance import Measure, distance, distances
from adjudicator.board.drawing import read_drawing
from adjudicator.board.forced import pushed
from adjudicator.board.joins import joined, opposite, unjoined
from adjudicator.board.maps import Thing
from adjudicator.board.moving import first_along, straight_on
from adjudicator.board.places import always, closed_in, edges_around, next_to, steps_from, touching
from adjudicator.board.rearranging import Going, relocated, rotated, swapped
from adjudicator.board.sight import View
from adjudicator.board.spots import EAST, NORTH, SOUTH, WEST

THREE = """
    A   B   C   D
  +   +   +---+---+
1         |       |
  +   +   +   +   +
2         |       |
  +   +   +---+---+
3         |
  +   +   +
4         |
  +   +   +

sector Red A1-B2
sector Blue C1-D2
sector Gold A3-B4
join east of Gold with south of Blue
joins opposite
"""


def test_through_the_warp_of_three_sectors_lines_go_straight_e6_ex_38() -> None:
    board = read_drawing(THREE)
    for edge in (at("B3").beside(EAST), at("B4").beside(EAST), at("C2").beside(SOUTH), at("D2").beside(SOUTH)):
        for thing in board.on(edge):
            board = taken(board, edge, thing)
    assert next_to(board, at("B3"), at("C2")) and next_to(board, at("B4"), at("D2"))
    sight = View(board, WALLS).see(at("A3"), at("C1"))
    assert sight.line is not None and sight.line.spaces == (at("A3"), at("B3"), at("C2"), at("C1"))
    assert View(board, WALLS).see(at("A3"), at("D1")).clear, "slanting through it, too"


def test_a_turned_sector_leaves_the_warp_and_a_moved_one_ends_it_e6_ex_28_29() -> None:
    board = read_drawing(THREE)
    assert rotated(board, "Blue", 1).joins == board.joins
    away = relocated(board, "Blue", at("C3"))
    natural = joined(unjoined(away), opposite(away))
    step = natural.crossing(at("A3"), WEST)
    assert step is not None and step.space == at("D3")


def test_a_gap_beside_an_exit_leads_to_the_place_opposite_e6_ex_30() -> None:
    board = read_drawing("+---+   +---+\n|           |\n+---+   +---+\njoins opposite\n")
    open = unwalled(board)
    step = board.crossing(at("A1"), NORTH)
    assert step is not None and not open(step)
    edge = at("A1").beside(NORTH)
    gap = taken(board, edge, board.on(edge)[0], both=True)
    assert not gap.on(at("A1").beside(NORTH)) and not gap.on(at("A1").beside(SOUTH))
    assert straight_on(gap, at("A1"), NORTH, 1, unwalled(gap)).end == at("A1")
    assert straight_on(gap, at("B1"), NORTH, 1, unwalled(gap)).end == at("B1")


def test_who_keeps_a_wall_on_the_border_when_a_sector_turns_e6_ex_26_wwrcc_ex_143() -> None:
    board = put(field(4, 2, "sector Red A1-B2\nsector Blue C1-D2\n"), at("B1").beside(EAST), Thing("wall"))
    stayed = rotated(board, "Red", 1, Going(keeps=lambda seam: "Blue"))
    went = rotated(board, "Red", 1, Going(keeps=lambda seam: "Red"))
    assert stayed.on(at("B1").beside(EAST)) and went.on(at("B2").beside(SOUTH))


def test_moved_boards_lose_what_was_made_between_them_and_mend_what_was_broken_e8_ex_24() -> None:
    board = read_drawing("+   +   +   +   +\n                 \n+   +   +   +   +\n        |        \n+   +   +   +   +\n"
                         "sector Red A1-B2\nsector Blue C1-D2\n")  # fmt: skip
    border = at("B2").beside(EAST)
    board = put(taken(board, border, board.on(border)[0]), at("B1").beside(EAST), Thing("wall", "NEW WALL"))
    after = swapped(board, "Red", "Blue", Going(keeps=lambda seam: None))
    assert not any(thing.name for things in after.things.values() for thing in things) and not after.gone
    assert [thing.printed for thing in after.on(at("D2").beside(EAST))] == [("Red",)]


def test_wrapped_and_gated_spaces_are_next_to_each_other_e8_ex_05_14() -> None:
    board = read_drawing("+-g-+   +   +\n             \n+   +   +-g-+\ng  joined\njoins opposite\n")
    assert next_to(board, at("A1"), at("C1")) and View(board, WALLS).sees(at("A1"), at("C1"))
    assert straight_on(board, at("A1"), NORTH, 1, always).end == at("C1")
    assert distance(board, at("A1"), at("C1")) == 1


def test_a_wall_made_where_one_was_destroyed_e8_ex_25() -> None:
    board = read_drawing("+---+---+\n|   |   |\n+---+---+\nsector Red A1-A1\n")
    edge = at("A1").beside(EAST)
    hole = taken(board, edge, board.on(edge)[0])
    assert View(hole, WALLS).sees(at("A1"), at("B1")) and not View(put(hole, edge, Thing("wall")), WALLS).sees(at("A1"), at("B1"))


def test_a_thrown_thing_comes_to_rest_before_what_fills_its_space_e8_ex_23() -> None:
    board = read_drawing("+---+---+---+---+\n|         s     |\n+---+---+---+---+\ns  a stone\n")
    run = straight_on(board, at("A1"), EAST, None, lambda step: not board.on(step.space))
    assert run.end == at("B1") and run.stopped


def test_the_nearest_of_two_one_of_them_through_a_warp_house_ex_214() -> None:
    board = field(7, 1)
    warps = {at("B1"): [at("G1")], at("G1"): [at("B1")]}
    measure = Measure(warps=lambda space: warps.get(space, ()))
    assert [distance(board, at("A1"), at(name), measure) for name in ("C1", "G1", "E1")] == [2, 2, 4]


def test_past_the_layers_of_an_edge_house_ex_275_wwrcc_ex_29() -> None:
    board = read_drawing("+---+---+\n|   x   |\n+---+---+\nx  an ivy, a wall\n")
    edge = at("A1").beside(EAST)
    stone = View(board, replace(kinds("ivy", "wall"), past=lambda met: len(met) <= 1))
    assert stone.see(at("A1"), edge, board.on(edge)[1]).clear and not stone.sees(at("A1"), at("B1"))


def test_two_in_one_bush_do_not_see_each_other_house_ex_279_313_wwrcc_ex_01() -> None:
    board = read_drawing("+---+---+\n| b     |\n+---+---+\nb  a bush\n")
    assert not View(board, WALLS).sees(at("A1"), at("A1")) and View(board, WALLS).sees(at("B1"), at("B1"))


def test_out_of_a_bush_one_sees_only_what_one_leaves_towards_house_ex_280_wwrcc_ex_02() -> None:
    board = read_drawing("+---+---+\n| b     |\n+---+---+\nb  a bush\n")
    north, leaving = at("A1").beside(NORTH), replace(WALLS, in_space=lambda thing, space, how: False)
    assert not View(board, WALLS).see(at("A1"), north).clear and View(board, leaving).see(at("A1"), north).clear


def test_spaces_of_a_slanting_throw_are_counted_as_one_walks_house_ex_282() -> None:
    board = field(4, 4)
    line = View(board, WALLS).see(at("A1"), at("D4")).line
    assert line is not None and line.spaces == (at("A1"), at("B2"), at("C3"), at("D4")) and line.steps == (0, 2, 4, 6)


def test_an_edge_beside_one_is_half_a_space_away_house_ex_283() -> None:
    assert distance(field(2, 1), at("A1"), at("A1").beside(EAST)) == Fraction(1, 2)


def test_a_passage_that_loops_ends_where_it_began_house_ex_284() -> None:
    assert len(straight_on(field(5, 1, "joins opposite\n"), at("C1"), EAST, None, always).spaces) - 1 == 5


def test_a_radius_through_a_warp_counts_one_more_house_ex_285_381() -> None:
    warps = {at("C1"): [at("I1")], at("I1"): [at("C1")]}
    inside = distances(field(9, 1), at("A1"), Measure(warps=lambda space: warps.get(space, ())), 3)
    assert names(inside) == ["A1", "B1", "C1", "D1", "I1"]


def test_a_nubbin_that_nothing_holds_up_house_ex_307() -> None:
    board = read_drawing("+   +   +\n    |    \n+   o   +\n         \n+   +   +\n")
    edge = at("A1").beside(EAST)
    assert not View(board, WALLS).sees(at("A2"), at("B1"))
    assert View(taken(board, edge, board.on(edge)[0]), WALLS).sees(at("A2"), at("B1"))


def test_a_line_passes_a_space_only_when_it_runs_through_it_house_ex_309() -> None:
    board = field(3, 3)
    line = View(board, WALLS).see(at("A1"), at("C3")).line
    assert line is not None and line.spaces == (at("A1"), at("B2"), at("C3")) and len(line.corners) == 2


def test_spaces_that_touch_at_a_corner_are_not_next_to_each_other_house_ex_314() -> None:
    assert touching(field(2, 2), at("A1"), at("B2")) and not next_to(field(2, 2), at("A1"), at("B2"))


def test_pushed_against_a_wall_with_ways_to_both_sides_house_ex_347() -> None:
    board = read_drawing("+---+---+---+\n|   |   |   |\n+---+   +---+\n|       |    \n+---+   +---+\n|   |   |   |\n+---+---+---+\n")
    ends = pushed(board, at("A2"), EAST, 2, unwalled(board))
    assert {end.end: end.chance for end in ends} == {at("B1"): Fraction(1, 2), at("B3"): Fraction(1, 2)}


def test_pushed_into_a_dead_end_and_out_of_it_house_ex_349_wwrcc_ex_52() -> None:
    board = read_drawing("+---+---+---+\n|            \n+---+---+---+\n")
    assert [end.end for end in pushed(board, at("B1"), WEST, 2, unwalled(board))] == [at("B1")]


def test_closed_in_with_a_giant_and_then_not_house_ex_350_wwrcc_ex_54() -> None:
    board = read_drawing("+---+---+\n| g |   |\n+---+---+\ng  GIANT\n")
    view = View(board, WALLS)
    assert closed_in(board, at("A1"), unwalled(board)) and all(view.see(at("A1"), edge).clear for edge in edges_around(board, at("A1")))
    edge = at("A1").beside(EAST)
    freed = taken(board, edge, board.on(edge)[0])
    assert [step.space for step in steps_from(freed, at("A1"), unwalled(freed))] == [at("B1")]


def test_swapped_sectors_leave_things_where_they_are_wwrcc_ex_130() -> None:
    board = put(field(4, 2, "sector Red A1-B2\nsector Blue C1-D2\n"), at("A1"), Thing("", "Ana"))
    after = swapped(put(board, at("A1").beside(SOUTH), Thing("wall")), "Red", "Blue", Going(along=lambda what, place: place.is_edge))
    assert after.on(at("A1")) == (Thing("", "Ana"),) and after.on(at("C1").beside(SOUTH)) == (Thing("wall"),)


def test_home_bases_in_each_other_s_place() -> None:
    board = field(2, 1, "at A1  mark the home of Ann\nat B1  mark the home of Bob\n")
    assert marks_swapped(board, at("A1"), at("B1")).marks == {at("A1"): ("the home of Bob",), at("B1"): ("the home of Ann",)}


def test_a_jump_that_would_end_in_stone_goes_on_to_the_next_space() -> None:
    board = read_drawing("+   +   +   +   +\n  A       s   s  \n+   +   +   +   +\nA  Ann\ns  a stone\njoins opposite\n")
    found = first_along(board, at("B1"), EAST, lambda space: not board.on(space))
    assert found is not None and found.end == at("B1") and found.circled
