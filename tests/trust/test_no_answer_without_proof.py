"""Promise 7: what the solver does not decide is never taken for yes or no, whichever of its answers it is that fails to come."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

import pytest

from adjudicator.engine.clock import Clock
from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import LimitReached
from adjudicator.engine.worlds import Ground
from adjudicator.entailment.session import Result, Session
from adjudicator.language.loading import load_scenarios
from adjudicator.model.outcomes import Answer
from adjudicator.settling import settling
from adjudicator.settling.settling import settle

BOOK = """book bench
  title The bench
  source bench-book

source bench-book
  rank 1
  number 1000

kind child, plural children
property the age of {child} is a whole number, default unknown
property the height of {child} is a whole number, default 9
property {child} sits left
property the toy of {child} is one of ball, kite, drum

clause small-ones-left
  for a child
  the child sits left
  when the age of the child is less than the height of the child minus 2

clause kite
  for a child
  the toy of the child is kite
  when the height of the child is at least 3

clause drum
  for a child
  the toy of the child is drum
  when the height of the child is at least 5
  and the height of the child is at most 20

clause ball
  for a child
  the toy of the child is ball
  when the age of the child is at least 6
  and the height of the child is at least 3

ladder
  rung explicit claim
  rung specificity
  rung alphabet
"""
SCENARIO = """scenario Bench
  uses bench
  child Ann, Bob
  ask whether Ann sits left
  ask the toy of Bob
  ask the age of Ann plus the age of Bob
  ask the number of children x such that x sits left
  ask whether the age of Ann is more than the age of Bob
  ask whether the age of Ann is less than the age of Bob minus 2
  ask whether the age of Ann plus the age of Bob is at least 5
"""


def answers(path: Path) -> list[tuple]:
    """What is answered, by a program that remembers nothing."""
    ((scenario, book),) = load_scenarios(path)
    return [told(answer) for answer in settle(book, scenario, engine=Engine(book)).answers]


def told(answer: Answer) -> tuple:
    return (answer.status, *sorted((str(o.answer), o.grade, str(o.probability), str(o.because_of)) for o in answer.outcomes))


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ADJUDICATOR_CACHE", "")
    (tmp_path / "bench").mkdir()
    (tmp_path / "bench" / "a.rules").write_text(BOOK, encoding="utf-8")
    file = tmp_path / "one.scenario"
    file.write_text(SCENARIO, encoding="utf-8")
    return file


def failing(monkeypatch: pytest.MonkeyPatch, out: frozenset[int]) -> list[int]:
    """A solver that does not answer these of its questions; the list counts them all."""
    asked: list[int] = []
    original = Session.check_all

    def check_all(self: Session, assertions: list) -> Result:
        asked.append(len(asked))
        return Result.UNKNOWN if asked[-1] in out else original(self, assertions)

    monkeypatch.setattr(Session, "check_all", check_all)
    return asked


def test_whichever_question_the_solver_leaves_open_the_answer_is_the_same_or_none(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        asked = failing(patch, frozenset())
        expected, count = answers(path), len(asked)
    assert count >= 8
    assert {one[0] for one in expected} >= {"several"} and "limit" not in {one[0] for one in expected}
    limits = 0
    for n in range(count):
        with monkeypatch.context() as patch:
            failing(patch, frozenset((n,)))
            found = answers(path)
        for one, wanted in zip(found, expected, strict=True):
            assert one == wanted or one == ("limit",), f"question {n} of the solver, left open, changed an answer"
        limits += ("limit",) in found
    assert limits >= 6, "which of two clauses is the more specific is asked in one way alone; the rest is asked again in another"


def test_a_solver_that_never_answers_gives_no_answer(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        expected = answers(path)
        failing(patch, frozenset(range(10_000)))
        found = answers(path)
    assert all(one in (wanted, ("limit",)) for one, wanted in zip(found, expected, strict=True))
    assert found.count(("limit",)) >= 3


def test_an_interrupt_is_no_answer(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Session, assertions: list) -> Result:
        raise KeyboardInterrupt

    monkeypatch.setattr(Session, "check_all", interrupted)
    with pytest.raises(KeyboardInterrupt):
        answers(path)


# ---- time that ends at any moment ----


STORY = """scenario Bench
  uses bench
  child Ann, Bob
  the age of Ann is 5
  the height of Bob is 4
  Ann gets up
  Bob gets up
  ask whether Ann sits left
    expect yes
  ask the toy of Bob
    expect kite
  ask the place of Ann
  ask the number of children x such that x sits left
"""
GETTING_UP = """
property the place of {child} is one of floor, stool, default floor
  state

event getting up
  {child agent} gets up

clause up
  for a getting up
  then the place of the agent of the getting up is stool
  when the agent of the getting up sits left

"""


def out_of_time(monkeypatch: pytest.MonkeyPatch, at: int) -> list[bool]:
    """Time that is up when somebody looks at the clock for the so-manieth time, looked at with every piece of work; for each look
    whether it is one at the time of the question itself, not of what is found out beside it."""
    looked: list[bool] = []
    original = Clock.look

    def look(self: Clock) -> None:
        if self._deadline is not None:  # where no time is set, none can end
            looked.append(not self._in_part)
            if len(looked) == at + 1:
                self._deadline = time.monotonic() - 1
        original(self)

    monkeypatch.setattr("adjudicator.engine.clock.EVERY", 1)
    monkeypatch.setattr(Clock, "look", look)
    return looked


@pytest.mark.parametrize("said", [SCENARIO, STORY])
def test_whenever_the_time_ends_the_answer_is_the_same_or_none(path: Path, monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    """Also its grade, and whether an expectation is met: what is left out for want of time is left out of nothing that is printed."""
    rules = path.parent / "bench" / "a.rules"
    rules.write_text(BOOK.replace("clause small", GETTING_UP.lstrip() + "clause small", 1), encoding="utf-8")
    path.write_text(said, encoding="utf-8")
    with monkeypatch.context() as patch:
        looked = out_of_time(patch, -1)
        expected, count = answers(path), len(looked)
    assert count > 30
    limits, own = 0, sum(looked)
    for n in range(count):
        with monkeypatch.context() as patch:
            out_of_time(patch, n)
            found = answers(path)
        for one, wanted in zip(found, expected, strict=True):
            assert one in (wanted, ("limit",)), f"time that ends at look {n} of {count} changed an answer"
        limits += ("limit",) in found
    assert limits > own // 2


@pytest.mark.parametrize("part", ["graded", "met"])
def test_time_that_ends_in_a_part_that_goes_on_without_it_is_a_limit(path: Path, monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    """A grade, or whether an expectation is met, is worked out as far as it goes: where the time has ended, there is no answer."""
    original = getattr(settling, part)

    def late(ground: Ground, *args: object) -> object:
        ground.engine.clock._deadline = time.monotonic() - 1
        with suppress(LimitReached):
            ground.engine.clock.look()
        return original(ground, *args)

    path.write_text(STORY.replace("  Ann gets up\n  Bob gets up\n", "").replace("  ask the place of Ann\n", ""), encoding="utf-8")
    monkeypatch.setattr(settling, part, late)
    assert ("limit",) in answers(path)
