"""The keeper's calls on which an answer rests, with what the ladder says without each (docs/meaning.md 4.11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.engine.decisions import Fork
from adjudicator.engine.judging import judge_of
from adjudicator.engine.limits import LimitReached, RuleFault
from adjudicator.engine.modifiers import results
from adjudicator.engine.resolve import World
from adjudicator.engine.worlds import Ground
from adjudicator.language.wording import called
from adjudicator.model.outcomes import Beaten, Call, Instance, Outcome, Resolution
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import show
from adjudicator.precedence.climb import climb
from adjudicator.settling.scenes import Scenes
from adjudicator.settling.support import resting

FALLBACK, NUMBER, BEFORE = "fallback", "number", "before "
WHATS = {"clause": "all of it", FALLBACK: "all of it, where nothing else speaks", NUMBER: "its number"}
_CANNOT = (Fork, LimitReached, RuleFault)


def calls_of(ground: Ground, outcome: Outcome) -> tuple[Call, ...]:
    """Every keeper's call that took part in an answer: in claims that beat another clause, and in the clauses that speak."""
    if not any(clause.warrants or clause.claims for clause in ground.engine.book.clauses.values()):
        return ()
    scenes = Scenes(ground, outcome)
    found: dict[Call, None] = {}
    for step, resolution in resting(outcome.world):
        found |= dict.fromkeys((*_claims(scenes, step, resolution), *_clauses(scenes, step, resolution)))
    return tuple(found)


def _claims(scenes: Scenes, step: int, resolution: Resolution) -> Iterator[Call]:
    for beaten in (*resolution.beaten, *resolution.silenced):
        if beaten.warrant.call:
            world = scenes.world(step)
            without = "" if world is None else without_calls(world, resolution, beaten)
            what = f"that it goes before {called(beaten.instance.clause.name)}"
            yield Call(beaten.by.clause.name, what, beaten.warrant.call, without)


def _clauses(scenes: Scenes, step: int, resolution: Resolution) -> Iterator[Call]:
    speaking = (*resolution.winners, *resolution.modifiers, *(beaten.by for beaten in resolution.beaten))
    for clause in {instance.clause.name: instance.clause for instance in speaking}.values():
        for part, warrant in clause.warrants:
            if not warrant.call:
                continue
            if part.startswith(BEFORE):
                yield from _orders(scenes.world(step), resolution, Call(clause.name, f"that it applies {part}", warrant.call))
            elif part != NUMBER or any(clause.name in (b.by.clause.name, b.instance.clause.name) for b in _by_number(scenes, resolution)):
                yield Call(clause.name, WHATS.get(part, f"its condition `{part}`"), warrant.call)


def _by_number(scenes: Scenes, resolution: Resolution) -> list[Beaten]:
    situation = scenes.ground.table.situation
    numbered = {rung.title for rung in (situation.ladder or scenes.ground.engine.book.ladder).rungs if rung.numbered}
    return [beaten for beaten in resolution.beaten if beaten.rung in numbered]


def _orders(world: World | None, resolution: Resolution, call: Call) -> Iterator[Call]:
    """The call that one modifier applies before another, where the value would be another in other orders."""
    if world is None or resolution.base is UNDECIDED or len(resolution.modifiers) < 2:
        return
    free = [_without_order(instance) for instance in resolution.modifiers]
    try:
        values = results(world, resolution.base, free)
    except _CANNOT:
        return
    if len(values) > 1:
        yield replace(call, without=f"open between {' and '.join(map(show, values))}")


def _without_order(instance: Instance) -> Instance:
    named = tuple(name for name in instance.clause.before if not instance.clause.warrant(f"{BEFORE}{name}").call)
    return replace(instance, clause=replace(instance.clause, before=named))


def without_calls(world: World, resolution: Resolution, beaten: Beaten) -> str:
    """What the ladder says of the same candidates in the same world, had nobody made a call."""
    if beaten in resolution.silenced:
        return f"{called(beaten.instance.clause.name)} would apply"
    ladder = replace(world.ladder, rungs=tuple(rung for rung in world.ladder.rungs if rung.form != "call"))
    spoken = (*resolution.winners, *resolution.open_between, *(b.instance for b in resolution.beaten))
    candidates = list({i.key: i for i in spoken if i.conclusion.form == "is"}.values())
    try:
        end = climb(ladder, candidates, judge_of(world, resolution))
    except _CANNOT:
        return "it is not decided"
    if end.chance:
        return "it is left to chance"
    values = list(dict.fromkeys(show(i.value) for i in end.standing))
    if end.averaged is None and len(values) > 1:
        return f"open between {' and '.join(values)}"
    value = values[0] if end.averaged is None else show(end.averaged)
    return value + (f', on the rung "{end.rung}"' if end.rung else "")
