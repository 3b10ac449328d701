"""On which branchings an answer depends (docs/meaning.md 8.4), read off the diagram of all answers."""

from __future__ import annotations

from typing import TypeVar

from adjudicator.engine.guards import Diagrams, OverBudget

T = TypeVar("T")

MOST = 200_000
Sets = frozenset[frozenset[int]]
_NONE: Sets = frozenset()
_NOTHING: Sets = frozenset((frozenset(),))


class Differences:
    """Of a diagram of answers: by which decisions combinations with different answers differ.

    `nothing` is the constant of combinations of which no world is possible.
    """

    def __init__(self, diagrams: Diagrams, answers: int, nothing: int) -> None:
        self.diagrams, self.answers, self.nothing = diagrams, answers, nothing
        self._constants = [one for one in diagrams.below(answers) if diagrams.is_constant(one) and one != nothing]
        self._bit = {one: 1 << i for i, one in enumerate(self._constants)}
        self._differing: dict[tuple[int, int], int] = {}

    def by_answer(self) -> dict[int, set[frozenset[int]]]:
        """For each answer (by its constant), its smallest sets of differing decisions (by the numbers of their variables).

        Where every combination is possible, one decision after another can be changed, so
        that the sets have one member; else the others are looked for, too.
        """
        single = self._single()
        found = {one: {frozenset((v,)) for v, bits in single.items() if bits & self._bit[one]} for one in self._constants}
        if self.nothing in self.diagrams.below(self.answers):
            for one, alone in found.items():
                found[one] = alone | self._smallest(one, frozenset().union(*alone))
        return found

    def _single(self) -> dict[int, int]:
        """For each variable, the answers that can change when it alone does."""
        single: dict[int, int] = {}
        for one in self.diagrams.below(self.answers):
            if not self.diagrams.is_constant(one):
                variable, kids = self.diagrams.split(one)
                for i, first in enumerate(kids):
                    for second in kids[i + 1 :]:
                        single[variable] = single.get(variable, 0) | self._differ(first, second)
        return single

    def _differ(self, a: int, b: int) -> int:
        """The answers on either side where the two diagrams differ, as bits."""
        if a == b:
            return 0
        key = (a, b) if a < b else (b, a)
        known = self._differing.get(key)
        if known is None:
            if self.diagrams.is_constant(a) and self.diagrams.is_constant(b):
                known = 0 if self.nothing in key else self._bit[a] | self._bit[b]
            else:
                known = 0
                for side in self.diagrams.sides(a, b)[1]:
                    known |= self._differ(*side)
            self._differing[key] = known
        return known

    def _smallest(self, answer: int, alone: frozenset[int]) -> Sets:
        """The smallest sets of variables, none of them in `alone`, by which a combination with the answer differs from one with another."""
        known: dict[tuple[int, int], Sets] = {}

        def between(a: int, b: int) -> Sets:
            found = known.get((a, b))
            if found is None:
                if len(known) > MOST:
                    raise OverBudget("too many ways in which decisions depend on each other")
                found = known[a, b] = self._ends(a, b, answer) if self._are_constants(a, b) else step(a, b)
            return found

        def step(a: int, b: int) -> Sets:
            if self.nothing in (a, b) or a == b and self.diagrams.is_constant(a):
                return _NONE
            index, sides = self.diagrams.sides(a, b)
            same: set[frozenset[int]] = set()
            for side in sides:
                same |= between(*side)
            if index not in alone and frozenset() not in same:
                for i, (first, _) in enumerate(sides):
                    for j, (_, second) in enumerate(sides):
                        if i != j:
                            same |= {one | {index} for one in between(first, second)}
            return smallest(same)

        return between(self.answers, self.answers)

    def _are_constants(self, a: int, b: int) -> bool:
        return self.diagrams.is_constant(a) and self.diagrams.is_constant(b)

    def _ends(self, a: int, b: int, answer: int) -> Sets:
        return _NOTHING if a == answer and b != answer and b != self.nothing else _NONE


def smallest(sets: set[frozenset[T]]) -> frozenset[frozenset[T]]:
    """Those that contain no other of them."""
    by_size = sorted(sets, key=len)
    kept: list[frozenset[T]] = []
    for one in by_size:
        if not any(other <= one for other in kept):
            kept.append(one)
    return frozenset(kept)
