"""Pictures: what they show, and that they are whole."""

from __future__ import annotations

import random
from fractions import Fraction
from xml.etree import ElementTree

from boards import random_board, random_eyes
from test_places import at
from test_sight import WALLS

from adjudicator.board.distance import distances
from adjudicator.board.drawing import read_drawing
from adjudicator.board.layout import trails
from adjudicator.board.moving import Walked
from adjudicator.board.picture import Shown, svg, terminal
from adjudicator.board.sight import View
from adjudicator.board.spots import EAST

ROOM = "+---+---+---+\n| a   w     |\n+   +---+   +\n| b         |\n+---+---+---+\na  Ann\nb  a bush\nw  FAKE <WALL>\n|  a wall\n"


def shown(board):
    view = View(board, WALLS)
    sights = (view.see(at("A1"), at("C1")), view.see(at("B1"), at("B2")), view.see(at("A1"), at("A2")))
    return Shown(sights, distances(board, at("A1")), frozenset({at("B1"), at("C1")}))


def test_the_terminal_shows_lines_numbers_and_shades() -> None:
    board = read_drawing(ROOM)
    text = terminal(board, shown(board))
    assert text.splitlines()[:6] == [
        "    A   B   C",
        "  ┌───────────┐",
        "1 │ A0•░F1•░2░│",
        "  │ × ╶─×─╴   │",
        "2 │ b1  2   3 │",
        "  └───────────┘",
    ]
    assert "×" in text and "✗ the line from B1 to B2 crosses the wall between B1 and B2" in text
    assert "✓ the line from A1 to C1 is clear" in text
    assert "\x1b[32m" in terminal(board, shown(board), colour=True) and "\x1b[" not in text


def test_the_svg_is_whole_and_says_what_is_blocked() -> None:
    board = read_drawing(ROOM)
    text = svg(board, shown(board))
    root = ElementTree.fromstring(text)
    kinds = [element.get("class") for element in root.iter()]
    assert kinds.count("space") + kinds.count("space reach") == 6 and kinds.count("space reach") == 2
    assert "sight clear" in kinds and "sight blocked" in kinds and "FAKE &lt;WALL&gt;" in text
    assert "the line from B1 to B2 crosses the wall between B1 and B2" in text


def test_pictures_of_any_map() -> None:
    for seed in range(60):
        chance = random.Random(seed)
        board = random_board(chance)
        view = View(board, random_eyes(chance))
        spots = [*sorted(board.spaces), *board.edges()]
        sights = tuple(view.see(chance.choice(sorted(board.spaces)), chance.choice(spots)) for _ in range(3))
        what = Shown(sights, distances(board, min(board.spaces)), frozenset(list(board.spaces)[:3]))
        ElementTree.fromstring(svg(board, what))
        assert len(terminal(board, what).splitlines()) >= 2 * board.rows


def test_ways_are_drawn_and_what_they_take_is_written() -> None:
    board = read_drawing(ROOM)
    way = Walked((at("A1"), at("A2"), at("B2")), at("B2"), ((at("A1"), Fraction(0)), (at("A2"), Fraction(1)), (at("B2"), Fraction(2))))
    text = terminal(board, Shown(walks=(way,)))
    assert "↓" in text and "→" in text and "→ from A1 by A2 to B2: 2" in text and "░2░" in text
    root = ElementTree.fromstring(svg(board, Shown(walks=(way,), caption="The map after the step")))
    kinds = [element.get("class") for element in root.iter()]
    assert kinds.count("trail") == 1 and kinds.count("space reach") == 3 and kinds.count("head") == 1
    assert [element.text for element in root.iter() if element.get("class") == "caption"] == ["The map after the step"]


def test_a_way_through_joined_edges_is_drawn_in_pieces() -> None:
    board = read_drawing("+---+---+---+\n  a         b\n+---+---+---+\na  Ann\nb  Bob\njoins opposite\n")
    (trail,) = trails(board, (Walked((at("A1"), at("C1")), at("C1"), ((at("C1"), Fraction(1)),)),))
    assert trail.pieces == (
        ((Fraction(1, 2), Fraction(1, 2)), (0, Fraction(1, 2))),
        ((3, Fraction(1, 2)), (Fraction(5, 2), Fraction(1, 2))),
    )
    assert (
        "reach" not in svg(board, Shown(walks=(Walked((at("A1"), at("C1")), at("C1"), ((at("C1"), Fraction(1)),)),))).split("</style>")[1]
    )


def test_of_many_ways_only_where_they_lead_is_shown() -> None:
    board = read_drawing(ROOM)
    costs = ((at("A1"), Fraction(0)), (at("B1"), Fraction(1)))
    walks = tuple(Walked((at("A1"), at(name)), at(name), costs) for name in ("B1", "A2", "C1", "C2"))
    counted = Walked((at("A1"), at("B1"), at("C1")), at("C1"), ((at("C1"), Fraction(2)),))
    assert not trails(board, walks) and len(trails(board, walks[:3])) == 3
    assert [trail.words for trail in trails(board, (*walks, counted))] == ["from A1 by B1 to C1: 2"]


def test_half_steps_are_written_as_fractions() -> None:
    board = read_drawing(ROOM)
    assert ">1/2<" in svg(board, Shown(numbers={at("A1").beside(EAST).beside(EAST): Fraction(1, 2)}))
