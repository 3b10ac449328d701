"""A situation on the table, and the scenario that asks about it."""

from __future__ import annotations

from dataclasses import dataclass, field

from adjudicator.model.expressions import Sentence, Term
from adjudicator.model.places import NOWHERE, Place
from adjudicator.model.values import Value

Node = tuple[str, tuple[Value, ...]]
"""A property instance: the property's name and the values of its places."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing on the table (or an event, whose roles are then filled)."""

    name: str
    kinds: tuple[str, ...]
    roles: tuple[tuple[str, Value], ...] = ()
    happens: bool = True
    place: Place = NOWHERE

    @property
    def is_event(self) -> bool:
        """Whether the thing is an event, with roles."""
        return bool(self.roles)


@dataclass(frozen=True, slots=True)
class Fact:
    """A property instance with a given value, or open (`unknown`)."""

    node: Node
    value: Value
    unknown: bool = False
    text: str = ""
    place: Place = NOWHERE


@dataclass(frozen=True)
class Situation:
    """Things, facts, options and readings in use. What is not said has its default."""

    things: dict[str, Thing] = field(default_factory=dict)
    facts: dict[Node, Fact] = field(default_factory=dict)
    options: dict[str, bool] = field(default_factory=dict)
    readings: dict[str, str] = field(default_factory=dict)
    suppose: dict[str, bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Expectation:
    """The answers a book gives (several where it leaves the matter open), and by which ids.

    `status` is "" or one of undecided, impossible.
    """

    answers: tuple[Value, ...]
    by: tuple[str, ...] = ()
    status: str = ""
    text: str = ""
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: a term or sentence; `yes_no` tells which."""

    text: str
    ask: Term | Sentence
    yes_no: bool
    expected: Expectation | None = None
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Scenario:
    """A titled situation with questions about it; `origin` names the worked examples it is."""

    title: str
    book: str
    situation: Situation
    questions: tuple[Question, ...]
    origin: tuple[str, ...] = ()
    file: str = ""
    story: str = ""
