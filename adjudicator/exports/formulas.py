"""Formulas of a ground theory, free of any solver: atoms about variables, and their combinations.

Every formula knows whether the domains of its variables already settle it
(`known`), as a grounder of answer set programs does; what is known to be false
is never built, what is known to be true stays, since it says why.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from fractions import Fraction
from typing import TypeVar

from adjudicator.engine.truth import COMPARED, OPERATIONS
from adjudicator.exports.refusing import Refused
from adjudicator.model.undecided import UNDECIDED, Open
from adjudicator.model.values import Value
from adjudicator.records import dataclass


@dataclass(eq=False, slots=True)
class Variable:
    """A variable of the theory: its values, or none where it is an unknown number (`whole` or not)."""

    name: str
    values: tuple[Value, ...] = ()
    whole: bool = True

    @property
    def is_number(self) -> bool:
        return not self.values


@dataclass(frozen=True, slots=True)
class Unknown(Open):
    """A number that is not known: a variable, or arithmetic over such; op as in expressions, or "up" and "down"."""

    op: str
    parts: tuple[Variable | Value, ...]
    whole: bool

    def __str__(self) -> str:
        first = self.parts[0]
        return first.name if isinstance(first, Variable) else f"({f' {self.op} '.join(map(str, self.parts))})"


@dataclass(frozen=True, slots=True)
class Const:
    known: bool


@dataclass(frozen=True, slots=True)
class Is:
    """The variable has this value."""

    variable: Variable
    value: Value

    @property
    def known(self) -> bool | None:
        return True if len(self.variable.values) == 1 else None


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison of numbers that are not known; op is = < <= > >=."""

    op: str
    left: Value
    right: Value
    known: bool | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class AllOf:
    parts: tuple[Formula, ...]
    known: bool | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class AnyOf:
    parts: tuple[Formula, ...]
    known: bool | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Negated:
    body: Formula
    known: bool | None = field(default=None, compare=False)


Formula = Const | Is | Compared | AllOf | AnyOf | Negated
YES, NO = Const(True), Const(False)
T = TypeVar("T")
Of = tuple[tuple[T, Formula], ...]
Cases = Of[Value]
"""The possible values of something, each with when it is so; exclusive, and together exhaustive."""


@dataclass(frozen=True, slots=True)
class Kleene:
    """When a sentence is true, when false, and when neither."""

    true: Formula
    false: Formula
    neither: Formula = NO

    @property
    def not_true(self) -> Formula:
        return any_of([self.false, self.neither])


def all_of(parts: Iterable[Formula]) -> Formula:
    """The conjunction; false as soon as a part is, or two parts give one variable different values."""
    flat: dict[Formula, None] = {}
    values: dict[Variable, Value] = {}
    for part in parts:
        for one in part.parts if isinstance(part, AllOf) else (part,):
            if one.known is False:
                return NO
            if isinstance(one, Is) and values.setdefault(one.variable, one.value) != one.value:
                return NO
            if not isinstance(one, Const):
                flat[one] = None
    if len(flat) <= 1:
        return next(iter(flat), YES)
    return AllOf(tuple(flat), True if all(one.known for one in flat) else None)


def any_of(parts: Iterable[Formula]) -> Formula:
    """The disjunction; one part alone as soon as that is known to be true."""
    flat: dict[Formula, None] = {}
    values: dict[Variable, set[Value]] = {}
    for part in parts:
        for one in part.parts if isinstance(part, AnyOf) else (part,):
            if one.known:
                return one
            if one.known is None:
                flat[one] = None
            if isinstance(one, Is):
                values.setdefault(one.variable, set()).add(one.value)
    if len(flat) <= 1:
        return next(iter(flat), NO)
    covered = any(len(met) == len(variable.values) for variable, met in values.items())
    return AnyOf(tuple(flat), True if covered else None)


def negated(body: Formula) -> Formula:
    """The negation, pushed into an atom of two values."""
    if body.known is not None:
        return NO if body.known else YES
    if isinstance(body, Negated):
        return body.body
    if isinstance(body, Is) and len(body.variable.values) == 2:
        return Is(body.variable, next(v for v in body.variable.values if v != body.value))
    return Negated(body)


def merged(cases: Iterable[tuple[T, Formula]]) -> Of[T]:
    """The same cases with equal values put together, in the order in which they came."""
    found: dict[tuple[type[T], T], list[Formula]] = {}
    for value, when in cases:
        if when.known is not False:
            found.setdefault((type(value), value), []).append(when)
    return tuple((value, any_of(whens)) for (_, value), whens in found.items())


def compared(op: str, a: Value, b: Value) -> Formula:
    """a op b for two values (neither undecided). Nobody is neither less nor more than anything."""
    if (a is None or b is None) and op not in ("=", "!=", "in"):
        return NO
    if isinstance(a, Unknown) or isinstance(b, Unknown):
        if op == "!=":
            return negated(compared("=", a, b))
        return Compared(op, a, b) if all(isinstance(v, (Unknown, Fraction)) for v in (a, b)) else NO
    return YES if COMPARED[op](a, b) else NO


def combined(op: str, a: Value, b: Value) -> Cases:
    """Exact arithmetic on two values; undecided where a part is or where it divides by nothing, refused where it is not linear."""
    if a is UNDECIDED or b is UNDECIDED or a is None or b is None or (op == "/" and b == 0):
        return ((UNDECIDED, YES),)
    if op in ("min", "max"):
        first = compared("<=" if op == "min" else ">", a, b)
        return merged([(a, first), (b, negated(first))])
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return ((OPERATIONS[op](a, b), YES),)
    if (op == "*" and isinstance(a, Unknown) and isinstance(b, Unknown)) or (op == "/" and isinstance(b, Unknown)):
        raise Refused("a product or a quotient of numbers that are not known")
    return ((Unknown(op, (a, b), op != "/" and is_whole(a) and is_whole(b)), YES),)


def is_whole(value: Value) -> bool:
    """Whether a number, known or not, is whole."""
    return value.whole if isinstance(value, Unknown) else isinstance(value, Fraction) and value.denominator == 1


def rounded(direction: str, value: Value) -> Value:
    """The number rounded up or down."""
    if isinstance(value, Unknown):
        return value if value.whole else Unknown(direction, (value,), True)
    if not isinstance(value, Fraction):
        return UNDECIDED
    return Fraction(-((-value.numerator) // value.denominator) if direction == "up" else value.numerator // value.denominator)
