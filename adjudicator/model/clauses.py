"""Clauses: what a rule says, when, and what it claims over others."""

from __future__ import annotations

from adjudicator.model.expressions import EFFECTS, TRUE, Sentence, Term
from adjudicator.model.places import NOWHERE, Place
from adjudicator.records import dataclass

STATUSES = (
    "rule", "principle", "effect", "consensus", "ruling",
    "disputed", "open", "suggestion", "optional", "overruled",
)  # fmt: skip
READING_STATUSES = ("disputed", "open")
DORMANT_STATUSES = ("suggestion", "overruled")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A variable of a clause and the kind of thing it stands for."""

    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What a clause says of one property instance.

    `form` is "is" (a value), or a modifier: "adds", "multiplies", "at most",
    "at least".  Permissions, kinds, orders, deciders and effects are "is"
    conclusions about the built-in families of model/expressions.py.
    """

    property: str
    args: tuple[Term, ...]
    form: str
    value: Term
    text: str = ""
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Warrant:
    """What a claim, a condition or a whole clause rests on.

    `by` are the statements (or, for what is printed, the cards) that say so; `call` is the reason of the keeper of the rulebook where
    none says so and he has chosen. Both empty: nothing is said about it.
    """

    by: tuple[str, ...] = ()
    call: str = ""


UNSAID = Warrant()


@dataclass(frozen=True, slots=True)
class Claim:
    """An explicit claim: `verb` is overrides (or notwithstanding), yields, or fallback.

    `target` is a clause, a group, a section (a prefix of register ids), a card,
    a property (for only one of the other's conclusions) or "everything".
    """

    verb: str
    target: str
    aspect: str = ""
    place: Place = NOWHERE
    warrant: Warrant = UNSAID

    @property
    def content(self) -> tuple[str, ...]:
        """What of the claim can change an answer: whom it is over, and whether the book or only the keeper makes it."""
        return (self.verb, self.target, self.aspect, *(("call",) if self.warrant.call else ()))


@dataclass(frozen=True, slots=True)
class Exemption:
    """What a clause says of another: that `target` (a clause, group, section or card) does not apply, or `holds`, to a thing.

    `thing` is a variable or a thing, none where the target applies to nothing at all; `role` names the variable of the target that
    it stands for, where several could be meant.
    """

    target: str
    holds: bool
    thing: Term | None = None
    role: str = ""
    text: str = ""
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule with one or more conclusions.

    `bearer` names the parameter that carries the clause (the card it is printed
    on) for rungs that compare things; `number` is a claimed precedence number.
    `whens` and `unlesses` keep the conditions apart so that explanations can
    say which of them failed. `voices` are the people who have ruled, hold or dispute it, each as the verb and the name.
    `warrants` say what its parts rest on: the whole of it (`clause`), `fallback`, `number`, `before TARGET`, and conditions by their
    texts; claims carry their own. `exemptions` are what it says of whether others apply, as written; `insists` names the clause for
    whose claims alone this one stands (docs/meaning.md 3.3).
    """

    name: str
    parameters: tuple[Parameter, ...]
    conclusions: tuple[Conclusion, ...]
    whens: tuple[Sentence, ...] = ()
    unlesses: tuple[Sentence, ...] = ()
    when_texts: tuple[str, ...] = ()
    unless_texts: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    status: str = "rule"
    source: str = ""
    groups: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    bearer: str = ""
    card: str = ""
    number: int | None = None
    fallback: bool = False
    reading: tuple[str, str] | None = None
    option: str = ""
    before: tuple[str, ...] = ()
    voices: tuple[tuple[str, str], ...] = ()
    place: Place = NOWHERE
    warrants: tuple[tuple[str, Warrant], ...] = ()
    exemptions: tuple[Exemption, ...] = ()
    insists: str = ""

    @property
    def is_effect(self) -> bool:
        """Whether something that it concludes is what an event brings about (docs/meaning.md 11.6)."""
        return any(conclusion.property.startswith(EFFECTS) for conclusion in self.conclusions)

    def warrant(self, part: str = "clause") -> Warrant:
        """What a part of the clause rests on."""
        return next((warrant for name, warrant in self.warrants if name == part), UNSAID)

    def kind_of(self, variable: str) -> str:
        """The kind of a parameter; empty if there is none of this name."""
        return next((p.kind for p in self.parameters if p.name == variable), "")


@dataclass(frozen=True, slots=True)
class Definition:
    """A strict equivalence: the property instance holds exactly when the sentence does."""

    name: str
    property: str
    parameters: tuple[Parameter, ...]
    meaning: Sentence | Term
    cites: tuple[str, ...] = ()
    text: str = ""
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Invariant:
    """What must hold in every possible situation."""

    name: str
    parameters: tuple[Parameter, ...]
    always: Sentence
    when: Sentence = TRUE
    cites: tuple[str, ...] = ()
    text: str = ""
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Card:
    """A printed card: its kinds, its coded string (if known) and the string's fields; whether the book tells it in part only."""

    name: str
    kinds: tuple[str, ...]
    string: str = ""
    fields: tuple[tuple[str, object], ...] = ()
    facts: tuple[tuple[str, object], ...] = ()
    cites: tuple[str, ...] = ()
    place: Place = NOWHERE
    in_part: bool = False
