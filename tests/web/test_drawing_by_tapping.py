"""The board drawn by tapping: what a tap does to the map in the text, and that the text stays one that can be read."""

from __future__ import annotations

import pytest

from adjudicator.board.drawing import read_drawing
from adjudicator.board.printing import drawn
from adjudicator.board.spots import Spot
from adjudicator.language.loading import load_rulebook
from adjudicator.web import debate
from adjudicator.web.drawing import CannotDraw, Tap, board_in, cells, edge_kinds, tap_of, tapped

HOUSE = load_rulebook("house")
KNOWN = frozenset({"Ann", "Bob"})


def after(*taps: Tap, text: str = "") -> str:
    made = text or tapped(debate.begun(HOUSE), Tap("begin", what="3x2"), HOUSE, KNOWN)
    for tap in taps:
        made = tapped(made, tap, HOUSE, KNOWN)
    return made


def test_what_is_drawn_can_be_read_and_asked() -> None:
    made = after(tap_of("wall", "2,1", ""), tap_of("put", "1,1", "Ann"), tap_of("put", "5,1", "Bob"), tap_of("put", "4,3", "door"))
    heard = debate.hear(made + "\n  ask whether Ann has LOS to Bob\n", "x.scenario")
    assert not heard.messages
    assert heard.settled[0].settlement.answers[0].outcomes[0].answer is False


def test_a_wall_goes_by_a_second_tap_and_who_has_a_name_is_at_one_place() -> None:
    once = after(tap_of("put", "1,1", "Ann"), tap_of("wall", "2,1", ""))
    assert once != after(tap_of("put", "1,1", "Ann")) == after(tap_of("wall", "2,1", ""), text=once)
    found = board_in(after(tap_of("put", "1,1", "Ann"), tap_of("put", "3,3", "Ann")))
    assert found is not None and [spot for spot in found.board.things if spot.is_space] == [Spot(3, 3)]


def test_an_end_of_wall_is_printed_at_a_corner_and_goes_by_a_second_tap() -> None:
    once = after(tap_of("end", "2,2", ""))
    found = board_in(once)
    assert found is not None and [*found.board.nubbins] == [Spot(2, 2)] and read_drawing(drawn(found.board)) == found.board
    assert [cell.label for cell in cells(found.board) if cell.spot == "2,2"] == ["an end of wall at the corner of A1, B1, A2 and B2"]
    assert after(tap_of("end", "2,2", ""), text=once) == after()
    for spot in ("1,1", "2,1", "20,20"):
        with pytest.raises(CannotDraw, match="at a corner"):
            after(tap_of("end", spot, ""))


@pytest.mark.parametrize(
    "tap",
    [
        ("sector", "1,1", "Red 3,3"), ("space", "5,3", ""), ("size", "", "column"), ("size", "", "-row"), ("wrap", "", ""),
        ("put", "3,3", "bush called GREEN BUSH"), ("put", "3,3", "FIREBALL"), ("clear", "0,1", ""),
    ],
)  # fmt: skip
def test_every_tool_leaves_a_map_that_says_the_same_when_it_is_read_again(tap: tuple[str, str, str]) -> None:
    before = after(tap_of("put", "1,1", "Ann"), tap_of("put", "2,1", "door"))
    made = after(tap_of(*tap), text=before)
    found = board_in(made)
    assert found is not None and made != before
    assert read_drawing(drawn(found.board)) == found.board


def test_what_the_text_draws_stays_on_the_map() -> None:
    """All that a map can say is still there after a tap that has nothing to do with it."""
    text = """scenario X
  uses house

  wizards Ann, Bob
  board
        A   B   C
      +---+---+   +
    1 | A |   | m |
      +   o---+   +
    2 |   x     B |
      +---+---+---+
    A  Ann
    B  Bob
    m  mark the home of Ann
    x  an ivy, a wall
    sector Red A1-C2
    gone north of C1  a wall

  ask whether Ann has LOS to Bob
"""
    before, behind = board_in(text), board_in(tapped(text, tap_of("put", "3,3", "bush"), HOUSE, KNOWN))
    assert before is not None and behind is not None
    assert behind.board.marks == before.board.marks and behind.board.gone == before.board.gone
    assert behind.board.sectors == before.board.sectors and behind.board.nubbins == before.board.nubbins
    assert all(behind.board.things[spot] == things for spot, things in before.board.things.items())


def test_a_map_that_cannot_be_read_is_told() -> None:
    with pytest.raises(CannotDraw, match="line 7"):
        board_in("scenario X\n  uses house\n\n  wizards Ann\n  board\n      +---+\n    1 | ? |\n      +---+\n")
    with pytest.raises(CannotDraw, match="file of its own"):
        board_in("scenario X\n  uses house\n  board from map.txt\n")
    assert board_in("scenario X\n  uses house\n") is None


def test_every_place_is_read_out() -> None:
    found = board_in(after(tap_of("put", "1,1", "Ann")))
    assert found is not None
    labels = {cell.spot: cell.label for cell in cells(found.board)}
    assert labels["1,1"] == "A1: Ann" and labels["2,1"] == "open between A1 and B1"
    assert labels["0,1"] == "the wall at the west side of A1"
    assert all(label for spot, label in labels.items() if spot)


def test_sectors_are_told_apart_with_and_without_colours() -> None:
    found = board_in(after(tap_of("sector", "1,1", "Red 1,3"), tap_of("sector", "3,1", "Maze 5,3")))
    assert found is not None
    shown = {cell.spot: (cell.sort, cell.sector) for cell in cells(found.board) if cell.form == "space"}
    assert shown["1,1"] == ("sector red", "R") and shown["5,3"] == ("sector", "M")


def test_doors_can_be_put_on_edges() -> None:
    assert "door" in edge_kinds(HOUSE) and "wall" not in edge_kinds(HOUSE) and "wizard" not in edge_kinds(HOUSE)
