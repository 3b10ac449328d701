"""Results: how a property instance was resolved, and what the answers to a question are."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from adjudicator.model.clauses import Clause, Conclusion
from adjudicator.model.situation import Expectation, Node
from adjudicator.model.values import Value


@dataclass(frozen=True, slots=True)
class Instance:
    """A clause applied to things: its binding and the property instances it rests on."""

    clause: Clause
    conclusion: Conclusion
    binding: tuple[tuple[str, Value], ...]
    value: Value
    rests_on: tuple[Node, ...] = ()

    @property
    def key(self) -> tuple:
        """What tells this instance from others."""
        return (self.clause.name, self.conclusion.property, self.conclusion.form, self.binding)


@dataclass(frozen=True, slots=True)
class Beaten:
    """A contrary instance that fell: on which rung, to whom, and why that rung says so."""

    instance: Instance
    rung: str
    by: Instance
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Resolution:
    """How one property instance came to its value in one world.

    `how` is given, clauses, default, defined, chosen (a branch was taken), modified,
    gap or loop.  `rung` is where the last contrary candidate fell, None where none was.
    """

    node: Node
    value: Value
    how: str
    winners: tuple[Instance, ...] = ()
    beaten: tuple[Beaten, ...] = ()
    rung: str | None = None
    modifiers: tuple[Instance, ...] = ()
    rests_on: tuple[Node, ...] = ()
    open_between: tuple[Instance, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Cause:
    """Why a branching happened: unknown, open, choice, chance or reading."""

    cause: str
    what: str
    who: str | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """One branching taken in a world: its cause, the alternative and its chance."""

    cause: Cause
    key: tuple
    taken: Value
    chance: Fraction = Fraction(1)


@dataclass(frozen=True)
class World:
    """One consistent branch: the decisions taken, the answer, and all resolutions behind it."""

    decisions: tuple[Decision, ...]
    answer: Value
    decided: bool
    resolutions: dict[Node, Resolution]
    root: tuple[Node, ...]
    where: str = ""


@dataclass(frozen=True)
class Outcome:
    """An answer, its exact probability where chance is a cause, and what it depends on.

    `when` lists the combinations of decisions (and ranges of unknown numbers) that lead to it.
    """

    answer: Value
    probability: Fraction | None
    because_of: tuple[Cause, ...]
    world: World
    taken: tuple[Decision, ...] = ()
    when: tuple[tuple[tuple[Cause, Value | str], ...], ...] = ()


@dataclass(frozen=True)
class Answer:
    """The settled question: status is forced, several, undecided, impossible or limit."""

    ask: str
    status: str
    outcomes: tuple[Outcome, ...] = ()
    conflict: tuple[Instance, ...] = ()
    conflict_facts: tuple[str, ...] = ()
    expected: Expectation | None = None
    met: bool | None = None
    note: str = ""


@dataclass(frozen=True)
class Settlement:
    """All answers of one scenario."""

    scenario: str
    rulebook: str
    answers: tuple[Answer, ...]
    file: str = ""
