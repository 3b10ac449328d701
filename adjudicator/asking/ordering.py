"""Events told in a row, put into a scenario as a story: one after the other, in the turn of whoever acts first.

A scenario without a heading is one moment, and two events of one moment know nothing of each other; nobody who
tells two sentences of what was done means that. What is told "at the same time" stays together.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from adjudicator.language.drawings import drawn_lines
from adjudicator.language.layout import Line
from adjudicator.language.stories import is_heading
from adjudicator.model.expressions import Compare, Literal, Occurs, Sentence
from adjudicator.model.places import NOWHERE
from adjudicator.model.values import Ref, Value
from adjudicator.model.vocabulary import Clock
from adjudicator.records import dataclass

USUAL_ROUND = 3
"""The round of a story whose round nobody said: one in which nothing is special about the beginning of the game any more."""
PROPOSED = "proposed: "
OPEN = "-- not understood: "
"""How a scenario keeps what somebody said and is still to be said in other words: as a remark."""
TOGETHER = "-- all of this at the same time"
"""The remark by which a scenario keeps that its events were told of one moment."""


@dataclass(frozen=True)
class Hearing:
    """What has to be known of the lines of a scenario to put them in order: what each says, and who takes turns."""

    clock: Clock
    says: Callable[[str], Sentence | None]
    seated: tuple[str, ...]
    later: frozenset[str] = frozenset()
    """Facts that were told as what came of the events."""
    together: frozenset[str] = frozenset()
    """Events that were told as happening at the same time as others."""


@dataclass(frozen=True)
class _Block:
    """A line of the scenario and all that stands below it."""

    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return self.lines[0].strip()


def one_after_the_other(text: str, hearing: Hearing) -> str:
    """The text with its events as a story because somebody says that it was so, also one event, and what was told of one moment."""
    lines = (line for line in text.split("\n") if line.strip() != TOGETHER)
    return in_a_row("\n".join(lines), replace(hearing, together=frozenset()), 1)[0]


def in_a_row(text: str, hearing: Hearing, least: int = 2) -> tuple[str, list[str]]:
    """The text with the events told before its first heading as a story, and what was taken for granted by that.

    It comes back as it is where fewer than `least` events (done or considered) are told, or all of them at the same time.
    """
    lines = text.rstrip("\n").split("\n")
    if any(line.strip() == TOGETHER for line in lines) or sum(line.startswith("scenario") for line in lines) != 1:
        return text, []
    lines = _below_headings(lines, hearing)
    text = "\n".join(lines) + "\n"
    first, end = _told_between(lines)
    blocks = _blocks(lines[first:end], {index - first for below in drawn_lines(lines).values() for index in below})
    blocks = _named_below(blocks, hearing)
    told = [block for block in blocks if _is_event(block.text, hearing)]
    headed = any(is_margin_heading(line) for line in lines)
    considered = any(line.strip().startswith(PROPOSED) for block in told for line in block.lines[1:])
    if not told or len(told) < least and not headed and not considered or all(block.text in hearing.together for block in told):
        return text, []
    who, number, gone = _whose_turn(blocks, told, hearing)
    if not who:
        return text, []
    start = blocks.index(told[0])
    before = [block for block in blocks if block not in told and block not in gone]
    after = [block for block in before if blocks.index(block) > start]
    later = [block for block in after if block.text in hearing.later or block.text.startswith(OPEN)]
    early = [block for block in before if block not in later]
    heading = f"  {who}'s turn, round {number or USUAL_ROUND}"
    row = _together(sorted((*told, *later), key=blocks.index), hearing)
    made = [*lines[:first], *(line for block in early for line in block.lines), heading, *row]
    asks = [line.removesuffix(" afterwards") if line.startswith("  ask ") else line for line in lines[end:]]
    notes = [_note(who, number, [block for block in told if not block.text.startswith(PROPOSED)])]
    notes += [
        f"`{block.text}` is taken to be so from the start" for block in early
        if blocks.index(block) > start and block.text and not block.text.startswith("--")
    ]  # fmt: skip
    return "\n".join([*made, *([""] if asks and asks[0].strip() else []), *asks]) + "\n", notes


_CALLED = re.compile(r", called (?:the )?(?P<name>.+)$")


def _named_below(blocks: list[_Block], hearing: Hearing) -> list[_Block]:
    """The blocks, with an event that is said of the one told just before it, by its name, below that one: behind it, it is over."""
    made: list[_Block] = []
    for block in blocks:
        said = hearing.says(block.text.split(", ")[0]) if made and _is_event(block.text, hearing) else None
        of = {getattr(term, "value", None) for _, term in said.roles} if isinstance(said, Occurs) else set()
        above = made[-1].lines if of else ()
        line = next((one for one in above[::-1] if (name := _CALLED.search(one)) is not None and Ref(name["name"]) in of), None)
        if line is None:
            made.append(block)
        else:
            deeper = " " * (_depth(line) + 2 - _depth(block.lines[0]))
            made[-1] = replace(made[-1], lines=(*above, *(f"{deeper}{one}" for one in block.lines)))
    return made


def with_answers_below(text: str, says: Callable[[str], Sentence | None]) -> str:
    """The text with what was told between a deed and its answer before the deed, so that the answer stands below it."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if not _tells(line, says, event=True):
            continue
        last = at - 1
        while last > 0 and _depth(lines[last]) < _depth(line) and _tells(lines[last], says, event=False):
            last -= 1
        deed = last
        while deed > 0 and _depth(lines[deed]) >= _depth(line):
            deed -= 1
        if last < at - 1 and _tells(lines[deed], says, event=True):
            lines[deed:at] = [*lines[last + 1 : at], *lines[deed : last + 1]]
    return "\n".join(lines)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _tells(line: str, says: Callable[[str], Sentence | None], event: bool) -> bool:
    """Whether a line tells an event, or else a fact."""
    said = says(line.strip().split(", ")[0]) if line[:1] == " " else None
    return said is not None and isinstance(said, Occurs) is event


def _below_headings(lines: list[str], hearing: Hearing) -> list[str]:
    """The lines of a story with what stands at the margin behind its first heading put right: facts before it, events into the turn."""
    first, start = _told_between(lines)
    end = next((i for i in range(start, len(lines)) if lines[i].startswith("  ask ")), len(lines))
    if not any(map(is_margin_heading, lines[start:end])):
        return lines
    early: list[str] = []
    made: list[str] = []
    for block in _blocks(lines[start:end], set()):
        if block.text.startswith(OPEN) or _is_event(block.text, hearing) and not block.text.startswith(PROPOSED):
            made += [f"  {line}" for line in block.lines]
        elif not block.text or is_margin_heading(block.lines[0]) or block.text.startswith(("--", PROPOSED)):
            made += block.lines
        else:
            early += block.lines
    heading = next(line.strip() for line in lines[start:end] if is_margin_heading(line))
    before = (block for block in _blocks(lines[first:start], set()) if not _is_said_by(heading, block, hearing))
    return [*lines[:first], *(line for block in before for line in block.lines), *early, *made, *lines[end:]]


def _is_said_by(heading: str, block: _Block, hearing: Hearing) -> bool:
    """Whether a line says what the first heading says: whose turn it is, in which round."""
    whose, number = _value(block, hearing.clock.on_turn, hearing), _value(block, hearing.clock.round, hearing)
    return isinstance(whose, Ref) and heading.startswith(f"{whose.name}'s turn") or heading.endswith(f"'s turn, round {number}")


def _note(who: str, number: str, done: list[_Block]) -> str:
    when = f"{who}'s turn" + ("" if number else f" (round {USUAL_ROUND}: nobody said which)")
    return f"this is taken to happen in {when}" + (", one after the other as it was told" if len(done) > 1 else "")


def _told_between(lines: list[str]) -> tuple[int, int]:
    """Where what is told begins and ends: behind the line of the book, before the first heading or question."""
    first = next((i for i, line in enumerate(lines) if line.lstrip().startswith("uses ")), 0) + 1
    end = next((i for i in range(first, len(lines)) if is_margin_heading(lines[i]) or lines[i].startswith("  ask ")), len(lines))
    while end > first and not lines[end - 1].strip():
        end -= 1
    return first, end


def is_margin_heading(line: str) -> bool:
    """Whether a line of a scenario's text heads a part of its story."""
    return line.startswith("  ") and line[2:3].strip() != "" and is_heading(Line("statement", line.strip(), NOWHERE, raw=line))


def _blocks(lines: list[str], drawn: set[int]) -> list[_Block]:
    found: list[list[str]] = []
    for index, line in enumerate(lines):
        if found and (index in drawn or line.startswith("   ")):
            found[-1].append(line)
        else:
            found.append([line])
    return [_Block(tuple(one)) for one in found]


def _is_event(text: str, hearing: Hearing) -> bool:
    return text.startswith(PROPOSED) or isinstance(hearing.says(text.split(", ")[0]), Occurs)


def _whose_turn(blocks: list[_Block], told: list[_Block], hearing: Hearing) -> tuple[str, str, list[_Block]]:
    """Whose turn it is, which round where it is said, and the lines that say so (the heading says it in their place)."""
    who = number = ""
    gone: list[_Block] = []
    for block in blocks:
        whose, round_said = _value(block, hearing.clock.on_turn, hearing), _value(block, hearing.clock.round, hearing)
        if isinstance(whose, Ref) and not who:
            who, gone = whose.name, [*gone, block]
        elif round_said is not None and not number:
            number, gone = str(round_said), [*gone, block]
    deed = told[0].text.removeprefix(PROPOSED).split(", ")[0]
    doers = sorted(_doers(hearing.says(deed)), key=deed.find)
    others = [name for name in hearing.seated if name not in doers]
    first = [*doers[:1], *others, *doers[1:], *hearing.seated]
    return who or next((name for name in first if name in hearing.seated), ""), number, gone


def _value(block: _Block, asked: str, hearing: Hearing) -> Value | None:
    """What a line says to be the value of a property of the clock."""
    said = hearing.says(block.text) if asked and not block.text.startswith("--") else None
    if isinstance(said, Compare) and said.op == "=" and getattr(said.left, "property", "") == asked and isinstance(said.right, Literal):
        return said.right.value
    return None


def _doers(said: Sentence | None) -> list[str]:
    """Who and what an event is said of."""
    roles = said.roles if isinstance(said, Occurs) else ()
    return [term.value.name for _, term in roles if isinstance(term, Literal) and isinstance(term.value, Ref)]


def _together(row: list[_Block], hearing: Hearing) -> list[str]:
    """The lines of the row, what is told as at the same time below a heading of its own."""
    made: list[str] = []
    inside = False
    for block in row:
        now = block.text in hearing.together
        if now and not inside:
            made.append("    at once")
        made += [f"{'    ' if now else '  '}{line}" for line in block.lines]
        inside = now
    return made
