"""What can be written at the cursor: the words that open a line, sentences with their slots, names, ids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from lsprotocol import types

from adjudicator.language.line_words import LINE_WORDS, OPENERS
from adjudicator.language.phrases import Pattern, slot_type
from adjudicator.language.words import tokens_of
from adjudicator.lsp.reading import SCENARIO, Reading
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Thing
from adjudicator.model.values import Type
from adjudicator.model.vocabulary import Event, Property, Slot
from adjudicator.records import dataclass
from adjudicator.resources import rulebase_folder

MOST = 400
"""Items of one list; beyond that the editor asks again when more is typed."""

SPOKEN = ("scenario", "clause", "card", "definition", "invariant")
"""Blocks in which sentences stand."""

_LEAD = re.compile(r"(?P<lead>(?:ask whether|ask|proposed:|unknown:|when|unless|and|or|then|always)\s+)?(?P<typed>.*)", re.DOTALL)
_LISTS = re.compile(r"(?P<word>uses|extends|cites|overrides|notwithstanding|yields to|applies before|suppose|with option|reading|group)\s+"
                    r"(?:.*,\s*)?(?P<typed>[^,]*)$")  # fmt: skip
_EXPECTED = re.compile(r"expect\s.*\bby\s+(?:.*,\s*)?(?P<typed>[^,\s]*)$")

Kinds = types.CompletionItemKind


@dataclass(frozen=True)
class Place:
    """Where something is put in: the line, the column of the cursor, and whether the editor fills slots (snippets)."""

    line: int
    column: int
    snippets: bool

    def item(self, shown: str, typed: str, kind: types.CompletionItemKind, detail: str = "", snippet: str = "") -> types.CompletionItem:
        """An item that takes the place of what is typed; `snippet` is the text with its slots, where it has any."""
        start = types.Position(self.line, self.column - len(typed))
        slots = bool(snippet) and self.snippets
        edit = types.TextEdit(types.Range(start, types.Position(self.line, self.column)), snippet if slots else shown)
        form = types.InsertTextFormat.Snippet if slots else types.InsertTextFormat.PlainText
        return types.CompletionItem(shown, kind=kind, detail=detail or None, filter_text=shown, text_edit=edit, insert_text_format=form)


def completion(reading: Reading, line: int, column: int, snippets: bool = True) -> types.CompletionList:
    """What can stand at the cursor."""
    place = Place(line, column, snippets)
    found: list[types.CompletionItem] = []
    for item in _items(reading, place):
        if len(found) == MOST:
            break
        item.sort_text = f"{len(found):04}"
        found.append(item)
    return types.CompletionList(True, found)


def _items(reading: Reading, place: Place) -> Iterator[types.CompletionItem]:
    before = reading.line(place.line)[: place.column]
    said = before.lstrip()
    if not before[:1].isspace():
        yield from _words((word for word in OPENERS if reading.path.suffix == SCENARIO or word != "scenario"), said, place)
        return
    loaded, opener = reading.book_at(place.line), _opener(reading, place.line)
    listed = _EXPECTED.match(said) or _LISTS.match(said)
    if listed is not None:
        word = listed.groupdict().get("word", "cites")
        yield from _listed(word, loaded.book if loaded is not None else None, listed["typed"], place)
        return
    yield from _words(LINE_WORDS.get(opener, ()), said, place)
    if loaded is None or opener not in SPOKEN:
        return
    match = _LEAD.match(said)
    assert match is not None
    lead, typed = " ".join((match["lead"] or "").split()), match["typed"]
    things = reading.things_at(place.line)
    names = list(_names(loaded.book, things, typed, place))
    between = not typed[-1:].strip()
    yield from names if between else ()
    patterns = [pattern for _, pattern in loaded.phrasebook.patterns]
    told = opener == "scenario" and not lead
    for pattern, filled in _begun(_fitting(patterns, lead, opener), loaded.book, things, typed):
        plain, snippet = _written(pattern, filled, told)
        if plain != typed:
            kind = Kinds.Event if isinstance(pattern.owner, Event) else Kinds.Property
            yield place.item(plain, typed, kind, pattern.owner.use or pattern.owner.input or pattern.owner.name, snippet)
    yield from () if between else names


def _opener(reading: Reading, line: int) -> str:
    """The word that opens the block in which a line stands; a clause on a card is a block of its own."""
    lines = reading.lines
    depth = len(lines[line]) - len(lines[line].lstrip()) if line < len(lines) else 0
    for above in reversed(lines[:line]):
        own = len(above) - len(above.lstrip())
        if above.strip() and own < max(depth, 1) and (own == 0 or above.split()[0] == "clause"):
            return above.split()[0]
    return ""


def _words(words: Iterable[str], typed: str, place: Place) -> Iterator[types.CompletionItem]:
    for word in words:
        if word.startswith(typed) and word != typed:
            yield place.item(word, typed, Kinds.Keyword)


def _listed(word: str, book: Rulebook | None, typed: str, place: Place) -> Iterator[types.CompletionItem]:
    """The names that can stand behind a word: books, ids, clauses, options, readings."""
    wanted = typed.casefold()

    def named(names: Iterable[tuple[str, str]], kind: types.CompletionItemKind) -> Iterator[types.CompletionItem]:
        return (place.item(name, typed, kind, detail) for name, detail in names if wanted in name.casefold())

    if word in ("uses", "extends"):
        yield from named(((p.name, "rulebook") for p in sorted(rulebase_folder().iterdir()) if p.is_dir()), Kinds.Module)
    elif book is None:
        return
    elif word == "cites":
        yield from named(((entry.id, entry.says) for entry in book.register.values()), Kinds.Reference)
    elif word == "with option":
        yield from named(((option.name, option.says) for option in book.options.values()), Kinds.Constant)
    elif word == "reading":
        pairs = ((f"{one.name}: {alternative}", "reading") for one in book.readings.values() for alternative in one.alternatives)
        yield from named(pairs, Kinds.Constant)
    else:
        groups = dict.fromkeys(group for clause in book.clauses.values() for group in clause.groups)
        yield from named(((group, "group") for group in groups), Kinds.Folder)
        if word != "group":
            said = ((clause.name, clause.conclusions[0].text if clause.conclusions else "") for clause in book.clauses.values())
            yield from named(said, Kinds.Function)


# ---- names ----


def _names(book: Rulebook, things: Mapping[str, Thing], typed: str, place: Place) -> Iterator[types.CompletionItem]:
    """The things on the table and the printed cards that begin as the last words typed do."""
    known = {name: ", ".join(thing.kinds) for name, thing in things.items()}
    known |= {name: ", ".join(kinds) for name, kinds in book.constants.items()}
    known |= {name: ", ".join(kind.parents) for name, kind in book.kinds.items() if kind.printed and typed}
    begun = [typed[token.start :] for token in tokens_of(typed)] if typed[-1:].strip() else [""]
    for last in begun:
        found = [name for name in known if name.casefold().startswith(last.casefold()) and name != last]
        if found:
            yield from (place.item(name, last, Kinds.Variable if name in things else Kinds.Class, known[name]) for name in found)
            return


# ---- sentences ----


def _fitting(patterns: list[Pattern], lead: str, opener: str) -> Iterator[Pattern]:
    """The forms of phrases that can stand behind a lead of this sort of line."""
    uses = {
        "ask": ("term", "equals"), "ask whether": ("holds", "equals", "may", "occurs"), "proposed:": ("occurs",),
        "unknown:": ("term", "holds", "equals"), "then": ("occurs", "term", "holds", "equals"),
    }  # fmt: skip
    told = ("occurs", "holds", "equals", "term")
    wanted = uses.get(lead, told if opener == "scenario" else (*told, "denied", "may", "may not"))
    return (pattern for pattern in patterns if pattern.use in wanted)


def _begun(patterns: Iterable[Pattern], book: Rulebook, things: Mapping[str, Thing], typed: str) -> Iterator[tuple[Pattern, list[str]]]:
    """The forms that the typed words begin, with what they put into their first slots."""
    known = {**{name: (name,) for name, kind in book.kinds.items() if kind.printed}, **book.constants,
             **{name: thing.kinds for name, thing in things.items()}}  # fmt: skip
    for pattern in patterns:
        filled = _filled(pattern, typed, book, known)
        if filled is not None:
            yield pattern, filled


def _filled(pattern: Pattern, typed: str, book: Rulebook, known: Mapping[str, tuple[str, ...]]) -> list[str] | None:
    """What the typed words put into the first slots of a phrase; None where they do not begin it."""
    words = typed.split()
    done = not typed or typed[-1:].isspace()

    def onward(part: int, at: int) -> list[str] | None:
        if at == len(words):
            return []
        if part == len(pattern.parts):
            return None
        expected, last = pattern.parts[part], at == len(words) - 1
        if isinstance(expected, str):
            fits = expected.startswith(words[at].lower()) if last and not done else words[at].lower() == expected.lower()
            return onward(part + 1, at + 1) if fits else None
        for end in range(len(words) - (not done), at, -1):
            if _can_stand(" ".join(words[at:end]), expected, pattern.owner, book, known):
                rest = onward(part + 1, end)
                if rest is not None:
                    return [" ".join(words[at:end]), *rest]
        return None

    return onward(0, 0)


def _can_stand(text: str, slot: Slot, owner: Property | Event, book: Rulebook, known: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether a text can fill a slot: a known thing of a kind that fits, one that a rule speaks of (`the card`), or a value."""
    kinds = known.get(text)
    if kinds is not None:
        return slot.kind == "thing" or any(book.may_meet(kind, slot.kind) for kind in kinds)
    article, _, named = text.partition(" ")
    if article in ("a", "an", "the", "this", "some", "every", "no"):
        return named in book.kinds and (slot.kind == "thing" or book.may_meet(named, slot.kind))
    of_type = slot_type(slot, owner)
    return of_type is not None and (text in of_type.options or of_type.is_number and text.isdecimal())


def _written(pattern: Pattern, filled: list[str], told: bool) -> tuple[str, str]:
    """The sentence as it is shown, and as a snippet: what is filled stays, each other slot is to be filled.

    Where it is `told`, a phrase that stands for a value gets the value behind it.
    """
    parts: list[str | Slot] = list(pattern.parts)
    if told and pattern.use == "term" and isinstance(pattern.owner, Property):
        parts += ["is", Slot("value", pattern.owner.type.kind, pattern.owner.type)]
    plain, snippet, left = [], [], list(filled)
    number = 0
    for part in parts:
        if isinstance(part, str) or left:
            text = part if isinstance(part, str) else left.pop(0)
            plain.append(text)
            snippet.append(_escaped(text))
            continue
        number += 1
        plain.append(f"[{part.role}]")
        snippet.append(_slot(number, part.role, slot_type(part, pattern.owner)))
    return " ".join(plain), " ".join(snippet) if number else ""


def _slot(number: int, role: str, of_type: Type | None) -> str:
    if of_type is not None and of_type.base == "choice" and of_type.options:
        choices = ",".join(re.sub(r"([\\,|$}])", r"\\\1", option) for option in of_type.options)
        return f"${{{number}|{choices}|}}"
    return f"${{{number}:{_escaped(role)}}}"


def _escaped(text: str) -> str:
    return re.sub(r"([\\$}])", r"\\\1", text)
