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
from adjudicator.model.expressions import TRUE
from adjudicator.model.situation import Node, Question
from adjudicator.model.story import Moment, Story, Telling, events_of
from adjudicator.stage.branching import each_world
from adjudicator.story.walk import walk

if TYPE_CHECKING:
    from adjudicator.story.line import Line, Snapshot


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
