"""For small books: every situation of a small stage that can matter to one property, so that no difference is missed there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import product

from adjudicator.comparing.vocabularies import Shared
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Situation
from adjudicator.model.values import Ref
from adjudicator.records import dataclass
from adjudicator.stage.cones import Cones
from adjudicator.stage.stages import Situations, Stage, TooMany

MOST = 2_000
"""Situations for one property."""
SMALL = 80
"""A book with more clauses is not gone through."""
STAGE = Stage(things=2, events=1, total=2)


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
        cone = self._cones.of(name)
        if cone is None:
            raise TooMany
        book = self._cones.book
        situations = Situations(book, cone)
        situations.count(STAGE, self.most)
        for situation in situations(STAGE):
            for node in self._nodes(book, name, situation):
                if node not in situation.facts and self.shared.can_say(situation, node):
                    yield situation, node

    @cached_property
    def _cones(self) -> Cones:
        """What each property rests on in both books together: not to be settled by, only to see what they read."""
        one, two = self.shared.one, self.shared.two
        sides = [(f"{n} ", book) for n, book in enumerate((one, two))]
        return Cones(replace(
            one,
            kinds={k: kind for k, kind in one.kinds.items() if k in self.shared.kinds},
            clauses={side + c.name: replace(c, name=side + c.name) for side, book in sides for c in book.clauses.values()},
            definitions={side + d.name: d for side, book in sides for d in book.definitions.values()},
            invariants={side + i.name: i for side, book in sides for i in book.invariants.values()},
            properties={p: prop for p, prop in one.properties.items() if p in self.shared.properties},
            events={e: event for e, event in one.events.items() if e in self.shared.events},
        ))  # fmt: skip

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
