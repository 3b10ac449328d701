"""What somebody says in a line, put into a debate: understood as `adjudicator ask` understands it, on the table that is there."""

from __future__ import annotations

import re
from dataclasses import dataclass

from adjudicator.asking.telling import Teller, pieces
from adjudicator.language.diagnostics import Diagnostic, LanguageError, Messages
from adjudicator.language.drawings import drawn_lines
from adjudicator.language.layout import parse_layout
from adjudicator.language.loading import Loaded, load, scenarios_in
from adjudicator.language.placing import drawn_board
from adjudicator.web.debate import with_thing

LONGEST = 4_000
"""Characters that are said at once."""
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
    teller = _told_again(loaded, scenario)
    taken: dict[str, None] = {}
    faults: list[Diagnostic] = []
    rest: list[str] = []
    for piece in pieces(said[:LONGEST]):
        before = _Counts.of(teller)
        teller.taken, teller.faults = {}, []
        understood = teller.piece(piece)
        taken |= teller.taken
        if understood:
            scenario = _with_new(scenario, teller, before, loaded)
        elif (plain := _as_written(scenario, piece)) is not None:
            scenario = plain
            teller = _told_again(loaded, scenario)
        else:
            faults += teller.faults
            rest.append(piece)
            teller = _told_again(loaded, scenario)  # whom the piece named is not at the table yet
    return Said(scenario, tuple(taken), tuple(faults), tuple(rest))


def _told_again(loaded: Loaded, scenario: str) -> Teller:
    """Somebody who has heard what the scenario says already, and so knows its table; what he does not understand does not matter here."""
    teller = Teller(loaded)
    lines = scenario.split("\n")
    maps = {index for below in drawn_lines(lines).values() for index in below}
    for index, line in enumerate(lines[1:], 1):
        if line.strip() == "board":
            blocks = parse_layout(scenario, "debate.scenario", Messages())
            if blocks:
                drawn_board(teller.reader, blocks[0])
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
        scenario = _inserted(scenario, f"{'  ' * (depth + 1)}{line}", 3)
    for ask in teller.asks[before.asks :]:
        scenario = _inserted(scenario, f"  ask {ask}", 4)
    return scenario


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
