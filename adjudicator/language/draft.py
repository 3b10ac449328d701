"""A rulebook while it is being read: the same fields as Rulebook, still open."""

from __future__ import annotations

from collections import Counter
from dataclasses import field
from typing import TypeVar

from adjudicator.language.diagnostics import Messages, SentenceError, did_you_mean
from adjudicator.language.layout import Line, opening_fault
from adjudicator.model.clauses import Card, Clause, Definition, Invariant
from adjudicator.model.ladder import Ladder
from adjudicator.model.places import Place
from adjudicator.model.rulebook import RegisterEntry, Rulebook
from adjudicator.model.tables import CardTable, DeckFormat, DeckRules
from adjudicator.model.values import Type
from adjudicator.model.vocabulary import (
    Clock,
    Contradiction,
    Event,
    Format,
    Geometry,
    Kind,
    Option,
    Person,
    Phrase,
    Property,
    Reading,
    Recorded,
    Slot,
    Source,
)
from adjudicator.records import dataclass


def report_sentence(messages: Messages, error: SentenceError, line: Line, shift: int = 0) -> None:
    """Say why a line is no sentence, or that its first word is a misspelt keyword; what only follows from an earlier fault is not said."""
    name = error.missing.removeprefix("the ")
    if name and name in messages.missed:
        return
    if messages.brought.get(name, 0) > line.place.line:
        messages.add("name", f"`{error.missing}` comes only further below, in line {messages.brought[name]}",
                     line.at(shift + error.start, error.width), "a line stands below those that bring what it speaks of")  # fmt: skip
        return
    if name and not error.help.startswith("did you mean"):
        messages.missed.add(name)
    fault = opening_fault(line) if error.code in ("phrase", "name", "kind", "number") else None
    if fault is not None:
        messages.add("layout", fault[0], line.at(0, len(line.text.split(" ")[0])), fault[1])
    else:
        messages.add(error.code, error.message, line.at(shift + error.start, error.width), error.help)


def built_in_kinds() -> dict[str, Kind]:
    """The two kinds every book has: thing and event."""
    return {"thing": Kind("thing", plural="things"), "event": Kind("event", ("thing",), "events")}


def built_in_properties() -> dict[str, Property]:
    """What a story tells of its events: what answers what and came of what, what has happened, what is still to come."""
    first, second = Slot("event", "event"), Slot("other", "event")
    told = {
        "answers": (("answers", second), ("is", "in", "answer", "to", second)),
        "caused by": (("is", "caused", "by", second),),
        "copy of": (("is", "a", "copy", "of", second),),
        "pending": (("is", "still", "to", "come"),),
        "happened": (("has", "happened"),),
        "happened this turn": (("has", "happened", "this", "turn"),),
        "happened this round": (("has", "happened", "this", "round"),),
    }
    found = {}
    for name, wordings in told.items():
        phrases = tuple(Phrase(_phrase_text(words), (first, *words), 1) for words in wordings)
        roles = ("event", "other") if second in wordings[0] else ("event",)
        found[name] = Property(name, phrases, roles, ("event",) * len(roles))
    return found


def _phrase_text(words: tuple[str | Slot, ...]) -> str:
    return " ".join(("{event}", *(word if isinstance(word, str) else "{event other}" for word in words)))


V = TypeVar("V")


@dataclass
class Draft:
    """Collects declarations by name; duplicates and unknown names are reported."""

    name: str
    messages: Messages
    title: str = ""
    source: str = ""
    card_source: str = ""
    kinds: dict[str, Kind] = field(default_factory=built_in_kinds)
    constants: dict[str, tuple[str, ...]] = field(default_factory=dict)
    properties: dict[str, Property] = field(default_factory=built_in_properties)
    events: dict[str, Event] = field(default_factory=dict)
    options: dict[str, Option] = field(default_factory=dict)
    readings: dict[str, Reading] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    formats: dict[str, Format] = field(default_factory=dict)
    cards: dict[str, Card] = field(default_factory=dict)
    clauses: dict[str, Clause] = field(default_factory=dict)
    definitions: dict[str, Definition] = field(default_factory=dict)
    invariants: dict[str, Invariant] = field(default_factory=dict)
    ladder: Ladder = Ladder(())
    clock: Clock | None = None
    geometry: Geometry | None = None
    register: dict[str, RegisterEntry] = field(default_factory=dict)
    persons: dict[str, Person] = field(default_factory=dict)
    ladders: dict[str, Ladder] = field(default_factory=dict)
    tables: dict[str, CardTable] = field(default_factory=dict)
    deck_rules: DeckRules | None = None
    deck_formats: dict[str, DeckFormat] = field(default_factory=dict)
    contradictions: dict[str, Contradiction] = field(default_factory=dict)
    recorded: dict[str, Recorded] = field(default_factory=dict)
    carried: Counter[str] = field(default_factory=Counter)
    """How many clauses each card carries so far."""

    def __post_init__(self) -> None:
        self.carried.update(clause.card for clause in self.clauses.values())

    def add(self, table: dict[str, V], name: str, value: V, what: str, place: Place) -> None:
        """Put a declaration into its table; a second one of the same name is an error."""
        known = table.get(name)
        if known is not None:
            first = getattr(known, "place", None)
            self.messages.add("twice", f"the {what} `{name}` is declared twice", place,
                              f"it is first declared at {first}" if first and first.line else "")  # fmt: skip
        else:
            table[name] = value
            if isinstance(value, Clause) and table is self.clauses:
                self.carried[value.card] += 1

    def error(self, code: str, message: str, line: Line, help: str = "") -> None:
        """Report an error at a line's text."""
        if not line.damaged:
            self.messages.add(code, message, line.naming(message), help)

    def sentence_error(self, error: SentenceError, line: Line, shift: int = 0) -> None:
        """Report a fault of a sentence at its place in the line."""
        report_sentence(self.messages, error, line, shift)

    def known_kind(self, name: str, line: Line) -> bool:
        """Whether the kind exists; reports it if not."""
        if name in self.kinds:
            return True
        self.error("name", f"there is no kind `{name}`", line, did_you_mean(name, self.kinds) or f"declare it with `kind {name}`")
        return False

    def rulebook(self, digest: str = "") -> Rulebook:
        """The draft as a Rulebook."""
        return Rulebook(
            self.name, self.title, self.kinds, self.properties, self.events, self.options, self.readings, self.sources,
            self.formats, self.cards, self.clauses, self.definitions, self.invariants, self.ladder, self.clock, self.register,
            self.constants, digest, self.source, self.card_source, self.geometry, self.persons, self.ladders,
            self.tables, self.deck_rules, self.deck_formats, self.contradictions, self.recorded,
        )  # fmt: skip


def kind_list(text: str) -> list[str]:
    """`a boat, a toy` as the kinds it names."""
    names = []
    for part in text.split(","):
        words = part.split()
        names.append(" ".join(words[1:] if words and words[0] in ("a", "an") else words))
    return names


def type_of(text: str, kinds: dict[str, Kind]) -> Type | None:
    """The type a property declares after `is`, None when these words name no type."""
    text = text.strip()
    if text in ("a whole number", "whole number"):
        return Type("whole")
    if text in ("a number", "a fraction"):
        return Type("fraction")
    if text in ("a text", "text"):
        return Type("text")
    if text.startswith("one of "):
        return Type("choice", tuple(word.strip() for word in text[len("one of ") :].split(",") if word.strip()))
    if text.startswith("some of "):
        return Type("set", tuple(word.strip() for word in text[len("some of ") :].split(",") if word.strip()))
    if text.startswith("a set of "):
        member = text[len("a set of ") :].strip()
        kind = member if member in kinds else next((k.name for k in kinds.values() if k.plural == member), member)
        return Type("set", kind=kind)
    words = text.split()
    if words and words[0] in ("a", "an"):
        nobody = len(words) > 3 and words[-2:] in (["or", "nobody"], ["or", "nothing"])
        return Type("thing", kind=" ".join(words[1:-2] if nobody else words[1:]), nobody=nobody)
    return None
