"""A situation with some of what it says taken back: facts become unknown, clauses may hold or not.

What is taken back can be any way, as it was among others; so whatever is taken back, no possible world is lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from adjudicator.adjudication.exploring import explore
from adjudicator.logic.limits import LimitReached, RuleFault
from adjudicator.logic.walking.engine import Engine
from adjudicator.logic.walking.trace import Trace
from adjudicator.logic.walking.worlds import Ground, Worlds
from adjudicator.model.expressions import TOLD
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Fact, Node, Question, Situation

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


def worlds_of(engine: Engine, situation: Situation, question: Question) -> tuple[Worlds | None, Trace]:
    """The worlds of a question and what they looked at; None where a limit was reached."""
    outer, trace = engine.trace, Trace()
    engine.trace = trace
    try:
        return explore(Ground(engine, situation, (question,)), question), trace
    except (LimitReached, RuleFault):
        return None, trace
    finally:
        engine.trace = outer


def elements_of(engine: Engine, situation: Situation, question: Question, most: int = 5) -> tuple[list[Element], bool]:
    """What was looked at and could be taken back, facts first; and whether nothing else can matter.

    What is looked at once all of it is taken back can matter, too, and so on.
    """
    found: dict[Element, None] = {}
    for _ in range(most):
        worlds, trace = worlds_of(engine, loosened(situation, found), question)
        new = [element for element in _touched(engine.book, situation, trace) if element not in found]
        if worlds is None or not new:
            return _in_order(situation, found or dict.fromkeys(new)), worlds is not None
        found |= dict.fromkeys(new)
    return _in_order(situation, found), False


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


def _in_order(situation: Situation, found: dict[Element, None]) -> list[Element]:
    """The facts in the order of the scenario, then the clauses by name."""
    clauses = sorted(element for element in found if isinstance(element, str))
    return [*sorted((e for e in found if not isinstance(e, str)), key=lambda node: situation.facts[node].place), *clauses]
