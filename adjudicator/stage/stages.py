"""All situations of a stage, as far as a cone can tell them apart, the smallest first.

A stage says how many things of each kind, how many things in all, and how many events there may be.  Kinds that the
cone cannot tell apart have one representative; what no clause of the cone reads is not said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from math import prod

from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import TOLD, Apply, Compare, Literal, Term, Var, walk
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Fact, Node, Situation, Thing
from adjudicator.model.undecided import Open
from adjudicator.model.values import Ref, Value
from adjudicator.model.vocabulary import Event, Property
from adjudicator.records import dataclass
from adjudicator.stage.cones import Cone
from adjudicator.stage.naming import PEOPLE, first_free
from adjudicator.stage.timing import can_be_told


class TooMany(Exception):
    """The stage has more situations than may be gone through, or some that cannot be listed."""


class Unsaid(Open):
    """The scenario says nothing of the instance."""

    def __repr__(self) -> str:
        return "unsaid"


UNSAID = Unsaid()
MOST_SORTS = 24


@dataclass(frozen=True)
class Stage:
    """How large a situation may be: things of each kind, events, and things in all (0: as many as the kinds allow)."""

    things: int = 4
    events: int = 3
    total: int = 0


class Situations:
    """The situations of one cone."""

    def __init__(self, book: Rulebook, cone: Cone, awake: frozenset[str] = frozenset()) -> None:
        self.book, self.cone = book, cone
        self.suppose = dict.fromkeys(sorted(awake), True)
        self.sorts = self._representatives([k.name for k in book.kinds.values() if not self._of_events(k.name)])
        self.events = [book.events[n] for n in self._representatives([e.name for e in book.events.values()])]
        if len(self.sorts) > MOST_SORTS or len(self.events) > MOST_SORTS:
            raise TooMany
        self.numbers = sorted(self._numbers())
        self.named = any(r.form == "alphabet" for r in book.ladder.rungs) and any(c.bearer and not c.card for c in cone.clauses)

    def _of_events(self, kind: str) -> bool:
        return kind in self.book.events or self.book.is_a(kind, "event")

    def _representatives(self, kinds: list[str]) -> list[str]:
        """One kind for each sort of thing that the cone can tell apart: the plainest of those with the same kinds above."""
        best: dict[tuple[object, ...], str] = {}

        def plainness(kind: str) -> tuple[bool, int, int]:
            return (self._printed(kind), len(self.book.ancestors[kind]), kinds.index(kind))

        for kind in kinds:
            if kind in ("thing", "event"):
                continue
            above = self.book.ancestors[kind]
            roles = self.book.events[kind].roles if kind in self.book.events else ()
            key = (above & self.cone.mentioned, frozenset(roles) & self._roles, kind in self.cone.named and kind)
            if key[0] - {"event"} and (key not in best or plainness(kind) < plainness(best[key])):
                best[key] = kind
        return list(best.values())

    def _printed(self, kind: str) -> bool:
        return kind in self.book.kinds and self.book.kinds[kind].printed

    @property
    def _roles(self) -> frozenset[str]:
        return frozenset(name[5:] for name in self.cone.members if name.startswith("role:"))

    # ---- how many ----

    def count(self, stage: Stage, most: int) -> int:
        """How many instances there are to be settled in all of them. Raises TooMany as soon as they are more than `most`."""
        found = 0
        options = 2 ** len(self.cone.options)
        for things in self.tables(stage):
            asked = sum(1 for _ in self.nodes(Situation(things)))
            found += max(1, asked) * options * prod(len(values) for _, values in self.facts(things))
            if found > most:
                raise TooMany
        return found

    @property
    def exact(self) -> bool:
        """Whether these situations stand for all: plain numbers for all numbers, and nothing is read as text."""
        return self.cone.exact

    def __call__(self, stage: Stage) -> Iterator[Situation]:
        """Every situation, those with few things and events first."""
        options = [dict.fromkeys(chosen, True) for n in range(len(self.cone.options) + 1) for chosen in combinations(self.cone.options, n)]
        for things in self.tables(stage):
            facts = self.facts(things)
            for chosen in product(*(values for _, values in facts)):
                said = {n: Fact(n, v) for (n, (usual, *_)), v in zip(facts, chosen, strict=True) if v is not usual and v is not UNSAID}
                if can_be_told(self.book, Situation(things, said)):
                    yield from (Situation(dict(things), said, used, suppose=self.suppose) for used in options)

    # ---- tables ----

    def tables(self, stage: Stage) -> Iterator[dict[str, Thing]]:
        """The things and events on the table, without what is said of them."""
        constants = {name: Thing(name, kinds) for name, kinds in self.book.constants.items()}
        most = min(stage.total or len(self.sorts) * stage.things, len(self.sorts) * stage.things)
        for count in range(most + 1):
            for chosen in self._chosen(count):
                if max(Counter(chosen).values(), default=0) > stage.things:
                    continue
                table: dict[str, Thing] = {}
                for kind in chosen:
                    name = self._name(kind, {*table, *constants})
                    table[name] = Thing(name, (kind,))
                yield from self._with_events({**constants, **table}, table, stage.events if self.events else 0)

    def _chosen(self, count: int) -> Iterator[tuple[str, ...]]:
        """So many things; where names decide in the end, in every order of their names."""
        return product(self.sorts, repeat=count) if self.named else combinations_with_replacement(self.sorts, count)

    def _name(self, kind: str, taken: set[str]) -> str:
        people = (name for name in PEOPLE if name not in taken) if self.named and not self._printed(kind) else iter(())
        return next(people, None) or first_free(self.book, kind, False, taken)

    def _with_events(self, whole: dict[str, Thing], table: dict[str, Thing], most: int) -> Iterator[dict[str, Thing]]:
        """The table with each set of up to so many different events."""
        possible = list(self._played(table)) if most else []
        for count in range(most + 1):
            for chosen in combinations(possible, count):
                added: dict[str, Thing] = {}
                for event, roles, happens in chosen:
                    name = first_free(self.book, event.name, True, {*added, *whole})
                    added[name] = Thing(name, (event.name,), roles, happens, bare=not roles)
                yield {**whole, **added}

    def _played(self, table: dict[str, Thing]) -> Iterator[tuple[Event, tuple[tuple[str, Value], ...], bool]]:
        """Every event that a phrase can tell, with everyone who can play its roles; it happens, or is only proposed."""
        for event in self.events:
            told = {frozenset(slot.role for slot in phrase.slots) for phrase in event.phrases}
            for spoken in sorted(told, key=lambda roles: (len(roles), sorted(roles))):
                places = zip(event.roles, event.kinds, strict=True)
                fillers = [self._fillers(kind, table) if role in spoken else [None] for role, kind in places]
                for roles in product(*fillers):
                    for happens in (True, False):
                        yield event, tuple(zip(event.roles, roles, strict=True)), happens

    def _fillers(self, kind: str, table: dict[str, Thing]) -> list[Value]:
        if kind == "number":
            return list(self.numbers)
        if self._of_events(kind):
            raise TooMany
        return self._of_kind(kind, table)

    def _of_kind(self, kind: str, table: dict[str, Thing]) -> list[Value]:
        return [Ref(n) for n, t in table.items() if kind in ("", "thing") or any(self.book.is_a(k, kind) for k in t.kinds)]

    # ---- what is said ----

    def facts(self, things: dict[str, Thing]) -> list[tuple[Node, list[Value]]]:
        """The instances that only a scenario can settle, with what can be said of them, the usual first."""
        found = []
        for prop in self.cone.free:
            if "number" in prop.kinds:
                raise TooMany
            for args in product(*(self._of_kind(kind, things) for kind in prop.kinds)):
                if prop.name in TOLD and not self._in_turn(args, things):
                    continue
                found.append(((prop.name, args), self._values(prop, args, things)))
        return found

    @staticmethod
    def _in_turn(args: tuple[Value, ...], things: dict[str, Thing]) -> bool:
        """Whether each event comes before the next: none answers itself, or what it has caused."""
        places = [list(things).index(str(arg)) for arg in args]
        return all(a > b for a, b in zip(places, places[1:], strict=False))

    def _values(self, prop: Property, args: tuple[Value, ...], things: dict[str, Thing]) -> list[Value]:
        default = prop.default
        for kind, special in prop.kind_defaults:
            if args and any(self.book.is_a(k, kind) for k in things[str(args[prop.subject])].kinds):
                default = special
        if default.unknown:
            return [UNSAID, *self._sayable(prop, things)]
        usual: Value = UNSAID if default.undecided else default.value
        return [usual, *(v for v in self._sayable(prop, things) if v != usual or (v is None) != (usual is None))]

    def _sayable(self, prop: Property, things: dict[str, Thing]) -> list[Value]:
        kind = prop.type
        if kind.base == "yes/no":
            return [False, True]
        if kind.base == "choice":
            return list(kind.options)
        if kind.is_number:
            return list(self.numbers)
        if kind.base == "thing":
            return [*self._of_kind(kind.kind, things), *([None] if kind.nobody else [])]
        raise TooMany

    def _numbers(self) -> set[Fraction]:
        """Two numbers to tell apart, and those around what the cone compares with."""
        found = {Fraction(1), Fraction(2)}
        for node in (n for sentence in self.cone.said for n in walk(sentence) if isinstance(n, Compare)):
            for side, other in ((node.left, node.right), (node.right, node.left)):
                if isinstance(side, Literal) and isinstance(side.value, Fraction) and isinstance(other, Apply):
                    found |= {side.value, side.value + 1, side.value - 1}
        return found

    # ---- what can be asked ----

    def nodes(self, situation: Situation) -> Iterator[Node]:
        """The instances of the cone's property that a clause can speak of."""
        speakers = self.book.clauses_about.get(self.cone.property, ())
        if not speakers:
            return
        shapes = {tuple(self._place(c, arg) for arg in c.conclusions[i].args) for c, i in speakers}
        seen: dict[tuple[Value, ...], None] = {}
        for shape in sorted(shapes, key=repr):
            for args in product(*(self._at(place, situation.things) for place in shape)):
                seen[args] = None
        for args in seen:
            node = (self.cone.property, args)
            if node not in situation.facts and self._askable(args, situation):
                yield node

    def _place(self, clause: Clause, arg: Term) -> Value:
        if isinstance(arg, Literal):
            return arg.value
        kind = clause.kind_of(arg.name) if isinstance(arg, Var) else "number"
        if kind == "number":
            raise TooMany
        return kind if kind not in self.book.changeable_kinds else "thing"

    def _at(self, place: Value, things: dict[str, Thing]) -> list[Value]:
        if isinstance(place, str):
            return self._of_kind(place, things)
        return [place] if not isinstance(place, Ref) or place.name in things else []

    def _askable(self, args: tuple[Value, ...], situation: Situation) -> bool:
        """Whether the places of a property's phrase fit the things in them."""
        prop = self.book.properties.get(self.cone.property.removeprefix("after:").removeprefix("decider:"))
        if prop is None:
            return True
        return all(
            kind in ("", "thing", "number") or kind in self.book.changeable_kinds or not isinstance(value, Ref)
            or any(self.book.is_a(k, kind) for k in situation.things[value.name].kinds)
            for value, kind in zip(args, prop.kinds, strict=False)
        )  # fmt: skip
