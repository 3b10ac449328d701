"""Who may be meant by a variable of a rule: events of earlier trees only where the rule asks for them (11.8)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from adjudicator.model.clauses import Clause, Conclusion
from adjudicator.model.expressions import (
    EFFECTS,
    Aggregate,
    And,
    Apply,
    Compare,
    Occurs,
    Quantified,
    Sentence,
    Term,
    Var,
    children,
    free_variables,
)
from adjudicator.model.rulebook import Rulebook

if TYPE_CHECKING:
    from reference.frame import Frame

ASKING = ("happened", "happened this turn", "happened this round")
RELATIONS = ("answers", "caused by", "copy of")


def held(frame: Frame, clause: Clause, conclusion: Conclusion) -> frozenset[str]:
    """11.8: the parameters that mean no event of an earlier tree when the clause speaks by this conclusion."""
    bound = () if conclusion.property.startswith(EFFECTS) else conclusion.args
    free = {p.name for p in clause.parameters if p.kind in frame.words.maybe_events and not any(p.name in free_variables(a) for a in bound)}
    said = (*clause.whens, *clause.unlesses, *(c.value for c in clause.conclusions))
    return not_called_for(frame.book, free, clause.whens, said)


def held_over(book: Rulebook, of: Quantified | Aggregate) -> bool:
    """11.8: whether the variable of a quantifier or aggregate means no event of an earlier tree."""
    said = tuple(children(of))
    whens = said if isinstance(of, Quantified) and of.op != "every" else (of.such_that,)
    return bool(not_called_for(book, {of.var}, whens, said))


def not_called_for(book: Rulebook, free: set[str], whens: tuple[Sentence, ...], said: tuple[Sentence | Term, ...]) -> frozenset[str]:
    """11.8: of these variables, those of which nothing asks whether they have happened, and of which nothing says who they are."""
    asked = set().union(*(asked_for(book, one) for one in said))
    called = {(name, frozenset(by)) for when in whens for name, by in who(when)}
    known = {name for name in free if name in asked} | {name for name in free if not any(name == n for n, _ in called)}
    left = free - known
    while found := {name for name in left if any(name == n and not by & left for n, by in called)}:
        left -= found
    return frozenset((known - asked) | left)


def asked_for(book: Rulebook, one: Sentence | Term, above: tuple[str, ...] = ()) -> set[str]:
    """The variables of which it is asked whether they have happened, by a definition of the book, too."""
    found = set(chain.from_iterable(asked_for(book, child, above) for child in children(one)))
    if isinstance(one, Apply):
        definition = None if one.property in above else book.definition_of.get(one.property)
        inside = asked_for(book, definition.meaning, (*above, one.property)) if definition else set()
        asked = [p.name in inside for p in definition.parameters] if definition else [one.property in ASKING]
        found |= {arg.name for arg, wanted in zip(one.args, asked, strict=False) if wanted and isinstance(arg, Var)}
    return found


def who(when: Sentence) -> Iterator[tuple[str, set[str]]]:
    """The variables of which a condition says who they are, and the variables in whose terms it does."""
    if isinstance(when, And):
        for part in when.parts:
            yield from who(part)
    elif isinstance(when, Compare) and when.op == "=":
        for it, other in ((when.left, when.right), (when.right, when.left)):
            if isinstance(it, Var) and it.name not in free_variables(other):
                yield it.name, set(free_variables(other))
    elif isinstance(when, Apply) and when.property in RELATIONS:
        for it, other in (when.args, when.args[::-1]):
            if isinstance(it, Var):
                yield it.name, set(free_variables(other))
    elif isinstance(when, Occurs):
        for _, term in when.roles:
            if isinstance(term, Var):
                yield term.name, set()
