"""The witnesses of the findings of every rulebook: written as a file, read again, settled, each shows its clash.

And none says more than it takes: without any one fact, event or thing of it the clash is gone.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from once import once_in_a_run
from sampling import some
from settled import shows, shows_with_less

from adjudicator.vetting.findings import Finding, Report
from adjudicator.vetting.opening import Subject, open_subject
from adjudicator.vetting.vetting import sweep

BOOKS = ("house", "wwrcc", "e6", "e8", "spellfire", "wizwar")

MOST_PAIRS = 160
"""Pairs of one book that are asked for a clash: others every day. House has some 640 (all of them take ten minutes)."""
MOST = 30
"""Witnesses of one book that are settled: others every day."""


@once_in_a_run
def checked(book: str) -> Report:
    """The book checked, once for all tests that need it; what it learned is kept in the cache folder, for tests that edit the book."""
    opened = open_subject(Subject(book))
    vetter = opened.vetter()
    pairs = some(vetter.pairs(None), MOST_PAIRS)
    vetter.pairs = lambda subjects: pairs  # type: ignore[method-assign]
    return sweep(opened, vetter)


def witnessed(book: str) -> list[Finding]:
    return [finding for finding in checked(book).findings if finding.witness]


@pytest.mark.parametrize("book", BOOKS)
def test_every_witness_settles_to_its_clash(book: str, tmp_path: Path) -> None:
    report = checked(book)
    assert report.complete
    found = witnessed(book)
    assert len(found) > 20 or book == "wizwar"
    assert [wrong for finding in some(found, MOST) if (wrong := shows(finding, tmp_path))] == []


@pytest.mark.parametrize("book", BOOKS)
def test_no_witness_says_more_than_it_takes(book: str, tmp_path: Path) -> None:
    clashes = [finding for finding in witnessed(book) if len(finding.sides) > 1]
    assert [more for finding in some(clashes, MOST) for more in shows_with_less(finding, tmp_path)] == []


@pytest.mark.parametrize("book", BOOKS)
def test_ids_are_distinct(book: str) -> None:
    ids = [finding.id for finding in checked(book).findings]
    assert len(set(ids)) == len(ids)
