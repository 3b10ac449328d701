"""Lines of a scenario that put things on the table, and what is said of lines that nearly do."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from adjudicator.language.diagnostics import did_you_mean
from adjudicator.language.layout import Line
from adjudicator.language.near_phrases import near_help
from adjudicator.language.reading import is_sentence
from adjudicator.language.sentences import chart_of
from adjudicator.language.stories import AWAITED
from adjudicator.language.words import STRUCTURE_WORDS, opens_name, stem_of, tokens_of, with_article
from adjudicator.model.situation import Thing
from adjudicator.model.vocabulary import Kind

if TYPE_CHECKING:
    from adjudicator.language.scenarios import ScenarioReader

_OPENING = re.compile(r"^(?:there (?:is|are) )?(?:an? )?", re.IGNORECASE)
"""What may stand before a kind that is put on the table: `a boat called SWAN`, `there is a boat SWAN`."""
_THING = re.compile(r"^(?P<kind>[^,]+?) (?:called|named) (?P<name>.+)$")

_SAYS = "is|are|has|have|lies|lie|stands|stand|sits|belongs|carries|holds|wears|owns|bears|flies"
_WHOSE = re.compile(r"^(?P<who>[^,]+?)'s? (?=[a-z])")
_OF_ONE = re.compile(r"^(?P<what>.+) of (?P<who>[^,]+)$")
"""Whose a thing is that comes to the table: `Ann's boats SWAN and HERON`, `a boat SWAN of Ann`."""
_BESIDES = re.compile(rf"(?P<name>.+?) (?P<so>(?:(?P<verb>{_SAYS}) .+|(?:in|on|at|with) (?:[a-z0-9].*|\S+'s .+|(?P<there>[^a-z]{{2,}}))))")
"""A name, and what is said of who bears it in the same line: `a boat called SWAN lies in Ann's harbour`, `a boat SWAN in Ann's harbour`;
`Assault on Seagate` is a name."""

LONGEST_NAME = 4
"""Words of a name that a line may introduce without `called`."""


def introduces(reader: ScenarioReader, line: Line) -> bool:
    """Whether the line puts things on the table (`players Ann, Bob`, `a boat called SWAN`, `Rex is a dog`), or was meant to."""
    forms = (_called, _listed, _is_a, _are, _misspelt, _misnamed, _of_no_kind)
    return any(form(reader, line) for form in forms)


def says_besides(reader: ScenarioReader, line: Line) -> Line | None:
    """Put a thing on the table of which the same line says how it is (`a boat called SWAN lies in Ann's harbour`): what it says. None where
    it says nothing besides; then nothing is put there, either."""
    if (theirs := _called_of_somebody(reader, line) or _of_somebody(reader, line)) is not None:
        return theirs
    named = _named(line)
    one = [(meant_kind(reader, named[1]), named[2])] if named is not None else []
    one += [(kind.name, parts[0]) for kind, _, parts in _heads(reader, line, small=True) if len(parts) == 1]
    for kind, text in one:
        match = _BESIDES.fullmatch(text)
        if match is None or kind not in reader.book.kinds or text.removeprefix("the ") in reader.book.kinds:
            continue
        if opens_name(match["name"]) and not match["so"].startswith(("is a ", "is an ")) and (said := _said_of(reader, kind, match, line)):
            reader.put(match["name"], kind, line)
            return replace(line, text=said, raw=said)
    return None


_CALLED_OF = re.compile(
    r"^(?:there is )?(?:(?P<article>an? )(?P<kind>[^,]+?) of (?P<who>[^,]+?)|(?P<whose>[^,]+?)'s (?P<own>[^,]+?))"
    r" (?:called|named) (?P<name>[^,]+)$"
)
_OF_AFTER = re.compile(r"^(?P<kind>(?:there is )?(?:an? )?[^,]+? (?:called|named)) (?P<name>[^,]+?) of (?P<who>[^,]+)$")


def _called_of_somebody(reader: ScenarioReader, line: Line) -> Line | None:
    """`a double of Ann called Shade`, `Ann's boat called SWAN`: what is there then; that it is a double of hers, where a book says that of
    anything, or else that it belongs to her."""
    after = _OF_AFTER.match(line.text)  # `a boat called SWAN of Ann`
    turned = (
        f"{after['kind'].removesuffix(' called').removesuffix(' named')} of {after['who']} called {after['name']}" if after else line.text
    )
    match = _CALLED_OF.match(turned)
    if match is None or match["name"] in reader.things:
        return None
    name, who, word = match["name"], match["who"] or match["whose"], match["kind"] or match["own"]
    kinds = reader.book.kinds
    known = meant_kind(reader, word)
    ways = [(prop.kinds[0], f"{name} is {with_article(word)} of {who}") for prop in reader.book.properties.values()
            if any(f" is {with_article(word)} of {{" in phrase.text for phrase in prop.phrases)]  # fmt: skip
    for kind, said in (*ways, *([(known, f"{name} belongs to {who}")] if known in kinds else ())):
        if kind not in kinds or not _is_somebody(reader, who):
            continue
        reader.put(name, kind, line)
        if is_sentence(said, reader.phrasebook, replace(reader.scope, trying=True)):
            return replace(line, text=said, raw=said)
        reader.things.pop(name)
    return None


def _of_somebody(reader: ScenarioReader, line: Line) -> Line | None:
    """`a boat SWAN of Ann`, `Ann's boats SWAN and HERON`, where Ann is known and these are new: what is there then, that they belong to
    her."""
    whose, of_one = _WHOSE.match(line.text), _OF_ONE.match(line.text)
    if whose is not None:
        who, text = whose["who"], line.text[whose.end() :]
    elif of_one is not None:
        who, text = of_one["who"], of_one["what"]
    else:
        return None
    found = ((kind, [name.strip() for part in parts for name in part.split(" and ")])
             for kind, _, parts in _heads(reader, replace(line, text=text), small=True))  # fmt: skip
    new = ((kind, names) for kind, names in found if all(_is_name(n) and not _small_word(n) and n not in reader.things for n in names))
    kind, names = next(new, (None, []))
    if kind is None or not _is_somebody(reader, who):
        return None
    for name in names:
        reader.put(name, kind.name, line)
    said = [f"{name} belongs to {who}" for name in names]
    if is_sentence(said[0], reader.phrasebook, replace(reader.scope, trying=True)):
        return replace(line, text=", ".join(said), raw=", ".join(said))
    for name in names:
        reader.things.pop(name)
    return None


def _said_of(reader: ScenarioReader, kind: str, match: re.Match[str], line: Line) -> str:
    """What a line says of a thing that comes to the table by it, as a sentence; empty where it can be none."""
    own, so = match["name"], match["so"]
    ways = [f"{own} {so}", *(f"{own} {verb} {so}" for verb in ("is", "lies", "stands")), f"{own} has {so.removeprefix('with ')}"]
    known = {own: reader.things[own]} if own in reader.things else {}
    reader.things[own] = known.get(own) or Thing(own, (kind,), place=line.place)
    scope = replace(reader.scope, trying=True)
    reads = next((way for way in ways if is_sentence(way, reader.phrasebook, scope)), "")
    if not known:
        reader.things.pop(own)
    if reads or match["verb"]:  # no name holds a verb: it speaks of what comes to the table below
        return reads or ways[0]
    return ways[1] if match["there"] else ""


def _named(line: Line) -> tuple[str, str, str] | None:
    """The article, the kind and the name of a line such as `a boat called SWAN`."""
    opening = _OPENING.match(line.text)
    assert opening is not None
    match = _THING.match(line.text[opening.end() :])
    return None if match is None else (opening[0], match["kind"], match["name"].strip())


def _called(reader: ScenarioReader, line: Line) -> bool:
    """`a boat called SWAN`, with or without its article."""
    named = _named(line)
    if named is None:
        return False
    article, word, name = named
    kind = meant_kind(reader, word)
    if not article and kind not in reader.book.kinds:
        return False
    if kind in reader.book.kinds:
        if not _swallows(reader, reader.book.kinds[kind], name, line):
            reader.put(name.removeprefix("the "), kind, line)
    else:
        reader._error("name", f"there is no kind `{kind}`", line, _nearest_kinds(reader, kind))
    return True


def meant_kind(reader: ScenarioReader, word: str) -> str:
    """The kind for which the book knows this as another word, or that a card is (`a ghost called SPOOK`); any other word stays as it is."""
    kinds = reader.book.kinds
    if word == "event" and (meant := _put_as_event(reader)):
        return meant
    if word in kinds:
        return word
    known = (kind.name for kind in kinds.values() if word in kind.also)
    cards = (kind.name for kind in kinds.values() if word in _small(reader, kind))
    return next(chain(known, cards), word)


def _put_as_event(reader: ScenarioReader) -> str:
    """The kind of things that is meant by an `event` which is put on the table, where nothing can happen: the one whose name begins so
    (`event ticket`); empty where a book has none."""
    kinds = reader.book.kinds.values()
    return next((kind.name for kind in kinds if kind.name.startswith("event ") and not reader.book.is_a(kind.name, "event")), "")


def _small(reader: ScenarioReader, kind: Kind) -> tuple[str, ...]:
    """The name of a printed card in small letters, one and many, where the book has no kind of that name."""
    word = kind.name.lower()
    return () if not kind.printed or word == kind.name or word in reader.book.kinds else (word, f"{word}s")


def _heads(reader: ScenarioReader, line: Line, small: bool = False) -> Iterator[tuple[Kind, str, list[str]]]:
    """The kinds that the line begins with, each as it stands there, and the parts of a list; `small`: cards in small letters, too."""
    text = _OPENING.sub("", line.text)
    as_event = _put_as_event(reader)
    for kind in reader.book.kinds.values():
        if as_event and kind.name == "event":
            continue
        own = () if kind.printed else (kind.plural, kind.name, *(word for word in kind.also if word not in reader.book.kinds))
        own += ("events", "event") if kind.name == as_event else ()
        for head in (*own, *(_small(reader, kind) if small and text[:1].islower() else ())):
            if head and text.startswith(head + " "):
                yield kind, head, [part.strip() for part in text[len(head) + 1 :].split(",")]


def _is_name(part: str) -> bool:
    return (opens_name(part) or part.startswith("the ")) and not _says_something(part)


def _says_something(part: str) -> bool:
    """`FOO is a card`: a sentence, and no name."""
    return not {"is", "are"}.isdisjoint(part.split())


def _listed(reader: ScenarioReader, line: Line) -> bool:
    """`players Ann, Bob`, `players Ann, Bob and Cid`, `a boat SWAN`."""
    for kind, _, parts in _heads(reader, line, small=True):
        if all(_is_name(part) for part in parts):
            for part in parts:
                _put_listed(reader, kind, part, line)
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
    owner = name.rpartition(" of ")[2]  # `GEM of Bob` is no name, where Bob is somebody
    of_somebody = owner != name and _is_somebody(reader, owner)
    word = "" if name.removeprefix("the ") in reader.book.kinds else "of" if of_somebody else _small_word(name)
    if word:
        own = name[: name.index(f" {word} ")] if f" {word} " in name else name.removesuffix(f" {word}")
        reader._error("name", f"`{name}` is no name: it holds the small word `{word}`", line,
                      f"write `{kind.name} {own}`, and what is so of {own} on a line of its own")  # fmt: skip
        if own.removeprefix("the ") not in reader.things:
            reader.put(own.removeprefix("the "), kind.name, line)
    return bool(word)


def _put_listed(reader: ScenarioReader, kind: Kind, part: str, line: Line) -> None:
    """One name of a list; `Ann and Bob` are two, but where a card is called so."""
    names = part.split(" and ")
    several = all(_is_name(name) for name in names) and part not in reader.book.kinds
    for name in names if several else [part]:
        if not _swallows(reader, kind, name, line):
            reader.put(name.removeprefix("the "), kind.name, line)


def _is_a(reader: ScenarioReader, line: Line) -> bool:
    """`Rex is a dog` introduces a new thing, or adds a kind to a known one."""
    name, word, kind = line.text.partition(" is a")
    kind = meant_kind(reader, kind.removeprefix("n").strip())
    name = name.strip().removeprefix("the ")
    if not word or kind not in reader.book.kinds:
        return False
    if name in reader.things:
        thing = reader.things[name]
        if _sits_at_the_table(reader, name) and reader.book.kinds[kind].printed and name != kind:
            chart = chart_of(f"{name} is affected by {kind}", reader.phrasebook, reader.scope)
            reader._error("name", f"{name} sits at the table, and is no card", line, near_help(chart, "sentence"))
            return True
        reader.things[name] = replace(thing, kinds=(*thing.kinds, kind))
        return True
    if opens_name(name) and len(tokens_of(name)) <= LONGEST_NAME and name not in reader.book.kinds:
        reader.put(name, kind, line)
        return True
    return False


def _are(reader: ScenarioReader, line: Line) -> bool:
    """`Ann and Bob are players` for `players Ann and Bob`, where they are new."""
    names, _, word = line.text.partition(" are ")
    kind = next((kind for kind in reader.book.kinds.values() if word and word in (kind.plural, *kind.also)), None)
    parts = [part.strip() for part in re.split(r",| and ", names) if part.strip()]
    if kind is None or not parts or any(not _is_name(part) or part in reader.things for part in parts):
        return False
    for part in parts:
        _put_listed(reader, kind, part, line)
    return True


def _is_somebody(reader: ScenarioReader, name: str) -> bool:
    """Whether this is the name of one who sits at the table (in a book without turns, of anything that is there)."""
    return name in reader.things and (reader.book.clock is None or _sits_at_the_table(reader, name))


def _sits_at_the_table(reader: ScenarioReader, name: str) -> bool:
    """Whether somebody is one of those who take turns, and no card himself."""
    clock, thing = reader.book.clock, reader.things[name]
    cards = any(reader.book.kinds[kind].printed for kind in thing.kinds if kind in reader.book.kinds)
    return clock is not None and not cards and any(reader.book.is_a(kind, clock.seats) for kind in thing.kinds)


def _misspelt(reader: ScenarioReader, line: Line) -> bool:
    """`playrs Ann, Bob`, `Ann is a playr`: a misspelt kind before or after new names."""
    head, _, names = line.text.partition(" ")
    plain = [k for k in reader.book.kinds.values() if not k.printed]
    known = [name for k in plain for name in (k.plural, k.name, *k.also) if name]
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
        reader.put(name.strip(), next(k.name for k in plain if close[0] in (k.plural, k.name, *k.also)), line)
    return True


def _of_no_kind(reader: ScenarioReader, line: Line) -> bool:
    """`squares YARD, HALL`: new names behind a word that is no kind of this book; all lines that name them would be told wrong, too."""
    text = _OPENING.sub("", line.text)
    words = text.split()
    names = next((place for place, word in enumerate(words) if opens_name(word)), 0)
    head, parts = " ".join(words[:names]), [part.strip() for part in " ".join(words[names:]).split(",")]
    if not 1 <= names <= 2 or not head.islower() or line.text.startswith(AWAITED) or not STRUCTURE_WORDS.isdisjoint(words):
        return False
    known = {name.casefold() for name in (*reader.things, *reader.book.kinds)}
    if not all(_is_name(part) and len(part.split()) <= LONGEST_NAME and part.casefold() not in known for part in parts):
        return False
    if is_sentence(line.text, reader.phrasebook, reader.scope):
        return False
    reader._error("name", f"there is no kind `{head}`", line, _nearest_kinds(reader, head))
    return True


def _nearest_kinds(reader: ScenarioReader, word: str) -> str:
    """The kinds of the book that have this word in their names, else the one that is written nearly so."""
    plain = [kind.name for kind in reader.book.kinds.values() if not kind.printed and not reader.book.is_a(kind.name, "event")]
    stem = {stem_of(part) for part in word.split()}
    having = [name for name in plain if not stem.isdisjoint(map(stem_of, name.split()))]
    return f"kinds with that word: {', '.join(f'`{name}`' for name in having[:6])}" if having else did_you_mean(word, plain)


def _misnamed(reader: ScenarioReader, line: Line) -> bool:
    """`players Ann, bob`: a kind, and what cannot be a name behind it."""
    for kind, _, parts in _heads(reader, line):
        if not all(_could_name(part) for part in parts) or not (len(parts) == 1 or any(_is_name(part) for part in parts)):
            continue
        if is_sentence(line.text, reader.phrasebook, reader.scope):
            return False
        for part in parts:
            if _is_name(part):
                reader.put(part.removeprefix("the "), kind.name, line)
            else:
                _no_name(reader, kind, part, line)
        return True
    return False


def _could_name(part: str) -> bool:
    words = part.split()
    return 1 <= len(words) <= LONGEST_NAME and not _says_something(part) and (opens_name(part) or STRUCTURE_WORDS.isdisjoint(words))


def _no_name(reader: ScenarioReader, kind: Kind, name: str, line: Line) -> None:
    better = f": `{name[0].upper()}{name[1:]}`" if name[:1].islower() else ""
    reader._error("name", f"`{name}` cannot be a name", line, f"names begin with a capital letter{better}")
    reader.put(name, kind.name, line)
