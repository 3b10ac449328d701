"""What the value of a property can depend on at all: its cone of influence.

Whatever lies outside can be left as it is: no situation tells apart two that differ only there.  So all situations of a
stage are those of the cone, and where the cone is small they can be gone through one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from adjudicator.engine.loops import dependency_graph
from adjudicator.model.clauses import Clause, Invariant
from adjudicator.model.expressions import (
    EFFECTS,
    Aggregate,
    Arith,
    Compare,
    Draw,
    Round,
    Sentence,
    Term,
    TextTest,
    names_in,
    walk,
)
from adjudicator.model.graphs import reachable
from adjudicator.model.rulebook import Rulebook, properties_in
from adjudicator.model.vocabulary import Property
from adjudicator.records import dataclass

MOST_FREE = 12
"""With more properties that only a scenario can say there is no point in listing situations."""


@dataclass(frozen=True)
class Cone:
    """The part of a rulebook that the instances of one property can depend on.

    `free` are the properties that only a scenario can say; `mentioned` the kinds that the clauses tell apart, `named` the
    things they name, `options` those they ask for.  `exact` is False where they calculate or look at printed text, so that
    no list of plain numbers stands for all.
    """

    property: str
    members: frozenset[str]
    clauses: tuple[Clause, ...]
    invariants: tuple[Invariant, ...]
    free: tuple[Property, ...]
    mentioned: frozenset[str]
    named: frozenset[str]
    options: tuple[str, ...]
    said: tuple[Sentence | Term, ...]
    exact: bool


class Cones:
    """The cones of the properties of one rulebook."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.always: frozenset[str] = frozenset()
        """Invariants that belong to every cone: they are broken where nothing is said, so that something must be."""
        self._known: dict[str, Cone | None] = {}
        self._reached: dict[str, tuple[frozenset[str], tuple[str, ...]] | None] = {}

    def of(self, name: str) -> Cone | None:
        """The cone of a property (of an effect: and of what happens); None where more than `MOST_FREE` properties in it are free."""
        if name not in self._known:
            found = self.reach(name)
            self._known[name] = None if found is None else self._made(name, *found)
        return self._known[name]

    def of_invariant(self, invariant: Invariant) -> Cone | None:
        """The cone of what an invariant reads: no property is asked about in it."""
        found = self._reach(self._read_by(invariant))
        return None if found is None else self._made("", *found)

    def reach(self, name: str) -> tuple[frozenset[str], tuple[str, ...]] | None:
        """The properties in the cone of a property, and the invariants that touch them; None where there is no cone."""
        if name not in self._reached:
            self._reached[name] = self._reach((name, "happens") if name.startswith(EFFECTS) else (name,))
        return self._reached[name]

    @cached_property
    def _graph(self) -> dict[str, set[str]]:
        return dependency_graph(self.book)

    @cached_property
    def _keys(self) -> frozenset[str]:
        """What the ladder reads of those who bear clauses."""
        return frozenset().union(*(properties_in(key.term) for rung in self.book.ladder.rungs for key in rung.keys))

    @cached_property
    def held(self) -> dict[str, frozenset[str]]:
        """What each invariant depends on."""
        return {n: self._below(self._read_by(i)) for n, i in self.book.invariants.items()}

    def _below(self, names: Iterable[str]) -> frozenset[str]:
        """These properties and all they are computed from, the ladder's keys where it compares bearers."""
        names = frozenset(names)
        found = names | reachable(self._graph, *names)
        if not self._keys <= found and any(c.bearer for c in self._speakers(found)):
            return self._below(found | self._keys)
        return found

    def _speakers(self, members: frozenset[str]) -> Iterator[Clause]:
        for name in members:
            yield from (clause for clause, _ in self.book.clauses_about.get(name, ()))

    def _reach(self, names: Iterable[str]) -> tuple[frozenset[str], tuple[str, ...]] | None:
        members = self._below(names)
        if len(self._free(members)) > MOST_FREE:
            return None
        held, waiting = dict[str, None](), self.held
        grown = True
        while grown:
            touching = [n for n, read in waiting.items() if n not in held and (n in self.always or not read.isdisjoint(members))]
            grown = bool(touching)
            for one in touching:
                held[one] = None
                members |= waiting[one]
        return None if len(self._free(members)) > MOST_FREE else (members, tuple(held))

    def _made(self, name: str, members: frozenset[str], held: tuple[str, ...]) -> Cone:
        names = {c.name for c in self._speakers(members)}
        clauses = tuple(c for n, c in self.book.clauses.items() if n in names)
        invariants = tuple(self.book.invariants[n] for n in held)
        said = tuple(self._sentences(members, clauses, invariants))
        return Cone(
            name, members, clauses, invariants, self._free(members), self._mentioned(members, clauses, invariants, said),
            names_in(*said).things, self._options(clauses, said), said, all(_plain(s) for s in said),
        )  # fmt: skip

    def _read_by(self, invariant: Invariant) -> frozenset[str]:
        kinds = {f"kind:{p.kind}" for p in invariant.parameters if p.kind in self.book.changeable_kinds}
        read = properties_in(invariant.always, self.book.changeable_kinds) | properties_in(invariant.when, self.book.changeable_kinds)
        return frozenset(read | kinds)

    def _sentences(
        self, members: frozenset[str], clauses: tuple[Clause, ...], invariants: tuple[Invariant, ...]
    ) -> Iterator[Sentence | Term]:
        """All that is said in the cone."""
        for clause in clauses:
            yield from (*clause.whens, *clause.unlesses)
            for conclusion in clause.conclusions:
                if conclusion.property in members:
                    yield from (*conclusion.args, conclusion.value)
        yield from (d.meaning for d in self.book.definitions.values() if d.property in members)
        yield from (sentence for i in invariants for sentence in (i.when, i.always))
        yield from (key.term for rung in self.book.ladder.rungs for key in rung.keys if properties_in(key.term) <= members)

    def _free(self, members: frozenset[str]) -> tuple[Property, ...]:
        spoken = self.book.clauses_about.keys() | self.book.definition_of.keys()
        return tuple(p for p in self.book.properties.values() if p.name in members and p.name not in spoken and ":" not in p.name)

    def _mentioned(
        self, members: frozenset[str], clauses: tuple[Clause, ...], invariants: tuple[Invariant, ...], said: tuple[Sentence | Term, ...]
    ) -> frozenset[str]:
        """Every kind that something in the cone asks for."""
        found = {p.kind for c in clauses for p in c.parameters} | {p.kind for i in invariants for p in i.parameters}
        found |= {p.kind for d in self.book.definitions.values() if d.property in members for p in d.parameters}
        found |= {name[5:] for name in members if name.startswith("kind:")}
        for prop in (self.book.properties[n] for n in (m.removeprefix("after:") for m in members) if n in self.book.properties):
            found |= {*prop.kinds, *(kind for kind, _ in prop.kind_defaults), *((prop.type.kind,) if prop.type.base == "thing" else ())}
        names = names_in(*said)
        found |= names.kinds | names.events
        for declared in [self.book.events[k] for k in found if k in self.book.events]:
            found |= set(declared.kinds)
        return frozenset(found - {"", "number"})

    def _options(self, clauses: tuple[Clause, ...], said: tuple[Sentence | Term, ...]) -> tuple[str, ...]:
        found = {c.option for c in clauses if c.option}
        return tuple(sorted(found | names_in(*said).options))


def _plain(said: Sentence | Term) -> bool:
    """Whether a few plain numbers stand for all: nothing is calculated, drawn from a set, counted beyond the stage or read as text."""
    for node in walk(said):
        match node:
            case Arith() | Round() | TextTest() | Aggregate():
                return False
            case Draw(among=among) if among is not None:
                return False
            case Compare("in", _, _):
                return False
    return True
