"""Cards that a Wiz-War book knows in part: each mark says something new, and what is said is said where the card is played."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli.main import main

MARKS = {
    "e6": "99-known-in-part.rules",
    "e8": "99-known-in-part.rules",
    "house": "base-known-in-part.rules",
    "wwrcc": "99-known-in-part.rules",
}
BOOKS = Path(__file__).parents[1] / "rulebase"
A_LINE = 12
"""How many cards a line of the table holds, so that it stays short."""


def settled(tmp_path: Path, text: str, *options: str) -> str:
    (tmp_path / "played.scenario").write_text(text, encoding="utf-8")
    return CliRunner().invoke(main, ["settle", *options, str(tmp_path / "played.scenario")]).output


def marked(book: str) -> list[str]:
    text = (BOOKS / book / MARKS[book]).read_text(encoding="utf-8")
    return [name.strip() for name in re.findall(r"^card (.*?)(?:--.*)?$", text, re.MULTILINE)]


@pytest.mark.parametrize("book", MARKS)
def test_of_a_marked_card_more_is_known_than_its_labels(book: str, tmp_path: Path) -> None:
    """Of a card with labels alone it is said already that no more of it is known: a mark would hide nothing and add nothing."""
    cards = marked(book)
    held = "".join(f"  Ann holds {', '.join(cards[at : at + A_LINE])}\n" for at in range(0, len(cards), A_LINE))
    found = json.loads(settled(tmp_path, f"scenario Held\n  uses {book}\n  wizard Ann\n{held}  ask the life of Ann\n", "--json"))
    said = {one["says"]: one["why"] for one in found["settlements"][0]["unheard"]}
    assert {card: said.get(card) for card in cards} == dict.fromkeys(cards, "the book knows only a part of what this card does")
    assert len(cards) == len(set(cards))


BESIDE = """scenario Told
  uses {book}
  wizards Ann, Bob
  Ann has 15 life
  Bob has 15 life
  board
        A   B   C
      +---+---+---+
    1 | A   B     |
      +---+---+---+
    A  Ann
    B  Bob
  it is round 3
  {fact}
  Ann's turn
    {deed}
  ask {asked}
"""


@pytest.mark.parametrize(
    ("book", "card", "fact", "deed", "asked"),
    [
        ("e6", "DUST CLOUD", "DUST CLOUD lies in C1", "Ann casts FIREBALL at Bob", "whether Ann has LOS to Bob"),
        ("wwrcc", "KILLER OOZE", "KILLER OOZE lies in C1", "Ann casts FIREBALL at Bob", "the life of Bob afterwards"),
        ("house", "GRAVITY", "Ann holds SLOW", "Ann casts GRAVITY", "the life of Bob afterwards"),
        ("e8", "REMOVE CURSE", "Bob is under SLOW DEATH", "Ann casts REMOVE CURSE at Bob", "where is Bob"),
    ],
)
def test_where_it_is_played_or_lies_on_the_map_nothing_is_forced(
    book: str, card: str, fact: str, deed: str, asked: str, tmp_path: Path
) -> None:
    told = BESIDE.format(book=book, fact=fact, deed=deed, asked=asked)
    shown = " ".join(settled(tmp_path, told, "--brief").split())
    assert f"leaving aside what the book does not say of {card}" in shown
    assert "cannot come out otherwise" not in shown


@pytest.mark.parametrize("book", MARKS)
def test_where_it_is_only_held_nothing_is_left_aside(book: str, tmp_path: Path) -> None:
    deed = "Ann casts FIREBALL at Bob"
    told = BESIDE.format(book=book, fact="Ann holds KILLER OOZE, STONE TO WATER", deed=deed, asked="the life of Bob afterwards")
    shown = " ".join(settled(tmp_path, told, "--brief").split())
    assert "=> 10 (forced: it cannot come out otherwise)" in shown
    assert "the book knows only a part of what this card does" in shown
    assert "leaving aside" not in shown
