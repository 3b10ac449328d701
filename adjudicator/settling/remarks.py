"""Remarks beside the answers: what is told and may not be, and what an answer takes for granted."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engine.resolve import World
from adjudicator.engine.worlds import Ground
from adjudicator.explaining.scenes import NOW, Scenes
from adjudicator.language.wording import statement
from adjudicator.model.outcomes import Answer, Outcome, Resolution, Settlement
from adjudicator.settling.notes import Forbidden, forbidden_events
from adjudicator.settling.support import supporting_nodes
from adjudicator.settling.warrants import default_warrant


def with_remarks(ground: Ground, settlement: Settlement) -> Settlement:
    """The settlement with its remarks."""
    answers = tuple(replace(answer, outcomes=_taking(ground, answer)) for answer in settlement.answers)
    return replace(settlement, answers=answers, notes=tuple(_forbidden(one) for one in forbidden_events(ground)))


def _taking(ground: Ground, answer: Answer) -> tuple[Outcome, ...]:
    return tuple(replace(outcome, taking=taken_for_granted(ground, outcome)) for outcome in answer.outcomes)


def taken_for_granted(ground: Ground, outcome: Outcome) -> tuple[str, ...]:
    """The defaults that an answer rests on and no statement of the book warrants, the nearest to the question first."""
    world = Scenes(ground, outcome).world(NOW)
    if world is None:
        return ()
    things = outcome.world.things if outcome.world.things is not None else world.table.all_things
    found = (outcome.world.resolutions[node] for node in supporting_nodes(outcome.world))
    return tuple(dict.fromkeys(statement(world.book, one.node, one.value, things) for one in found if _granted(world, one)))


def _granted(world: World, resolution: Resolution) -> bool:
    name = resolution.node[0]
    plain = resolution.how == "default" and not resolution.rests_on and (name == "may" or name in world.book.properties)
    return plain and not default_warrant(world.book, world, resolution.node)


def _forbidden(found: Forbidden) -> str:
    by = ", ".join(f"{clause.name} ({', '.join(clause.cites)})" if clause.cites else clause.name for clause in found.clauses)
    return f"{found.says}, by {by}; the scenario says that it happens, and is taken at its word"
