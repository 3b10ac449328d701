"""What has still to come about of the events of a moment and would make an answer another (docs/meaning.md 11.7).

Where no story is told, what is asked without `afterwards` is as it is before they happen, and nothing comes of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from adjudicator.engine.decisions import Fork
from adjudicator.engine.effects import arising_in
from adjudicator.engine.limits import LimitReached, RuleFault
from adjudicator.engine.resolve import World
from adjudicator.engine.worlds import Ground
from adjudicator.language.wording import statement
from adjudicator.model.outcomes import Outcome, Pending
from adjudicator.model.rulebook import Rulebook, properties_in
from adjudicator.model.situation import Question
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Value
from adjudicator.settling.exploring import outcomes_in
from adjudicator.settling.scenes import NOW, Scenes
from adjudicator.settling.support import resting
from adjudicator.story.retelling import as_stories


def pending(ground: Ground, question: Question, outcomes: Sequence[Outcome]) -> Pending | None:
    """What has still to happen, where the answer would be another if the same were told as a story; None where it would not."""
    if ground.table.situation.story is not None or not outcomes:
        return None
    asked = _asked(ground.engine.book, question)
    later = any(name.startswith("after:") for name in asked)
    if not later and not asked & ground.engine.fluents:
        return None
    ground.engine.clock.begin()
    try:
        changed = () if later else _of_all(ground, outcomes, _changed)
        says = changed or _of_all(ground, outcomes, _coming)
        return Pending(says, not changed) if says and _told_otherwise(ground, question, outcomes) else None
    except (Fork, LimitReached, RuleFault):
        return None
    finally:
        ground.engine.clock.stop()


def _asked(book: Rulebook, question: Question) -> set[str]:
    """The properties that are asked for, and those by which they are defined."""
    found, waiting = set[str](), list(properties_in(question.ask))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += properties_in(book.definition_of[name].meaning) if name in book.definition_of else ()
    return found


def _of_all(ground: Ground, outcomes: Sequence[Outcome], saying: Callable[[Ground, World, Outcome], Iterator[str]]) -> tuple[str, ...]:
    worlds = ((outcome, Scenes(ground, outcome).world(NOW)) for outcome in outcomes)
    return tuple(dict.fromkeys(says for outcome, world in worlds if world is not None for says in saying(ground, world, outcome)))


def _told_otherwise(ground: Ground, question: Question, outcomes: Sequence[Outcome]) -> bool:
    told = next(as_stories(ground.engine.book, ground.table.situation), None)
    return told is not None and {_of(one) for one in outcomes_in(Ground(ground.engine, told, (question,)), question).outcomes} != {
        _of(one) for one in outcomes
    }


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


def _of(outcome: Outcome) -> Value:
    return outcome.answer if outcome.world.decided else UNDECIDED
