"""What became of the clauses that once decided a question: gone, beaten, silent (and why), edited; and which are new."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from adjudicator.engine.decisions import Decisions, Fork
from adjudicator.engine.engine import Engine
from adjudicator.engine.instances import free_vars, held_now, solve, unify
from adjudicator.engine.limits import LimitReached
from adjudicator.engine.resolve import World
from adjudicator.engine.table import Table
from adjudicator.engine.truth import truth
from adjudicator.language.wording import called
from adjudicator.model.clauses import Clause
from adjudicator.model.outcomes import Answer, Outcome
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Ruling
from adjudicator.rulings.ruling import Ruled, same_answer
from adjudicator.settling.support import supporting_clauses

MOST_BELOW = 3
"""Clauses that an answer rests on, named where what decides it is the same."""


def what_became(engine: Engine, before: Ruling, answer: Answer, today: Ruled) -> Iterator[str]:
    """What became of the clauses that decided then, and which decide now; a line for each."""
    book = engine.book
    known = {called(name): clause for name, clause in book.clauses.items()}
    new = [name for name in today.clauses if name not in before.clauses]
    for name in before.clauses:
        if name in today.clauses:
            continue
        fell = next((b for b in today.beaten if called(b.instance.clause.name) == name), None)
        if name not in known:
            renamed = difflib.get_close_matches(name, new, n=1, cutoff=0.7)
            new = [other for other in new if other not in renamed]
            yield f"gone: the rulebook has no clause {name} any more" + (f"; {renamed[0]} decides now" if renamed else "")
        elif fell is not None:
            winner = called(fell.by.clause.name)
            new = [other for other in new if other != winner]
            because = f": {fell.reason}" if fell.reason else ""
            yield f'newly winning: {winner} beats {name} on the rung "{fell.rung}"{because}'
        else:
            yield f"silent: {name} is still there, but {_why_silent(engine, known[name], answer)}"
    yield from (f"new: {name} decides now, and did not then" for name in new)
    if set(before.clauses) == set(today.clauses) and today.clauses and not same_answer(before.answer, today.answer):
        yield from _edited(today, answer)


def _edited(today: Ruled, answer: Answer) -> Iterator[str]:
    """The same clauses, and another answer: what they say, or something below them, is not what it was."""
    decide = "decides it as then, but says" if len(today.clauses) == 1 else "decide it as then, but say"
    yield f"edited: {', '.join(today.clauses)} {decide} something else now, or what it rests on has changed"
    names = (called(clause.name) for outcome in answer.outcomes for clause in supporting_clauses(outcome.world))
    below = dict.fromkeys(name for name in names if name not in today.clauses)
    if below:
        more = f" and {len(below) - MOST_BELOW} more" if len(below) > MOST_BELOW else ""
        yield f"it rests on {', '.join(list(below)[:MOST_BELOW])}{more}"


def _why_silent(engine: Engine, clause: Clause, answer: Answer) -> str:
    """Why a clause does not decide any more, as far as the answers tell."""
    situation = next((o.world.table.situation for o in answer.outcomes if isinstance(o.world.table, Table)), None)
    if situation is not None and not engine.awake(situation, clause):
        return f"it is not in force: {_why_asleep(engine.book, clause)}"
    for outcome in answer.outcomes:
        failing = _failing(engine, clause, outcome)
        if failing:
            return f"does not apply any more: {failing}"
    return "does not decide this any more"


def _why_asleep(book: Rulebook, clause: Clause) -> str:
    if clause.option:
        return f"the option {clause.option} is not in use"
    return f"its status is {clause.status}"


def _failing(engine: Engine, clause: Clause, outcome: Outcome) -> str:
    """The first condition of the clause that does not hold of an instance the answer rests on; empty where there is none."""
    if not isinstance(outcome.world.table, Table) or outcome.world.steps:
        return ""
    world = World(engine, outcome.world.table, Decisions(outcome.world.decisions), [], dict(outcome.world.resolutions))
    for node in outcome.world.resolutions:
        for index, conclusion in enumerate(clause.conclusions):
            if conclusion.property == node[0]:
                try:
                    found = _condition(world, clause, index, node)
                except (Fork, LimitReached):
                    continue
                if found:
                    return found
    return ""


def _condition(world: World, clause: Clause, index: int, node: Node) -> str:
    start, kinds = unify(clause, index, node), {p.name: p.kind for p in clause.parameters}
    if start is None or not all(world.is_kind(value, kinds[name]) for name, value in start.items()):
        return ""
    binding = start
    for held, text in enumerate(clause.when_texts, 1):
        names = set(start).union(*(free_vars(condition) for condition in clause.whens[:held]))
        needed = {p.name: p.kind for p in clause.parameters if p.name in names}
        found = next(solve(world, clause.whens[:held], start, needed, (), held_now(world, clause, index)), None)
        if found is None:
            return f"it does not hold that {text}"
        binding = found
    for unless, text in zip(clause.unlesses, clause.unless_texts, strict=False):
        if free_vars(unless) <= set(binding) and truth(world, unless, binding) is True:
            return f"it holds that {text}"
    return ""
