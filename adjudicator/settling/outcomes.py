"""From worlds to outcomes: distinct answers, their causes, conditions and exact probabilities (docs/meaning.md 8)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from adjudicator.engine.conditions import smallest_conditions
from adjudicator.engine.differences import Differences, smallest
from adjudicator.engine.guards import Diagrams
from adjudicator.engine.worlds import Broken
from adjudicator.model.outcomes import Cause, Decision, Outcome, World
from adjudicator.model.values import Value, order_key

Key = tuple[bool, Value]
Combination = tuple[tuple[Cause, Value | str], ...]
MOST_CONDITIONS = 64


def outcomes_of(worlds: list[World], broken: Iterable[Broken] = ()) -> list[Outcome]:
    """The outcomes in a fixed order: decided before undecided, then by value. `broken` are the worlds that are not possible."""
    together = Together(worlds, broken)
    causes = together.causes()
    chancy = any(c.cause == "chance" for found in causes.values() for c in found)
    if chancy:
        return _with_chances(worlds, causes)
    first: dict[Key, World] = {}
    for world in worlds:
        first.setdefault(_answer(world), world)
    found = []
    for key, world in first.items():
        when, more = together.when(key, causes[key])
        found.append(Outcome(world.answer, None, tuple(sorted(causes[key], key=_cause_key)), world, when=when, more_conditions=more))
    return _sorted(found)


class Together:
    """All worlds of a question in one diagram: the answer for every combination of decisions."""

    def __init__(self, worlds: list[World], broken: Iterable[Broken] = ()) -> None:
        self.worlds = worlds
        self.diagrams = Diagrams()
        self.nothing = self.diagrams.constant("no world")
        self._several = self.diagrams.constant("several answers")
        self.decisions: dict[tuple, dict[Value, Decision]] = {}
        taken: list[tuple[dict[int, int], int]] = []
        for world in (*worlds, *broken):
            for decision in world.decisions:
                self.decisions.setdefault(decision.key, {}).setdefault(decision.taken, decision)
        self.keys = list(self.decisions)
        self._number = {key: i for i, key in enumerate(self.keys)}
        self._place = [{value: place for place, value in enumerate(self.decisions[key])} for key in self.keys]
        for key in self.keys:
            self.diagrams.variable(key, self.decisions[key])
        for world in worlds:
            places = {self._number[d.key]: self._place[self._number[d.key]][d.taken] for d in world.decisions}
            taken.append((places, self.diagrams.constant(_answer(world))))
        self.answers = self._diagram(taken, 0)

    def _diagram(self, taken: list[tuple[dict[int, int], int]], above: int) -> int:
        """The diagram of these worlds, which differ in no variable before `above`."""
        variable = min((number for places, _ in taken for number in places if number >= above), default=None)
        if variable is None:
            answers = {answer for _, answer in taken}
            return self.nothing if not taken else answers.pop() if len(answers) == 1 else self._several
        sides: dict[int, list[tuple[dict[int, int], int]]] = {}
        free = []
        for one in taken:
            place = one[0].get(variable)
            if place is None:
                free.append(one)
            else:
                sides.setdefault(place, []).append(one)
        kids = tuple([self._diagram(sides.get(place, []), variable + 1) for place in range(len(self._place[variable]))])
        node = self.diagrams.node(variable, kids)
        return self._one_of(node, self._diagram(free, variable + 1)) if free else node

    def _one_of(self, a: int, b: int) -> int:
        """Whichever of the two has an answer."""

        def either(one: object, other: object) -> object:
            nothing = self.diagrams.value(self.nothing)
            return other if one == nothing else one if other in (nothing, one) else self.diagrams.value(self._several)

        return self.diagrams.combined("one of", either, a, b)

    @property
    def apart(self) -> bool:
        """Whether every combination of decisions has one answer at most: not where chances have been added up."""
        return self._several not in self.diagrams.below(self.answers)

    def causes(self) -> dict[Key, set[Cause]]:
        """For each answer, the causes on which it depends (8.4).

        A world with this answer and one with another differ in the decisions of
        some causes and agree in every other decision both take; the causes of the
        smallest such differences are those of the answer.
        """
        if not self.apart:
            return _causes_pair_by_pair(self.worlds)
        found: dict[Key, set[Cause]] = {}
        for constant, sets in Differences(self.diagrams, self.answers, self.nothing).by_answer().items():
            of_causes = {frozenset(cause for number in one for cause in self._causes(number)) for one in sets}
            found[self.diagrams.value(constant)] = set().union(*smallest(of_causes))
        return found

    def _causes(self, number: int) -> set[Cause]:
        return {cause for decision in self.decisions[self.keys[number]].values() for cause in decision.causes}

    def when(self, answer: Key, causes: Iterable[Cause]) -> tuple[tuple[Combination, ...], bool]:
        """The smallest conditions of an answer, and whether there are more of them than are listed.

        Ranges of unknown numbers are told as they were followed.
        """
        if not self.apart or any(key[0] == "number" for key in self.keys):
            return _followed([world for world in self.worlds if _answer(world) == answer], set(causes)), False
        diagrams = self.diagrams
        possible = diagrams.negated(diagrams.where(self.answers, diagrams.value(self.nothing)))
        found, all_of_them = smallest_conditions(diagrams, diagrams.where(self.answers, answer), possible, MOST_CONDITIONS)
        told = {frozenset(one): one for one in (tuple(dict.fromkeys(self._taken(*d) for d in condition)) for condition in found)}
        kept = smallest(set(told))
        return tuple(one for taken, one in told.items() if taken in kept), not all_of_them

    def _taken(self, number: int, place: int) -> tuple[Cause, Value]:
        decision = list(self.decisions[self.keys[number]].values())[place]
        return decision.cause, decision.taken


def _followed(worlds: list[World], causes: set[Cause]) -> tuple[Combination, ...]:
    """The distinct combinations of decisions, of the causes that matter, that were followed to an answer."""
    found: dict[Combination, None] = {}
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
    for group in _groups([(world, {d.key: d.taken for d in world.decisions if d.cause.cause != "chance"}) for world in worlds]):
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


def _groups(worlds: list[tuple[World, dict[tuple, Value]]]) -> list[list[World]]:
    """The worlds (each with its decisions that are not chance) apart by every such decision.

    A world that did not meet a decision belongs to every alternative of it.
    """
    met: dict[tuple, dict[Value, None]] = {}
    for _, taken in worlds:
        for key, value in taken.items():
            met.setdefault(key, {})[value] = None
    for key, values in met.items():
        if len(values) > 1:
            sides = ([one for one in worlds if one[1].get(key, value) == value] for value in values)
            return [group for side in sides for group in _groups(side)]
    return [[world for world, _ in worlds]]


def _causes_pair_by_pair(worlds: list[World]) -> dict[Key, set[Cause]]:
    """The same, by comparing every two worlds: where worlds of one combination of decisions differ in what was added up."""
    differences: dict[Key, set[frozenset[Cause]]] = {_answer(world): set() for world in worlds}
    taken = [{d.key: d for d in world.decisions} for world in worlds]
    for i, first in enumerate(worlds):
        for j in range(i + 1, len(worlds)):
            second = worlds[j]
            if _answer(first) != _answer(second):
                both = taken[i].keys() & taken[j].keys()
                differing = frozenset(c for k in both if taken[i][k].taken != taken[j][k].taken for c in taken[i][k].causes)
                differing = differing or _chances(first, second)
                differences[_answer(first)].add(differing)
                differences[_answer(second)].add(differing)
    return {answer: set().union(*smallest(found)) for answer, found in differences.items()}


def _chances(first: World, second: World) -> frozenset[Cause]:
    """What worlds differ in that share no decision: chances that have been added up on one side."""
    decisions = (*first.decisions, *second.decisions)
    if not any(decision.key[0] == "added up" for decision in decisions):
        return frozenset()
    return frozenset(cause for decision in decisions if decision.cause.cause == "chance" for cause in decision.causes)


def _answer(world: World) -> Key:
    return (world.decided, world.answer)


def _cause_key(cause: Cause) -> tuple:
    return (cause.cause, cause.what, cause.who or "")


def _sorted(outcomes: list[Outcome]) -> list[Outcome]:
    return sorted(outcomes, key=lambda o: (not o.world.decided, order_key(o.answer), -(o.probability or 0)))
