"""Wrapped, styled lines on a terminal, written as cheaply as they can be.

rich knows the terminal: its width, its colours, the codes of a style. Breaking the lines and putting the codes in is done
here, in the same way as rich does it: an explanation is some fifty lines, and has to cost little beside the settling it explains.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from rich.cells import cell_len, chop_cells
from rich.console import COLOR_SYSTEMS, Console
from rich.style import Style
from rich.text import Text

from adjudicator.language.visible import visible

Run = tuple[str, str]
"""Text in one style; the style is empty or in rich's words (`bold red`)."""
NARROW = 40
"""Cells that text is given at least, however deep it stands."""
_WORD = re.compile(r"\s*\S+\s*")


def put(console: Console, indent: int, *runs: Run | str, head: tuple[Run, ...] = ()) -> None:
    """Wrapped text at an indent, without blanks at the ends of lines; a line that begins with blanks goes on as far in.

    `head` stands before the first line, and all others as far in as that.
    """
    known = [run if isinstance(run, tuple) else (run, "") for run in runs]
    rows: list[list[Run]] = []
    inner = indent + sum(len(words) for words, _ in head)
    for line in _lines(known):
        text = "".join(words for words, _ in line)
        start = len(text) - len(text.lstrip(" "))
        hang = inner + start
        ends = breaks(text[start:], max(NARROW, _width(console) - hang))
        for begin, end in zip([0, *ends], [*ends, len(text) - start], strict=True):
            rows.append([(" " * hang, ""), *_cut(line, start + begin, start + end)])
    if head:
        rows[0][0:1] = [(" " * indent, ""), *head, (rows[0][0][0][inner:], "")]
    _write(console, rows)


def blank(console: Console) -> None:
    """An empty line."""
    _write(console, [[]])


def unbroken(console: Console, text: str) -> None:
    """A line that stays one, however long: for what other programs may look for."""
    _write(console, [[(text, "")]])


def breaks(text: str, width: int) -> list[int]:
    """Where a line of text is broken to fit a width in cells: between words, within a word only where it is wider than that."""
    if len(text) <= width and text.isascii():
        return []
    found: list[int] = []
    filled = 0
    for word in _WORD.finditer(text):
        said, start = word.group(), word.start()
        wide = cell_len(said.rstrip())
        if filled + wide <= width:
            filled += cell_len(said)
        elif wide > width:
            for piece in chop_cells(said, width):
                found += [start] if start else []
                start, filled = start + len(piece), cell_len(piece)
        else:
            found.append(start)
            filled = cell_len(said)
    return found


def _lines(runs: list[Run]) -> Iterator[list[Run]]:
    """The runs line by line."""
    line: list[Run] = []
    for words, style in runs:
        first, *more = words.split("\n")
        line.append((first, style))
        for words in more:
            yield line
            line = [(words, style)]
    yield line


def _cut(line: list[Run], start: int, end: int) -> list[Run]:
    """The part of a line between two places, without the blanks at its end."""
    found: list[Run] = []
    place = 0
    for words, style in line:
        part = words[max(start - place, 0) : max(end - place, 0)]
        place += len(words)
        if part:
            found.append((part, style))
    while found:
        words, style = found.pop()
        if words.rstrip():
            return [*found, (words.rstrip(), style)]
    return found


def _write(console: Console, rows: list[list[Run]]) -> None:
    rows = [[(visible(words), style) for words, style in row] for row in rows]
    if console.record or console.legacy_windows:
        for row in rows:
            console.print(Text.assemble(*row), soft_wrap=True)
        return
    for row in rows:
        console.file.write("".join(_coded(console, *run) for run in row).rstrip(" ") + "\n")
    console.file.flush()


def _coded(console: Console, words: str, style: str) -> str:
    if not style or console.color_system is None:
        return words
    before, after = _codes(style, console.color_system, console.no_color)
    return f"{before}{words}{after}"


@cache
def _codes(style: str, colours: str, no_color: bool) -> tuple[str, str]:
    """What a terminal wants to read before and after text of a style."""
    meant = Style.parse(style)
    before, _, after = (meant.without_color if no_color else meant).render("x", color_system=COLOR_SYSTEMS[colours]).partition("x")
    return before, after


@lru_cache(maxsize=4)
def _width(console: Console) -> int:
    """How wide the terminal is; asking it takes longer than wrapping a line."""
    return console.width
