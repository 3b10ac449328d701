"""Why there is no value: a circle, arithmetic that comes to none, what nobody told, what the book does not say (docs/meaning.md 9.6)."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.model.outcomes import NOT_TOLD, Outcome, Resolution, World
from adjudicator.model.situation import Node
from adjudicator.model.undecided import UNDECIDED

CIRCLE, ARITHMETIC, GAP = "circle", "arithmetic", "gap"
REASONS = (CIRCLE, ARITHMETIC, NOT_TOLD, GAP)
"""In the order in which they are told, where there are several."""


def with_reasons(outcomes: list[Outcome], worlds: list[World]) -> list[Outcome]:
    """The outcomes; those without an answer with the reason. What it would be is only told where it is the same in all `worlds`."""
    terms = {world.terms for world in worlds if not world.decided}
    found = []
    for outcome in outcomes:
        if not outcome.world.decided:
            why = reason_of(outcome.world)
            outcome = replace(outcome, why=why, world=outcome.world if len(terms) < 2 else replace(outcome.world, terms=""))
        found.append(outcome)
    return found


def reason_of(world: World) -> str:
    """Why a question has no answer in a world; empty where the story did not come so far."""
    if world.looped or not world.resolutions and not world.terms:
        return ""
    if world.terms:
        return NOT_TOLD
    found = _reasons(world, list(world.root))
    return next((reason for reason in REASONS if reason in found), ARITHMETIC)


def _reasons(world: World, todo: list[Node]) -> set[str]:
    """The reasons why the instances without a value, among these and what they rest on, have none."""
    found: set[str] = set()
    seen: set[Node] = set()
    while todo:
        node = todo.pop()
        resolution = world.resolutions.get(node)
        if resolution is None or node in seen:
            continue
        seen.add(node)
        if resolution.how == NOT_TOLD:
            found.add(NOT_TOLD)
        elif resolution.value is UNDECIDED:
            below = [n for n in _below(resolution) if _is_open(world, n)]
            if resolution.how == "loop":
                found.add(CIRCLE)
            elif below:
                todo += below
            else:
                found.add(ARITHMETIC if _below(resolution) else GAP)
    return found


def _is_open(world: World, node: Node) -> bool:
    resolution = world.resolutions.get(node)
    return resolution is not None and resolution.value is UNDECIDED


def _below(resolution: Resolution) -> list[Node]:
    return [*resolution.rests_on, *(node for i in (*resolution.winners, *resolution.modifiers) for node in i.rests_on)]
