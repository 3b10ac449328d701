"""Reading source files: regular ones of bounded size, their encoding, and comments blanked out without moving columns."""

from __future__ import annotations

import os
import stat
import sys
import unicodedata
from functools import cache
from pathlib import Path

from adjudicator.language.diagnostics import Messages
from adjudicator.language.visible import INVISIBLE, named
from adjudicator.model.places import Place
from adjudicator.resources import rulebase_folder

LARGEST = 4_000_000
"""Bytes; a whole rulebook of 500 cards is a tenth of this."""

MOST_LINES = 50_000
"""Lines of one file; the longest there is has 800."""

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


STANDARD_INPUT = Path("standard input")
"""What messages call the text that stands for a file named `-` on the command line."""


class Unreadable(OSError):
    """A file that is not to be read: no regular file, or one that is too large. `strerror` says which."""


def contents(path: Path, most: int = LARGEST) -> bytes:
    """What a regular file holds. Raises OSError where it cannot be read, Unreadable where it is none or holds more than `most` bytes.

    A device or a pipe is never opened for its content, so that reading always comes to an end.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise Unreadable(0, "it is a folder, not a file" if path.is_dir() else "it is no regular file", str(path))
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(handle, "rb") as file:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise Unreadable(0, "it is no regular file", str(path))
        if found.st_size > most:
            raise Unreadable(0, f"it is too large: {found.st_size:,} bytes, the limit is {most:,}", str(path))
        raw = file.read(most + 1)
    if raw is None:  # what the system makes up as it is read (as below /proc) may keep its reader waiting
        raise Unreadable(0, "it gives nothing to read without waiting", str(path))
    if len(raw) > most:
        raise Unreadable(0, f"it is too large: the limit is {most:,} bytes", str(path))
    return raw


def text_of(path: Path, most: int = LARGEST) -> str:
    """The text of a file that is only looked through: wrong bytes replaced; nothing where it cannot be read."""
    try:
        return one_newline(contents(path, most).decode("utf-8-sig", "replace"))
    except OSError:
        return ""


def is_folder(path: Path) -> bool:
    """Whether there is a folder at this path; False for what cannot be a path."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def is_file(path: Path) -> bool:
    """Whether there is a regular file at this path; False for what cannot be a path."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def holds_rules(folder: Path) -> bool:
    """Whether this is a folder in which a file of rules lies, as in every rulebook."""
    return is_folder(folder) and any(folder.glob("*.rules"))


def rule_files(folder: Path) -> list[Path]:
    """The files of rules of a rulebook, in the order in which they are read."""
    return sorted(folder.rglob("*.rules"))


def leads_out(path: Path, folder: Path) -> bool:
    """Whether a path, links followed, leads out of a folder: what a file names, and what a rulebook reads, lies within its own."""
    if folder.resolve().is_relative_to(_books()):  # installers put links there
        return not Path(os.path.normpath(path)).is_relative_to(os.path.normpath(folder))
    try:
        return not path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # no path, or links that go round in a circle: what reads the file says so
        return False


def read_source(path: Path, messages: Messages, shown: str = "") -> str | None:
    """The text of a file as sentences are read from it, or None after saying why it cannot be read."""
    text = read_text(path, messages, shown)
    return None if text is None else _source(text, shown or str(path), messages)


def source_in(text: str, name: str, messages: Messages) -> str | None:
    """What `read_source` would make of a file `name` that holds this text: how an editor's unsaved text is read."""
    found = _decode(text.encode("utf-8", "replace"), name, messages)
    return None if found is None else _source(found, name, messages)


def _source(text: str, name: str, messages: Messages) -> str | None:
    text = plain_marks(text)
    messages.sources[name] = text.split("\n")
    if not text.strip():
        messages.add("file", f"`{name}` is empty", Place(name, 1), 
                     f"copy one of the files in {'rulebase' if name.endswith('.rules') else 'scenarios'}/ to start from")  # fmt: skip
        return None
    return text


def read_text(path: Path, messages: Messages, shown: str = "") -> str | None:
    """The text of a file as its author wrote it, lines ended by a line feed; or None after saying why it cannot be read."""
    name = shown or str(path)
    place = Place("", 0)
    try:
        raw = _from_standard_input() if path is STANDARD_INPUT else contents(path)
    except FileNotFoundError:
        messages.add("file", f"there is no file `{name}`", place)
    except Unreadable as error:
        why = error.strerror or ""
        large = "too large" in why
        messages.add("file", f"`{name}` {why.removeprefix('it ')}", place, "split it into several files" if large else "")
    except OSError as error:
        messages.add("file", f"`{name}` cannot be read: {error.strerror}", place)
    except ValueError:  # a path that no file can have
        messages.add("file", f"there is no file `{name}`", place)
    else:
        return _decode(raw, name, messages)
    return None


def _from_standard_input() -> bytes:
    raw = sys.stdin.buffer.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise Unreadable(0, f"it is too large: the limit is {LARGEST:,} bytes", "-")
    return raw


def _decode(raw: bytes, name: str, messages: Messages) -> str | None:
    if b"\0" in raw:
        messages.add("file", f"`{name}` is not a text file", Place(name, raw[: raw.index(b"\0")].count(b"\n") + 1),
                     "rules and scenarios are plain text in UTF-8")  # fmt: skip
        return None
    try:
        text = one_newline(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        messages.add("file", f"`{name}` is not in UTF-8: a wrong byte in line {line}", Place(name, line),
                     "save it as UTF-8 in your editor")  # fmt: skip
        return None
    lines = messages.sources[name] = text.split("\n")
    if len(lines) > MOST_LINES:
        messages.add("file", f"`{name}` has too many lines: {len(lines):,}, the limit is {MOST_LINES:,}", Place("", 0),
                     "split it into several files")  # fmt: skip
        return None
    if INVISIBLE.search(text):
        _unseen(lines, name, messages)
        return None
    return text


def _unseen(lines: list[str], name: str, messages: Messages) -> None:
    """Report the characters that a terminal obeys instead of showing them: no name is to hold one."""
    for number, line in enumerate(lines, 1):
        if found := INVISIBLE.search(line):
            messages.add("file", f"a character that cannot be seen stands here: {named(found.group())}",
                         Place(name, number, found.start() + 1), "take it out; a terminal obeys it instead of showing it")  # fmt: skip


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


def source_line(place: Place) -> str:
    """The line of a place; files of the rulebase are named from the folder it lies in. Empty where there is none."""
    for path in (Path(place.file), rulebase_folder().parent / place.file):
        try:
            return contents(path).decode("utf-8-sig").split("\n")[place.line - 1]
        except (OSError, ValueError, IndexError):
            continue
    return ""
