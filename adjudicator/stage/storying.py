"""A witness as a story: effects come about in the moment of an event, so a clash of effects is shown where that event is told.

What a single moment shows of effects can be more than what happens (docs/meaning.md 11.6): effects of different events
are never current together.  So of effects only what a story shows is a clash.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from adjudicator.engine.happening import Apart
from adjudicator.engine.resolve import World
from adjudicator.engine.worlds import Ground, broken_by
from adjudicator.model.expressions import COMES_WITH_TIME, TRUE
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Question, Situation, Thing
from adjudicator.model.story import Moment, Story, Telling, events_of
from adjudicator.model.values import Ref
from adjudicator.stage.branching import each_world
from adjudicator.stage.writing import event_of, in_order, is_event
from adjudicator.story.walk import walk

if TYPE_CHECKING:
    from adjudicator.story.line import Line, Snapshot


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


def without_events(story: Story, gone: set[str]) -> Story | None:
    """The story without some events and what answers them; None where nothing is left."""

    def kept(telling: Telling) -> Telling:
        return replace(telling, answers=tuple(kept(a) for a in telling.answers if isinstance(a, Telling) and a.event not in gone))

    entries = tuple(kept(e) for e in story.entries if isinstance(e, Telling) and e.event not in gone)
    return replace(story, entries=entries) if entries else None


def worlds_in_time(ground: Ground, node: Node) -> Iterator[World]:
    """The possible worlds of each moment of the events told, with what they make of an effect."""
    story = ground.table.situation.story
    assert story is not None
    events = [name for entry in story.entries for name in events_of(entry)]
    questions = tuple(Question(name, TRUE, True, moment=Moment("during", event=name)) for name in events)
    try:
        walked = walk(ground.engine, ground.table.situation, questions)
    except Apart:
        walked = walk(ground.engine, ground.table.situation, questions, True)
    for question in questions:
        for seen in walked.seen[question.moment]:
            if seen.snapshot is not None:
                yield from _of_moment(ground, seen.line, seen.snapshot, node)


def _of_moment(ground: Ground, line: Line, snapshot: Snapshot, node: Node) -> Iterator[World]:
    def broken(world: World) -> bool:
        world.resolve(node)
        return broken_by(world) is not None

    for world, out in each_world(ground.engine, snapshot.table, broken, line.decisions, tuple(line.path), snapshot.resolved):
        if not out:
            yield world
