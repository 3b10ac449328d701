"""Stories over a small book: what they come to, how they are told again, and what is said of stories that cannot be."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from agreement import differences
from click.testing import CliRunner
from generators import Case
from reference import TooLarge, settle_by_force

from adjudicator.cli.main import main
from adjudicator.engine.limits import Limits
from adjudicator.language.loading import load_scenarios
from adjudicator.model.expressions import Permitted, walk
from adjudicator.settling.settling import settle

HERE = Path(__file__).resolve().parent
UPDATE = bool(os.environ.get("UPDATE"))
STORIES = [(scenario, book) for path in sorted(HERE.glob("*.scenario")) for scenario, book in load_scenarios(path)]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the book in it, from which files are named as a user would name them."""
    shutil.copytree(HERE / "duel", tmp_path / "duel")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _golden(text: str, path: Path) -> None:
    if UPDATE:
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("story", STORIES, ids=lambda s: s[0].title)
def test_story_comes_to_what_it_must(story) -> None:
    scenario, book = story
    for answer in settle(book, scenario).answers:
        assert answer.met, f"{answer.ask}: {[(o.answer, o.probability) for o in answer.outcomes]}, expected {answer.expected}"


@pytest.mark.parametrize("path", sorted((HERE / "bad").glob("*.scenario")), ids=lambda p: p.stem)
def test_story_that_cannot_be(path: Path, table: Path) -> None:
    shutil.copy(path, table)
    result = CliRunner().invoke(main, ["settle", path.name, "--brief", "--steps", "50"])
    assert result.exit_code in (1, 2), result.output
    assert "Traceback" not in result.output
    _golden(result.output, path.with_suffix(".txt"))


def test_story_is_told_again(table: Path) -> None:
    shutil.copy(HERE / "stories.scenario", table)
    result = CliRunner().invoke(main, ["settle", "stories.scenario"])
    assert result.exit_code == 0, result.output
    _golden(result.output, HERE / "told.txt")


def test_whose_turns_go_by_is_said(table: Path) -> None:
    shutil.copy(HERE / "gone-by.scenario", table)
    result = CliRunner().invoke(main, ["settle", "gone-by.scenario", "--brief"])
    assert result.exit_code == 0, result.output
    assert [line for line in result.output.splitlines() if line.startswith("note: ")] == [
        "note: taking it that nothing happens in Bob's turn before Cid's turn on line 7",
        "note: taking it that nothing happens in Ann's and Bob's turn before Cid's turn on line 9",
        "note: taking it that nothing happens in Bob's turn before Cid's turn on line 30",
    ]


def test_what_came_already_and_is_told_besides_is_said(table: Path) -> None:
    """What comes of one line and is told in the next takes place twice; told as an answer it is the one that came, and a line between
    makes it another."""
    shutil.copy(HERE / "told-twice.scenario", table)
    result = CliRunner().invoke(main, ["settle", "told-twice.scenario", "--brief"])
    assert result.exit_code == 0, result.output
    notes = [" ".join(part.split("\n\n")[0].split()) for part in result.output.split("note: ")[1:]]
    assert [note for note in notes if "may not" not in note] == [
        "Bob hits Ann (line 7): this came already of what is told before it (step 3), and is told once more; "
        "if the one that came is meant, say so below what it came of: `answering Bob hits Ann`"
    ]


def test_a_limit_is_no_answer() -> None:
    scenario, book = next(s for s in STORIES if s[0].title == "Mirror and parry")
    answers = settle(book, scenario, Limits(steps=3)).answers
    assert {answer.status for answer in answers} == {"limit"}
    assert all("more than 3 steps" in answer.note for answer in answers)


def test_worlds_that_come_to_the_same_go_on_as_one() -> None:
    """Twelve coins are 4,096 worlds, but only thirteen ways for a sum to come out."""
    scenario, book = next(s for s in load_scenarios(HERE / "many" / "coins.scenario"))
    answer = settle(book, scenario, Limits(worlds=64)).answers[0]
    assert [outcome.probability.numerator for outcome in answer.outcomes if outcome.probability] and len(answer.outcomes) == 13
    assert sum(outcome.probability for outcome in answer.outcomes) == 1
    assert all({cause.cause for cause in outcome.because_of} == {"chance"} for outcome in answer.outcomes)


def test_what_is_proposed_is_told_as_proposed_and_laid_out(table: Path) -> None:
    shutil.copy(HERE / "proposed.scenario", table)
    result = CliRunner().invoke(main, ["settle", "proposed.scenario"])
    assert result.exit_code == 0, result.output
    assert result.output.count("it is only proposed") >= 5
    ragged = (table / "proposed.scenario").read_text(encoding="utf-8").replace("proposed: ", "proposed:   ")
    (table / "proposed.scenario").write_text(ragged, encoding="utf-8")
    assert CliRunner().invoke(main, ["fmt", "proposed.scenario"]).exit_code == 0
    assert (table / "proposed.scenario").read_text(encoding="utf-8") == (HERE / "proposed.scenario").read_text(encoding="utf-8")


TOO_LARGE = ("Coins", "Mirror and parry")


@pytest.mark.parametrize("story", STORIES, ids=lambda s: s[0].title)
def test_engine_agrees_with_reference(story) -> None:
    """On all questions but those that say an event in words: brute force takes up only events that are told."""
    scenario, book = story
    named = tuple(q for q in scenario.questions if not any(isinstance(node, Permitted) for node in walk(q.ask)))
    asked = replace(scenario, questions=named)
    if scenario.title in TOO_LARGE:
        with pytest.raises(TooLarge):
            settle_by_force(book, asked)
        return
    assert not differences(Case(book, asked), settle_by_force(book, asked), settle(book, asked))
