"""A ground theory as an answer set program for clingo: one answer set for each way the branchings can go."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.exports.formulas import AllOf, AnyOf, Const, Formula, Is, Negated, Variable, negated
from adjudicator.exports.refusing import Refused
from adjudicator.exports.theory import Defined, Required, Selected, Theory
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import show


def asp(theory: Theory) -> str:
    """The program; `answer(...)` is the answer. Refused where numbers are not known, since these have no end."""
    if theory.numbers:
        raise Refused(f"a number that is not known ({theory.numbers[0].name}), which has endlessly many values")
    writer = _Writer()
    for statement in theory.statements:
        writer.write(statement)
    answer = _text(theory.answer.name)
    lines = [f"% {theory.title}", *writer.lines, "", f"answer(V) :- value({answer},V).", "#show answer/1."]
    return "\n".join(lines) + "\n"


class _Writer:
    """Writes statements as rules; a disjunction inside a body gets an atom of its own."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._parts: dict[Formula, str] = {}

    def write(self, statement: Defined | Selected | Required) -> None:
        self.lines += ["", *(f"% {note}" for note in statement.notes)]
        match statement:
            case Defined(variable, cases):
                for value, when in cases:
                    self._rule(_value(variable, value), when)
            case Selected(variable, active, allowed):
                ways = "; ".join(_value(variable, value) + self._given(when) for value, when in allowed)
                self._rule(f"1 {{ {ways} }} 1", active)
            case Required(formula):
                self._rule("", negated(formula))

    def _rule(self, head: str, when: Formula) -> None:
        if when.known is False:
            return
        body = ", ".join(self._literals(when))
        self.lines.append(f"{head} :- {body or '#true'}.".lstrip() if body or not head else f"{head}.")

    def _given(self, when: Formula) -> str:
        literals = self._literals(when)
        return f" : {', '.join(literals)}" if literals else ""

    def _literals(self, formula: Formula) -> list[str]:
        """The formula as the body of a rule."""
        match formula:
            case Const(True):
                return []
            case AllOf(parts):
                return [literal for part in parts for literal in self._literals(part)]
            case Is(variable, value):
                return [_value(variable, value)]
            case Negated(body):
                return [f"not {self._atom(body)}"]
        return [self._atom(formula)]

    def _atom(self, formula: Formula) -> str:
        """One atom that is true exactly when the formula is."""
        if isinstance(formula, Is):
            return _value(formula.variable, formula.value)
        if formula not in self._parts:
            bodies = [self._literals(part) for part in (formula.parts if isinstance(formula, AnyOf) else (formula,))]
            name = self._parts[formula] = f"part({len(self._parts) + 1})"
            self.lines += [f"{name} :- {', '.join(body)}." if body else f"{name}." for body in bodies]
        return self._parts[formula]


def _value(variable: Variable, value: object) -> str:
    return f"value({_text(variable.name)},{_term(value)})"


def _term(value: object) -> str:
    if isinstance(value, Fraction) and value.denominator == 1:
        return str(value)
    if isinstance(value, bool) or value is None or value is UNDECIDED:
        return "undecided" if value is UNDECIDED else show(value)
    return _text(show(value))


def _text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'
