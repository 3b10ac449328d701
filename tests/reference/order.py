"""Which of the due events is the next (11.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from adjudicator.model.expressions import CHANCE, SAME_TIME
from adjudicator.model.values import Ref
from reference.branching import Branching, TooLarge, ordered
from reference.expressions import UNDECIDED
from reference.instances import World
from reference.ladder import Candidate, survivors
from reference.pool import Tree


def next_events(world: World, tree: Tree) -> tuple[Ref, ...]:
    """11.4: one of those that are first, with those that happen at the same time with it; which of several is a branching."""
    due = tree.due()
    before = frozenset(order_of(world, tree, due))
    first = firsts(due, before)
    if len(first) == 1:
        return first
    deciders = {decider(world, x, y) for x, y in combinations(first, 2)}
    who = deciders.pop() if len(deciders) == 1 else None
    alternatives = ordered(first)
    what = ("next", alternatives)
    if who == CHANCE:
        even = (Fraction(1, len(alternatives)),) * len(alternatives)
        return (world.path.take(Branching("chance", what, "", alternatives, even)),)
    if isinstance(who, Ref):
        return (world.path.take(Branching("choice", what, "", alternatives, who=who.name)),)
    pairs = {frozenset(pair) for pair in combinations(first, 2) if not before & {pair, pair[::-1]} and at_once(world, tree, *pair)}
    groups = [frozenset(some) for size in range(1, len(first) + 1) for some in combinations(first, size)
              if all(frozenset(pair) in pairs for pair in combinations(some, 2))]  # fmt: skip
    largest = ordered(group for group in groups if not any(group < other for other in groups))
    taken = world.path.take(Branching("open", what, "", largest))
    return tuple(event for event in tree.pool if event in taken)


def at_once(world: World, tree: Tree, x: Ref, y: Ref) -> bool:
    """11.4: whether two events that are not ordered happen at the same time: as a clause says, or as told, where nobody decides."""
    who = decider(world, x, y)
    return who == SAME_TIME or who is None and tree.told_at_once(x, y)


def waits(world: World, tree: Tree, x: Ref, z: Ref) -> bool:
    """11.4: whether x comes after z, since z stands under what x happens at the same time as."""
    return any(order_said(world, x, y) is None and at_once(world, tree, x, y) for y in tree.above(z) if y in tree.pool and y != x)


def order_of(world: World, tree: Tree, due: tuple[Ref, ...]) -> Iterator[tuple[Ref, Ref]]:
    """11.4: the pairs (earlier, later) of due events."""
    for x, y in combinations(sorted(due), 2):
        said = order_said(world, x, y)
        if said is True or (said is None and tree.told_before(x, y)):
            yield (x, y)
        elif said is False or (said is None and tree.told_before(y, x)):
            yield (y, x)
        elif waits(world, tree, y, x):
            yield (x, y)
        elif waits(world, tree, x, y):
            yield (y, x)


def order_said(world: World, x: Ref, y: Ref) -> bool | None:
    """11.4: whether clauses put x before y; None where none speaks, or nothing decides between those that do."""
    straight = tuple(world.instances(("before", (x, y)), ("is",)))
    turned = tuple(replace(c, value=_turned(c), turned=True) for c in world.instances(("before", (y, x)), ("is",)))
    everyone = (*straight, *turned)
    candidates = tuple(c for c in everyone if not c.clause.fallback) or everyone
    if not candidates:
        return None
    if any(c.value is not True for c in straight) or any(c.value is not False for c in turned):
        raise TooLarge("who says that something does not come before another")
    value = survivors(world, ("before", (x, y)), candidates).value
    return None if value is UNDECIDED else value


def _turned(candidate: Candidate) -> object:
    return candidate.value if candidate.value is UNDECIDED else not candidate.value


def firsts(due: tuple[Ref, ...], before: frozenset[tuple[Ref, Ref]]) -> tuple[Ref, ...]:
    """11.4: those before which none comes; failing these, those of the circles before which nothing else comes."""
    first = tuple(e for e in due if not any((other, e) in before for other in due))
    if first:
        return first
    above = {e: {other for other in due if (other, e) in before} for e in due}
    for _ in due:
        for others in above.values():
            others |= {further for other in others for further in above[other]}
    return tuple(e for e in due if all(e in above[other] for other in above[e]))


def decider(world: World, x: Ref, y: Ref) -> object:
    """11.4: who orders two events, asked either way round; None where nobody does, or they do not agree."""
    said = {world.read(("decider:before", pair)) for pair in ((x, y), (y, x))} - {UNDECIDED}
    return said.pop() if len(said) == 1 else None
