"""Promise 5: the same table told otherwise has the same answers. Other cases every day; `python -m tests.trust.metamorphic` for long."""

from __future__ import annotations

import os
from random import Random

import metamorphic
import pytest

CASES = 4
SAMPLE = int(os.environ["ADJUDICATOR_SAMPLE"], 36) * 1_000


@pytest.mark.slow
@pytest.mark.parametrize("kind", metamorphic.OTHERWISE)
def test_told_otherwise_it_has_the_same_answers(kind: str) -> None:
    tried, wrong, _ = metamorphic.run(kind, CASES if kind != "files" else 2, SAMPLE)
    assert tried >= 2
    assert not wrong, f"first seed {SAMPLE}"


def test_a_difference_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told is really told otherwise, and an answer that differs is a defect."""
    told = metamorphic.picked(Random(3))
    other = metamorphic.irrelevant_added(told, Random(3))
    assert "glum-gnorfs" in other[0][1].clauses
    assert "glum-gnorfs" not in told.book.clauses
    monkeypatch.setattr(metamorphic, "answers", _two_answers())
    assert "/" in (metamorphic.case("irrelevant", 3) or "")


def _two_answers():
    found = iter(([[{"status": "forced"}]], [[{"status": "several"}]]))
    return lambda read: next(found)


def test_names_come_back_as_they_were() -> None:
    for seed in range(400):
        dice = Random(f"players {seed}")
        told = metamorphic.picked(dice)
        try:
            other = metamorphic.players_renamed(told, dice)
        except metamorphic.Unlike:
            continue
        old, new = ([*read[0][0].situation.things] for read in (told.read, other))
        assert old != new
        assert metamorphic.names_back([new], told, other) == [old]
        return
    raise AssertionError("no scenario has players with names")
