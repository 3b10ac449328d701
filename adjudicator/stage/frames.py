"""What the search for situations is made of: open instances, frames of variables, plain numbers, comparing."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node
from adjudicator.model.undecided import Open
from adjudicator.model.values import Value
from adjudicator.records import dataclass
from adjudicator.stage.sketch import Sketch

OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
PLAIN = tuple(Fraction(n) for n in (1, 2, 3, 0, 4, 5))
DEEPEST = 4
MOST_FILLERS = 3


@dataclass(frozen=True, slots=True)
class Hole(Open):
    """A property instance whose value is still open."""

    node: Node


class Nothing(Open):
    """No value, and none that could be chosen."""


NOTHING = Nothing()


@dataclass(frozen=True)
class Frame:
    """The variables of one clause: their kinds and what they stand for."""

    kinds: dict[str, str]
    binding: dict[str, Value]

    def bound(self, name: str, value: Value) -> Frame:
        return Frame(self.kinds, {**self.binding, name: value})

    def without(self, name: str) -> Frame:
        return Frame(self.kinds, {n: v for n, v in self.binding.items() if n != name})


def permission_default(book: Rulebook, kind: str) -> str:
    """The permission that the declaration of an event gives it; empty where it says nothing."""
    for name in (kind, *sorted(book.ancestors.get(kind, frozenset()) - {kind})):
        if name in book.events and book.events[name].default:
            return book.events[name].default
    return ""


class Spent(Exception):
    """The search has taken all the steps it may."""


Found = Iterator[tuple[Sketch, Frame]]


MIRRORED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=", "in": "in"}


def related(op: str, a: object, b: object) -> bool:
    """a op b for values."""
    if op in ("=", "!="):
        return (a == b and (a is None) == (b is None)) == (op == "=")
    if not (isinstance(a, Fraction) and isinstance(b, Fraction)):
        return False
    return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]


def arithmetic(op: str, a: Fraction, b: Fraction) -> Fraction:
    """Exact arithmetic."""
    match op:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "/":
            return a / b
        case "min":
            return min(a, b)
        case _:
            return max(a, b)
