"""The events of a moment told as a story: one after another, answers below what they answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.model.expressions import COMES_WITH_TIME
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Situation, Thing
from adjudicator.model.story import Story, Telling
from adjudicator.model.values import Ref
from adjudicator.model.vocabulary import Event


def as_stories(book: Rulebook, situation: Situation) -> Iterator[Situation]:
    """The situation with the events that happen in it told one after another; what answers another stands under it."""
    told = [t for t in in_order(situation, [t for t in situation.things.values() if is_event(book, t)]) if t.happens]
    if not told:
        return
    answered = {t.name: above for t in told if (above := _answered(book, situation, t)) is not None}
    facts = {n: f for n, f in situation.facts.items() if n[0] not in ("answers", *COMES_WITH_TIME)}
    marked = {**situation.things, **{t.name: replace(t, bare=not t.roles) for t in told}}
    heads = [t.name for t in told if t.name not in answered]
    for order in [heads, heads[::-1]][: min(2, len(heads))]:
        yield replace(situation, things=marked, facts=facts, story=Story(tuple(_telling(name, answered) for name in order)))


def _answered(book: Rulebook, situation: Situation, thing: Thing) -> str | None:
    """The event that an event answers, by its role or because the situation says so."""
    answers = (f.node[1] for f in situation.facts.values() if f.node[0] == "answers" and f.value)
    said = next((above for own, above in answers if own == Ref(thing.name)), None)
    by_role = dict(thing.roles).get(event_of(book, thing).answers) if event_of(book, thing).answers else None
    for value in (said, by_role):
        if isinstance(value, Ref) and value.name in situation.things and situation.things[value.name].happens:
            return value.name
    return None


def _telling(name: str, answered: dict[str, str]) -> Telling:
    return Telling(name, tuple(_telling(n, answered) for n, above in answered.items() if above == name))


def is_event(book: Rulebook, thing: Thing) -> bool:
    """Whether the thing is an event, also one without roles."""
    return any(kind in book.events for kind in thing.kinds)


def event_of(book: Rulebook, thing: Thing) -> Event:
    """The declaration of an event on the table."""
    return book.events[next(kind for kind in thing.kinds if kind in book.events)]


def in_order(situation: Situation, events: list[Thing]) -> list[Thing]:
    """Events after those that they speak of."""
    names = {thing.name for thing in events}
    told: list[Thing] = []
    waiting = list(events)
    while waiting:
        done = {thing.name for thing in told}
        ready = [t for t in waiting if {v.name for _, v in t.roles if isinstance(v, Ref) and v.name in names} <= done]
        told += ready or waiting
        waiting = [t for t in waiting if ready and t not in ready]
    return told
