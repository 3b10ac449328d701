"""Messages about files: where, the line with the place marked, what is wrong, what would be right.

Errors are values (as in Beancount): they are collected, so that one run shows
all of them.  The look follows rustc and ruff.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import field
from typing import TYPE_CHECKING

from adjudicator.language.visible import visible
from adjudicator.model.places import Place
from adjudicator.records import dataclass

if TYPE_CHECKING:
    from adjudicator.language.layout import Line

MOST_ERRORS = 200
"""Errors of one run; nobody mends more of them at once."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One message: a stable code, a sentence in the author's words, its place, and help."""

    code: str
    message: str
    place: Place
    line: str = ""
    help: str = ""
    severity: str = "error"


class LanguageError(Exception):
    """Raised when files cannot be used; carries every diagnostic that was found."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("; ".join(d.message for d in self.diagnostics[:3]))


class SentenceError(Exception):
    """A sentence that cannot be read: raised at its place, turned into a Diagnostic by the reader.

    `missing` is the name that nothing here has, where that is the fault; `line` the one at fault, where several are read together.
    """

    def __init__(self, code: str, message: str, start: int = 0, width: int = 1, help: str = "", missing: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.start, self.width, self.help, self.missing = code, message, start, width, help, missing
        self.line: Line | None = None


class TooManyErrors(LanguageError):
    """Raised by Messages when there are MOST_ERRORS of them: nothing more is read."""


@dataclass
class Messages:
    """Collects diagnostics for the files being read; `sources` keeps their lines for display.

    Of the scenario that is being read, `brought` are the names that its events are given, with the number of the line,
    and `missed` the names whose absence has been reported, or comes of a fault that has.
    """

    sources: dict[str, list[str]] = field(default_factory=dict)
    found: list[Diagnostic] = field(default_factory=list)
    brought: dict[str, int] = field(default_factory=dict)
    missed: set[str] = field(default_factory=set)

    def add(self, code: str, message: str, place: Place, help: str = "", severity: str = "error") -> None:
        """Note a message, with the line it is about; the same one is kept once.

        Raises TooManyErrors where there are too many already; what reads files ends there (`parse_layout`, `load`, `read_scenarios`).
        """
        lines = self.sources.get(place.file, [])
        text = lines[place.line - 1] if 0 < place.line <= len(lines) else ""
        diagnostic = Diagnostic(code, message, place, text, help, severity)
        if diagnostic in self.found:
            return
        if len(self.found) < MOST_ERRORS or len(self.errors) < MOST_ERRORS:
            self.found.append(diagnostic)
            return
        last = Diagnostic("file", f"there are more than {MOST_ERRORS} errors; what comes after them was left unread", Place("", 0))
        if last not in self.found:
            self.found.append(last)
        raise TooManyErrors(self.found)

    @property
    def errors(self) -> list[Diagnostic]:
        """The messages that are errors."""
        return [d for d in self.found if d.severity == "error"]

    def stop_on_errors(self) -> None:
        """Raise LanguageError with everything found, if there is an error in it."""
        if self.errors:
            raise LanguageError(sorted(self.found, key=lambda d: (d.place.file, d.place.line, d.place.column)))


def render(diagnostic: Diagnostic) -> str:
    """The message as text, with the line shown and the place underlined; what a terminal would obey is made visible."""
    return visible(_rendered(diagnostic))


def _rendered(diagnostic: Diagnostic) -> str:
    place = diagnostic.place
    head = f"{diagnostic.severity}[{diagnostic.code}]: {diagnostic.message}"
    if not place.file:
        return head + (f"\n  help: {diagnostic.help}" if diagnostic.help else "")
    parts = [head, f"  --> {place}"]
    if diagnostic.line:
        shown, column, width = _window(diagnostic.line.replace("\t", " "), place.column, place.width)
        gutter = " " * len(str(place.line))
        parts += [f" {gutter} |", f" {place.line} | {shown}", f" {gutter} | {' ' * (column - 1)}{'^' * width}"]
    if diagnostic.help:
        parts.append("  help: " + diagnostic.help.replace("\n", "\n    "))
    return "\n".join(parts)


def _window(line: str, column: int, width: int, room: int = 110) -> tuple[str, int, int]:
    """The part of a long line around the place, so that a line of a megabyte is not printed."""
    width = max(1, min(width, len(line) - column + 1, room))
    if len(line) <= room:
        return line, column, width
    start = max(0, column - 1 - room // 2)
    shown = ("..." if start else "") + line[start : start + room] + ("..." if start + room < len(line) else "")
    column = column - start + (3 if start else 0)
    return shown, column, min(width, max(1, len(shown) - column + 1))


def nearest(name: str, known: Iterable[str], count: int = 1) -> list[str]:
    """The known names most like this one, blind to case and to the order of words."""
    folded: dict[str, str] = {}
    for candidate in sorted(known):
        folded.setdefault(_fold(candidate), candidate)
    matches = difflib.get_close_matches(_fold(name), list(folded), n=count, cutoff=0.6)
    return [folded[match] for match in matches]


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A help text naming the nearest known name, or nothing."""
    close = nearest(name, known)
    return f"did you mean `{close[0]}`?" if close else ""


def _fold(name: str) -> str:
    return " ".join(sorted(name.casefold().replace(",", " ").split()))
