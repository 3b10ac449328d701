"""Promise 10: every id that a clause cites is in the register, and every line of a register stands as it says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from adjudicator.language.loading import load_rulebook
from adjudicator.model.rulebook import RegisterEntry
from adjudicator.resources import rulebase_folder
from adjudicator.vetting.checking import cited_ids, mark_of, own_register, register_findings

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
    assert all(entry.read == mark_of(entry) for entry in own_register(book).values())


@pytest.mark.parametrize("stands", FAULTS)
def test_a_line_that_does_not_stand_as_it_says_is_found(stands: str, tmp_path: Path) -> None:
    (tmp_path / "yard").mkdir()
    words = "book yard\n  title Y\n  register register.jsonl\n  source one\n\nsource one\n  rank 1\n\nkind child\n"
    (tmp_path / "yard" / "a.rules").write_text(words, encoding="utf-8")
    (tmp_path / "yard" / "register.jsonl").write_text(FAULTS[stands] + "\n", encoding="utf-8")
    (finding,) = register_findings(load_rulebook(str(tmp_path / "yard")))
    assert "yard-01" in finding.message and stands in finding.message


def test_a_line_whose_words_have_changed_flags_its_clauses(tmp_path: Path) -> None:
    (tmp_path / "yard").mkdir()
    words = """book yard
  title Y
  register register.jsonl
  source one

source one
  rank 1

kind child

property the temper of {child} is a whole number

clause temper
  cites yard-01
  for a child
  the temper of the child is 3
"""
    (tmp_path / "yard" / "a.rules").write_text(words, encoding="utf-8")
    register = tmp_path / "yard" / "register.jsonl"
    line = {"id": "yard-01", "says": "The temper of a child is 3.", "stands": "encoded"}

    def found() -> list[str]:
        register.write_text(json.dumps(line) + "\n", encoding="utf-8")
        return [finding.message for finding in register_findings(load_rulebook(str(tmp_path / "yard")))]

    assert found() == [], "a keeper who keeps no marks is not asked for them"
    line["read"] = mark_of(RegisterEntry("yard-01", "", line["says"], "encoded"))
    assert found() == []
    line["says"] = "The temper of a child is 4."
    (message,) = found()
    assert "yard-01" in message and "(temper)" in message
    (mark,) = re.findall(r'"read": "(\w+)"', message)
    line["read"] = mark
    assert found() == []
