"""The one conflict that an impossible answer names: a minimal set of facts and clauses that cannot stand together.

All of them, and what would mend them, are found by settling/mending.
"""

from __future__ import annotations

from adjudicator.engine.engine import Engine
from adjudicator.engine.worlds import Broken
from adjudicator.language.wording import statement
from adjudicator.model.outcomes import Instance
from adjudicator.model.situation import Node, Question, Situation
from adjudicator.settling.mending.impossible import one_conflict


def minimal_conflict(engine: Engine, situation: Situation, question: Question, broken: list[Broken]):
    """The texts of the facts (and of what always holds) and the clause instances of one minimal conflict."""
    conflict = one_conflict(engine, situation, question)
    facts = [statement(engine.book, node, situation.facts[node].value, situation.things) for node in conflict.facts]
    known = _clauses(broken)
    return (*facts, *conflict.given), tuple(known[name] for name in conflict.clauses if name in known)


def _touched(broken: list[Broken]) -> set[Node]:
    found: set[Node] = set()
    for one in broken:
        todo = list(one.rests_on)
        while todo:
            node = todo.pop()
            resolution = one.world.resolved.get(node)
            if node not in found:
                found.add(node)
                if resolution is not None:
                    todo += [n for i in (*resolution.winners, *resolution.modifiers) for n in i.rests_on]
                    todo += resolution.rests_on
    return found


def _clauses(broken: list[Broken]) -> dict[str, Instance]:
    """The clause instances behind the broken invariants, one for each clause."""
    found: dict[str, Instance] = {}
    for one in broken:
        touched = _touched([one])
        for node, resolution in one.world.resolved.items():
            if node in touched:
                for instance in (*resolution.winners, *resolution.modifiers):
                    found.setdefault(instance.clause.name, instance)
    return found
