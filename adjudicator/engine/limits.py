"""Limits of one settling, and the ways it can end without an answer."""

from __future__ import annotations

from adjudicator.model.places import NOWHERE, Place
from adjudicator.records import dataclass


class LimitReached(Exception):
    """A limit was reached before the answer was found; the message says which. Never an answer."""

    def saying(self, more: str) -> None:
        """Tell this, too."""
        self.args = (f"{self}; {more}",)


class TooDeep(LimitReached):
    """The chain of reasons is longer than there is room for (engine/clock.py gives more)."""


class TooLong(LimitReached):
    """A number has more digits than anybody could want."""

    def about(self, what: str) -> str:
        """The same with what came to it."""
        return f"{what} {self}"


class OutOfTime(LimitReached):
    """There is no time or memory left. `place` is what was being worked out, once that is known."""

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(f"{message}; the last thing looked into was {place}" if place else message)
        self.message, self.place = message, place

    def saying(self, more: str) -> None:
        """Tell this, too."""
        self.message = f"{self.message}; {more}"
        super().saying(more)

    def at(self, what: str) -> OutOfTime:
        """The same with what was being worked out: the innermost of all that were."""
        return self if self.place else OutOfTime(self.message, what)


class RuleFault(Exception):
    """The rulebook itself is at fault (a fraction where a whole number is declared, a circle of keys)."""

    def __init__(self, message: str, place: Place = NOWHERE, help: str = "") -> None:
        super().__init__(message)
        self.message, self.place, self.help = message, place, help


class StoryFault(RuleFault):
    """The story that a scenario tells cannot be: a turn that is not next, an answer to what never comes up."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How far one question is followed.

    Branches in all, property instances in one of them, steps of a story, events that wait at once, how often a clause may cause an
    event by what it has caused, rounds of a circle of instances (numbers that grow by each other never settle), digits of a number
    (those that square themselves), seconds and megabytes of one question (None: as much as it takes).
    """

    worlds: int = 4_096
    instances: int = 200_000
    steps: int = 1_000
    waiting: int = 64
    causes: int = 200
    rounds: int = 1_000
    digits: int = 1_000
    seconds: float | None = 60.0
    memory: int | None = 4_096
