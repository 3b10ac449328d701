"""Which variables of a rule mean events of earlier trees, too (docs/meaning.md 11.8): those of which the rule asks
whether they have happened, and those of which it says who they are. All others mean what goes on now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from adjudicator.model.clauses import Clause, Conclusion, Definition
from adjudicator.model.expressions import (
    COMES_WITH_TIME,
    COPY,
    EFFECTS,
    Aggregate,
    And,
    Apply,
    Compare,
    Literal,
    Occurs,
    Quantified,
    Sentence,
    Term,
    Var,
    children,
    free_variables,
)

PAST = frozenset(COMES_WITH_TIME) - {"pending"}
RELATIONS = ("answers", "caused by", COPY)

Said = Sentence | Term
AskedIn = Callable[[str], frozenset[int]]
"""For a property, the places of which its definition asks whether they have happened."""


def asking(definitions: Iterable[Definition]) -> dict[str, frozenset[int]]:
    """The defined properties that ask of their places whether these have happened."""
    found: dict[str, frozenset[int]] = {}
    waiting, changed = tuple(definitions), True
    while changed:
        changed = False
        for one in waiting:
            asked = asked_about((one.meaning,), found)
            places = frozenset(index for index, p in enumerate(one.parameters) if p.name in asked)
            if places != found.get(one.property, frozenset()):
                found[one.property] = places
                changed = True
    return found


def asked_about(said: Iterable[Said], asking: dict[str, frozenset[int]]) -> set[str]:
    """The variables of which it is asked whether they have happened, in so many words or by a definition."""
    found: set[str] = set()
    waiting = list(said)
    while waiting:
        node = waiting.pop()
        waiting += children(node)
        if isinstance(node, Apply) and (node.property in PAST or node.property in asking):
            places = asking.get(node.property, frozenset((0,)))
            found |= {arg.name for index, arg in enumerate(node.args) if isinstance(arg, Var) and index in places}
    return found


def held_in(clause: Clause, conclusion: Conclusion, is_event: Callable[[str], bool], asking: dict[str, frozenset[int]]) -> frozenset[str]:
    """The parameters that mean only what goes on now, where the clause speaks by this conclusion."""
    events = {p.name for p in clause.parameters if is_event(p.kind)}
    if not events:
        return frozenset()
    if not conclusion.property.startswith(EFFECTS):
        events -= frozenset().union(*(free_variables(arg) for arg in conclusion.args))
    return held(events, clause.whens, (*clause.whens, *clause.unlesses, *(c.value for c in clause.conclusions)), asking)


def is_held(over: Quantified | Aggregate, asking: dict[str, frozenset[int]]) -> bool:
    """Whether the variable of a quantifier or an aggregate over events means only what goes on now."""
    said = tuple(part for part in children(over))
    whens = (over.such_that, over.body) if isinstance(over, Quantified) and over.op != "every" else (over.such_that,)
    return bool(held({over.var}, whens, said, asking))


def held(events: set[str], whens: Iterable[Sentence], said: Iterable[Said], asking: dict[str, frozenset[int]]) -> frozenset[str]:
    """Of these variables, those of which nothing asks whether they have happened, and of which no `when` says who they are."""
    unasked = events - asked_about(said, asking) if events else events
    if not unasked:
        return frozenset()
    names = [(name, others) for when in whens for name, others in naming(when) if name in unasked]
    unnamed = unasked - {name for name, _ in names}
    waiting = unasked - unnamed
    while named := {name for name, others in names if name in waiting and others.isdisjoint(waiting)}:
        waiting -= named
    return frozenset(unnamed | waiting)


def naming(sentence: Sentence) -> Iterator[tuple[str, frozenset[str]]]:
    """The variables of which a condition says who they are (`the matter of the passing is the fight`), each with those in whose terms."""
    match sentence:
        case And(parts):
            for part in parts:
                yield from naming(part)
        case Compare("=", left, right):
            for one, other in ((left, right), (right, left)):
                if isinstance(one, Var) and one.name not in free_variables(other):
                    yield one.name, free_variables(other)
        case Apply(name, (Var(one), (Var() | Literal()) as other)) if name in RELATIONS:
            yield one, free_variables(other)
            if isinstance(other, Var):
                yield other.name, frozenset((one,))
        case Occurs(_, roles):
            yield from ((term.name, frozenset()) for _, term in roles if isinstance(term, Var))
