"""Lines of a debate that are left out or put elsewhere: nothing that was told goes with another line without a word."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.asking.ordering import is_margin_heading
from adjudicator.engine.limits import RuleFault
from adjudicator.language.diagnostics import LanguageError, Messages
from adjudicator.language.files import one_newline, plain_marks
from adjudicator.language.loading import scenarios_in
from adjudicator.records import dataclass
from adjudicator.web.sheet import rows

MOST_TRIED = 12
"""So many lines are tried as what an answer answers, the nearest before it."""


@dataclass(frozen=True)
class Left:
    """A text without a line, and what to say of it: what is out, and whether what it held has stayed."""

    text: str
    out: tuple[str, ...]
    kept: int = 0

    @property
    def says(self) -> str:
        """What was done, as it is told beside an undo."""
        what = f"“{self.out[0]}”" if len(self.out) == 1 else f"{len(self.out)} lines: {'; '.join(f'“{one}”' for one in self.out)}"
        kept = {0: "", 1: " What was told in it is kept: 1 line."}.get(self.kept, f" What was told in it is kept: {self.kept} lines.")
        return f"Taken out: {what}.{kept}"


def left_out(text: str, number: int, name: str) -> Left:
    """The text without a line (from 1). What a part of a story holds stays: in the part before, below what it answers, or by itself.

    Where it cannot be told without the line (an answer to what is taken out, a map, what is expected) it goes with it, and that is said.
    """
    lines = text.split("\n")
    if not 0 < number <= len(lines):
        return Left(text, ())
    held = _held(lines, number)
    if held and is_margin_heading(lines[number - 1]):
        before = _faults(text, name)
        for made, at in _without_heading(lines, number, len(held)):
            made = _answers_put_below(made, at, len(held), name)
            left = _faults(made, name)
            if len(left) <= len(before) or all(could_answer(made, line, name) for line in left):
                return Left(made, (lines[number - 1].strip(),), len(rows("\n".join(held), None)))
    gone = rows("\n".join(lines[number - 1 : number + len(held)]), None)
    out = tuple(row.text for row in gone if row.sort != "expected") or (lines[number - 1].strip(),)
    return Left("\n".join([*lines[: number - 1], *lines[number + len(held) :]]), out)


def _held(lines: list[str], number: int) -> list[str]:
    """What stands below a line, indented deeper."""
    depth, end = _depth(lines[number - 1]), number
    while end < len(lines) and lines[end].strip() and _depth(lines[end]) > depth:
        end += 1
    return lines[number:end]


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _without_heading(lines: list[str], number: int, count: int) -> Iterator[tuple[str, int]]:
    """The text without a heading, and the line where what it held begins then: in the part before, or at one moment by itself."""
    first = max((i for i, line in enumerate(lines[: number - 1]) if line.startswith("scenario")), default=0)
    above, behind, held = lines[: number - 1], lines[number + count :], lines[number : number + count]
    if any(is_margin_heading(line) for line in lines[first : number - 1]):
        yield "\n".join([*above, *held, *behind]), number
    yield "\n".join([*above, *(line.removeprefix("  ") for line in held), *behind]), number


def _answers_put_below(text: str, first: int, count: int, name: str) -> str:
    """The text with each answer among some lines below the one event that it can answer."""
    for line in range(first, first + count):
        found = could_answer(text, line, name) if line in _faults(text, name) else []
        if len(found) == 1:
            text = below(text, line, found[0][0])
    return text


def could_answer(text: str, number: int, name: str) -> list[tuple[int, str]]:
    """The events before a line (from 1) that it can stand below as an answer: the line of each and its words, the nearest first."""
    lines = text.split("\n")
    if not 0 < number <= len(lines) or _depth(lines[number - 1]) < 2 or is_margin_heading(lines[number - 1]):
        return []
    known = len(_faults(text, name))
    first = max((i for i, line in enumerate(lines[:number]) if line.startswith("scenario")), default=0)
    before = [i for i in range(number - 1, first + 1, -1) if lines[i - 1].strip() and not is_margin_heading(lines[i - 1])]
    return [(i, lines[i - 1].strip()) for i in before[:MOST_TRIED] if len(_faults(below(text, number, i), name)) < known]


def below(text: str, number: int, event: int) -> str:
    """The text with a line and what it holds below the event of another line, as an answer to it; a part left empty by that goes."""
    lines = text.split("\n")
    held = _held(lines, number)
    moved, depth = lines[number - 1 : number + len(held)], _depth(lines[event - 1]) + 2 - _depth(lines[number - 1])
    end = event + len(_held(lines, event))
    if event < number <= end:
        return text
    rest, empty = lines[number + len(held) :], number > 1 and is_margin_heading(lines[number - 2])
    empty = empty and not (rest and rest[0].strip() and _depth(rest[0]) > _depth(lines[number - 2]))
    between = lines[end : number - 2 if empty else number - 1]
    return "\n".join([*lines[:end], *(" " * max(0, depth + _depth(one)) + one.lstrip() for one in moved), *between, *rest])


_HERE = "-- here"


def marked(text: str, number: int) -> str:
    """The text with a mark in the place of a line (from 1), over what that held."""
    lines = text.split("\n")
    lines[number - 1 : number] = [f"{' ' * _depth(one)}{_HERE}" for one in lines[number - 1 : number]]
    return "\n".join(lines)


def at_mark(text: str, line: str) -> str:
    """The text with a line that was put in at the end of what it tells in the place of the mark."""
    lines = text.split("\n")
    del lines[max(i for i, one in enumerate(lines) if one == f"  {line}")]
    return "\n".join(one.removesuffix(_HERE) + line if one.strip() == _HERE else one for one in lines)


def _faults(text: str, name: str) -> list[int]:
    """The lines of a text that cannot be read, once for each fault."""
    messages = Messages()
    try:
        scenarios_in(plain_marks(one_newline(text)), name, messages)
    except LanguageError as error:
        return [one.place.line for one in error.diagnostics]
    except RuleFault as fault:
        return [fault.place.line if fault.place else 0]
    return [one.place.line for one in messages.errors]
