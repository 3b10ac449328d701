"""The second tellings: what came right stays right, what is known to fail is listed, and the list only shrinks.

`first-run.jsonl` is the record of the first run and is not rewritten when a rule is mended: the telling goes to `mended.txt` then,
by its file's name, one a line.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from once import once_in_a_run

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from running import BOOKS, Told, files_of, origin_of, tell  # noqa: E402

FIRST = {row["file"]: row for row in map(json.loads, (HERE / "first-run.jsonl").read_text(encoding="utf-8").splitlines())}
MENDED = set((HERE / "mended.txt").read_text(encoding="utf-8").split())
LOST = {line.split(":")[0] for line in (HERE / "lost.txt").read_text(encoding="utf-8").splitlines()}
"""What was right only because something nobody told was taken for granted, each with what is missing; the list only shrinks."""
PLAYED = [pytest.param(book, marks=() if book in ("e6", "e8") else pytest.mark.slow) for book in BOOKS]
"""The small books in the quick tier, too."""
CLASSES = {"word not found", "rule does nothing when played", "telling wrong", "book wrong"}


@once_in_a_run
def told(book: str) -> dict[str, Told]:
    """What comes of the tellings of a book today."""
    return {t.file: t for t in tell(files_of(book))}


@pytest.mark.parametrize("book", PLAYED)
def test_what_came_right_stays_right(book: str) -> None:
    due = {file for file, row in FIRST.items() if file.startswith(f"{book}/") and (row["result"] == "right" or file in MENDED)} - LOST
    lost = {file: (t.missed or t.messages) for file, t in told(book).items() if file in due and t.result != "right"}
    assert not lost, "these tellings came right before; mend the rule, never the telling"


@pytest.mark.parametrize("book", PLAYED)
def test_what_has_become_right_is_taken_off_the_list(book: str) -> None:
    known = {file for file, row in FIRST.items() if row["result"] != "right"} - MENDED | LOST
    assert not {file for file, t in told(book).items() if file in known and t.result == "right"}, (
        "write these into mended.txt, or off lost.txt"
    )


def test_every_telling_is_recorded_and_names_an_example() -> None:
    examples = set((HERE / "examples.txt").read_text(encoding="utf-8").split())
    files = {f"{book}/{file.name}": origin_of(file) for book in BOOKS for file in files_of(book)}
    assert files == {file: row["from"] for file, row in FIRST.items()}
    assert set(files.values()) <= examples


def test_every_failure_of_the_first_run_has_its_class() -> None:
    failed = {file for file, row in FIRST.items() if row["result"] != "right"}
    assert failed == {file for file, row in FIRST.items() if row.get("class") in CLASSES and row.get("because")}
    assert failed >= MENDED
