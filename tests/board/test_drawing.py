"""Maps drawn and read: what a drawing means, that printing and reading fit, and what is said of faults."""

from __future__ import annotations

import pytest
from boards import random_board, with_sectors
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.board.changing import put
from adjudicator.board.drawing import read_drawing
from adjudicator.board.faults import DrawingError, Fault
from adjudicator.board.maps import LONGEST, Arrival, Sector, Side, Thing
from adjudicator.board.printing import drawn
from adjudicator.board.rearranging import rotated
from adjudicator.board.spots import EAST, NORTH, SOUTH, WEST, Spot, column_name, named_space, space_name

HALL = """
      A   B   C
    +---+---+---+
  1 | a     | B |
    +   +-d-+   +
  2   h       i
    +---o---+   +

  a  Ann
  B  a bush called GREEN BUSH
  d  a door
  i  IVY, a wall
  h  mark the home of Ann
  sector Hall A1-B2
  joins opposite
"""


def at(name: str) -> Spot:
    space = named_space(name)
    assert space is not None
    return space


def faults(text: str) -> tuple[Fault, ...]:
    with pytest.raises(DrawingError) as caught:
        read_drawing(text)
    assert caught.value.message == caught.value.faults[0].message
    return caught.value.faults


def test_what_a_drawing_means() -> None:
    board = read_drawing(HALL)
    assert sorted(map(space_name, board.spaces)) == ["A1", "A2", "B1", "B2", "C1", "C2"]
    assert board.on(at("A1")) == (Thing("", "Ann"),)
    assert board.on(at("C1")) == (Thing("bush", "GREEN BUSH"),)
    assert board.on(at("B1").beside(SOUTH)) == (Thing("door", "", ("Hall",)),)
    assert board.on(at("B1").beside(EAST)) == (Thing("wall", "", ("Hall",)),)
    assert board.on(at("C1").beside(NORTH)) == (Thing("wall"),)
    assert board.marks == {at("A2"): ("the home of Ann",)}
    assert board.nubbins == {Spot(2, 4): ("Hall",)}
    assert board.sectors == {"Hall": Sector(at("A1"), 2, 2)}
    assert board.crossing(at("A2"), WEST) is not None and board.crossing(at("A2"), WEST).space == at("C2")
    assert board.joins[Side(at("B2"), SOUTH)] == Arrival(at("B1"), SOUTH)


def test_layers_lie_from_west_to_east() -> None:
    board = read_drawing("+---+---+\n|   x   |\n+---+---+\nx  IVY, a wall, MOSS\n")
    edge = at("A1").beside(EAST)
    assert [str(thing) for thing in board.facing(edge, EAST)] == ["IVY", "the wall", "MOSS"]
    assert [str(thing) for thing in board.facing(edge, WEST)] == ["MOSS", "the wall", "IVY"]


def test_maps_that_are_no_rectangle() -> None:
    board = read_drawing("+---+---+\n|   |   |\n+---+---+---+\n     ###|   |\n    +   +---+\n")
    assert sorted(map(space_name, board.spaces)) == ["A1", "B1", "C2"]


def test_gates_join_two_edges() -> None:
    board = read_drawing("+-g-+---+\n|       g\n+---+---+\n\ng  a gate, joined\n")
    assert board.joins == {
        Side(at("A1"), NORTH): Arrival(at("B1"), WEST),
        Side(at("B1"), EAST): Arrival(at("A1"), SOUTH),
    }
    assert board.on(at("A1").beside(NORTH)) == (Thing("gate"),)


def test_runs_are_joined_in_order_and_sectors_side_by_side() -> None:
    rows = "+   +   +   +   +\n                 \n" * 2 + "+   +   +   +   +\n"
    crossed = read_drawing(rows + "sector L A1-B2\nsector R C1-D2\njoin north of L with south of R\n")
    assert crossed.joins[Side(at("A1"), NORTH)] == Arrival(at("C2"), NORTH, False)
    turned = read_drawing(rows + "join north of A1-B1 with south of D2-C2\n")
    assert turned.joins[Side(at("A1"), NORTH)] == Arrival(at("D2"), NORTH, True)
    corner = read_drawing(rows + "sector L A1-B2\nsector R C1-D2\njoin north of L with east of R\n")
    assert corner.joins[Side(at("A1"), NORTH)] == Arrival(at("D2"), WEST, False)


def test_a_wall_may_be_of_another_kind() -> None:
    board = read_drawing("+---+\n|   |\n+---+\n|  a hedge\n")
    assert set(board.things.values()) == {(Thing("hedge"),)}


def test_names_of_spaces_go_on_after_z() -> None:
    assert [column_name(i) for i in (0, 25, 26, 59)] == ["A", "Z", "AA", "BH"]
    assert all(named_space(space_name(Spot(2 * i + 1, 7))) == Spot(2 * i + 1, 7) for i in range(60))


@given(st.randoms(use_true_random=False), st.booleans())
def test_what_is_printed_reads_as_the_same_map(chance, box: bool) -> None:
    board = random_board(chance)
    assert read_drawing(drawn(board, box)) == board
    assert drawn(read_drawing(drawn(board, box)), box) == drawn(board, box)


@given(st.randoms(use_true_random=False), st.integers(1, 3))
def test_a_map_with_turned_sectors_is_printed_whole(chance, quarters: int) -> None:
    text = drawn(with_sectors(read_drawing(HALL), 2, 1)).replace("sector Hall", "sector S0")
    board = rotated(read_drawing(text), "S0", quarters)
    assert read_drawing(drawn(board)) == board


def test_more_things_than_there_are_signs() -> None:
    board = read_drawing(("+   " * 10 + "+\n" + "    " * 10 + " \n") * 10 + "+   " * 10 + "+\n")
    for number, spot in enumerate([*sorted(board.spaces), *board.edges()]):
        board = put(board, spot, Thing("stone", f"STONE {number}"))
    board = put(put(put(board, at("A1"), Thing("", "Ann")), at("A1"), Thing("", "Bob")), at("A1"), Thing("", "Cid"))
    assert read_drawing(drawn(board)) == board == read_drawing(drawn(board, box=True))


@pytest.mark.parametrize(
    ("text", "line", "column", "width", "says"),
    [
        ("", 1, 1, 1, "there is no map here"),
        ("+---+\n| ? |\n+---+\n", 2, 3, 1, "`?` is not explained below the map"),
        ("+---+\n|   |\n+---+\nx  a bush\n", 4, 1, 1, "`x` is not drawn in the map"),
        ("+---+\n| x |\n+---+\nx  a bush\nx  a tree\n", 5, 1, 1, "`x` is explained twice"),
        ("+---+\n| x |\n+---+\nx\n", 4, 1, 1, "nothing is said of it"),
        ("+---+\n| x |\n+---+\nx  Ann,, a bush\n", 4, 7, 1, "something is missing beside this comma"),
        ("+--+\n|  |\n+--+\n", 1, 5, 1, "a corner is missing at the end of this line"),
        ("+---+---+\n|   |   |\n+---+-----+\n", 3, 10, 2, "this stands outside the map"),
        ("+---+\n|   |\n+-- +\n", 3, 2, 3, "`-- ` is neither a wall nor open"),
        ("+---+\n|   |\n+xxx+\nx  a bush\n", 3, 2, 3, "more than one sign stands on the edge xxx"),
        ("    B\n  +---+\n2 |   |\n  +---+\n3 |   |\n  +---+\n4 |   |\n  +---+\nat A1  Ann\n", 9, 4, 2, "the map has no such place"),
        ("    A   C\n  +---+---+\n1 |   |   |\n  +---+---+\n", 1, 8, 3, "this column is B, not C"),
        ("  +---+\n1 |   |\n  +---+\n3 |   |\n  +---+\n", 4, 1, 1, "this row is 2, not 3"),
        ("+---+\n|   |\n", 1, 1, 1, "below these corners there is no row of spaces"),
        ("+---+\n|   |\n+---+\n|   |\n", 4, 1, 1, "below this row of spaces a line of corners is missing"),
        ("+---+\n| # |\n+---+\n", 2, 2, 3, "A1 is neither a space nor none"),
        ("+---+\n| | |\n+---+\n", 2, 3, 1, "`|` cannot stand for a thing"),
        ("+---+\n|\t |\n+---+\n", 2, 2, 1, "there is a tab in this line"),
        ("+---+\n|   |\n+---+\nwater here\n", 4, 1, 5, "`water` is no sign of one letter, and no such line is known here"),
        ("+---+\n|   |\n+---+\nsector Red A1-B2\n", 4, 8, 3, "not all spaces of the sector Red are on the map"),
        ("+---+\n|   |\n+---+\nsector Red\n", 4, 8, 3, "a sector has a name and two spaces, its first and its last"),
        ("+---+\n|   |\n+---+\njoins round\n", 4, 7, 5, "here only `opposite` can stand"),
        ("+---+\n|   |\n+---+\njoin A1 with B1\n", 4, 6, 10, "this says not which edges are joined"),
        ("+---+\n|   |\n+---+\njoin north of A1 with south of B1\n", 4, 6, 28, "the map has no B1 whose south side could be joined"),
        ("+---+\n|   |\n+---+\njoin north of A1 with south of Red\n", 4, 6, 29, "there is no sector Red"),
        ("+---+\n|   |\n+---+\njoin north of A1-B1 with south of A1\n", 4, 6, 31, "a run of 2 edges cannot be joined with a run of 1"),
        ("+-g-+\n|   |\n+---+\ng  a gate, joined\n", 1, 3, 1, "`g` joins two edges at the rim of the map with each other"),
        ("+---+\n|   |\n+---+\nat north of A1  mark home\n", 4, 4, 11, "only the ground of a space can be marked"),
        ("+---+\n|   |\n+---+\nat B7  Ann\n", 4, 4, 2, "the map has no such place"),
        ("+---+\n|   |\n+---+\nat the well  Ann\n", 4, 4, 3, "`the` is no place of a map"),
    ],
)
def test_faults_are_told_with_their_place(text: str, line: int, column: int, width: int, says: str) -> None:
    found = faults(text)
    assert any((f.line, f.column, f.width, f.message) == (line, column, width, says) for f in found), found


def test_all_faults_are_told_at_once() -> None:
    found = faults("+---+---+\n| x | y |\n+---+---+\nz  a bush\nq\n")
    assert [f.line for f in found] == [2, 2, 4, 5]


def test_a_map_may_be_sixty_by_sixty_and_no_more() -> None:
    row = "+---" * LONGEST + "+\n" + "|   " * LONGEST + "|\n"
    board = read_drawing(row * LONGEST + "+---" * LONGEST + "+\n")
    assert len(board.spaces) == LONGEST**2
    assert "at most 60 by 60" in faults(row * (LONGEST + 1) + "+---" * LONGEST + "+\n")[0].message


@given(st.text(alphabet="+-|o #ab\n\tx,", max_size=80) | st.text(max_size=40))
def test_any_text_is_read_or_faulted(text: str) -> None:
    try:
        board = read_drawing(text)
    except DrawingError as error:
        lines = text.splitlines() or [""]
        assert all(1 <= fault.line <= len(lines) + 1 and fault.column >= 1 and fault.width >= 1 for fault in error.faults)
    else:
        assert board.spaces
