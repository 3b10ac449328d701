"""A rulebook: vocabulary, clauses, ladder and register, with the indexes everybody needs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import field
from functools import cached_property
from typing import Any

from adjudicator.model.clauses import Card, Clause, Definition, Invariant
from adjudicator.model.expressions import INSTEAD, Aggregate, Apply, Occurs, Permitted, Quantified, Var, walk
from adjudicator.model.hearing import Ears, ears_of
from adjudicator.model.ladder import Ladder
from adjudicator.model.ranging import asking
from adjudicator.model.remembering import asked_when_over
from adjudicator.model.tables import CardTable, DeckFormat, DeckRules
from adjudicator.model.vocabulary import (
    Clock,
    Contradiction,
    Event,
    Format,
    Geometry,
    Kind,
    Option,
    Person,
    Property,
    Reading,
    Recorded,
    Source,
)
from adjudicator.records import dataclass


@dataclass(frozen=True)
class RegisterEntry:
    """One numbered statement of the source book, in plain words, and how it stands here.

    `read` is the mark of its words when the clauses that cite it were last read against them; empty where nobody keeps it.
    """

    id: str
    section: str
    says: str
    stands: str
    why: str = ""
    into: str = ""
    read: str = ""
    book: str = ""


@dataclass(frozen=True)
class Rulebook:
    """Everything one book (and the books it extends) declares. Mappings are by name."""

    name: str
    title: str = ""
    kinds: dict[str, Kind] = field(default_factory=dict)
    properties: dict[str, Property] = field(default_factory=dict)
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
    register: dict[str, RegisterEntry] = field(default_factory=dict)
    constants: dict[str, tuple[str, ...]] = field(default_factory=dict)
    digest: str = ""
    source: str = ""
    card_source: str = ""
    geometry: Geometry | None = None
    persons: dict[str, Person] = field(default_factory=dict)
    ladders: dict[str, Ladder] = field(default_factory=dict)
    tables: dict[str, CardTable] = field(default_factory=dict)
    deck_rules: DeckRules | None = None
    deck_formats: dict[str, DeckFormat] = field(default_factory=dict)
    contradictions: dict[str, Contradiction] = field(default_factory=dict)
    recorded: dict[str, Recorded] = field(default_factory=dict)
    insisting: dict[str, Clause] = field(default_factory=dict)
    """For clauses that claim over an exception from them, the candidate that stands for these claims (docs/meaning.md 3.3)."""

    @cached_property
    def ancestors(self) -> dict[str, frozenset[str]]:
        """For each kind, itself and every kind above it."""
        known: dict[str, frozenset[str]] = {}

        def up(name: str) -> frozenset[str]:
            if name not in known:
                known[name] = frozenset((name,))
                parents = self.kinds[name].parents if name in self.kinds else ()
                known[name] = known[name].union(*(up(parent) for parent in parents))
            return known[name]

        for name in self.kinds:
            up(name)
        return known

    def upwards(self, kinds: tuple[str, ...]) -> frozenset[str]:
        """Every kind that a thing declared to be of these kinds is of."""
        known = self.known_upwards.get(kinds)
        if known is None:
            above = self.ancestors
            known = self.known_upwards[kinds] = frozenset(("thing",)).union(*(above.get(kind, frozenset((kind,))) for kind in kinds))
        return known

    @cached_property
    def known_upwards(self) -> dict[tuple[str, ...], frozenset[str]]:
        """What `upwards` has found so far."""
        return {}

    @cached_property
    def known_meetings(self) -> dict[tuple[str, str], list[str]]:
        """For pairs of kinds, the widest declared kinds below both, as far as somebody has worked them out."""
        return {}

    @cached_property
    def descendants(self) -> dict[str, frozenset[str]]:
        """For each kind, itself and every kind below it."""
        below: dict[str, set[str]] = defaultdict(set)
        for name, above in self.ancestors.items():
            for kind in above:
                below[kind].add(name)
        return {name: frozenset(kinds) for name, kinds in below.items()}

    def claimant(self, clause: Clause) -> Clause:
        """The clause whose claims, status and options count: of one that stands for another's claims alone, that other."""
        return self.clauses.get(clause.insists, clause)

    @property
    def names(self) -> tuple[str, ...]:
        """The things that are on every table."""
        return tuple(self.constants)

    def is_a(self, kind: str, other: str) -> bool:
        """Whether one kind is the other or lies below it."""
        return other in self.ancestors.get(kind, ())

    def role_answered(self, kinds: Iterable[str]) -> str:
        """The role in which an event of these kinds says which event it answers; empty where it answers none."""
        return next((self.events[kind].answers for kind in kinds if kind in self.events), "")

    @cached_property
    def clauses_about(self) -> dict[str, tuple[tuple[Clause, int], ...]]:
        """For each property, the clauses (with the index of the conclusion) that speak of it."""
        about: dict[str, list[tuple[Clause, int]]] = defaultdict(list)
        for clause in (*self.clauses.values(), *self.insisting.values()):
            for index, conclusion in enumerate(clause.conclusions):
                about[conclusion.property].append((clause, index))
        return {name: tuple(pairs) for name, pairs in about.items()}

    @cached_property
    def asked_when_over(self) -> tuple[frozenset[str], frozenset[str]]:
        """The kinds of events of which rules ask whether they have happened, and those of which they ask more than that."""
        return asked_when_over((*self.clauses.values(), *self.definitions.values(), *self.invariants.values()))

    @cached_property
    def ears(self) -> Ears:
        """The sentences to which rules, the ladder, the clock and the map listen."""
        clock, geometry = self.clock, self.geometry
        always = [clock.on_turn, clock.round, clock.phase, clock.left, clock.next, clock.open] if clock is not None else []
        always += [setting.property for setting in (*geometry.answers, *geometry.tells)] if geometry is not None else []
        rules: list[Clause | Definition | Invariant] = [*self.clauses.values(), *self.definitions.values(), *self.invariants.values()]
        keys = (key.term for rung in self.ladder.rungs for key in rung.keys)
        return ears_of(rules, keys, ((name, self.properties[name].kinds) for name in always if name in self.properties))

    @cached_property
    def asking_of_the_past(self) -> dict[str, frozenset[int]]:
        """The defined properties that ask of their places whether these have happened, with those places."""
        return asking(self.definitions.values())

    @cached_property
    def voices(self) -> dict[str, tuple[tuple[str, str], ...]]:
        """For each clause about which people have spoken, who has ruled, holds or disputes it: the verb and the name."""
        said: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for person in self.persons.values():
            for verb, names in (("ruled", person.ruled), ("holds", person.holds), ("disputes", person.disputes)):
                for name in names:
                    said[name].append((verb, person.name))
        found = {}
        for clause in self.clauses.values():
            voices = [*clause.voices, *(voice for name in (clause.name, *clause.cites, *clause.groups) for voice in said.get(name, ()))]
            if voices:
                found[clause.name] = tuple(dict.fromkeys(voices))
        return found

    @cached_property
    def readers(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """For each alternative of a reading, who reads it so: by his own word, or as what he has ruled or holds is under it."""
        found: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
        for person in self.persons.values():
            for said in person.stands_for:
                name, colon, alternative = (part.strip() for part in said.partition(":"))
                if colon:
                    found[name, alternative][person.name] = None
        for clause in self.clauses.values():
            if clause.reading is not None:
                found[clause.reading] |= {who: None for verb, who in self.voices.get(clause.name, ()) if verb != "disputes"}
        return {key: tuple(names) for key, names in found.items() if names}

    @cached_property
    def definition_of(self) -> dict[str, Definition]:
        """The definition of each defined property."""
        return {d.property: d for d in self.definitions.values()}

    @cached_property
    def changeable_kinds(self) -> frozenset[str]:
        """Kinds that some clause says things count as (or not), and the kinds above those."""
        told = {p.removeprefix("after:")[len("kind:") :] for p in self.clauses_about if p.removeprefix("after:").startswith("kind:")}
        return frozenset().union(*(self.ancestors.get(kind, frozenset((kind,))) for kind in told))

    @cached_property
    def possible_kinds(self) -> dict[str, frozenset[str]]:
        """For each kind that clauses speak of, the declared kinds of things that can ever count as one.

        A thing of none of these need not be asked about.
        """
        feeding: dict[str, set[str]] = {kind: {kind} for kind in self.changeable_kinds}
        for kind in self.changeable_kinds:
            for below in self.descendants.get(kind, frozenset((kind,))) & self.changeable_kinds:
                feeding[kind].add(below)
                about = (*self.clauses_about.get(f"kind:{below}", ()), *self.clauses_about.get(f"after:kind:{below}", ()))
                for clause, index in about:
                    argument = clause.conclusions[index].args[0]
                    feeding[kind].add(clause.kind_of(argument.name) if isinstance(argument, Var) else "thing")
        changed = True
        while changed:
            changed = False
            for kinds in feeding.values():
                more = set().union(*(feeding.get(k, ()) for k in kinds)) - kinds
                if more:
                    kinds |= more
                    changed = True
        return {kind: frozenset(kinds) for kind, kinds in feeding.items()}

    def may_meet(self, kind: str, other: str) -> bool:
        """Whether a thing of one kind can be of the other: declared of a kind below both, or counted as one."""
        return "thing" in (kind, other) or not self._reach(kind).isdisjoint(self._reach(other))

    def _reach(self, kind: str) -> frozenset[str]:
        """The kinds a thing that is of this kind (or counts as it) may be declared with."""
        known = self._reached.get(kind)
        if known is None:
            feeding = self.possible_kinds.get(kind, frozenset((kind,)))
            known = self._reached[kind] = frozenset().union(*(self.descendants.get(k, frozenset((k,))) for k in feeding))
        return known

    @cached_property
    def _reached(self) -> dict[str, frozenset[str]]:
        return {}

    @cached_property
    def dependencies(self) -> dict[str, frozenset[str]]:
        """Which properties each property is computed from (an over-approximation)."""
        needs: dict[str, set[str]] = defaultdict(set)
        for clause in self.clauses.values():
            used = self._mentioned(clause)
            for conclusion in clause.conclusions:
                needs[conclusion.property] |= used
                if conclusion.property.startswith("after:"):
                    needs[conclusion.property].add(conclusion.property[len("after:") :])
        for definition in self.definitions.values():
            needs[definition.property] |= properties_in(definition.meaning, self.changeable_kinds)
            needs[definition.property] |= {f"kind:{p.kind}" for p in definition.parameters if p.kind in self.changeable_kinds}
        if INSTEAD in self.clauses_about:
            needs["happens"].add(INSTEAD)
        for kind in self.changeable_kinds:
            needs[f"kind:{kind}"] |= {f"kind:{k}" for k in self.descendants.get(kind, ()) if k != kind and k in self.changeable_kinds}
        return {name: frozenset(used) for name, used in needs.items()}

    def _mentioned(self, clause: Clause) -> set[str]:
        used: set[str] = set()
        for sentence in (*clause.whens, *clause.unlesses):
            used |= properties_in(sentence, self.changeable_kinds)
        for conclusion in clause.conclusions:
            for term in (*conclusion.args, conclusion.value):
                used |= properties_in(term, self.changeable_kinds)
        return used | {f"kind:{p.kind}" for p in clause.parameters if p.kind in self.changeable_kinds}


def properties_in(node: Any, changeable: frozenset[str] = frozenset()) -> set[str]:
    """The properties an expression reads, kinds that may change among them."""
    found: set[str] = set()
    for part in walk(node):
        match part:
            case Apply(name, _):
                found.add(name)
            case Occurs():
                found.add("happens")
            case Permitted():
                found.add("may")
            case Quantified(kind=kind) | Aggregate(kind=kind) if kind in changeable:
                found.add(f"kind:{kind}")
    return found
