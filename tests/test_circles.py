"""Circles and paradoxes are named with their clauses, and what rests on one is never called forced (docs/meaning.md 7.2)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli.main import main

BOOK = """book circles "Circles"
ladder
  rung explicit claim
kind guest
property {guest} is loud
property {guest} is shy
property {guest} is odd
property {guest} is late
property {guest} waits
property {guest} stays
property the bill of {guest} is a whole number
clause loud-unless-shy
  for a guest g
  g is loud
  unless g is shy
clause shy-unless-loud
  for a guest g
  g is shy
  unless g is loud
clause odd-unless-odd
  for a guest g
  g is odd
  unless g is odd
clause late-when-odd
  for a guest g
  g is late
  when g is odd
clause waits-unless-shy
  for a guest g
  g waits
  unless g is shy
clause stays-when-late
  for a guest g
  g stays
  when g waits
clause bills
  for a guest g
  the bill of g is 3
  when g is loud
"""
ROUND = {"clauses": ["loud-unless-shy", "shy-unless-loud"], "paradox": False}
PARADOX = {"clauses": ["odd-unless-odd"], "paradox": True}


@pytest.fixture
def asked(tmp_path: Path):
    """Settles one question about Ann, with what is told before; as JSON, and as text."""
    folder = tmp_path / "circles"
    folder.mkdir()
    (folder / "circles.rules").write_text(BOOK, encoding="utf-8")

    def ask(question: str, *told: str) -> tuple[dict, str]:
        file = tmp_path / "one.scenario"
        lines = ['scenario "One"', f"  uses {folder}", "  guest Ann", *(f"  {line}" for line in told), f"  ask {question}"]
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        done = CliRunner().invoke(main, ["settle", "--json", str(file)])
        text = CliRunner().invoke(main, ["settle", "--brief", str(file)])
        [answer] = json.loads(done.stdout)["settlements"][0]["questions"]
        return answer, " ".join(text.stdout.split())

    return ask


def test_a_circle_is_named_with_its_clauses(asked) -> None:
    answer, text = asked("whether Ann is loud")
    assert (answer["status"], answer["outcomes"][0]["why"], answer["outcomes"][0]["circles"]) == ("undecided", "circle", [ROUND])
    assert "it goes round in a circle: loud-unless-shy, shy-unless-loud" in text


def test_what_can_be_no_way_at_all_is_a_paradox(asked) -> None:
    answer, text = asked("whether Ann is odd")
    assert (answer["status"], answer["outcomes"][0]["circles"]) == ("undecided", [PARADOX])
    assert "it is a paradox, which can be no way at all: odd-unless-odd" in text


@pytest.mark.parametrize(
    ("ask", "says", "circle"),
    [("whether Ann waits", True, ROUND), ("whether Ann is late", False, PARADOX), ("whether Ann stays", True, ROUND)],
)
def test_what_rests_on_one_is_not_forced(ask: str, says: bool, circle: dict, asked) -> None:
    answer, text = asked(ask)
    [outcome] = answer["outcomes"]
    assert (outcome["answer"], outcome["grade"], outcome["why"], outcome["circles"]) == (says, "default", "circle", [circle])
    assert "cannot come out otherwise" not in text and "as far as it can be said: what it rests on" in text


def test_a_value_that_is_missing_because_of_one_says_so(asked) -> None:
    answer, _ = asked("the bill of Ann")
    assert (answer["status"], answer["outcomes"][0]["why"], answer["outcomes"][0]["circles"]) == ("undecided", "circle", [ROUND])


def test_a_fact_that_opens_the_circle_leaves_nothing_of_it(asked) -> None:
    answer, text = asked("whether Ann waits", "Ann is loud")
    [outcome] = answer["outcomes"]
    assert (outcome["answer"], outcome["grade"], "circles" in outcome) == (True, "ruled", False)
    assert "forced: it cannot come out otherwise" in text
