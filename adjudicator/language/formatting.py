"""The one layout of .rules and .scenario files.

Two spaces a level, one space between words, two before a comment that follows text;
blocks with lines of their own stand apart by one blank line.  Only spaces and blank
lines change; the reader tidies each line with the same function, so that no meaning can.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from adjudicator.language.diagnostics import Messages
from adjudicator.language.drawings import drawn_lines
from adjudicator.language.files import comment_start, one_newline, read_source
from adjudicator.language.layout import parse_layout
from adjudicator.language.spacing import TAB, indentation, tidy

STEP = "  "


@dataclass(slots=True)
class _Row:
    """One line of a file: how deep it stands, what it says, and its comment."""

    code: str
    comment: str
    column: int
    level: int = 0
    apart: bool = False
    drawn: bool = False

    @property
    def blank(self) -> bool:
        return not self.code and not self.comment and not self.drawn

    @property
    def opens(self) -> bool:
        return bool(self.code) and self.column == 0 and not self.drawn

    def __str__(self) -> str:
        if self.drawn:
            return self.code
        return STEP * self.level + (f"{self.code}  {self.comment}" if self.code and self.comment else self.code or self.comment)


def format_text(text: str, file: str = "this text") -> str:
    """The text in its one layout. Raises LanguageError, as loading does, where lines fit nowhere."""
    text = one_newline(text.removeprefix("\ufeff"))
    messages = Messages({file: text.split("\n")})
    parse_layout(text, file, messages)
    messages.stop_on_errors()
    rows = _rows(text.split("\n"))
    _set_levels(rows)
    _set_blocks_apart(rows)
    lines = list(_lines(rows))
    return "\n".join(lines) + "\n" if lines else ""


def format_file(path: Path, write: bool = True) -> bool:
    """Whether the file is not in its one layout; with `write`, it is brought into it.

    Raises LanguageError where the file cannot be read or its lines fit nowhere.
    """
    messages = Messages()
    text = read_source(path, messages)
    messages.stop_on_errors()
    assert text is not None
    formatted = format_text(text, str(path))
    changed = formatted.encode() != path.read_bytes()
    if changed and write:
        replace_file(path, formatted)
    return changed


def replace_file(path: Path, text: str) -> None:
    """Write beside the file and swap, so that a full disk does not cost the author's text."""
    path = path.resolve()
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", newline="\n", dir=path.parent, delete=False) as file:
        file.write(text)
    os.chmod(file.name, path.stat().st_mode)
    os.replace(file.name, path)


def _rows(lines: list[str]) -> list[_Row]:
    """Every line as a row; those of a map keep their shape, and are only moved to their place below `board`."""
    rows = [_row(line) for line in lines]
    for stretch in drawn_lines(lines).values():
        margin = min((indentation(lines[i]) for i in stretch if lines[i].strip()), default=0)
        for i in stretch:
            line = lines[i].expandtabs(TAB).rstrip()
            rows[i] = _Row((2 * STEP + line[margin:]).rstrip(), "", 0, 1, drawn=True)
    return rows


def _row(line: str) -> _Row:
    at = comment_start(line)
    code, comment = tidy(line[:at]), line[at:].rstrip()
    return _Row(code, comment, indentation(line))


def _set_levels(rows: list[_Row]) -> None:
    """Levels from the file's own depths; a comment stands with the line below it in its block, else with the block above."""
    depths = [0]
    waiting: list[_Row] = []
    for row in rows:
        if row.drawn:
            continue
        if row.code:
            for comment in waiting:
                comment.level = _level(depths, comment.column) if row.opens else -1
            while row.column < depths[-1]:
                depths.pop()
            if row.column > depths[-1]:
                depths.append(row.column)
            row.level = len(depths) - 1
            for comment in waiting:
                comment.level = row.level if comment.level < 0 else comment.level
            waiting = []
        elif row.comment:
            waiting.append(row)
    for comment in waiting:
        comment.level = _level(depths, comment.column)


def _level(depths: list[int], column: int) -> int:
    return max(level for level, depth in enumerate(depths) if depth <= column)


def _set_blocks_apart(rows: list[_Row]) -> None:
    """Mark where a blank line must stand: before and after each block that has lines of its own."""
    written = [i for i, row in enumerate(rows) if row.code and not row.drawn]
    previous_has_lines = False
    for position, i in enumerate(written):
        if not rows[i].opens:
            previous_has_lines = True
            continue
        after = written[position + 1] if position + 1 < len(written) else None
        has_lines = after is not None and not rows[after].opens
        if position and (previous_has_lines or has_lines):
            rows[_first_of_paragraph(rows, i, written[position - 1])].apart = True
        previous_has_lines = False


def _first_of_paragraph(rows: list[_Row], opener: int, above: int) -> int:
    """Where the comments that lead up to a block begin, after what still belongs to the block above."""
    first = opener
    for i in range(opener - 1, above, -1):
        if rows[i].comment and rows[i].level > 0:
            break
        if rows[i].comment:
            first = i
    return first


def _lines(rows: list[_Row]) -> Iterator[str]:
    """The rows as written, runs of blank lines as one; none at the start, the end, or below the line that opens a block."""
    blank = False
    above: _Row | None = None
    for row in rows:
        if row.blank:
            blank = True
            continue
        inside = row.level > 0 and above is not None and above.level == 0 and bool(above.code)
        if above is not None and (row.apart or blank and not inside):
            yield ""
        yield str(row)
        blank, above = False, row
