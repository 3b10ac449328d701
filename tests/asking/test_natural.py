"""Questions as people ask them who know no word of a book, written down before `ask` was mended for any of them: twice forty.

Each line of natural/questions.jsonl and natural/fresh.jsonl has the book, what was said, what became of it at first
(`understood`, `not`, `wrong`), and the scenario that it must be understood as, judged by hand; where there is none,
it is still not understood, and must say so (63 was, as something else than was asked).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from books import book_named

from adjudicator.asking.debate import tell

FILES = sorted((Path(__file__).resolve().parent / "natural").glob("*.jsonl"))
LINES = [line for file in FILES for line in file.read_text(encoding="utf-8").splitlines()]
QUESTIONS: list[dict[str, Any]] = [json.loads(line) for line in LINES]


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: f"{asked['n']}-{asked['book']}")
def test_it_is_understood_as_it_is_meant_or_not_at_all(asked: dict[str, Any]) -> None:
    told = tell(book_named(asked["book"]), asked["said"], asked["book"])
    if "scenario" in asked:
        assert not told.faults
        assert [line[2:] for line in told.scenario.split("\n")[2:] if line.strip()] == asked["scenario"]
    else:
        assert told.faults, told.scenario
        assert all(fault.help for fault in told.faults)


def test_how_many_are_understood() -> None:
    """The figures of docs/page.md: of each forty, at first and now."""
    for forty, first, now in ((QUESTIONS[40:], 3, 31), (QUESTIONS[:40], 6, 19)):
        assert len(forty) == 40 and sum(asked["first"] == "understood" for asked in forty) == first
        assert sum("scenario" in asked for asked in forty) == now
