"""The values a branching is among: those that differ, and every set of some of them."""

from __future__ import annotations

from itertools import combinations

from adjudicator.engine.limits import LimitReached
from adjudicator.engine.symbols import Symbol
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Drawn, Value, order_key


def distinct(name: str, values: list[Value]) -> list[Value]:
    """The values that differ, in a fixed order; of `may` and `must` the stronger."""
    found: list[Value] = []
    for value in values:
        if value not in found:
            found.append(value)
    if name == "may" and "must" in found and "may" in found:
        found.remove("may")
    plain = [v for v in found if not isinstance(v, (Drawn, Symbol)) and v is not UNDECIDED]
    return sorted(plain, key=order_key) + [v for v in found if v not in plain]


MOST_OFFERED = 10


def subsets(values: list[Value]) -> list[Value]:
    """Every set of some of the values, the smaller first."""
    if len(values) > MOST_OFFERED:
        raise LimitReached(f"any of {len(values)} things can be chosen, in too many ways; offer fewer")
    chosen = (frozenset(some) for size in range(len(values) + 1) for some in combinations(values, size))
    return list(chosen)
