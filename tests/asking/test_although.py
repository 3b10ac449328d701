"""An answer that rests on what is told and may not be says so itself, and is not called one that cannot come out otherwise."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from click.testing import Result

from adjudicator.language.diagnostics import Messages
from adjudicator.language.loading import scenarios_in
from adjudicator.model.outcomes import Outcome
from adjudicator.report.standing import STATUS, standing
from adjudicator.settling.settling import settle

SLEEPER = "Ann may not toss SOUP BOMB at Bob"
MORE = """
clause who-is-fed-picks-up-nothing
  for a pickup x, a guest g
  x may not happen
  when the agent of x is g
  and the hunger of g is at most 2
"""


def _outcomes(told: str) -> list[Outcome]:
    ((scenario, book),) = scenarios_in(told, "x.scenario", Messages())
    return [outcome for answer in settle(book, scenario).answers for outcome in answer.outcomes]


def test_what_comes_of_a_deed_that_may_not_be_is_only_so_as_it_is_told(picnic: Path) -> None:
    (picnic / "picnic/picnic.rules").open("a").write(MORE)
    hunger, other, leave, came, next_leave = _outcomes(
        "scenario A sleeper\n  uses picnic\n  guests Ann, Bob\n  basket Hamper\n  Ann is asleep\n  Ann has 5 hunger\n  Bob has 5 hunger\n"
        "  Ann's turn, round 1\n    Ann tosses SOUP BOMB at Bob\n"
        "  ask the hunger of Bob\n  ask the hunger of Ann\n  ask whether Ann may toss SOUP BOMB at Bob\n"
        "  ask whether Ann tosses SOUP BOMB at Bob\n  ask whether Bob may pick up Hamper\n"
    )
    assert hunger.although == came.although == next_leave.although == (SLEEPER,)
    assert not other.although and not leave.although


def test_a_moment_is_told_so_too(picnic: Path) -> None:
    told = "scenario A sleeper\n  uses picnic\n  guests Ann, Bob\n  basket Hamper\n  Bob carries Hamper\n  Ann is asleep\n"
    ((spilled),) = _outcomes(f"{told}  Ann tosses SOUP BOMB at Bob\n  ask whether Hamper is spilled by the toss\n")
    assert spilled.although == (SLEEPER,)


def test_it_stands_in_the_line_of_the_answer(run: Callable[..., Result]) -> None:
    said = "Ann is asleep. Bob has 5 hunger. Ann tosses SOUP BOMB at Bob. How much hunger does Bob have?"
    printed = run("ask", "picnic", said, "--brief").output
    assert f"=> 2 (as it is told, although {SLEEPER})" in " ".join(printed.split())
    assert STATUS["forced"] not in printed
    awake = run("ask", "picnic", said.partition(". ")[2], "--brief").output
    assert "although" not in awake and STATUS["forced"] in awake


def test_what_else_is_to_be_said_of_it_is_said_before(picnic: Path) -> None:
    told = (
        "scenario A sleeper\n  uses picnic\n  guests Ann, Bob\n  Ann is asleep\n  Ann tosses SOUP BOMB at Bob\n  ask whether Bob is happy\n"
    )
    ((scenario, book),) = scenarios_in(told, "x.scenario", Messages())
    (answer,) = settle(book, scenario).answers
    assert all(SLEEPER not in standing(answer, outcome) for outcome in answer.outcomes)
