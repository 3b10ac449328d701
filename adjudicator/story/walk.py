"""Walking a story: all its lines, step by step, from the first entry to the last moment that is asked about."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import field, replace
from itertools import pairwise

from adjudicator.engine.decisions import Fork
from adjudicator.engine.engine import Engine
from adjudicator.engine.happening import Apart
from adjudicator.engine.limits import LimitReached, StoryFault
from adjudicator.engine.worlds import Broken
from adjudicator.model.outcomes import NOT_TOLD
from adjudicator.model.situation import Fact, Node, Question, Situation
from adjudicator.model.story import Moment, Story, Telling, Turn
from adjudicator.model.values import Ref
from adjudicator.records import dataclass
from adjudicator.story.entries import OutOfTurn, begin, unanswering
from adjudicator.story.joining import joined, still_open
from adjudicator.story.line import Line, Seen, Snapshot
from adjudicator.story.loops import watch, without_end
from adjudicator.story.memory import forget, memory_for
from adjudicator.story.merging import merged, state_key
from adjudicator.story.moments import Stage, between, ordering
from adjudicator.story.ordering import due
from adjudicator.story.stepping import BrokenOff, choose, resolve_events
from adjudicator.story.told import check_told

UNTOLD = 200
"""Turns that may go by after all that is told, until a moment that is asked about comes."""
MOST_MISSING = 6
LATER = ("turn begins", "turn ends", "round begins")
"""Moments for which the story goes on after all that is told."""


@dataclass
class Walked:
    """What came of a story: for each moment asked about, the lines as they were then, and the worlds that were not possible."""

    seen: dict[Moment, list[Seen]] = field(default_factory=lambda: defaultdict(list))
    broken: dict[Moment, list[Broken]] = field(default_factory=lambda: defaultdict(list))
    over: list[Line] = field(default_factory=list)
    refused: list[OutOfTurn] = field(default_factory=list)
    too_far: dict[Moment, str] = field(default_factory=dict)
    """Moments that had not come, on some line, when the story was no longer followed; what to say of each."""
    moments: dict[str, Seen] = field(default_factory=dict)
    """Events that were told: the moment of each on the first line that came to it."""
    alone: dict[int, StoryFault] = field(default_factory=dict)
    """Answers told by themselves to which nothing was open on some line, by their entry; what to say where it was so on all."""
    answering: set[int] = field(default_factory=set)
    """Entries that answered what was going on, on some line."""


def walk(engine: Engine, situation: Situation, questions: tuple[Question, ...], apart: bool = False) -> Walked:
    """Every line of the story, with the moments that the questions ask about taken down.

    Lines that have come to the same go on as one; when something is asked of an earlier moment in which they
    were not the same, the story is walked again with such lines kept `apart`.
    Raises LimitReached when there are too many or one is too long, StoryFault where the story cannot be.
    """
    stage = Stage(engine, _seated(engine, situation), memory_for(engine.book, situation, questions))
    wanted = tuple(dict.fromkeys(question.moment for question in questions))
    try:
        return _walk(stage, wanted, apart)
    except Apart:
        return _walk(stage, wanted, True)


def _walk(stage: Stage, wanted: tuple[Moment, ...], apart: bool) -> Walked:
    engine = stage.engine
    walked = Walked()
    lines = [Line(things=stage.furniture)]
    while lines:
        try:
            lines = merged(_one_step(stage, lines, wanted, walked), apart)
        except LimitReached as limit:
            if missing := _missing_on(lines):
                limit.saying(f"nobody said {missing}: to tell it leaves fewer ways to follow")
            raise
        if len(lines) > engine.limits.worlds:
            if all(line.passed.issuperset(wanted) for line in lines):
                return walked  # whether what is told after all that is asked can come about is left open
            raise LimitReached(f"more than {engine.limits.worlds:,} branches; say more about what is unknown")
    if not walked.over and walked.refused and not stage.passing:
        return _walk(replace(stage, passing=True), wanted, apart)  # turns were left out between those that are told
    check_told(stage, walked.over, walked.refused)
    for entry in walked.alone.keys() - walked.answering:
        raise walked.alone[entry]
    return walked


def gone_by(walked: Walked, story: Story) -> Iterator[tuple[Ref, Turn]]:
    """Whose turns went by without anything told of them, each with the turn that is told next, in the order of the story."""
    begun = {(entry, who) for line in walked.over for (when, who), entries in line.counts.items() if when == "turn begins"
             for entry in entries if who is not None and entry < len(story.entries)}  # fmt: skip
    for entry, who in sorted(begun, key=lambda one: (one[0], story.seats.index(one[1]))):
        told = story.entries[entry]
        following = next((later for later in story.entries[entry + 1 :] if isinstance(later, Turn)), None)
        if following is not None and not (isinstance(told, Turn) and told.who == who):
            yield who, following


def _missing_on(lines: list[Line]) -> str:
    """What nobody told and these lines have come to follow each way, the most often met first."""
    met = Counter(cause.what for line in lines for decision in line.decisions for cause in decision.causes if cause.cause == NOT_TOLD)
    return ", ".join(what for what, _ in met.most_common(MOST_MISSING))


def _one_step(stage: Stage, lines: list[Line], wanted: tuple[Moment, ...], walked: Walked) -> list[Line]:
    """Every line one step further; those that are over, or not possible, are taken down and left out."""
    following: list[Line] = []
    waiting = lines[::-1]
    while waiting:
        line = waiting.pop()
        try:
            line = _advance(stage, line, wanted, walked)
        except Fork as fork:
            waiting += reversed(_alternatives(line, fork))
        except OutOfTurn as refusal:
            walked.refused.append(refusal)
        except BrokenOff as end:
            for moment in wanted:
                if moment not in line.passed:
                    walked.broken[moment].append(end.broken)
        else:
            done = line.over or (not stage.waits and line.passed.issuperset(wanted))
            (walked.over if done else following).append(line)
    return following


def _seated(engine: Engine, situation: Situation) -> Situation:
    """The situation with who sits to whose left."""
    clock, story = engine.book.clock, situation.story
    if clock is None or not clock.left or story is None or len(story.seats) < 2:
        return situation
    pairs = pairwise((*story.seats, story.seats[0]))
    facts: dict[Node, Fact] = {(clock.left, (a,)): Fact((clock.left, (a,)), b, False, f"{b} sits to the left of {a}") for a, b in pairs}
    return replace(situation, facts={**facts, **situation.facts})


def _advance(stage: Stage, line: Line, wanted: tuple[Moment, ...], walked: Walked) -> Line:
    """The line one step further. Raises Fork where the step is a branching."""
    if line.pool:
        return _event(stage, line, wanted, walked)
    line = _boundary(stage, line)
    come = {moment for moment in wanted if moment not in line.passed and _has_come(stage, line, moment)}
    line = replace(line, begun=None, ends=None, passed=line.passed | come)
    if come:
        _take_down(walked, come, line, _snapshot(stage, line))
        return line
    if fault := unanswering(stage, line):
        walked.alone[line.entry] = fault
    after = replace(line, over=True) if _is_over(stage, line, wanted, walked) else begin(stage, line)
    beginning = {m for m in wanted if m.when == "before" and m not in line.passed and line.stage == 0 and m.entry == line.entry}
    if beginning:
        after = replace(after, passed=after.passed | beginning)
        _take_down(walked, beginning, after, _snapshot(stage, after))
    return after if not after.over else _ended(after, wanted, walked)


def _is_over(stage: Stage, line: Line, wanted: tuple[Moment, ...], walked: Walked) -> bool:
    """Whether nothing more is told or asked about, or not near enough to be waited for."""
    if line.stage > 0 or line.entry < len(stage.story.entries):
        return False
    missing = [moment for moment in wanted if moment not in line.passed and moment.when in LATER]
    if missing and (line.untold >= UNTOLD or not stage.story.seats):
        for moment in missing:
            walked.too_far[moment] = f"the moment `{moment.text}` has not come after {line.untold} more turns"
        return True
    return not missing


def _ended(line: Line, wanted: tuple[Moment, ...], walked: Walked) -> Line:
    """The line, with the moments that never came on it."""
    _take_down(walked, {moment for moment in wanted if moment not in line.passed}, line, None)
    return line


def _take_down(walked: Walked, moments: set[Moment], line: Line, snapshot: Snapshot | None) -> None:
    for moment in moments:
        walked.seen[moment].append(Seen(line, snapshot))


def _alternatives(line: Line, fork: Fork) -> list[Line]:
    """The line before a step that is a branching, once for each alternative; what was worked out holds in all of them."""
    found = []
    for decision in fork.alternatives:
        more = () if fork.condition is None else ((fork.condition, decision.taken is True),)
        path = (*line.path, *more)
        found.append(replace(line, decisions=(*line.decisions, decision), path=path, known=dict(line.known)))
    return found


def _event(stage: Stage, line: Line, wanted: tuple[Moment, ...], walked: Walked) -> Line:
    if len(line.steps) > stage.engine.limits.steps:
        last = ", ".join(step.event for step in line.steps[-4:])
        most = stage.engine.limits.steps
        raise LimitReached(f"the story takes more than {most:,} step{'' if most == 1 else 's'}; the last were {last}")
    if len(line.pool) > stage.engine.limits.waiting:
        raise LimitReached(f"more than {stage.engine.limits.waiting} events wait for their turn at once, {line.pool[-1].event} among them")
    without_end(stage, line)
    if not line.chosen:
        first = due(line)
        if len(first) > 1:
            return choose(line, ordering(stage, line))
        line = replace(line, chosen=(first[0].event,))
    for event in line.chosen:
        line = _now_over(stage, line, event, wanted, walked)
    for event in line.chosen:
        told = joined(stage, line, event)
        if told is not None:
            return _taken_in(stage, line, told, event, wanted, walked)
    for event in line.chosen:
        going = _goes_on(stage, line, event, wanted, walked)
        if going is not None:
            return going
    after = resolve_events(stage, line, line.chosen)
    for event in line.chosen:
        if event in stage.told:
            walked.moments.setdefault(event, Seen(after, after.kept[event]))
        asked = {moment for moment in wanted if moment.event == event and moment not in line.passed}
        if asked:
            after = replace(after, passed=after.passed | asked)
            _take_down(walked, {m for m in asked if m.when == "during"}, after, after.kept[event])
            _take_down(walked, {m for m in asked if m.when == "after event"}, after, _snapshot(stage, after))
    after = watch(stage, after)
    return _ended(after, wanted, walked) if after.over else after


def _taken_in(stage: Stage, line: Line, told: Line, answered: str, wanted: tuple[Moment, ...], walked: Walked) -> Line:
    """The line `told`, in which the next entry answers what is going on (`answered`); the moments between the two are taken down.

    What is only proposed takes no place: the moment after the event that it would answer waits until that event is over.
    """
    walked.answering.add(line.entry)
    last, proposed = line.entry - 1, _only_proposed(stage, line.entry)
    pending = proposed and _event_of(stage, last) == answered
    after = {m for m in wanted if m.when == "after" and (m.entry < last and not proposed or m.entry == last and not pending)}
    before = {m for m in wanted if m.when == "before" and m.entry == line.entry}
    for moments, at in ((after, line), (before, told)):
        come = moments - told.passed
        if come:
            told = replace(told, passed=told.passed | come)
            _take_down(walked, come, at, _snapshot(stage, at))
    return told


def _goes_on(stage: Stage, line: Line, event: str, wanted: tuple[Moment, ...], walked: Walked) -> Line | None:
    """The line past the moment after what was told last, where the outermost event that is open to it still comes now.

    A card played into a fight that goes on has been played before the fight is over; a pass ends the fight.
    """
    last = line.entry - 1
    come = {m for m in wanted if m.when == "after" and m.entry == last} - line.passed
    answer = _event_of(stage, last) or ""
    if not come or last not in walked.answering or event not in _above(line, answer):
        return None
    outer = _above(line, event) & {announced.event for announced in line.pool}
    going = still_open(stage, line, event, tuple(sorted(outer)), answer)
    if going is None:
        return None
    _take_down(walked, come, going, _snapshot(stage, going))
    return replace(going, passed=going.passed | come)


def _now_over(stage: Stage, line: Line, event: str, wanted: tuple[Moment, ...], walked: Walked) -> Line:
    """The line, with the moments after events that something proposed has answered, now that what they stand under is next."""
    waiting = {m for m in wanted if m.when == "after" and m.entry < line.entry - 1} - line.passed
    come = {m for m in waiting if event in _above(line, _event_of(stage, m.entry))}
    if not come:
        return line
    _take_down(walked, come, line, _snapshot(stage, line))
    return replace(line, passed=line.passed | come)


def _above(line: Line, event: str | None) -> set[str]:
    """What an event stood under, directly or not."""
    found: set[str] = set()
    while (event := line.under.get(event or "")) is not None and event not in found:
        found.add(event)
    return found


def _event_of(stage: Stage, entry: int) -> str | None:
    told = stage.story.entries[entry] if 0 <= entry < len(stage.story.entries) else None
    return told.event if isinstance(told, Telling) else None


def _only_proposed(stage: Stage, entry: int) -> bool:
    event = _event_of(stage, entry)
    return event is not None and not stage.situation.things[event].happens


def _snapshot(stage: Stage, line: Line) -> Snapshot:
    return Snapshot(between(stage, line).table, {}, state_key(line))


def _boundary(stage: Stage, line: Line) -> Line:
    """Between two trees: turns are counted, and what nobody can ask about is forgotten."""
    if not (line.tree or line.begun or line.ends):
        return line
    counts = dict(line.counts)
    if line.begun is not None:
        counts[("turn begins", line.begun)] = (*counts.get(("turn begins", line.begun), ()), line.entry - 1)
    if line.ends is not None:
        began = counts.get(("turn begins", line.ends), (0,))[-1]
        counts[("turn ends", line.ends)] = (*counts.get(("turn ends", line.ends), ()), began)
    return forget(stage.memory, replace(line, counts=counts))


def _has_come(stage: Stage, line: Line, moment: Moment) -> bool:
    """Whether this boundary is the moment."""
    match moment.when:
        case "start" | "after" | "end":
            index = {"start": 0, "after": moment.entry + 1, "end": len(stage.story.entries)}[moment.when]
            return line.stage == 0 and (line.entry == index or moment.when == "after" and line.entry > index)
        case "turn begins" | "turn ends":
            just = line.begun if moment.when == "turn begins" else line.ends
            turns = [entry for entry in line.counts.get((moment.when, moment.who), ()) if entry >= moment.entry]
            return just == moment.who and len(turns) == moment.nth
        case "round begins":
            return line.begun is not None and line.round == moment.nth
    return False
