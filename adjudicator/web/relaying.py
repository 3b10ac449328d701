"""What is told in a debate, laid out anew when a line of it is said otherwise: in the order in which it was said."""

from __future__ import annotations

import re

from adjudicator.asking.ordering import is_margin_heading
from adjudicator.records import dataclass

ASSUMED = "-- nobody said whose turn it is"
"""How a scenario keeps that the turn of its first heading was taken to be that of who began."""
_TURN = re.compile(r"  [A-Z][\w-]*'s turn(?:, round \d+)?$")
_AS_IT_IS = re.compile(r"(?:board|at once|at the same time|in order|answering|phase)\b|--(?! not understood: )")


@dataclass(frozen=True)
class Cut:
    """A scenario cut at a line: what stands before it with the questions, and what was told behind it, line by line, in its words."""

    before: str
    told: tuple[str, ...]
    heading: str = ""
    """The turn in which all of that is told, where somebody said it; empty where it is found out anew, or stands before the line."""


def cut_at(scenario: str, number: int) -> Cut | None:
    """The scenario cut at its line of that number, from 1; None where what stands behind it has to stay as it is laid out.

    The heading of a turn that nobody said is left out, where nothing was done before the line: who begins may be another. One that was said
    comes before the line, which is told in that turn, too.
    """
    lines = scenario.rstrip().split("\n")
    asked = next((i for i, line in enumerate(lines) if line.startswith("  ask ")), len(lines))
    head, tail = lines[: number - 1], [line for line in lines[number:asked] if line.strip()]
    if any(_AS_IT_IS.match(line.strip()) for line in tail):
        return None
    first = next((i for i, line in enumerate(tail) if is_margin_heading(line)), None)
    assumed = f"  {ASSUMED}" in head and not any(map(is_margin_heading, head))
    if first is not None and assumed and _TURN.match(tail[first]):
        del tail[first]
        head.remove(f"  {ASSUMED}")
    elif first is not None and not any(map(is_margin_heading, head)):
        return Cut(_without(head, lines[asked:]), tuple(line.strip() for line in (*tail[:first], *tail[first + 1 :])), tail[first].strip())
    return Cut(_without(head, lines[asked:]), tuple(line.strip() for line in tail))


def _without(head: list[str], asked: list[str]) -> str:
    return "\n".join([*head, *([""] if asked else []), *asked]) + "\n"
