"""Why a situation is impossible: a minimal set of facts and clauses that cannot stand together.

Deletion in a fixed order (facts in the order of the file, then clauses): what
can be left out while the situation stays impossible is left out, so each of
those that remain is needed.  A fact that is left out becomes unknown.
"""

from __future__ import annotations

from dataclasses import replace

from adjudicator.adjudication.exploring import explore
from adjudicator.logic.limits import LimitReached
from adjudicator.logic.walking.engine import Engine
from adjudicator.logic.walking.worlds import Broken, Ground
from adjudicator.model.outcomes import Instance
from adjudicator.model.situation import Fact, Node, Question, Situation
from adjudicator.model.values import show


def minimal_conflict(engine: Engine, situation: Situation, question: Question, broken: list[Broken]):
    """The texts of the facts and the clause instances of one minimal conflict, given the invariants."""
    nodes = _touched(broken)
    facts = [f for f in situation.facts.values() if f.node in nodes and not f.unknown]
    kept = dict(situation.facts)
    needed: list[Fact] = []
    for fact in sorted(facts, key=lambda f: f.place):
        trial = {**kept, fact.node: Fact(fact.node, None, True, fact.text, fact.place)}
        if _impossible(engine, replace(situation, facts=trial), question):
            kept = trial
        else:
            needed.append(fact)
    reduced = replace(situation, facts=kept)
    clauses: list[Instance] = []
    for name, instance in sorted(_clauses(broken).items()):
        trial_situation = replace(reduced, suppose={**reduced.suppose, name: False})
        if _impossible(engine, trial_situation, question):
            reduced = trial_situation
        else:
            clauses.append(instance)
    return tuple([f.text for f in needed] + _invariants(broken)), tuple(clauses)


def _invariants(broken: list[Broken]) -> list[str]:
    """The invariants that are broken, each with the things at hand of which it is said."""
    found: dict[str, str] = {}
    for one in broken:
        things = ", ".join(f"the {name} is {show(value)}" for name, value in one.binding)
        cites = f" ({', '.join(one.invariant.cites)})" if one.invariant.cites else ""
        found.setdefault(one.invariant.name, f"given that always {one.invariant.text}{cites}" + (f", where {things}" if things else ""))
    return [found[name] for name in sorted(found)]


def _impossible(engine: Engine, situation: Situation, question: Question) -> bool:
    try:
        worlds = explore(Ground(engine, situation), question)
    except LimitReached:
        return False
    return not worlds.possible


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
    found: dict[str, Instance] = {}
    for one in broken:
        touched = _touched([one])
        for node, resolution in one.world.resolved.items():
            if node in touched:
                for instance in (*resolution.winners, *resolution.modifiers):
                    found.setdefault(instance.clause.name, instance)
    return found
