"""The changes that can matter to a question: of everything that could be otherwise, what the settling has looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, product, zip_longest

from adjudicator.adjudication.changing.change import GROUPS, OUT, SORTS, Change
from adjudicator.adjudication.changing.values import default_value, numbers_near, others
from adjudicator.logic.walking.trace import Trace
from adjudicator.model.clauses import DORMANT_STATUSES, READING_STATUSES, Clause
from adjudicator.model.expressions import TOLD, Apply, Literal, walk
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Fact, Node, Question, Situation
from adjudicator.model.story import AtOnce, Awaited, Entry, Said, Telling, Turn, events_of
from adjudicator.model.values import Ref

PLAIN_STATUSES = ("rule", "principle", "effect")
MOST_PLACES = 60
"""Instances of one relation, gone through in search of those that hold, that are taken for facts nobody said."""


@dataclass
class Possible:
    """What could be otherwise in a situation that a question is asked about.

    `start` is what settling it as it is has looked at: which numbers were compared, and so at which others a comparison turns.
    """

    book: Rulebook
    situation: Situation
    question: Question
    start: Trace
    _asked: frozenset[Ref] = field(init=False)

    def __post_init__(self) -> None:
        moment = self.question.moment
        asked = {n.value for n in walk(self.question.ask) if isinstance(n, Literal) and isinstance(n.value, Ref)}
        self._asked = frozenset(asked | ({Ref(moment.event)} if moment.event else set()) | ({moment.who} if moment.who else set()))

    def among(self, trace: Trace) -> list[Change]:
        """The changes to what was looked at. Things that are there and events that happen are always looked at.

        The table, what was agreed, and the rules take turns, so that a search which stops early has tried some of each.
        """
        found = dict.fromkeys(chain(
            self._facts(trace), self._unsaid(trace), self._said(), self._events(), self._things(),
            self._options(trace), self._readings(trace), self._clauses(trace), self._numbers(), self._swaps(),
        ))  # fmt: skip
        near = {node: place for place, node in enumerate(trace.nodes)}
        groups = [_in_turn(sorted((c for c in found if c.sort in group), key=lambda c: _nearness(c, near))) for group in GROUPS]
        return [change for row in zip_longest(*groups) for change in row if change is not None]

    # ---- the table ----

    def _facts(self, trace: Trace) -> Iterator[Change]:
        for fact in self.situation.facts.values():
            node = fact.node
            if fact.unknown or node == self._asked_node() or node in self.start.weighed or node[0] in TOLD or not self._looked_at(node, trace):
                continue
            yield from (Change("fact", node, value, fact.value) for value in others(self.book, self.situation, node, fact.value, self.start.apart))
            if self._matters_to_leave_out(fact):
                yield Change("fact", node, OUT, fact.value)

    def _looked_at(self, node: Node, trace: Trace) -> bool:
        """Whether the fact was asked for. What a thing counts as and where it stands is in so much that it always counts as asked."""
        geometry = self.book.geometry
        stands = geometry is not None and node[0] == geometry.properties.get("position", "")
        return node in trace.nodes or node[0] in trace.listed or node[0].startswith("kind:") or (stands and self.situation.board is not None)

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
            if node in self.situation.facts or node in self.start.weighed or node[0] in TOLD or node == self._asked_node() or not self._is_plain(node[0]):
                continue
            known = all(isinstance(arg, Ref) and arg.name in self.situation.things for arg in node[1])
            if not known or len(set(node[1])) < len(node[1]):
                continue
            default = default_value(self.book, self.situation, node)
            if default is not OUT:
                yield from (Change("unsaid", node, v, OUT if default in (True, False) else default)
                            for v in others(self.book, self.situation, node, default, self.start.apart))  # fmt: skip

    def _instances(self, name: str) -> list[Node]:
        """Every instance of a relation about things on the table, if they are few."""
        if not self._is_plain(name):
            return []
        places = [[Ref(thing) for thing in self.situation.things if self._is(thing, kind)] for kind in self.book.properties[name].kinds]
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
                yield Change("said", (index, node), OUT, value)
                if isinstance(value, bool):
                    yield Change("said", (index, node), not value, value)

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
            held |= {v for e in story.entries if isinstance(e, Said) for node, value in e.facts for v in (*node[1], value) if isinstance(v, Ref)}
            held |= {filler for e in story.entries for awaited in _awaited(e) for _, filler in awaited.roles}
        for name, thing in self.situation.things.items():
            drawn = board is not None and name in board.spots
            if not thing.is_event and Ref(name) not in held and name not in self.book.constants and not drawn:
                yield Change("thing", name, OUT, True)

    def _asked_node(self) -> Node | None:
        """The instance that is asked for, where the question is no more than that: to change it is to give the answer."""
        ask = self.question.ask
        if not isinstance(ask, Apply) or not all(isinstance(arg, Literal) for arg in ask.args):
            return None
        return (ask.property, tuple(arg.value for arg in ask.args))  # type: ignore[union-attr]

    # ---- what was agreed, and the rules ----

    def _options(self, trace: Trace) -> Iterator[Change]:
        names = {clause.option for name in (*trace.clauses, *trace.asleep) if (clause := self._clause(name)) and clause.option}
        for name in self.book.options:
            if name in names or name in trace.options:
                now = self.situation.options.get(name, False)
                yield Change("option", name, not now, now)

    def _readings(self, trace: Trace) -> Iterator[Change]:
        """Readings that were chosen; of those left open the answer itself says what comes of each."""
        names = {clause.reading[0] for name in trace.clauses if (clause := self._clause(name)) and clause.reading}
        for name, chosen in self.situation.readings.items():
            if name in names:
                yield from (Change("reading", name, other, chosen) for other in self.book.readings[name].alternatives if other != chosen)

    def _clauses(self, trace: Trace) -> Iterator[Change]:
        for name in trace.clauses:
            clause = self._clause(name)
            if clause is None or ", as printed" in name:
                continue
            if clause.status not in READING_STATUSES or _supposed(self.situation, clause) is not None:
                yield Change(_sort(clause), name, False, True)
        for name in trace.asleep:
            clause = self._clause(name)
            if clause is not None and (not clause.option or self.situation.options.get(clause.option, False)):
                yield Change(_sort(clause), name, True, False)

    def _clause(self, name: str) -> Clause | None:
        return self.book.clauses.get(name)

    def _numbers(self) -> Iterator[Change]:
        """Precedence Numbers that were weighed against others: as near to those as can be, on the other side or beside them."""
        for holder, number in self.start.weighed.items():
            against = {self.start.weighed[b if a == holder else a] for a, b in self.start.rivals if holder in (a, b)}
            yield from (Change("number", holder, value, number) for value in numbers_near(number, against))

    def _swaps(self) -> Iterator[Change]:
        for first, second in self.start.rivals:
            numbers = (self.start.weighed[first], self.start.weighed[second])
            if numbers[0] != numbers[1]:
                yield Change("swap", (first, second), numbers[::-1], numbers)


def _supposed(situation: Situation, clause: Clause) -> bool | None:
    names = (clause.name, *clause.cites, *clause.groups, clause.status)
    return next((situation.suppose[name] for name in names if name in situation.suppose), None)


def _sort(clause: Clause) -> str:
    """Plain rules are clauses; what somebody ruled, disputes, left open or only suggests is a ruling."""
    return "clause" if clause.status in PLAIN_STATUSES else "ruling"


def _nearness(change: Change, near: dict[Node, int]) -> tuple[int, int]:
    """Its sort, and of facts how soon the settling asked for it."""
    early = near.get(change.what, len(near)) if change.sort in ("fact", "unsaid") else 0  # type: ignore[arg-type]
    return (SORTS.index(change.sort), early)


def _in_turn(changes: list[Change]) -> list[Change]:
    """The first change of everything that can be changed, then the second of each, and so on."""
    counts: dict[object, int] = {}
    rounds = []
    for change in changes:
        counts[change.what] = counts.get(change.what, 0) + 1
        rounds.append(counts[change.what])
    return [change for _, change in sorted(zip(rounds, changes, strict=True), key=lambda pair: pair[0])]


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

