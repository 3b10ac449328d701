"""Messages about a scenario file, with what the page would have heard: whoever writes a fact in his own words is told the book's words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from time import monotonic

from adjudicator.asking.ordering import is_margin_heading
from adjudicator.language.diagnostics import Diagnostic, LanguageError, Messages
from adjudicator.language.faults import NO_NAME, WHICH
from adjudicator.language.files import text_of
from adjudicator.language.layout import Line, parse_layout
from adjudicator.language.loading import Loaded, load
from adjudicator.language.near_phrases import ALL_SAID, MOSTLY_SAID, NO_SUCH_PHRASE
from adjudicator.language.spacing import indentation
from adjudicator.language.words import NUMERALS, PAST, stem_of
from adjudicator.web.telling import LOST, Said, say, still_open

CODES = ("phrase", "kind", "name", "fact")
"""The messages that a sentence in one's own words may come to."""
IN_THE_BOOKS_WORDS = "in the words of the book:"
TAKEN_SO = "leave it out, it is so where nobody tells otherwise:"
_PHRASE = "the phrase is"
"""What a help says where a phrase was found that a part of the sentence does not fit."""
PUT = "is put on the table as"
_ADDED = re.compile(rf"{PUT}|nobody said|is taken to|speaks of what|: what .+ left out")
"""What the page says where it has added to what it was told, or has left words out."""
_NAMELESS = re.compile(r"an? (?P<kind>[a-z][\w -]*) called the (?:\w+ )?(?P=kind)(?: \d+)?")
_SOME = re.compile(rf"(?<!\S)(?:an?|some|\d+|{'|'.join(NUMERALS[1:])}) ([a-zA-Z][\w'-]*(?: [a-zA-Z][\w'-]*){{0,2}})")
AS_TAKEN = "so it is taken so"
"""How the page says that a line tells what is so anyway."""
_STATE = re.compile(r" (?:is|are|has|have|cannot|can) ")
"""A line that says how it stands."""
_SAID_STATE = re.compile(rf"'s |n't |{_STATE.pattern}| (?:was|were|had) ")
"""How people say it, too."""
ASK = "ask "
_NAME = re.compile(r"\b[A-Z][\w'-]*(?: [A-Z][\w'-]*)*")
_POINTS = re.compile(r"\b(?:he|she|it|they|him|her|them|his|hers|its|their|the|this|that|these|those|here|there|everybody|everyone|"
                     r"each|all|both|nobody|another|other|others|himself|herself)\b", re.IGNORECASE)  # fmt: skip
_FORM = re.compile(r"ask |[a-z]+:")
"""How a line begins that tells no fact: it asks, or says of what follows that it is only proposed, or not known."""
AS_MANY, SECONDS, LINES = 8, 4.0, 80
"""So many messages are looked into, for so long, and of scenarios of so many lines."""
SHOWN = 4
"""So many lines that a line is taken as are shown."""


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
        loaded = _book("\n".join(lines), one.place.file)
        before = _before(told)
        said = lines[one.place.line - 1].strip()
    except (LanguageError, OSError, ValueError):
        return one
    if loaded is None or before is None or _FORM.match(said) or one.help.startswith(WHICH):  # what the page would make of it is another one
        return one
    return _with_the_pages_words(one, loaded, before, say(loaded, before, _as_a_sentence(said)))


def _before(told: Sequence[tuple[int, str]]) -> str | None:
    """What lines of a scenario tell before its story and its questions; None where it is too long, or has a story."""
    if len(told) > LINES or any(is_margin_heading(line) for _, line in told):
        return None
    return "\n".join(line for _, line in told if not line.startswith(("  ask ", "    "))) + "\n"


def _as_a_sentence(said: str) -> str:
    return f"{said[:1].upper()}{said[1:]}"


def _book(text: str, file: str) -> Loaded | None:
    """The book that a scenario file uses; None where it holds blocks of its own, or several books."""
    messages = Messages()
    blocks = parse_layout(text, file, messages)
    uses = [line for block in blocks if (line := block.one("uses")) is not None]
    if any(block.form != "scenario" for block in blocks) or len({line.text for line in uses}) != 1:
        return None
    return load(uses[0].text, messages, uses[0].place)


def _with_the_pages_words(one: Diagnostic, loaded: Loaded, before: str, heard: Said) -> Diagnostic:
    if heard.rest:
        if one.code == "name" and one.help and _PHRASE not in one.help:  # a thing that is not there, and what to do about it
            return one
        near = [sentence for kept in still_open(loaded, heard.scenario) for sentence in kept.near if sentence not in one.help.split("\n")]
        return replace(one, help=_also_near(one.help, near[:1]))
    new = _new_lines(before, heard)
    if not new and heard.taken:
        return replace(one, help="\n".join((TAKEN_SO, *heard.taken)))
    if all(f"`{line}`" in one.help for line in new) or not _says_the_same(loaded, before, heard):
        return one
    more = [one.help] if one.help and one.help != NO_SUCH_PHRASE else []
    return replace(one, help="\n".join((IN_THE_BOOKS_WORDS, *(f"  {line}" for line in new), *more)))


def _lines_of(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]


def _new_lines(before: str, heard: Said) -> list[str]:
    known = _lines_of(before)
    return [line for line in _lines_of(heard.scenario) if line not in known]


def _says_the_same(loaded: Loaded, before: str, heard: Said) -> bool:
    """Whether what the page made of it loses nothing, changes nothing told before, and brings nobody to the table."""
    new = _new_lines(before, heard)
    lost = any(line.startswith(("--", LOST)) for line in new) or not {*_lines_of(before)} <= {*_lines_of(heard.scenario)}
    return not lost and not _seats_somebody(loaded, new)


def _says_more(loaded: Loaded, said: str, heard: Said, new: list[str]) -> bool:
    """Whether what the page makes of a line would rest on more than its words: on a thing or a turn that nobody told, on somebody who is
    taken to do it; or whether it tells as a deed, or as what is to come, what the line says has been, or a deed as a state."""
    brought, told = _apart(said, new)
    added = any(is_margin_heading(line) or " called " in line for line in told) or _names_another(loaded, said, heard, told)
    noted = any(_ADDED.search(one) for one in heard.taken if not brought or PUT not in one)
    noted = noted if new else not all(one.endswith(AS_TAKEN) for one in heard.taken)
    undone = (
        len(said.split()) > 2 and not _SAID_STATE.search(said) and bool(told) and all(_STATE.search(line.split(",")[0]) for line in told)
    )
    return added or noted or undone or _tells_the_past(said, new)


def _names_another(loaded: Loaded, said: str, heard: Said, told: list[str]) -> bool:
    """Whether a name stands in lines that no word of what was said is a word of, and that nothing pointed at (`him`, `the wall`).
    Who does it for a thing that he has is no other: the page says where that is not clear."""
    players = {name for line in _lines_of(heard.scenario) if _seats_somebody(loaded, [line]) for name in _NAME.findall(line)}
    spoken = _stems(said)
    others = {name for line in told for name in _NAME.findall(line.removeprefix(ASK)) if spoken.isdisjoint(_stems(name))}
    return len(others - players) > len(_POINTS.findall(said))


def _stems(text: str) -> set[str]:
    return {stem_of(word) for word in re.findall(r"[a-z]+", text.casefold())}


def _apart(said: str, new: list[str]) -> tuple[list[str], list[str]]:
    """The lines that put on the table what is spoken of without a name (`draws 3 cards`, `has a hat`), and the others."""
    some = " ".join(one[1].lower() for one in _SOME.finditer(said))
    spoken = {stem_of(word) for word in some.split()}
    brought = [line for line in new if (one := _NAMELESS.fullmatch(line)) is not None and {*map(stem_of, one["kind"].split())} <= spoken]
    return brought, [line for line in new if line not in brought]


def _tells_the_past(said: str, new: list[str]) -> bool:
    """Whether a line tells of what is over (`Bob lost a hat`, `was bitten by Ann`), and no line that it becomes does."""
    words = said.split()
    over = any(_has_been(word, before) for before, word in pairwise(("", *words)))
    return over and bool(new) and not any(_STATE.search(line) for line in new)


def _has_been(word: str, before: str) -> bool:
    """Whether a word tells the past: `lost`, `walked`; and with `has` or `was` before it, too."""
    return bool(before) and (word in PAST or (word.endswith("ed") and len(word) > 4))


def reworded(loaded: Loaded, block: Line, lines: list[str], found: list[Diagnostic]) -> tuple[Line, tuple[str, ...]] | None:
    """A scenario of a text with those lines in the words of its book that cannot be read, and that the page would understand whole: facts,
    deeds of its story and questions, with a remark for each. None where there is none.

    What a line is taken to say is said openly: whoever meant something else sees it beside the answers.
    """
    until, remarks = monotonic() + SECONDS, []
    made: dict[int, list[str]] = {}
    there: list[Line] = []
    wrong = sorted({one.place.line for one in found})
    open_to = {one.place.line for one in found if one.code in CODES and not one.message.startswith(NO_NAME)}
    told = [(number, line) for number, line in enumerate(lines, 1) if block.place.line <= number and number not in wrong]
    for number in [number for number in wrong if number in open_to][:AS_MANY]:
        said, deep = lines[number - 1].strip(), " " * indentation(lines[number - 1])
        before = [(at, line) for at, line in told if at < number]
        if monotonic() > until or len(before) > LINES:
            continue
        heard = _in_the_books_words(loaded, before, said)
        if heard is None:
            continue
        brought, new = heard
        there += [Line("statement", line, replace(block.place, line=number), raw=line) for line in brought]
        made[number] = [line.removeprefix(ASK) if said.startswith(ASK) else line for line in new]
        more = [*((block.place.line + 1, f"  {line}") for line in brought), *((number, f"{deep}{line}") for line in new)]
        told = sorted([*told, *more], key=lambda one: one[0])
        remarks.append(f"line {number}: `{said}` {_as_told(heard)}")
    return (replace(block, lines=(*there, *_with(block.lines, made))), tuple(remarks)) if made else None


def _as_told(heard: tuple[list[str], list[str]]) -> str:
    """What a line is taken as, for its remark: not more than a few lines of it."""
    shown = [f"`{line}`" for line in (*heard[0][::-1], *heard[1])]
    if not shown:
        return "is so where nobody tells otherwise"
    return "is taken as " + " and ".join(shown if len(shown) <= SHOWN else (*shown[: SHOWN - 1], f"{len(shown) - SHOWN + 1} lines more"))


def _in_the_books_words(loaded: Loaded, told: Sequence[tuple[int, str]], said: str) -> tuple[list[str], list[str]] | None:
    """What a line of a scenario becomes on the page, after what is told before it: the lines that put things on the table, and the others;
    none where it is so anyway. None where the page would not understand it whole, or would make more of it."""
    asks, before = said.startswith(ASK), _before(told)
    if _FORM.match(said) and not asks:
        return None
    alone = asks or before is None  # a question, what happens in a story: it can only become what it is
    if alone or before is None:
        before = "\n".join(line for _, line in told if not line.startswith(("  ask ", "    expect"))) + "\n"
    heard = say(loaded, before, _as_a_sentence(f"{said.removeprefix(ASK).rstrip('?')}?" if asks else said))
    new = _new_lines(before, heard)
    if heard.rest or not (new or heard.taken) or not _says_the_same(loaded, before, heard) or _says_more(loaded, said, heard, new):
        return None
    brought, new = _apart(said, new)
    if alone and (not new or any(line.startswith(ASK) != asks for line in new) or asks and (brought or len(new) > 1)):
        return None
    return brought, new


def _with(lines: Iterable[Line], made: dict[int, list[str]]) -> Iterator[Line]:
    """The lines, with others in place of some; what stands below such a one comes to stand below the last of them."""
    for line in lines:
        texts = made.get(line.place.line, [line.text])
        below = [line.lines if place == len(texts) else () for place in range(1, len(texts) + 1)]
        for text, own in zip(texts, below, strict=True):
            yield replace(line, text=text, raw=line.raw if text == line.text else text, lines=tuple(_with(own, made)))


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
