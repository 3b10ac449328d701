"""The table: things by name and kind, events by name and role, proposals made while asking."""

from __future__ import annotations

from collections import ChainMap
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from adjudicator.engine.happening import Happening
from adjudicator.model.expressions import EFFECTS
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Situation, Thing
from adjudicator.model.values import Ref, Value, show

if TYPE_CHECKING:
    from adjudicator.map.positions import Positions


@lru_cache(maxsize=20_000)
def ref_to(name: str) -> Ref:
    """The reference to a thing of this name, made once."""
    return Ref(name)


class Table:
    """A situation indexed for evaluation. Proposed events that are asked about are added on demand.

    `questions` are the parts of what is asked about a story, by identity: they may mean all of its events.
    """

    def __init__(self, book: Rulebook, situation: Situation, happening: Happening | None = None,
                 questions: frozenset[int] = frozenset()) -> None:  # fmt: skip
        self.book = book
        self.situation = situation
        self.happening = happening
        self.questions = questions
        self.things: dict[str, Thing] = dict(situation.things)
        self.proposals: dict[str, Thing] = {}
        self.awake: dict[str, bool] = {}
        self._others: dict[str, frozenset[str]] = {}
        self._extents: dict[str, tuple[Ref, ...]] = {}

    @property
    def all_things(self) -> ChainMap[str, Thing]:
        """Things and proposals by name."""
        return ChainMap(self.things, self.proposals)

    def thing(self, ref: Ref) -> Thing | None:
        """The thing or proposal of this name."""
        return self.things.get(ref.name) or self.proposals.get(ref.name)

    @cached_property
    def declared(self) -> dict[str, frozenset[str]]:
        """For each thing, every kind it is declared to be of, upwards."""
        known, upwards = self.book.known_upwards, self.book.upwards
        return {name: known.get(thing.kinds) or upwards(thing.kinds) for name, thing in self.things.items()}

    def declared_kinds(self, ref: Ref) -> frozenset[str]:
        """Every kind the thing is declared to be of, upwards."""
        known = self.declared.get(ref.name)
        if known is not None:
            return known
        thing = self.proposals.get(ref.name)
        if thing is None and ref.name in self._others:
            return self._others[ref.name]
        if thing is None and ref.name in self.book.cards:
            return frozenset(("thing", *self.book.ancestors.get(ref.name, ())))
        return self.book.upwards(thing.kinds) if thing else frozenset(("thing",))

    def another(self, kind: str) -> Ref:
        """A thing of a kind that the scenario does not name: what is missing may be it. It is among no things that are counted."""
        name = f"another {kind}"
        self._others[name] = self.book.upwards((kind,))
        return Ref(name)

    @cached_property
    def sorted_things(self) -> tuple[tuple[Ref, frozenset[str]], ...]:
        """The things in the order of the scenario, each with every kind it is declared to be of."""
        return tuple([(ref_to(name), kinds) for name, kinds in self.declared.items()])

    @cached_property
    def sorts(self) -> frozenset[frozenset[str]]:
        """The sets of kinds that things are declared to be of: few, however many things there are."""
        return frozenset(self.declared.values())

    def extent(self, kind: str) -> tuple[Ref, ...]:
        """The things declared to be of a kind, in the order of the scenario."""
        found = self._extents.get(kind)
        if found is None:
            sorts = {sort for sort in self.sorts if kind in sort}
            found = self._extents[kind] = tuple([ref for ref, sort in self.sorted_things if sort in sorts]) if sorts else ()
        return found

    @cached_property
    def _facts(self) -> dict[str, list[tuple[Value, ...]]]:
        found: dict[str, list[tuple[Value, ...]]] = {}
        for (name, args), fact in self.situation.facts.items():
            if fact.value is True and not fact.unknown:
                found.setdefault(name, []).append(args)
        return found

    def true_facts(self, name: str) -> list[tuple[Value, ...]]:
        """The places of every instance of a yes/no property that the scenario says is so."""
        return self._facts.get(name, [])

    @cached_property
    def with_unknown_facts(self) -> frozenset[str]:
        """The properties of which something is unknown."""
        return frozenset(name for (name, _), fact in self.situation.facts.items() if fact.unknown)

    @cached_property
    def with_kind_facts(self) -> frozenset[Ref]:
        """Things of which the scenario itself says what they count as."""
        return frozenset(arg for name, args in self.situation.facts if name.startswith("kind:") for arg in args[:1] if isinstance(arg, Ref))

    @cached_property
    def positions(self) -> Positions:
        """Where the things of a drawn map stand now."""
        from adjudicator.map.positions import positions

        return positions(self)

    def map_answers(self, name: str) -> bool:
        """Whether the map of the situation, if there is one, answers this property."""
        geometry = self.book.geometry
        return self.situation.board is not None and geometry is not None and name in geometry.answered

    def everything(self) -> tuple[Ref, ...]:
        """All things of the scenario."""
        return self.extent("thing")

    def put_there(self) -> tuple[Ref, ...]:
        """What the scenario itself puts on the table: no event, and nothing that lies on every table."""
        found = (name for name, thing in self.things.items() if name not in self.book.constants and not thing.is_event)
        return tuple(Ref(name) for name in found)

    def events(self, name: str) -> tuple[Ref, ...]:
        """The events of a kind."""
        return self.extent(name)

    def role(self, event: Ref, role: str) -> Value:
        """Who or what plays a role in an event; None if nobody does."""
        thing = self.thing(event)
        return dict(thing.roles).get(role) if thing else None

    def is_event(self, ref: Ref) -> bool:
        """Whether the thing or proposal of this name is an event."""
        thing = self.thing(ref)
        return thing is not None and thing.is_event

    def is_earlier(self, ref: Value) -> bool:
        """Whether it is an event of a tree before the running one (11.8): neither only proposed, nor going on, nor what came of that."""
        now = self.happening
        if now is None or not isinstance(ref, Ref) or ref.name in (now.current, *now.beside):
            return False
        if ref.name in now.pending or ref.name in now.tree:
            return False
        thing = self.things.get(ref.name)
        return thing is not None and thing.is_event and (thing.happens or ref.name in now.past)

    def takes_place(self, event: Ref) -> bool | None:
        """Whether an event happens in this moment; None where that is for the clauses, yes being the default."""
        thing, now = self.thing(event), self.happening
        if thing is None or not thing.happens:
            return False
        if now is None or event.name in now.ongoing:
            return None
        return now.tree.get(event.name, False)

    def own_key(self, name: str) -> tuple[str, ...]:
        """What tells the branchings about effects in this moment from those in others."""
        return self.happening.acting(name)[-1:] if self.happening is not None and name.startswith(EFFECTS) else ()

    def find_event(self, name: str, roles: dict[str, Value]) -> Ref:
        """The event (or proposal) of this name whose roles are exactly these, and which is not over; made if there is none."""
        wanted = {role: roles.get(role) for role in self.book.events[name].roles}
        over = self.happening.past if self.happening is not None else {}
        for ref in (*self.events(name), *(Ref(n) for n, t in self.proposals.items() if name in t.kinds)):
            thing = self.thing(ref) if ref.name not in over else None
            if thing is not None and dict(thing.roles) == wanted:
                return ref
        title = f"{name} (" + ", ".join(show(v) for v in wanted.values() if v is not None) + ")"
        self.proposals[title] = Thing(title, (name,), tuple(wanted.items()), False)
        return Ref(title)
