"""Two books about the same situation: each gives the answer that its own statements give.

The scenario files expect what the book they were written for says; `both.jsonl` says what the other book says
to the same question, and by which of its statements. Both are read from the books, not from what comes out.
"""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from adjudicator.comparing.two_books import Compared, Side, compare
from adjudicator.model.values import show
from adjudicator.rulings.ruling import same_answer
from adjudicator.settling.support import supporting_clauses

HERE = Path(__file__).resolve().parent
SCENARIOS = HERE.parents[1] / "scenarios"
ROWS = [json.loads(line) for line in (HERE / "both.jsonl").read_text(encoding="utf-8").splitlines()]
FILES: dict[tuple[str, str], list[dict]] = defaultdict(list)
for row in ROWS:
    FILES[row["scenario"].split(":")[0], row["also"]].append(row)


@cache
def found(name: str, also: str) -> list[Compared]:
    return list(compare((name.split("/")[0], also), [SCENARIOS / f"{name}.scenario"]))


def played(side: Side) -> str:
    """The answer of a book; where it contradicts itself, the one of the side that is played."""
    assert side.answer is not None and side.ruled is not None
    outcomes = side.answer.outcomes
    first = [outcome for outcome in outcomes if outcome.played] if not all(outcome.played for outcome in outcomes) else []
    return show(first[0].answer) if len(first) == 1 else side.ruled.answer


@pytest.mark.parametrize(("name", "also"), list(FILES), ids=lambda part: part.replace("/", "-"))
def test_each_book_gives_its_own_answer(name: str, also: str) -> None:
    answered = {(f"{name}: {one.title}", one.ask): one for one in found(name, also)}
    for row in FILES[name, also]:
        one = answered[row["scenario"], row["ask"]]
        home, other = one.sides
        assert home.ruled is not None and other.ruled is not None, f"{one.ask}: {home.cannot or other.cannot}"
        assert same_answer(one.expected.partition(" by ")[0], played(home)), f"{one.title}: {one.ask}: {home.book}"
        assert same_answer(row["answer"], played(other)), f"{one.title}: {one.ask}: {also}"
        assert set(row["by"]) & cited(other), f"{one.title}: {one.ask}: {also} by {sorted(cited(other))}"


def cited(side: Side) -> set[str]:
    """The statements cited by the clauses that took part in the answer."""
    assert side.answer is not None
    worlds = [outcome.world for outcome in side.answer.outcomes]
    return {i for world in worlds for clause in supporting_clauses(world) for i in clause.cites}


def test_there_are_forty_situations_that_both_books_can_express() -> None:
    assert len({row["scenario"] for row in ROWS}) >= 40
    assert len(ROWS) >= 60
    assert {name.split("/")[0] for name, _ in FILES} == {"e6", "wwrcc"}
