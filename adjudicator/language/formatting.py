"""The one layout of .rules and .scenario files.

Two spaces a level, one space between words, two before a comment that follows text;
blocks with lines of their own stand apart by one blank line.  Only spaces and blank
lines change; the reader tidies each line with the same function, so that no meaning can.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

from adjudicator.language.diagnostics import Diagnostic, LanguageError, Messages
from adjudicator.language.drawings import drawn_lines
from adjudicator.language.files import STANDARD_INPUT, comment_start, contents, one_newline, plain_marks, read_text
from adjudicator.language.layout import Line, parse_layout
from adjudicator.language.replacing import replace_file
from adjudicator.language.spacing import indentation, tidy
from adjudicator.model.places import Place
from adjudicator.records import dataclass

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
    """The text in its one layout.

    Raises LanguageError, as loading does, where lines fit nowhere; and where the layout would not say what the text says.
    """
    text = one_newline(text.removeprefix("\ufeff"))
    said = _said(text, file)
    formatted = _laid_out(text)
    try:
        kept = _said(formatted, file) == said and _laid_out(formatted) == formatted
    except LanguageError:
        kept = False
    if not kept:
        raise LanguageError([_not_kept(text, formatted, file)])
    return formatted


def _laid_out(text: str) -> str:
    rows = _rows(text.split("\n"))
    _set_levels(rows)
    _set_blocks_apart(rows)
    lines = list(_lines(rows))
    return "\n".join(lines) + "\n" if lines else ""


def _said(text: str, file: str) -> tuple[list[tuple[object, ...]], list[str], str]:
    """All that a text says: its blocks and lines with their maps, its comments, its letters. Raises LanguageError."""
    read = plain_marks(text)
    messages = Messages({file: read.split("\n")})
    blocks = parse_layout(read, file, messages)
    messages.stop_on_errors()
    comments = (line[comment_start(line) :].rstrip() for line in text.split("\n"))
    return [_shape(block) for block in blocks], [comment for comment in comments if comment], "".join(text.split())


def _shape(line: Line) -> tuple[object, ...]:
    if line.form == "drawing":
        return (line.form, textwrap.dedent("\n".join(drawn.text for drawn in line.lines)))
    return (line.form, line.text, tuple(_shape(inner) for inner in line.lines))


def _not_kept(text: str, formatted: str, file: str) -> Diagnostic:
    """That a text is left as it is, at the first line that would be another."""
    old, new = ([" ".join(line.split()) for line in one.split("\n") if line.strip()] for one in (text, formatted))
    changed = next((a for a, b in zip(old, new, strict=False) if a != b), old[-1] if old else "")
    number = next((i for i, line in enumerate(text.split("\n"), 1) if " ".join(line.split()) == changed), 1)
    line = text.split("\n")[number - 1]
    return Diagnostic("layout", "the layout cannot be changed here without changing what is said; the file is left as it is",
                      Place(file, number, 1, max(1, len(line))), line, "put two spaces for each step to the right by hand")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Formatted:
    """A file as its author wrote it, and in its one layout."""

    path: Path
    before: bytes
    after: str

    @property
    def changed(self) -> bool:
        """Whether the file is not in its one layout."""
        return self.after.encode() != self.before


def formatted_file(path: Path) -> Formatted:
    """A file and its one layout. Raises LanguageError where the file cannot be read or its layout cannot be told."""
    messages = Messages()
    text = read_text(path, messages)
    if text is not None and not text.strip():
        messages.add("file", f"`{path}` is empty", Place(str(path), 1))
    messages.stop_on_errors()
    assert text is not None
    before = text.encode() if path is STANDARD_INPUT else contents(path)
    return Formatted(path, before, format_text(text, str(path)))


def format_file(path: Path, write: bool = True) -> bool:
    """Whether the file is not in its one layout; with `write`, it is brought into it.

    Raises LanguageError where the file cannot be read, its lines fit nowhere, or it may not be replaced.
    """
    found = formatted_file(path)
    if found.changed and write:
        replace_file(path, found.after, found.before)
    return found.changed


def _rows(lines: list[str]) -> list[_Row]:
    """Every line as a row; those of a map keep their shape, and are only moved to their place below `board`."""
    rows = [_row(line) for line in lines]
    for stretch in drawn_lines(lines).values():
        drawn = textwrap.dedent("\n".join(line.rstrip() for line in lines[stretch.start : stretch.stop])).split("\n")
        for i, line in zip(stretch, drawn, strict=False):
            rows[i] = _Row((2 * STEP + line).rstrip(), "", 0, 1, drawn=True)
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
