"""What is told although it came already of what is told before it, so that it takes place once more."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.model.outcomes import Step
from adjudicator.model.situation import Thing
from adjudicator.model.story import Story, events_of
from adjudicator.story.walk import Walked


def told_twice(walked: Walked, story: Story, things: dict[str, Thing]) -> Iterator[tuple[str, int]]:
    """The events told, each with the step of another like it that came of the same entry before it, or of the last entry; where it is so on
    every line of the story. What is only proposed is left out."""
    entries = [names for entry in story.entries if (names := [one for one in events_of(entry) if things[one].happens])]
    entry_of = {event: number for number, names in enumerate(entries) for event in names}
    lines = [dict(_twice(line.steps, entry_of, things)) for line in walked.over]
    for event, step in lines[0].items() if lines else ():
        if all(event in line for line in lines):
            yield event, step


def _twice(steps: tuple[Step, ...], entry_of: dict[str, int], things: dict[str, Thing]) -> Iterator[tuple[str, int]]:
    came: list[tuple[int, Step]] = []
    of: dict[str, int] = dict(entry_of)
    for step in steps:
        entry = of.get(step.event)
        if entry is None:
            continue
        of.update(dict.fromkeys(step.caused, entry))
        if step.event not in entry_of:
            came.append((entry, step))
            continue
        told = things[step.event]
        first = next(
            (one for number, one in came if entry - number in (0, 1) and one.happened and _is_like(told, one.things[one.event])), None
        )
        if first is not None:
            yield step.event, first.number


def _is_like(told: Thing, other: Thing) -> bool:
    """Whether another event is of the kind that is told, and has what is told of its roles."""
    has = dict(other.roles)
    return told.kinds == other.kinds and all(filler is None or has.get(role) == filler for role, filler in told.roles)
