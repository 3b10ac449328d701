"""From worlds to outcomes: distinct answers, their causes, conditions and exact probabilities (docs/meaning.md 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from adjudicator.engine.conditions import smallest_conditions
from adjudicator.engine.differences import Differences, smallest
from adjudicator.engine.gathered import NO_WORLD, Answers
from adjudicator.engine.guards import Diagrams
from adjudicator.engine.symbols import bounds_text, ranges_of
from adjudicator.engine.worlds import Broken, Ground
from adjudicator.model.outcomes import Cause, Decision, Outcome, World
from adjudicator.model.situation import Question
from adjudicator.model.values import Value, order_key

Key = tuple[bool, Value]
Branching = tuple[object, ...]
Combination = tuple[tuple[Cause, Value | str], ...]
Row = tuple[dict[int, int], int]
"""A world: for each variable the place of the alternative that it takes, and the constant of its answer."""
Path = list[tuple[Any, bool]]
"""Conditions on unknown numbers, each with whether it holds."""
Possible = Callable[[Path], bool]
_SEVERAL = "several answers"
MOST_WORLDS_WITH_NUMBERS = 48
"""Worlds of which every two are compared in their unknown numbers; of more, each comparison of a number is a branching of its own."""
MOST_CONDITIONS = 64


def status_of(outcomes: list[Outcome]) -> str:
    """Whether the outcomes are forced, several, or undecided."""
    decided = [o for o in outcomes if o.world.decided]
    if not decided:
        return "undecided"
    return "forced" if len({o.answer for o in decided}) == 1 and len(decided) == len(outcomes) else "several"


def outcomes_of(worlds: list[World], broken: Iterable[Broken] = (), tick: Callable[[], None] = lambda: None,
                possible: Possible | None = None) -> list[Outcome]:  # fmt: skip
    """The outcomes in a fixed order: decided before undecided, then by value. `broken` are the worlds that are not possible.

    `tick` is called for each piece of work, and may end it; `possible` tells whether conditions on unknown numbers can be true together.
    """
    gathered = gather(worlds, broken, tick)
    apart = _SEVERAL not in gathered.diagrams.values(gathered.answers)
    if possible is not None and len(worlds) <= MOST_WORLDS_WITH_NUMBERS and any(world.path for world in worlds):
        causes = _causes_pair_by_pair(worlds, tick, possible)
    else:
        causes = causes_in(gathered) if apart else _causes_pair_by_pair(worlds, tick)
    chancy = any(c.cause == "chance" for found in causes.values() for c in found)
    if chancy:
        return _with_chances(worlds, causes, gathered)
    by_answer: dict[Key, list[World]] = {}
    for world in worlds:
        by_answer.setdefault(_answer(world), []).append(world)
    numbers = {cause for among in gathered.branchings.values() if among[0].key[0] == "number" for one in among for cause in one.causes}
    found = []
    for key, some in by_answer.items():
        followed = not apart or not numbers.isdisjoint(causes[key])  # what is said of one number is not independent of each other
        others = (
            [world for world in worlds if _answer(world) != key] if possible is not None and len(worlds) <= MOST_WORLDS_WITH_NUMBERS else []
        )
        when, more = (_followed(some, causes[key], others, possible), False) if followed else conditions_in(gathered, key)
        found.append(_outcome(some[0], causes[key], when=when, more_conditions=more))
    return _sorted(found)


def outcomes_together(ground: Ground, question: Question, gathered: Answers) -> list[Outcome]:
    """The same from the answers in all worlds at once, each outcome with its first world, followed in the ordinary way.

    None where that world comes to another answer, which must not be: then all worlds are to be followed so.
    """
    from adjudicator.engine.shares import chances_in
    from adjudicator.engine.together import world_under

    diagrams, answers = gathered.diagrams, gathered.answers
    causes = causes_in(gathered)
    if any(c.cause == "chance" for found in causes.values() for c in found):
        parts: list[tuple[Key, Fraction | None, int]] = [*chances_in(gathered)]
    else:
        parts = [(diagrams.value(one), None, diagrams.where(answers, diagrams.value(one)))
                 for one in diagrams.below(answers) if diagrams.is_constant(one) and one != gathered.nothing]  # fmt: skip
    found = []
    for key, chance, guard in parts:
        world = world_under(ground, question, gathered, guard)
        if world is None or _answer(world) != key:
            return []
        if chance is None:
            when, more = conditions_in(gathered, key)
            found.append(_outcome(world, causes[key], when=when, more_conditions=more))
        else:
            found.append(_outcome(world, causes[key], chance, _taken(world, causes[key])))
    return _sorted(found)


def _outcome(world: World, causes: set[Cause], chance: Fraction | None = None, taken: tuple[Decision, ...] = (),
             when: tuple[Combination, ...] = (), more_conditions: bool = False) -> Outcome:  # fmt: skip
    return Outcome(world.answer, chance, tuple(sorted(causes, key=_cause_key)), world, taken, when, more_conditions)


def gather(worlds: list[World], broken: Iterable[Broken] = (), tick: Callable[[], None] = lambda: None) -> Answers:
    """Worlds that were followed one by one, in one diagram; where several of one combination have different answers, _SEVERAL."""
    diagrams = Diagrams()
    decisions: dict[Branching, dict[Value, Decision]] = {}
    for taken_in in (*(world.decisions for world in worlds), *(world.decisions for world in broken)):
        for decision in taken_in:
            decisions.setdefault(decision.key, {}).setdefault(decision.taken, decision)
    number = {key: i for i, key in enumerate(decisions)}
    place = {key: {value: i for i, value in enumerate(taken)} for key, taken in decisions.items()}
    for key, taken in decisions.items():
        diagrams.variable(key, taken)
    gathered = Answers(diagrams, 0, {number[key]: tuple(taken.values()) for key, taken in decisions.items()})
    rows = [({number[d.key]: place[d.key][d.taken] for d in world.decisions}, diagrams.constant(_answer(world))) for world in worlds]
    gathered.answers = _diagram(gathered, rows, 0, tick)
    return gathered


def _diagram(gathered: Answers, rows: list[Row], above: int, tick: Callable[[], None]) -> int:
    """The diagram of these worlds, looking at no variable before `above`."""
    tick()
    variable = min((number for places, _ in rows for number in places if number >= above), default=None)
    if variable is None:
        answers = {answer for _, answer in rows}
        return gathered.nothing if not rows else answers.pop() if len(answers) == 1 else gathered.diagrams.constant(_SEVERAL)
    sides: dict[int, list[Row]] = {}
    free = []
    for row in rows:
        place = row[0].get(variable)
        if place is None:
            free.append(row)
        else:
            sides.setdefault(place, []).append(row)
    kids = [_diagram(gathered, sides.get(place, []), variable + 1, tick) for place in range(len(gathered.branchings[variable]))]
    node = gathered.diagrams.node(variable, tuple(kids))
    return gathered.diagrams.combined("one of", _one_of, node, _diagram(gathered, free, variable + 1, tick)) if free else node


def _one_of(one: object, other: object) -> object:
    """Whichever of the two is an answer."""
    return other if one == NO_WORLD else one if other in (NO_WORLD, one) else _SEVERAL


def causes_in(gathered: Answers) -> dict[Key, set[Cause]]:
    """For each answer, the causes on which it depends (8.4).

    A world with this answer and one with another differ in the decisions of
    some causes and agree in every other decision both take; the causes of the
    smallest such differences are those of the answer.
    """
    causes = {number: {cause for decision in among for cause in decision.causes} for number, among in gathered.branchings.items()}
    found: dict[Key, set[Cause]] = {}
    for constant, sets in Differences(gathered.diagrams, gathered.answers, gathered.nothing).by_answer().items():
        of_causes = {frozenset(cause for number in one for cause in causes[number]) for one in sets}
        found[gathered.diagrams.value(constant)] = set().union(*smallest(of_causes))
    return found


def conditions_in(gathered: Answers, answer: Key) -> tuple[tuple[Combination, ...], bool]:
    """The smallest conditions of an answer (8.6), and whether there are more of them than are listed."""
    diagrams = gathered.diagrams
    possible = diagrams.negated(diagrams.where(gathered.answers, NO_WORLD))
    found, all_of_them = smallest_conditions(diagrams, diagrams.where(gathered.answers, answer), possible, MOST_CONDITIONS)
    told: dict[frozenset[tuple[Cause, Value | str]], Combination] = {}
    for condition in found:
        decisions = [gathered.branchings[number][place] for number, place in condition]
        one = tuple(dict.fromkeys((decision.cause, decision.taken) for decision in decisions))
        told.setdefault(frozenset(one), one)
    kept = smallest(set(told))
    return tuple(one for taken, one in told.items() if taken in kept), not all_of_them


def _followed(worlds: list[World], causes: set[Cause], others: list[World], possible: Possible | None) -> tuple[Combination, ...]:
    """The distinct combinations of decisions, of the causes that matter, that were followed to an answer; the ranges of one
    number that leave all else as it is are drawn together, and of comparisons of several those are left out without which no
    world of the `others`, which have another answer, comes to be meant."""
    alike: dict[Combination, list[tuple[World, tuple[Cause, ...]]]] = {}
    for world in worlds:
        among = [d for d in world.decisions if d.cause in causes and d.cause.cause != "chance"]
        numbers = tuple(dict.fromkeys(d.cause for d in among if d.key[0] == "number"))
        taken = {d.cause: d.taken for d in among if d.cause not in numbers}
        alike.setdefault(tuple(taken.items()), []).append((world, numbers))
    found: dict[Combination, None] = {}
    for decided, group in alike.items():
        numbered = all(numbers for _, numbers in group)
        told = ranges_of([list(world.path) for world, _ in group]) if numbered else []
        if not told and numbered and others and possible is not None:
            apart = [list(world.path) for world in others if _agrees(world, dict(decided))]
            told = [bounds_text(path) for path in _least([list(world.path) for world, _ in group], apart, possible)]
        if told:
            found.update({(*decided, (group[0][1][0], text)): None for text in told})
        else:
            found.update({(*decided, *((number, world.where) for number in numbers)): None for world, numbers in group})
    return tuple(found)


def _agrees(world: World, decided: dict[Cause, Any]) -> bool:
    """Whether a world has decided nothing otherwise."""
    return all(decided.get(d.cause, d.taken) == d.taken for d in world.decisions)


def _least(paths: list[Path], others: list[Path], possible: Possible) -> list[Path]:
    """The paths, each without the conditions by which it is told from none of the others; none that lies within another."""
    kept: list[Path] = []
    for path in paths:
        for one in list(path):
            fewer = [condition for condition in path if condition is not one]
            if fewer and not any(possible([*fewer, *other]) for other in others):
                path = fewer
        if not any(_within(path, other, possible) for other in kept):
            kept = [*(other for other in kept if not _within(other, path, possible)), path]
    return kept


def _within(path: Path, other: Path, possible: Possible) -> bool:
    """Whether all numbers of a path are numbers of another one."""
    return not any(possible([*path, (condition, not holds)]) for condition, holds in other)


def _with_chances(worlds: list[World], causes: dict[Key, set[Cause]], gathered: Answers) -> list[Outcome]:
    """Outcomes with probabilities, listed apart wherever other decisions make these differ."""
    open_to = {among[0].key: [one.taken for one in among] for among in gathered.branchings.values() if among[0].cause.cause != "chance"}
    found: dict[tuple[Key, Fraction], Outcome] = {}
    for group in _groups([(world, {d.key: d.taken for d in world.decisions}) for world in worlds], open_to):
        table: dict[Key, tuple[Fraction, World]] = {}
        for world in group:
            sofar, first = table.get(_answer(world), (Fraction(0), world))
            table[_answer(world)] = (sofar + _chance(world), first)
        total = sum((chance for chance, _ in table.values()), Fraction(0))
        for answer, (chance, world) in table.items():
            share = chance / total
            found.setdefault((answer, share), _outcome(world, causes[answer], share, _taken(world, causes[answer])))
    return _sorted(list(found.values()))


def _taken(world: World, causes: set[Cause]) -> tuple[Decision, ...]:
    """What was decided in a world, other than by chance, on which its answer depends."""
    return tuple(d for d in world.decisions if d.cause.cause != "chance" and d.cause in causes)


def _chance(world: World) -> Fraction:
    chance = Fraction(1)
    for decision in world.decisions:
        if decision.cause.cause == "chance":
            chance *= decision.chance
    return chance


def _groups(worlds: list[tuple[World, dict[Branching, Value]]], open_to: dict[Branching, list[Value]]) -> list[list[World]]:
    """The worlds (each with what it has taken) apart by every decision that is not chance; `open_to` are the alternatives of each.

    A world that did not meet a decision belongs to every alternative of it, also to one that is not possible where it is met.
    """
    for key in dict.fromkeys(key for _, taken in worlds for key in taken if key in open_to):
        sides = [side for value in open_to[key] if (side := [one for one in worlds if one[1].get(key, value) == value])]
        if len(sides) > 1:
            left = {other: values for other, values in open_to.items() if other != key}
            return [group for side in sides for group in _groups(side, left)]
    return [[world for world, _ in worlds]]


def _causes_pair_by_pair(worlds: list[World], tick: Callable[[], None], possible: Possible | None = None) -> dict[Key, set[Cause]]:
    """The same, by comparing every two worlds: where worlds of one combination of decisions differ in what was added up.

    With `possible` also where they compared unknown numbers: two worlds differ in these where no numbers are those of both.
    """
    differences: dict[Key, set[frozenset[Cause]]] = {_answer(world): set() for world in worlds}
    taken = [{d.key: d for d in world.decisions} for world in worlds]
    for i, first in enumerate(worlds):
        tick()
        for j in range(i + 1, len(worlds)):
            second = worlds[j]
            if _answer(first) != _answer(second):
                both = [k for k in taken[i].keys() & taken[j].keys() if possible is None or k[0] != "number"]
                differing = frozenset(c for k in both if taken[i][k].taken != taken[j][k].taken for c in taken[i][k].causes)
                differing |= _numbers(first, second, possible) if possible is not None else frozenset()
                differing = differing or _chances(first, second)
                differences[_answer(first)].add(differing)
                differences[_answer(second)].add(differing)
    return {answer: set().union(*smallest(found)) for answer, found in differences.items()}


def _numbers(first: World, second: World, possible: Possible) -> frozenset[Cause]:
    """The unknown numbers in which two worlds differ: those of which no value is that of both, else all that they compared."""
    path = [*first.path, *second.path]
    if not first.path or not second.path or possible(path):
        return frozenset()
    about = {d.key[1]: d.causes for world in (first, second) for d in world.decisions if d.key[0] == "number"}
    apart = [c for c in {c for causes in about.values() for c in causes}
             if not possible([(one, holds) for one, holds in path if about.get(one.text) == (c,)])]  # fmt: skip
    return frozenset(apart or (c for causes in about.values() for c in causes))


def _chances(first: World, second: World) -> frozenset[Cause]:
    """What worlds differ in that share no decision: chances that have been added up on one side."""
    decisions = (*first.decisions, *second.decisions)
    if not any(decision.key[0] == "added up" for decision in decisions):
        return frozenset()
    return frozenset(cause for decision in decisions if decision.cause.cause == "chance" for cause in decision.causes)


def _answer(world: World) -> Key:
    return (world.decided, world.answer)


def _cause_key(cause: Cause) -> tuple[str, str, str]:
    return (cause.cause, cause.what, cause.who or "")


def _sorted(outcomes: list[Outcome]) -> list[Outcome]:
    return sorted(outcomes, key=lambda o: (not o.world.decided, order_key(o.answer), -(o.probability or 0)))
