"""What somebody says in a line, put into a debate: understood as `adjudicator ask` understands it, on the table that is there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from adjudicator.asking.naming import knowing
from adjudicator.asking.offers import offers
from adjudicator.asking.ordering import OPEN, PROPOSED, TOGETHER, is_margin_heading, one_after_the_other
from adjudicator.asking.telling import Teller, pieces
from adjudicator.asking.typed import as_told
from adjudicator.language.diagnostics import Diagnostic, LanguageError, Messages
from adjudicator.language.drawings import drawn_lines
from adjudicator.language.layout import parse_layout
from adjudicator.language.loading import Loaded, load, scenarios_in
from adjudicator.language.placing import drawn_board
from adjudicator.records import dataclass
from adjudicator.web.debate import with_thing
from adjudicator.web.relaying import ASSUMED, cut_at

LONGEST = 4_000
"""Characters that are said at once."""
LOST = "-- not carried over: "
"""How a scenario keeps which words of what was said are not in what was understood of it: as a remark."""
SPEAKS = "-- I am called {}"
"""How a scenario keeps who speaks of himself."""
DONE = "-- done already: "
"""How a scenario keeps which deed was told as done before: who asks leave for such a one asks for one more."""
_WHO_SPEAKS = re.compile(rf"(?m)^ *{SPEAKS.format('(?P<who>.+)')}$")
_TURN_TAKEN = re.compile(r"this is taken to happen in .+'s turn")
_NOT_TOLD = re.compile(r"(uses|from|story|expect|ruled|board|with option|reading|suppose)\b|--|$")


@dataclass(frozen=True)
class Said:
    """A scenario with what was said in it; what was taken for granted; and the messages about what was not understood."""

    scenario: str
    taken: tuple[str, ...] = ()
    faults: tuple[Diagnostic, ...] = ()
    rest: tuple[str, ...] = ()
    """The pieces that were not understood, in the words they were said in."""


def opened(book: str) -> Loaded:
    """A rulebook with its phrases. Raises LanguageError."""
    messages = Messages()
    loaded = load(book, messages)
    messages.stop_on_errors()
    assert loaded is not None
    return loaded


def say(loaded: Loaded, scenario: str, said: str) -> Said:
    """The scenario with what somebody says put in where scenarios tell such things; the lines that are there stay as they are."""
    loaded = knowing(loaded, f"{scenario}\n{as_told(loaded, said[:LONGEST]).text}")
    teller = _told_again(loaded, scenario)
    spoke = _WHO_SPEAKS.search(scenario)
    typed = as_told(loaded, said[:LONGEST], teller.people, spoke["who"] if spoke is not None else "")
    taken: dict[str, None] = dict.fromkeys(typed.notes)
    faults: list[Diagnostic] = []
    rest: list[str] = []
    if typed.me and spoke is None:
        scenario = _inserted(scenario, f"  {SPEAKS.format(typed.me)}", 1)
    teller.listen(typed.text)
    for piece in pieces(typed.text):
        before = _Counts.of(teller)
        teller.taken, teller.faults = {}, []
        words, open_before = teller.lost_of(piece), sum(line.startswith(OPEN) for _, line in teller.lines[: before.lines])
        understood = sum(line.startswith(OPEN) for _, line in teller.lines) == open_before
        if not understood and (plain := _as_written(scenario, piece)) is not None:
            scenario = plain
            teller = _told_again(loaded, scenario)
            teller.listen(typed.text)
            continue
        taken |= teller.taken
        faults += teller.faults
        rest += [line.removeprefix(OPEN) for _, line in teller.lines[before.lines :] if line.startswith(OPEN)]
        scenario = _only_considered(_with_new(scenario, teller, before, loaded), teller.considered)
        if words:
            scenario = _inserted(scenario, f"  {LOST}{', '.join(words)} (of: {piece.rstrip('.')})", 1)
    for line in sorted(teller.already):
        scenario = scenario if f"  {DONE}{line}" in scenario.split("\n") else _inserted(scenario, f"  {DONE}{line}", 1)
    teller.taken = {}
    scenario = teller.in_order(_told_together(scenario, teller))
    clock = loaded.book.clock
    said_whose = clock is not None and (clock.on_turn, ()) in teller.reader.facts
    if any(_TURN_TAKEN.match(one) for one in teller.taken) and ASSUMED not in scenario and not said_whose:
        scenario = _inserted(scenario, f"  {ASSUMED}", 1)
    taken = {**teller.taken, **taken}
    return Said(scenario, tuple(taken), tuple(faults), tuple(rest))


def _only_considered(scenario: str, lines: Iterable[str]) -> str:
    """The scenario with these lines as what is only considered."""
    for line in lines:
        scenario = re.sub(rf"(?m)^( +){re.escape(line)}$", rf"\g<1>{PROPOSED}{line}", scenario)
    return scenario


def _told_together(scenario: str, teller: Teller) -> str:
    """The scenario with a remark that all of it is told of one moment, where it is; what is done next does not make a story of it."""
    done = {line for _, line, depth in teller.row if not depth}
    return _inserted(scenario, f"  {TOGETHER}", 2) if done and done <= teller.together and TOGETHER not in scenario else scenario


def instead(loaded: Loaded, scenario: str, number: int, said: str, shown: str = "") -> Said:
    """The scenario with what somebody says in place of its line of that number, from 1, and what was told behind it laid out anew.

    An answer comes to stand below what it answers, and the turn is that of who begins; where that cannot be, it stays as it is. A line
    that was understood, of which `shown` are the words on the sheet, only has these changed, where it can be read so.
    """
    plain = _changed(scenario, number, shown, said) if shown else None
    if plain is not None:
        return Said(plain)
    if shown and scenario.split("\n")[number - 1].startswith("  ask "):
        said = f"{said.rstrip('?')}?"
    cut = cut_at(scenario, number)
    if cut is not None and cut.told:
        begun = say(loaded, cut.before, cut.heading).scenario if cut.heading else cut.before
        found = say(loaded, begun, said)
        taken, rest, faults = {**dict.fromkeys(found.taken)}, list(found.rest), list(found.faults)
        lost = 0
        for line in cut.told:
            again = say(loaded, found.scenario, line.removeprefix(OPEN))
            lost += bool(again.rest) and not line.startswith(OPEN)
            taken |= dict.fromkeys(again.taken)
            rest += again.rest
            faults += again.faults
            found = again
        if not lost:
            return Said(found.scenario, tuple(taken), tuple(faults), tuple(rest))
    lines = scenario.rstrip().split("\n")
    head, tail = lines[: number - 1], lines[number:]
    told = next((i for i, line in enumerate(tail) if line.startswith("  ask ")), len(tail))
    found = say(loaded, "\n".join([*head, *tail[told:]]), said)
    made = found.scenario.rstrip().split("\n")
    asked = next((i for i, line in enumerate(made) if line.startswith("  ask ")), len(made))
    while asked and not made[asked - 1].strip():
        asked -= 1
    between = [line for line in tail[:told] if line.strip()]
    return replace(found, scenario="\n".join([*made[:asked], *between, *made[asked:]]) + "\n")


def _changed(scenario: str, number: int, shown: str, said: str) -> str | None:
    """The scenario with the words `shown` of its line of that number changed to what is said, where it can be read so as it stands."""
    lines, plain = scenario.split("\n"), said.rstrip("?. ")
    before, found, after = lines[number - 1].rpartition(shown)
    made, messages = "\n".join([*lines[: number - 1], f"{before}{plain}{after}", *lines[number:]]), Messages()
    try:
        scenarios_in(made, "debate.scenario", messages)
    except LanguageError:
        return None
    return made if found and not messages.errors else None


def in_order(loaded: Loaded, scenario: str) -> str:
    """The scenario with what is told of one moment as a story: one after the other, in the turn of whoever does the first of it."""
    hearing = _told_again(knowing(loaded, scenario), scenario).hearing()
    return one_after_the_other(scenario, hearing) if hearing is not None else scenario


@dataclass(frozen=True)
class Open:
    """A line of a scenario that keeps what was not understood: its number from 1, the words, and the nearest whole sentences."""

    line: int
    said: str
    near: tuple[str, ...]


def still_open(loaded: Loaded, scenario: str) -> list[Open]:
    """What a scenario keeps that was not understood, each with the sentences that may have been meant."""
    lines = scenario.split("\n")
    found = [(number, line.strip().removeprefix(OPEN)) for number, line in enumerate(lines, 1) if line.strip().startswith(OPEN)]
    if not found:
        return []
    teller = _told_again(knowing(loaded, scenario), scenario)
    return [Open(number, said, tuple(offers(teller, said))) for number, said in found]


def lost_in(text: str) -> list[str]:
    """Which words of what was said a text keeps as not carried over, each with the sentence they were said in."""
    return [line.strip().removeprefix(LOST) for line in text.split("\n") if line.strip().startswith(LOST)]


def _told_again(loaded: Loaded, scenario: str) -> Teller:
    """Somebody who has heard what the scenario says already, and so knows its table; what he does not understand does not matter here."""
    teller = Teller(loaded, marks=True)
    lines = scenario.split("\n")
    drawings = drawn_lines(lines)
    maps = {index for below in drawings.values() for index in below}
    for index, line in enumerate(lines[1:], 1):
        if index + 1 in drawings:
            blocks = parse_layout(scenario, "debate.scenario", Messages())
            if blocks:
                drawn_board(teller.reader, blocks[0])
        elif line.strip().startswith(OPEN):
            teller.speak_of(line.strip().removeprefix(OPEN))
        elif line.strip().startswith(DONE):
            teller.already |= {line.strip().removeprefix(DONE)}
        elif index not in maps and not _NOT_TOLD.match(line.strip()):
            teller.piece(line.strip())
    teller.faults = []
    return teller


@dataclass(frozen=True)
class _Counts:
    """How much a teller has understood so far."""

    people: int
    things: int
    heads: int
    lines: int
    asks: int

    @staticmethod
    def of(teller: Teller) -> _Counts:
        return _Counts(len(teller.people), len(teller.things), len(teller.heads), len(teller.lines), len(teller.asks))


def _with_new(scenario: str, teller: Teller, before: _Counts, loaded: Loaded) -> str:
    """The scenario with what the teller has understood since."""
    for name in teller.people[before.people :]:
        scenario = with_thing(scenario, loaded.book, teller.kind, name)
    for head in teller.heads[before.heads :]:
        scenario = _inserted(scenario, f"  {head}", 1)
    for thing in teller.things[before.things :]:
        scenario = _inserted(scenario, f"  {thing}", 2)
    for depth, line in teller.lines[before.lines :]:
        if line in teller.early and not depth:
            scenario = _before_story(scenario, f"  {line}")
        else:
            scenario = _inserted(scenario, f"{'  ' * (depth + 1)}{line}", 3)
    for ask in teller.asks[before.asks :]:
        scenario = _inserted(scenario, f"  ask {ask}", 4)
    return scenario


def _before_story(scenario: str, line: str) -> str:
    """A line put before the first heading: how things stand at the start."""
    lines = scenario.rstrip().split("\n")
    at = next((i for i, one in enumerate(lines) if is_margin_heading(one)), len(lines))
    return "\n".join([*lines[:at], line, *lines[at:]]) + "\n"


def _inserted(scenario: str, line: str, part: int) -> str:
    """A line put at the end of a part of a scenario: 1 what it uses, 2 what is there, 3 what is told, 4 what is asked."""
    lines = scenario.rstrip().split("\n")
    asked = next((i for i, one in enumerate(lines) if one.startswith("  ask ")), len(lines))
    uses = next((i for i, one in enumerate(lines) if one.lstrip().startswith("uses ")), 0)
    if part == 1:
        at = uses + 1
    elif part == 2:
        at = uses + 1
        while at < asked and not lines[at].strip():
            at += 1
        at = min(asked, at + 1)
    else:
        at = asked if part == 3 else len(lines)
        while at > 0 and not lines[at - 1].strip():
            at -= 1
    gap = [""] if part == 4 and asked == len(lines) or part == 3 and at == uses + 1 else []
    return "\n".join([*lines[:at], *gap, line, *lines[at:]]) + "\n"


def _as_written(scenario: str, piece: str) -> str | None:
    """The scenario with the piece as a line in its own words, where scenarios can be read so."""
    question = piece.rstrip("?").strip()
    tries = [(f"  ask {question}", 4), (f"  ask whether {question}", 4)] if piece.endswith("?") else [(f"  {piece}", 3)]
    for line, part in tries:
        made, messages = _inserted(scenario, line, part), Messages()
        try:
            scenarios_in(made, "debate.scenario", messages)
        except LanguageError:
            continue
        if not messages.errors:
            return made
    return None
