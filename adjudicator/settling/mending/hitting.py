"""All minimal conflicts and all minimal repairs of a set, by asking whether parts of it conflict.

A part conflicts as soon as any part of it does.  A repair is a set that meets every conflict, and a conflict one that
meets every repair.  The repairs come from Reiter's tree of hitting sets (A theory of diagnosis from first principles,
1987), the smallest first; when it has been walked to its end, all conflicts follow from all repairs (Berge).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import field
from typing import Generic, TypeVar

from adjudicator.records import dataclass

E = TypeVar("E", bound=Hashable)


class Tired(Exception):
    """As many questions as were allowed have been asked."""


@dataclass
class Asked(Generic[E]):
    """Whether a part conflicts: True, False, or None where that cannot be told. Asked at most so often."""

    conflicting: Callable[[frozenset[E]], bool | None]
    most: int
    count: int = 0
    sure: bool = True
    _known: dict[frozenset[E], bool | None] = field(default_factory=dict)

    def __call__(self, part: frozenset[E]) -> bool | None:
        if part not in self._known:
            if self.count >= self.most:
                raise Tired
            self.count += 1
            self._known[part] = self.conflicting(part)
            self.sure = self.sure and self._known[part] is not None
        return self._known[part]


@dataclass(frozen=True)
class Hits(Generic[E]):
    """The minimal conflicts and the minimal repairs, the smallest first; `complete` tells whether these are all."""

    conflicts: tuple[frozenset[E], ...]
    repairs: tuple[frozenset[E], ...]
    complete: bool
    asked: int


def all_conflicts(elements: Sequence[E], conflicting: Callable[[frozenset[E]], bool | None], most: int = 400) -> Hits[E]:
    """All minimal conflicts and repairs of the elements, in their order; as many as can be found with `most` questions."""
    ask = Asked(conflicting, most)
    conflicts: list[frozenset[E]] = []
    repairs: list[frozenset[E]] = []
    complete = True
    try:
        _walk(elements, ask, conflicts, repairs)
    except Tired:
        complete = False
    if complete and ask.sure and frozenset() not in conflicts:
        conflicts = transversals(repairs)
    return Hits(_sorted(conflicts, elements), _sorted(repairs, elements), complete and ask.sure, ask.count)


def _walk(elements: Sequence[E], ask: Asked[E], conflicts: list[frozenset[E]], repairs: list[frozenset[E]]) -> None:
    everything = frozenset(elements)
    waiting: deque[frozenset[E]] = deque([frozenset()])
    seen: set[frozenset[E]] = {frozenset()}
    while waiting:
        out = waiting.popleft()
        if any(repair <= out for repair in repairs):
            continue
        conflict = next((known for known in conflicts if known.isdisjoint(out)), None)
        if conflict is None:
            rest = everything - out
            conflicts_still = ask(rest)
            if conflicts_still is False:
                repairs.append(out)
            if not conflicts_still:
                continue
            conflict = smallest(rest, elements, ask)
            conflicts.append(conflict)
        for element in (e for e in elements if e in conflict):
            if out | {element} not in seen:
                seen.add(out | {element})
                waiting.append(out | {element})


def smallest(part: frozenset[E], elements: Sequence[E], ask: Callable[[frozenset[E]], bool | None]) -> frozenset[E]:
    """A minimal conflict within a part that conflicts: what can be left out is left out, the last elements first."""
    for element in reversed(elements):
        if element in part and ask(part - {element}):
            part = part - {element}
    return part


def transversals(sets: Sequence[frozenset[E]]) -> list[frozenset[E]]:
    """The minimal sets that meet every one of these."""
    found: list[frozenset[E]] = [frozenset()]
    for one in sets:
        longer = {old for old in found if old & one} | {old | {element} for old in found if not old & one for element in one}
        found = [new for new in longer if not any(other < new for other in longer)]
    return found


def _sorted(sets: Sequence[frozenset[E]], elements: Sequence[E]) -> tuple[frozenset[E], ...]:
    place = {element: number for number, element in enumerate(elements)}
    return tuple(sorted(sets, key=lambda s: (len(s), sorted(place[element] for element in s))))
