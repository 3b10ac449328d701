"""Open and disputed rulings of the house book: for most there is a situation in which the answer turns on it, and it does."""

from __future__ import annotations

from pathlib import Path

from settled import shows

from adjudicator.model.clauses import READING_STATUSES
from adjudicator.vetting.opening import Subject, open_subject
from adjudicator.vetting.readings import turning


def test_the_answer_turns_on_open_rulings(tmp_path: Path) -> None:
    vetter = open_subject(Subject("house")).vetter()
    unsettled = [c for c in vetter.book.clauses.values() if c.reading or c.status in READING_STATUSES]
    found = {clause.name: list(turning(vetter, clause)) for clause in unsettled}
    assert sum(map(bool, found.values())) > len(unsettled) / 2
    assert [wrong for findings in found.values() for f in findings if (wrong := shows(f, tmp_path))] == []
