"""A question within a story is asked at that point of it; turns may stand below their round; a turn is headed in several ways."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli.main import main

BOOK = """book small
  title Small

kind player
property the player on turn is a player or nobody, default nobody
property the round is a whole number, default 1
property the life of {player} is a whole number, default 10
event hit
  {player agent} hits {player target}
event parry
  {player agent} parries {hit answered}
  also {player agent} parries
  answers {answered}
event begin
  {player} begins a turn

clock
  seats player
  on turn the player on turn
  round the round
  turn begins {player} begins a turn

clause a-hit-hurts
  for a hit
  then subtract 1 from the life of the target of the hit
  when the hit happens
"""


def settled(tmp_path: Path, *lines: str) -> str:
    (tmp_path / "small").mkdir(exist_ok=True)
    (tmp_path / "small" / "book.rules").write_text(BOOK, encoding="utf-8")
    file = tmp_path / "one.scenario"
    file.write_text("\n  ".join(("scenario One", "uses ./small", "players Ann, Bob", *lines)) + "\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["settle", str(file), "--brief"])
    assert result.exit_code == 0, result.output
    return result.output


def test_each_question_is_asked_where_it_stands(tmp_path: Path) -> None:
    lines = (
        "round 3",
        "  Ann's turn",
        "    ask the player on turn",
        "      expect Ann",
        "    Ann hits Bob, called the first",
        "      ask the life of Bob",
        "        expect 9",
        "    Ann hits Bob",
        "    ask the life of Bob",
        "      expect 8",
        "    ask the life of Bob before the first",
        "      expect 10",
        "  ask the round",
        "    expect 3",
        "  Bob's turn",
        "    Bob hits Ann",
        "ask the player on turn",
        "  expect Bob",
        "round 4",
        "  Ann's turn",
        "    Ann hits Bob",
        "ask the life of Bob",
        "  expect 7",
        "ask the life of Bob after the first",
        "  expect 9",
    )
    said = settled(tmp_path, *lines)
    assert said.count("as expected") == 8
    assert "1. the player on turn as `Ann's turn` begins?" in said
    assert "2. the life of Bob after the first?" in said
    assert "3. the life of Bob after `Ann hits Bob`?" in said
    assert "6. the player on turn after `round 3`?" in said
    assert "7. the life of Bob?" in said


def test_in_a_scenario_without_a_story_it_is_asked_of_its_one_moment(tmp_path: Path) -> None:
    assert "as expected" in settled(tmp_path, "Ann's life is 4", "Ann hits Bob", "  ask the life of Ann", "    expect 4")


@pytest.mark.parametrize(
    "heading",
    ["round 5, Ann's turn", "Ann's turn, round 5", "In Ann's turn, round 5", "during Ann's turn (round 5)", "the turn of Ann, round 5",
     "turn of Ann in round 5", "then Ann's next turn, round 5", "in round 5, Ann's turn"],
)  # fmt: skip
def test_a_turn_is_headed_in_several_ways(heading: str, tmp_path: Path) -> None:
    said = settled(tmp_path, heading, "  Ann hits Bob", "ask the life of Bob", "  expect 9", "ask the round", "  expect 5")
    assert said.count("as expected") == 2


def test_a_question_needs_no_ask_where_it_has_its_mark(tmp_path: Path) -> None:
    lines = (
        "Ann's turn",
        "  Ann hits Bob",
        "  What is the life of Bob?",
        "    expect 9",
        "  Ann hits Bob",
        "who is the player on turn??",
        "  expect Ann",
    )
    said = settled(tmp_path, *lines)
    assert said.count("as expected") == 2
    assert "1. the life of Bob after `Ann hits Bob`?" in said


def test_who_they_are_may_come_after_their_names(tmp_path: Path) -> None:
    assert "as expected" in settled(tmp_path, "Cid and Dan are players", "the life of Dan is 3", "ask the life of Dan", "  expect 3")


def test_an_answer_level_with_what_it_answers_is_refused(tmp_path: Path) -> None:
    """In a scenario of one moment it answered nothing, and did nothing, without a word."""
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "book.rules").write_text(BOOK, encoding="utf-8")
    file = tmp_path / "one.scenario"
    told = "scenario One\n  uses ./small\n  players Ann, Bob\n  Ann hits Bob\n  Bob parries\n  ask the life of Bob\n"
    file.write_text(told, encoding="utf-8")
    result = CliRunner().invoke(main, ["settle", str(file)])
    assert result.exit_code == 2
    assert "one.scenario:5:3" in result.output
    assert "this answers an event, and does not say which" in result.output
    file.write_text(told.replace("  Bob parries", "    Bob parries"), encoding="utf-8")
    assert CliRunner().invoke(main, ["settle", str(file)]).exit_code == 0
