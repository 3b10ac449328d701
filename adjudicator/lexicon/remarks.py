"""What the files of a book say beside their declarations: the remark behind one, and the heading it stands under."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from adjudicator.language.files import contents
from adjudicator.model.places import Place
from adjudicator.resources import rulebase_folder

_REMARK = "-- "


@lru_cache(maxsize=256)
def _lines(file: str) -> tuple[str, ...]:
    """The lines of a rule file, wherever the rulebase is installed; none where it cannot be read."""
    for path in (Path(file), rulebase_folder().parent / file):
        try:
            return tuple(contents(path).decode("utf-8-sig").splitlines())
        except (OSError, UnicodeDecodeError):
            continue
    return ()


def remark(place: Place) -> str:
    """The remark behind a declaration, if the author has written one."""
    lines = _lines(place.file)
    if not 0 < place.line <= len(lines):
        return ""
    return lines[place.line - 1].partition(" " + _REMARK)[2].strip()


def heading(place: Place) -> str:
    """The nearest heading above a declaration: a remark alone at the margin, its first line, between blank lines."""
    lines = _lines(place.file)
    for number in range(min(place.line, len(lines)) - 1, -1, -1):
        line = lines[number]
        if line.startswith(_REMARK) and (number == 0 or not lines[number - 1].startswith("--")):
            return line[len(_REMARK) :].strip().rstrip(".")
    return ""
