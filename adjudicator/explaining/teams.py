"""Who is needed: of the clauses that speak for a value, those without which it would not come out so.

Everything that was brought against the value stays in play; a clause that only
agrees with others, or a modifier that changes nothing, is not needed.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from adjudicator.engine.decisions import Fork
from adjudicator.engine.judging import WorldJudge, judge_of
from adjudicator.engine.limits import LimitReached
from adjudicator.engine.modifiers import results, unbeaten
from adjudicator.engine.resolve import World
from adjudicator.explaining.ordering import Order
from adjudicator.model.ladder import Ladder
from adjudicator.model.outcomes import Beaten, Instance, Resolution
from adjudicator.model.situation import Node
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Value
from adjudicator.precedence.climb import climb
from adjudicator.records import dataclass

MOST_MODIFIERS = 5
"""With more modifiers than these, all are taken to be needed: their orders are too many to try again and again."""


@dataclass(frozen=True, slots=True)
class Team:
    """The candidates and modifiers that are needed, those that are `idle`, what was brought against them and fell,
    what was and did `stand` as well (so that it took a branching), and what the comparison of them on the ladder
    read (Precedence Numbers, mostly)."""

    needed: tuple[Instance, ...]
    modifiers: tuple[Instance, ...]
    idle: tuple[Instance, ...]
    objections: tuple[Beaten, ...]
    standing: tuple[Instance, ...]
    compared: tuple[Node, ...]


def team(world: World, resolution: Resolution, taken: Value, order: Callable[[Instance], Order] | None = None) -> Team:
    """The team behind a resolution in which clauses spoke; `taken` is the value for which a branch was taken between several.

    Of several that would do, those that come first in the `order` are named (ordering.py), and in that order.
    """
    judge = judge_of(world, resolution)
    survivors = _distinct([*resolution.winners, *(i for i in resolution.open_between if i.conclusion.form == "is")])
    objections = tuple(b for b in resolution.beaten if all(judge.contrary(b.instance, other) for other in survivors))
    between = any(i.conclusion.form == "is" for i in resolution.open_between)
    others = tuple(i for i in survivors if between and judge.contrary(i, replace(i, value=taken)))
    agreeing = _distinct([*(i for i in survivors if i not in others), *(b.instance for b in resolution.beaten if b not in objections)])
    if order is not None and len(agreeing) > 1:
        agreeing = tuple(sorted(agreeing, key=order))
    contrary = [*others, *(b.instance for b in objections)]
    keep, modifiers = list(agreeing), list(resolution.modifiers)
    if len(agreeing) > 1 or modifiers:
        with suppress(Fork, LimitReached):
            ladder = world.ladder if between else _climbed(world.ladder, resolution)
            keep, modifiers = _thinned(_Verdicts(ladder, resolution, judge), keep, contrary, modifiers)
    needed = {i.key for i in (*keep, *modifiers)}
    idle = _distinct([i for i in (*agreeing, *resolution.modifiers) if i.key not in needed])
    fallen, compared = _compared(world, judge, [*keep, *contrary])
    against = {b.instance.key for b in objections}
    named = {b.instance.key: b for b in (*objections, *(b for b in fallen if b.instance.key in against))}
    return Team(tuple(keep), tuple(modifiers), idle, tuple(named.values()), others, compared)


def _climbed(ladder: Ladder, resolution: Resolution) -> Ladder:
    """The ladder up to the rung that decided: those who still differ there, when one is left out, do not come out as all did."""
    rungs = [rung.title for rung in ladder.rungs]
    return replace(ladder, rungs=ladder.rungs[: rungs.index(resolution.rung) + 1]) if resolution.rung in rungs else ladder


def _distinct(instances: list[Instance]) -> tuple[Instance, ...]:
    return tuple({i.key: i for i in instances}.values())


@dataclass(frozen=True, slots=True)
class _Verdicts:
    """What the ladder and the modifiers make of some of those who spoke for one instance."""

    ladder: Ladder
    resolution: Resolution
    judge: WorldJudge

    def of(self, candidates: list[Instance], modifiers: list[Instance]) -> tuple[object, ...]:
        """The values that stand, the rung that decided, and all that the modifiers can make of it: the same decisions are open (10.3)."""
        resolution, world = self.resolution, self.judge.world
        end = climb(self.ladder, candidates, self.judge)
        values = frozenset(i.value for i in end.standing)
        if self.judge.name == "may" and "must" in values:
            values -= {"may"}
        averaged = () if end.averaged is None else tuple(i.key for i in end.standing)  # counts as a whole (13.4)
        outcome: tuple[object, ...] = (values, end.rung, averaged, end.chance)
        if resolution.modifiers or resolution.silenced:
            silenced = [b.instance for b in resolution.silenced]
            for applied in ([*modifiers, *silenced], modifiers):  # against what was silenced, and without its help
                applying, _ = unbeaten(self.judge, list(applied), end.standing)
                made = [resolution.base] if not applying or resolution.base is UNDECIDED else results(world, resolution.base, applying)
                outcome = (*outcome, frozenset(map(str, made)))
        return outcome


def _thinned(verdicts: _Verdicts, agreeing: list[Instance], contrary: list[Instance],
             modifiers: list[Instance]) -> tuple[list[Instance], list[Instance]]:  # fmt: skip
    """Leave out one after another whatever can be left out: what fell on the way before others, and of these the last one first."""
    keep, applied = list(agreeing), list(modifiers)
    target = verdicts.of([*keep, *contrary], applied)
    standing = {i.key for i in verdicts.resolution.winners}
    last_first = agreeing[::-1]
    for instance in (*(i for i in last_first if i.key not in standing), *(i for i in last_first if i.key in standing)):
        fewer = [i for i in keep if i is not instance]
        if fewer and verdicts.of([*fewer, *contrary], applied) == target:
            keep = fewer
    for instance in modifiers if len(modifiers) <= MOST_MODIFIERS else ():
        fewer = [i for i in applied if i is not instance]
        if verdicts.of([*keep, *contrary], fewer) == target:
            applied = fewer
    return keep, applied


def _compared(world: World, judge: WorldJudge, candidates: list[Instance]) -> tuple[tuple[Beaten, ...], tuple[Node, ...]]:
    """Who beats whom among those that are left, and what the rungs that compare keys read for it, up to the one that decided."""
    if len(candidates) < 2:
        return (), ()
    fallen: tuple[Beaten, ...] = ()
    with world.reading() as read, suppress(Fork, LimitReached):
        fallen = climb(world.ladder, candidates, judge).beaten
    return fallen, tuple(read)
