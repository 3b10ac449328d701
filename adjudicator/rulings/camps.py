"""Readings: of each ruling that can be read in several ways, which alternative leads to which answers."""

from __future__ import annotations

from typing import Any

from adjudicator.model.outcomes import Answer, Cause
from adjudicator.model.values import Value, order_key, show
from adjudicator.records import dataclass


@dataclass(frozen=True)
class Camp:
    """Those who read a ruling in one way, and the answers that are left to them."""

    cause: Cause
    taken: Value | str
    answers: tuple[str, ...]


def camps(answer: Answer) -> list[Camp]:
    """For each reading that the answer turns on, its alternatives with their answers; none where not all conditions are listed."""
    if any(outcome.more_conditions for outcome in answer.outcomes):
        return []
    alternatives: dict[Cause, dict[Value | str, None]] = {}
    for _, combination in _combinations(answer):
        for cause, taken in combination:
            if cause.cause == "reading":
                alternatives.setdefault(cause, {})[taken] = None
    found = []
    for cause in sorted(alternatives, key=lambda c: c.what):
        for taken in sorted(alternatives[cause], key=_key):
            left = [said for said, combination in _combinations(answer) if dict(combination).get(cause, taken) == taken]
            found.append(Camp(cause, taken, tuple(dict.fromkeys(left))))
    return found


def _combinations(answer: Answer) -> list[tuple[str, tuple[tuple[Cause, Value | str], ...]]]:
    """Each combination of decisions with the answer it leads to."""
    found = []
    for outcome in answer.outcomes:
        said = show(outcome.answer) if outcome.world.decided else "undecided"
        found += [(said, combination) for combination in outcome.when]
    return found


def _key(taken: Value | str) -> tuple[Any, ...]:
    return order_key(taken) if not isinstance(taken, str) else (3, 0, taken)
