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
        weights = chances or [1] * len(alternatives)
        key = (*key, cause.who, *zip(map(_shown, alternatives), weights, strict=True))
        decision = self.by_key.get(key)
        if decision is None:
            among = len(alternatives)
            raise Fork([Decision(cause, key, value, weight, among) for value, weight in zip(alternatives, weights, strict=True)])
        self.met[key] = decision
        return decision.taken
