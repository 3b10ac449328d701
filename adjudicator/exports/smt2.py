"""A ground theory as SMT-LIB text: any solver of that language can answer it."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.exports.formulas import AllOf, AnyOf, Compared, Const, Formula, Is, Negated, Unknown, Variable, all_of, is_whole
from adjudicator.exports.theory import Defined, Required, Selected, Theory
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Value, show

VALUE = "Value"
"""The sort of values that are neither yes or no nor plain numbers."""
WIDTH = 96


def smt2(theory: Theory) -> str:
    """The theory, ending in (check-sat) and (get-value) of the answer; the same bytes on every run."""
    answer = _name(theory.answer)
    lines = [f"; {theory.title}", "(set-option :produce-models true)", *_sorts(theory)]
    for statement in theory.statements:
        notes = [f"; {note}" for note in statement.notes]
        lines += ["", *(notes if len(notes) < 40 else [*notes[:40], f"; and {len(notes) - 40} more"])]
        lines += _statement(statement)
    return "\n".join([*lines, "", "(check-sat)", f"(get-value ({answer}))"]) + "\n"


def sort_of(variable: Variable) -> str:
    """Bool, Int, Real, or the sort of words and things."""
    values = variable.values
    if not values:
        return "Int" if variable.whole else "Real"
    if all(isinstance(v, bool) for v in values):
        return "Bool"
    if all(isinstance(v, Fraction) for v in values):
        return "Int" if all(is_whole(v) for v in values) else "Real"
    return VALUE


def _sorts(theory: Theory) -> list[str]:
    words = {_word(v) for s in theory.statements if not isinstance(s, Required) and sort_of(s.variable) == VALUE for v in s.variable.values}
    if not words:
        return []
    return [f"(declare-datatypes (({VALUE} 0)) ((" + " ".join(f"({word})" for word in sorted(words)) + ")))"]


def _statement(statement: Defined | Selected | Required) -> list[str]:
    if isinstance(statement, Required):
        return [_assert(statement.formula)]
    variable = statement.variable
    lines = [f"(declare-const {_name(variable)} {sort_of(variable)})"]
    if isinstance(statement, Defined):
        if sort_of(variable) == "Bool" and len(variable.values) == 2:
            when = next(when for value, when in statement.cases if value is True)
            return [*lines, f"(assert (= {_name(variable)} {_formula(when)}))"]
        return [*lines, *(f"(assert {_implied(when, _equals(variable, value))})" for value, when in statement.cases)]
    if variable.is_number:
        return lines
    return [*lines, *_selected(statement)]


def _selected(statement: Selected) -> list[str]:
    """One of the values that are allowed; where the branching is not met, the first of all."""
    variable, first = statement.variable, statement.variable.values[0]
    lines = []
    values = [_equals(variable, value) for value in variable.values]
    if sort_of(variable) != "Bool":
        lines.append(f"(assert {_joined('or', values)})")
    for value, when in statement.allowed:
        if when.known is not True:
            taken = all_of([statement.active, Is(variable, value)])
            lines.append(f"(assert (=> {_formula(taken)} {_formula(when)}))")
    if statement.active.known is not True:
        lines.append(f"(assert (=> (not {_formula(statement.active)}) {_equals(variable, first)}))")
    return lines


def _assert(formula: Formula) -> str:
    return f"(assert {_formula(formula)})"


def _implied(when: Formula, then: str) -> str:
    return then if when == all_of([]) else f"(=> {_formula(when)} {then})"


def _equals(variable: Variable, value: Value) -> str:
    if sort_of(variable) == "Bool":
        return _name(variable) if value is True else f"(not {_name(variable)})"
    if isinstance(value, (Fraction, Unknown)) and sort_of(variable) != VALUE:
        return f"(= {_name(variable)} {_term(value, sort_of(variable) == 'Real')})"
    return f"(= {_name(variable)} {_word(value)})"


def _formula(formula: Formula) -> str:
    match formula:
        case Const(known):
            return "true" if known else "false"
        case Is(variable, value):
            return _equals(variable, value)
        case Compared(op, left, right):
            real = any(isinstance(v, Unknown) and not v.whole or isinstance(v, Fraction) and v.denominator != 1 for v in (left, right))
            return f"({op} {_term(left, real)} {_term(right, real)})"
        case AllOf(parts):
            return _joined("and", [_formula(part) for part in parts])
        case AnyOf(parts):
            return _joined("or", [_formula(part) for part in parts])
        case Negated(body):
            return f"(not {_formula(body)})"
    raise TypeError(f"not a formula: {formula!r}")


def _joined(op: str, parts: list[str]) -> str:
    if len(parts) == 1:
        return parts[0]
    line = f"({op} {' '.join(parts)})"
    if len(line) <= WIDTH:
        return line
    inner = [part.replace("\n", "\n  ") for part in parts]
    return f"({op}\n  " + "\n  ".join(inner) + ")"


def _term(value: object, real: bool) -> str:
    """A number, known or not; `real` asks for a fraction where whole numbers would do."""
    if isinstance(value, Fraction):
        return _number(value, real)
    assert isinstance(value, Unknown)
    first = value.parts[0]
    if isinstance(first, Variable):
        text = _name(first)
    elif value.op in ("up", "down"):
        inner = _term(first, True)
        text = f"(to_int {inner})" if value.op == "down" else f"(- (to_int (- {inner})))"
    else:
        inside = not value.whole
        text = f"({value.op} {' '.join(_term(part, inside) for part in value.parts)})"
    return f"(to_real {text})" if real and value.whole else text


def _number(value: Fraction, real: bool) -> str:
    size = abs(value)
    text = f"{size.numerator}.0" if real else str(size.numerator)
    if size.denominator != 1:
        text = f"(/ {size.numerator}.0 {size.denominator}.0)"
    return text if value >= 0 else f"(- {text})"


def _word(value: Value) -> str:
    return f"|= {'undecided' if value is UNDECIDED else show(value)}|".replace("\\", "/")


def _name(variable: Variable) -> str:
    return f"|{variable.name}|"
