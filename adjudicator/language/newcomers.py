"""What nobody has put on the table, and is there once it is spoken of, since a table need not say more of it.

That is an option of the book (`we are playing with Late Tea`), a place (`HAT lies in Nook`), where a book declares its kind so
(`kind nook, named where it is spoken of`), and one more copy of a printed card (`answers with a second PIPPIN`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import chain
from typing import TYPE_CHECKING

from adjudicator.language.diagnostics import Diagnostic, Messages, TooManyErrors
from adjudicator.language.layout import Line
from adjudicator.language.scenarios import ScenarioReader
from adjudicator.language.stories import is_heading
from adjudicator.language.words import NUMERALS, ORDINALS, PRINTED, opens_name, with_article
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Scenario
from adjudicator.model.values import Ref

if TYPE_CHECKING:
    from adjudicator.language.loading import Loaded

_UNKNOWN = re.compile(r"nothing is called `(?P<name>.+)`")
ALIKE = 0.8
"""So like a name that is known already, a new one is a slip of the pen."""
AS_MANY = 6
"""So many places a scenario may name without a line of their own."""


Told = tuple[Line, tuple[str, ...]]
"""A scenario with lines for what it only spoke of, and a remark on each."""


def with_newcomers(loaded: Loaded, block: Line, found: list[Diagnostic]) -> Told | None:
    """A scenario with a line for each option, copy of a card and place that it only speaks of; None where there is none."""
    remarks: tuple[str, ...] = ()
    for told in (_with_options, _with_copies, _with_places):
        if (more := told(loaded, block, found)) is not None:
            block, remarks = more[0], (*remarks, *more[1])
    return (block, remarks) if remarks else None


_PLAYED_WITH = re.compile(
    r"(?:[Ww]e(?: are|'re)? |[Ee]verybody )?(?:[Pp]lays?|[Pp]laying|[Uu]se|[Uu]sing) (?:with |by )?(?:the )?(?P<with>.+?)"
    r"(?: rules?| option| variant)?"
    r"|(?:[Tt]he )?(?P<what>.+?)(?: rules?| option| variant)? (?:is|are) (?:in use|allowed|agreed|agreed on|being played|on)"
)
"""`we are playing with Late Tea`, `the Late Tea rule is in use`: an option of the book."""
_FIRST_TURN = re.compile(
    r"(?:[Tt]his|[Ii]t) is (?:(?P<who>[A-Z][\w-]*)'s (?:very )?first turn|the (?:very )?first turn of (?P<whose>[A-Z][\w-]*))"
    r"(?: of the game)?"
)


def _with_options(loaded: Loaded, block: Line, found: list[Diagnostic]) -> Told | None:
    """What is said of how one plays in a line that cannot be read: an option of the book, or that it is somebody's first turn."""
    wrong = {one.place.line for one in found}
    options = {option.name.replace("-", " "): option.name for option in loaded.book.options.values()}
    remarks: list[str] = []

    def told(line: Line) -> Iterator[Line]:
        if line.form != "statement" or line.place.line not in wrong:
            yield line
            return
        played, first = _PLAYED_WITH.fullmatch(line.text), _FIRST_TURN.fullmatch(line.text)
        option = options.get((played["with"] or played["what"]).casefold().replace("-", " ")) if played is not None else None
        texts = [line.text]
        if option is not None:
            texts = [option]
            remarks.append(f"line {line.place.line}: `{line.text}` is taken as `with option {option}`")
        elif first is not None and not any(is_heading(one) for one in block.lines):
            who = first["who"] or first["whose"]
            ways = (f"it is the turn of {who}", "it is round 1", f"the turns that {who} has had is 0")
            texts = [text for text in ways if _reads(loaded, block, line, text)] or texts
            remarks.append(f"line {line.place.line}: `{line.text}` is taken as " + " and ".join(f"`{text}`" for text in texts))
        yield from (replace(line, form=line.form if option is None else "with_option", text=text, raw=text) for text in texts)

    lines = tuple(chain.from_iterable(map(told, block.lines)))
    return (replace(block, lines=lines), tuple(remarks)) if remarks else None


_COPY = re.compile(
    rf"\b(?:(?:(?:an?|the) )?(?P<which>second|third|fourth|another|other)|(?P<many>{'|'.join(NUMERALS[2:5])}|[234])) "
    rf"(?:(?:copy|copies) of )?(?P<card>{PRINTED})(?P<plural>e?s\b)?"
)


def _with_copies(loaded: Loaded, block: Line, found: list[Diagnostic]) -> Told | None:
    """Each further copy that a line which cannot be read speaks of comes to the table under a name of its own."""
    wrong = {one.place.line for one in found}
    there: dict[str, Line] = {}
    before = {line.text for line in block.lines}

    def put(card: str, which: str, line: Line) -> str:
        name = f"{which.capitalize()} {card}"
        text = f"{with_article(card)} called {name}"
        if text not in before:
            there.setdefault(name, Line("statement", text, replace(block.place, line=line.place.line), raw=text))
        return name

    def named(match: re.Match[str], line: Line) -> str:
        card = next((name for name in loaded.book.cards if f"{match['card']} ".startswith(f"{name} ")), "")
        if not card or match["many"] and not (match["plural"] and card == match["card"]):
            return match[0]
        if match["which"]:
            return (
                put(card, "second" if match["which"] in ("another", "other") else match["which"], line)
                + match["card"][len(card) :]
                + (match["plural"] or "")
            )
        many = NUMERALS.index(match["many"]) if match["many"] in NUMERALS else int(match["many"])
        return ", ".join((card, *(put(card, which, line) for which in ORDINALS[1:many])))

    def told(line: Line) -> Line:
        below = tuple(map(told, line.lines))
        text = _COPY.sub(lambda match: named(match, line), line.text) if line.place.line in wrong and line.form != "drawing" else line.text
        return line if text == line.text and below == line.lines else replace(line, text=text, raw=text, lines=below)

    lines = tuple(map(told, block.lines))
    if lines == block.lines:
        return None
    remarks = tuple(f"line {line.place.line}: `{name}` is one more copy" for name, line in there.items())
    return replace(block, lines=(*there.values(), *lines)), remarks


def _with_places(loaded: Loaded, block: Line, found: list[Diagnostic]) -> Told | None:
    """A name comes to the table as a place where something is said of it that is said of that kind of thing alone, and no map is drawn."""
    freely = [kind.name for kind in loaded.book.kinds.values() if kind.freely]
    free = sorted(freely, key=lambda one: -sum(loaded.book.is_a(one, other) for other in freely))  # the special before the general
    spoken = {match["name"]: one for one in reversed(found) if (match := _UNKNOWN.fullmatch(one.message)) is not None}
    if not free or len(spoken) > AS_MANY or block.all("drawing") or block.all("drawing_file"):
        return None
    things = _read(loaded, block)[0].things
    known = [*loaded.book.cards, *(name for name, thing in things.items() if thing.place.line)]
    there: list[Line] = []
    remarks: list[str] = []
    for name, first in sorted(spoken.items(), key=lambda one: one[1].place.line):
        if not opens_name(name) or any(_alike(name, other) for other in known):
            continue
        for kind in free:
            more = _putting(name, kind, first, block)
            if _is_one(loaded, replace(block, lines=(*there, *block.lines)), more, name, kind):
                there.append(more)
                known.append(name)
                remarks.append(
                    f"line {first.place.line}: `{name}` is taken as {with_article(kind)}, since it stands where one is asked for"
                )
                break
    return (replace(block, lines=(*there, *block.lines)), tuple(remarks)) if there else None


def _putting(name: str, kind: str, first: Diagnostic, block: Line) -> Line:
    """The line that puts it there."""
    put = f"{with_article(kind)} called {name}"
    return Line("statement", put, replace(block.place, line=first.place.line), raw=put)


def _is_one(loaded: Loaded, block: Line, more: Line, name: str, kind: str) -> bool:
    """Whether all that is said of a name reads once it is of a kind, and that kind is asked for where it stands."""
    reader, scenario = _read(loaded, replace(block, lines=(more, *block.lines)))
    named = any(f"`{name}`" in one.message for one in reader.messages.found)
    return scenario is not None and not named and kind in _wanted(loaded.book, scenario, Ref(name))


def _reads(loaded: Loaded, block: Line, line: Line, text: str) -> bool:
    """Whether a scenario has no fault in that line, once it says this."""
    lines = tuple(replace(one, text=text, raw=text) if one is line else one for one in block.lines)
    return not any(one.place.line == line.place.line for one in _read(loaded, replace(block, lines=lines))[0].messages.errors)


def _read(loaded: Loaded, block: Line) -> tuple[ScenarioReader, Scenario | None]:
    reader = ScenarioReader(loaded.book, loaded.phrasebook, Messages())
    try:
        return reader, reader.read(block)
    except TooManyErrors:
        return reader, None


def _alike(name: str, other: str) -> bool:
    return SequenceMatcher(None, name.casefold(), other.casefold()).ratio() >= ALIKE


def _wanted(book: Rulebook, scenario: Scenario, thing: Ref) -> set[str]:
    """The kinds that are asked for where a thing stands in what a scenario says and tells."""
    return {*_of_facts(book, scenario, thing), *_of_events(book, scenario, thing)}


def _of_facts(book: Rulebook, scenario: Scenario, thing: Ref) -> Iterator[str]:
    for (name, values), fact in scenario.situation.facts.items():
        declared = book.properties[name]
        yield from (kind for kind, value in zip(declared.kinds, values, strict=False) if value == thing)
        if fact.value == thing:
            yield declared.type.kind


def _of_events(book: Rulebook, scenario: Scenario, thing: Ref) -> Iterator[str]:
    for one in scenario.situation.things.values():
        for kind in one.kinds if one.is_event else ():
            wanted = dict(zip(book.events[kind].roles, book.events[kind].kinds, strict=True))
            yield from (wanted[role] for role, value in one.roles if value == thing)
