"""The words that two rulebooks share: what can be said, and asked, under both; and what cannot be compared."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from adjudicator.model.expressions import EFFECTS, TOLD
from adjudicator.model.rulebook import Rulebook, properties_in
from adjudicator.model.situation import Node, Situation
from adjudicator.model.values import Ref
from adjudicator.model.vocabulary import Event, Property
from adjudicator.records import dataclass

FAMILIES = ("may", "happens", "before")
"""Properties of events that every rulebook has."""
UNASKED = ("after:role:", "after:kind:", "causes:", "copies:", "decider:before")
"""What a scenario of one moment has no question for."""


@dataclass(frozen=True)
class Apart:
    """Words of one sort that cannot be compared: those of the first book only, of the second only, and of another shape in each."""

    sort: str
    first: tuple[str, ...]
    second: tuple[str, ...]
    other: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """How many in all."""
        return len(self.first) + len(self.second) + len(self.other)


@dataclass(frozen=True)
class Shared:
    """The shared vocabulary of two rulebooks."""

    one: Rulebook
    two: Rulebook

    @cached_property
    def kinds(self) -> frozenset[str]:
        """Kinds of both books; an event only where it has the same roles in both."""
        both = self.one.kinds.keys() & self.two.kinds.keys()
        return frozenset(k for k in both if k not in self.one.events or k in self.events)

    @cached_property
    def properties(self) -> frozenset[str]:
        """Properties with the same places and type, and a phrase that both have."""
        both = self.one.properties.keys() & self.two.properties.keys()
        return frozenset(p for p in both if p.startswith("role:") or _same_shape(self.one.properties[p], self.two.properties[p]))

    @cached_property
    def events(self) -> frozenset[str]:
        """Events with the same roles, and a phrase that both have."""
        both = self.one.events.keys() & self.two.events.keys()
        return frozenset(e for e in both if _same_event(self.one.events[e], self.two.events[e]))

    @cached_property
    def options(self) -> frozenset[str]:
        """Optional rules of both."""
        return frozenset(self.one.options.keys() & self.two.options.keys())

    @cached_property
    def constants(self) -> frozenset[str]:
        """Things that are on every table of both."""
        return frozenset(self.one.constants.keys() & self.two.constants.keys())

    def can_ask(self, name: str) -> bool:
        """Whether both books have a question for the property."""
        if name.startswith(UNASKED):
            return False
        if name in FAMILIES:
            return True
        if name in TOLD:
            return False
        family, colon, base = name.partition(":")
        if colon and family == "kind":
            return base in self.kinds and base not in self.one.events
        base = base if colon and family in ("after", "decider") else name
        return base in self.properties and not base.startswith("role:") and not name.startswith(EFFECTS[1:])

    def can_say(self, situation: Situation, node: Node) -> bool:
        """Whether the situation and the instance in question use only what both books have."""
        own = [t for n, t in situation.things.items() if n not in self.one.constants and n not in self.two.constants]
        if any(kind not in self.kinds for thing in own for kind in thing.kinds):
            return False
        if any(name not in self.options for name in situation.options):
            return False
        said = {v.name for n in (*situation.facts, node) for v in n[1] if isinstance(v, Ref)}
        said |= {f.value.name for f in situation.facts.values() if isinstance(f.value, Ref)}
        said |= {v.name for t in own for _, v in t.roles if isinstance(v, Ref)}
        if any((n in self.one.constants) != (n in self.two.constants) for n in said):
            return False
        return all(n[0] in self.properties and self.is_heard(n[0]) for n in situation.facts) and self.can_ask(node[0])

    def is_heard(self, name: str) -> bool:
        """Whether a fact about the property means the same in both: not where one book works it out and the other never asks."""
        for book, other in ((self.one, self.two), (self.two, self.one)):
            if name in book.clauses_about and name not in self._mentioned[other.name, id(other)]:
                return False
        return True

    @cached_property
    def _mentioned(self) -> dict[tuple[str, int], frozenset[str]]:
        """Everything that each book speaks of or reads."""
        return {(book.name, id(book)): mentioned(book) for book in (self.one, self.two)}

    def apart(self) -> list[Apart]:
        """What cannot be compared, by sort."""
        a, b = self.one, self.two
        cards = [{k.name for k in book.kinds.values() if k.printed} for book in (a, b)]
        kinds = [{k.name for k in book.kinds.values() if not k.printed and k.name not in book.events} for book in (a, b)]
        phrases = [{p.name for p in book.properties.values() if not p.name.startswith("role:")} for book in (a, b)]
        found = [
            _apart("phrases", phrases[0], phrases[1], phrases[0] & phrases[1] - self.properties),
            _apart("events", set(a.events), set(b.events), a.events.keys() & b.events.keys() - self.events),
            _apart("kinds", kinds[0], kinds[1], set()),
            _apart("cards", cards[0], cards[1], set()),
            _apart("options", set(a.options), set(b.options), set()),
        ]
        return [one for one in found if one.count]

    def unasked(self) -> Iterator[str]:
        """What both books speak of, and what no question can be asked about."""
        for name in sorted(self.one.clauses_about.keys() & self.two.clauses_about.keys()):
            if name.startswith(UNASKED):
                yield name


def mentioned(book: Rulebook) -> frozenset[str]:
    """The properties that a book speaks of or reads."""
    found = {*book.clauses_about, *book.definition_of}
    for needs in book.dependencies.values():
        found |= needs
    for invariant in book.invariants.values():
        found |= properties_in(invariant.always) | properties_in(invariant.when)
    for rung in book.ladder.rungs:
        for key in rung.keys:
            found |= properties_in(key.term)
    return frozenset(found)


def _apart(sort: str, first: set[str], second: set[str], other: set[str]) -> Apart:
    return Apart(sort, tuple(sorted(first - second)), tuple(sorted(second - first)), tuple(sorted(other)))


def _same_shape(a: Property, b: Property) -> bool:
    return (a.roles, a.kinds, a.type) == (b.roles, b.kinds, b.type) and _same_phrase(a, b)


def _same_event(a: Event, b: Event) -> bool:
    return (a.roles, a.kinds) == (b.roles, b.kinds) and _same_phrase(a, b)


def _same_phrase(a: Property | Event, b: Property | Event) -> bool:
    return not {phrase.text for phrase in a.phrases}.isdisjoint(phrase.text for phrase in b.phrases)
