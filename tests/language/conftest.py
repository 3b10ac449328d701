"""What the tests of the language share: the files of the rulebase, and a small book of their own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent


@pytest.fixture(autouse=True)
def no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Books are read anew, and nothing is written outside the test's folder."""
    monkeypatch.setenv("ADJUDICATOR_CACHE", "")


@pytest.fixture
def orchard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, made the current one, with the small book of the orchard in it."""
    shutil.copytree(HERE / "book", tmp_path / "book")
    monkeypatch.chdir(tmp_path)
    return tmp_path
