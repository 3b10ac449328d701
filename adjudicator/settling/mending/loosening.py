"""A situation with some of what it says taken back: facts become unknown, clauses may hold or not.

What is taken back can be any way, as it was among others; so whatever is taken back, no possible world is lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import LimitReached, RuleFault
from adjudicator.engine.trace import Trace
from adjudicator.engine.worlds import Ground, Worlds
from adjudicator.model.expressions import TOLD
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Fact, Node, Question, Situation
from adjudicator.settling.exploring import explore

MOST_WORLDS = 32
"""Possible worlds of one trial that are looked at: more are no help, and one may have hundreds of trials."""
Element = Node | str
"""What can be taken back: an instance that the scenario gives, or a clause by its name."""


def loosened(situation: Situation, elements: Iterable[Element]) -> Situation:
    """The situation without insisting on these."""
    facts, freed = dict(situation.facts), set(situation.freed)
    for element in elements:
        if isinstance(element, str):
            freed.add(element)
        else:
            facts[element] = replace(facts[element], value=None, unknown=True)
    return replace(situation, facts=facts, freed=frozenset(freed))


def worlds_of(engine: Engine, situation: Situation, question: Question, enough: int = MOST_WORLDS) -> tuple[Worlds | None, Trace]:
    """The worlds of a question, of possible ones as many as are enough, and what they looked at; None where a limit was reached."""
    outer, trace = engine.trace, Trace()
    engine.trace = trace
    try:
        return explore(Ground(engine, situation, (question,)), question, enough), trace
    except (LimitReached, RuleFault):
        return None, trace
    finally:
        engine.trace = outer


def elements_of(engine: Engine, situation: Situation, question: Question, out: Iterable[Element] = ()) -> list[Element]:
    """What is looked at, with these taken back, and could be taken back itself; the facts first."""
    _, trace = worlds_of(engine, loosened(situation, out), question)
    return touched(engine.book, situation, trace)


def touched(book: Rulebook, situation: Situation, trace: Trace) -> list[Element]:
    """What has been looked at, and could be taken back; the facts first."""
    return in_order(situation, _touched(book, situation, trace))


def _touched(book: Rulebook, situation: Situation, trace: Trace) -> Iterable[Element]:
    for fact in situation.facts.values():
        looked_at = fact.node in trace.nodes or fact.node[0] in trace.listed
        if looked_at and not fact.unknown and can_be_taken_back(book, fact):
            yield fact.node
    yield from (name for name in trace.clauses if name in book.clauses)


def can_be_taken_back(book: Rulebook, fact: Fact) -> bool:
    """Whether a fact may be unknown: not what only a story tells of its events, nor what has no values to list."""
    name = fact.node[0]
    if name in TOLD or name.startswith("role:"):
        return False
    prop = book.properties.get(name.removeprefix("after:"))
    return prop is None or prop.type.base not in ("set", "text")


def in_order(situation: Situation, found: Iterable[Element]) -> list[Element]:
    """The facts in the order of the scenario, then the clauses by name; each once."""
    found = dict.fromkeys(found)
    clauses = sorted(element for element in found if isinstance(element, str))
    return [*sorted((e for e in found if not isinstance(e, str)), key=lambda node: situation.facts[node].place), *clauses]
