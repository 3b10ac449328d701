"""Terms and sentences, evaluated in one world with three truth values.

A sentence about something undecided is itself undecided unless the rest settles
it (strong Kleene logic), and an undecided condition does not hold (9.1).
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Protocol

from adjudicator.model.expressions import (
    Aggregate,
    And,
    Apply,
    Arith,
    Compare,
    Deed,
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
)
from adjudicator.model.situation import Node
from adjudicator.model.values import Described, Ref, Value, show


class Undecided:
    """The one value that is no value."""

    def __repr__(self) -> str:
        return "undecided"


UNDECIDED = Undecided()
Known = Value | Undecided
Binding = dict[str, Value]


class Reader(Protocol):
    """What evaluation needs of a world."""

    def read(self, node: Node) -> Known:
        """The value of a property instance."""

    def things(self) -> tuple[Ref, ...]:
        """All things there are."""

    def meant(self, of: Aggregate | Quantified) -> tuple[Ref, ...]:
        """Those that its variable may mean."""

    def option(self, name: str) -> bool:
        """Whether an option is in use."""


def evaluate(expression: Term | Sentence, binding: Binding, world: Reader) -> Known:
    """6.1 and 9.1: the value of a term, or the truth of a sentence, in its binding."""
    match expression:
        case Literal(value):
            return value
        case Var(name):
            return binding[name]
        case Apply(name, args):
            values = tuple(evaluate(arg, binding, world) for arg in args)
            return UNDECIDED if UNDECIDED in values else world.read((name, values))
        case Arith() | Round():
            return _number(expression, binding, world)
        case Aggregate():
            return _aggregate(expression, binding, world)
        case Compare(op, left, right):
            return compare(op, evaluate(left, binding, world), evaluate(right, binding, world))
        case Deed(event, roles):
            fillers = tuple((role, evaluate(filler, binding, world)) for role, filler in roles)
            return UNDECIDED if any(filler is UNDECIDED for _, filler in fillers) else Described(event, fillers)
        case TextTest(_, term, text):
            value = evaluate(term, binding, world)
            return UNDECIDED if value is UNDECIDED else text.lower() in show(value).lower()
        case OptionOn(name):
            return world.option(name)
        case Not(body):
            return _not(evaluate(body, binding, world))
        case And(parts):
            return _all(evaluate(part, binding, world) for part in parts)
        case Or(parts):
            return _any(evaluate(part, binding, world) for part in parts)
        case Quantified():
            return _quantified(expression, binding, world)
        case Occurs():
            return _any(takes_place_as(e, expression, binding, world) for e in world.things())
        case Permitted(modality, event, roles):

            def allowed(e: Ref, world: Reader) -> Known:
                """9.3: whether the event is permitted in this way."""
                value = world.read(("may", (e,)))
                agreeing = ("may", "must") if modality == "may" else (modality,)
                return UNDECIDED if value is UNDECIDED else value in agreeing

            return _any(_plays(e, event, roles, binding, world, allowed) for e in world.things())
    raise TypeError(f"the reference does not evaluate {expression!r}")


def holds(sentence: Sentence, binding: Binding, world: Reader) -> bool:
    """9.1: a condition holds when it is true; what is undecided is not true."""
    return evaluate(sentence, binding, world) is True


def compare(op: str, left: Known, right: Known) -> Known:
    """The comparisons of values; with an undecided side the comparison is undecided."""
    if left is UNDECIDED or right is UNDECIDED:
        return UNDECIDED
    if (left is None or right is None) and op in ("<", "<=", ">", ">="):
        return False  # 9.3: a role that is not named is played by nobody
    match op:
        case "=":
            return left == right
        case "!=":
            return left != right
        case "in":
            return left in right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case ">=":
            return left >= right
    raise ValueError(op)


def _not(value: Known) -> Known:
    return UNDECIDED if value is UNDECIDED else not value


def _all(values) -> Known:
    """False as soon as one part is false; undecided when none is false and one is undecided."""
    result: Known = True
    for value in values:
        if value is False:
            return False
        if value is UNDECIDED:
            result = UNDECIDED
    return result


def _any(values) -> Known:
    return _not(_all(_not(value) for value in values))


def _number(term: Arith | Round, binding: Binding, world: Reader) -> Known:
    """6.3 and 9.2: exact arithmetic; only `Round` makes a fraction whole."""
    if isinstance(term, Round):
        value = evaluate(term.term, binding, world)
        if value is UNDECIDED:
            return UNDECIDED
        return Fraction(math.ceil(value) if term.direction == "up" else math.floor(value))
    left, right = evaluate(term.left, binding, world), evaluate(term.right, binding, world)
    if left is UNDECIDED or right is UNDECIDED:
        return UNDECIDED
    match term.op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left / right if right else UNDECIDED
        case "min":
            return min(left, right)
        case "max":
            return max(left, right)
    raise ValueError(term.op)


def _members(of: Aggregate | Quantified, binding: Binding, world: Reader):
    """The bindings to things of the kind for which the sentence is true, as in a `when` (9.1)."""
    for thing in world.meant(of):
        inner = {**binding, of.var: thing}
        if world.read((f"kind:{of.kind}", (thing,))) is True and holds(of.such_that, inner, world):
            yield inner


def _quantified(sentence: Quantified, binding: Binding, world: Reader) -> Known:
    """9.1: finite conjunctions and disjunctions over the things of the kind."""
    bodies = (evaluate(sentence.body, inner, world) for inner in _members(sentence, binding, world))
    if sentence.op == "every":
        return _all(bodies)
    found = _any(bodies)
    return found if sentence.op == "some" else _not(found)


def _aggregate(term: Aggregate, binding: Binding, world: Reader) -> Known:
    """9.2: over the things of the kind for which the sentence is true; the least of nothing is undecided."""
    inner = list(_members(term, binding, world))
    if term.op == "count":
        return Fraction(len(inner))
    if term.op == "set":
        return frozenset(bound[term.var] for bound in inner)
    values = [evaluate(term.term, bound, world) for bound in inner]
    if UNDECIDED in values or (not values and term.op != "sum"):
        return UNDECIDED
    match term.op:
        case "sum":
            return sum(values, Fraction(0))
        case "least":
            return min(values)
        case "greatest":
            return max(values)
    raise ValueError(term.op)


def takes_place_as(event: Ref, phrase: Occurs, binding: Binding, world: Reader) -> Known:
    """Whether this thing is an event of which the phrase is true."""
    return _plays(event, phrase.event, phrase.roles, binding, world, _takes_place)


def _takes_place(event: Ref, world: Reader) -> Known:
    return world.read(("happens", (event,)))


def _plays(event: Ref, name: str, roles, binding: Binding, world: Reader, test) -> Known:
    """Whether this thing is an event of the name with these roles, and passes the test."""

    def parts():
        """Its kind, its roles, the test."""
        yield world.read((f"kind:{name}", (event,)))
        for role, term in roles:
            yield compare("=", world.read((f"role:{role}", (event,))), evaluate(term, binding, world))
        yield test(event, world)

    return _all(parts())
