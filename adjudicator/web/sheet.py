"""The text of a debate line by line, as the page shows it: who is there, what is told, what is asked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from adjudicator.asking.ordering import OPEN
from adjudicator.language.drawings import drawn_lines
from adjudicator.model.rulebook import Rulebook
from adjudicator.records import dataclass

_WORDS = (("ask ", "asked"), ("expect ", "expected"), ("proposed:", "proposed"), ("unknown:", "unknown"), ("with option ", "option"),
          ("reading ", "option"), ("suppose ", "option"), ("story ", "option"))  # fmt: skip
_TURN = re.compile(r".+'s turn\b|round \d+|phase ")
_NOT_SHOWN = re.compile(rf"uses |from |--(?!{re.escape(OPEN.removeprefix('--'))})")
SAYS = {"title": "Debate", "there": "At the table", "told": "Told", "proposed": "May it?", "unknown": "Not known", "asked": "Asked",
        "expected": "Expected", "turn": "Turn", "option": "Option", "board": "Board", "open": "Not understood"}  # fmt: skip


@dataclass(frozen=True)
class Row:
    """A line of a scenario: its number from 1, how deep it stands, what it is, and its words without the word that says so."""

    line: int
    depth: int
    sort: str
    text: str
    near: tuple[str, ...] = ()
    """For what is not understood: the sentences that may have been meant."""

    @property
    def says(self) -> str:
        """What the line is, in a word."""
        return SAYS[self.sort]


def rows(text: str, book: Rulebook | None, near: Mapping[int, tuple[str, ...]] = MappingProxyType({})) -> list[Row]:
    """The lines of a text that say something, maps in one; `near` are the sentences to offer for lines that are not understood."""
    lines = text.split("\n")
    maps = drawn_lines(lines)
    inside = {index for below in maps.values() for index in below}
    found = []
    for index, line in enumerate(lines):
        said = line.strip()
        if not said or index in inside or _NOT_SHOWN.match(said):
            continue
        depth = max(0, (len(line) - len(line.lstrip())) // 2 - 1)
        if said.startswith(OPEN):
            found.append(Row(index + 1, 0, "open", said.removeprefix(OPEN), near.get(index + 1, ())))
        elif index + 1 in maps:
            below = maps[index + 1]
            found.append(Row(index + 1, depth, "board", f"a map of {below.stop - below.start} lines"))
        elif line.startswith("scenario"):
            found.append(Row(index + 1, 0, "title", said.removeprefix("scenario").strip().strip('"')))
        else:
            found.append(Row(index + 1, depth, *_sort(said, book)))
    return found


def _sort(said: str, book: Rulebook | None) -> tuple[str, str]:
    for word, sort in _WORDS:
        if said.startswith(word):
            return sort, said.removeprefix(word).strip()
    if _TURN.match(said):
        return "turn", said
    kinds = [name for kind in book.kinds.values() if not kind.printed for name in (kind.plural, kind.name) if name] if book else []
    if any(said.startswith(f"{kind} ") and said[len(kind) + 1 : len(kind) + 2].isupper() for kind in kinds):
        return "there", said
    return "told", said
