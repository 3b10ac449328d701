"""`adjudicator new` and `demo`, completion, and commands that work from anywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from adjudicator.cli import completing
from adjudicator.language.formatting import format_text
from adjudicator.language.loading import load_scenarios

Run = Callable[..., Result]
ROOT = Path(__file__).resolve().parent.parent.parent
SAID = """A bomb
ann, Bob

bob has five hunger
Bob is sleepyish

Ann tosses a soup bomb at bob
Bob answers with big lid

the hunger of Bob

"""


def test_a_scenario_by_questions(run: Run, picnic: Path) -> None:
    result = run("new", "picnic", said=SAID + "bomb\n")
    assert result.exit_code == 0
    assert "no phrase says this" in result.output and "adjudicator words picnic" in result.output
    text = (picnic / "bomb.scenario").read_text(encoding="utf-8")
    assert "guests Ann, Bob" in text and "Bob has 5 hunger" in text and "    Bob answers with BIG LID" in text
    [(scenario, _)] = load_scenarios("bomb.scenario")
    assert scenario.title == "A bomb" and len(scenario.questions) == 1
    assert "=> 5" in run("settle", "--brief", "bomb.scenario").output


def test_a_file_that_is_there_is_not_written_over_unasked(run: Run, picnic: Path) -> None:
    (picnic / "bomb.scenario").write_text("mine", encoding="utf-8")
    assert run("new", "picnic", "bomb.scenario", said=SAID + "n\n").exit_code == 2
    assert (picnic / "bomb.scenario").read_text(encoding="utf-8") == "mine"


def test_questions_that_nobody_answers(run: Run) -> None:
    assert run("new", "picnic", said="").exit_code == 0


def test_what_is_written_is_in_the_one_layout(run: Run, picnic: Path) -> None:
    run("new", "picnic", "bomb.scenario", said=SAID)
    text = (picnic / "bomb.scenario").read_text(encoding="utf-8")
    assert format_text(text, "bomb.scenario") == text


def test_a_first_look(run: Run) -> None:
    result = run("demo", "--save", "mine.scenario")
    assert result.exit_code == 0 and "as expected" in result.output
    assert run("settle", "--brief", "mine.scenario").exit_code == 0


def test_scenarios_that_come_with_the_program(run: Run) -> None:
    names = run("demo", "--list").output.split("\n")
    assert "demo" in names and len(names) > 100
    asked = run("demo", next(name for name in names if "/" in name)[:-2] + "zz")
    assert asked.exit_code == 2 and "did you mean" in asked.output


def test_precedents_from_anywhere(run: Run) -> None:
    assert run("precedents", "life", "--most", "1").exit_code == 0


def test_completion(picnic: Path) -> None:
    def complete(words: str, at: int) -> list[str]:
        asked = {**os.environ, "_ADJUDICATOR_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(at)}
        asked["PYTHONPATH"] = str(ROOT)
        code = "from adjudicator.cli.main import main; main(prog_name='adjudicator')"
        done = subprocess.run([sys.executable, "-c", code], env=asked, capture_output=True, text=True, check=False, cwd=picnic)
        return [line.partition(",")[2] for line in done.stdout.split("\n") if line]

    books = [path.parent.name for path in (ROOT / "rulebase").glob("*/book.rules")]
    assert set(complete("adjudicator words ", 2)) >= set(books)
    assert complete("adjudicator words picnic SOU", 3) == ["SOUP BOMB"]
    assert "demo" in complete("adjudicator de", 1)


def test_what_can_be_completed(picnic: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(completing, "_books", lambda: ["picnic"])
    names = {item.value for item in completing.complete_suppose(None, None, "so")}  # type: ignore[arg-type]
    assert names == {"soup-feeds=off"}
    assert {item.value for item in completing.complete_precedent(None, None, "big")} == {"BIG LID"}  # type: ignore[arg-type]


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_terminal_that_cannot_show_everything(encoding: str, picnic: Path) -> None:
    """As on Windows, where output goes into a pipe."""
    asked = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "0"}
    done = subprocess.run([sys.executable, "-m", "adjudicator.cli.main", "ask", "picnic", "Zoë is asleep; is Łukasz asleep?", "--brief"],
                          env=asked, capture_output=True, check=False, cwd=picnic)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert b"=> no" in done.stdout and b"Traceback" not in done.stderr
