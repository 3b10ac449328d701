"""The marks with which people end a line of a scenario (`Bob has 4 life.`) or open one (`players: Ann, Bob`): they say nothing here."""

from __future__ import annotations

import re

_ENDS = re.compile(r"(?<=[\w\"')%])[.?:;,]+\s*$")
_ASKS = re.compile(r"^(?P<said>\s+(?!(?:ask|expect|ruled|unknown|proposed)\b)\S(?:.*[\w\"')%])?)\s*\?[?.!]*\s*$")
_OPENS = re.compile(r"^(\s+(?!unknown:|proposed:)[a-z]+):(?=\s)")
_AS_IT_IS = re.compile(r"\s+(?:story|suppose|reading)\b|\s+(?:unknown|proposed):\s*$")


def without_marks(line: str) -> str:
    """An indented line of a scenario without them; every other character keeps its column.

    A question without `ask` keeps its mark, by which it is known to be one.
    """
    if _AS_IT_IS.match(line):
        return line
    question = _ASKS.match(line)
    return _OPENS.sub(r"\1 ", f"{question['said']}?" if question else _ENDS.sub("", line))
