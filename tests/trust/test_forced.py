"""What is said to be forced: no silence of the book could make it otherwise (forced.py goes through all scenarios)."""

from __future__ import annotations

from pathlib import Path

import pytest
from books import SILENT
from forced import ROOT, Unfounded, unfounded
from sampling import sample

from adjudicator.desk.settling import open_files
from adjudicator.settling import settling


def found(file: Path) -> list[Unfounded | bool]:
    return [one for scenario, book in open_files((str(file),)) for one in unfounded(book, scenario)]


@pytest.mark.parametrize("within", [False, True])
def test_a_silence_that_decides_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, within: bool) -> None:
    """She is calm "by a clause" because nobody knows whether she is dead; angry she is in any case. Settling itself says that it turns on
    her life: nothing is left to be found."""
    if not within:
        monkeypatch.setattr(settling, "on_firm_ground", lambda ground, *_: (ground, frozenset()))
    (tmp_path / "small").mkdir()
    (tmp_path / "small/a.rules").write_text(SILENT, encoding="utf-8")
    scenario = tmp_path / "a.scenario"
    scenario.write_text("scenario A\n  uses small\n  wizard Ann\n  ask whether Ann is calm\n  ask whether Ann is angry\n", encoding="utf-8")
    if within:
        assert found(scenario) == [False]
        return
    calm, angry = found(scenario)
    assert isinstance(calm, Unfounded) and calm.answer == "yes" and set(calm.otherwise) == {"yes", "no"}
    assert angry is False


BOOKS = ("e6", "e8", "wwrcc", "house", "spellfire")
"""Those that were gone through whole, or nearly."""
FILES = sorted(str(path.relative_to(ROOT / "scenarios")) for book in BOOKS for path in (ROOT / "scenarios" / book).rglob("*.scenario"))


@pytest.mark.parametrize("file", sample(FILES, 40))
def test_what_is_said_to_be_forced_is(file: str) -> None:
    """In a few files, others every day."""
    assert [one for one in found(ROOT / "scenarios" / file) if isinstance(one, Unfounded)] == []
