"""Remarks beside the answers: what is told and may not be, and what an answer takes for granted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from adjudicator.engine.decisions import Decisions, Fork
from adjudicator.engine.limits import LimitReached, RuleFault
from adjudicator.engine.resolve import World
from adjudicator.engine.speaking import instances
from adjudicator.engine.worlds import Ground
from adjudicator.language.wording import statement
from adjudicator.model.outcomes import Answer, Outcome, Resolution, Settlement
from adjudicator.model.values import show
from adjudicator.settling.calls import calls_of
from adjudicator.settling.notes import Forbidden, forbidden_events
from adjudicator.settling.scenes import NOW, Scenes
from adjudicator.settling.support import supporting_nodes
from adjudicator.settling.unheard import unheard
from adjudicator.settling.warrants import default_warrant


def with_remarks(ground: Ground, settlement: Settlement, elsewhere: frozenset[str] | None = None) -> Settlement:
    """The settlement with its remarks; `elsewhere` are the things of other scenarios of its file."""
    answers = tuple(replace(answer, outcomes=_taking(ground, answer)) for answer in settlement.answers)
    notes = (*_forbidden_notes(ground), *_final(ground))
    return replace(settlement, answers=answers, unheard=unheard(ground, elsewhere), notes=notes)


def _final(ground: Ground) -> Iterator[str]:
    """Values that are told, and that rules would have modified."""
    world = World(ground.engine, ground.table, Decisions(()), [], {})
    story = ground.table.situation.story is not None
    for node, fact in ground.table.situation.facts.items():
        if fact.unknown or not isinstance(fact.value, Fraction) or (story and node[0] in ground.engine.fluents):
            continue
        try:
            found = [] if story else instances(world, node, fallback=False, modifiers=True)
        except (Fork, LimitReached, RuleFault):
            continue
        for one in found:
            amount = f"add {show(one.value)}" if one.conclusion.form == "adds" else f"say: {one.conclusion.text}"
            by = f"{one.clause.name} ({', '.join(one.clause.cites)})" if one.clause.cites else one.clause.name
            yield f"what is told is final: {statement(ground.engine.book, node, fact.value, ground.table.all_things)}; {by} would {amount}"


def _taking(ground: Ground, answer: Answer) -> tuple[Outcome, ...]:
    return tuple(replace(one, taking=taken_for_granted(ground, one), calls=calls_of(ground, one)) for one in answer.outcomes)


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


def _forbidden_notes(ground: Ground) -> Iterator[str]:
    try:
        yield from map(_forbidden, forbidden_events(ground))
    except LimitReached as limit:
        yield f"whether all that the scenario says may happen was not found out: {limit}"


def _forbidden(found: Forbidden) -> str:
    by = ", ".join(f"{clause.name} ({', '.join(clause.cites)})" if clause.cites else clause.name for clause in found.clauses)
    return f"{found.says}, by {by}; the scenario says that it happens, and is taken at its word"
