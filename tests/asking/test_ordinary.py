"""The most ordinary things that are said and asked at a table, each in a small debate with the book's answer.

They were written down before anything was mended for them. Each line of everyday/*.jsonl has the idea that is asked, what became of
it at first and what becomes of it now: `right`, `not` understood, or `other` (understood, with another answer). What is right
stays so, and what is not understood is not answered wrong; the rest may get better without a word here.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from books import book_named

from adjudicator.asking.debate import scenario_of, tell
from adjudicator.language.diagnostics import Messages
from adjudicator.model.values import show
from adjudicator.settling.settling import settle

FOLDER = Path(__file__).resolve().parent / "everyday"
ASKED: list[dict[str, Any]] = [json.loads(line) for file in sorted(FOLDER.glob("*.jsonl")) for line in file.read_text("utf-8").splitlines()]
QUICK = 15
"""Of so many one is tried in the quick tier, too."""


def _becomes(asked: dict[str, Any]) -> str:
    loaded, messages = book_named(asked["book"]), Messages()
    told = tell(loaded, asked["said"], asked["book"])
    scenario = scenario_of(loaded, told, "asked", messages)
    if told.faults or messages.errors or scenario is None or not scenario.questions:
        return "not"
    assert told.loaded is not None
    outcomes = settle(told.loaded.book, scenario).answers[-1].outcomes
    said = [{"none": "nobody"}.get(answer, answer) for answer in (show(one.answer) for one in outcomes)]
    return "right" if said == [asked["answer"]] else "other"


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(one, id=f"{one['n']}-{one['book']}", marks=() if index % QUICK == 0 else pytest.mark.slow)
        for index, one in enumerate(ASKED)
        if one["now"] != "other"
    ],
)
def test_what_is_answered_is_the_book_s_answer(asked: dict[str, Any]) -> None:
    assert _becomes(asked) in ({"right"} if asked["now"] == "right" else {"right", "not"})


def test_how_many_are_right() -> None:
    """Of the Wiz-War books and of Spellfire, the first sets and those written when these had been mended: at first, and now."""
    for file, many, first in (("spellfire", 50, 14), ("wizwar", 151, 42), ("spellfire-twenty", 20, 7), ("wizwar-forty", 40, 12),
                              ("spellfire-ten", 10, 2), ("wizwar-twenty", 20, 9)):  # fmt: skip
        asked = [json.loads(line) for line in (FOLDER / f"{file}.jsonl").read_text("utf-8").splitlines()]
        assert len(asked) == many and sum(one["first"] == "right" for one in asked) == first
        assert sum(one["now"] == "right" for one in asked) >= first
