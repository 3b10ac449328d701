"""How things stand, told in one's own words: what it becomes on the page, and what a message about a file says of it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli.main import main
from adjudicator.language.loading import Loaded
from adjudicator.web.telling import opened, say

TABLE = {
    "e6": "wizards Ann, Bob",
    "e8": "wizards Ann, Bob",
    "wwrcc": "wizards Ann, Bob",
    "house": "wizards Ann, Bob",
    "spellfire": "players Ann, Bob",
}
_CHESTS = "treasures Red, Blue; the owner of Red is Bob; the owner of Blue is Bob; space Nook"
HEARD = {
    ("e6", "space Corner", "In Corner stands Bob."): ["Bob stands in Corner"],
    ("e6", "door Gate", "Gate is unlocked."): ["Gate is not locked"],
    ("e6", "", "Bob has MEDUSA on him."): ["Bob is under MEDUSA"],
    ("e6", "", "Bob has DAGGER on him."): ["Bob has DAGGER on him"],
    ("e8", "", "Ann has no movement points left."): ["Ann has 0 movement points left"],
    ("e8", "", "Ann has no cards left in her hand."): ["Ann has 0 cards in her hand"],
    ("e8", "space Nook", "There is nothing in Nook."): ["Nook is empty"],
    ("e8", "sector North, door Gate, the sector of Ann is North", "Gate is in Ann's home sector."): ["Gate is in North"],
    ("wwrcc", "", "Ann and Bob can't see each other."): ["Ann cannot see Bob", "Bob cannot see Ann"],
    ("wwrcc", "pit Pit", "Bob is down in Pit."): ["Bob is inside Pit"],
    ("wwrcc", "", "Bob has been turned into a TOAD."): ["Bob is under TOAD"],
    ("wwrcc", "illusion Screen", "Bob thinks Screen is real."): ["Bob thinks that Screen is real"],
    ("wwrcc", "illusion Screen", "Bob believes in Screen."): ["Bob believes in Screen"],
    ("wwrcc", "thornbush THORNBUSH", "Ann is inside the THORNBUSH."): ["Ann is inside the THORNBUSH"],
    ("spellfire", "realm Waterdeep", "Waterdeep is Ann's."): ["the owner of Waterdeep is Ann"],
    ("e6", "", "It's Bob's go."): ["it is the turn of Bob"],
    ("e6", "wall Wall", "Wall has been knocked down."): ["Wall is off the map"],
    ("e6", "", "Bob must discard two cards."): ["Bob has to discard 2 cards"],
    ("e6", _CHESTS, "Both of Bob's chests lie in Nook."): ["Red lies in Nook", "Blue lies in Nook"],
    ("e8", "", "Bob is out of movement points."): ["Bob has 0 movement points left"],
    ("e8", "door Gate", "Gate is one of Bob's doors."): ["the owner of Gate is Bob"],
    ("e8", "", "Bob is allowed to hold nine cards in hand."): ["Bob may have 9 cards in hand"],
    ("wwrcc", "", "Bob has come down with DISEASE."): ["Bob suffers from DISEASE"],
    ("wwrcc", "creature Twin", "Ann's ALTER EGO is Twin."): ["Twin is an ALTER EGO of Ann"],
    ("house", "", "FIREBALL has become lava."): ["FIREBALL has become Lava"],
    ("house", "", "Bob's SPEED lasts another three turns."): ["SPEED lasts 3 more turns for Bob"],
    ("spellfire", "champion Drizzt", "Drizzt has lost his special power."): ["Drizzt does not have its special power"],
    ("spellfire", "champion Drizzt", "Drizzt comes from the Dark Sun."): ["Drizzt comes from dark-sun"],
    ("spellfire", "", "Ann is in phase 4."): ["it is the turn of Ann", "it is phase 4"],
}
OPEN = (
    ("e6", "Bob must skip his turn."),
    ("e6", "Nobody can see Bob."),
    ("spellfire", "Nobody may peek at Bob's pool."),
)


@cache
def _book(name: str) -> Loaded:
    return opened(name)


def _table(book: str, *more: str) -> str:
    """A scenario with what is put on its table: lines between commas, or between semicolons where a line has commas of its own."""
    lines = [line for one in more for line in re.split("; " if ";" in one else ", ", one) if line]
    return "".join((f"scenario A\n  uses {book}\n  {TABLE[book]}\n", *(f"  {line}\n" for line in lines)))


@pytest.mark.parametrize(("book", "table", "said"), HEARD, ids=lambda one: one[:40])
def test_it_is_heard_in_the_words_of_the_book(book: str, table: str, said: str) -> None:
    before = _table(book, table)
    heard = say(_book(book), before, said)
    known = [line.strip() for line in before.splitlines()]
    assert [line.strip() for line in heard.scenario.splitlines() if line.strip() and line.strip() not in known] == HEARD[book, table, said]


@pytest.mark.parametrize(("book", "said"), OPEN, ids=lambda one: one[:40])
def test_what_tells_how_it_stands_is_not_passed_over(book: str, said: str) -> None:
    assert say(_book(book), _table(book), said).rest


def test_what_somebody_says_is_still_not_so() -> None:
    assert not say(_book("e6"), _table("e6"), "Bob says that he has 3 life.").rest


def _settled(folder: Path, said: str, *table: str) -> str:
    file = folder / "a.scenario"
    file.write_text(f"{_table('e6', *table)}  {said}\n  ask the round\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["settle", str(file), "--brief"])
    assert result.exit_code == 2
    return result.output


@pytest.mark.parametrize(("said", "taken"), [
    ("it's still the first round", "is taken as `it is round 1`"),
    ("Ann and Bob can't see each other", "is taken as `Ann cannot see Bob` and `Bob cannot see Ann`"),
    ("Ann hasn't attacked yet this turn", "is so where nobody tells otherwise"),
    ("Ann has used up all her movement points", "is taken as `Ann has 0 movement points left`"),
    ("Bob has caught MEDUSA", "is taken as `Bob is under MEDUSA`"),
    ("Bob was turned into a MEDUSA", "is taken as `Bob is under MEDUSA`"),
    ("Ann has been slowed", "is taken as `Ann is under SLOW`"),
])  # fmt: skip
def test_what_the_page_would_hear_is_taken_in_a_file_and_said(
    said: str, taken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    file = tmp_path / "a.scenario"
    file.write_text(f"{_table('e6')}  {said}\n  ask the round\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["settle", str(file), "--brief"])
    assert result.exit_code == 0 and f"note: line 4: `{said}` {taken}" in " ".join(result.output.split())
    assert CliRunner().invoke(main, ["settle", str(file), "--strict"]).exit_code == 1
    explained = CliRunner().invoke(main, ["explain", str(file)])
    assert explained.exit_code == 0 and "error" not in explained.output


@pytest.mark.parametrize("said", ["Bob lost a turn", "DAGGER was thrown by Ann", "Bbo is INVISIBLE", "two enemies are lying on the floor"])
def test_what_would_say_more_or_is_over_is_not_taken(said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert "is taken as" not in _settled(tmp_path, said)


@pytest.mark.parametrize(("said", "told"), [
    ("Ben is in the same space as Bob", "put it on the table first"),
])  # fmt: skip
def test_a_message_says_it_in_the_words_of_the_book(said: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert told in _settled(tmp_path, said)


@pytest.mark.parametrize("said", ["the element of FIREBALLL is fire", "proposed: Ann casts FIREBALLL at Bob"])
def test_of_a_card_that_is_not_there_only_that_is_told(said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No sentence about somebody else, and none about the word `proposed`."""
    monkeypatch.setenv("NO_COLOR", "1")
    came = _settled(tmp_path, said)
    assert "help: did you mean `FIREBALL`?\n" in came and "nearest sentence" not in came


def test_what_nothing_listens_to_is_told_with_the_sentence_that_is_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of that very bush, and one that a rule hears."""
    monkeypatch.setenv("NO_COLOR", "1")
    file = tmp_path / "a.scenario"
    file.write_text(f"{_table('wwrcc', 'thornbush Bush')}  Ann is beside Bush\n  ask whether Ann may punch Bush\n", encoding="utf-8")
    told = " ".join(CliRunner().invoke(main, ["settle", str(file)]).output.split())
    assert "unheard: Ann is beside Bush" in told and "nearest: Ann is adjacent to Bush" in told


def test_a_name_written_wrong_seats_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert "wizards Ann, Bob, Bbo" not in _settled(tmp_path, "Bbo still has DAGGER")
