"""A folder with two small rulebooks and a scenario file, to be changed at will."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.cli.main import main

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


def run(*args: str) -> Result:
    """The command line, without a traceback."""
    result = CliRunner().invoke(main, list(args))
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def edit(path: str, old: str, new: str) -> None:
    """Change a file, which must hold the old text."""
    text = Path(path).read_text(encoding="utf-8")
    assert old in text
    Path(path).write_text(text.replace(old, new), encoding="utf-8")
