"""Remarks beside the answers: what the scenario says happens although a clause forbids it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.happening import Apart
from adjudicator.engine.limits import LimitReached, RuleFault
from adjudicator.engine.worlds import Ground
from adjudicator.language.wording import statement
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import Apply, Compare, Literal
from adjudicator.model.outcomes import Instance, World
from adjudicator.model.situation import Question
from adjudicator.model.story import END, Moment
from adjudicator.model.values import Ref
from adjudicator.records import dataclass
from adjudicator.settling.exploring import explore
from adjudicator.settling.support import below


@dataclass(frozen=True, slots=True)
class Forbidden:
    """An event that takes place in the scenario although it may not, and the clauses that say so."""

    event: str
    says: str
    clauses: tuple[Clause, ...]


def _for_want_of_facts(world: World, instance: Instance) -> bool:
    """Whether a prohibition only stands because the scenario did not say something (a line of sight, mostly)."""
    todo, seen, missing = list(instance.rests_on), set(), False
    while todo:
        node = todo.pop()
        resolution = world.resolutions.get(node)
        if resolution is None or node in seen:
            continue
        seen.add(node)
        if resolution.how == "given" and not node[0].startswith("role:") and node[0] != "happens":
            return False
        if resolution.walked is not None or resolution.sight is not None:  # seen on the drawn map
            return False
        missing = missing or (resolution.how == "default" and resolution.value is False and ":" not in node[0])
        todo += below(resolution)
    return missing


PATIENCE = 5.0
"""Seconds after which nobody waits any longer to be told that something in the scenario may not be."""


def forbidden_events(ground: Ground) -> list[Forbidden]:
    """The events of the scenario that may not happen, whatever is still open. Raises LimitReached where a story is too much for that."""
    ground.engine.clock.begin()
    try:
        with ground.engine.clock.within(PATIENCE):
            return list(_forbidden(ground))
    finally:
        ground.engine.clock.stop()


def _forbidden(ground: Ground) -> Iterator[Forbidden]:
    table = ground.table
    told = table.situation.story is not None
    events = [name for name, thing in list(table.things.items()) if thing.is_event and thing.happens]
    questions = {
        name: Question(name, Compare("=", Apply("may", (Literal(Ref(name)),)), Literal("may not")), True,
                       moment=Moment("during", event=name) if told else END) for name in events
    }  # fmt: skip
    if told:
        questions = {name: question for name, question in questions.items() if not _is_allowed(ground, name, question)}
        ground = Ground(ground.engine, table.situation, tuple(questions.values()))
    for name, question in questions.items():
        try:
            worlds = explore(ground, question).possible
        except RuleFault:
            continue
        except LimitReached:
            if told and ground.walked is None:  # the same walk for all of them
                raise
            continue
        dropped = any(step.event == name and not step.happened for world in worlds for step in world.steps)
        if worlds and not dropped and all(world.answer is True for world in worlds) and (clauses := _forbidding(worlds[0], name)):
            says = statement(ground.engine.book, ("may", (Ref(name),)), "may not", table.all_things)
            yield Forbidden(name, says, tuple(clauses.values()))


def _is_allowed(ground: Ground, name: str, question: Question) -> bool:
    """Whether an event of a story is not forbidden on the first line that came to it when the story was walked for its questions."""
    if ground.walked is None:
        return False
    from adjudicator.story.asking import explore_seen
    from adjudicator.story.walk import Walked

    seen = ground.walked.moments.get(name) if isinstance(ground.walked, Walked) else None
    if seen is None:
        return False
    try:
        worlds = explore_seen(ground, question, seen).possible
    except (LimitReached, RuleFault, Apart):
        return False
    return any(world.answer is not True or not _forbidding(world, name) for world in worlds)


def _forbidding(world: World, name: str) -> dict[str, Clause]:
    """The clauses by which an event may not happen, whatever else the scenario might say, by their names."""
    winners = world.resolutions[("may", (Ref(name),))].winners
    return {i.clause.name: i.clause for i in winners if not _for_want_of_facts(world, i)}
