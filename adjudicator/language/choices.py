"""What a scenario (or a command line) chooses of a rulebook: options, readings, ladders, what is supposed on or off."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Protocol

from adjudicator.language.declarations import ids_of, is_whole
from adjudicator.language.diagnostics import did_you_mean
from adjudicator.language.layout import Line
from adjudicator.model.clauses import STATUSES
from adjudicator.model.expressions import Apply
from adjudicator.model.ladder import Ladder, Rung
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import CALLS, Fact, Situation
from adjudicator.model.values import Ref
from adjudicator.records import dataclass

ALL_OPTIONS = "optional"
"""The switch of everything optional: clauses of this status, and the options of the book."""


class Report(Protocol):
    """How a fault of a line is reported."""

    def __call__(self, code: str, message: str, line: Line, help: str = "") -> None: ...


@dataclass
class NoSuchChoice(Exception):
    """A supposition that switches nothing: why, and what could have been meant."""

    message: str
    help: str = ""


def chosen(book: Rulebook, situation: Situation, block: Line, report: Report) -> Situation:
    """The situation with what a scenario chooses: options, readings, then its suppositions in their order."""
    situation = replace(situation, options=_options(book, block, report), readings=_readings(book, block, report))
    for line in block.all("suppose"):
        name, value = _words(book, line.text)
        if not value:
            report("suppose", f"is `{line.text}` on or off?", line, "say `suppose NAME on` or `suppose NAME off`")
            continue
        try:
            situation = suppose(book, situation, name, value)
        except NoSuchChoice as wrong:
            report("name", wrong.message, line, wrong.help)
    return situation


def _words(book: Rulebook, text: str) -> tuple[str, str]:
    """`imp-never off`, `TROLL 94`, `ladder strict`, `alphabet before chance`: what is switched, and how."""
    if text.startswith("ladder "):
        return "ladder", text.removeprefix("ladder ").strip()
    for word in ("before", "after"):
        name, found, other = text.partition(f" {word} ")
        if found and rung_called(book.ladder, name):
            return name, f"{word} {other.strip()}"
    name, _, switch = text.rpartition(" ")
    return (name, switch) if switch in ("on", "off") or (name and is_whole(switch)) else (text, "")


def _those_there_are(book: Rulebook, most: int = 12) -> str:
    """The options of a book, named: nobody can know what they are called."""
    names = [f"`{name}`" for name in sorted(book.options)]
    left = f" and {len(names) - most} more" if len(names) > most else ""
    return f"the book's options are {', '.join(names[:most])}{left}" if names else "the book has no options"


def _options(book: Rulebook, block: Line, report: Report) -> dict[str, bool]:
    chosen = {option.name: option.default for option in book.options.values()}
    for line in block.all("with_option"):
        for name in ids_of(line):
            if name not in book.options:
                report("name", f"there is no option `{name}`", line, did_you_mean(name, book.options) or _those_there_are(book))
            chosen[name] = True
    return chosen


def _readings(book: Rulebook, block: Line, report: Report) -> dict[str, str]:
    chosen = {r.name: r.chosen for r in book.readings.values() if r.chosen}
    for line in block.all("choose_reading"):
        name, _, alternative = (part.strip() for part in line.text.partition(":"))
        reading = book.readings.get(name)
        if reading is None:
            report("name", f"there is no reading `{name}`", line, did_you_mean(name, book.readings))
        elif alternative not in reading.alternatives:
            report("name", f"the reading `{name}` has no alternative `{alternative}`", line,
                        did_you_mean(alternative, reading.alternatives) or "it has " + ", ".join(reading.alternatives))  # fmt: skip
        else:
            chosen[name] = alternative
    return chosen


# ---- suppositions ----


def suppose(book: Rulebook, situation: Situation, name: str, value: str) -> Situation:
    """The situation with one thing supposed: `value` is on, off, an alternative, a number, a ladder's name, or `before RUNG`.

    Raises NoSuchChoice where that switches nothing.
    """
    if name == "ladder":
        return replace(situation, ladder=_ladder(book, value))
    if name in book.readings and value in book.readings[name].alternatives:
        return replace(situation, readings={**situation.readings, name: value})
    if value in ("on", "off"):
        switched = _switch(book, situation, name, value == "on")
        if switched is not None:
            return switched
    if is_whole(value) and (name in book.clauses or name in situation.things):
        return _numbered(book, situation, name, int(value))
    if rung_called(situation.ladder or book.ladder, name) or rung_called(book.ladder, name):
        return replace(situation, ladder=_moved(situation.ladder or book.ladder, book.ladder, name, value))
    raise _nothing(book, situation, name, value)


def _switch(book: Rulebook, situation: Situation, name: str, on: bool) -> Situation | None:
    """The situation with clauses, options or all that is somebody's switched; None where nothing is called so."""
    if name in book.options:
        return replace(situation, options={**situation.options, name: on})
    if name == ALL_OPTIONS:
        situation = replace(situation, options={**situation.options, **dict.fromkeys(book.options, on)})
    elif name in book.persons:
        situation = replace(situation, readings=_read_by(book, situation, name, on))
    elif not known_switch(book, name):
        return None
    return replace(situation, suppose={**situation.suppose, name: on})


def _read_by(book: Rulebook, situation: Situation, name: str, on: bool) -> dict[str, str]:
    """The readings as this person reads them; with him off, those that have but one other alternative as he does not."""
    readings = dict(situation.readings)
    for (reading, alternative), names in book.readers.items():
        if name in names and reading in book.readings:
            others = [other for other in book.readings[reading].alternatives if other != alternative]
            if on:
                readings[reading] = alternative
            elif len(others) == 1:
                readings[reading] = others[0]
    return readings


def _numbered(book: Rulebook, situation: Situation, name: str, number: int) -> Situation:
    """The situation in which a clause, or a thing on the table, has this Precedence Number."""
    if name in book.clauses:
        return replace(situation, numbers={**situation.numbers, name: number})
    rung = next((rung for rung in book.ladder.rungs if rung.numbered), None)
    term = rung.keys[0].term if rung is not None else None
    if not isinstance(term, Apply):
        raise NoSuchChoice("no rung of this rulebook compares numbers")
    node = (term.property, (Ref(name),))
    return replace(situation, facts={**situation.facts, node: Fact(node, Fraction(number))})


def _ladder(book: Rulebook, name: str) -> Ladder:
    if name not in book.ladders:
        known = f"the ladders are {', '.join(book.ladders)}" if book.ladders else "this rulebook declares no other ladder"
        raise NoSuchChoice(f"there is no ladder `{name}`", did_you_mean(name, book.ladders) or known)
    return book.ladders[name]


def rung_called(ladder: Ladder, title: str) -> Rung | None:
    """The rung of this title, in capitals or not."""
    return next((rung for rung in ladder.rungs if rung.title.casefold() == title.casefold()), None)


def _moved(ladder: Ladder, home: Ladder, title: str, value: str) -> Ladder:
    """The ladder without a rung, with it where the book has it, or with it before or after another."""
    rung = rung_called(ladder, title) or rung_called(home, title)
    assert rung is not None
    rest = tuple(other for other in ladder.rungs if other != rung)
    if value == "off":
        return replace(ladder, rungs=rest)
    if value == "on":
        if rung in ladder.rungs:
            return ladder
        place = sum(other in home.rungs and home.rungs.index(other) < home.rungs.index(rung) for other in rest)
        return replace(ladder, rungs=(*rest[:place], rung, *rest[place:]))
    word, _, other_title = value.partition(" ")
    other = rung_called(replace(ladder, rungs=rest), other_title.strip())
    if word not in ("before", "after"):
        raise NoSuchChoice(f"the rung `{title}` cannot be `{value}`", "it can be on, off, or `before` or `after` another rung")
    if other is None:
        known = [one.title for one in rest]
        help = did_you_mean(other_title.strip(), known) or f"the rungs are {', '.join(known)}"
        raise NoSuchChoice(f"there is no rung `{other_title.strip()}`", help)
    place = rest.index(other) + (word == "after")
    return replace(ladder, rungs=(*rest[:place], rung, *rest[place:]))


def _nothing(book: Rulebook, situation: Situation, name: str, value: str) -> NoSuchChoice:
    """Why a supposition switches nothing."""
    if name in situation.things:
        return NoSuchChoice(f"`{value}` is no Precedence Number for `{name}`", "it is a whole number of at most twelve digits, as in `212`")
    if name in book.cards:
        return NoSuchChoice(f"`{name}` is not on this table")
    if name in book.readings:
        return NoSuchChoice(f"`{name}` cannot be `{value}`", "it can be read as " + " or ".join(book.readings[name].alternatives))
    if known_switch(book, name) or name in book.options or name in book.persons or name == ALL_OPTIONS:
        return NoSuchChoice(f"is `{name}` on or off?", f"say that `{name}` is on or off")
    known = [*switches(book), *book.readings, *book.options, *book.persons, *(rung.title for rung in book.ladder.rungs)]
    return NoSuchChoice(f"no clause, id, status, group or person is called `{name}`", did_you_mean(name, known))


def switches(book: Rulebook) -> list[str]:
    """Everything that `suppose` can switch among the clauses: clauses, cited ids, statuses, groups."""
    names = set(book.clauses) | set(STATUSES) | {CALLS}
    for clause in book.clauses.values():
        names |= {*clause.cites, *clause.groups}
    return sorted(names)


def known_switch(book: Rulebook, name: str) -> bool:
    """Whether `suppose` can switch clauses by this name."""
    return (
        name in book.clauses
        or name in STATUSES
        or name == CALLS
        or any(name in clause.cites or name in clause.groups for clause in book.clauses.values())
    )
