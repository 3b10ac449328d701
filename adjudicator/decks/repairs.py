"""The smallest sets of cards that have to come out of a deck, so that every limit that can be kept by taking cards out is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from adjudicator.decks.limits import Load

MOST_LOOKED_AT = 20_000
"""Partial answers that are looked at before the search ends."""
MOST_REPAIRS = 12


@dataclass(frozen=True)
class Repair:
    """One way to mend a deck: so many of the cards of each group, which are alike to every limit."""

    takes: tuple[tuple[int, tuple[str, ...]], ...]

    @property
    def count(self) -> int:
        """How many cards come out."""
        return sum(count for count, _ in self.takes)

    @property
    def example(self) -> tuple[str, ...]:
        """Cards that may be taken: the last of each group, so that further copies go before the first."""
        return tuple(name for count, names in self.takes for name in names[len(names) - count :])


@dataclass(frozen=True)
class Repairs:
    """All smallest ways to mend a deck (`whole`: all were found); none where nothing has to come out."""

    ways: tuple[Repair, ...] = ()
    whole: bool = True


def smallest_repairs(loads: Sequence[Load], order: Sequence[str]) -> Repairs:
    """The smallest sets of cards such that of every load at least what is needed comes out."""
    bearing = [load for load in loads if load.need is not None and load.need > 0]
    if not bearing:
        return Repairs()
    groups: dict[tuple[Fraction, ...], list[str]] = {}
    for name in order:
        signature = tuple(load.weights.get(name, Fraction(0)) for load in bearing)
        if any(signature):
            groups.setdefault(signature, []).append(name)
    search = _Search(list(groups.items()), [load.need for load in bearing])  # type: ignore[misc]
    return search.run()


class _Search:
    """Looks for the fewest cards, group by group; a group is of cards that count alike for every load."""

    def __init__(self, groups: list[tuple[tuple[Fraction, ...], list[str]]], needs: list[Fraction]) -> None:
        self.groups, self.needs = groups, needs
        self.looked = 0
        self.found: dict[tuple[int, ...], None] = {}

    def run(self) -> Repairs:
        """Deeper and deeper, from the fewest that can be enough."""
        most = sum(len(names) for _, names in self.groups)
        none = (0,) * len(self.groups)
        fewest = self._fewest(self.needs, none)
        while not self.found and fewest is not None and fewest <= most and self.looked < MOST_LOOKED_AT:
            self._look(none, tuple(self.needs), fewest, set())
            fewest += 1
        ways = [Repair(tuple((n, tuple(self.groups[g][1])) for g, n in enumerate(taken) if n)) for taken in self.found]
        return Repairs(tuple(ways[:MOST_REPAIRS]), self.looked < MOST_LOOKED_AT and len(ways) <= MOST_REPAIRS)

    def _look(self, taken: tuple[int, ...], needs: tuple[Fraction, ...], left: int, seen: set[tuple[int, ...]]) -> None:
        if taken in seen or self.looked >= MOST_LOOKED_AT:
            return
        seen.add(taken)
        self.looked += 1
        open_ = [load for load, need in enumerate(needs) if need > 0]
        if not open_:
            self.found[taken] = None
            return
        fewest = self._fewest(needs, taken)
        if fewest is None or fewest > left:
            return
        load = min(open_, key=lambda one: sum(1 for weights, _ in self.groups if weights[one] > 0))
        for group, (weights, names) in enumerate(self.groups):
            if weights[load] > 0 and taken[group] < len(names):
                more = tuple(n + (g == group) for g, n in enumerate(taken))
                self._look(more, tuple(need - weight for need, weight in zip(needs, weights, strict=True)), left - 1, seen)

    def _fewest(self, needs: Sequence[Fraction], taken: tuple[int, ...]) -> int | None:
        """How many cards have to come out at least; None where all together are not enough."""
        most = 0
        for load, need in enumerate(needs):
            if need <= 0:
                continue
            left = ((w[load], len(names) - taken[g]) for g, (w, names) in enumerate(self.groups) if w[load] > 0)
            weights = sorted((weight for weight, number in left for _ in range(number)), reverse=True)
            count = 0
            for weight in weights:
                if need <= 0:
                    break
                need -= weight
                count += 1
            if need > 0:
                return None
            most = max(most, count)
        return most
