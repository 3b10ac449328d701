"""What on the table could be otherwise: what is said of it and what nobody said, what happens, and what lies there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain, product

from adjudicator.engine.trace import Trace
from adjudicator.model.expressions import TOLD, Apply, Literal, names_in
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Fact, Node, Question, Situation
from adjudicator.model.story import AtOnce, Awaited, Entry, Said, Telling, Turn, events_of
from adjudicator.model.values import Ref, Value
from adjudicator.records import dataclass
from adjudicator.settling.changing.change import OUT, Change, SaidAt
from adjudicator.settling.changing.values import default_value, others

MOST_PLACES = 60
"""Instances of one relation, gone through in search of those that hold, that are taken for facts nobody said."""


@dataclass
class OnTable:
    """The changes to the table of a situation; `start` is what settling it as it is has looked at."""

    book: Rulebook
    situation: Situation
    question: Question
    start: Trace

    def changes(self, trace: Trace) -> Iterator[Change]:
        """All changes to what was looked at."""
        return chain(self._facts(trace), self._unsaid(trace), self._said(), self._events(), self._things())

    @cached_property
    def _asked(self) -> frozenset[Ref]:
        moment = self.question.moment
        asked = set(map(Ref, names_in(self.question.ask).things))
        return frozenset(asked | ({Ref(moment.event)} if moment.event else set()) | ({moment.who} if moment.who else set()))

    def _is_fixed(self, node: Node) -> bool:
        """What is asked for (to change it would be to give the answer), what only stories tell, and numbers weighed (changed as such)."""
        return node == self._asked_node or node in self.start.weighed or node[0] in TOLD

    def _facts(self, trace: Trace) -> Iterator[Change]:
        for fact in self.situation.facts.values():
            node = fact.node
            if fact.unknown or self._is_fixed(node) or not self._looked_at(node, trace):
                continue
            yield from (Change("fact", node, value, fact.value) for value in self._others(node, fact.value))
            if self._matters_to_leave_out(fact):
                yield Change("fact", node, OUT, fact.value)

    def _looked_at(self, node: Node, trace: Trace) -> bool:
        """Whether the fact was asked for. What a thing counts as and where it stands is in so much that it always counts as asked."""
        geometry = self.book.geometry if self.situation.board is not None else None
        stands = geometry is not None and node[0] == geometry.properties.get("position", "")
        return node in trace.nodes or node[0] in trace.listed or node[0].startswith("kind:") or stands

    def _others(self, node: Node, value: Value) -> list[Value]:
        return others(self.book, self.situation, node, value, self.start.apart)

    def _matters_to_leave_out(self, fact: Fact) -> bool:
        """Whether leaving the fact out is something else than denying it."""
        name = fact.node[0]
        if name not in self.book.properties or fact.value not in (True, False) or not self._is_plain(name):
            return True
        default = default_value(self.book, self.situation, fact.node)
        return default not in (True, False)

    def _is_plain(self, name: str) -> bool:
        """Whether nothing but what is said gives the property a value."""
        book = self.book
        answered = book.geometry is not None and self.situation.board is not None and name in book.geometry.answered
        return name in book.properties and name not in book.clauses_about and name not in book.definition_of and (
            f"decider:{name}" not in book.clauses_about and not answered and not name.startswith("role:")
        )  # fmt: skip

    def _unsaid(self, trace: Trace) -> Iterator[Change]:
        """What nobody said, and what was looked up: it could have been forgotten."""
        nodes = dict.fromkeys(chain(trace.nodes, chain.from_iterable(self._instances(name) for name in trace.listed)))
        for node in nodes:
            if node in self.situation.facts or self._is_fixed(node) or not self._is_plain(node[0]):
                continue
            known = all(isinstance(arg, Ref) and arg.name in self.situation.things for arg in node[1])
            if not known or len(set(node[1])) < len(node[1]):
                continue
            default = default_value(self.book, self.situation, node)
            if default is not OUT:
                before = OUT if default in (True, False) else default
                yield from (Change("unsaid", node, value, before) for value in self._others(node, default))

    def _instances(self, name: str) -> list[Node]:
        """Every instance of a relation about things on the table, if they are few."""
        if not self._is_plain(name):
            return []
        kinds, things = self.book.properties[name].kinds, self.situation.things
        places = [[Ref(thing) for thing in things if self._is(thing, kind)] for kind in kinds]
        count = 1
        for place in places:
            count *= len(place)
        return [(name, args) for args in product(*places)] if count <= MOST_PLACES else []

    def _is(self, thing: str, kind: str) -> bool:
        return kind == "thing" or any(self.book.is_a(own, kind) for own in self.situation.things[thing].kinds)

    def _said(self) -> Iterator[Change]:
        story = self.situation.story
        for index, entry in enumerate(story.entries if story is not None else ()):
            for node, value in entry.facts if isinstance(entry, Said) else ():
                yield Change("said", SaidAt(index, node), OUT, value)
                if isinstance(value, bool):
                    yield Change("said", SaidAt(index, node), not value, value)

    def _events(self) -> Iterator[Change]:
        """Events that are told, but for those the question speaks of and those on which others told rest."""
        story, things = self.situation.story, self.situation.things
        for name in _told(story.entries) if story is not None else things:
            thing = things.get(name)
            if thing is None or not thing.is_event or not thing.happens:
                continue
            if story is None or (Ref(name) not in self._asked and not self._needed(name)):
                yield Change("event", name, OUT, True)

    def _needed(self, event: str) -> bool:
        """Whether something told that does not stand below the event speaks of it, or it takes something asked about with it."""
        assert self.situation.story is not None
        below = next((set(_below(entry, event)) for entry in self.situation.story.entries if event in events_of(entry)), set())
        if any(Ref(name) in self._asked for name in below):
            return True
        rest = (thing for name, thing in self.situation.things.items() if name not in below and name != event)
        return any(filler == Ref(event) for thing in rest for _, filler in thing.roles)

    def _things(self) -> Iterator[Change]:
        """Things whose leaving takes nothing with it but what is said of them."""
        held = {filler for thing in self.situation.things.values() for _, filler in thing.roles} | self._asked
        story, board = self.situation.story, self.situation.board
        if story is not None:
            held |= set(story.seats) | {entry.who for entry in story.entries if isinstance(entry, Turn)}
            said = (fact for entry in story.entries if isinstance(entry, Said) for fact in entry.facts)
            held |= {one for node, value in said for one in (*node[1], value) if isinstance(one, Ref)}
            held |= {filler for e in story.entries for awaited in _awaited(e) for _, filler in awaited.roles}
        for name, thing in self.situation.things.items():
            drawn = board is not None and name in board.spots
            if not thing.is_event and Ref(name) not in held and name not in self.book.constants and not drawn:
                yield Change("thing", name, OUT, True)

    @cached_property
    def _asked_node(self) -> Node | None:
        """The instance that is asked for, where the question is no more than that."""
        ask = self.question.ask
        if not isinstance(ask, Apply) or not all(isinstance(arg, Literal) for arg in ask.args):
            return None
        return (ask.property, tuple(arg.value for arg in ask.args))  # type: ignore[union-attr]


def _told(entries: Iterable[Entry]) -> list[str]:
    return [name for entry in entries for name in events_of(entry)]


def _below(line: Entry | Awaited, event: str, inside: bool = False) -> Iterator[str]:
    """The events told below an event, in one entry."""
    for one in line.tellings if isinstance(line, AtOnce) else (line,):
        here = inside or (isinstance(one, Telling) and one.event == event)
        for answer in getattr(one, "answers", ()):
            if here and isinstance(answer, Telling):
                yield answer.event
            yield from _below(answer, event, here)


def _awaited(line: Entry | Awaited) -> Iterator[Awaited]:
    """The awaited events in an entry."""
    for one in line.tellings if isinstance(line, AtOnce) else (line,):
        if isinstance(one, Awaited):
            yield one
        for answer in getattr(one, "answers", ()):
            yield from _awaited(answer)
