"""Branching: the decisions a world takes, and the fork that asks for one."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from adjudicator.model.outcomes import Cause, Decision
from adjudicator.model.values import Value

if TYPE_CHECKING:
    from adjudicator.engine.symbols import Condition
    from adjudicator.engine.tried import Trail

Key = tuple[Any, ...]
Chances = list[Fraction] | None
ONE = Fraction(1)


class Fork(Exception):
    """Evaluation met a branching that this world has not decided: here are its alternatives."""

    def __init__(self, alternatives: list[Decision], condition: Condition | None = None) -> None:
        super().__init__("a branching")
        self.alternatives = alternatives
        self.condition = condition


def _shown(value: Value) -> str:
    return f"{type(value).__name__} {value}"


def keyed(key: Key, cause: Cause, alternatives: list[Value], chances: Chances = None) -> Key:
    """What tells a branching from all others: the same only if alternatives, chances and player are (10.3)."""
    return (*key, cause.who, *zip(map(_shown, alternatives), chances or [ONE] * len(alternatives), strict=True))


def among(key: Key, cause: Cause, alternatives: list[Value], chances: Chances = None) -> list[Decision]:
    """The decisions that a branching is between."""
    count = len(alternatives)
    return [Decision(cause, key, value, weight, count) for value, weight in zip(alternatives, chances or [ONE] * count, strict=True)]


class Decisions:
    """What one world has decided so far, by key."""

    def __init__(self, taken: tuple[Decision, ...] = ()) -> None:
        self.taken = taken
        self.by_key = {decision.key: decision for decision in taken}
        self.met: dict[Key, Decision] = {}
        self.trail: Trail | None = None
        """What is being read for an instance of a circle, where that is kept (engine/tried.py)."""

    def take(self, key: Key, cause: Cause, alternatives: list[Value], chances: Chances = None) -> Value:
        """The alternative this world takes; raises Fork where that is still to be decided.

        Two branchings are the same only if their alternatives, chances and player are.
        """
        if self.trail is None:
            return self._taken(key, cause, alternatives, chances)
        return self.trail.choose((key, cause, alternatives, chances), lambda: self._taken(key, cause, alternatives, chances))

    def _taken(self, key: Key, cause: Cause, alternatives: list[Value], chances: Chances) -> Value:
        key = keyed(key, cause, alternatives, chances)
        decision = self.by_key.get(key)
        if decision is None:
            raise Fork(among(key, cause, alternatives, chances))
        self.met[key] = decision
        return decision.taken
