"""The one conflict that an impossible answer names: facts and clauses that cannot stand together, as few as can be.

All of them, and what would mend them, are found by settling/mending.
"""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engine.engine import Engine
from adjudicator.engine.worlds import Broken
from adjudicator.language.wording import statement
from adjudicator.model.outcomes import Answer, Instance
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Question, Situation

NONE_FOUND = "what exactly cannot stand together was not found: there was no time"
NOT_SMALLEST = "perhaps not all of these are needed: there was no time to find out"


def impossible(engine: Engine, situation: Situation, question: Question, broken: list[Broken]) -> Answer:
    """The answer to a question about what cannot be, with one conflict; minimal, or said not to be known to be.

    `broken` are its worlds, of which none is possible.
    """
    from adjudicator.settling.mending.impossible import given, one_conflict

    conflict = one_conflict(engine, situation, question)
    facts = [statement(engine.book, node, situation.facts[node].value, situation.things) for node in conflict.facts]
    clauses = tuple(_as_instance(engine.book, name) for name in conflict.clauses)
    answer = Answer(question.text, "impossible", (), clauses, (*facts, *conflict.given), question.expected)
    if conflict.minimal:
        return answer
    if not facts and not clauses and not conflict.given:
        return replace(answer, conflict_facts=given(broken), note=NONE_FOUND, minimal=False)
    return replace(answer, note=NOT_SMALLEST, minimal=False)


def _as_instance(book: Rulebook, name: str) -> Instance:
    """A clause as a whole, whatever it is applied to."""
    clause = book.clauses[name]
    return Instance(clause, clause.conclusions[0], (), None)
