"""Situations told from the source book alone: `first-run.jsonl` keeps the first result; what is right today stays right."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from running import tell  # noqa: E402

BOOKS = sorted(folder.name for folder in (HERE / "fresh").iterdir() if folder.is_dir())
OPEN = {line.split(":")[0] for line in (HERE / "fresh" / "open.txt").read_text(encoding="utf-8").splitlines()}
"""What does not come right at its wording, each with the reason; none of these may be forgotten once it does."""


@pytest.mark.parametrize("book", BOOKS)
def test_fresh_tellings_come_right(book: str) -> None:
    told = list(tell(sorted((HERE / "fresh" / book).glob("*.scenario"))))
    assert told
    failed = {t.file: (t.missed or t.messages) for t in told if t.result != "right"}
    assert set(failed) == {file for file in OPEN if file.startswith(f"{book}/")}, failed
