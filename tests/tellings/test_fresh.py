"""Situations told from the source book alone: `first-run.jsonl` keeps the first result; what is right today stays right."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from adjudicator.asking.debate import scenario_of
from adjudicator.asking.debate import tell as tell_in_words
from adjudicator.language.diagnostics import Messages
from adjudicator.language.loading import load
from adjudicator.settling.settling import settle

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from running import tell  # noqa: E402

BOOKS = sorted(folder.name for folder in (HERE / "fresh").iterdir() if folder.is_dir())
OPEN = {line.split(":")[0] for line in (HERE / "fresh" / "open.txt").read_text(encoding="utf-8").splitlines()}
"""What does not come right at its wording, each with the reason; none of these may be forgotten once it does."""


@pytest.mark.parametrize("book", BOOKS)
def test_fresh_tellings_come_right(book: str) -> None:
    told = list(tell(sorted((HERE / "fresh" / book).glob("*.scenario"))))
    assert told
    failed = {t.file: (t.missed or t.messages) for t in told if t.result != "right"}
    assert set(failed) == {file for file in OPEN if file.startswith(f"{book}/")}, failed


ASKED: list[dict[str, Any]] = [json.loads(line) for line in (HERE / "fresh" / "asked.jsonl").read_text(encoding="utf-8").splitlines()]
"""Asked in plain words (`adjudicator ask`), with what came of it at `first` and comes of it `now`: `right`, `not` understood, `other`."""


@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: f"{asked['n']}-{asked['from']}")
def test_what_was_asked_in_plain_words(asked: dict[str, Any]) -> None:
    loaded, messages = load(asked["book"], Messages()), Messages()
    assert loaded is not None
    told = tell_in_words(loaded, asked["said"], asked["book"])
    scenario = scenario_of(loaded, told, "asked", messages)
    answers = None
    if not (told.faults or messages.errors or scenario is None or not scenario.questions):
        assert told.loaded is not None
        outcomes = settle(told.loaded.book, scenario).answers[-1].outcomes
        answers = [{True: "yes", False: "no"}.get(outcome.answer, str(outcome.answer)) for outcome in outcomes]
    assert ("not" if answers is None else "right" if answers == [asked["answer"]] else "other") == asked["now"], answers
