"""Edits of a rule file, line by line: where a clause stands in the text, and what it looks like with one line more or less."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.language.files import comment_start
from adjudicator.records import dataclass

CONDITION = ("when", "and", "or")
CLAIM = ("overrides", "notwithstanding", "yields", "fallback", "applies", "number", "group", "speaks", "with", "under", "unless")


@dataclass(frozen=True, slots=True)
class Edit:
    """The lines `old`, of which the first is line `line` of the file (counted from 1), are replaced by `new`."""

    line: int
    old: tuple[str, ...] = ()
    new: tuple[str, ...] = ()


def edited(text: str, edits: Iterable[Edit], first: int = 1) -> str:
    """The text with the edits made; `first` is the number of its first line. Raises ValueError where it is another text."""
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda e: -e.line):
        at = edit.line - first
        if at < 0 or tuple(lines[at : at + len(edit.old)]) != edit.old:
            raise ValueError(f"line {edit.line} does not read as expected")
        lines[at : at + len(edit.old)] = edit.new
    return "\n".join(lines)


@dataclass(frozen=True)
class Block:
    """A block of a file: its lines as they stand, of which the first is line `first`."""

    first: int
    lines: tuple[str, ...]

    def said(self) -> list[tuple[int, str]]:
        """The lines below the head that say something: their numbers and what they say."""
        rows = ((self.first + i, line[: comment_start(line)].strip()) for i, line in enumerate(self.lines))
        return [(number, row) for number, row in rows if row][1:]

    def line(self, number: int) -> str:
        """A line as it stands."""
        return self.lines[number - self.first]

    @property
    def indent(self) -> str:
        """How far its lines are indented."""
        for number, _ in self.said():
            return _margin(self.line(number))
        return _margin(self.lines[0]) + "  "

    @property
    def last(self) -> int:
        """The number of its last line that says something."""
        said = self.said()
        return said[-1][0] if said else self.first

    def below(self, number: int, *new: str) -> Edit:
        """More lines below the one with this number."""
        return Edit(number + 1, (), tuple(self.indent + line for line in new))

    def added(self, *new: str) -> Edit:
        """More lines at its end."""
        return self.below(self.last, *new)

    def without(self, number: int) -> Edit:
        """Without one line; where it opened a list of conditions, the next one does."""
        word = self.word(number)
        after = next((n for n, _ in self.said() if n > number), None)
        if word in ("when", "unless") and after is not None and self.word(after) == "and":
            old = self.lines[number - self.first : after - self.first + 1]
            return Edit(number, old, (*old[1:-1], old[-1].replace("and", word, 1)))
        return Edit(number, (self.line(number),), ())

    def instead(self, number: int, new: str) -> Edit:
        """One line said otherwise."""
        return Edit(number, (self.line(number),), (_margin(self.line(number)) + new,))

    def word(self, number: int) -> str:
        """The first word of a line."""
        return self.line(number).split()[0]

    def conditions(self) -> list[tuple[int, str]]:
        """The lines of its `when` list, each with its number."""
        found: list[tuple[int, str]] = []
        inside = False
        for number, row in self.said():
            word = row.split(" ")[0]
            inside = word == "when" or (inside and word in CONDITION)
            if inside:
                found.append((number, row))
        return found

    def narrowed(self, texts: Iterable[str]) -> tuple[Edit, str]:
        """With more conditions; and the words that were added."""
        whens = self.conditions()
        if whens:
            lines = [f"and {text}" for text in texts]
            return self.below(whens[-1][0], *lines), " ".join(lines)
        opening = [n for n, row in self.said() if row.split(" ")[0] not in CLAIM]
        lines = [f"{'and' if place else 'when'} {text}" for place, text in enumerate(texts)]
        return self.below(opening[-1], *lines), " ".join(lines)

    def whole(self) -> Edit:
        """Without all of it, comments and all."""
        return Edit(self.first, self.lines, ())


def block_at(text: str, line: int, first: int = 1) -> Block | None:
    """The block that opens on the line with this number, `first` being the number of the text's first line."""
    lines = text.split("\n")
    at = line - first
    if not 0 <= at < len(lines) or not lines[at].strip():
        return None
    end = at + 1
    while end < len(lines) and (not lines[end].strip() or len(_margin(lines[end])) > len(_margin(lines[at]))):
        end += 1
    while not lines[end - 1].strip():
        end -= 1
    return Block(line, tuple(lines[at:end]))


def _margin(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]
