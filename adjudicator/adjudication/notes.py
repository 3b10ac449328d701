"""Remarks beside the answers: what the scenario says happens although a clause forbids it."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.language.wording import statement
from adjudicator.logic.limits import LimitReached, RuleFault
from adjudicator.logic.worlds import Ground, explore
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import Apply, Compare, Literal
from adjudicator.model.situation import Question
from adjudicator.model.values import Ref


@dataclass(frozen=True, slots=True)
class Forbidden:
    """An event that takes place in the scenario although it may not, and the clauses that say so."""

    says: str
    clauses: tuple[Clause, ...]


def forbidden_events(ground: Ground) -> list[Forbidden]:
    """The events of the scenario that may not happen, whatever is still open."""
    found: list[Forbidden] = []
    table = ground.table
    for name, thing in list(table.things.items()):
        if not (thing.is_event and thing.happens):
            continue
        node = ("may", (Ref(name),))
        question = Question(name, Compare("=", Apply("may", (Literal(Ref(name)),)), Literal("may not")), True)
        try:
            worlds = explore(ground, question).possible
        except (LimitReached, RuleFault):
            continue
        if worlds and all(world.answer is True for world in worlds):
            winners = worlds[0].resolutions[node].winners
            clauses = {i.clause.name: i.clause for i in winners}
            found.append(Forbidden(statement(ground.engine.book, node, "may not", table.all_things), tuple(clauses.values())))
    return found
