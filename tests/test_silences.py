"""What is said to be sure stays so whatever is put in the place of a silence (docs/meaning.md 9.7)."""

from __future__ import annotations

from pathlib import Path

import pytest
from books import SILENT

from adjudicator.desk.settling import open_files
from adjudicator.model.outcomes import Answer
from adjudicator.model.situation import Node, Question
from adjudicator.settling import silences
from adjudicator.settling.settling import settle
from adjudicator.settling.silences import is_sure


@pytest.fixture
def answers(tmp_path: Path):  # type: ignore[no-untyped-def]
    def of(told: str) -> dict[str, Answer]:
        (tmp_path / "small").mkdir(exist_ok=True)
        (tmp_path / "small/a.rules").write_text(SILENT, encoding="utf-8")
        file = tmp_path / "a.scenario"
        file.write_text(f"scenario A\n  uses small\n  wizards Ann, Bob\n{told}", encoding="utf-8")
        ((scenario, book),) = open_files((str(file),))
        return {answer.ask: answer for answer in settle(book, scenario).answers}

    return of


def values(answer: Answer) -> set[object]:
    return {one.answer if one.world.decided else None for one in answer.outcomes}


def test_an_answer_that_stands_by_a_silence_is_told_with_what_it_turns_on(answers) -> None:  # type: ignore[no-untyped-def]
    """She is calm by a clause only because nobody knows whether she has any life left."""
    calm = answers("  ask whether Ann is calm\n")["whether Ann is calm"]
    assert calm.status == "several" and values(calm) == {True, False}
    assert {(cause.cause, cause.what) for one in calm.outcomes for cause in one.because_of} == {("not told", "the life of Ann")}


def test_what_a_silence_does_not_change_stays_sure(answers) -> None:  # type: ignore[no-untyped-def]
    angry = answers("  ask whether Ann is angry\n")["whether Ann is angry"]
    assert is_sure(angry) and values(angry) == {True}


def test_what_is_told_is_no_silence(answers) -> None:  # type: ignore[no-untyped-def]
    calm = answers("  the life of Ann is 3\n  ask whether Ann is calm\n")["whether Ann is calm"]
    assert is_sure(calm) and values(calm) == {True}


def test_all_questions_of_a_scenario_are_answered_alike(answers) -> None:  # type: ignore[no-untyped-def]
    """What is followed for one question is followed for the others; of another thing it is not."""
    found = answers("  the life of Bob is 2\n  ask whether Ann is dead\n  ask whether Ann is calm\n  ask whether Bob is calm\n")
    assert [found[f"whether {what}"].status for what in ("Ann is dead", "Ann is calm", "Bob is calm")] == ["several", "several", "forced"]


def test_what_is_asked_for_itself_has_no_value(answers) -> None:  # type: ignore[no-untyped-def]
    """No list of all numbers: nobody said it."""
    life = answers("  ask the life of Ann\n  ask whether Ann is calm\n")["the life of Ann"]
    assert life.status == "undecided" and life.outcomes[0].why == "not told"


def test_in_a_story_too(answers) -> None:  # type: ignore[no-untyped-def]
    """What was read in an earlier moment counts as much."""
    found = answers("  in order\n    Ann shouts\n  ask whether Ann is hoarse\n")["whether Ann is hoarse"]
    assert found.status == "several" and values(found) == {True, False}
    told = answers("  the life of Ann is 2\n  in order\n    Ann shouts\n  ask whether Ann is hoarse\n")["whether Ann is hoarse"]
    assert is_sure(told) and values(told) == {True}


def test_what_cannot_be_followed_together_is_followed_one_by_one(answers, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    usual = silences._Looking.otherwise

    def only_one(self: silences._Looking, followed: frozenset[Node], question: Question, answer: Answer) -> frozenset[str] | None:
        return usual(self, followed, question, answer) if len(followed) == 1 else None

    monkeypatch.setattr(silences._Looking, "otherwise", only_one)
    both = answers("  ask whether Ann is calm and Ann is angry\n")["whether Ann is calm and Ann is angry"]
    assert both.status == "several"
    assert {cause.what for one in both.outcomes for cause in one.because_of} == {"the life of Ann"}


def test_a_number_that_nobody_said_against_one_that_is_drawn(tmp_path: Path) -> None:
    """10.2: what is drawn is contrary to every other value, an unknown one, too; which of the two holds is left open."""
    (tmp_path / "dice").mkdir()
    (tmp_path / "dice/a.rules").write_text(
        """book dice
  title Dice

kind throw
property the call of {throw} is a whole number from 1 to 2
property the number of {throw} is a whole number from 1 to 2
clause drawn
  for a throw
  the number of the throw is random: 1 with chance 1/2, 2 with chance 1/2
clause called
  for a throw
  the number of the throw is the call of the throw
""",
        encoding="utf-8",
    )
    (tmp_path / "a.scenario").write_text("scenario A\n  uses dice\n  throw T\n  ask the number of T\n", encoding="utf-8")
    ((scenario, book),) = open_files((str(tmp_path / "a.scenario"),))
    (answer,) = settle(book, scenario).answers
    assert answer.status in ("several", "undecided") and any(c.cause == "open" for one in answer.outcomes for c in one.because_of)


def test_silences_are_looked_into_as_far_as_the_work_goes(answers, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    """What there is no work left for stays as it was, and is not said to be sure."""
    monkeypatch.setattr(silences, "WORK", -10_000)
    answer = answers("  ask whether Ann is calm\n")["whether Ann is calm"]
    assert answer.status == "forced" and answer.outcomes[0].grade == "default" and not is_sure(answer)
