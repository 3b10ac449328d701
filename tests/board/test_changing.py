"""Changes of the map: things put and taken, doors, sectors turned, swapped and moved, home bases."""

from __future__ import annotations

from dataclasses import replace

import pytest
from boards import BUSH, WALL, random_board, with_sectors
from hypothesis import given
from hypothesis import strategies as st
from test_places import at

from adjudicator.board.changing import changed, marked, marks_swapped, moved, put, restored, standing, taken
from adjudicator.board.drawing import read_drawing
from adjudicator.board.joins import joined, opposite, unjoined
from adjudicator.board.maps import Board, BoardError, Table, Thing
from adjudicator.board.printing import drawn
from adjudicator.board.rearranging import Going, Seam, relocated, rotated, stays, swapped
from adjudicator.board.spots import EAST, NORTH, SOUTH, WEST, Spot, space_at

TWO = """
    A   B   C   D   E   F
  +---+---+---+---+---+---+
1 | a         |         b |
  +   +---+   +-d-+   +---+
2           x           x i
  +---+   o   +   +---+   +
3 |       | h             |
  +---+---+---+---+---+---+

a  Ann
b  a bush
d  a door
h  mark home
i  IVY, a wall
x  a pool
sector Red A1-C3
sector Blue D1-F3
"""


def test_a_map_is_a_value() -> None:
    one, other = read_drawing(TWO), read_drawing(TWO)
    assert one == other and hash(one) == hash(other) and one is not other
    assert put(one, at("B2"), BUSH) != one
    assert taken(put(one, at("B2"), BUSH), at("B2"), BUSH) == one


def test_a_printed_wall_that_is_destroyed_is_kept_in_mind() -> None:
    board = read_drawing(TWO)
    edge = at("B1").beside(SOUTH)
    (wall,) = board.on(edge)
    hole = taken(board, edge, wall)
    assert hole.on(edge) == () and hole.gone[edge] == (wall,)
    assert restored(hole, edge) == board
    assert put(hole, edge, WALL).on(edge) == (WALL,)
    assert read_drawing(drawn(hole)) == hole


def test_doors_things_and_bases() -> None:
    board = read_drawing(TWO)
    edge = at("D1").beside(SOUTH)
    (door,) = board.on(edge)
    assert changed(board, edge, door, replace(door, kind="open door")).on(edge)[0].kind == "open door"
    assert moved(board, Thing("", "Ann"), at("A1"), at("B1")).on(at("B1")) == (Thing("", "Ann"),)
    assert marks_swapped(board, at("C3"), at("E2")).marks == {at("E2"): ("home",)}
    assert marked(board, at("C3"), ()).marks == {}
    gone = standing(board, {Thing("", "Ann"): at("F3")}, [BUSH])
    assert gone.on(at("F3")) == (Thing("", "Ann"),) and not gone.on(at("A1")) and not gone.on(at("F1"))


def test_what_cannot_be_changed() -> None:
    board = read_drawing(TWO)
    for change in (
        lambda: put(board, at("K9"), BUSH),
        lambda: taken(board, at("A2"), BUSH),
        lambda: changed(board, at("A2"), BUSH, WALL),
        lambda: rotated(board, "Green", 1),
        lambda: relocated(board, "Red", at("C1")),
        lambda: relocated(board, "Red", Spot(-5, 1)),
        lambda: joined(board, opposite(field_of(9))),
    ):
        with pytest.raises(BoardError):
            change()


def field_of(size: int) -> Board:
    return Board(frozenset(space_at(i, j) for i in range(size) for j in range(size)))


def test_a_quarter_turn() -> None:
    board = rotated(read_drawing(TWO), "Red", 1)
    assert board.on(at("C1")) == (Thing("", "Ann"),)
    assert board.marks == {at("A3"): ("home",)}
    assert [thing.kind for thing in board.on(at("C2").beside(WEST))] == ["wall"]
    assert board.nubbins == {Spot(2, 4): ("Red",)}
    assert board.sectors["Red"].turned == 1 and board.sectors["Blue"].turned == 0
    assert read_drawing(drawn(board)) == board


def test_layers_turn_with_their_edge() -> None:
    board = rotated(read_drawing(TWO), "Blue", 2)
    assert [str(thing) for thing in board.on(at("D2").beside(WEST))] == ["the wall", "IVY"]
    assert [str(thing) for thing in board.facing(at("D2").beside(WEST), WEST)] == ["IVY", "the wall"]


def test_what_stays_when_a_sector_turns() -> None:
    def only_walls(what: Thing | str, place: Spot) -> bool:
        return place.is_edge

    board = rotated(read_drawing(TWO), "Red", 1, Going(along=only_walls))
    assert board.on(at("A1")) == (Thing("", "Ann"),) and board.marks == {at("C3"): ("home",)}
    assert [thing.kind for thing in board.on(at("C2").beside(WEST))] == ["wall"]


def test_sectors_swapped() -> None:
    board = swapped(read_drawing(TWO), "Red", "Blue", Going(along=lambda what, place: place.is_edge))
    assert board.on(at("A1")) == (Thing("", "Ann"),) and board.on(at("F1")) == (Thing("bush"),)
    assert board.on(at("A1").beside(SOUTH))[0].kind == "door"
    assert board.sectors["Red"].corner == at("D1")


def seam_board() -> tuple[Board, Spot]:
    return read_drawing(TWO), at("C2").beside(EAST)


@pytest.mark.parametrize(("keeper", "place"), [("Red", "B1 south"), ("Blue", "seam"), (None, "")])
def test_a_wall_made_on_the_border_of_two_sectors(keeper: str | None, place: str) -> None:
    board, seam = seam_board()
    asked: list[Seam] = []

    def keeps(one: Seam) -> str | None:
        asked.append(one)
        return keeper

    after = rotated(put(board, seam, WALL), "Red", 1, Going(keeps=keeps))
    assert asked == [Seam(seam, WALL, False, ("Blue", "Red"), ("Red",))]
    made = [spot for spot, things in after.things.items() if WALL in things]
    assert made == {"B1 south": [at("B3").beside(SOUTH)], "seam": [seam], "": []}[place]


def test_a_hole_on_the_border_of_two_sectors() -> None:
    board, _ = seam_board()
    seam = at("C1").beside(EAST)
    (wall,) = board.on(seam)
    assert wall.printed == ("Blue", "Red")
    hole = taken(board, seam, wall)
    with_red = rotated(hole, "Red", 1, Going(keeps=lambda one: "Red"))
    assert with_red.gone == {at("C3").beside(SOUTH): (Thing("wall", "", ("Red",)),)}
    assert with_red.on(seam) == (wall,), "Blue shows its own wall again, and so does the side of Red that is there now"
    with_blue = rotated(hole, "Red", 1, Going(keeps=stays))
    assert seam in with_blue.gone and with_blue.on(seam) == ()
    assert with_blue.on(at("C3").beside(SOUTH)) == (Thing("wall", "", ("Red",)),)
    restored_both = rotated(hole, "Red", 1, Going(keeps=lambda one: None))
    assert not restored_both.gone


def test_two_printed_walls_on_a_border_are_one() -> None:
    board = read_drawing(TWO)
    turned = rotated(board, "Red", 2)
    seam = at("C1").beside(EAST)
    assert turned.on(seam) == (Thing("wall", "", ("Blue", "Red")),)
    assert turned.on(at("A3").beside(WEST)) == (Thing("wall", "", ("Red",)),)


def test_a_sector_moved_to_another_place() -> None:
    board = relocated(joined(read_drawing(TWO), opposite(read_drawing(TWO))), "Blue", at("A4"))
    assert at("D1") not in board.spaces and at("A4") in board.spaces and board.on(at("C4")) == (Thing("bush"),)
    assert all(side.space in board.spaces and arrival.space in board.spaces for side, arrival in board.joins.items())
    anew = joined(unjoined(board), opposite(board))
    assert anew.crossing(at("A1"), NORTH) is not None and anew.crossing(at("A1"), NORTH).space == at("A6")


@given(st.randoms(use_true_random=False))
def test_four_quarter_turns_are_none(chance) -> None:
    board = _sectors(chance)
    turned = board
    for _ in range(4):
        turned = rotated(turned, "S0", 1)
    assert turned == board
    assert rotated(rotated(board, "S1", 3), "S1", 1) == board == rotated(board, "S0", 0)
    assert rotated(rotated(board, "S1", 1), "S1", 1) == rotated(board, "S1", 2)


@given(st.randoms(use_true_random=False))
def test_swapped_twice_is_not_at_all(chance) -> None:
    board = _sectors(chance)
    assert swapped(swapped(board, "S0", "S1"), "S0", "S1") == board
    assert swapped(board, "S0", "S1") == swapped(board, "S1", "S0")


def _sectors(chance) -> Board:
    """Two sectors of three by three with random things, some walls printed by both on their border, some inside destroyed.

    (Which of two sectors keeps a change on their border is for the caller to say, so nothing holds of that in general.)
    """
    board = random_board(chance, 3)
    plain = with_sectors(Board(frozenset(space_at(i, j) for i in range(6) for j in range(3))), 3, 2)
    things: dict[Spot, tuple[Thing, ...]] = {spot: things for spot, things in board.things.items() if spot.is_space}
    holes = []
    for edge in plain.edges():
        around = plain.sectors_at(edge)
        inside = len(plain.beside(edge)) == 2 and len(around) == 1
        choice = chance.random()
        if choice < 0.3:
            things[edge] = (Thing("wall", "", around if chance.random() < 0.7 else around[:1]),)
            holes += [edge] if inside and chance.random() < 0.3 else []
        elif inside and choice < 0.5:
            things[edge] = (Thing("ivy"), Thing("wall", "", around)) if choice < 0.4 else (Thing("wall"),)
    whole = replace(plain, things=Table(things))
    for edge in holes:
        whole = taken(whole, edge, things[edge][0])
    return whole
