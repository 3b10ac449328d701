"""The smallest conditions under which a guard holds: its prime implicants, the shortest first."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.guards import Diagrams

Condition = tuple[tuple[int, int], ...]
"""Variables (by their numbers) with the alternative (by its place) that each takes, from the top of the diagrams down."""
MOST_STEPS = 20_000


class _Enough(Exception):
    """As many were found, or looked at, as are wanted."""


def smallest_conditions(diagrams: Diagrams, holds: int, possible: int, most: int) -> tuple[list[Condition], bool]:
    """The smallest conditions under which, of what is `possible`, the guard `holds`; and whether these are all.

    A condition is smallest when none of its decisions can be left out. They come in a fixed
    order, the shortest first; no more than `most` of them.
    """
    allowed = diagrams.either(holds, diagrams.negated(possible))
    search = _Search(diagrams, allowed, holds, most)
    return search.run()


class _Search:
    def __init__(self, diagrams: Diagrams, allowed: int, holds: int, most: int) -> None:
        self.diagrams, self.allowed, self.holds, self.most = diagrams, allowed, holds, most
        self.found: list[Condition] = []
        self.steps = 0
        self._shortest: dict[int, float] = {}
        self._whatever: dict[int, int] = {}

    def run(self) -> tuple[list[Condition], bool]:
        shortest = self.shortest(self.allowed)
        try:
            for size in range(int(shortest), self._longest(self.allowed) + 1):
                for condition in self._of_size(self.allowed, (), size, ()):
                    if not self._needed(condition):
                        continue
                    if len(self.found) == self.most:
                        return self.found, False
                    self.found.append(condition)
        except _Enough:
            return self.found, False
        return self.found, True

    def _longest(self, guard: int) -> int:
        """No condition is longer than the number of variables on which the guard depends."""
        return len({self.diagrams.split(one)[0] for one in self.diagrams.below(guard) if not self.diagrams.is_constant(one)})

    def shortest(self, guard: int) -> float:
        """How many decisions the shortest condition of a guard needs."""
        if self.diagrams.is_constant(guard):
            return 0 if guard == self.diagrams.yes else float("inf")
        known = self._shortest.get(guard)
        if known is None:
            _, kids = self.diagrams.split(guard)
            known = self.shortest(self.whatever(guard))
            for kid in kids:
                known = min(known, 1 + self.shortest(kid))
            self._shortest[guard] = known
        return known

    def whatever(self, guard: int) -> int:
        """When the guard holds whichever alternative its first variable takes."""
        known = self._whatever.get(guard)
        if known is None:
            known = self.diagrams.yes
            for kid in self.diagrams.split(guard)[1]:
                known = self.diagrams.both(known, kid)
            self._whatever[guard] = known
        return known

    def _of_size(self, guard: int, taken: Condition, left: int, without: tuple[int, ...]) -> Iterator[Condition]:
        """The conditions of a guard with so many more decisions; under none of `without` may what is left hold."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise _Enough
        if guard in without or self.shortest(guard) > left:
            return
        if guard == self.diagrams.yes:
            if left == 0 and self.diagrams.yes not in without:
                yield taken
            return
        variable, kids = self.diagrams.split(guard)
        whatever = self.whatever(guard)
        without = tuple(dict.fromkeys(self._down_to(one, guard) for one in without))
        if left:
            for place, kid in enumerate(kids):
                further = tuple(dict.fromkeys((*(self._under(one, variable, place) for one in without), whatever)))
                yield from self._of_size(kid, (*taken, (variable, place)), left - 1, further)
        yield from self._of_size(whatever, taken, left, tuple(dict.fromkeys(self._over(one, variable) for one in without)))

    def _down_to(self, guard: int, other: int) -> int:
        """What is left of a guard where all variables above those of another stay open."""
        while not self.diagrams.is_constant(guard) and self.diagrams.top(guard).rank < self.diagrams.top(other).rank:
            guard = self.whatever(guard)
        return guard

    def _under(self, guard: int, variable: int, place: int) -> int:
        if not self.diagrams.is_constant(guard):
            index, kids = self.diagrams.split(guard)
            if index == variable:
                return kids[place]
        return guard

    def _over(self, guard: int, variable: int) -> int:
        """What is left of a guard where the variable stays open."""
        if not self.diagrams.is_constant(guard) and self.diagrams.split(guard)[0] == variable:
            return self.whatever(guard)
        return guard

    def _needed(self, condition: Condition) -> bool:
        """Whether it is met by something possible. (That none of its decisions can be left out, the search sees to.)"""
        return self.diagrams.restricted(self.holds, dict(condition)) != self.diagrams.no
