"""Climbing the ladder: all candidates together, rung by rung (docs/meaning.md 4).

Comparing each pair alone down the whole ladder would not be transitive; on each
rung a candidate falls only to a contrary one that still stands itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol

from adjudicator.model.clauses import Warrant
from adjudicator.model.ladder import Ladder, Rung
from adjudicator.model.outcomes import Beaten, Instance
from adjudicator.model.values import Value
from adjudicator.records import dataclass


class Judge(Protocol):
    """What a rung needs to know of two candidates; the engine answers."""

    def contrary(self, a: Instance, b: Instance) -> bool: ...

    def beats(self, rung: Rung, a: Instance, b: Instance) -> str: ...

    def warrant(self, rung: Rung, a: Instance, b: Instance) -> Warrant: ...

    def mean(self, standing: list[Instance]) -> Value: ...


@dataclass(frozen=True)
class Climb:
    """Where the candidates ended: who stands, who fell where, and what remained for the last remedies."""

    standing: tuple[Instance, ...]
    beaten: tuple[Beaten, ...]
    rung: str | None
    averaged: Value = None
    chance: bool = False


def climb(ladder: Ladder, candidates: list[Instance], judge: Judge) -> Climb:
    """Let the candidates climb; stops as soon as those that stand agree."""
    standing = sorted(candidates, key=lambda i: i.key[:3])
    fallen: list[Beaten] = []
    decided: str | None = None
    for rung in ladder.rungs:
        if not _conflict(standing, judge.contrary):
            break
        if rung.form == "averaging":
            mean = judge.mean(standing)
            if mean is not None:
                return Climb(tuple(standing), tuple(fallen), rung.title, averaged=mean)
        elif rung.form == "chance":
            return Climb(tuple(standing), tuple(fallen), rung.title, chance=True)
        else:
            out = _eliminate(rung, standing, judge)
            if out:
                decided = rung.title
                fallen += out
                gone = {b.instance.key for b in out}
                standing = [i for i in standing if i.key not in gone]
    return Climb(tuple(standing), tuple(fallen), decided)


def _conflict(standing: list[Instance], contrary: Callable[[Instance, Instance], bool]) -> bool:
    """Whether some two are contrary; of those that say the same, one is asked about."""
    said = list({i.value: i for i in standing}.values())
    return any(contrary(a, b) for i, a in enumerate(said) for b in said[i + 1 :])


def _eliminate(rung: Rung, standing: list[Instance], judge: Judge) -> list[Beaten]:
    """Who falls on this rung."""
    against = _against(standing, judge)
    return fallen_of(standing, {one.key: list(_beaters(rung, one, against(one), judge)) for one in standing})


def _against(standing: list[Instance], judge: Judge) -> Callable[[Instance], list[Instance]]:
    """For each candidate those that say something contrary: of many that say the same, one is asked about."""
    known: dict[Value, list[Instance]] = {}

    def against(one: Instance) -> list[Instance]:
        if one.value not in known:
            contrary = {one.value: False}
            for other in standing:
                if other.value not in contrary:
                    contrary[other.value] = judge.contrary(other, one)
            known[one.value] = [other for other in standing if contrary[other.value]]
        return known[one.value]

    return against


def fallen_of(standing: Iterable[Instance], beaters: Mapping[tuple[Any, ...], list[Beaten]]) -> list[Beaten]:
    """Who is out, by whom each could be beaten: in is who is beaten only by those that are out, out who is beaten by one that is in.

    What is left goes round in a circle, or is beaten only from one: nothing is said of it.
    """
    standing = list(standing)
    number: dict[tuple[Any, ...], int] = {}
    places = {id(one): number.setdefault(one.key, len(number)) for one in standing}
    above = [[(beaten, places[id(beaten.by)]) for beaten in beaters[key]] for key in number]
    fallen: dict[int, Beaten] = {}
    stays: set[int] = set()
    changed = True
    while changed:
        changed = False
        for place, found in enumerate(above):
            if place in stays or place in fallen:
                continue
            winner = next((beaten for beaten, by in found if by in stays), None)
            if winner is not None:
                fallen[place] = winner
            elif all(by in fallen for _, by in found):
                stays.add(place)
            else:
                continue
            changed = True
    return [fallen[places[id(one)]] for one in standing if places[id(one)] in fallen]


def _beaters(rung: Rung, one: Instance, against: list[Instance], judge: Judge) -> Iterator[Beaten]:
    for other in against:
        if other.key != one.key:
            reason = judge.beats(rung, other, one)
            if reason:
                yield Beaten(one, rung.title, other, reason, judge.warrant(rung, other, one))
