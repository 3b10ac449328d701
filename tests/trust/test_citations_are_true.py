"""Promise 10: every id that a clause cites is in the register, and every line of a register stands as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.language.loading import load_rulebook
from adjudicator.resources import rulebase_folder
from adjudicator.vetting.checking import cited_ids, own_register, register_findings

RULES = {path: path.read_text(encoding="utf-8") for path in rulebase_folder().rglob("*.rules")}
SHARED = {name for text in RULES.values() for name in re.findall(r"^  extends (\S+)$", text, re.MULTILINE)}
"""Words that several books share; no book that somebody plays by."""
BOOKS = sorted({path.relative_to(rulebase_folder()).parts[0] for path in RULES} - SHARED)
WAYS = {"encoded", "merged", "left out", "waiting"}
FAULTS = {
    "encoded": '{"id": "yard-01", "says": "s", "stands": "encoded"}',
    "merged": '{"id": "yard-01", "says": "s", "stands": "merged", "into": "yard-09"}',
    "left out": '{"id": "yard-01", "says": "s", "stands": "left out"}',
}


def test_these_are_the_five_books() -> None:
    assert len(BOOKS) == 5


@pytest.mark.parametrize("name", BOOKS)
def test_every_citation_is_in_the_register_and_every_line_stands(name: str) -> None:
    book = load_rulebook(name)
    assert cited_ids(book) <= book.register.keys()
    assert {entry.stands for entry in own_register(book).values()} <= WAYS
    assert [finding.message for finding in register_findings(book)] == []


@pytest.mark.parametrize("stands", FAULTS)
def test_a_line_that_does_not_stand_as_it_says_is_found(stands: str, tmp_path: Path) -> None:
    (tmp_path / "yard").mkdir()
    words = "book yard\n  title Y\n  register register.jsonl\n  source one\n\nsource one\n  rank 1\n\nkind child\n"
    (tmp_path / "yard" / "a.rules").write_text(words, encoding="utf-8")
    (tmp_path / "yard" / "register.jsonl").write_text(FAULTS[stands] + "\n", encoding="utf-8")
    (finding,) = register_findings(load_rulebook(str(tmp_path / "yard")))
    assert "yard-01" in finding.message and stands in finding.message
