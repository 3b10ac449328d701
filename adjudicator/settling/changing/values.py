"""The other values that something can have: the nearest numbers, the other words, the other things."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Situation
from adjudicator.model.values import Ref, Type, Value
from adjudicator.settling.changing.change import OUT, Left

NEAR = 3
"""Every number so near to the present one is tried."""
TURNING = 4
"""On either side, so many of the farther numbers at which a comparison can turn are tried."""
MOST_OTHERS = 6
"""Of another word or thing in a place, so many are tried."""


def others(book: Rulebook, situation: Situation, node: Node, value: Value | Left, apart: Iterable[Fraction]) -> list[Value]:
    """The values that an instance could have instead, the nearest first; `apart` tells by how much compared numbers differ."""
    if isinstance(value, bool):
        return [not value]
    prop = book.properties.get(node[0])
    if prop is None or isinstance(value, Left):
        return []
    if isinstance(value, Fraction):
        return near(value, apart, prop.type.base == "whole")
    if prop.type.base == "choice":
        return list[Value](option for option in prop.type.options if option != value)[:MOST_OTHERS]
    if prop.type.base == "thing":
        return _things(book, situation, prop.type, value)[:MOST_OTHERS]
    return []


def _things(book: Rulebook, situation: Situation, kind: Type, value: Value) -> list[Value]:
    fitting: list[Value] = [
        Ref(name) for name, thing in situation.things.items()
        if (kind.kind == "thing" and not thing.is_event) or any(book.is_a(own, kind.kind) for own in thing.kinds)
    ]  # fmt: skip
    return [other for other in (*fitting, *([None] if kind.nobody else [])) if other != value]


def near(number: Fraction, apart: Iterable[Fraction], whole: bool = True) -> list[Value]:
    """Numbers around a number: all that are near, and those farther ones at which a comparison can turn."""
    steps = {Fraction(sign * step) for step in range(1, NEAR + 1) for sign in (1, -1)}
    turning = {sign * (d + by) for d in apart for by in (-1, 0, 1) for sign in (1, -1)}
    if whole:
        turning = {step for step in turning if step.denominator == 1}
    for sign in (1, -1):
        steps |= set(sorted((s for s in turning if s * sign > NEAR), key=abs)[:TURNING])
    if not whole:
        steps |= {s for s in turning if 0 < abs(s) <= NEAR}
    possible = (step for step in steps if number < 0 or number + step >= 0)
    return [number + step for step in sorted(possible, key=lambda s: (abs(s), -s))]


def numbers_near(number: Fraction, against: Iterable[Fraction]) -> list[Fraction]:
    """Precedence Numbers at which one would come before, beside or after others: the nearest first."""
    values = {rival + by for rival in against for by in (-1, 0, 1)} - {number}
    whole = (value for value in values if value >= 0 and value.denominator == 1)
    return sorted(whole, key=lambda value: (abs(value - number), value))


def default_value(book: Rulebook, situation: Situation, node: Node) -> Value | Left:
    """The declared default of an instance; OUT where it is undecided or not known."""
    prop = book.properties[node[0]]
    subject = node[1][prop.subject] if node[1] else None
    default = prop.default
    thing = situation.things.get(subject.name) if isinstance(subject, Ref) else None
    for kind, special in prop.kind_defaults:
        if thing is not None and any(book.is_a(own, kind) for own in thing.kinds):
            default = special
            break
    return OUT if default.undecided or default.unknown else default.value
