"""Walking a story: all its lines, step by step, from the first entry to the last moment that is asked about."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from adjudicator.adjudication.timeline.entries import OutOfTurn, begin
from adjudicator.adjudication.timeline.line import Line, Snapshot
from adjudicator.adjudication.timeline.loops import watch
from adjudicator.adjudication.timeline.memory import memory_for
from adjudicator.adjudication.timeline.merging import merged, state_key
from adjudicator.adjudication.timeline.moments import Stage, between, ordering
from adjudicator.adjudication.timeline.ordering import due
from adjudicator.adjudication.timeline.stepping import choose, resolve_event
from adjudicator.logic.limits import LimitReached, StoryFault
from adjudicator.logic.walking.decisions import Fork
from adjudicator.logic.walking.engine import Engine
from adjudicator.model.places import NOWHERE
from adjudicator.model.situation import Fact, Question, Situation
from adjudicator.model.story import AtOnce, Awaited, Moment, Telling

UNTOLD = 200
"""Turns that may go by after all that is told, until a moment that is asked about comes."""


def walk(engine: Engine, situation: Situation, questions: tuple[Question, ...]) -> list[Line]:
    """Every line of the story, with the moments that the questions ask about taken down.

    Raises LimitReached when there are too many or one is too long, StoryFault where the story cannot be.
    """
    stage = Stage(engine, _seated(engine, situation), memory_for(engine.book, questions))
    wanted = frozenset(question.moment for question in questions)
    over: list[Line] = []
    refused: list[OutOfTurn] = []
    lines = [Line(things=stage.furniture)]
    while lines:
        following: list[Line] = []
        waiting = lines[::-1]
        while waiting:
            line = waiting.pop()
            try:
                following.append(_advance(stage, line, wanted))
            except Fork as fork:
                waiting += reversed(_alternatives(line, fork))
            except OutOfTurn as refusal:
                refused.append(refusal)
        if len(over) + len(following) > engine.limits.worlds:
            raise LimitReached(f"more than {engine.limits.worlds:,} branches; say more about what is unknown")
        following = merged(following)
        over += [line for line in following if line.over]
        lines = [line for line in following if not line.over]
    _check(stage, over, refused)
    return merged(over)


def _seated(engine: Engine, situation: Situation) -> Situation:
    """The situation with who sits to whose left."""
    clock, story = engine.book.clock, situation.story
    if clock is None or not clock.left or story is None or len(story.seats) < 2:
        return situation
    pairs = pairwise((*story.seats, story.seats[0]))
    facts = {(clock.left, (a,)): Fact((clock.left, (a,)), b, False, f"{b} sits to the left of {a}") for a, b in pairs}
    return replace(situation, facts={**facts, **situation.facts})


def _advance(stage: Stage, line: Line, wanted: frozenset[Moment]) -> Line:
    """The line one step further. Raises Fork where the step is a branching."""
    if line.pool:
        return _event(stage, line, wanted)
    line = _boundary(stage, line, wanted)
    return line if line.over else begin(stage, line)


def _alternatives(line: Line, fork: Fork) -> list[Line]:
    """The line before a step that is a branching, once for each alternative; what was worked out holds in all of them."""
    found = []
    for decision in fork.alternatives:
        more = () if fork.condition is None else ((fork.condition, decision.taken is True),)
        found.append(replace(line, decisions=(*line.decisions, decision), path=(*line.path, *more), known=dict(line.known)))  # type: ignore[arg-type]
    return found


def _event(stage: Stage, line: Line, wanted: frozenset[Moment]) -> Line:
    if len(line.steps) > stage.engine.limits.steps:
        last = ", ".join(step.event for step in line.steps[-4:])
        raise LimitReached(f"more than {stage.engine.limits.steps:,} steps; the last were {last}")
    if line.chosen is None:
        first = due(line)
        if len(first) > 1:
            return choose(stage, line, ordering(stage, line))
        line = replace(line, chosen=first[0].event)
    event = line.chosen or ""
    after = resolve_event(stage, line, event)
    for moment in wanted:
        if moment.event == event and moment.when == "during":
            after = _taken_down(after, moment, after.steps[-1].snapshot)
        elif moment.event == event and moment.when == "after event":
            after = _taken_down(after, moment, _snapshot(stage, after))
    return watch(stage, after)


def _snapshot(stage: Stage, line: Line) -> Snapshot:
    return Snapshot(between(stage, line).table, {}, len(line.steps), state_key(line))


def _taken_down(line: Line, moment: Moment, snapshot: Snapshot | None) -> Line:
    return line if snapshot is None or moment in line.snapshots else replace(line, snapshots={**line.snapshots, moment: snapshot})


def _boundary(stage: Stage, line: Line, wanted: frozenset[Moment]) -> Line:
    """Between two entries: the tree is over, what nobody can ask about is forgotten, and moments are taken down."""
    line = _forgotten(stage, _counted(stage, line)) if line.tree or line.begun or line.ends else line
    come = [moment for moment in wanted if moment not in line.snapshots and _has_come(stage, line, moment)]
    if come:
        snapshot = _snapshot(stage, line)
        for moment in come:
            line = _taken_down(line, moment, snapshot)
    line = replace(line, begun=None, ends=None)
    if line.stage == 0 and line.entry >= len(stage.story.entries):
        missing = [m for m in wanted if m not in line.snapshots and m.when in ("turn begins", "turn ends", "round begins")]
        if not missing:
            return replace(line, over=True)
        if line.untold >= UNTOLD or not stage.story.seats:
            raise LimitReached(f"the moment `{missing[0].text}` has not come after {line.untold} more turns")
    return line


def _counted(stage: Stage, line: Line) -> Line:
    """Turns that have begun and ended, by the entries with which they began."""
    counts = dict(line.counts)
    if line.begun is not None:
        counts[("turn begins", line.begun)] = (*counts.get(("turn begins", line.begun), ()), line.entry - 1)
    if line.ends is not None:
        began = counts.get(("turn begins", line.ends), (0,))[-1]
        counts[("turn ends", line.ends)] = (*counts.get(("turn ends", line.ends), ()), began)
    return replace(line, counts=counts)


def _has_come(stage: Stage, line: Line, moment: Moment) -> bool:
    """Whether this boundary is the moment."""
    match moment.when:
        case "start" | "before" | "after" | "end":
            index = {"start": 0, "before": moment.entry, "after": moment.entry + 1, "end": len(stage.story.entries)}[moment.when]
            return line.stage == 0 and line.entry == index
        case "turn begins" | "turn ends":
            just = line.begun if moment.when == "turn begins" else line.ends
            turns = [entry for entry in line.counts.get((moment.when, moment.who), ()) if entry >= moment.entry]
            return just == moment.who and len(turns) == moment.nth
        case "round begins":
            return line.begun is not None and line.round == moment.nth
    return False


def _forgotten(stage: Stage, line: Line) -> Line:
    """Without the events of the tree that nobody can ask about any more."""
    kept = {event for event in line.past if stage.memory.keeps(event, line.things.get(event))}
    gone = {name for name, thing in line.things.items() if thing.is_event and thing.happens and name not in kept}
    state = {node: fact for node, fact in line.state.items() if not any(str(arg) in gone for arg in node[1])}
    moments = {event: snapshot for event, snapshot in line.kept.items() if event in kept and stage.memory.keeps_moment(event, line.things)}
    things = {name: thing for name, thing in line.things.items() if name not in gone}
    return line.on(things=things, state=state, tree={}, under={}, kept=moments,
                   past={event: stamp for event, stamp in line.past.items() if event in kept}, awaiting=(), seen={}, rounds=0,
                   caused=frozenset(line.caused & kept))  # fmt: skip


def _check(stage: Stage, over: list[Line], refused: list[OutOfTurn]) -> None:
    """A story that can be in no world, or waits for an event that comes up in none, is at fault."""
    if not over and refused:
        told = refused[0]
        raise StoryFault(f"it is not {told.told}'s turn here: {told.next} is next", told.place, "the rules say who has the turn after")
    met = frozenset().union(*(line.met for line in over)) if over else frozenset()
    for entry in stage.story.entries:
        tellings = entry.tellings if isinstance(entry, AtOnce) else (entry,) if isinstance(entry, Telling) else ()
        for awaited in (a for telling in tellings for a in _awaited(telling)):
            if awaited.place != NOWHERE and awaited.place not in met:
                raise StoryFault(f"nothing here makes it happen that {awaited.text}, so nothing can be answered", awaited.place,
                                 "look at what comes of the events above it: `adjudicator explain`")  # fmt: skip


def _awaited(telling: Telling | Awaited):
    for answer in telling.answers:
        if isinstance(answer, Awaited):
            yield answer
        yield from _awaited(answer)
