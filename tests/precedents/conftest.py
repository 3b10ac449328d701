"""A folder with two small rulebooks and a scenario file, to be changed at will."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent


@pytest.fixture
def plot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The scenario file, in a folder of its own beside its rulebooks."""
    for name in ("garden", "hothouse"):
        shutil.copytree(HERE / name, tmp_path / name)
    shutil.copy(HERE / "plot.scenario", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path / "plot.scenario"
