"""Results: how a property instance was resolved, and what the answers to a question are."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from dataclasses import field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from adjudicator.model.clauses import UNSAID, Clause, Conclusion, Warrant
from adjudicator.model.places import NOWHERE, Place
from adjudicator.model.situation import Expectation, Node, Thing
from adjudicator.model.values import Ref, Usual, Value
from adjudicator.records import dataclass

if TYPE_CHECKING:
    from adjudicator.board.eyes import Sight
    from adjudicator.board.moving import Walked

NOT_TOLD = "not told"
"""How an instance came to its value, and the cause of the branching, where it must be told and is not."""
NOT_FOLLOWED = "not followed"
"""Why an answer is not sure, where it may turn on what nobody said, and that was too much to follow."""
PARADOX = "paradox"
"""The sort of the branching over what a paradox could be (docs/meaning.md 7.3); its cause is a circle."""
NOT_KNOWN = ("unknown", NOT_TOLD)
"""How instances come to a value that is only taken so, each world another: declared unknown, or missing."""


@dataclass(frozen=True, slots=True)
class Instance:
    """A clause applied to things: its binding and the property instances it rests on."""

    clause: Clause
    conclusion: Conclusion
    binding: tuple[tuple[str, Value], ...]
    value: Value
    rests_on: tuple[Node, ...] = ()

    @property
    def key(self) -> tuple[object, ...]:
        """What tells this instance from others."""
        return (self.clause.name, self.conclusion.property, self.conclusion.form, self.binding)


@dataclass(frozen=True, slots=True)
class Beaten:
    """A contrary instance that fell: on which rung, to whom, why that rung says so, and what that rests on."""

    instance: Instance
    rung: str
    by: Instance
    reason: str = ""
    warrant: Warrant = UNSAID


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a rung says of two candidates: why it puts the first above the second (empty where it does not), on what that rests, and
    what was read for it."""

    reason: str
    warrant: Warrant = UNSAID
    read: tuple[Node, ...] = ()


Contest = Mapping[tuple[object, ...], Verdict]
"""What the rungs said while candidates climbed, by rung and pair."""


@dataclass(frozen=True, slots=True, order=True)
class Circle:
    """Clauses that go round in a circle (docs/meaning.md 7.2), which has several ways, or, a `paradox`, none."""

    clauses: tuple[str, ...]
    paradox: bool = False


@dataclass(frozen=True, slots=True)
class Resolution:
    """How one property instance came to its value in one world.

    `how` is given, clauses, default, defined, chosen (a branch was taken), modified, unknown, not told,
    gap, loop or geometry (whose `words` say what was found on the map, `sight` which line of sight it is about, and `walked` which walk).
    `rung` is where the last contrary candidate fell, None where none was. `base` is the value before the
    `modifiers`; `silenced` are modifiers that did not apply because another clause claims over them.
    `lifted` says of which clauses that would have said otherwise it is so that they do not apply. `circles` are those that it
    is part of, where they can go several ways, or none; of a paradox (`loop`), what it `could` be. `contest` keeps what the
    rungs said while the candidates climbed, so that nobody has to ask them again.
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
    words: tuple[str, ...] = ()
    sight: Sight | None = None
    walked: Walked | None = None
    base: Value = None
    silenced: tuple[Beaten, ...] = ()
    circles: tuple[Circle, ...] = ()
    could: tuple[Value, ...] = ()
    lifted: tuple[Node, ...] = ()
    contest: Contest | None = field(default=None, compare=False, repr=False)

    @property
    def as_usual(self) -> bool:
        """Whether a defeater won, so that it is as though no clause spoke (docs/meaning.md 3.5)."""
        return bool(self.winners) and all(isinstance(winner.value, Usual) for winner in self.winners)


@dataclass(frozen=True, slots=True, order=True)
class Cause:
    """Why a branching happened: unknown, not told, circle, open, choice, chance or reading; `who` chooses, or reads it how."""

    cause: str
    what: str
    who: str | None = None

    def readers(self, alternative: str) -> list[str]:
        """Of a reading with several alternatives, who reads it as this one (`who` says `Ann: one; Bob: other`)."""
        parts = (part.partition(": ") for part in (self.who or "").split("; "))
        return [name for name, _, read in parts if read == alternative]


@dataclass(frozen=True, slots=True)
class Decision:
    """One branching taken in a world: its cause, the alternative and its chance.

    `among` is the number of alternatives, where they are counted; `also` are the causes
    of further branchings of chance that have been added up into this one.
    """

    cause: Cause
    key: tuple[Any, ...]
    taken: Value
    chance: Fraction = Fraction(1)
    among: int = 0
    also: tuple[Cause, ...] = ()

    @property
    def causes(self) -> tuple[Cause, ...]:
        """Every branching that this decision stands for."""
        return (self.cause, *self.also)


@dataclass(frozen=True, slots=True)
class Change:
    """A property instance that a step of a story has changed, and why; `before` is its old value where that is known."""

    node: Node
    value: Value
    resolution: Resolution | None = None
    before: Value = None
    known_before: bool = False


@dataclass(frozen=True)
class Step:
    """One step of a story: an event's moment, or something that is said or begins.

    `what` is event, said, turn or phase; `happened` tells whether the event took place,
    `caused` the events that came of it, `ordered` why it came first where that was not
    told, `decided` the branchings first met in it, `clockwork` whether the clock made it happen. `resolutions` are those of its moment,
    `things` what was on the table, `table` all that was known of it in its moment; `beside` are the events that happened at
    once with this one: what several of them change together is told in the step of the last that does.
    """

    number: int
    what: str
    event: str = ""
    happened: bool = True
    resolutions: MutableMapping[Node, Resolution] = field(default_factory=dict)
    things: Mapping[str, Thing] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()
    caused: tuple[str, ...] = ()
    said: tuple[tuple[Node, Value], ...] = ()
    who: Ref | None = None
    turn: int = 0
    round: int = 0
    depth: int = 0
    decided: tuple[Decision, ...] = ()
    clockwork: bool = False
    ordered: tuple[Resolution, ...] = ()
    table: object = field(default=None, compare=False)
    beside: tuple[str, ...] = ()


@dataclass(frozen=True)
class World:
    """One consistent branch: the decisions taken, the answer, and all resolutions behind it.

    In a story, `steps` are those up to the moment that is asked about, `things` what is on the
    table then, and `looped` the events of the loop in which it ended; `path` are the conditions on unknown numbers,
    `terms` says what the answer would be, worked out from numbers that nobody told;
    `missing` whether what is asked for itself must be told, and is not.
    """

    decisions: tuple[Decision, ...]
    answer: Value
    decided: bool
    resolutions: MutableMapping[Node, Resolution]
    root: tuple[Node, ...]
    where: str = ""
    steps: tuple[Step, ...] = ()
    things: Mapping[str, Thing] | None = None
    looped: tuple[str, ...] = ()
    table: object = None
    path: tuple[Any, ...] = ()
    terms: str = ""
    missing: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """A keeper's call on which an answer rests: of which clause, what of it, why, and what the ladder says without it (where it says)."""

    clause: str
    what: str
    because: str
    without: str = ""


@dataclass(frozen=True)
class Pending:
    """What has still to come about of the events of a moment: what they change, where it was not asked how it is `afterwards`; else what
    comes of them, which only a `story` follows."""

    says: tuple[str, ...]
    story: bool


@dataclass(frozen=True)
class Outcome:
    """An answer, its exact probability where chance is a cause, and what it depends on.

    `when` lists its smallest conditions: the combinations of decisions (and ranges of unknown numbers) that lead to it
    and of which none can be left out, the shortest first; `more_conditions` tells that there are more than are listed.
    `grade` says what it rests on: given, ruled, default or silent (settling/grades.py); it is empty where nothing is decided.
    `taking` are the defaults it rests on, `calls` the keeper's calls, `although` says which of the events told and not allowed it
    rests on, `beyond` are the cards played in a told event of which the book knows no more than their labels,
    `before` what has still to come about of the events of a moment, and would make it another. `why` tells, where nothing is
    decided, why not: circle,
    arithmetic, not told, or gap; not told also where an answer is only so because nobody said so, not followed where it is by default,
    since what nobody said, and it may turn on, was not followed. `circles` are those that it rests on. `played` tells whether it comes
    about when every contradiction of the book is played as the book declares.
    """

    answer: Value
    probability: Fraction | None
    because_of: tuple[Cause, ...]
    world: World
    taken: tuple[Decision, ...] = ()
    when: tuple[tuple[tuple[Cause, Value | str], ...], ...] = ()
    more_conditions: bool = False
    grade: str = ""
    taking: tuple[str, ...] = ()
    calls: tuple[Call, ...] = ()
    although: tuple[str, ...] = ()
    beyond: tuple[str, ...] = ()
    before: Pending | None = None
    played: bool = True
    why: str = ""
    circles: tuple[Circle, ...] = ()


@dataclass(frozen=True)
class Answer:
    """The settled question: status is forced, several, undecided, impossible or limit.

    `conflict` are clauses between which the answer is open, or with `conflict_facts` what cannot stand together where nothing is
    possible; `minimal` tells whether it is known that none of these can be spared.
    """

    ask: str
    status: str
    outcomes: tuple[Outcome, ...] = ()
    conflict: tuple[Instance, ...] = ()
    conflict_facts: tuple[str, ...] = ()
    expected: Expectation | None = None
    met: bool | None = None
    note: str = ""
    minimal: bool = True


@dataclass(frozen=True, slots=True)
class Unheard:
    """Something told that has no effect: what it says, why nothing hears it, the nearest sentence that would be heard, and the phrase of
    the book that this is said in, where it is said of the very things told of."""

    says: str
    why: str
    nearest: str = ""
    place: Place = NOWHERE
    phrase: str = ""


@dataclass(frozen=True)
class Settlement:
    """All answers of one scenario; beside them what was told and is `unheard`, and `notes` on what was told and may not be."""

    scenario: str
    rulebook: str
    answers: tuple[Answer, ...]
    file: str = ""
    unheard: tuple[Unheard, ...] = ()
    notes: tuple[str, ...] = ()
