"""Lines of a scenario that put things on the table, and what is said of lines that nearly do."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from adjudicator.language.diagnostics import did_you_mean
from adjudicator.language.layout import Line
from adjudicator.language.reading import is_sentence
from adjudicator.language.words import STRUCTURE_WORDS, opens_name, tokens_of, with_article
from adjudicator.model.vocabulary import Kind

if TYPE_CHECKING:
    from adjudicator.language.scenarios import ScenarioReader

_THING = re.compile(r"^an? (?P<kind>[^,]+?) called (?P<name>.+)$")

LONGEST_NAME = 4
"""Words of a name that a line may introduce without `called`."""


def introduces(reader: ScenarioReader, line: Line) -> bool:
    """Whether the line puts things on the table (`players Ann, Bob`, `a boat called SWAN`, `Rex is a dog`), or was meant to."""
    return _called(reader, line) or _listed(reader, line) or _is_a(reader, line) or _misspelt(reader, line) or _misnamed(reader, line)


def _called(reader: ScenarioReader, line: Line) -> bool:
    """`a boat called SWAN`."""
    match = _THING.match(line.text)
    if not match:
        return False
    kind, name = match["kind"], match["name"].strip()
    if kind in reader.book.kinds:
        if not _swallows(reader, reader.book.kinds[kind], name, line):
            reader.put(name.removeprefix("the "), kind, line)
    else:
        reader._error("name", f"there is no kind `{kind}`", line, did_you_mean(kind, reader.book.kinds))
    return True


def _heads(reader: ScenarioReader, line: Line) -> Iterator[tuple[Kind, str, list[str]]]:
    """The kinds that the line begins with, each as it stands there, and the parts of a list behind it."""
    for kind in reader.book.kinds.values():
        for head in (kind.plural, kind.name):
            if head and not kind.printed and line.text.startswith(head + " "):
                yield kind, head, [part.strip() for part in line.text[len(head) + 1 :].split(",")]


def _is_name(part: str) -> bool:
    return (opens_name(part) or part.startswith("the ")) and not _says_something(part)


def _says_something(part: str) -> bool:
    """`FOO is a card`: a sentence, and no name."""
    return not {"is", "are"}.isdisjoint(part.split())


def _listed(reader: ScenarioReader, line: Line) -> bool:
    """`players Ann, Bob`."""
    for kind, head, parts in _heads(reader, line):
        if all(_is_name(part) for part in parts):
            for part in parts:
                _put_listed(reader, kind, head, part, line)
            return True
    return False


def _small_word(name: str) -> str:
    """The small word in a name behind which no further part of a name stands: `Guard with level 7` is one and something said of him.

    `Tower of London`, `Guard of the Gate` are names.
    """
    words = name.split()
    for i, word in enumerate(words):
        rest = [later for later in words[i + 1 :] if later not in STRUCTURE_WORDS]
        if i and word in STRUCTURE_WORDS and not (rest and opens_name(rest[0])):
            return word
    return ""


def _swallows(reader: ScenarioReader, kind: Kind, name: str, line: Line) -> bool:
    """Refuse a name that swallows what was meant to be said of the thing; what comes before the small word is put on the table."""
    word = _small_word(name) if name.removeprefix("the ") not in reader.book.kinds else ""
    if word:
        own = name[: name.index(f" {word} ")] if f" {word} " in name else name.removesuffix(f" {word}")
        reader._error("name", f"`{name}` is no name: it holds the small word `{word}`", line,
                      f"write `{kind.name} {own}`, and what is so of {own} on a line of its own")  # fmt: skip
        if own.removeprefix("the ") not in reader.things:
            reader.put(own.removeprefix("the "), kind.name, line)
    return bool(word)


def _put_listed(reader: ScenarioReader, kind: Kind, head: str, part: str, line: Line) -> None:
    """One name of a list; `Ann and Bob` are two."""
    names = part.split(" and ")
    if len(names) > 1 and all(_is_name(name) for name in names) and part not in reader.book.kinds:
        reader._error("name", f"`{part}` are several names", line, f"put commas between them: `{head} {', '.join(names)}`")
    else:
        names = [part]
    for name in names:
        if not _swallows(reader, kind, name, line):
            reader.put(name.removeprefix("the "), kind.name, line)


def _is_a(reader: ScenarioReader, line: Line) -> bool:
    """`Rex is a dog` introduces a new thing, or adds a kind to a known one."""
    name, word, kind = line.text.partition(" is a")
    kind = kind.removeprefix("n").strip()
    name = name.strip().removeprefix("the ")
    if not word or kind not in reader.book.kinds:
        return False
    if name in reader.things:
        thing = reader.things[name]
        reader.things[name] = replace(thing, kinds=(*thing.kinds, kind))
        return True
    if opens_name(name) and len(tokens_of(name)) <= LONGEST_NAME and name not in reader.book.kinds:
        reader.put(name, kind, line)
        return True
    return False


def _misspelt(reader: ScenarioReader, line: Line) -> bool:
    """`playrs Ann, Bob`, `Ann is a playr`: a misspelt kind before or after new names."""
    head, _, names = line.text.partition(" ")
    plain = [k for k in reader.book.kinds.values() if not k.printed]
    known = [name for k in plain for name in (k.plural, k.name) if name]
    new, is_a, kind = (part.strip() for part in re.sub(" is an ", " is a ", line.text).partition(" is a "))
    if head.islower() and all(_is_name(part.strip()) for part in names.split(",")) and names not in reader.things:
        kind = head
    elif not (is_a and opens_name(new) and new not in reader.things and len(tokens_of(new)) <= LONGEST_NAME):
        return False
    close = difflib.get_close_matches(kind, known, n=1, cutoff=0.75)
    if not close or kind in known:
        return False
    reader._error("name", f"there is no kind `{kind}`", line, f"did you mean `{close[0]}`?")
    for name in names.split(",") if kind == head else [new]:
        reader.put(name.strip(), next(k.name for k in plain if close[0] in (k.plural, k.name)), line)
    return True


def _misnamed(reader: ScenarioReader, line: Line) -> bool:
    """`players Ann, bob`, `player called Ann`: a kind, and what cannot be a name behind it."""
    for kind, head, parts in _heads(reader, line):
        if not all(_could_name(part) for part in parts) or not (len(parts) == 1 or any(_is_name(part) for part in parts)):
            continue
        if is_sentence(line.text, reader.phrasebook, reader.scope):
            return False
        for part in parts:
            if _is_name(part):
                reader.put(part.removeprefix("the "), kind.name, line)
            else:
                _no_name(reader, kind, head, part, line)
        return True
    return False


def _could_name(part: str) -> bool:
    words = part.split()
    return 1 <= len(words) <= LONGEST_NAME and not _says_something(part) and (opens_name(part) or STRUCTURE_WORDS.isdisjoint(words))


def _no_name(reader: ScenarioReader, kind: Kind, head: str, part: str, line: Line) -> None:
    name = part.removeprefix("called ").removeprefix("named ")
    if name != part:
        reader._error("name", f"`{line.text}` begins with no article", line, f"write `{with_article(kind.name)} called {name}`")
    else:
        better = f": `{part[0].upper()}{part[1:]}`" if part[:1].islower() else ""
        reader._error("name", f"`{part}` cannot be a name", line, f"names begin with a capital letter{better}")
    reader.put(name, kind.name, line)
