"""Examples to begin with: short rulings that come with the program, and the printed names that a text speaks of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from adjudicator.model.rulebook import Rulebook
from adjudicator.resources import scenarios_folder

MOST = 6
SHORTEST, LONGEST = 6, 16
"""Lines of an example: enough to show how a situation is told, few enough to be read at a glance."""


@dataclass(frozen=True)
class Example:
    """A ruling to look at: its title and its text."""

    title: str
    text: str


@lru_cache(maxsize=16)
def examples(book: str) -> tuple[Example, ...]:
    """Some short rulings of a book, from all over its sections: the shortest titles among those with a question that is answered."""
    fitting: list[Example] = []
    folder = scenarios_folder() / book
    for file in sorted(folder.glob("*.scenario")) if folder.is_dir() else ():
        text = file.read_text(encoding="utf-8")
        found = [one for one in (_example(block) for block in re.split(r"^(?=scenario )", text, flags=re.MULTILINE)) if one is not None]
        if found:
            fitting.append(min(found, key=lambda one: (abs(len(one.title) - 45), one.title)))
    step = max(1, len(fitting) // MOST)
    return tuple(fitting[step // 2 :: step][:MOST])


def as_told(book: str) -> str:
    """How one of the examples of a book would be told in a line: what is so and happens, and its first question; of the shortest."""
    found = []
    for one in examples(book):
        lines = [line.strip() for line in one.text.split("\n")[1:] if line.strip() and not line.lstrip().startswith("uses ")]
        told, asked = [line for line in lines if not line.startswith("ask ")], [line for line in lines if line.startswith("ask ")]
        if told and asked and not any(line.startswith(("board", "proposed", "unknown", "with ")) for line in told):
            found.append(". ".join([*told, asked[0].removeprefix("ask ").removeprefix("whether ")]) + "?")
    return min(found, key=len, default="")


def _example(block: str) -> Example | None:
    title, _, rest = block.partition("\n")
    lines = [line for line in rest.split("\n") if line.strip()]
    if not title.startswith("scenario ") or not SHORTEST <= len(lines) <= LONGEST or "  ask " not in rest or "register" in rest:
        return None
    shown = [line for line in rest.rstrip().split("\n") if not re.match(r"\s+(from|expect|--)\b|\s+--", line)]
    return Example(title.removeprefix("scenario ").strip().strip('"'), "\n".join([title, *shown]) + "\n")


def printed_names(book: Rulebook, text: str) -> list[str]:
    """The printed names that a text speaks of, in the order in which they come, the longest where two begin together."""
    found: list[tuple[int, str]] = []
    for name in sorted(book.cards, key=len, reverse=True):
        at = text.find(name)
        if at >= 0 and not any(name in other for _, other in found):
            found.append((at, name))
    return [name for _, name in sorted(found)]
