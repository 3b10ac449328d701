"""Numbers that are not known: terms over named unknowns, kept exact.

A `Symbol` stands for an unknown whole or fractional number; arithmetic builds
terms, comparisons give conditions that the world then decides (docs/meaning.md
8.1).  Terms are data.  Where conditions bound single numbers, whether they can
hold together is read off the bounds (ranges.py); only what compares several
numbers, or rounds one, is put to the solver, and only then is z3 loaded.
"""

from __future__ import annotations

import operator
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Any

from adjudicator.engine.limits import LimitReached
from adjudicator.engine.ranges import Bound, Range, ranges_left
from adjudicator.entailment.session import Result, session_for
from adjudicator.model.outcomes import NOT_TOLD
from adjudicator.model.situation import Node
from adjudicator.model.undecided import Open
from adjudicator.model.vocabulary import NO_BOUNDS, Bounds
from adjudicator.records import dataclass

Linear = tuple[tuple[tuple[str, Fraction], ...], Fraction]
"""A linear form: the named unknowns with their factors, and the constant."""

Cut = tuple[Fraction | float, int]
Cuts = tuple[Cut, Cut]
"""Where a range begins and where it ends: each just before a number (0) or just after it (1)."""
NO_RANGE: Cuts = ((-inf, 0), (inf, 0))
CUTS = {">=": (0, None), ">": (1, None), "<": (None, 0), "<=": (None, 1), "=": (0, 1)}
"""Whether what a comparison leaves begins, and ends, just before the number or just after it."""


@dataclass(frozen=True)
class Unknown:
    """A number of which nothing is known but its name and whether it is whole."""

    name: str
    whole: bool


@dataclass(frozen=True)
class Operation:
    """What is worked out of terms: `+`, `-`, `*`, `/`, `down` and `up` (rounding), and comparisons."""

    op: str
    of: tuple[Term, ...]


Term = Unknown | Operation | Fraction
"""A number, or a comparison of numbers, as data."""


@dataclass(frozen=True, eq=False)
class Symbol(Open):
    """A number that depends on unknown ones: `about` names their instances, `linear` is its normal form."""

    term: Term
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

    term: Term
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
    joined: list[Cuts] = []
    for low, high in sorted(ranges):
        if joined and low <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
        else:
            joined.append((low, high))
    return [_range_text(next(iter(names)), one) for one in joined] if NO_RANGE not in joined else []


def _opposite(bound: Bound | None) -> Bound | None:
    return bound and (bound[0], OPPOSITE[bound[1]], bound[2])


def _range_text(name: str, of: Cuts) -> str:
    (low, after), (high, past) = of
    if (low, after, past) == (high, 0, 1):
        return f"{name} is {low}"
    ends = [] if (low, after) == NO_RANGE[0] else [f"{WORDS['>' if after else '>=']} {low}"]
    ends += [] if (high, past) == NO_RANGE[1] else [f"{WORDS['<=' if past else '<']} {high}"]
    return f"{name} " + " and ".join(ends).replace(" and is ", " and ")


class Symbols:
    """The unknown numbers of one settling: their bounds, and whether conditions on them can hold together."""

    def __init__(self, digest: str) -> None:
        self.digest = digest
        self.causes: dict[Node, str] = {}
        self._bounds: dict[Node, list[Bound]] = {}
        self._whole: dict[str, bool] = {}

    def constant(self, node: Node, name: str, whole: bool, bounds: Bounds = NO_BOUNDS, cause: str = "unknown") -> Symbol:
        """The symbol of a number that is unknown, or (`cause`) was not told, within its bounds."""
        self.causes[node] = cause
        low, high = bounds
        self._bounds[node] = [(name, op, end) for op, end in ((">=", low), ("<=", high)) if end is not None]
        return self._unknown(name, whole, frozenset((node,)))

    def is_whole(self, name: str) -> bool:
        """Whether an unknown is a whole number."""
        return self._whole[name]

    def _unknown(self, name: str, whole: bool, about: frozenset[Node]) -> Symbol:
        self._whole[name] = whole
        return Symbol(Unknown(name, whole), about, (((name, Fraction(1)),), Fraction(0)))

    def combine(self, op: str, a: Fraction | Symbol, b: Fraction | Symbol) -> Fraction | Symbol:
        """a op b; where the result is not linear, a number of which nothing is known but what it is made of."""
        multiplied = _multiplied(op, a, b)
        if multiplied is None and op in ("*", "/"):
            return self._unknown(f"({a} {'times' if op == '*' else 'divided by'} {b})", False, _about(a, b))
        if multiplied is None:
            form = add(linear_of(a), linear_of(b), Fraction(1 if op == "+" else -1))
        else:
            form = scaled(*multiplied)
        return Symbol(Operation(op, (_term(a), _term(b))), _about(a, b), form) if form[0] else form[1]

    def compare(self, op: str, a: Fraction | Symbol, b: Fraction | Symbol) -> Condition:
        """The comparison as a condition, in normal form."""
        difference = add(linear_of(a), linear_of(b), Fraction(-1))
        bound = None
        if len(difference[0]) == 1:
            name, factor = difference[0][0]
            bound = (name, op if factor > 0 else MIRRORED[op], -difference[1] / factor)
        text = f"{bound[0]} {WORDS[bound[1]]} {bound[2]}" if bound else f"{a} {WORDS[op]} {b}"
        return Condition(Operation(op, (_term(a), _term(b))), _about(a, b), text, bound, f"{a} {WORDS[OPPOSITE[op]]} {b}")

    def round(self, direction: str, value: Symbol) -> Symbol:
        """The symbol rounded up or down to a whole number."""
        form = (((f"({value} rounded {direction})", Fraction(1)),), Fraction(0))
        return Symbol(Operation(direction, (value.term,)), value.about, form)

    def is_missing(self, value: Symbol) -> bool:
        """Whether a number is worked out from what was not told."""
        return any(self.causes.get(node) == NOT_TOLD for node in value.about)

    def only(self, value: Symbol, path: list[tuple[Condition, bool]]) -> Fraction | None:
        """The one number that it can be where the conditions of a path hold; None where it can be several. Raises LimitReached."""
        if not any(condition.about & value.about for condition, _ in path):
            return None
        left = self._left(path)
        if left is not None and all(name in self._whole for name, _ in value.linear[0]):
            ends = [(left[name].only() if name in left else None, factor) for name, factor in value.linear[0]]
            known = [end * factor for end, factor in ends if end is not None]
            return sum(known, value.linear[1]) if len(known) == len(ends) else None
        number = self._solver.value_in(path, value)
        if number is None or self.possible(path, self.compare("=", value, number), holds=False):
            return None
        return number

    def possible(self, path: list[tuple[Condition, bool]], condition: Condition | None = None, holds: bool = True) -> bool:
        """Whether the conditions of a path can be true together (with one more). Raises LimitReached."""
        whole = path if condition is None else [*path, (condition, holds)]
        left = self._left(whole)
        return self._solver.possible(whole) if left is None else all(one.possible() for one in left.values())

    def _left(self, path: list[tuple[Condition, bool]]) -> dict[str, Range] | None:
        """By unknown number what a path leaves of it; None where a condition does not bound a single one."""
        bounds = [condition.bound if holds else _opposite(condition.bound) for condition, holds in path]
        alone = [bound for bound in bounds if bound is not None and bound[0] in self._whole]
        return ranges_left([*alone, *self.required(path)], self._whole) if len(alone) == len(bounds) else None

    def required(self, path: list[tuple[Condition, bool]]) -> list[Bound]:
        """The declared bounds of all numbers that a path speaks of."""
        named = frozenset[Node]().union(*(condition.about for condition, _ in path))
        return [bound for node in named for bound in self._bounds.get(node, ())]

    @cached_property
    def _solver(self) -> Solving:
        return Solving(self)


Path = tuple[tuple[str, frozenset[Node], bool], ...]
"""Conditions by their texts, which say all of them, and whether they hold."""
MOST_KNOWN = 20_000


class Solving:
    """The solver side of the unknown numbers of one settling: terms are built when they are asked about."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self.session = session_for(symbols.digest)
        self.z3: Any = self.session.z3
        self._known: dict[Path, bool] = {}
        self._terms: dict[int, tuple[Term, Any]] = {}

    def possible(self, path: list[tuple[Condition, bool]]) -> bool:
        """Whether the conditions of a path can be true together; asked once. Raises LimitReached."""
        asked = tuple([(condition.text, condition.about, holds) for condition, holds in path])
        known = self._known.get(asked)
        if known is None:
            result = self.session.check_all(self._assertions(path))
            if result is Result.UNKNOWN:
                raise LimitReached("the solver did not decide whether some numbers are possible, within its limits")
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            known = self._known[asked] = result is Result.SAT
        return known

    def value_in(self, path: list[tuple[Condition, bool]], value: Symbol) -> Fraction | None:
        """Some value of a number where a path holds, to be checked; None where there is none."""
        return self.session.value_in(self._assertions(path), self._built(value.term))

    def _assertions(self, path: list[tuple[Condition, bool]]) -> list[Any]:
        terms = [self._built(c.term) if holds else self.z3.Not(self._built(c.term)) for c, holds in path]
        bounds = [Operation(op, (Unknown(name, self.symbols.is_whole(name)), end)) for name, op, end in self.symbols.required(path)]
        return [*terms, *map(self._built, bounds)]

    def _built(self, term: Term) -> Any:
        """A term in the words of z3, remembered by identity: what a path rests on is asked about again and again."""
        known = self._terms.get(id(term))
        if known is None or known[0] is not term:
            if len(self._terms) > MOST_KNOWN:
                self._terms.clear()
            known = self._terms[id(term)] = (term, self._in_z3(term))
        return known[1]

    def _in_z3(self, term: Term) -> Any:
        z3, context = self.z3, self.session.context
        if isinstance(term, Fraction):
            return z3.IntVal(int(term), context) if term.denominator == 1 else z3.RealVal(str(term), context)
        if isinstance(term, Unknown):
            return (z3.Int if term.whole else z3.Real)(term.name, context)
        x, *others = [self._built(one) for one in term.of]
        match term.op, others:
            case "down", []:
                return z3.ToInt(_real(z3, x))
            case "up", []:
                return -z3.ToInt(-_real(z3, x))
            case "/", [y]:
                return _real(z3, x) / _real(z3, y)
            case op, [y]:
                return _OPERATORS[op](x, y)
        raise AssertionError(f"no operation on numbers: {term.op}")


_OPERATORS = {
    "+": operator.add, "-": operator.sub, "*": operator.mul,
    "=": operator.eq, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def _multiplied(op: str, a: Fraction | Symbol, b: Fraction | Symbol) -> tuple[Linear, Fraction] | None:
    """What a product or quotient is of, and how many times that; None where it is neither, or goes by no known number."""
    if isinstance(b, Fraction) and op in ("*", "/"):
        return linear_of(a), b if op == "*" else 1 / b
    return (linear_of(b), a) if isinstance(a, Fraction) and op == "*" else None


def _term(value: Fraction | Symbol) -> Term:
    return value.term if isinstance(value, Symbol) else value


def _about(*values: object) -> frozenset[Node]:
    return frozenset[Node]().union(*(v.about for v in values if isinstance(v, Symbol)))


def _real(z3: Any, term: Any) -> Any:
    return z3.ToReal(term) if term.is_int() else term
