"""A folder with the small book of the picnic in it, and the commands run there."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.cli.main import main

HERE = Path(__file__).resolve().parent


@pytest.fixture
def picnic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, made the current one, with the book `picnic` in it."""
    shutil.copytree(HERE / "book", tmp_path / "picnic")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


@pytest.fixture
def run(picnic: Path) -> Callable[..., Result]:
    """Run a command there; it may end in any status, and never in a traceback."""

    def command(*args: str, said: str = "") -> Result:
        result = CliRunner().invoke(main, list(args), input=said)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return command
