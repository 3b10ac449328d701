"""Situations told from the source book alone: `first-run.jsonl` keeps the first result; what is right today stays right.

`debates.jsonl` has situations told in a line, as a player argues (`adjudicator ask`): the answer of the source, what came of it at
first and what comes of it now (`right`, `not` understood, `other`). What is not understood must not be answered.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from running import tell  # noqa: E402

from adjudicator.asking.debate import scenario_of, tell as understood  # noqa: E402
from adjudicator.language.diagnostics import Messages  # noqa: E402
from adjudicator.language.loading import load  # noqa: E402
from adjudicator.settling.settling import settle  # noqa: E402

BOOKS = sorted(folder.name for folder in (HERE / "fresh").iterdir() if folder.is_dir())
OPEN = {line.split(":")[0] for line in (HERE / "fresh" / "open.txt").read_text(encoding="utf-8").splitlines()}
"""What does not come right at its wording, each with the reason; none of these may be forgotten once it does."""


@pytest.mark.parametrize("book", BOOKS)
def test_fresh_tellings_come_right(book: str) -> None:
    told = list(tell(sorted((HERE / "fresh" / book).glob("*.scenario"))))
    assert told
    failed = {t.file: (t.missed or t.messages) for t in told if t.result != "right"}
    assert set(failed) == {file for file in OPEN if file.startswith(f"{book}/")}, failed


def _answers(debate: dict[str, str]) -> list[str] | None:
    """The answers that are given; None where the debate is not understood."""
    loaded = load(debate["book"], Messages())
    assert loaded is not None
    told, messages = understood(loaded, debate["said"], debate["book"]), Messages()
    scenario = scenario_of(loaded, told, "debate", messages)
    if told.faults or messages.errors or scenario is None or not scenario.questions:
        return None
    assert told.loaded is not None
    outcomes = settle(told.loaded.book, scenario).answers[-1].outcomes
    return [{True: "yes", False: "no"}.get(outcome.answer, str(outcome.answer)) for outcome in outcomes]  # type: ignore[call-overload]


@pytest.mark.slow
@pytest.mark.parametrize("book", ["house", "wwrcc"])
def test_debates_get_the_answer_of_the_source_or_none(book: str) -> None:
    debates = [json.loads(line) for line in (HERE / "fresh" / "debates.jsonl").read_text(encoding="utf-8").splitlines()]
    own = [debate for debate in debates if debate["book"] == book]
    assert own
    for debate in own:
        answers = _answers(debate)
        came = "not" if answers is None else "right" if answers == [debate["answer"]] else "other"
        assert came == debate["now"], (debate["n"], answers)
