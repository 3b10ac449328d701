"""`Next turn Ann wants to throw it`: what is told of a later turn, and whose turn that is."""

from __future__ import annotations

import re

from adjudicator.records import dataclass

_WHEN = r"(?:(?:in|on|during|at) (?:(?P<whose>his|her|their|the|[A-Z][\w-]*'s) )?)?"
_FIRST = re.compile(rf"^(?:(?:and|but|then|so) )*{_WHEN}(?:next|following) turn,? (?P<rest>(?!is\b|was\b).+)$", re.IGNORECASE)
_NOT_BEFORE = r"(?<! lose)(?<! loses)(?<! lost)(?<! skip)(?<! skips)(?<! misses)(?<! his)(?<! her)(?<! their)(?<! the)(?<!'s)"
_LAST = re.compile(rf"^(?P<rest>.+?){_NOT_BEFORE},? {_WHEN}(?:next|following) turn(?P<mark>\??)$")
_BEGINS = re.compile(
    r"^(?:(?:and|but|then|so|now) )*(?P<whose>[A-Z][\w-]*'s|[Hh]is|[Hh]er|[Tt]heir) (?:next )?turn (?:begins|starts|comes)(?: now)?$"
)


@dataclass(frozen=True)
class Later:
    """A piece about a later turn: whose it is, as it is said (`his`, `Ann's`, or empty), and what is told or asked of it."""

    whose: str
    rest: str


def next_turn(text: str) -> Later | None:
    """What a piece tells of the next turn; None where it speaks of none."""
    match = _FIRST.match(text)
    if match is not None:
        return Later(match["whose"] or "", match["rest"])
    match = _LAST.match(text)
    if match is not None:
        return Later(match["whose"] or "", match["rest"] + match["mark"])
    match = _BEGINS.match(text)
    return Later(match["whose"], "") if match is not None else None


def heading_after(whose: list[str], who: str, first: int) -> str:
    """The heading of the next turn of somebody, after turns of those named, the first of them in round `first`."""
    count = whose.count(who)
    return f"{who}'s turn, round {first + count}" if count else f"{who}'s turn"
