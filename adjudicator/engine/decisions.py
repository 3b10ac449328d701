"""Branching: the decisions a world takes, and the fork that asks for one."""

from __future__ import annotations

from adjudicator.model.outcomes import Cause, Decision
from adjudicator.model.values import Value


class Fork(Exception):
    """Evaluation met a branching that this world has not decided: here are its alternatives."""

    def __init__(self, alternatives: list[Decision], condition: object = None) -> None:
        super().__init__("a branching")
        self.alternatives = alternatives
        self.condition = condition


def _shown(value: Value) -> str:
    return f"{type(value).__name__} {value}"


def keyed(key: tuple, cause: Cause, alternatives: list[Value], chances: list | None = None) -> tuple[tuple, list[Decision]]:
    """What tells a branching from all others (10.3), and the decisions that it is among."""
    weights = chances or [1] * len(alternatives)
    full = (*key, cause.who, *zip(map(_shown, alternatives), weights, strict=True))
    count = len(alternatives)
    return full, [Decision(cause, full, value, weight, count) for value, weight in zip(alternatives, weights, strict=True)]


class Decisions:
    """What one world has decided so far, by key."""

    def __init__(self, taken: tuple[Decision, ...] = ()) -> None:
        self.taken = taken
        self.by_key = {decision.key: decision for decision in taken}
        self.met: dict[tuple, Decision] = {}

    def take(self, key: tuple, cause: Cause, alternatives: list[Value], chances: list | None = None) -> Value:
        """The alternative this world takes; raises Fork where that is still to be decided.

        Two branchings are the same only if their alternatives, chances and player are.
        """
        key, among = keyed(key, cause, alternatives, chances)
        decision = self.by_key.get(key)
        if decision is None:
            raise Fork(among)
        self.met[key] = decision
        return decision.taken
