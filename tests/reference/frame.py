"""What does not change from world to world: the book, the table, who is silent."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from adjudicator.model.clauses import DORMANT_STATUSES, READING_STATUSES, Clause, Conclusion, Parameter
from adjudicator.model.expressions import EVENTFUL, INSTEAD, TOLD, Aggregate, Quantified
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Situation
from adjudicator.model.values import PERMISSION, WHOLE, YES_NO, Ref, Type, Value
from adjudicator.model.vocabulary import Default, Property
from reference.branching import TooLarge
from reference.effects import event_phrases
from reference.expressions import Known
from reference.moments import Events
from reference.ranging import held, held_over


class BookWords:
    """What a book says of its words: which are state, which kinds may change, which are kinds of events."""

    def __init__(self, book: Rulebook) -> None:
        changed = {name.removeprefix("after:") for name in book.clauses_about if name.startswith("after:")}
        self.state = frozenset(p.name for p in book.properties.values() if p.state) | changed
        self.moving = {name.removeprefix("kind:") for name in (*changed, *book.clauses_about) if name.startswith("kind:")}
        self.phrases = {clause.name: event_phrases(clause) for clause in book.clauses.values()}
        self.events = frozenset(kind for kind in book.kinds for event in book.events if book.is_a(kind, event)) | set(book.events)
        self.maybe_events = self.events.union(("thing",), *(book.ancestors[event] for event in book.events))
        self.held: dict[tuple[str, int], frozenset[str]] = {}


class Frame:
    """A rulebook and a situation, with the questions about them that need no world.

    `known` is what a moment of a story knows of events; None where no story is told (11.1).
    """

    def __init__(self, book: Rulebook, situation: Situation, known: Events | None = None, words: BookWords | None = None) -> None:
        self.book = book
        self.situation = situation
        self.known = known
        self.words = words or BookWords(book)
        self.state = self.words.state
        kinds = {*self.words.moving, *(name.removeprefix("kind:") for name, _ in situation.facts if name.startswith("kind:"))}
        self._moving = frozenset().union(*(book.ancestors.get(kind, frozenset((kind,))) for kind in kinds))
        self._kinds = {name: frozenset().union(*(book.ancestors.get(kind, frozenset((kind,))) for kind in thing.kinds))
                       for name, thing in situation.things.items()}  # fmt: skip
        everything = tuple(Ref(name) for name in situation.things)
        self._events = frozenset(thing for thing in everything if not self._kinds[thing.name].isdisjoint(self.words.events))
        self.things = tuple(t for t in everything if known is None or not self.is_event(t) or t in known.events)
        self._conceivable: dict[str, list[Ref]] = {}

    def is_event(self, thing: Value) -> bool:
        """11.1: whether a thing is an event."""
        return thing in self._events

    def is_earlier(self, thing: Value) -> bool:
        """11.8: whether it is an event of a tree before the running one."""
        return self.known is not None and self.is_event(thing) and self.known.is_earlier(thing, self.situation.things[thing.name].happens)

    def held(self, clause: Clause, conclusion: Conclusion) -> frozenset[str]:
        """11.8: the parameters that mean no event of an earlier tree."""
        key = (clause.name, clause.conclusions.index(conclusion))
        if key not in self.words.held:
            self.words.held[key] = held(self, clause, conclusion)
        return self.words.held[key]

    def held_over(self, of: Quantified | Aggregate) -> bool:
        """11.8: whether its variable means no event of an earlier tree."""
        return of.kind in self.words.maybe_events and held_over(self.book, of)

    def given(self, node: Node) -> tuple[Known] | None:
        """1.2: what the scenario settles; roles are always facts, and what does not take place does not happen."""
        name, args = node
        fact = self.situation.facts.get(node)
        if fact is not None:
            return None if fact.unknown else (fact.value,)
        if self.known is not None and (told := self.known.given(node)) is not None:
            return told
        thing = self.situation.things.get(args[0].name) if args and isinstance(args[0], Ref) else None
        if name == "happens":
            return None if thing is not None and thing.happens and self.is_event(args[0]) else (False,)
        if name.startswith("role:"):
            return (dict(thing.roles).get(name[len("role:") :]) if thing else None,)
        clock = self.book.clock
        if clock is not None and self.known is not None and name == clock.left != "" and self.known.left_of(args[0]):
            return (self.known.left_of(args[0]),)
        return None

    def declared(self, thing: Ref, kind: str) -> bool:
        """1.4: whether the thing was declared to be of the kind or of one below it; 11.1: an event is not before it is announced."""
        kinds = self._kinds.get(thing.name, frozenset()) if isinstance(thing, Ref) else frozenset()
        return kind in kinds and (self.known is None or not self.is_event(thing) or thing in self.known.events)

    def conceivable(self, thing: Ref, kind: str) -> bool:
        """Whether the thing is of the kind in some world."""
        return self.declared(thing, kind) or kind in self._moving

    def bindings(self, parameters: tuple[Parameter, ...]) -> Iterator[dict[str, Value]]:
        """1.3: every binding of the parameters to things that could be of their kinds."""
        for p in parameters:
            if p.kind not in self._conceivable:
                self._conceivable[p.kind] = [t for t in self.things if self.conceivable(t, p.kind)]
        choices = [self._conceivable[p.kind] for p in parameters]
        for combination in product(*choices):
            yield {p.name: thing for p, thing in zip(parameters, combination, strict=True)}

    def property_of(self, node: Node) -> Property | None:
        """1.1: the declared property behind a node, if there is one."""
        name = node[0].removeprefix("after:")
        return self.book.properties.get(name)

    def type_of(self, node: Node) -> Type:
        """1.1: families of properties have the types that their names say."""
        name = node[0].removeprefix("after:")
        if name.startswith("kind:") or name in ("before", "happens", *TOLD):
            return YES_NO
        if name == "may":
            return PERMISSION
        if name.startswith(EVENTFUL):
            return WHOLE
        found = self.property_of(node)
        return found.type if found else Type("thing", nobody=True)

    def within_bounds(self, node: Node) -> tuple[Value, ...]:
        """9.5: the whole numbers that a missing one could be, where its declaration bounds them on both sides."""
        found = self.property_of(node)
        low, high = found.bounds if found else (None, None)
        if low is None or high is None or self.type_of(node) != WHOLE:
            raise TooLarge(f"all numbers that {node} could be")
        return tuple(Fraction(n) for n in range(math.ceil(low), math.floor(high) + 1))

    def must_be_told(self, node: Node) -> bool:
        """9.5, and 9.7: as it is declared, or since its silence is followed."""
        return node in self.situation.followed or self.default_of(node).must_be_told

    def default_of(self, node: Node) -> Default:
        """1.4: the default of a declared property, of an event's permission, and so on."""
        name, args = node
        if name == "may":
            normally = [event.default for event in self.book.events.values() if self.declared(args[0], event.name)]
            return Default(normally[0]) if normally and normally[0] else Default(undecided=True)
        if name in ("before", "happens"):
            return Default(name == "happens")
        if name == INSTEAD:
            return Default(None)
        if name.startswith(EVENTFUL):
            return Default(Fraction(0))
        clock = self.book.clock
        if clock is not None and self.known is not None and name == clock.next != "" and self.known.left_of(args[0]):
            return Default(self.known.left_of(args[0]))
        found = self.book.properties.get(name)
        if found is None:
            return Default(undecided=True)
        fitting = (default for kind, default in found.kind_defaults if self.declared(args[found.subject], kind))
        return next(fitting, found.default)

    def supposed(self, clause: Clause) -> bool | None:
        """2.1: `suppose` names a clause, an id it cites, a group, a person or a status; the clause itself goes first."""
        switched = self.situation.suppose
        for name in (clause.name, *clause.cites, *clause.groups):
            if name in switched:
                return switched[name]
        for verb, who in clause.voices:
            if who in switched:
                return not switched[who] if verb == "disputes" else switched[who]
        if switched.get("calls") is False and clause.warrant().call:
            return False
        return switched.get(clause.status)

    def silent(self, clause: Clause) -> bool:
        """2.1 and 2.2: silent in every world."""
        supposed = self.supposed(clause)
        if supposed is False or (supposed is None and clause.status in DORMANT_STATUSES):
            return True
        if clause.option:
            option = self.book.options.get(clause.option)
            return not self.situation.options.get(clause.option, bool(option and option.default))
        return False

    def reading_of(self, clause: Clause) -> tuple[str, tuple[str, ...], str] | None:
        """2.3 and 2.4: the reading the clause depends on: its name, alternatives, and the one it needs."""
        if clause.reading:
            name, needed = clause.reading
            return name, self.book.readings[name].alternatives, needed
        if clause.status in READING_STATUSES and self.supposed(clause) is None:
            return clause.name, ("on", "off"), "on"
        return None

    def clauses_about(self, name: str, forms: tuple[str, ...]) -> Iterator[tuple[Clause, Conclusion]]:
        """The clauses with a conclusion of one of these forms about a property, silent ones left out."""
        for clause, index in self.book.clauses_about.get(name, ()):
            conclusion = clause.conclusions[index]
            if conclusion.form in forms and not clause.insists and not self.silent(clause):
                yield clause, conclusion
