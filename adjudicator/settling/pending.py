"""What has still to come about of the events of a moment and would make an answer another (docs/meaning.md 11.7).

Where no story is told, what is asked without `afterwards` is as it is before they happen, and nothing comes of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from adjudicator.engine.decisions import Fork
from adjudicator.engine.effects import arising_in
from adjudicator.engine.limits import LimitReached, RuleFault
from adjudicator.engine.resolve import World
from adjudicator.engine.worlds import Ground
from adjudicator.language.wording import event_text, statement
from adjudicator.model.expressions import COMES_WITH_TIME, Permitted, walk
from adjudicator.model.graphs import reachable
from adjudicator.model.outcomes import Answer, Outcome, Pending
from adjudicator.model.rulebook import properties_in
from adjudicator.model.situation import Question, the_first
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Value
from adjudicator.settling.exploring import outcomes_in
from adjudicator.settling.scenes import NOW, Scenes
from adjudicator.settling.support import resting
from adjudicator.story.retelling import as_stories


def pending(ground: Ground, answers: Sequence[Answer]) -> tuple[Pending | None, ...]:
    """What has still to happen, for each question whose answer would be another if the same were told as a story; None for all others."""
    told = None if ground.table.situation.story is not None else next(as_stories(ground.engine.book, ground.table.situation), None)
    if told is None:
        return (None,) * len(answers)
    story, defined = Ground(ground.engine, told, ground.questions), ground.engine.book.definition_of.items()
    reads = {name: properties_in(definition.meaning) for name, definition in defined}
    return tuple(_pending(ground, story, reads, *one) for one in zip(ground.questions, answers, strict=True))


def _pending(ground: Ground, story: Ground, reads: Mapping[str, set[str]], question: Question, answer: Answer) -> Pending | None:
    """Of one question, compared with the same in the story; `reads` are the properties by which others are defined."""
    asked = properties_in(question.ask)
    asked |= reachable(reads, *asked)
    later = any(name.startswith("after:") for name in asked)
    past = () if any(isinstance(node, Permitted) for node in walk(question.ask)) else tuple(_past(ground, answer.outcomes))
    if not answer.outcomes or not later and not asked & ground.engine.fluents and not past:
        return None

    def compared() -> Pending | None:
        changed = () if later else _of_all(ground, answer.outcomes, _changed)
        says = changed or _of_all(ground, answer.outcomes, _coming) or past
        return Pending(says, not changed) if says and _answers(outcomes_in(story, question).outcomes) != _answers(answer.outcomes) else None

    ground.engine.clock.begin()
    try:
        return ground.engine.room.given(compared)
    except (Fork, LimitReached, RuleFault):
        return None
    finally:
        ground.engine.clock.stop()


def _past(ground: Ground, outcomes: Sequence[Outcome]) -> Iterator[str]:
    """The events of the moment of which an answer takes it that they have not happened yet: how far she has walked, beside her walk."""
    rests = (resolution for outcome in outcomes for _, resolution in resting(outcome.world))
    still = (the_first(one.node).name for one in rests if one.node[0] in _HAPPENED and one.value is False)
    for name in dict.fromkeys(still):
        thing = ground.table.things.get(name)
        if thing is not None and thing.happens:
            book = ground.engine.book
            yield event_text(book, book.events[thing.kinds[0]], dict(thing.roles), things=ground.table.all_things)


_HAPPENED = frozenset(COMES_WITH_TIME) - {"pending"}


def _of_all(ground: Ground, outcomes: Sequence[Outcome], saying: Callable[[Ground, World, Outcome], Iterator[str]]) -> tuple[str, ...]:
    worlds = ((outcome, Scenes(ground, outcome).world(NOW)) for outcome in outcomes)
    return tuple(dict.fromkeys(says for outcome, world in worlds if world is not None for says in saying(ground, world, outcome)))


def _coming(_: Ground, world: World, __: Outcome) -> Iterator[str]:
    """What comes of the events of the moment."""
    for node in dict.fromkeys(node for node, _ in arising_in(world)):
        value = world.value(node)
        if value != 0:
            yield statement(world.book, node, value, world.table.all_things)


def _changed(ground: Ground, world: World, outcome: Outcome) -> Iterator[str]:
    """What the answer rests on and is another afterwards, as it is then."""
    for _, resolution in resting(outcome.world):
        name, args = resolution.node
        if name in ground.engine.fluents:
            after = ("after:" + name, args)
            value = world.value(after)
            if value != resolution.value:
                yield statement(world.book, resolution.node, value, world.table.all_things)


def _answers(outcomes: Sequence[Outcome]) -> set[Value]:
    return {outcome.answer if outcome.world.decided else UNDECIDED for outcome in outcomes}
