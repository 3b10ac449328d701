"""Remarks beside the answers: what the scenario says happens although a clause forbids it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.engine.limits import LimitReached, OutOfTime, RuleFault
from adjudicator.engine.worlds import Ground
from adjudicator.language.wording import statement
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import Apply, Compare, Literal
from adjudicator.model.outcomes import Instance, World
from adjudicator.model.situation import Question
from adjudicator.model.story import END, Moment
from adjudicator.model.values import Ref
from adjudicator.settling.exploring import outcomes_in
from adjudicator.settling.support import below


@dataclass(frozen=True, slots=True)
class Forbidden:
    """An event that takes place in the scenario although it may not, and the clauses that say so."""

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
        missing = missing or (resolution.how == "default" and resolution.value is False and ":" not in node[0])
        todo += below(resolution)
    return missing


SECONDS = 2.0
"""So long is looked for all of these remarks together: they stand beside the answers, and no answer waits for them longer."""


def forbidden_events(ground: Ground) -> list[Forbidden]:
    """The events of the scenario that may not happen, whatever is still open; those that are found in time."""
    found: list[Forbidden] = []
    with ground.engine.clock.within(SECONDS):
        for one in _forbidden_events(ground):
            found.append(one)
    return found


def _forbidden_events(ground: Ground) -> Iterator[Forbidden]:
    table = ground.table
    told = table.situation.story is not None
    events = [name for name, thing in list(table.things.items()) if thing.is_event and thing.happens]
    questions = tuple(
        Question(name, Compare("=", Apply("may", (Literal(Ref(name)),)), Literal("may not")), True,
                 moment=Moment("during", event=name) if told else END) for name in events
    )  # fmt: skip
    ground = Ground(ground.engine, table.situation, questions) if told else ground
    for name, question in zip(events, questions, strict=True):
        node = ("may", (Ref(name),))
        try:
            explored = outcomes_in(ground, question)
        except OutOfTime:
            return
        except (LimitReached, RuleFault):
            continue
        worlds = explored.worlds
        dropped = any(step.event == name and not step.happened for world in worlds for step in world.steps)
        if worlds and not dropped and all(one.answer is True for one in (*explored.outcomes, *worlds)):
            winners = [i for i in worlds[0].resolutions[node].winners if not _for_want_of_facts(worlds[0], i)]
            clauses = {i.clause.name: i.clause for i in winners}
            if clauses:
                yield Forbidden(statement(ground.engine.book, node, "may not", table.all_things), tuple(clauses.values()))
