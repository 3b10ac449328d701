"""Questions about a story: each line's answer at the moment asked, with the steps behind it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from adjudicator.engine.happening import Apart
from adjudicator.engine.limits import LimitReached
from adjudicator.engine.resolve import World
from adjudicator.engine.worlds import Ground, Worlds, broken_by, follow, outcome_of
from adjudicator.model.outcomes import Instance, Resolution, Step
from adjudicator.model.outcomes import World as Outcome
from adjudicator.model.situation import Node, Question
from adjudicator.story.line import Seen
from adjudicator.story.walk import Walked, walk


def explore_story(ground: Ground, question: Question) -> Worlds:
    """Every world of a question about a story. Raises LimitReached, or StoryFault."""
    try:
        return _asked(_walked(ground, question), ground, question)
    except Apart:
        ground.walked = walk(ground.engine, ground.table.situation, ground.questions or (question,), True)
        return _asked(ground.walked, ground, question)


def _asked(walked: Walked, ground: Ground, question: Question) -> Worlds:
    if question.moment in walked.too_far:
        raise LimitReached(walked.too_far[question.moment])
    found = Worlds([], list(walked.broken[question.moment]))
    for seen in walked.seen[question.moment]:
        _at(seen, ground, question, found)
    return found


def explore_seen(ground: Ground, question: Question, seen: Seen) -> Worlds:
    """Every world of a question in one moment of one line."""
    found = Worlds([], [])
    _at(seen, ground, question, found)
    return found


def _at(seen: Seen, ground: Ground, question: Question, found: Worlds) -> None:
    line, snapshot = seen.line, seen.snapshot
    if snapshot is None:
        found.possible.append(Outcome(line.decisions, None, False, {}, (), "", line.steps, line.things, line.looped))
        return
    start = (line.decisions, list(line.path), snapshot.resolved)
    follow(ground.engine, snapshot.table, question, start, found, partial(_finish, line.steps))


def _finish(steps: tuple[Step, ...], world: World, question: Question, found: Worlds) -> None:
    """Take down the answer of one world, with what it rests on in earlier moments."""
    value, root = world.answer(question)
    broken = broken_by(world)
    if broken is not None:
        found.broken.append(broken)
        return
    outcome = outcome_of(world, value, root)
    resolutions = {**world.resolved, **_behind(world, root, steps)}
    found.possible.append(replace(outcome, resolutions=resolutions, steps=steps, things=world.table.all_things))


def _walked(ground: Ground, question: Question) -> Walked:
    """The story, walked once for all questions of the scenario."""
    situation = ground.table.situation
    if question not in ground.questions:
        return walk(ground.engine, situation, (question,))
    if ground.walked is None:
        ground.walked = walk(ground.engine, situation, ground.questions)
    return ground.walked  # type: ignore[return-value]


def _behind(world: World, root: tuple[Node, ...], steps: tuple[Step, ...]) -> dict[Node, Resolution]:
    """What was resolved in earlier moments and is rested on here, by the step at which it was."""
    found: dict[Node, Resolution] = {}
    todo = list(root)
    seen: set[Node] = set()
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        seen.add(node)
        resolution = found.get(node) or world.resolved.get(node) or _of_step(world, node, steps)
        if resolution is None:
            continue
        if "@" in node[0]:
            found[node] = resolution
        todo += [n for i in (*resolution.winners, *resolution.modifiers) for n in i.rests_on]
        todo += [*resolution.rests_on, *(n for b in resolution.beaten for n in b.instance.rests_on)]
    return found


def _of_step(world: World, node: Node, steps: tuple[Step, ...]) -> Resolution | None:
    """How an instance was resolved in the moment of a step, with what it rests on said of that step, too."""
    name, _, number = node[0].rpartition("@")
    if not name or not number.isdecimal() or int(number) > len(steps):
        return None
    step = steps[int(number) - 1]
    plain = (name, node[1])
    reopened = world._earlier.get(step.event)
    resolution = (reopened[0].resolved.get(plain) if reopened else None) or step.resolutions.get(plain)
    return None if resolution is None else _told_of(resolution, node, int(number))


def _told_of(resolution: Resolution, node: Node, step: int) -> Resolution:
    """The resolution with every instance it speaks of marked with the step."""
    return replace(
        resolution, node=node, rests_on=_marked(resolution.rests_on, step),
        winners=tuple(_instance(i, step) for i in resolution.winners), modifiers=tuple(_instance(i, step) for i in resolution.modifiers),
        beaten=tuple(replace(b, instance=_instance(b.instance, step), by=_instance(b.by, step)) for b in resolution.beaten),
        open_between=tuple(_instance(i, step) for i in resolution.open_between),
    )  # fmt: skip


def _instance(instance: Instance, step: int) -> Instance:
    return replace(instance, rests_on=_marked(instance.rests_on, step))


def _marked(nodes: tuple[Node, ...], step: int) -> tuple[Node, ...]:
    return tuple(node if "@" in node[0] else (f"{node[0]}@{step}", node[1]) for node in nodes)
