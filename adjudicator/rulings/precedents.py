"""Precedents: recorded and expected rulings about a phrase, a card or a clause, found in scenario files.

Nothing is settled here and no rulebook is needed, except to know what a clause cites.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from adjudicator.language.diagnostics import LanguageError, Messages
from adjudicator.language.files import read_source
from adjudicator.language.layout import Line, parse_layout
from adjudicator.language.loading import load_rulebook
from adjudicator.model.rulebook import Rulebook
from adjudicator.records import dataclass


@dataclass(frozen=True)
class Precedent:
    """A question that was ruled on; `about` tells where the words were found: decided (the clauses or ids), question, title, table."""

    file: str
    line: int
    title: str
    book: str
    ask: str
    expected: str
    ruled: str
    about: str


ABOUT = ("decided", "question", "title", "table")
"""Where words are found, the nearest to the ruling first."""

_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")


def precedents(words: str, files: Iterable[Path], messages: Messages) -> list[Precedent]:
    """The rulings in the files that are about these words, the nearest first; files that cannot be read are in `messages`."""
    blocks = [(path, block) for path in files for block in _scenarios(path, messages)]
    names = _names(words, {uses.text for _, block in blocks if (uses := block.one("uses"))})
    found = [p for path, block in blocks for p in _in(block, str(path), _wanted(words), names)]
    return sorted(found, key=lambda p: (ABOUT.index(p.about), p.file, p.line))


def meant(words: str, files: Iterable[Path]) -> str:
    """The words as they may have been meant, where nothing was found: those that stand nowhere, nearest to ones that do; else empty."""
    blocks = [block for path in files for block in _scenarios(path, Messages())]
    texts = (text for block in blocks for text in (block.text, *_texts(block.lines)))
    known = {word.casefold(): word for text in texts for word in _WORD.findall(text)}
    stems = {_stem(word) for word in known}
    better = []
    for word in _WORD.findall(words):
        near = difflib.get_close_matches(word.casefold(), known, n=1, cutoff=0.75)
        if _stem(word.casefold()) not in stems and not near:
            return ""
        better.append(word if _stem(word.casefold()) in stems else known[near[0]])
    return "" if " ".join(better) == words else " ".join(better)


def _scenarios(path: Path, messages: Messages) -> list[Line]:
    text = read_source(path, messages, str(path))
    return [block for block in parse_layout(text, str(path), messages) if block.form == "scenario"] if text is not None else []


def _names(words: str, books: Iterable[str]) -> frozenset[str]:
    """The words as a clause or cited id, with what the clause cites or which clauses cite the id."""
    name = words.strip()
    if " " in name or "-" not in name:
        return frozenset({name})
    found = {name}
    for book in sorted(books):
        try:
            found |= _cited(load_rulebook(book), name)
        except LanguageError:  # a book that cannot be loaded is no concern of a search
            continue
    return frozenset(found)


def _cited(book: Rulebook, name: str) -> set[str]:
    if name in book.clauses:
        return set(book.clauses[name].cites)
    return {clause.name for clause in book.clauses.values() if name in clause.cites}


def _wanted(words: str) -> list[str]:
    return [_stem(word) for word in _WORD.findall(words.casefold())]


def _stem(word: str) -> str:
    """The word without its plural s, so that `objects` finds `object`."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _in(block: Line, file: str, wanted: list[str], names: frozenset[str]) -> Iterator[Precedent]:
    title, uses = block.text.strip('"'), block.one("uses")
    table = " ".join(_texts(line for line in block.lines if line.form != "ask"))
    for ask in block.asks():
        expected, ruled = (" / ".join(line.text for line in ask.all(form)) for form in ("expect", "ruled"))
        about = _about(wanted, names, f"{expected}, {ruled}", ask.text, title, table) if expected or ruled else ""
        if about:
            yield Precedent(file, ask.place.line, title, uses.text if uses else "", ask.text, expected, ruled, about)


def _about(wanted: list[str], names: frozenset[str], by: str, ask: str, title: str, table: str) -> str:
    if any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", by) for name in names):
        return "decided"
    for about, text in (("question", ask), ("title", f"{ask} {title}"), ("table", f"{ask} {title} {table}")):
        stems = {_stem(word) for word in _WORD.findall(text.casefold())}
        if wanted and all(word in stems for word in wanted):
            return about
    return ""


def _texts(lines: Iterable[Line]) -> Iterator[str]:
    for line in lines:
        yield line.text
        yield from _texts(line.lines)
