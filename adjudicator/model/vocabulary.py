"""The words a rulebook declares: kinds, properties, events, options, readings, sources."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from adjudicator.model.places import NOWHERE, Place
from adjudicator.model.values import YES_NO, Type, Value
from adjudicator.records import dataclass

if TYPE_CHECKING:
    from adjudicator.model.clauses import Clause

Bounds = tuple[Fraction | None, Fraction | None]
NO_BOUNDS: Bounds = (None, None)


@dataclass(frozen=True, slots=True)
class Kind:
    """A sort of thing in the lattice; `printed` marks the name of a printed card, `also` holds other words for it, one and many.
    One named `freely` is on the table once it is spoken of."""

    name: str
    parents: tuple[str, ...] = ()
    plural: str = ""
    printed: bool = False
    place: Place = NOWHERE
    also: tuple[str, ...] = ()
    freely: bool = False


@dataclass(frozen=True, slots=True)
class Slot:
    """A gap in a phrase: the role it plays and the kind (or value type) that fits."""

    role: str
    kind: str
    type: Type | None = None


@dataclass(frozen=True, slots=True)
class Phrase:
    """A pattern of words and slots; `text` is the declaration as written.

    `parts` holds words (str) and slots in order.  `verb` is the index of the
    verb in `parts` or -1: negation and `may` are said by inflecting it.
    """

    text: str
    parts: tuple[str | Slot, ...]
    verb: int = -1

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The slots of the phrase in order."""
        return tuple(part for part in self.parts if isinstance(part, Slot))


@dataclass(frozen=True, slots=True)
class Default:
    """What holds where nothing is said: a value, or undecided, or unknown; `by` are the statements that say so.

    `call` is the reason of the keeper of the rulebook, where none says so and he has chosen.
    Of what is undecided, `must_be_told` says that the scenario has to give it: where it does not, it is missing, and whatever
    needs it is followed under every value that it could have (docs/meaning.md 9.5).
    """

    value: Value = False
    undecided: bool = False
    unknown: bool = False
    by: tuple[str, ...] = ()
    call: str = ""
    must_be_told: bool = False


@dataclass(frozen=True, slots=True)
class Property:
    """A typed function of things.

    `roles` names its places in order; `phrases` are the ways to say it (the
    first is the one explanations use; a phrase may have a slot called
    ``value``).  `subject` is the place that specificity looks at first (negative: none).
    `default` is what holds where nothing is said (`kind_defaults` for things of
    a kind in the subject place).  `state` properties persist.
    `averages` lets the averaging rung reconcile it; a `label` is printed on a card and says nothing of what the card does;
    `order_by` is the role whose bearer chooses between orders of modifiers.  `input` says, of what the table itself gives, when to tell it;
    `use`, of all others, when the phrase is the one to take. `bounds` are the least and the greatest number that it can be,
    where the declaration says so.
    """

    name: str
    phrases: tuple[Phrase, ...]
    roles: tuple[str, ...]
    kinds: tuple[str, ...]
    type: Type = YES_NO
    default: Default = Default()
    state: bool = False
    subject: int = 0
    averages: bool = False
    order_by: str = ""
    field: str = ""
    kind_defaults: tuple[tuple[str, Default], ...] = ()
    place: Place = NOWHERE
    input: str = ""
    use: str = ""
    bounds: Bounds = NO_BOUNDS
    label: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """Something that can happen; its name is also a kind, its roles are properties.

    `answers` is the role whose filler such an event answers, if it has one; `by` are the
    statements that say that it normally may, or may not, happen (`default`), `call` the keeper's
    reason where none does; `input` and `use` as of properties.
    """

    name: str
    phrases: tuple[Phrase, ...]
    roles: tuple[str, ...]
    kinds: tuple[str, ...]
    parents: tuple[str, ...] = ()
    default: str = ""
    subject: str = ""
    place: Place = NOWHERE
    answers: str = ""
    by: tuple[str, ...] = ()
    input: str = ""
    use: str = ""
    call: str = ""

    def kind_of(self, role: str) -> str:
        """The kind of the things that a role is for; empty if there is none of this name."""
        return next((kind for name, kind in zip(self.roles, self.kinds, strict=True) if name == role), "")


@dataclass(frozen=True, slots=True)
class Clock:
    """How time goes by in the game (docs/meaning.md 11.10).

    `seats` is the kind that takes turns; the others name properties and events
    of the book, empty where it has none: whose turn it is, the round, the phase,
    who sits to the left, who has the turn after, what is told next that an event
    waits for, and what happens when a turn begins and ends, a round or a phase
    begins, events go round in a loop.
    """

    seats: str
    on_turn: str = ""
    round: str = ""
    phase: str = ""
    left: str = ""
    next: str = ""
    open: str = ""
    turn_begins: str = ""
    turn_ends: str = ""
    round_begins: str = ""
    phase_begins: str = ""
    loop: str = ""
    cites: tuple[str, ...] = ()
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Setting:
    """One line of a `geometry` block: what it is about (`key`), the property of the book, the ids that say so."""

    key: str
    property: str
    cites: tuple[str, ...] = ()


@dataclass(frozen=True)
class Geometry:
    """Which words of the book a drawn map answers, and which tell it what things do (docs/meaning.md 12).

    `answers` and `tells` are by key; `kinds` names kinds: what spaces are, what nubbins are, what one can be inside of;
    `directions` are the things that stand for north, east, south and west, if the book has such.
    """

    answers: tuple[Setting, ...] = ()
    tells: tuple[Setting, ...] = ()
    kinds: tuple[tuple[str, str], ...] = ()
    cites: tuple[str, ...] = ()
    place: Place = NOWHERE
    directions: tuple[str, ...] = ()

    @cached_property
    def answered(self) -> dict[str, Setting]:
        """The settings by the property that geometry answers."""
        return {setting.property: setting for setting in self.answers}

    @cached_property
    def properties(self) -> dict[str, str]:
        """The properties by the key of their setting."""
        return {setting.key: setting.property for setting in (*self.answers, *self.tells)}

    def kind(self, key: str) -> str:
        """The kind that a setting names; empty where there is none."""
        return dict(self.kinds).get(key, "")


@dataclass(frozen=True, slots=True)
class Source:
    """A source document; a higher rank wins on the rank rung. `number` is the
    default precedence number of its clauses."""

    name: str
    rank: int = 0
    number: int | None = None
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Option:
    """An optional rule that a scenario may switch on."""

    name: str
    default: bool = False
    says: str = ""
    cites: tuple[str, ...] = ()
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Reading:
    """A disputed or open ruling that can be read in several ways."""

    name: str
    alternatives: tuple[str, ...]
    cites: tuple[str, ...] = ()
    chosen: str = ""
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two statements of the book that cannot both be followed, each with those that say the same; `played` is one of the two.

    It is also a reading of this name, whose alternatives are the two statements.
    """

    name: str
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    played: str
    because: str
    place: Place = NOWHERE

    @property
    def other(self) -> str:
        """The statement that is not played."""
        return next(side[0] for side in self.sides if side[0] != self.played)

    def side_of(self, clause: Clause) -> str:
        """The statement whose side a clause carries; empty where it cites neither, or both."""
        found = [side[0] for side in self.sides if not set(side).isdisjoint(clause.cites)]
        return found[0] if len(found) == 1 else ""


@dataclass(frozen=True, slots=True)
class Recorded:
    """Two statements of the book that contradict each other as they are worded, and what decides between them without a branching of its
    own: `by`, one of the two, which is the exception in its own words; or `ruling`, the reading or the clause of status open or
    disputed that follows both. No rung reads it: the clauses carry it, and `check` looks whether they do.
    """

    name: str
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    by: str
    ruling: str
    because: str
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who rules and argues: which clauses, cited ids, groups or readings (`NAME: ALTERNATIVE`) are his rulings,
    which he holds right, which he disputes."""

    name: str
    title: str = ""
    ruled: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()
    disputes: tuple[str, ...] = ()
    place: Place = NOWHERE

    @property
    def stands_for(self) -> tuple[str, ...]:
        """What would be so if it went after this person."""
        return (*self.ruled, *self.holds)


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a coded string: digits, one of some words, or several of them."""

    name: str
    form: str
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Format:
    """A coded string printed on cards: parts joined by a separator, fields within parts."""

    name: str
    separator: str
    parts: tuple[tuple[Field, ...], ...]
    cites: tuple[str, ...] = ()
    place: Place = NOWHERE
