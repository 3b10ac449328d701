"""Modifiers: adds, multiplies, limits, and the orders in which they can apply (docs/meaning.md 6.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING

from adjudicator.engine.defaults import type_of
from adjudicator.engine.judging import WorldJudge
from adjudicator.engine.limits import LimitReached, RuleFault
from adjudicator.engine.speaking import instances
from adjudicator.engine.truth import arithmetic
from adjudicator.model.ladder import Rung
from adjudicator.model.outcomes import Beaten, Cause, Instance, Resolution
from adjudicator.model.places import NOWHERE
from adjudicator.model.situation import Node
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Type, Value, show
from adjudicator.precedence.climb import fallen_of

if TYPE_CHECKING:
    from adjudicator.engine.resolve import World

MOST = 7
OPERATION = {"adds": "+", "multiplies": "*", "at most": "min", "at least": "max"}


def results(world: World, value: Value, modifiers: list[Instance]) -> list[Value]:
    """The distinct values that the allowed orders of the modifiers give, in a fixed order."""
    if len({m.conclusion.form for m in modifiers}) == 1:
        return [apply_all(world, value, modifiers)]
    if len(modifiers) > MOST:
        raise LimitReached(f"{len(modifiers)} modifiers of one value can apply in too many orders; say which applies before which")
    found: list[Value] = []
    for order in _orders(modifiers):
        result = apply_all(world, value, order)
        if result not in found:
            found.append(result)
    return found


def apply_all(world: World, value: Value, order: list[Instance]) -> Value:
    """The value after these modifiers, in this order."""
    for modifier in order:
        value = arithmetic(world, OPERATION[modifier.conclusion.form], value, modifier.value)
    return value


def _orders(modifiers: list[Instance]) -> Iterator[list[Instance]]:
    for order in permutations(modifiers):
        if not any(_must_precede(later, earlier) for i, earlier in enumerate(order) for later in order[i + 1 :]):
            yield list(order)


def _must_precede(a: Instance, b: Instance) -> bool:
    """Whether the clause of `a` says that it applies before that of `b`."""
    names = {b.clause.name, b.clause.card, *b.clause.groups, *b.clause.cites}
    return a.clause.name != b.clause.name and any(target in names for target in a.clause.before)


def modified(world: World, resolution: Resolution) -> Resolution:
    """6.2 and 6.3: modifiers applied, whole numbers checked."""
    node, name = resolution.node, resolution.node[0]
    kind = type_of(world, name)
    if not kind.is_number:
        return resolution
    found = [*instances(world, node, False, True), *instances(world, node, True, True)]
    if world.engine.probe is not None:
        world.engine.probe.modified(world, node, found)
    silenced: list[Beaten] = []
    if found and resolution.value is not UNDECIDED:
        judge = WorldJudge(world, name, resolution.contest)
        found, silenced = unbeaten(judge, found, resolution.winners)
        resolution = replace(resolution, contest=judge.contest)
        resolution = replace(resolution, silenced=tuple(silenced), base=resolution.value) if silenced else resolution
    if found and resolution.value is not UNDECIDED:
        values = results(world, resolution.value, found)
        value = values[0] if len(values) == 1 else _order(world, node, values)
        how = resolution.how if resolution.how == "chosen" else "modified"
        between = resolution.open_between or (tuple(found) if len(values) > 1 else ())
        resolution = replace(resolution, value=value, how=how, modifiers=tuple(found), open_between=between, base=resolution.value)
    _check_whole(world, resolution, kind)
    return resolution


def unbeaten(judge: WorldJudge, modifiers: list[Instance], winners: tuple[Instance, ...]) -> tuple[list[Instance], list[Beaten]]:
    """The modifiers that apply, and those over which a winner or another modifier that applies claims, by the book or by a call."""
    world = judge.world
    if world.engine.trace is not None and len(winners) + len(modifiers) > 1:
        world.engine.trace.met |= {instance.clause.name: None for instance in (*winners, *modifiers)}
    silenced: list[Beaten] = []
    for rung in _claiming(world):
        out = {beaten.instance.key for beaten in silenced}
        left = [modifier for modifier in modifiers if modifier.key not in out]
        beaters: dict[tuple[object, ...], list[Beaten]] = {winner.key: [] for winner in winners}
        for modifier in left:
            above = (other for other in (*winners, *left) if other.key != modifier.key)
            beaters[modifier.key] = [Beaten(modifier, rung.title, other, reason, judge.warrant(rung, other, modifier))
                                     for other in above if (reason := judge.beats(rung, other, modifier))]  # fmt: skip
        silenced += fallen_of([*winners, *left], beaters)
    out = {beaten.instance.key for beaten in silenced}
    return [modifier for modifier in modifiers if modifier.key not in out], silenced


def _claiming(world: World) -> list[Rung]:
    """The rungs of claims; those of the book count even where the ladder has none."""
    found = [rung for rung in world.ladder.rungs if rung.form in ("claim", "call")]
    return found if any(rung.form == "claim" for rung in found) else [Rung("claim", "explicit claim"), *found]


def _order(world: World, node: Node, values: list[Value]) -> Value:
    prop = world.book.properties.get(node[0].removeprefix("after:"))
    text = f"the order of what changes {world.matter(node)}"
    if prop is not None and prop.order_by in prop.roles:
        who = node[1][prop.roles.index(prop.order_by)]
        return world.decisions.take(("order", node, *world.table.own_key(node[0])), Cause("choice", text, show(who)), values)
    return world.decisions.take(("order", node, *world.table.own_key(node[0])), Cause("open", text), values)


def _check_whole(world: World, resolution: Resolution, kind: Type) -> None:
    value = resolution.value
    if kind.base == "whole" and isinstance(value, Fraction) and value.denominator != 1 and resolution.how != "averaged":
        clauses = [i.clause for i in (*resolution.winners, *resolution.modifiers)]
        place = clauses[0].place if clauses else NOWHERE
        name = f"the clause `{clauses[0].name}`" if clauses else "the rulebook"
        fault = f"{world.text(resolution.node)} comes out as {value}, but it is declared whole"
        help = f"let {name} round it (`rounded up` or `rounded down`), or declare it as `a number`"
        raise RuleFault(fault, place, help)
