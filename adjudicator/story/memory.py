"""What of the past can still matter: events that questions name, and kinds of events that clauses ask about when they are over.

Everything else is forgotten when its tree is over, so that worlds which differ
only in it can go on as one (docs/meaning.md 11.13).
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.model.expressions import Aggregate, Literal, Quantified, walk
from adjudicator.model.ranging import RELATIONS
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Question, Situation, Thing
from adjudicator.model.story import events_of
from adjudicator.model.values import Ref
from adjudicator.records import dataclass
from adjudicator.story.line import Line


@dataclass(frozen=True)
class Memory:
    """`events` are remembered by name; of `kinds` what they are and that they happened, of `whole` kinds their moments, too.

    `questions` are the parts of the questions, by identity (they are `asked`, so that they stay).
    """

    book: Rulebook
    events: frozenset[str]
    kinds: frozenset[str]
    whole: frozenset[str]
    questions: frozenset[int] = frozenset()
    asked: tuple[Question, ...] = ()

    def keeps(self, event: str, thing: Thing | None) -> bool:
        """Whether an event of a tree that is over (where a loop was broken off, also one that never came to it) must stay on the table."""
        return event in self.events or self._of(thing, self.kinds)

    def keeps_moment(self, event: str, things: Mapping[str, Thing]) -> bool:
        """Whether somebody may ask what was so in the event's moment."""
        return event in self.events or self._of(things.get(event), self.whole)

    def _of(self, thing: Thing | None, kinds: frozenset[str]) -> bool:
        return thing is not None and any(not self.book.ancestors.get(kind, frozenset()).isdisjoint(kinds) for kind in thing.kinds)


def memory_for(book: Rulebook, situation: Situation, questions: tuple[Question, ...]) -> Memory:
    """What these questions, the clauses of the book and what is told later can ask about events that are over."""
    events = _told_of_later(situation)
    kinds: set[str] = set()
    whole: set[str] = set()
    for question in questions:
        events |= {node.value.name for node in walk(question.ask) if isinstance(node, Literal) and isinstance(node.value, Ref)}
        over = {n.kind for n in walk(question.ask) if isinstance(n, (Quantified, Aggregate)) and book.is_a(n.kind, "event")}
        kinds |= over
        whole |= over
    kinds |= book.asked_when_over[0]
    whole |= book.asked_when_over[1]
    parts = frozenset(id(node) for question in questions for node in walk(question.ask))
    return Memory(book, frozenset(events), _counting(book, kinds), _counting(book, whole), parts, questions)


def _counting(book: Rulebook, kinds: set[str]) -> frozenset[str]:
    """These kinds, and those of which things can count as one of them."""
    return frozenset(kinds).union(*(book.possible_kinds.get(kind, ()) for kind in kinds))


def _told_of_later(situation: Situation) -> set[str]:
    """The events that fill a role of one told in a later entry, or are spoken of together with it."""
    assert situation.story is not None
    entries = {name: index for index, entry in enumerate(situation.story.entries) for name in events_of(entry)}
    together = [(name, *(str(filler) for _, filler in situation.things[name].roles)) for name in entries]
    together += [tuple(str(arg) for arg in fact.node[1]) for fact in situation.facts.values()]
    return {one for names in together for one in names if one in entries and any(entries.get(other, 0) > entries[one] for other in names)}


def forget(memory: Memory, line: Line) -> Line:
    """The line when a tree is over: without the events that nobody can ask about any more."""
    events = {name: thing for name, thing in line.things.items() if thing.is_event and (thing.happens or name in line.past)}
    gone = {name for name, thing in events.items() if not memory.keeps(name, thing)}
    named = _named(line, gone)
    gone -= named
    kept = line.past.keys() & (events.keys() - gone)
    things = {name: thing for name, thing in line.things.items() if name not in gone}
    state = {node: fact for node, fact in line.state.items() if not any(str(arg) in gone for arg in node[1])}
    moments = {
        event: snapshot
        for event, snapshot in line.kept.items()
        if event in kept and (event in named or memory.keeps_moment(event, line.things))
    }
    past = {event: stamp for event, stamp in line.past.items() if event in kept}
    return line.on(things=things, state=state, tree={}, under={}, kept=moments, past=past, awaiting=(), seen={}, rounds=0,
                   caused=frozenset(line.caused & kept))  # fmt: skip


def _named(line: Line, gone: set[str]) -> set[str]:
    """Of the events that nobody asks for, those that what stays still names: as who plays a role, as the value of a state, or as
    what one of them came of."""
    held = [(node[1], fact.value) for node, fact in line.state.items()]
    held += [(args[:1], args[1]) for (name, args), fact in line.state.items() if name in RELATIONS and fact.value is True]
    held += [((Ref(name),), filler) for name, thing in line.things.items() for _, filler in thing.roles]
    names = [({str(arg) for arg in holders}, _refs(value) & gone) for holders, value in held]
    found: set[str] = set()
    while more := set().union(*(some for holders, some in names if holders.isdisjoint(gone - found))) - found:
        found |= more
    return found


def _refs(value: object) -> set[str]:
    return {one.name for one in (value if isinstance(value, frozenset) else (value,)) if isinstance(one, Ref)}
