"""What can be told of events at all: which answers, copies or comes of which.

A single moment takes such facts as it finds them; but no story comes to a moment in which an event answers what comes of it,
answers two others at once, or one that does not happen, or is a copy of an event of another kind (docs/meaning.md 11.3, 11.7).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.model.expressions import COPY, TOLD
from adjudicator.model.graphs import components
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Situation, Thing
from adjudicator.model.values import Ref
from adjudicator.story.retelling import event_of, is_event


def can_be_told(book: Rulebook, situation: Situation) -> bool:
    """Whether a story can come to the moment, as far as what stands between its events goes."""
    said = [fact.node for fact in situation.facts.values() if fact.node[0] in TOLD and len(fact.node[1]) == 2 and fact.value is True]
    if max(Counter((name, args[0]) for name, args in said).values(), default=0) > 1:
        return False
    things = situation.things
    if any(thing.happens and answered in things and not things[answered].happens for thing, answered in _answering(book, situation)):
        return False
    copies = [args for name, args in said if name == COPY]
    if any(things[str(copy)].kinds != things[str(original)].kinds for copy, original in copies):
        return False
    return _is_in_turn(book, situation, said)


def _is_in_turn(book: Rulebook, situation: Situation, said: list[Node]) -> bool:
    """Whether no event comes, over others, before itself."""
    before: dict[str, set[str]] = {}
    for _, (later, earlier) in said:
        before.setdefault(str(later), set()).add(str(earlier))
    for thing, answered in _answering(book, situation):
        before.setdefault(thing.name, set()).add(answered)
    return not any(len(part) > 1 or part[0] in before.get(part[0], ()) for part in components(before))


def _answering(book: Rulebook, situation: Situation) -> Iterator[tuple[Thing, str]]:
    """The events that fill the role which says what they answer, each with that event."""
    for thing in situation.things.values():
        role = event_of(book, thing).answers if is_event(book, thing) else ""
        answered = dict(thing.roles).get(role) if role else None
        if isinstance(answered, Ref):
            yield thing, answered.name
