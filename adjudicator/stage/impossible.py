"""What makes situations impossible: the clauses without which no invariant would be broken.

Where the situations that an invariant can tell apart are few, all of them are settled; elsewhere the search proposes some.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import islice

from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import LimitReached, RuleFault
from adjudicator.engine.looked import EVERYTHING
from adjudicator.engine.worlds import Ground, broken_by
from adjudicator.model.clauses import Clause, Invariant
from adjudicator.model.situation import Node, Situation
from adjudicator.stage.branching import each_world
from adjudicator.stage.clashes import candidates, worlds
from adjudicator.stage.cones import Cones
from adjudicator.stage.stages import Situations, Stage, TooMany
from adjudicator.stage.witnesses import Witness

MOST_TABLES = 100
Blame = dict[tuple[str, str], Witness]
"""The smallest situation that a clause makes impossible by an invariant: by the names of both."""


def broken_in(ground: Ground) -> frozenset[str]:
    """The invariants that the worlds of a situation break; empty where one of them is possible. Raises LimitReached."""
    if not ground.engine.book.invariants:
        return frozenset()
    found = set()
    for _, broken in each_world(ground.engine, ground.table, broken_by):
        if broken is None:
            return frozenset()
        found.add(broken.invariant.name)
    return frozenset(found)


def is_to_blame(ground: Ground, clause: Clause, invariant: Invariant | None = None) -> bool:
    """Whether the situation is impossible (by this invariant), and possible without the clause."""
    broken = broken_in(ground)
    if not broken or invariant is not None and invariant.name not in broken:
        return False
    return not broken_in(ground.without(clause.name))


def broken_anyway(engine: Engine, stage: Stage, cones: Cones) -> frozenset[str]:
    """The invariants that a table of the stage breaks of which nothing is said; of the first tables only, where there are many."""
    found = set()
    for invariant in engine.book.invariants.values():
        cone = cones.of_invariant(invariant)
        if cone is not None:
            with suppress(TooMany, LimitReached, RuleFault, RecursionError):
                tables = Situations(engine.book, cone).tables(stage)
                if any(invariant.name in broken_in(Ground(engine, Situation(dict(things)))) for things in islice(tables, MOST_TABLES)):
                    found.add(invariant.name)
    return frozenset(found)


class Impossible:
    """Goes through the situations of the invariants, each once."""

    def __init__(self, engine: Engine, stage: Stage, awake: frozenset[str], most: int, cones: Cones) -> None:
        self.engine, self.book, self.cones = engine, engine.book, cones
        self.stage, self.awake, self.most = stage, awake, most
        self._known: dict[str, Blame | None] = {}

    def by(self, invariant: Invariant) -> Blame | None:
        """The clauses to blame where the invariant is broken; None where there are too many situations to settle all of them."""
        asked, self.engine.looked = self.engine.looked, None
        if asked is not None:
            asked.add(EVERYTHING)
        try:
            if invariant.name not in self._known:
                self._known[invariant.name] = self._all(invariant)
        finally:
            self.engine.looked = asked
        return self._known[invariant.name]

    def _all(self, invariant: Invariant) -> Blame | None:
        cone = self.cones.of_invariant(invariant)
        if cone is None:
            return None
        found: Blame = {}
        try:
            situations = Situations(self.book, cone, self.awake)
            if not situations.exact:
                return None
            situations.count(self.stage, self.most)
            for situation in situations(self.stage):
                ground = Ground(self.engine, situation)
                if invariant.name in broken_in(ground):
                    for clause in cone.clauses:
                        key = (clause.name, invariant.name)
                        if key not in found and not broken_in(ground.without(clause.name)):
                            found[key] = Witness(situation, self._spoken(ground, clause))
        except (TooMany, LimitReached, RuleFault, RecursionError):
            return None
        return found

    def _spoken(self, ground: Ground, clause: Clause) -> Node:
        """The first instance of which the clause speaks."""
        for conclusion in clause.conclusions:
            cone = self.cones.of(conclusion.property)
            assert cone is not None
            for node in Situations(self.book, cone, self.awake).nodes(ground.table.situation):
                spoke = (i for world in worlds(ground, node, possible=False) for i in candidates(world.resolve(node)))
                if any(i.clause.name == clause.name for i in spoke):
                    return node
        raise LimitReached("the clause speaks of nothing that can be asked")
