"""Expressions rebuilt: the same over changed parts, with terms for variables, told from each other whatever their variables are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

from adjudicator.model.expressions import (
    Aggregate,
    And,
    Apply,
    Arith,
    Compare,
    Deed,
    Draw,
    Literal,
    Not,
    Occurs,
    OptionOn,
    Or,
    Permitted,
    Quantified,
    Round,
    Sentence,
    Term,
    TextTest,
    Var,
    walk,
)

Expression = Term | Sentence
E = TypeVar("E", Term, Sentence, Expression)


class Change(Protocol):
    """What makes a term of a term, and a sentence of a sentence."""

    def __call__(self, node: E, /) -> E: ...


def mapped(node: E, change: Change) -> E:
    """The same node over changed children."""
    return over(node, change, change)


def over(node: E, term: Callable[[Term], Term], sentence: Callable[[Sentence], Sentence]) -> E:
    """The same node over changed terms and changed sentences."""
    match node:
        case Var() | Literal() | OptionOn():
            return node
        case Apply(name, args):
            return Apply(name, tuple(map(term, args)))
        case Arith(op, left, right):
            return Arith(op, term(left), term(right))
        case Round(direction, inner):
            return Round(direction, term(inner))
        case Aggregate(op, var, kind, such, of):
            return Aggregate(op, var, kind, sentence(such), None if of is None else term(of))
        case Draw(cases, among, by):
            changed = tuple((term(value), term(chance)) for value, chance in cases)
            return Draw(changed, None if among is None else term(among), None if by is None else term(by))
        case Compare(op, left, right):
            return Compare(op, term(left), term(right))
        case TextTest(op, inner, text):
            return TextTest(op, term(inner), text)
        case Occurs(event, roles):
            return Occurs(event, tuple((role, term(filler)) for role, filler in roles))
        case Permitted(modality, event, roles):
            return Permitted(modality, event, tuple((role, term(filler)) for role, filler in roles))
        case Deed(event, roles):
            return Deed(event, tuple((role, term(filler)) for role, filler in roles))
        case Not(body):
            return Not(sentence(body))
        case And(parts):
            return And(tuple(map(sentence, parts)))
        case Or(parts):
            return Or(tuple(map(sentence, parts)))
        case Quantified(op, var, kind, such, body):
            return Quantified(op, var, kind, sentence(such), sentence(body))
    raise TypeError(f"not an expression: {node!r}")


def substitute(node: E, terms: Mapping[str, Term]) -> E:
    """The node with terms for free variables. The terms must not mention a variable bound in the node."""
    if not terms:
        return node
    if isinstance(node, Var):
        return terms.get(node.name, node)
    inner = terms
    if isinstance(node, (Quantified, Aggregate)) and node.var in terms:
        inner = {name: term for name, term in terms.items() if name != node.var}
    return mapped(node, lambda child: substitute(child, inner))


def with_bound_renamed(node: E, prefix: str) -> E:
    """The node with `prefix` before the name of every bound variable."""
    match node:
        case Quantified(op, var, kind, such, body):
            new = {var: Var(prefix + var)}
            such, body = (with_bound_renamed(substitute(part, new), prefix) for part in (such, body))
            return Quantified(op, prefix + var, kind, such, body)
        case Aggregate(op, var, kind, such, term):
            new = {var: Var(prefix + var)}
            such = with_bound_renamed(substitute(such, new), prefix)
            return Aggregate(op, prefix + var, kind, such, None if term is None else with_bound_renamed(substitute(term, new), prefix))
        case _:
            return mapped(node, lambda child: with_bound_renamed(child, prefix))


def pattern_of(node: Term | Sentence) -> tuple[str, tuple[str, ...]]:
    """A text that is equal for nodes that differ only in names of variables, and the free ones in order."""
    free: dict[str, None] = {}

    def numbered(part: E, bound: dict[str, str]) -> E:
        match part:
            case Var(name):
                if name in bound:
                    return Var(bound[name])
                free.setdefault(name)
                return Var(f"free {list(free).index(name)}")
            case Quantified(op, var, kind, such, body):
                inner = {**bound, var: f"bound {len(bound)}"}
                return Quantified(op, inner[var], kind, numbered(such, inner), numbered(body, inner))
            case Aggregate(op, var, kind, such, term):
                inner = {**bound, var: f"bound {len(bound)}"}
                such = numbered(such, inner)
                return Aggregate(op, inner[var], kind, such, None if term is None else numbered(term, inner))
            case _:
                return mapped(part, lambda child: numbered(child, bound))

    return stable(numbered(node, {})), tuple(free)


def stable(node: object) -> str:
    """The same text for the same node on every run (a set's members are put in order)."""
    if isinstance(node, Literal) and isinstance(node.value, frozenset):
        return f"Literal({sorted(map(repr, node.value))})"
    if not isinstance(node, Expression) or not any(isinstance(n, Literal) and isinstance(n.value, frozenset) for n in walk(node)):
        return repr(node)
    return repr(over(node, lambda term: Var(stable(term)), lambda sentence: OptionOn(stable(sentence))))
