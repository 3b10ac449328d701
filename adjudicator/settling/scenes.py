"""Going back to the moments of a settled world: what was so then, read again without deciding anything anew."""

from __future__ import annotations

from collections import ChainMap

from adjudicator.engine.decisions import Decisions
from adjudicator.engine.resolve import World
from adjudicator.engine.table import Table
from adjudicator.engine.worlds import Ground
from adjudicator.model.outcomes import Outcome, Step
from adjudicator.model.situation import Node
from adjudicator.settling.exploring import table_of

NOW = 0
"""The moment that is asked about; the others are called by the numbers of their steps."""


def step_of(node: Node) -> int:
    """The step in whose moment an instance is meant; NOW where that is the moment asked about."""
    _, at, number = node[0].rpartition("@")
    return int(number) if at and number.isdecimal() else NOW


def plain(node: Node) -> Node:
    """The instance without the mark of its moment."""
    return (node[0].rpartition("@")[0], node[1]) if step_of(node) else node


def at(step: int, node: Node) -> Node:
    """The instance as it is meant from the moment of a step; one that is marked already stays as it is."""
    return node if step == NOW or step_of(node) else (f"{node[0]}@{step}", node[1])


class Scenes:
    """The moments of one outcome's world, opened when they are needed."""

    def __init__(self, ground: Ground, outcome: Outcome) -> None:
        self.ground, self.outcome = ground, outcome
        self._opened: dict[int, World | None] = {}

    def world(self, step: int) -> World | None:
        """The world in the moment of a step; None of a step that has none (something said, a turn without an event)."""
        if step not in self._opened:
            self._opened[step] = self._open(step)
        return self._opened[step]

    def step(self, number: int) -> Step | None:
        """A step of the story by its number."""
        steps = self.outcome.world.steps
        return steps[number - 1] if 0 < number <= len(steps) else None

    def _open(self, number: int) -> World | None:
        lived = self.outcome.world
        step = self.step(number)
        if number == NOW:
            table, known = table_of(self.ground, self.outcome), lived.resolutions
        elif step is not None and isinstance(step.table, Table):
            table, known = step.table, step.resolutions
        else:
            return None
        return World(self.ground.engine, table, Decisions(lived.decisions), list(lived.path), ChainMap({}, known))
