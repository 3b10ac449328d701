"""From worlds to outcomes: distinct answers, their causes and exact probabilities (docs/meaning.md 8)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from adjudicator.model.outcomes import Cause, Outcome, World
from adjudicator.model.values import Value, order_key

Key = tuple[bool, Value]


def outcomes_of(worlds: list[World], tick: Callable[[], None] = lambda: None) -> list[Outcome]:
    """The outcomes in a fixed order: decided before undecided, then by value."""
    causes = causes_by_answer(worlds, tick)
    chancy = any(c.cause == "chance" for found in causes.values() for c in found)
    if not chancy:
        groups: dict[tuple, list[World]] = {}
        for world in worlds:
            groups.setdefault((_answer(world), ()), []).append(world)
        return _sorted([Outcome(ws[0].answer, None, tuple(sorted(causes[key[0]], key=_cause_key)), ws[0],
                                when=_when(ws, causes[key[0]])) for key, ws in groups.items()])  # fmt: skip
    return _with_chances(worlds, causes)


def _when(worlds: list[World], causes: set[Cause]) -> tuple:
    """The distinct combinations of decisions, of the causes that matter, that lead to an answer."""
    found: dict[tuple, None] = {}
    for world in worlds:
        combination: dict[Cause, Value | str] = {}
        for decision in world.decisions:
            if decision.cause in causes and decision.cause.cause != "chance":
                combination[decision.cause] = world.where if decision.key[0] == "number" else decision.taken
        found[tuple(combination.items())] = None
    return tuple(found)


def _with_chances(worlds: list[World], causes: dict[Key, set[Cause]]) -> list[Outcome]:
    """Outcomes with probabilities, listed apart wherever other decisions make these differ."""
    found: dict[tuple[Key, Fraction], Outcome] = {}
    for group in _groups(worlds):
        table: dict[Key, tuple[Fraction, World]] = {}
        for world in group:
            sofar, first = table.get(_answer(world), (Fraction(0), world))
            table[_answer(world)] = (sofar + _chance(world), first)
        total = sum((chance for chance, _ in table.values()), Fraction(0))
        for answer, (chance, world) in table.items():
            taken = tuple(d for d in world.decisions if d.cause.cause != "chance" and d.cause in causes[answer])
            found.setdefault((answer, chance / total), Outcome(world.answer, chance / total,
                             tuple(sorted(causes[answer], key=_cause_key)), world, taken))  # fmt: skip
    return _sorted(list(found.values()))


def _chance(world: World) -> Fraction:
    chance = Fraction(1)
    for decision in world.decisions:
        if decision.cause.cause == "chance":
            chance *= decision.chance
    return chance


def _groups(worlds: list[World]) -> list[list[World]]:
    """The worlds apart by every decision that is not chance.

    A world that did not meet a decision belongs to every alternative of it.
    """
    for world in worlds:
        for decision in world.decisions:
            if decision.cause.cause == "chance":
                continue
            sides: dict[Value, list[World]] = {}
            for other in worlds:
                taken = next((d.taken for d in other.decisions if d.key == decision.key), _NOT_MET)
                if taken is not _NOT_MET:
                    sides.setdefault(taken, []).append(other)
            if len(sides) > 1:
                unmet = [w for w in worlds if all(d.key != decision.key for d in w.decisions)]
                return [group for side in sides.values() for group in _groups([w for w in worlds if w in side or w in unmet])]
    return [worlds]


_NOT_MET = object()


def causes_by_answer(worlds: list[World], tick: Callable[[], None] = lambda: None) -> dict[Key, set[Cause]]:
    """For each answer, the causes on which it depends (8.4).

    A world with this answer and one with another differ in the decisions of
    some causes and agree in every other decision both take; the causes of the
    smallest such differences are those of the answer.
    """
    differences: dict[Key, set[frozenset[Cause]]] = {_answer(world): set() for world in worlds}
    taken = [{d.key: d for d in world.decisions} for world in worlds]
    for i, first in enumerate(worlds):
        for j in range(i + 1, len(worlds)):
            tick()
            second = worlds[j]
            if _answer(first) != _answer(second):
                both = taken[i].keys() & taken[j].keys()
                differing = frozenset(c for k in both if taken[i][k].taken != taken[j][k].taken for c in taken[i][k].causes)
                differing = differing or _chances(first, second)
                differences[_answer(first)].add(differing)
                differences[_answer(second)].add(differing)
    return {answer: set().union(*_smallest(found)) for answer, found in differences.items()}


def _chances(first: World, second: World) -> frozenset[Cause]:
    """What worlds differ in that share no decision: chances that have been added up on one side."""
    decisions = (*first.decisions, *second.decisions)
    if not any(decision.key[0] == "added up" for decision in decisions):
        return frozenset()
    return frozenset(cause for decision in decisions if decision.cause.cause == "chance" for cause in decision.causes)


def _smallest(sets: set[frozenset[Cause]]) -> list[frozenset[Cause]]:
    """Those that contain no other of them."""
    return [one for one in sets if not any(other < one for other in sets)]


def _answer(world: World) -> Key:
    return (world.decided, world.answer)


def _cause_key(cause: Cause) -> tuple:
    return (cause.cause, cause.what, cause.who or "")


def _sorted(outcomes: list[Outcome]) -> list[Outcome]:
    return sorted(outcomes, key=lambda o: (not o.world.decided, order_key(o.answer), -(o.probability or 0)))


