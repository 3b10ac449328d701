"""The house book against itself: findings have the same ids on every run; real cards of trouble."""

from __future__ import annotations

from pathlib import Path

import pytest
from settled import shows

from adjudicator.analysis.findings import Finding
from adjudicator.analysis.opening import Subject, open_subject
from adjudicator.analysis.vetting import vet

SAMPLE = 6


@pytest.fixture(scope="module")
def found() -> list[Finding]:
    vetter = open_subject(Subject("house")).vetter()
    return list(vetter.clashes(vetter.pairs(None)[::SAMPLE]))


def test_ids_are_distinct_and_made_of_content(found: list[Finding]) -> None:
    assert len(found) > 20
    assert len({f.id for f in found}) == len(found)
    again = open_subject(Subject("house")).vetter()
    known = {f.id for f in again.clashes(again.pairs(None)[::SAMPLE])}
    assert {f.id for f in found} == known


CARDS = {
    "REVERSE": (), "REMOVE CURSE": ("V107",), "FOIST": (), "OPPORTUNITY FIRE": (), "BUDDY": (), "DISEASE": (), "EMPATHY": (),
}  # fmt: skip


@pytest.mark.parametrize("card", CARDS)
def test_cards_of_trouble(card: str, tmp_path: Path) -> None:
    report = vet(against="house", cards=(card,))
    assert set(CARDS[card]) <= {f.code for f in report.findings}
    for finding in report.findings:
        if finding.witness:
            assert shows(finding, tmp_path) == ""
