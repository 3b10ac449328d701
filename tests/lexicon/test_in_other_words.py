"""Deeds of a story and questions in other words than the book's are taken as the page would hear them, and said."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli.main import main

FIGHT = """scenario A fight
  uses spellfire
  players Ann, Bob
  hero Drizzt in Ann's pool
  wizard Elminster is in Bob's pool
  realm Keep is in Bob's formation
  realm Tower is in Ann's formation
  wizard spell FIREBALL
  Ann holds FIREBALL
"""


def _settled(folder: Path, *lines: str, strict: bool = False) -> tuple[int, str]:
    file = folder / "a.scenario"
    file.write_text(FIGHT + "\n".join(f"  {line}" for line in lines) + "\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["settle", str(file), "--brief", *(["--strict"] if strict else [])], env={"NO_COLOR": "1"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return result.exit_code, " ".join(result.output.split())


@pytest.mark.parametrize(
    ("deed", "taken", "asked"),
    [
        ("Drizzt attacks Keep", "Ann attacks Keep with Drizzt", "whether it has happened that Ann attacks Keep with Drizzt"),
        ("Elminster casts FIREBALL at Drizzt", "Bob casts FIREBALL at Drizzt with Elminster", "whether FIREBALL is in play"),
    ],
)
def test_a_deed_of_a_story(deed: str, taken: str, asked: str, tmp_path: Path) -> None:
    status, said = _settled(tmp_path, "Ann's turn", f"  {deed}", f"ask {asked}")
    assert status == 0 and f"line 11: `{deed}` is taken as `{taken}`" in said
    assert _settled(tmp_path, "Ann's turn", f"  {deed}", f"ask {asked}", strict=True)[0] == 1


@pytest.mark.parametrize(
    ("said", "taken"),
    [
        ("can Drizzt attack Keep?", "whether Ann may attack Keep with Drizzt"),
        ("what level is Drizzt?", "the level of Drizzt"),
    ],
)
def test_a_question(said: str, taken: str, tmp_path: Path) -> None:
    status, shown = _settled(tmp_path, f"ask {said}")
    assert status == 0 and f"`ask {said}` is taken as `ask {taken}`" in shown


def test_what_would_say_less_or_more_is_not_taken(tmp_path: Path) -> None:
    """What it is done for would be lost; what is done would be told as how it is; a question would become a fact."""
    for line in ("Bob plays CALM to counter CATACLYSM!", "Ann puts CALM between Bob and Keep"):
        assert _settled(tmp_path, "Ann's turn", f"  {line}", "ask whether Keep is razed")[0] == 2
    assert _settled(tmp_path, "ask does the hero work well?")[0] == 2


def test_what_is_counted_comes_to_the_table_besides_what_is_named(tmp_path: Path) -> None:
    held = "how many cards x such that Ann holds x"
    status, shown = _settled(tmp_path, "Ann has five cards in hand", f"ask {held}", "  expect 5")
    assert status == 0 and "`Ann has five cards in hand` is taken as `a card called the card`" in shown and "lines more" in shown
    in_formation = "how many realms x such that (x belongs to Ann and x lies in formation)"
    assert _settled(tmp_path, "Ann has six realms in her formation", f"ask {in_formation}", "  expect 6")[0] == 0


def test_who_does_not_defend_does_nothing(tmp_path: Path) -> None:
    for said in ("Bob does not defend", "Bob declines to defend"):
        told = ("Ann's turn", "  phase four", "  Ann attacks Keep with Drizzt", f"    {said}", "ask whether Keep is razed", "  expect yes")
        assert _settled(tmp_path, *told)[0] == 0


def test_a_name_may_hold_a_place(tmp_path: Path) -> None:
    told = ("event card called Assault on Keep", "ally Man in Black", "wizard Cyric with level 9")
    asked = (
        "ask whether Assault on Keep is attached to Keep",
        "  expect no",
        "ask the owner of Man in Black",
        "ask the level of Cyric",
        "  expect 9",
    )
    status, shown = _settled(tmp_path, *told, *asked)
    assert status == 0 and "error" not in shown


def test_a_place_may_be_drawn_below(tmp_path: Path) -> None:
    file = tmp_path / "a.scenario"
    told = ("wizard Ann with 9 life", "treasure RED CHEST in B1", "board", "      A   B", "    +---+---+", "  1 | A     |", "    +---+---+",
            "  A  Ann", "ask where RED CHEST is", "  expect B1", "ask the life of Ann", "  expect 9")  # fmt: skip
    file.write_text("\n".join(("scenario A", "  uses e6", *(f"  {line}" for line in told))) + "\n", encoding="utf-8")
    assert CliRunner().invoke(main, ["settle", str(file), "--brief"]).exit_code == 0


def test_a_card_that_is_spoken_of_twice(tmp_path: Path) -> None:
    """Where it is read as the one event with it, both times: it was a traceback once."""
    file = tmp_path / "a.scenario"
    told = ("wizards Ann, Bob", "Ann casts FIREBALL at Bob", "FIREBALL strikes the FIREBALL", "ask whether Bob is dead")
    file.write_text("\n".join(("scenario A", "  uses e6", *(f"  {line}" for line in told))) + "\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["settle", str(file), "--brief"])
    assert result.exit_code == 0 and result.exception is None


LOCKED = """book locked
  title Locked

kind person
kind gate
kind key

property {person} holds {key}
event opening
  {person agent} opens {gate opened} with {key means}
  normally may
clause keys-open
  for an opening
  the opening may happen
  when the agent of the opening holds the means of the opening
"""


def test_nothing_is_named_that_was_not(tmp_path: Path) -> None:
    """With what she would open it stands in no word of the question, though she has just one key."""
    (tmp_path / "locked").mkdir()
    (tmp_path / "locked/book.rules").write_text(LOCKED, encoding="utf-8")
    file = tmp_path / "a.scenario"
    told = ("persons Ann, Bob", "gate GATE", "key LATCH", "Ann holds LATCH")
    for asked, status in (("may Ann open GATE with LATCH?", 0), ("may Ann open GATE?", 2)):
        file.write_text("\n  ".join(("scenario A gate", "uses locked", *told, f"ask {asked}")) + "\n", encoding="utf-8")
        result = CliRunner().invoke(main, ["settle", str(file), "--brief"], env={"NO_COLOR": "1"})
        assert result.exit_code == status, result.output
