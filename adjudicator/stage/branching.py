"""The worlds of one situation or moment, walked as far as something asked in them branches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeVar

from adjudicator.engine.decisions import Decisions, Fork
from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import LimitReached
from adjudicator.engine.resolve import World
from adjudicator.engine.table import Table

if TYPE_CHECKING:
    from adjudicator.engine.symbols import Condition
    from adjudicator.engine.worlds import Start
    from adjudicator.model.outcomes import Decision, Resolution
    from adjudicator.model.situation import Node

Got = TypeVar("Got")
MOST_WORLDS = 48
"""Of one question; what has more is told as a limit."""


def each_world(
    engine: Engine,
    table: Table,
    look: Callable[[World], Got],
    taken: tuple[Decision, ...] = (),
    path: tuple[tuple[Condition, bool], ...] = (),
    known: Mapping[Node, Resolution] | None = None,
    most: int = MOST_WORLDS,
) -> Iterator[tuple[World, Got]]:
    """The worlds that a look into them tells apart, each with what was seen; from the decisions `taken` on. Raises LimitReached.

    `path` are the conditions those decisions were taken on, `known` what is worked out already.
    """
    waiting: list[Start] = [(taken, list(path), dict(known or {}))]
    tried = 0
    while waiting:
        decided, conditions, resolved = waiting.pop()
        tried += 1
        if tried > most:
            raise LimitReached("too many branches")
        world = World(engine, table, Decisions(decided), conditions, dict(resolved))
        try:
            got = look(world)
        except Fork as fork:
            for decision in reversed(fork.alternatives):
                longer = [*conditions, (fork.condition, decision.taken is True)] if fork.condition is not None else conditions
                waiting.append(((*decided, decision), longer, world.resolved))
        else:
            yield world, got
