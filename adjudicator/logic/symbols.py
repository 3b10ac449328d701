"""Numbers that are not known: terms over solver constants, kept exact.

Only here and in session.py does the settling side touch z3. A `Symbol` stands
for an unknown whole or fractional number; arithmetic builds terms, comparisons
give solver conditions that the world then decides (docs/meaning.md 8.1).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from adjudicator.logic.limits import LimitReached
from adjudicator.logic.session import Result, session_for

Number = "Fraction | Symbol"


@dataclass(frozen=True, eq=False)
class Symbol:
    """A number that depends on unknown ones; `about` names these, `text` shows it."""

    term: Any
    about: frozenset[tuple]
    text: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Symbol) and self.term.eq(other.term)

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Condition:
    """A comparison whose truth depends on unknown numbers."""

    term: Any
    about: frozenset[tuple]
    text: str


class Symbols:
    """The solver side of one settling: constants for unknown numbers, feasibility of conditions."""

    def __init__(self, digest: str) -> None:
        self.session = session_for(digest)
        self.z3: Any = self.session.z3
        self.context = self.session.context

    def constant(self, node: tuple, name: str, whole: bool) -> Symbol:
        z3, ctx = self.z3, self.context
        term = (z3.Int if whole else z3.Real)(name, ctx)
        return Symbol(term, frozenset((node,)), name)

    def _term(self, value: Fraction | Symbol) -> Any:
        if isinstance(value, Symbol):
            return value.term
        z3, ctx = self.z3, self.context
        return z3.IntVal(int(value), ctx) if value.denominator == 1 else z3.RealVal(str(value), ctx)

    def combine(self, op: str, a: Fraction | Symbol, b: Fraction | Symbol) -> Symbol | None:
        """a op b, or None where the result is not linear."""
        if op == "*" and isinstance(a, Symbol) and isinstance(b, Symbol) or op == "/" and isinstance(b, Symbol):
            return None
        z3, (x, y) = self.z3, (self._term(a), self._term(b))
        if op == "/":
            x, y = _real(z3, x), z3.RealVal(str(b), self.context)
        term = {"+": lambda: x + y, "-": lambda: x - y, "*": lambda: x * y, "/": lambda: x / y}[op]()
        words = {"+": "plus", "-": "minus", "*": "times", "/": "divided by"}[op]
        return Symbol(term, _about(a, b), f"({a} {words} {b})")

    def compare(self, op: str, a: Fraction | Symbol, b: Fraction | Symbol) -> Condition:
        x, y = self._term(a), self._term(b)
        term = {"=": lambda: x == y, "<": lambda: x < y, "<=": lambda: x <= y, ">": lambda: x > y, ">=": lambda: x >= y}[op]()
        words = {"=": "is", "<": "is less than", "<=": "is at most", ">": "is more than", ">=": "is at least"}[op]
        return Condition(term, _about(a, b), f"{a} {words} {b}")

    def round(self, direction: str, value: Symbol) -> Symbol:
        z3 = self.z3
        down = z3.ToInt(_real(z3, value.term))
        term = down if direction == "down" else -z3.ToInt(-_real(z3, value.term))
        return Symbol(term, value.about, f"({value} rounded {direction})")

    def possible(self, path: list[tuple[Condition, bool]], condition: Condition | None = None, holds: bool = True) -> bool:
        """Whether the conditions of a path can be true together (with one more). Raises LimitReached."""
        terms = [c.term if truth else self.z3.Not(c.term) for c, truth in path]
        if condition is not None:
            terms.append(condition.term if holds else self.z3.Not(condition.term))
        result = self.session.check_all(terms)
        if result is Result.UNKNOWN:
            raise LimitReached("the solver did not decide whether some numbers are possible, within its limits")
        return result is Result.SAT


def _about(*values: object) -> frozenset[tuple]:
    return frozenset().union(*(v.about for v in values if isinstance(v, Symbol)))


def _real(z3: Any, term: Any) -> Any:
    return z3.ToReal(term) if term.is_int() else term
