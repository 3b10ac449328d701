"""Clashes of effects: shown by stories, of state, roles and kinds; none between effects of different events."""

from __future__ import annotations

from pathlib import Path

import pytest
from settled import read, shows, shows_with_less

from adjudicator.settling.settling import settle
from adjudicator.vetting.findings import Finding
from adjudicator.vetting.vetting import check_book

BOOK = str(Path(__file__).parent / "effects")


@pytest.fixture(scope="module")
def found() -> dict[frozenset[str], Finding]:
    return {frozenset(f.clauses): f for f in check_book(BOOK).findings if f.code < "V200"}


CLASHES = (
    ("a-hit-leaves-one", "a-hit-leaves-two"),
    ("ducking-turns-it-back", "ducking-turns-it-on-the-ducker"),
    ("what-melts-is-not-water", "what-melts-is-water"),
)


def test_effects_clash_where_one_event_brings_both_about(found: dict[frozenset[str], Finding]) -> None:
    assert set(found) == set(map(frozenset, CLASHES))


@pytest.mark.parametrize("clauses", CLASHES)
def test_the_witness_is_a_story_that_is_open_between_the_two(
    clauses: tuple[str, str], found: dict[frozenset[str], Finding], tmp_path: Path
) -> None:
    finding = found[frozenset(clauses)]
    assert "in order" in finding.witness
    assert shows(finding, tmp_path) == ""
    assert shows_with_less(finding, tmp_path) == []
    scenario, book = read(finding, tmp_path)
    (answer,) = settle(book, scenario).answers
    assert answer.status == "several"
    assert {cause.cause for outcome in answer.outcomes for cause in outcome.because_of} == {"open"}
