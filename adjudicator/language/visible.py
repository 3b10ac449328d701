"""Characters that a terminal obeys instead of showing: no file holds them, and no message prints them as they are."""

from __future__ import annotations

import re
import unicodedata

INVISIBLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Controls but tab and line feed, marks that turn the direction of writing, and halves of characters."""


def visible(text: str) -> str:
    """The text with every such character replaced by one that shows where it stands; the length stays."""
    return INVISIBLE.sub(lambda found: _stand_in(found.group()), text)


def named(letter: str) -> str:
    """What such a character is called: `U+202E RIGHT-TO-LEFT OVERRIDE`."""
    return f"U+{ord(letter):04X} {unicodedata.name(letter, '')}".rstrip()


def _stand_in(letter: str) -> str:
    return chr(0x2400 + ord(letter)) if letter < " " else "\ufffd"
