"""A debate as text: what it says, what is on its table, and how a picked sentence is put into it.

The text of a scenario is the only truth; whatever is picked on the page becomes a line of it, so that
what is saved can be read, copied and settled without the page.
"""

from __future__ import annotations

import re
from dataclasses import replace

from adjudicator.desk.settling import Settled, settle_all
from adjudicator.engine.limits import Limits, RuleFault
from adjudicator.language.diagnostics import Diagnostic, LanguageError, Messages
from adjudicator.language.files import one_newline, plain_marks
from adjudicator.language.loading import load_rulebook, scenarios_in
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Thing
from adjudicator.model.values import Ref
from adjudicator.records import dataclass
from adjudicator.vetting.checking import refuse_circles

LARGEST = 200_000
"""Characters of one debate on the page."""

SECONDS = 10.0
"""What the questions of one text may take together, if they are few."""
A_QUESTION, AT_MOST = 1.0, 100.0
"""What each may take where they are many, and all of them together."""
LIMITS = Limits(worlds=1_024, steps=400, seconds=SECONDS, memory=1_024)
"""Limits of the page: less than the command line's, because somebody is waiting at every key."""

FACT, EVENT, PROPOSED, QUESTION = "fact", "event", "proposed", "question"
SORTS = (FACT, EVENT, PROPOSED, QUESTION)
"""What a line of a scenario can be, in the order in which a scenario tells it."""

_QUESTION = re.compile(r"\s*ask\b")


@dataclass(frozen=True)
class Heard:
    """What a text says: its scenarios, settled, or the messages why it cannot be."""

    settled: tuple[Settled, ...] = ()
    messages: tuple[Diagnostic, ...] = ()


def hear(text: str, name: str) -> Heard:
    """Read and settle a text; whatever is wrong with it is told as messages, never raised."""
    if len(text) > LARGEST:
        return Heard((), (_said("file", f"this is too long for the page: {len(text):,} characters, the limit is {LARGEST:,}"),))
    messages = Messages()
    try:
        opened = scenarios_in(plain_marks(one_newline(text)), name, messages)
        messages.stop_on_errors()
        for book in {id(book): book for _, book in opened}.values():
            refuse_circles(book)
        asked = sum(len(scenario.questions) for scenario, _ in opened)
        return Heard(tuple(settle_all(opened, replace(LIMITS, seconds=_seconds_each(asked)))))
    except LanguageError as error:
        return Heard((), error.diagnostics)
    except RuleFault as fault:
        return Heard((), (Diagnostic("rule", fault.message, fault.place, help=fault.help),))


def _seconds_each(asked: int) -> float:
    """What each of so many questions may take; most take far less."""
    return max(SECONDS, min(asked * A_QUESTION, AT_MOST)) / max(1, asked)


def _said(code: str, message: str, help: str = "") -> Diagnostic:
    from adjudicator.model.places import NOWHERE

    return Diagnostic(code, message, NOWHERE, help=help)


def book_of(text: str) -> str:
    """The rulebook that the first `uses` line names; empty where there is none."""
    found = re.search(r"^\s*uses\s+(\S+)", text, re.MULTILINE)
    return found[1] if found else ""


def table_of(text: str, name: str) -> dict[str, Thing]:
    """The things that a text puts on the table, as far as it can be read (events and what is always there left out)."""
    messages = Messages()
    try:
        opened = scenarios_in(plain_marks(one_newline(text)), name, messages)
    except (LanguageError, RuleFault):
        return {}
    if not opened:
        return {}
    scenario, book = opened[0]
    return {n: t for n, t in scenario.situation.things.items() if not t.is_event and n not in book.constants}


def names_in(scenario: str, book: Rulebook) -> list[str]:
    """The names of those who are introduced in a scenario, also where the rest of it cannot be read yet."""
    found: dict[str, None] = {}
    for kind in book.kinds.values():
        for word in (kind.plural, kind.name) if not kind.printed else ():
            for names in re.findall(rf"^  (?:an? )?{re.escape(word)} (?:called )?([A-Z].*)$", scenario, re.MULTILINE) if word else ():
                found |= dict.fromkeys(name.strip() for name in re.split(r",| with ", names) if name.strip()[:1].isupper())
    return list(found)


def at_once(settled: Settled) -> list[Thing]:
    """The events that a scenario tells of one moment, answers left out; nothing where it tells a story, turn by turn."""
    situation = settled.scenario.situation
    if situation.story is not None or settled.book.clock is None:
        return []
    answers = {node[1][0].name for node in situation.facts if node[0] == "answers" and isinstance(node[1][0], Ref)}
    events = [thing for thing in situation.things.values() if thing.is_event and thing.place.line and thing.name not in answers]
    return sorted(events, key=lambda thing: thing.place.line)


def begun(book: Rulebook, named: bool = True) -> str:
    """A scenario of this book with nothing in it yet; where it is `named`, with two in the seats of the book's clock."""
    seats = book.clock.seats if book.clock else ""
    lines = ["scenario Our debate", f"  uses {book.name}", ""]
    if named and seats in book.kinds:
        lines += [f"  {plural(book, seats)} Ann, Bob", ""]
    return "\n".join(lines) + "\n"


def plural(book: Rulebook, kind: str) -> str:
    """How several of a kind are called where they are introduced."""
    known = book.kinds.get(kind)
    return known.plural if known and known.plural else f"{kind}s"


def scenario_at(text: str, line: int) -> tuple[str, str, str]:
    """The text in three: what stands before the scenario in which a line (from 1) stands, that scenario, what stands behind it.

    A line before the first scenario counts as in the first.
    """
    lines = text.split("\n")
    starts = [i for i, one in enumerate(lines) if one.startswith("scenario")] or [0]
    first = max((i for i in starts if i < line), default=starts[0])
    end = next((i for i in starts if i > first), len(lines))
    return "\n".join(lines[:first]), "\n".join(lines[first:end]), "\n".join(lines[end:])


def alone(text: str, line: int) -> tuple[str, int]:
    """The scenario in which a line (from 1) stands, with what the file declares for all of its scenarios; and that line there."""
    before, own, _ = scenario_at(text, line)
    declared, kept = declarations(text), own.split("\n")
    end = next((place for place, one in enumerate(kept) if place and one[:1].strip()), len(kept))
    first = len(before.split("\n")) if before else 0
    above = [*declared.split("\n"), ""] if declared else []
    return "\n".join([*above, *kept[:end]]).rstrip() + "\n", len(above) + max(1, line - first)


def declarations(text: str) -> str:
    """What a file of scenarios declares besides: its blocks that are no scenarios, without remarks between blocks."""
    found: list[str] = []
    inside = False
    for one in text.split("\n"):
        if one[:1].strip():
            inside = not one.startswith(("scenario", "--"))
        if inside:
            found.append(one)
    return "\n".join(found).strip("\n")


def with_line(scenario: str, line: str, sort: str) -> str:
    """A scenario with one more line of a sort, put where a scenario tells such things: facts and events, then questions.

    Raises ValueError on an unknown sort or a line break.
    """
    if sort not in SORTS or "\n" in line or "\r" in line:
        raise ValueError(f"a {sort!r} of one line is meant")
    lines = scenario.rstrip().split("\n")
    asked = next((i for i, one in enumerate(lines) if _QUESTION.match(one)), len(lines))
    at = len(lines) if sort == QUESTION else asked
    while at > 0 and not lines[at - 1].strip():
        at -= 1
    new = {FACT: f"  {line}", EVENT: f"  {line}", PROPOSED: f"  proposed: {line}", QUESTION: f"  ask {line}"}[sort]
    gap = [""] if sort == QUESTION and asked == len(lines) else []
    return "\n".join([*lines[:at], *gap, new, *lines[at:]]) + "\n"


def with_thing(scenario: str, book: Rulebook, kind: str, name: str) -> str:
    """A scenario with one more thing introduced: on the line that introduces things of its kind, or behind the `uses` line."""
    lines = scenario.rstrip().split("\n")
    for place, line in enumerate(lines):
        if line.startswith(f"  {plural(book, kind)} "):
            lines[place] = f"{line.rstrip()}, {name}"
            return "\n".join(lines) + "\n"
        if re.fullmatch(rf"  {re.escape(kind)} [A-Z][\w'-]*", line):
            lines[place] = f"  {plural(book, kind)}{line.removeprefix(f'  {kind}')}, {name}"
            return "\n".join(lines) + "\n"
    place = next((i for i, line in enumerate(lines) if line.lstrip().startswith("uses ")), 0) + 1
    while place < len(lines) and not lines[place].strip():
        place += 1
    return "\n".join([*lines[:place], f"  {kind} {name}", *lines[place:]]) + "\n"


def loaded(book: str) -> Rulebook:
    """A rulebook by its name alone: the page opens no folder that the text of a request names."""
    if not re.fullmatch(r"[\w-]+", book):
        raise LanguageError([_said("name", f"`{book}` is not the name of a rulebook")])
    return load_rulebook(book)


def only_books(text: str) -> bool:
    """Whether every `uses` line names a rulebook by its name: the page opens no folder for a request."""
    return all(re.fullmatch(r"[\w-]+", name) for name in re.findall(r"^\s*uses\s+(.*\S)", text, re.MULTILINE))
