"""The one conflict that an impossible answer names: facts and clauses that cannot stand together, as few as can be.

All of them, and what would mend them, are found by settling/mending.
"""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engine.engine import Engine
from adjudicator.language.wording import statement
from adjudicator.model.outcomes import Answer, Instance
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Question, Situation
from adjudicator.settling.mending.impossible import one_conflict

NOT_SMALLEST = "perhaps not all of these are needed: there was no time to find out"


def impossible(engine: Engine, situation: Situation, question: Question) -> Answer:
    """The answer to a question about what cannot be, with one conflict; minimal, or said not to be known to be."""
    conflict = one_conflict(engine, situation, question)
    facts = [statement(engine.book, node, situation.facts[node].value, situation.things) for node in conflict.facts]
    clauses = tuple(_as_instance(engine.book, name) for name in conflict.clauses)
    answer = Answer(question.text, "impossible", (), clauses, (*facts, *conflict.given), question.expected)
    return answer if conflict.minimal else replace(answer, note=NOT_SMALLEST, minimal=False)


def _as_instance(book: Rulebook, name: str) -> Instance:
    """A clause as a whole, whatever it is applied to."""
    clause = book.clauses[name]
    return Instance(clause, clause.conclusions[0], (), None)
