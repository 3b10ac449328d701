"""Reading source files: size, encoding, and comments blanked out without moving columns."""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path

from adjudicator.language.diagnostics import Messages
from adjudicator.model.places import Place
from adjudicator.resources import rulebase_folder

LARGEST = 4_000_000
"""Bytes; a whole rulebook of 500 cards is a tenth of this."""

LONGEST_LINE = 600
"""Characters; longer lines are not sentences a player reads aloud."""


def shown_name(path: Path) -> str:
    """A file as messages name it: `rulebase/house/...` wherever the rulebase is installed, else as seen from here.

    Rulebooks are kept compiled, so what is said of the rulebase must not depend on where it was read first.
    """
    whole, here, books = path.resolve(), Path.cwd(), _books()
    if whole.is_relative_to(books) and not here.is_relative_to(books):
        return str(whole.relative_to(books.parent))
    return str(whole.relative_to(here)) if whole.is_relative_to(here) else str(path)


@cache
def _books() -> Path:
    return rulebase_folder().resolve()


def read_source(path: Path, messages: Messages, shown: str = "") -> str | None:
    """The text of a file, or None after saying why it cannot be read."""
    name = shown or str(path)
    place = Place(name, 1)
    try:
        size = path.stat().st_size
        if path.is_dir():
            messages.add("file", f"`{name}` is a folder, not a file", Place("", 0))
            return None
        if size > LARGEST:
            messages.add("file", f"`{name}` is too large: {size:,} bytes, the limit is {LARGEST:,}", Place("", 0),
                         "split it into several files")  # fmt: skip
            return None
        raw = path.read_bytes()
    except FileNotFoundError:
        messages.add("file", f"there is no file `{name}`", Place("", 0))
        return None
    except OSError as error:
        messages.add("file", f"`{name}` cannot be read: {error.strerror}", Place("", 0))
        return None
    return _decode(raw, name, place, messages)


def _decode(raw: bytes, name: str, place: Place, messages: Messages) -> str | None:
    if b"\0" in raw:
        messages.add("file", f"`{name}` is not a text file", Place(name, raw[: raw.index(b"\0")].count(b"\n") + 1),
                     "rules and scenarios are plain text in UTF-8")  # fmt: skip
        return None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        messages.add("file", f"`{name}` is not in UTF-8: a wrong byte in line {line}", Place(name, line),
                     "save it as UTF-8 in your editor")  # fmt: skip
        return None
    text = plain_marks(one_newline(text))
    messages.sources[name] = text.split("\n")
    if not text.strip():
        messages.add("file", f"`{name}` is empty", Place(name, 1), 
                     f"copy one of the files in {'rulebase' if name.endswith('.rules') else 'scenarios'}/ to start from")  # fmt: skip
        return None
    return text


def one_newline(text: str) -> str:
    """The text with every line ended by a line feed alone."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def plain_marks(text: str) -> str:
    """Apostrophes as word processors set them made plain, and letters joined with their accents."""
    return unicodedata.normalize("NFC", text.replace("\u2019", "'"))


def comment_start(line: str) -> int:
    """Where the comment of a line starts, or its length: ` -- ` or `--` at the line's start."""
    position = line.find("--")
    while position >= 0:
        if position == 0 or line[position - 1].isspace():
            return position
        position = line.find("--", position + 2)
    return len(line)


def without_comments(text: str) -> list[str]:
    """The lines with comments cut off."""
    return [line[: comment_start(line)].rstrip() for line in text.split("\n")]
