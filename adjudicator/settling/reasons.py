"""Why there is no value: a circle, arithmetic that comes to none, what nobody told, what the book does not say (docs/meaning.md 9.6)."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.model.outcomes import NOT_TOLD, Circle, Outcome, World
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node
from adjudicator.model.undecided import UNDECIDED
from adjudicator.settling.concluding import is_input, is_told
from adjudicator.settling.grades import DEFAULT
from adjudicator.settling.support import below, supporting_nodes

CIRCLE, ARITHMETIC, GAP = "circle", "arithmetic", "gap"
REASONS = (CIRCLE, ARITHMETIC, NOT_TOLD, GAP)
"""In the order in which they are told, where there are several."""


def with_reasons(book: Rulebook, outcomes: list[Outcome], worlds: list[World]) -> list[Outcome]:
    """The outcomes; those without an answer with the reason, and those that are so only because nobody said so.

    What an answer would be is only told where it is the same in all `worlds`.
    """
    terms = {world.terms for world in worlds if not world.decided}
    found = []
    for outcome in outcomes:
        outcome = replace(outcome, circles=_circles(outcome.world))
        if not outcome.world.decided:
            why = reason_of(outcome.world)
            outcome = replace(outcome, why=why, world=outcome.world if len(terms) < 2 else replace(outcome.world, terms=""))
        elif outcome.grade == DEFAULT and _nobody_said_so(book, outcome.world):
            outcome = replace(outcome, why=NOT_TOLD)
        found.append(outcome)
    return found


def _circles(world: World) -> tuple[Circle, ...]:
    """The circles that an answer rests on, in an earlier moment, too: because of a paradox it has no value, or is followed under each."""
    if not any(found.circles for found in world.resolutions.values()):
        return ()
    return tuple(dict.fromkeys(one for node in supporting_nodes(world) for one in world.resolutions[node].circles))


def reason_of(world: World) -> str:
    """Why a question has no answer in a world; empty where the story did not come so far."""
    if world.looped or not world.resolutions and not world.terms:
        return ""
    if world.missing and any(node in world.resolutions and world.resolutions[node].could for node in world.root):
        return CIRCLE
    if world.terms or world.missing:
        return NOT_TOLD
    found = _reasons(world, list(world.root))
    return next((reason for reason in REASONS if reason in found), ARITHMETIC)


def _nobody_said_so(book: Rulebook, world: World) -> bool:
    """Whether all that holds by default in what is asked is told or no, and was not told; of what events may have changed, at the start."""
    asked = (world.resolutions.get(node) for node in world.root if not node[0].startswith("kind:"))
    silent = [found for found in asked if found is not None and found.how != "given"]
    told_or_no = is_input if world.steps else is_told
    return bool(silent) and all(found.how == "default" and found.value is False and told_or_no(book, found.node[0]) for found in silent)


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
            under = below(resolution)
            open_ = [n for n in under if _is_open(world, n)]
            if resolution.how == "loop":
                found.add(CIRCLE)
            elif open_:
                todo += open_
            else:
                found.add(ARITHMETIC if under else GAP)
    return found


def _is_open(world: World, node: Node) -> bool:
    resolution = world.resolutions.get(node)
    return resolution is not None and resolution.value is UNDECIDED
