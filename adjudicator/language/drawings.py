"""Where the maps of a scenario file stand: below a line `board`, indented deeper; their text is kept as it is written."""

from __future__ import annotations

import re

from adjudicator.language.files import comment_start
from adjudicator.language.spacing import indentation

BOARD = "board"
_LIKE_BOARD = re.compile(r"(?:(?:the|a) )?(?:board|map|maze|drawing)\s*:?", re.IGNORECASE)
_DRAWN = re.compile(r"\s*(?:\d+\s+)?[+|]")
_COLUMNS = re.compile(r"\s*[A-Z](?:\s+[A-Z])*\s*")


def drawn_lines(lines: list[str]) -> dict[int, range]:
    """For the number (from 1) of each line `board` of a scenario, the indexes of the lines of its map."""
    found: dict[int, range] = {}
    inside, index = False, 0
    while index < len(lines):
        line = lines[index][: comment_start(lines[index])]
        if line[:1].strip():
            inside = line.split()[0] == "scenario"
        elif inside and (line.strip() == BOARD or _LIKE_BOARD.fullmatch(line.strip()) and _is_drawn(lines[index + 1 : _end(lines, index)])):
            end = _end(lines, index)
            found[index + 1] = range(index + 1, end)
            index = end
            continue
        index += 1
    return found


def _is_drawn(below: list[str]) -> bool:
    """Whether the lines below a line that says so in other words (`map:`) begin as a map does."""
    first = [(_DRAWN.match(line), _COLUMNS.fullmatch(line)) for line in below[:2]]
    return any(drawn for drawn, _ in first) and all(drawn or columns for drawn, columns in first)


def _end(lines: list[str], board: int) -> int:
    """The index after the last line that stands deeper than the line `board`."""
    depth, end = indentation(lines[board]), board + 1
    for index in range(board + 1, len(lines)):
        if lines[index][: comment_start(lines[index])].strip():
            if indentation(lines[index]) <= depth:
                break
            end = index + 1
    return end
