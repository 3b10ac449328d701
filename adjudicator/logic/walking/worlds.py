"""Worlds: every consistent branch of a question, followed to its answer.

A world is evaluated until it meets a branching it has not decided; each
alternative is then a world of its own.  Worlds that break an invariant are
set aside with the invariant they break.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from adjudicator.logic.limits import LimitReached
from adjudicator.logic.undecided import UNDECIDED
from adjudicator.logic.walking.decisions import Decisions, Fork
from adjudicator.logic.walking.engine import Engine
from adjudicator.logic.walking.instances import solve
from adjudicator.logic.walking.resolve import World
from adjudicator.logic.walking.symbols import Condition, bounds_text
from adjudicator.logic.walking.table import Table
from adjudicator.logic.walking.truth import truth
from adjudicator.model.clauses import Invariant
from adjudicator.model.outcomes import Decision, Resolution
from adjudicator.model.outcomes import World as Outcome
from adjudicator.model.situation import Node, Question, Situation
from adjudicator.model.values import Value


@dataclass(frozen=True)
class Broken:
    """A world that is not possible: the invariant it breaks, for which things, resting on what."""

    invariant: Invariant
    binding: tuple[tuple[str, Value], ...]
    decisions: tuple[Decision, ...]
    rests_on: tuple[Node, ...]
    world: World


@dataclass
class Worlds:
    """All branches of one question: the possible ones and the broken ones."""

    possible: list[Outcome]
    broken: list[Broken]


class Ground:
    """A situation made ready: its table, and what holds of it whatever is decided.

    What a world computed before it met a branching holds in all branches from there on.
    """

    def __init__(self, engine: Engine, situation: Situation) -> None:
        self.engine = engine
        self.table = Table(engine.book, situation)
        self.certain: dict[Node, Resolution] = {}
        self._without: dict[str, Ground] = {}

    def without(self, clause: str) -> Ground:
        """The same situation with one clause supposed off; kept, since every question of a scenario may ask."""
        if clause not in self._without:
            situation = self.table.situation
            supposed = replace(situation, suppose={**situation.suppose, clause: False})
            self._without[clause] = Ground(self.engine, supposed)
        return self._without[clause]


def explore(ground: Ground, question: Question) -> Worlds:
    """Every world of the question. Raises LimitReached when there are too many."""
    engine, table = ground.engine, ground.table
    found = Worlds([], [])
    waiting: list[tuple[tuple[Decision, ...], list[tuple[Condition, bool]], dict[Node, Resolution]]]
    waiting = [((), [], ground.certain)]
    while waiting:
        taken, path, known = waiting.pop()
        if len(found.possible) + len(found.broken) + len(waiting) > engine.limits.worlds:
            raise LimitReached(f"more than {engine.limits.worlds:,} branches; say more about what is unknown")
        world = World(engine, table, Decisions(taken), path, known if not taken else dict(known))
        try:
            _finish(world, question, found)
        except Fork as fork:
            for decision in reversed(fork.alternatives):
                longer = [*path, (fork.condition, decision.taken is True)] if fork.condition is not None else path
                waiting.append(((*taken, decision), longer, world.resolved))
        except RecursionError:
            raise LimitReached("the chain of reasons is too deep to follow") from None
    return found


def _finish(world: World, question: Question, found: Worlds) -> None:
    value, root = world.answer(question)
    broken = broken_in(world)
    if broken is not None:
        found.broken.append(broken)
        return
    where = bounds_text(world.path) if world.path else ""
    decided = value is not UNDECIDED
    found.possible.append(Outcome(world.decisions.taken, value if decided else None, decided, world.resolved, root, where))


def broken_in(world: World) -> Broken | None:
    """The first invariant that this world breaks."""
    for invariant in world.book.invariants.values():
        kinds = {p.name: p.kind for p in invariant.parameters}
        world._reading.append({})
        try:
            for binding in solve(world, (invariant.when,), {}, kinds):
                if truth(world, invariant.always, binding) is False:
                    read = tuple(world._reading[-1])
                    return Broken(invariant, tuple(sorted(binding.items())), world.decisions.taken, read, world)
        finally:
            world._reading.pop()
    return None


