"""Messages about a scenario file, with what the page would have heard: whoever writes a fact in his own words is told the book's words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from time import monotonic

from adjudicator.asking.ordering import is_margin_heading
from adjudicator.language.diagnostics import Diagnostic, LanguageError, Messages
from adjudicator.language.faults import WHICH
from adjudicator.language.files import text_of
from adjudicator.language.layout import parse_layout
from adjudicator.language.loading import Loaded, load
from adjudicator.language.near_phrases import ALL_SAID, MOSTLY_SAID, NO_SUCH_PHRASE
from adjudicator.web.telling import LOST, say, still_open

CODES = ("phrase", "kind", "name", "fact")
"""The messages that a sentence in one's own words may come to."""
IN_THE_BOOKS_WORDS = "in the words of the book:"
TAKEN_SO = "leave it out, it is so where nobody tells otherwise:"
_PHRASE = "the phrase is"
"""What a help says where a phrase was found that a part of the sentence does not fit."""
_FORM = re.compile(r"ask |[a-z]+:")
"""How a line begins that tells no fact: it asks, or says of what follows that it is only proposed, or not known."""
AS_MANY, SECONDS, LINES = 8, 4.0, 80
"""So many messages are looked into, for so long, and of scenarios of so many lines."""


def retold(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The messages, where a line of a scenario is not read with the lines that it would have become on the page."""
    diagnostics, until, tried = tuple(found), monotonic() + SECONDS, 0
    wrong: dict[str, set[int]] = {}
    for one in diagnostics:
        wrong.setdefault(one.place.file, set()).add(one.place.line)
    better: list[Diagnostic] = []
    for one in diagnostics:
        wanted = one.code in CODES and one.place.file.endswith(".scenario") and tried < AS_MANY
        tried += wanted
        better.append(_retold(one, wrong[one.place.file]) if wanted and monotonic() < until else one)
    return tuple(better)


def _retold(one: Diagnostic, wrong: set[int]) -> Diagnostic:
    try:
        lines = text_of(Path(one.place.file)).split("\n")
        start = max(k for k in range(one.place.line) if lines[k].startswith("scenario "))
        told = [(k, line) for k, line in enumerate(lines[start : one.place.line - 1], start + 1) if k not in wrong]
        said = lines[one.place.line - 1].strip()
        if len(told) > LINES or any(is_margin_heading(line) for _, line in told) or _FORM.match(said):
            return one
        loaded = _book("\n".join(lines), one.place.file)
        before = "\n".join(line for _, line in told if not line.startswith("  ask ") and not line.startswith("    ")) + "\n"
    except (LanguageError, OSError, ValueError):
        return one
    return _with_the_pages_words(one, loaded, before, said) if loaded is not None else one


def _book(text: str, file: str) -> Loaded | None:
    """The book that a scenario file uses; None where it holds blocks of its own, or several books."""
    messages = Messages()
    blocks = parse_layout(text, file, messages)
    uses = [line for block in blocks if (line := block.one("uses")) is not None]
    if any(block.form != "scenario" for block in blocks) or len({line.text for line in uses}) != 1:
        return None
    return load(uses[0].text, messages, uses[0].place)


def _with_the_pages_words(one: Diagnostic, loaded: Loaded, before: str, said: str) -> Diagnostic:
    if one.help.startswith(WHICH):  # what the page would make of it is another one
        return one
    heard = say(loaded, before, f"{said[:1].upper()}{said[1:]}")
    if heard.rest:
        if one.code == "name" and one.help and _PHRASE not in one.help:  # a thing that is not there, and what to do about it
            return one
        near = [sentence for kept in still_open(loaded, heard.scenario) for sentence in kept.near if sentence not in one.help.split("\n")]
        return replace(one, help=_also_near(one.help, near[:1]))
    known, lines = ([line.strip() for line in text.split("\n") if line.strip()] for text in (before, heard.scenario))
    new = [line for line in lines if line not in known]
    if not new and heard.taken:
        return replace(one, help="\n".join((TAKEN_SO, *heard.taken)))
    as_shown = all(f"`{line}`" in one.help for line in new)
    if as_shown or any(line.startswith(("--", LOST)) for line in new) or not {*known} <= {*lines} or _seats_somebody(loaded, new):
        return one
    more = [one.help] if one.help and one.help != NO_SUCH_PHRASE else []
    return replace(one, help="\n".join((IN_THE_BOOKS_WORDS, *(f"  {line}" for line in new), *more)))


def _seats_somebody(loaded: Loaded, lines: list[str]) -> bool:
    """Whether a line brings somebody to the table who was not there: a name that is written wrong is nobody new."""
    clock = loaded.book.clock
    kind = loaded.book.kinds.get(clock.seats) if clock is not None else None
    return kind is not None and any(line.startswith((f"{kind.name} ", f"{kind.plural} ")) for line in lines)


def _also_near(help: str, near: list[str]) -> str:
    """A help with further sentences at its end, where it shows the nearest."""
    if not near:
        return help
    first, *rest = help.split("\n")
    if "the nearest sentence" in first:
        end = next((number for number, line in enumerate(rest) if line.startswith((MOSTLY_SAID, ALL_SAID))), len(rest))
        return "\n".join((first.replace("sentence is", "sentences are"), *rest[:end], *near, *rest[end:]))
    return "\n".join((f"{help}; the nearest sentence is" if help else "the nearest sentence is", *near))
