"""Where the grammar and the rulebase are: in the wheel, or in a checkout beside the package."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def _folder(name: str) -> Path:
    inside = _HERE / name
    return inside if inside.is_dir() else _HERE.parent / name


def grammar_text(name: str) -> str:
    """The text of a grammar file."""
    return (_folder("grammar") / name).read_text(encoding="utf-8")


def changes_text() -> str:
    """The page of what changed from version to version."""
    inside = _HERE / "CHANGES.md"
    return (inside if inside.is_file() else _HERE.parent / "docs" / "CHANGES.md").read_text(encoding="utf-8")


def rulebase_folder() -> Path:
    """The folder that holds one folder for each rulebook."""
    return _folder("rulebase")


def scenarios_folder() -> Path:
    """The folder of the scenarios that come with the program, one folder for each rulebook."""
    return _folder("scenarios")
