"""The smallest sets of cards that have to come out of a deck, so that every limit that can be kept by taking cards out is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from fractions import Fraction

from adjudicator.decks.limits import Load
from adjudicator.records import dataclass

Take = tuple[int, tuple[str, ...]]
"""How many of a group, and the names of its cards."""
MOST_WORK = 2_000_000
"""Entries of loads that are looked at before the search ends; some seconds."""
MOST_REPAIRS = 12


@dataclass(frozen=True)
class Repair:
    """One way to mend a deck: so many of the cards of each group, which are alike to every limit."""

    takes: tuple[Take, ...]

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
    """The smallest ways to mend a deck; none where nothing has to come out.

    `whole`: there are no others; `proved`: there is no smaller one.
    """

    ways: tuple[Repair, ...] = ()
    whole: bool = True
    proved: bool = True


def smallest_repairs(loads: Sequence[Load], order: Sequence[str]) -> Repairs:
    """The smallest sets of cards such that of every load at least what is needed comes out."""
    bearing = list({(tuple(load.weights.items()), load.need): load for load in loads if load.need is not None and load.need > 0}.values())
    if not bearing:
        return Repairs()
    signatures: dict[str, list[tuple[int, Fraction]]] = {}
    for number, load in enumerate(bearing):
        for name, weight in load.weights.items():
            signatures.setdefault(name, []).append((number, weight))
    groups: dict[tuple[tuple[int, Fraction], ...], list[str]] = {}
    for name in order:
        if name in signatures:
            groups.setdefault(tuple(signatures[name]), []).append(name)
    return _Search(list(groups.items()), [load.need or Fraction(0) for load in bearing]).run()


class _TooMuchWork(Exception):
    """The search has looked at as much as it may."""


@dataclass
class _Search:
    """Branch and bound over groups of cards that count alike for every load: one more of a group, or no more of it."""

    groups: list[tuple[tuple[tuple[int, Fraction], ...], list[str]]]
    needs: list[Fraction]
    work: int = 0
    best: int = 0
    listing: bool = False
    """Whether the fewest are known, and the ways are looked for."""
    found: dict[tuple[int, ...], None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.loads: list[list[tuple[int, Fraction]]] = [[] for _ in self.needs]
        for group, (signature, _) in enumerate(self.groups):
            for load, weight in signature:
                self.loads[load].append((group, weight))
        for members in self.loads:
            members.sort(key=lambda one: -one[1])

    def run(self) -> Repairs:
        """First how few are enough, then the ways that there are with so few."""
        most = [len(names) for _, names in self.groups]
        first = self._greedy(most)
        self.best, self.found = sum(first), {tuple(first): None}
        proved = whole = False
        try:
            self._look([0] * len(most), most)
            proved = True
            self.listing = True
            self.best += 1
            self._look([0] * len(most), most)
            whole = len(self.found) <= MOST_REPAIRS
        except _TooMuchWork:
            pass
        fewest = min(sum(taken) for taken in self.found)
        kept = [taken for taken in self.found if sum(taken) == fewest][:MOST_REPAIRS]
        ways = (Repair(tuple((n, tuple(self.groups[g][1])) for g, n in enumerate(taken) if n)) for taken in kept)
        return Repairs(tuple(ways), whole, proved)

    def _greedy(self, most: list[int]) -> list[int]:
        """Enough cards, the most bearing ones first."""
        taken, needs = [0] * len(most), list(self.needs)
        while any(need > 0 for need in needs):
            group = max((g for g, n in enumerate(taken) if n < most[g]),
                        key=lambda g: sum(min(w, needs[load]) for load, w in self.groups[g][0] if needs[load] > 0))  # fmt: skip
            taken[group] += 1
            for load, weight in self.groups[group][0]:
                needs[load] -= weight
        return taken

    def _look(self, least: list[int], most: list[int]) -> None:
        """All ways with at least and at most so many of each group, that are smaller than the best (or, once that is known, as small)."""
        forced = self._forced(least, most)
        if forced is None or sum(forced) >= self.best or (self.listing and len(self.found) > MOST_REPAIRS):
            return
        needs = self._open(forced)
        if not any(need > 0 for need in needs):
            if not self.listing:
                self.best, self.found = sum(forced), {}
            self.found[tuple(forced)] = None
            return
        if sum(forced) + self._bound(forced, most, needs) >= self.best:
            return
        free = [g for g, n in enumerate(forced) if n < most[g] and any(needs[load] > 0 for load, _ in self.groups[g][0])]
        group = max(free, key=lambda g: sum(min(w, needs[load]) for load, w in self.groups[g][0] if needs[load] > 0))
        self._look([n + (g == group) for g, n in enumerate(forced)], most)
        self._look(forced, [forced[g] if g == group else n for g, n in enumerate(most)])

    def _open(self, taken: list[int]) -> list[Fraction]:
        needs = list(self.needs)
        for load, bearing in enumerate(self.loads):
            self.work += len(bearing)
            for group, weight in bearing:
                if taken[group]:
                    needs[load] -= weight * taken[group]
        if self.work > MOST_WORK:
            raise _TooMuchWork
        return needs

    def _forced(self, least: list[int], most: list[int]) -> list[int] | None:
        """What has to be taken at least; None where all that may be taken is not enough."""
        taken, needs = list(least), self._open(least)
        todo = [load for load, need in enumerate(needs) if need > 0]
        for load in todo:
            if needs[load] <= 0:
                continue
            spare = sum(weight * (most[group] - taken[group]) for group, weight in self.loads[load]) - needs[load]
            if spare < 0:
                return None
            for group, weight in self.loads[load]:
                more = int(most[group] - taken[group] - spare // weight)
                if more > 0:
                    taken[group] += more
                    for other, bears in self.groups[group][0]:
                        needs[other] -= bears * more
        return taken

    def _bound(self, taken: list[int], most: list[int], needs: list[Fraction]) -> int:
        """How many more at least: loads that share no card add up."""
        used: set[int] = set()
        total = 0
        for load in sorted((i for i, need in enumerate(needs) if need > 0), key=lambda i: len(self.loads[i])):
            if not used.isdisjoint(group for group, _ in self.loads[load]):
                continue
            used.update(group for group, _ in self.loads[load])
            need = needs[load]
            for group, weight in self.loads[load]:
                count = min(most[group] - taken[group], -(-need // weight))
                if count > 0 and need > 0:
                    total += int(count)
                    need -= weight * count
        return total
