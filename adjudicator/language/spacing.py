"""Spaces inside a line: the one way they are written, and the way back to where a word stood.

The reader and the formatter share this module, so that formatting cannot change a meaning.
"""

from __future__ import annotations

import re

TAB = 4
"""Columns that a tab counts for in the indentation."""

_QUOTED = re.compile(r'("[^"]*")')
_COMMA = re.compile(r"((?<=\d),(?=\d)|\s*,(?=--))|\s*,\s*")
_AS_WRITTEN = frozenset(("string", "joined", "title", "scenario", "says", "story", "register", "include"))
_COLON_WORD = re.compile(r"^(unknown|proposed):(?=\S)")


def tidy(text: str) -> str:
    """One space between words and after commas; what stands in double quotes stays as it is.

    Only spaces are added or taken away.  Titles, stories and coded strings keep their commas
    as they are written, and so does a comma between two digits.
    """
    text = text.strip()
    commas = text.split(None, 1)[:1] != [] and text.split(None, 1)[0] not in _AS_WRITTEN
    pieces = _QUOTED.split(text)
    pieces[::2] = (_spaced(piece, commas) for piece in pieces[::2])
    return _COLON_WORD.sub(r"\1: ", "".join(pieces).strip())


def _spaced(text: str, commas: bool) -> str:
    text = re.sub(r"\s+", " ", text)
    return _COMMA.sub(lambda found: "," if found[1] else ", ", text) if commas else text


def indentation(line: str) -> int:
    """How far a line is indented, in columns."""
    return sum(TAB if c == "\t" else 1 for c in line[: len(line) - len(line.lstrip())])


def untidy_index(raw: str, text: str, index: int) -> int:
    """Where the character `text[index]` of a tidied text stood in the raw one."""
    if raw == text:
        return index
    wanted = sum(1 for c in text[:index] if not c.isspace())
    for position, letter in enumerate(raw):
        if not letter.isspace():
            if wanted == 0:
                return position
            wanted -= 1
    return len(raw)
