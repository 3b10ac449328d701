"""Enumerating the answers of an exported theory, by Z3 and by clingo."""

from __future__ import annotations

from fractions import Fraction

import z3

from adjudicator.model.outcomes import Answer
from adjudicator.model.values import show

MOST = 200


def answers_of(answer: Answer) -> set[str]:
    """The answers that settling found, as they are printed."""
    return {show(o.answer) if o.world.decided else "undecided" for o in answer.outcomes}


def z3_answers(text: str, name: str = "answer") -> set[str]:
    """Every value that the constant `answer` can have, by a fresh solver that reads the text."""
    solver = z3.Solver(ctx=z3.Context())
    solver.from_string(text)
    constant = _constant(solver, name)
    found: set[str] = set()
    while len(found) < MOST and solver.check() == z3.sat:
        value = solver.model().eval(constant, model_completion=True)
        found.add(_shown(value))
        solver.add(constant != value)
    return found


def _constant(solver: z3.Solver, name: str) -> z3.ExprRef:
    todo, seen = list(solver.assertions()), set()
    while todo:
        term = todo.pop()
        if term.get_id() not in seen:
            seen.add(term.get_id())
            if z3.is_const(term) and term.decl().name() == name:
                return term
            todo += term.children()
    raise AssertionError(f"no constant {name}")


def _shown(value: z3.ExprRef) -> str:
    if z3.is_true(value) or z3.is_false(value):
        return "yes" if z3.is_true(value) else "no"
    if z3.is_rational_value(value):
        return str(Fraction(value.numerator_as_long(), value.denominator_as_long()))
    if z3.is_int_value(value):
        return str(value.as_long())
    return value.decl().name().removeprefix("= ")


def clingo_answers(clingo, text: str) -> tuple[set[str], int]:
    """The values of answer(...) over all answer sets, and how many of these there are."""
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], text)
    control.ground([("base", [])])
    found: set[str] = set()
    count = 0
    with control.solve(yield_=True) as models:
        for model in models:
            count += 1
            for symbol in model.symbols(shown=True):
                value = symbol.arguments[0]
                found.add(value.string if value.type == clingo.SymbolType.String else str(value))
    return found, count
