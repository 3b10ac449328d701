"""Questions about a story: each line's answer at the moment asked, with the steps behind it."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.adjudication.timeline.line import Line
from adjudicator.adjudication.timeline.walk import walk
from adjudicator.logic.undecided import UNDECIDED
from adjudicator.logic.walking.resolve import World
from adjudicator.logic.walking.worlds import Ground, Worlds, broken_by, follow, outcome_of
from adjudicator.model.outcomes import Instance, Resolution, Step
from adjudicator.model.outcomes import World as Outcome
from adjudicator.model.situation import Node, Question


def explore_story(ground: Ground, question: Question) -> Worlds:
    """Every world of a question about a story. Raises LimitReached, or StoryFault."""
    found = Worlds([], [])
    for line in lines_of(ground, question):
        snapshot = line.snapshots.get(question.moment)
        if snapshot is None:
            found.possible.append(Outcome(line.decisions, None, False, {}, (), "", line.steps, line.things, line.looped))
            continue
        steps = line.steps[: snapshot.steps]

        def finish(world: World, question: Question, found: Worlds, steps: tuple[Step, ...] = steps, line: Line = line) -> None:
            value, root = world.answer(question)
            broken = broken_by(world)
            if broken is not None:
                found.broken.append(broken)
                return
            outcome = outcome_of(world, value, root)
            behind = _behind(world, root, steps) if value is not UNDECIDED or root else {}
            looped = line.looped if value is UNDECIDED else ()
            found.possible.append(replace(outcome, resolutions={**world.resolved, **behind}, steps=steps,
                                          things=world.table.all_things, looped=looped))  # fmt: skip

        follow(ground.engine, snapshot.table, question, (line.decisions, list(line.path), snapshot.resolved), found, finish)
    return found


def lines_of(ground: Ground, question: Question) -> list[Line]:
    """The lines of the story, walked once for all questions of the scenario."""
    situation = ground.table.situation
    if question not in ground.questions:
        return walk(ground.engine, situation, (question,))
    if ground.lines is None:
        ground.lines = walk(ground.engine, situation, ground.questions)
    return ground.lines  # type: ignore[return-value]


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
    resolution = (reopened.resolved.get(plain) if reopened is not None else None) or step.resolutions.get(plain)
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
