"""Debates told as at a table, each with the answer of the source book, written down before the reader of sentences was mended for them.

debates/thirty.jsonl has thirty of five books, debates/strangers.jsonl the first wordings of eight that strangers told
(docs/tries), debates/forty.jsonl forty more, written after those were mended for, debates/spellfire.jsonl twenty-seven of
a judge's desk, of which twenty came later, and four that those brought to light, debates/fresh.jsonl twenty-four as people
at a table type them, written after most of these, debates/forum.jsonl twenty short ones as on a forum,
debates/phone.jsonl forty as they are typed on a phone, debates/pocket.jsonl twenty-four more of those, written from the
sources before a rule or a scenario was looked at, debates/told.jsonl and debates/told-kept.jsonl twenty each of forty that
were written in November and split by lot (the second half is never worked with), debates/table.jsonl and
debates/table-kept.jsonl eight and seven of fifteen whole debates of three to five sentences, three a book, split
before any was tried, debates/quick.jsonl fifteen short ones in the words that come first. Each line says what became
of it at first (`right`, `not` understood, `other`: understood, with another answer or several) and what becomes of it
now. What is not understood must not be answered; an answer that is not the book's is kept as `other`. A `slip` is the
teller's, or says that the answer comes of another rule.
"""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from books import book_named

from adjudicator.asking.debate import scenario_of, tell
from adjudicator.language.diagnostics import Messages
from adjudicator.model.values import show
from adjudicator.settling.settling import settle

FOLDER = Path(__file__).resolve().parent / "debates"
DEBATES: list[dict[str, Any]] = [
    json.loads(line)
    for name in (
        "thirty",
        "strangers",
        "forty",
        "spellfire",
        "fresh",
        "forum",
        "phone",
        "pocket",
        "told",
        "told-kept",
        "table",
        "table-kept",
        "quick",
    )
    for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
]


def _answer(debate: dict[str, Any]) -> list[str] | None:
    """The answers that are given; None where the debate is not understood."""
    told, messages = tell(book_named(debate["book"]), debate["said"], debate["book"]), Messages()
    scenario = scenario_of(book_named(debate["book"]), told, "debate", messages)
    if told.faults or messages.errors or scenario is None or not scenario.questions:
        assert all(fault.help for fault in told.faults)
        return None
    assert told.loaded is not None
    outcomes = settle(told.loaded.book, scenario).answers[-1].outcomes
    return [show(one.answer) if isinstance(one.answer, bool | frozenset) else str(one.answer) for one in outcomes]


QUICK = 9
"""Of so many one is tried in the quick tier, too: every one has to be read and settled in a book of its own size."""


@pytest.mark.parametrize(
    "debate",
    [
        pytest.param(one, id=f"{one['n']}-{one['book']}", marks=() if index % QUICK == 0 else pytest.mark.slow)
        for index, one in enumerate(DEBATES)
    ],
)
def test_the_answer_is_the_book_s_or_none_is_given(debate: dict[str, Any]) -> None:
    answers = _answer(debate)
    assert ("not" if answers is None else "right" if answers == [debate["answer"]] else "other") == debate["now"], answers


def test_how_many_are_right() -> None:
    """The figures of docs/page.md: the thirty, the eight, the forty, a judge's five sets, the fresh ones, the forum's; at first and now."""
    ends = (0, 30, 38, 78, 85, 95, 98, 108, 109, 133, 153, 193, 217, 237, 257, 265, 272, len(DEBATES))
    sets = [DEBATES[start:end] for start, end in pairwise(ends)]
    assert [sum(one["first"] == "right" for one in debates) for debates in sets] == [3, 0, 5, 2, 4, 0, 3, 0, 1, 0, 0, 2, 2, 3, 1, 0, 2]
    assert [sum(one["now"] == "right" for one in debates) for debates in sets] == [24, 5, 22, 5, 9, 3, 6, 1, 15, 11, 13, 15, 7, 5, 5, 2, 8]
