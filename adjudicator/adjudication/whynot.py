"""Why not: for an answer that no clause gave, the nearest clause that would have, and the first of its conditions that fails."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.adjudication.exploring import table_of
from adjudicator.logic.limits import LimitReached
from adjudicator.logic.walking.decisions import Decisions, Fork
from adjudicator.logic.walking.instances import free_vars, solve, unify
from adjudicator.logic.walking.resolve import World
from adjudicator.logic.walking.truth import truth
from adjudicator.logic.walking.worlds import Ground
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import Sentence
from adjudicator.model.outcomes import Outcome
from adjudicator.model.situation import Node


@dataclass(frozen=True, slots=True)
class WhyNot:
    """A clause that did not speak: what it would have said, and the condition that stopped it.

    `undecided` tells that the condition is not false but left open.
    """

    clause: Clause
    would_say: str
    failing: str
    undecided: bool = False


def why_not(ground: Ground, outcome: Outcome, most: int = 1) -> list[WhyNot]:
    """For each instance the question reads that no clause decided, its nearest silent clauses."""
    world = World(ground.engine, table_of(ground, outcome), Decisions(outcome.world.decisions), [], dict(outcome.world.resolutions))
    found: list[WhyNot] = []
    for node in outcome.world.root:
        resolution = outcome.world.resolutions.get(node)
        if resolution is not None and not resolution.winners and resolution.how in ("default", "gap"):
            found += _nearest(world, node, most)
    return found[: 3 * most]


def _nearest(world: World, node: Node, most: int) -> list[WhyNot]:
    """The clauses about the instance, those with the fewest conditions left over first."""
    scored: list[tuple[float, str, WhyNot]] = []
    for clause, index in world.book.clauses_about.get(node[0], ()):
        if not world.engine.awake(world.situation, clause):
            continue
        try:
            near = _how_near(world, clause, index, node)
        except (Fork, LimitReached):
            continue
        if near is not None:
            scored.append((near[0], clause.name, near[1]))
    return [one for _, _, one in sorted(scored, key=lambda s: (-s[0], s[1]))[:most]]


def _how_near(world: World, clause: Clause, index: int, node: Node) -> tuple[float, WhyNot] | None:
    """How many of the conditions hold together, and the first that does not."""
    start = unify(clause, index, node)
    kinds = {p.name: p.kind for p in clause.parameters}
    if start is None or not all(world.is_kind(value, kinds[name]) for name, value in start.items()):
        return None
    says = clause.conclusions[index].text
    held = 0
    binding = start
    for condition in clause.whens:
        found = next(solve(world, clause.whens[: held + 1], start, _needed(clause, held + 1, start)), None)
        if found is None:
            text = clause.when_texts[held] if held < len(clause.when_texts) else "it happens as the clause says"
            open_ = set(start) >= _names(condition) and truth(world, condition, start) is None
            return held / len(clause.whens), WhyNot(clause, says, text, open_)
        binding, held = found, held + 1
    for unless, text in zip(clause.unlesses, clause.unless_texts, strict=False):
        if _names(unless) <= set(binding) and truth(world, unless, binding) is True:
            return 1.0, WhyNot(clause, says, f"not ({text})")
    return None


def _needed(clause: Clause, count: int, start: dict) -> dict[str, str]:
    """The parameters that the first conditions speak of."""
    names = set(start).union(*(_names(condition) for condition in clause.whens[:count]))
    return {p.name: p.kind for p in clause.parameters if p.name in names}


def _names(sentence: Sentence) -> frozenset[str]:
    return free_vars(sentence)
