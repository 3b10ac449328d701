"""For small books: every situation of a small stage that can matter to one property, so that no difference is missed there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from types import SimpleNamespace

from adjudicator.analysis.thorough import Thorough, TooMany
from adjudicator.analysis.vocabularies import Shared
from adjudicator.logic.walking.loops import dependency_graph
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import Aggregate, Apply, Occurs, Permitted, Quantified, walk
from adjudicator.model.graphs import reachable
from adjudicator.model.rulebook import Rulebook, properties_in
from adjudicator.model.situation import Node, Situation
from adjudicator.model.values import Ref

MOST = 2_000
"""Situations for one property."""
SMALL = 80
"""A book with more clauses is not gone through."""
THINGS = 2


@dataclass
class WholeStage:
    """The stages of two books: up to two things and one event, all facts that a property can rest on."""

    shared: Shared
    most: int = MOST

    @property
    def fits(self) -> bool:
        """Whether both books are small enough."""
        return max(len(self.shared.one.clauses), len(self.shared.two.clauses)) <= SMALL

    def situations(self, name: str) -> list[tuple[Situation, Node]]:
        """Every situation of the stage with every instance of the property in it. Raises TooMany."""
        if not self.fits:
            raise TooMany
        return list(self._all(name))

    def _all(self, name: str) -> Iterator[tuple[Situation, Node]]:
        cone = self._cone(name)
        book = self._joint(name, cone)
        thorough = Thorough(SimpleNamespace(book=book), THINGS, self.most)  # type: ignore[arg-type]
        for situation in thorough.situations():
            for node in self._nodes(book, name, situation):
                if node not in situation.facts and self.shared.can_say(situation, node):
                    yield situation, node

    def _cone(self, name: str) -> frozenset[str]:
        """What the property rests on in either book, with what invariants and the ladder read."""
        found = {name}
        for book in (self.shared.one, self.shared.two):
            graph = dependency_graph(book)
            begun = {name}
            for invariant in book.invariants.values():
                begun |= properties_in(invariant.always) | properties_in(invariant.when)
            for rung in book.ladder.rungs:
                for key in rung.keys:
                    begun |= properties_in(key.term)
            found |= begun.union(*(reachable(graph, one) for one in begun))
        return frozenset(found)

    def _joint(self, name: str, cone: frozenset[str]) -> Rulebook:
        """Both books' clauses about the cone as one book: not to be settled by, only to see what it reads."""
        one, two = self.shared.one, self.shared.two
        clauses = {f"{side} {c.name}": c for side, book in enumerate((one, two)) for c in book.clauses.values()
                   if any(k.property in cone for k in c.conclusions)}  # fmt: skip
        definitions = {f"{side} {d.name}": d for side, book in enumerate((one, two)) for d in book.definitions.values()
                       if d.property in cone}  # fmt: skip
        invariants = {f"{side} {i.name}": i for side, book in enumerate((one, two)) for i in book.invariants.values()}
        kinds = self._kinds(name, cone, list(clauses.values()))
        named = {k: one.kinds[k] for k in one.kinds if k in self.shared.kinds and (k in kinds or any(one.is_a(o, k) for o in kinds))}
        return replace(
            one, kinds=named, clauses=clauses, definitions=definitions, invariants=invariants,
            properties={p: one.properties[p] for p in one.properties if p in self.shared.properties},
            events={e: one.events[e] for e in one.events if e in self.shared.events and e in named},
        )  # fmt: skip

    def _kinds(self, name: str, cone: frozenset[str], clauses: list[Clause]) -> set[str]:
        """The kinds that the property and what it rests on speak of."""
        found: set[str] = set()
        for prop in (name.removeprefix("after:").removeprefix("decider:"), *cone):
            found |= set(self.shared.one.properties[prop].kinds) if prop in self.shared.one.properties else set()
            found |= {prop[5:]} if prop.startswith("kind:") else set()
        for clause in clauses:
            found |= {p.kind for p in clause.parameters}
            for part in (*clause.whens, *clause.unlesses, *(c.value for c in clause.conclusions)):
                for node in walk(part):
                    match node:
                        case Quantified(kind=kind) | Aggregate(kind=kind):
                            found.add(kind)
                        case Occurs(event, _) | Permitted(_, event, _):
                            found.add(event)
                        case Apply(told, _) if told.startswith("kind:"):
                            found.add(told[5:])
        below = {k for k in self.shared.one.kinds if any(self.shared.one.is_a(k, f) for f in found if f not in ("", "thing"))}
        return found | below

    def _nodes(self, book: Rulebook, name: str, situation: Situation) -> Iterator[Node]:
        """Every instance of the property in a situation."""
        refs = [Ref(n) for n in situation.things if n not in book.constants]
        things = situation.things
        fitting = [[r for r in refs if kind in ("", "thing") or any(book.is_a(k, kind) for k in things[r.name].kinds)]
                   for kind in self._places(name)]  # fmt: skip
        for args in product(*fitting):
            yield name, args

    def _places(self, name: str) -> tuple[str, ...]:
        if name in ("may", "happens"):
            return ("event",)
        if name == "before":
            return ("event", "event")
        if name.startswith("kind:"):
            return ("thing",)
        return self.shared.one.properties[name.removeprefix("after:").removeprefix("decider:")].kinds
