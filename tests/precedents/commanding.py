"""The command line as the tests of this folder run it, and changes to its files."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from adjudicator.cli.main import main


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
