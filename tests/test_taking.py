"""What an answer takes for granted is named where another value of it alone would change the answer, and nowhere else (meaning 14.9)."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli.main import main
from adjudicator.engine.limits import OutOfTime
from adjudicator.language.loading import load_scenarios
from adjudicator.model.outcomes import Outcome
from adjudicator.report.text import taking_text
from adjudicator.settling import taking
from adjudicator.settling.settling import settle

BOOK = """book fair
  title The fair

ladder
  rung specificity

kind person
kind cake
kind stall

clock
  seats person

property {person} is asleep
property {person} is deaf
property {person} holds {cake}
  state
property {person} is welcome
property {cake} is sold at {stall}
property the patience of {person} is a whole number
  default 3
property the coins of {person} is a whole number, default 0
  state
property {person} is rich
  state

event throw
  {person agent} throws {cake missile} at {person target}
  normally may

event call
  {person caller} calls {person called}
  normally may

clause nobody-throws-what-he-has-not
  for a throw t, a person p, a cake c
  t may not happen
  when the agent of t is p
  and the missile of t is c
  and p does not hold c

clause the-patient-are-welcome
  for a person p
  p is welcome
  when p is not asleep
  and the patience of p is at least 2

clause all-are-welcome-where-a-cake-is-sold
  for a person p, a cake c, a stall s
  p is welcome
  when c is sold at s
  and p is not deaf

clause the-hit-pay
  for a throw t, a person p
  then subtract 1 from the coins of p
  when the target of t is p
  and p is not asleep

clause who-is-called-wakes
  for a call c, a person p
  then p is rich
  when the called of c is p
  and p is not deaf

invariant nobody-sleeps-with-a-cake
  for a person p, a cake c
  when p holds c
  always p is not asleep
"""

HEAD = 'scenario "t"\n  uses fair\n  persons Ann, Bob\n  cakes TART, PIE\n  stall East\n'


@pytest.fixture
def told(tmp_path: Path):
    folder = tmp_path / "fair"
    folder.mkdir()
    (folder / "fair.rules").write_text(BOOK.partition("invariant")[0], encoding="utf-8")

    def settled(*lines: str, also: str = "") -> list[Outcome]:
        (folder / "fair.rules").write_text(BOOK.partition("invariant")[0] + also, encoding="utf-8")
        (tmp_path / "one.scenario").write_text(HEAD + "\n".join("  " + line for line in lines) + "\n", encoding="utf-8")
        [(scenario, book)] = load_scenarios(tmp_path / "one.scenario")
        return [outcome for answer in settle(book, scenario).answers for outcome in answer.outcomes]

    return settled


def test_what_would_change_the_answer_is_named(told) -> None:
    [one] = told("ask whether Ann may throw TART at Bob")
    assert one.answer is False and one.taking == ("Ann does not hold TART",)


def test_what_would_not_is_not(told) -> None:
    [one] = told("TART is sold at East", "ask whether Ann is welcome")
    assert one.answer is True and one.taking == ()


def test_a_number_too(told) -> None:
    [one] = told("ask whether Ann is welcome")
    assert set(one.taking) == {"Ann is not asleep", "the patience of Ann is 3"}


def test_what_time_leaves_open_is_named_too(told, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(flipped: object) -> bool:
        raise OutOfTime("not decided")

    monkeypatch.setattr(taking._Flipped, "changes_the_answer", never)
    [one] = told("TART is sold at East", "ask whether Ann is welcome")
    assert one.answer is True and one.taking


def test_like_ones_together(told) -> None:
    [one] = told("ask the number of persons p such that p is asleep or p is deaf")
    assert set(one.taking) == {"neither Ann nor Bob is asleep", "neither Ann nor Bob is deaf"}
    [one] = told("cake BUN", "ask the number of cakes c such that Ann holds c")
    assert one.taking == ("Ann holds none of TART, PIE and BUN",)
    [one] = told("ask the sum of the patience of p over persons p")
    assert one.taking == ("the patience of each of Ann and Bob is 3",)


def test_what_is_asked_itself_is_not_taken_for_granted(told) -> None:
    assert [one.taking for one in told("ask whether Ann is asleep", "ask whether Ann is not asleep")] == [(), ()]


def test_an_earlier_moment_of_a_story(told) -> None:
    [one] = told("Ann holds TART", "the coins of Bob is 3", "Ann's turn", "  Ann throws TART at Bob", "ask the coins of Bob")
    assert one.answer == 2 and one.taking == ("Bob is not asleep",)
    [one] = told("Ann's turn", "  Ann calls Bob", "ask the coins of Bob")
    assert one.taking == ()


def test_what_cannot_be_is_not_named(told) -> None:
    also = BOOK[BOOK.index("invariant") :]
    [one] = told("Ann holds PIE", "the patience of Ann is 5", "ask whether Ann is welcome", also=also)
    assert one.answer is True and one.taking == ()


def test_it_stands_below_the_answer(told, tmp_path: Path) -> None:
    [one] = told("ask whether Ann is welcome")
    assert taking_text(one).startswith("taking it that ")
    for brief in ([], ["--brief"]):
        assert taking_text(one) in " ".join(CliRunner().invoke(main, ["settle", str(tmp_path / "one.scenario"), *brief]).output.split())
    CliRunner().invoke(main, ["settle", str(tmp_path / "one.scenario"), "--html", str(tmp_path / "one.html")])
    assert taking_text(one) in (tmp_path / "one.html").read_text(encoding="utf-8")
