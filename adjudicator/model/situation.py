"""A situation on the table, and the scenario that asks about it."""

from __future__ import annotations

from dataclasses import field
from fractions import Fraction

from adjudicator.model.drawn import DrawnBoard
from adjudicator.model.expressions import Sentence, Term
from adjudicator.model.ladder import Ladder
from adjudicator.model.places import NOWHERE, Place
from adjudicator.model.story import END, Moment, Story
from adjudicator.model.values import Ref, Value
from adjudicator.records import dataclass

Node = tuple[str, tuple[Value, ...]]
"""A property instance: the property's name and the values of its places."""


def the_first(node: Node) -> Ref:
    """The thing in the first place of an instance, which is one of a family about a thing. Raises TypeError where it is not."""
    first = node[1][0]
    if isinstance(first, Ref):
        return first
    raise TypeError(f"not about a thing: {node!r}")


CALLS = "calls"
"""The switch of the keeper's calls: what is claimed by them, and the clauses that are such."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing on the table (or an event, whose roles are then filled)."""

    name: str
    kinds: tuple[str, ...]
    roles: tuple[tuple[str, Value], ...] = ()
    happens: bool = True
    place: Place = NOWHERE
    bare: bool = False

    @property
    def is_event(self) -> bool:
        """Whether the thing is an event: it has roles, or is marked as one that has none."""
        return self.bare or bool(self.roles)


@dataclass(frozen=True, slots=True)
class Fact:
    """A property instance with a given value, or open (`unknown`).

    `step` is the number of the step of a story that made it so; 0 where the scenario says it.
    """

    node: Node
    value: Value
    unknown: bool = False
    text: str = ""
    place: Place = NOWHERE
    step: int = 0


@dataclass(frozen=True)
class Situation:
    """Things, facts, options and readings in use, and the story. What is not said has its default.

    `numbers` are the Precedence Numbers that clauses are supposed to have, by the clause's name;
    `freed` are clauses of which it is left open whether they hold; `ladder` is another than the book's.
    `followed` are instances of which nobody says anything and that need not be told, to be followed as though they had to be.

    Without a story it is a single moment, in which every event that happens happens.
    """

    things: dict[str, Thing] = field(default_factory=dict)
    facts: dict[Node, Fact] = field(default_factory=dict)
    options: dict[str, bool] = field(default_factory=dict)
    readings: dict[str, str] = field(default_factory=dict)
    suppose: dict[str, bool] = field(default_factory=dict)
    story: Story | None = None
    board: DrawnBoard | None = None
    numbers: dict[str, int] = field(default_factory=dict)
    freed: frozenset[str] = frozenset()
    ladder: Ladder | None = None
    followed: frozenset[Node] = frozenset()


@dataclass(frozen=True, slots=True)
class Expectation:
    """The answers a book gives (several where it leaves the matter open), and by which ids.

    `status` is "" or one of undecided, impossible; `chances` go with the answers where they are expected, too. `grade` is "" or
    what the answer is expected to rest on: default, or silent (without an answer), where the book does not say.
    """

    answers: tuple[Value, ...]
    by: tuple[str, ...] = ()
    status: str = ""
    text: str = ""
    place: Place = NOWHERE
    chances: tuple[Fraction, ...] = ()
    grade: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What was ruled once, on which day, the names of the clauses that decided it then, and with which version of the program."""

    answer: str
    date: str
    clauses: tuple[str, ...] = ()
    place: Place = NOWHERE
    version: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and when: a term or sentence (`yes_no` tells which).

    `expected` is what the book says; `ruled` what the table ruled before, which settling does not heed.
    """

    text: str
    ask: Term | Sentence
    yes_no: bool
    expected: Expectation | None = None
    place: Place = NOWHERE
    moment: Moment = END
    ruled: Ruling | None = None


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
    reworded: tuple[str, ...] = ()
    """What lines in other words than the book's are taken to say, each with its number."""
