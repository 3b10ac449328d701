"""The marks with which people end a line of a scenario (`Bob has 4 life.`) or open one (`players: Ann, Bob`): they say nothing here."""

from __future__ import annotations

import re

_ENDS = re.compile(r"(?<=[\w\"')%])[.?:;,]+\s*$")
_OPENS = re.compile(r"^(\s+(?!unknown:|proposed:)[a-z]+):(?=\s)")
_AS_IT_IS = re.compile(r"\s+(?:story|suppose|reading)\b|\s+(?:unknown|proposed):\s*$")


def without_marks(line: str) -> str:
    """An indented line of a scenario without them; every other character keeps its column."""
    return line if _AS_IT_IS.match(line) else _OPENS.sub(r"\1 ", _ENDS.sub("", line))
