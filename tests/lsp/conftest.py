"""What the tests of the language server share: the small book of the orchard, in a folder of its own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

BOOK = Path(__file__).resolve().parent.parent / "language/book"


@pytest.fixture
def orchard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the book in it, made the current one; nothing is written outside."""
    monkeypatch.setenv("ADJUDICATOR_CACHE", "")
    shutil.copytree(BOOK, tmp_path / "book")
    monkeypatch.chdir(tmp_path)
    return tmp_path
