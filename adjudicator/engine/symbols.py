"""Numbers that are not known: terms over solver constants, kept exact.

Only here and in session.py does the settling side touch z3. A `Symbol` stands
for an unknown whole or fractional number; arithmetic builds terms, comparisons
give solver conditions that the world then decides (docs/meaning.md 8.1).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Any

from adjudicator.engine.limits import LimitReached
from adjudicator.entailment.session import Result, session_for
from adjudicator.model.outcomes import NOT_TOLD
from adjudicator.model.situation import Node
from adjudicator.model.undecided import Open
from adjudicator.model.vocabulary import NO_BOUNDS, Bounds

Linear = tuple[tuple[tuple[str, Fraction], ...], Fraction]
"""A linear form: the named unknowns with their factors, and the constant."""


Bound = tuple[str, str, Fraction]
"""A number by its name, how it compares, and with what."""
Cut = tuple[Fraction | float, int]
Range = tuple[Cut, Cut]
"""Where a range begins and where it ends: each just before a number (0) or just after it (1)."""
NO_RANGE: Range = ((-inf, 0), (inf, 0))
CUTS = {">=": (0, None), ">": (1, None), "<": (None, 0), "<=": (None, 1), "=": (0, 1)}
"""Whether what a comparison leaves begins, and ends, just before the number or just after it."""


@dataclass(frozen=True, eq=False)
class Symbol(Open):
    """A number that depends on unknown ones: `about` names their instances, `linear` is its normal form."""

    term: Any
    about: frozenset[Node]
    linear: Linear

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Symbol) and self.linear == other.linear

    def __hash__(self) -> int:
        return hash(self.linear)

    def __str__(self) -> str:
        return linear_text(self.linear)


@dataclass(frozen=True)
class Condition:
    """A comparison whose truth depends on unknown numbers; `bound` where it limits a single one."""

    term: Any
    about: frozenset[Node]
    text: str
    bound: Bound | None = None
    denied: str = ""
    """The text of its opposite."""


WORDS = {"=": "is", "!=": "is not", "<": "is less than", "<=": "is at most", ">": "is more than", ">=": "is at least"}
OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
MIRRORED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def linear_text(linear: Linear) -> str:
    """`the age of Ann minus 2`, `2 times the age of Ann plus 1`."""
    parts: list[str] = []
    factors, constant = sorted(linear[0], key=lambda f: f[1] < 0), linear[1]
    if constant > 0 and factors and factors[0][1] < 0:
        parts, constant = [str(constant)], Fraction(0)
    for name, factor in factors:
        amount = name if abs(factor) == 1 else f"{abs(factor)} times {name}"
        parts.append(amount if not parts and factor > 0 else ("minus " if factor < 0 else "plus ") + amount)
    if constant or not parts:
        parts.append(str(constant) if not parts else f"{'minus' if constant < 0 else 'plus'} {abs(constant)}")
    text = " ".join(parts)
    return "0 " + text if text.startswith("minus") else text


def linear_of(value: Fraction | Symbol) -> Linear:
    """The linear form of a number, known or not."""
    return value.linear if isinstance(value, Symbol) else ((), value)


def add(a: Linear, b: Linear, times: Fraction = Fraction(1)) -> Linear:
    """a plus `times` b."""
    factors = dict(a[0])
    for name, factor in b[0]:
        factors[name] = factors.get(name, Fraction(0)) + times * factor
    return tuple(sorted((n, f) for n, f in factors.items() if f)), a[1] + times * b[1]


def scaled(a: Linear, factor: Fraction) -> Linear:
    """The linear form times a number."""
    return tuple((n, f * factor) for n, f in a[0] if f * factor), a[1] * factor


def bounds_text(path: list[tuple[Condition, bool]]) -> str:
    """The conditions of a path in words, those on one unknown drawn together."""
    low: dict[str, tuple[Fraction, str]] = {}
    high: dict[str, tuple[Fraction, str]] = {}
    others: list[str] = []
    for condition, holds in path:
        if condition.bound is None:
            others.append(condition.text if holds else condition.denied or f"it is not true that {condition.text}")
            continue
        name, op, value = condition.bound
        op = op if holds else OPPOSITE[op]
        if op in (">", ">=") and (name not in low or value >= low[name][0]):
            low[name] = (value, WORDS[op])
        elif op in ("<", "<=") and (name not in high or value <= high[name][0]):
            high[name] = (value, WORDS[op])
        elif op in ("=", "!="):
            others.append(f"{name} {WORDS[op]} {value}")
    for name in sorted(low.keys() | high.keys()):
        ends = [f"{words} {value}" for value, words in (table[name] for table in (low, high) if name in table)]
        others.append(f"{name} " + " and ".join(ends).replace(" and is ", " and "))
    return " and ".join(dict.fromkeys(others))


def ranges_of(paths: list[list[tuple[Condition, bool]]]) -> list[str]:
    """The ranges that several paths leave one number, in words, those that touch drawn together.

    None where the paths are about something else, too, or leave every number.
    """
    bounds = [[condition.bound if holds else _opposite(condition.bound) for condition, holds in path] for path in paths]
    names = {bound[0] if bound else "" for path in bounds for bound in path}
    if len(names) != 1 or names == {""} or any(bound and bound[1] not in CUTS for path in bounds for bound in path):
        return []
    ranges = []
    for path in bounds:
        low, high = NO_RANGE
        for _, op, number in filter(None, path):
            begins, ends = CUTS[op]
            low = low if begins is None else max(low, (number, begins))
            high = high if ends is None else min(high, (number, ends))
        ranges.append((low, high))
    joined: list[Range] = []
    for low, high in sorted(ranges):
        if joined and low <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
        else:
            joined.append((low, high))
    return [_range_text(next(iter(names)), one) for one in joined] if NO_RANGE not in joined else []


def _opposite(bound: Bound | None) -> Bound | None:
    return bound and (bound[0], OPPOSITE[bound[1]], bound[2])


def _range_text(name: str, of: Range) -> str:
    (low, after), (high, past) = of
    if (low, after, past) == (high, 0, 1):
        return f"{name} is {low}"
    ends = [] if (low, after) == NO_RANGE[0] else [f"{WORDS['>' if after else '>=']} {low}"]
    ends += [] if (high, past) == NO_RANGE[1] else [f"{WORDS['<=' if past else '<']} {high}"]
    return f"{name} " + " and ".join(ends).replace(" and is ", " and ")


class Symbols:
    """The solver side of one settling: constants for unknown numbers, feasibility of conditions."""

    def __init__(self, digest: str) -> None:
        self.session = session_for(digest)
        self.z3: Any = self.session.z3
        self.context = self.session.context
        self.causes: dict[Node, str] = {}
        self._bounds: dict[Node, list[Any]] = {}

    def constant(self, node: Node, name: str, whole: bool, bounds: Bounds = NO_BOUNDS, cause: str = "unknown") -> Symbol:
        """The symbol of a number that is unknown, or (`cause`) was not told, within its bounds."""
        z3, ctx = self.z3, self.context
        term = (z3.Int if whole else z3.Real)(name, ctx)
        self.causes[node] = cause
        if node not in self._bounds:
            low, high = bounds
            self._bounds[node] = [] if low is None else [term >= self._term(low)]
            self._bounds[node] += [] if high is None else [term <= self._term(high)]
        return Symbol(term, frozenset((node,)), (((name, Fraction(1)),), Fraction(0)))

    def _term(self, value: Fraction | Symbol) -> Any:
        if isinstance(value, Symbol):
            return value.term
        z3, ctx = self.z3, self.context
        return z3.IntVal(int(value), ctx) if value.denominator == 1 else z3.RealVal(str(value), ctx)

    def combine(self, op: str, a: Fraction | Symbol, b: Fraction | Symbol) -> Fraction | Symbol:
        """a op b; where the result is not linear, a number of which nothing is known but what it is made of."""
        multiplied = _multiplied(op, a, b)
        if multiplied is None and op in ("*", "/"):
            name = f"({a} {'times' if op == '*' else 'divided by'} {b})"
            return Symbol(self.z3.Real(name, self.context), _about(a, b), (((name, Fraction(1)),), Fraction(0)))
        z3, (x, y) = self.z3, (self._term(a), self._term(b))
        if op == "/":
            x, y = _real(z3, x), z3.RealVal(str(b), self.context)
        term = {"+": lambda: x + y, "-": lambda: x - y, "*": lambda: x * y, "/": lambda: x / y}[op]()
        if multiplied is None:
            form = add(linear_of(a), linear_of(b), Fraction(1 if op == "+" else -1))
        else:
            form = scaled(*multiplied)
        return Symbol(term, _about(a, b), form) if form[0] else form[1]

    def compare(self, op: str, a: Fraction | Symbol, b: Fraction | Symbol) -> Condition:
        """The comparison as a condition for the solver, in normal form."""
        x, y = self._term(a), self._term(b)
        term = {"=": lambda: x == y, "<": lambda: x < y, "<=": lambda: x <= y, ">": lambda: x > y, ">=": lambda: x >= y}[op]()
        difference = add(linear_of(a), linear_of(b), Fraction(-1))
        bound = None
        if len(difference[0]) == 1:
            name, factor = difference[0][0]
            bound = (name, op if factor > 0 else MIRRORED[op], -difference[1] / factor)
        text = f"{bound[0]} {WORDS[bound[1]]} {bound[2]}" if bound else f"{a} {WORDS[op]} {b}"
        return Condition(term, _about(a, b), text, bound, f"{a} {WORDS[OPPOSITE[op]]} {b}")

    def round(self, direction: str, value: Symbol) -> Symbol:
        """The symbol rounded up or down to a whole number."""
        z3 = self.z3
        down = z3.ToInt(_real(z3, value.term))
        term = down if direction == "down" else -z3.ToInt(-_real(z3, value.term))
        return Symbol(term, value.about, (((f"({value} rounded {direction})", Fraction(1)),), Fraction(0)))

    def is_missing(self, value: Symbol) -> bool:
        """Whether a number is worked out from what was not told."""
        return any(self.causes.get(node) == NOT_TOLD for node in value.about)

    def only(self, value: Symbol, path: list[tuple[Condition, bool]]) -> Fraction | None:
        """The one number that it can be where the conditions of a path hold; None where it can be several. Raises LimitReached."""
        if not any(condition.about & value.about for condition, _ in path):
            return None
        number = self.session.value_in(self._required(path), value.term)
        if number is None or self.possible(path, self.compare("=", value, number), holds=False):
            return None
        return number

    def possible(self, path: list[tuple[Condition, bool]], condition: Condition | None = None, holds: bool = True) -> bool:
        """Whether the conditions of a path can be true together (with one more). Raises LimitReached."""
        terms = self._required(path, frozenset() if condition is None else condition.about)
        if condition is not None:
            terms.append(condition.term if holds else self.z3.Not(condition.term))
        result = self.session.check_all(terms)
        if result is Result.UNKNOWN:
            raise LimitReached("the solver did not decide whether some numbers are possible, within its limits")
        return result is Result.SAT

    def _required(self, path: list[tuple[Condition, bool]], about: frozenset[Node] = frozenset()) -> list[Any]:
        """The conditions of a path, and the bounds of all numbers in it."""
        terms = [c.term if truth else self.z3.Not(c.term) for c, truth in path]
        named = about.union(*(c.about for c, _ in path))
        return terms + [term for node in named for term in self._bounds.get(node, ())]


def _multiplied(op: str, a: Fraction | Symbol, b: Fraction | Symbol) -> tuple[Linear, Fraction] | None:
    """What a product or quotient is of, and how many times that; None where it is neither, or goes by no known number."""
    if isinstance(b, Fraction) and op in ("*", "/"):
        return linear_of(a), b if op == "*" else 1 / b
    return (linear_of(b), a) if isinstance(a, Fraction) and op == "*" else None


def _about(*values: object) -> frozenset[Node]:
    return frozenset[Node]().union(*(v.about for v in values if isinstance(v, Symbol)))


def _real(z3: Any, term: Any) -> Any:
    return z3.ToReal(term) if term.is_int() else term
