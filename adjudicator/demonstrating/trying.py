"""Changes tried on the units that may notice them: the likeliest first, in circles of which each may cost twice what the last one did.

Most changes are noticed by the first unit that is asked, if that is one told for the statement; a few by none of thousands. So each change
is given little at first, and only what was not noticed goes on to the next circle, where a unit that is settled for one change is settled
for all that wait for it: first once under the book as it is, each change tried on the steps it takes (reaching.py); then, for each change
by which some step comes out otherwise, under the changed book.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import chain

from adjudicator.demonstrating.changed import changed_engine
from adjudicator.demonstrating.mutations import Mutation
from adjudicator.demonstrating.noticing import Verdict, Watchers
from adjudicator.demonstrating.prints import difference
from adjudicator.demonstrating.reaching import Change, Reaching, change_of, is_stepwise
from adjudicator.demonstrating.units import Seen, again, looked_at, reached
from adjudicator.engine.engine import Engine
from adjudicator.model.situation import Scenario
from adjudicator.records import dataclass

FIRST = 1_000
"""What the units that are asked for a change in the first circle may cost together: so often may anything be asked for."""
FEW = 1
"""So many changes are settled at once, without a look at which of them reach a unit: it costs as much as settling one more."""

Asked = tuple[Seen, tuple[Mutation, ...]]
"""A unit, and the changes that are tried on it."""


@dataclass(frozen=True)
class Tried:
    """What became of a change on a unit: what of it is otherwise (nothing where it did not notice), and what was looked at besides."""

    key: str
    unit: str
    by: str
    looked: frozenset[str]


@dataclass
class Waiting:
    """A change of which is not known whether anything notices it: the units that have not been asked, and what came of the others.

    `witness` is one that noticed it at another time: it is asked before the others, whatever it costs.
    """

    mutation: Mutation
    units: Iterator[Seen]
    witness: Seen | None = None
    left: Seen | None = None
    asked: dict[str, Seen] = field(default_factory=dict)
    found: dict[str, Tried] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.left = next(self.units, None)

    def first(self) -> Iterator[Seen]:
        """The witness, once."""
        if self.witness is not None and self.witness.unit.key not in self.asked:
            self.asked[self.witness.unit.key] = self.witness
            yield self.witness

    def take(self, most: int, is_play: Callable[[Seen], bool]) -> Iterator[Seen]:
        """The next units that cost no more than this together, at least one of those that cost no more by themselves; those that are not
        told as play only when all that are have been asked."""
        spent, began = 0, None
        while self.left is not None and spent + self.left.cost <= most and began in (None, is_play(self.left)):
            seen, began = self.left, is_play(self.left)
            spent, self.left = spent + seen.cost, next(self.units, None)
            self.asked[seen.unit.key] = seen
            yield seen

    def is_over(self) -> bool:
        """Whether all units that may notice it were asked, and have answered."""
        return self.left is None and self.found.keys() == self.asked.keys()

    def noticed(self) -> tuple[Seen, Tried] | None:
        """The first unit that noticed the change."""
        return next(((seen, self.found[key]) for key, seen in self.asked.items() if key in self.found and self.found[key].by), None)


def waiting_for(watchers: Watchers, mutation: Mutation, first: str = "", before: Mapping[str, frozenset[str]] = {}) -> Waiting:
    """A change and the units that may notice it; `first`, where it is one of them and tells it as play, is the witness.

    Those that were asked in an earlier run and noticed nothing (`before`, with what they looked at besides) are not asked again.
    """
    seen = watchers.units.get(first)
    if seen is not None and (first in before or watchers.telling.spoilt(seen, mutation) or seen not in watchers.looking(mutation)):
        seen = None
    aside = {*before, first} if seen is not None else before.keys()
    asked = {key: watchers.units[key] for key in before}
    found = {key: Tried(mutation.key, key, "", looked) for key, looked in before.items()}
    return Waiting(mutation, (one for one in watchers.of(mutation) if one.unit.key not in aside), seen, asked=asked, found=found)


def witnesses(waiting: Iterable[Waiting]) -> list[list[Asked]]:
    """The witnesses, each with all changes that it noticed once, file by file; the cheapest first."""
    return _by_files((seen, one.mutation) for one in waiting for seen in one.first())


def circle(watchers: Watchers, waiting: Iterable[Waiting], most: int) -> list[list[Asked]]:
    """The units that are asked next, each with all changes that are tried on it, file by file; the cheapest first."""

    def taken(one: Waiting) -> Iterator[Seen]:
        return one.take(most, lambda seen: not watchers.telling.spoilt(seen, one.mutation))

    return _by_files((seen, one.mutation) for one in waiting for seen in taken(one))


def _by_files(asked: Iterable[tuple[Seen, Mutation]]) -> list[list[Asked]]:
    changes: dict[str, list[Mutation]] = defaultdict(list)
    units: dict[str, Seen] = {}
    for seen, mutation in asked:
        units[seen.unit.key] = seen
        changes[seen.unit.key].append(mutation)
    files: dict[str, list[Asked]] = defaultdict(list)
    for key in sorted(units, key=lambda key: (units[key].cost, key)):
        files[units[key].unit.file].append((units[key], tuple(changes[key])))
    return [part for those in files.values() for part in _parted(those)]


def _parted(asked: list[Asked]) -> Iterator[list[Asked]]:
    """The units of a file in parts that take some time each."""
    part: list[Asked] = []
    cost = 0
    for seen, changes in asked:
        part.append((seen, changes))
        cost += seen.cost * (1 + len(changes))
        if cost > A_PART:
            yield part
            part, cost = [], 0
    if part:
        yield part


A_PART = 100_000
"""How often anything may be asked for in one part, roughly: some seconds."""


def verdict_on(watchers: Watchers, one: Waiting, equal: bool) -> Verdict:
    """What became of a change that some unit noticed, or about which all were asked; `equal` where it is proved to make no difference."""
    noticed, key, tried = one.noticed(), one.mutation.key, len(one.asked)
    if noticed is None:
        looked = frozenset(chain.from_iterable(found.looked for found in one.found.values()))
        return Verdict(key, tried=tried, equal=equal, looked=tuple(sorted(looked)))
    seen, found = noticed
    return Verdict(key, seen.unit.key, found.by, watchers.telling.spoilt(seen, one.mutation), tried, looked=tuple(sorted(found.looked)))


def tried_on(
    engine: Engine, scenario: Scenario, seen: Seen, mutations: Sequence[Mutation], change: Callable[[Engine, Mutation], Change] = change_of,
    few: float = FEW,
) -> Iterator[Tried]:  # fmt: skip
    """What becomes of each change on one unit; `change` makes it ready, `few` are settled without a look at which reach the unit."""
    steps = [mutation for mutation in mutations if is_stepwise(engine.book, mutation)]
    idle = looked = frozenset[str]()
    if len(steps) > few:
        reaching = Reaching(engine, (change(engine, mutation) for mutation in steps))
        idle = reaching.tried - reached(engine, seen, scenario, reaching)
        looked = looked_at(reaching.trace, seen)
    for mutation in mutations:
        if mutation.key in idle:
            yield Tried(mutation.key, seen.unit.key, "", looked)
            continue
        after = again(changed_engine(engine, mutation), seen, scenario)
        changed = next(((a, b) for a, b in zip(seen.prints, after.prints, strict=True) if a != b), None)
        yield Tried(mutation.key, seen.unit.key, difference(*changed) if changed is not None else "", after.looked)
