"""Places in source files, so that every message can show its line."""

from __future__ import annotations

from adjudicator.records import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A stretch of one line of a file; `line` and `column` count from 1."""

    file: str
    line: int
    column: int = 1
    width: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE = Place("", 0)
