"""The keeper's calls on which an answer rests, with what the ladder says without each (docs/meaning.md 4.11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.engine.decisions import Fork
from adjudicator.engine.limits import LimitReached, RuleFault
from adjudicator.engine.resolve import World
from adjudicator.engine.worlds import Ground
from adjudicator.explaining.scenes import NOW, Scenes
from adjudicator.explaining.teams import judge_for
from adjudicator.language.wording import called
from adjudicator.model.clauses import Clause
from adjudicator.model.outcomes import Beaten, Call, Outcome, Resolution
from adjudicator.model.values import show
from adjudicator.precedence.climb import climb
from adjudicator.settling.support import story_clauses, supporting_clauses, supporting_nodes

PARTS = {"clause": "all of it", "fallback": "that it speaks only where nothing else does", "number": "its number"}


def calls_of(ground: Ground, outcome: Outcome) -> tuple[Call, ...]:
    """Every keeper's call that took part in an answer: in claims that beat another clause, and in the clauses that speak."""
    clauses = {clause.name: clause for clause in (*supporting_clauses(outcome.world), *story_clauses(outcome.world))}
    said = [call for clause in clauses.values() for call in _in_clause(clause)]
    return tuple(dict.fromkeys((*_in_claims(ground, outcome), *said)))


def _in_clause(clause: Clause) -> Iterator[Call]:
    for part, warrant in clause.warrants:
        if warrant.call:
            yield Call(clause.name, PARTS.get(part, f"its condition `{part}`"), warrant.call)


def _in_claims(ground: Ground, outcome: Outcome) -> Iterator[Call]:
    scenes = Scenes(ground, outcome)
    lived = outcome.world
    here = [(NOW, lived.resolutions[node]) for node in supporting_nodes(lived)]
    past = [(step.number, resolution) for step in lived.steps for resolution in step.resolutions.values()]
    for step, resolution in (*here, *past):
        for beaten in (*resolution.beaten, *resolution.silenced):
            if beaten.warrant.call:
                world = scenes.world(step)
                without = "" if world is None else without_calls(world, resolution, beaten)
                yield Call(
                    beaten.by.clause.name, f"that it goes before {called(beaten.instance.clause.name)}", beaten.warrant.call, without
                )


def without_calls(world: World, resolution: Resolution, beaten: Beaten) -> str:
    """What the ladder says of the same candidates in the same world, had nobody made a call."""
    if beaten in resolution.silenced:
        return f"{called(beaten.instance.clause.name)} would apply"
    ladder = replace(world.ladder, rungs=tuple(rung for rung in world.ladder.rungs if rung.form != "call"))
    candidates = list(
        {i.key: i for i in (*resolution.winners, *resolution.open_between, *(b.instance for b in resolution.beaten))}.values()
    )
    try:
        end = climb(ladder, candidates, judge_for(world, resolution.node[0]))
    except (Fork, LimitReached, RuleFault):
        return "it is not decided"
    if end.chance:
        return "it is left to chance"
    values = list(dict.fromkeys(show(i.value) for i in end.standing))
    if end.averaged is not None or len(values) == 1:
        return f"{show(end.averaged) if end.averaged is not None else values[0]}" + (f', on the rung "{end.rung}"' if end.rung else "")
    return f"open between {' and '.join(values)}"
