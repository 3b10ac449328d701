"""Values a property can have, and the types that say which.

At run time a value is one of: ``bool`` (yes/no), ``Fraction`` (every number),
``str`` (one of a list, or printed text), ``Ref`` (a thing), ``None`` (nobody or
nothing) or a ``frozenset`` of these.  What is worked out may also have come to no
value yet: it is drawn (``Drawn``), as usual (``Usual``), or left open (``Open``).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from adjudicator.model.undecided import Open
from adjudicator.records import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Ref:
    """A thing on the table, by its name in the scenario."""

    name: str

    def __str__(self) -> str:
        return self.name

    def __hash__(self) -> int:
        return hash(self.name)  # things are looked up all the time; the dataclass's own would make a tuple first


@dataclass(frozen=True, slots=True)
class Usual:
    """What a defeater gives (docs/meaning.md 3.5): no value, so that it is as though no clause spoke."""

    def __str__(self) -> str:
        return "as usual"


AS_USUAL = Usual()


@dataclass(frozen=True, slots=True)
class Described:
    """An event by what it is: its kind, and who plays each of its roles."""

    event: str
    roles: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        return f"{self.event} ({', '.join(show(filler) for _, filler in self.roles if filler is not None)})"


class Drawn(tuple[tuple[Any, Any], ...]):
    """A value left to chance: pairs of (value, chance); empty means among all values of the type.

    With `by`, the values are offered to that one to choose from.
    """

    by: Value = None

    def __new__(cls, cases: Iterable[tuple[Value, Value]] = (), by: Value = None) -> Drawn:
        drawn = super().__new__(cls, cases)
        drawn.by = by
        return drawn

    @property
    def weighted(self) -> list[tuple[Value, Fraction]]:
        """The values with their chances, which are numbers. Raises TypeError where one is not."""
        weights = [(value, weight) for value, weight in self if isinstance(weight, Fraction)]
        if len(weights) == len(self):
            return weights
        raise TypeError(f"not all chances are numbers: {self!r}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Drawn) and tuple.__eq__(self, other) and self.by == other.by

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(("drawn", tuple(self), self.by))


Value = bool | Fraction | str | Ref | Usual | Described | Drawn | Open | None | frozenset[Any]


@dataclass(frozen=True, slots=True)
class Type:
    """The type of a property.

    `base` is one of "yes/no", "whole", "fraction", "choice", "thing", "set", "text".
    `options` are the words of a choice; `kind` is the kind of a thing or of a
    set's members; `nobody` tells whether a thing may be nobody.
    """

    base: str
    options: tuple[str, ...] = ()
    kind: str = ""
    nobody: bool = False

    @property
    def is_number(self) -> bool:
        """Whether values of the type are numbers."""
        return self.base in ("whole", "fraction")

    def __str__(self) -> str:
        if self.base == "choice":
            return "one of " + ", ".join(self.options)
        if self.base == "thing":
            return f"a thing of kind {self.kind}"
        if self.base == "set":
            return f"a set of things of kind {self.kind}"
        return {"whole": "a whole number", "fraction": "a number", "yes/no": "yes or no"}.get(self.base, self.base)


YES_NO = Type("yes/no")
WHOLE = Type("whole")
FRACTION = Type("fraction")
PERMISSION = Type("choice", ("may", "must", "may not"))


def show(value: Value) -> str:
    """The value as a player would write it: yes, 7/2, Ann, nobody, {Ann, Bob}."""
    if value is True:
        return "yes"
    if value is False:
        return "no"
    if value is None:
        return "nobody"
    if isinstance(value, frozenset):
        return ", ".join(sorted(show(v) for v in value)) or "none"
    if isinstance(value, Drawn) and value.by is not None:
        return f"for {show(value.by)} to choose among {', '.join(show(v) for v, _ in value)}"
    if isinstance(value, Drawn):
        return "random" + (": " + ", ".join(f"{show(v)} with chance {chance}" for v, chance in value) if value else "")
    return str(value)


def plain(value: Value) -> object:
    """The value for JSON: booleans and whole numbers as themselves, the rest as text."""
    if isinstance(value, bool):
        return value
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else str(value)
    if isinstance(value, frozenset):
        return sorted(show(v) for v in value)
    return None if value is None else show(value)


def order_key(value: Value) -> tuple[Any, ...]:
    """A total order over values of all types, so that lists of them print the same each time."""
    if isinstance(value, bool):
        return (0, not value, "")
    if isinstance(value, Fraction):
        return (1, value, "")
    return (2, 0, show(value))
