"""Examples to begin with: short rulings that come with the program."""

from __future__ import annotations

import re
from functools import lru_cache

from adjudicator.records import dataclass
from adjudicator.resources import scenarios_folder
from adjudicator.web.debate import declarations

MOST = 6
SHORTEST, LONGEST = 6, 16
"""Lines of an example: enough to show how a situation is told, few enough to be read at a glance."""


USUAL = 85
"""Characters of a debate told in a line."""
_NOT_TOLD = re.compile(r"^(?:board|proposed|unknown|with|reading|suppose|story|an? .* called|at (?:once|the)|phase)\b|, called |'s turn")
_ONLY_NAMES = re.compile(r"[a-z]+(?: [a-z]+)? [A-Z]\w*(?:, [A-Z]\w*)*$")
_MAY = re.compile(r"^whether (?P<who>[A-Z]\w*) may\b")


@dataclass(frozen=True)
class Example:
    """A ruling to look at: its title and its text."""

    title: str
    text: str


@lru_cache(maxsize=16)
def examples(book: str) -> tuple[Example, ...]:
    """Some short rulings of a book, from all over its sections: the shortest titles among those with a question that is answered."""
    fitting = [min(found, key=lambda one: (abs(len(one.title) - 45), one.title)) for found in _short_ones(book) if found]
    step = max(1, len(fitting) // MOST)
    return tuple(fitting[step // 2 :: step][:MOST])


@lru_cache(maxsize=16)
def _short_ones(book: str) -> tuple[tuple[Example, ...], ...]:
    """The short rulings of a book, file by file; of files that declare something of their own none."""
    folder = scenarios_folder() / book
    files = sorted(folder.glob("*.scenario")) if folder.is_dir() else ()
    texts = (text for file in files if not declarations(text := file.read_text(encoding="utf-8")))
    blocks = (re.split(r"^(?=scenario )", text, flags=re.MULTILINE) for text in texts)
    return tuple(tuple(one for block in found if (one := _example(block)) is not None) for found in blocks)


@lru_cache(maxsize=16)
def as_told(book: str) -> str:
    """How a ruling of a book would be told in a line: what is so and happens, and its first question; one that asks for leave, if any.

    Who sits at the table is named by what is said of them.
    """
    found = []
    for one in (one for file in _short_ones(book) for one in file):
        lines = [line.strip() for line in one.text.split("\n")[1:] if line.strip() and not line.lstrip().startswith("uses ")]
        told, asked = [line for line in lines if not line.startswith("ask ")], [line for line in lines if line.startswith("ask ")]
        said = [f"{line[:1].upper()}{line[1:]}" for line in told if not _ONLY_NAMES.match(line)]
        if said and asked and not any(_NOT_TOLD.search(line) for line in told):
            question = _MAY.sub(r"may \g<who>", asked[0].removeprefix("ask ")).removeprefix("whether ")
            found.append(". ".join([*said, f"{question[:1].upper()}{question[1:]}"]) + "?")
    return min(found, key=lambda one: (". May " not in one, abs(len(one) - USUAL), one), default="")


def _example(block: str) -> Example | None:
    title, _, rest = block.partition("\n")
    lines = [line for line in rest.split("\n") if line.strip()]
    if not title.startswith("scenario ") or not SHORTEST <= len(lines) <= LONGEST or "  ask " not in rest or "register" in rest:
        return None
    shown = [line for line in rest.rstrip().split("\n") if not re.match(r"\s+(from|expect|--)\b|\s+--", line)]
    return Example(title.removeprefix("scenario ").strip().strip('"'), "\n".join([title, *shown]) + "\n")
