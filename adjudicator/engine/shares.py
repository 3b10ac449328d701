"""Exact chances (docs/meaning.md 8.5), added up on the diagram of all answers."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.engine.gathered import Answers
from adjudicator.model.values import Value

Shares = frozenset[tuple[int, Fraction]]
"""The weight of each answer (by its constant)."""


def chances_in(gathered: Answers) -> list[tuple[tuple[bool, Value], Fraction, int]]:
    """Each answer with each probability that it can have, and the guard under which it has it."""
    diagrams, answers = gathered.diagrams, gathered.answers
    shares = _Adding(gathered).shares(answers)
    found: dict[tuple[int, Fraction], int] = {}
    for one in diagrams.values(shares):
        total = sum((weight for _, weight in one), Fraction(0))
        for answer, weight in one:
            key = (answer, weight / total)
            found[key] = diagrams.either(found.get(key, diagrams.no), diagrams.where(shares, one))
    return [(diagrams.value(answer), share, diagrams.both(guard, diagrams.where(answers, diagrams.value(answer))))
            for (answer, share), guard in found.items()]  # fmt: skip


class _Adding:
    """Chances added up, from the answers upwards."""

    def __init__(self, gathered: Answers) -> None:
        self.gathered, self.diagrams = gathered, gathered.diagrams
        self._known: dict[int, int] = {}
        self._chance_alone: dict[int, bool] = {}

    def _is_chance(self, variable: int) -> bool:
        return self.gathered.branchings[variable][0].cause.cause == "chance"

    def _only_chance(self, diagram: int) -> bool:
        """Whether nothing but chance is open below."""
        known = self._chance_alone.get(diagram)
        if known is None:
            if self.diagrams.is_constant(diagram):
                return True
            variable, kids = self.diagrams.split(diagram)
            known = self._chance_alone[diagram] = self._is_chance(variable) and all(map(self._only_chance, kids))
        return known

    def _flowing(self, diagram: int) -> Shares:
        """The weight of each answer where only chance is open: passed on from above."""
        weights = {one: Fraction(0) for one in self.diagrams.below(diagram)}
        weights[diagram] = Fraction(1)
        for one in self.diagrams.from_above(diagram):
            if not self.diagrams.is_constant(one):
                variable, kids = self.diagrams.split(one)
                for decision, kid in zip(self.gathered.branchings[variable], kids, strict=True):
                    weights[kid] += weights[one] * decision.chance
        return frozenset((one, weights[one]) for one in weights if self.diagrams.is_constant(one) and one != self.gathered.nothing)

    def shares(self, diagram: int) -> int:
        """For every combination of the decisions that are not chance, the weight of each answer."""
        known = self._known.get(diagram)
        if known is None:
            known = self._known[diagram] = self._shares(diagram)
        return known

    def _shares(self, diagram: int) -> int:
        if self._only_chance(diagram):
            return self.diagrams.constant(self._flowing(diagram))
        variable, kids = self.diagrams.split(diagram)
        below = [self.shares(kid) for kid in kids]
        decisions = self.gathered.branchings[variable]
        if not self._is_chance(variable):
            return self.diagrams.node(variable, tuple(below))
        weights = [Fraction(decision.chance) for decision in decisions]

        def added(*parts: Shares) -> Shares:
            sums: dict[int, Fraction] = {}
            for weight, part in zip(weights, parts, strict=True):
                for answer, share in part:
                    sums[answer] = sums.get(answer, Fraction(0)) + weight * share
            return frozenset(sums.items())

        return self.diagrams.combined(("added", variable), added, *below)
