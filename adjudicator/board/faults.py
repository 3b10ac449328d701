"""What is wrong with a drawing, and where."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.records import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One fault of a drawing: its line and column (both from 1), how wide it is, what is wrong, and what would be right."""

    line: int
    column: int
    width: int
    message: str
    help: str = ""


class DrawingError(Exception):
    """Raised when a drawing cannot be read; carries every fault that was found, from top to bottom.

    `message`, `line`, `column`, `width` and `help` are those of the first.
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(set(faults)))
        first = self.faults[0]
        self.message, self.line, self.column, self.width, self.help = first.message, first.line, first.column, first.width, first.help
        super().__init__(f"line {first.line}, column {first.column}: {first.message}")


class Slip(Exception):
    """A fault at a stretch of the text being read; whoever knows the line makes a Fault of it."""

    def __init__(self, message: str, start: int, width: int, help: str = "") -> None:
        super().__init__(message)
        self.message, self.start, self.width, self.help = message, start, width, help

    def at(self, line: int) -> Fault:
        """The fault, in this line."""
        return Fault(line, self.start + 1, max(1, self.width), self.message, self.help)
