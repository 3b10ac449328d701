"""What has still to come about of the events of a moment and would make an answer another (docs/meaning.md 11.7).

Where no story is told, what is asked without `afterwards` is as it is before they happen, and nothing comes of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from adjudicator.engine.decisions import Fork
from adjudicator.engine.effects import arising_in
from adjudicator.engine.limits import LimitReached, RuleFault
from adjudicator.engine.resolve import World
from adjudicator.engine.worlds import Ground
from adjudicator.language.wording import statement
from adjudicator.model.expressions import Literal, walk
from adjudicator.model.outcomes import Outcome, Pending
from adjudicator.model.rulebook import properties_in
from adjudicator.model.situation import Question, Situation
from adjudicator.model.story import Entry, Story, Telling
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Ref, Value
from adjudicator.settling.exploring import outcomes_in
from adjudicator.settling.scenes import NOW, Scenes
from adjudicator.settling.support import resting

_WHILE_IT_GOES_ON = frozenset(("may", "happens", "before", "instead"))
"""What is asked of the events themselves, while they go on."""


def pending(ground: Ground, question: Question, outcomes: Sequence[Outcome]) -> Pending | None:
    """What has still to happen, where the answer would be another if the same were told as a story; None where it would not."""
    if ground.table.situation.story is not None or not outcomes:
        return None
    later = any(name.startswith("after:") for name in properties_in(question.ask))
    if not later and _of_the_moment(ground, question):
        return None
    ground.engine.clock.begin()
    try:
        coming = _brought_about(ground, outcomes, later)
        return Pending(coming, later) if coming and _told_otherwise(ground, question, outcomes) else None
    except (Fork, LimitReached, RuleFault):
        return None
    finally:
        ground.engine.clock.stop()


def _of_the_moment(ground: Ground, question: Question) -> bool:
    """Whether it is asked of an event itself, while that goes on."""
    asked = (part.value for part in walk(question.ask) if isinstance(part, Literal))
    events = (one for one in asked if isinstance(one, Ref) and (thing := ground.table.thing(one)) is not None and thing.is_event)
    return bool(properties_in(question.ask) & _WHILE_IT_GOES_ON) or any(True for _ in events)


def _brought_about(ground: Ground, outcomes: Sequence[Outcome], later: bool) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for outcome in outcomes:
        world = Scenes(ground, outcome).world(NOW)
        if world is not None:
            found.update(dict.fromkeys(_coming(world) if later else _changing(ground, world, outcome)))
    return tuple(found)


def _told_otherwise(ground: Ground, question: Question, outcomes: Sequence[Outcome]) -> bool:
    story = Ground(ground.engine, told_as_story(ground.table.situation), (question,))
    return {_of(one) for one in outcomes_in(story, question).outcomes} != {_of(one) for one in outcomes}


def _coming(world: World) -> Iterator[str]:
    """What comes of the events of the moment."""
    for node in dict.fromkeys(node for node, _ in arising_in(world)):
        value = world.value(node)
        if value != 0:
            yield statement(world.book, node, value, world.table.all_things)


def _changing(ground: Ground, world: World, outcome: Outcome) -> Iterator[str]:
    """What the answer rests on and is another afterwards, as it is then."""
    for _, resolution in resting(outcome.world):
        name, args = resolution.node
        if name in ground.engine.fluents:
            after = ("after:" + name, args)
            value = world.value(after)
            if value != resolution.value:
                yield statement(world.book, resolution.node, value, world.table.all_things)


def _of(outcome: Outcome) -> Value:
    return outcome.answer if outcome.world.decided else UNDECIDED


def told_as_story(situation: Situation) -> Situation:
    """The events of a moment one after the other, in the order told, answers below what they answer."""
    events = [name for name, thing in situation.things.items() if thing.is_event and thing.happens]
    fillers = {name: [filler.name for _, filler in situation.things[name].roles if isinstance(filler, Ref)] for name in events}
    above = {name: [filler for filler in fillers[name] if filler in events] for name in events}

    def telling(name: str) -> Telling:
        return Telling(name, tuple(telling(other) for other in events if name in above[other]))

    entries: tuple[Entry, ...] = tuple(telling(name) for name in events if not above[name])
    return replace(situation, story=Story(entries))
