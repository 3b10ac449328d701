"""What the cursor points at, where it is declared, and which clauses listen to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from lsprotocol import types

from adjudicator.language.files import comment_start, text_of
from adjudicator.language.phrases import Pattern
from adjudicator.language.scope import Phrasebook
from adjudicator.language.words import Token, tokens_of
from adjudicator.lsp.diagnosing import stretch
from adjudicator.lsp.reading import Reading, book_folder_of, file_of
from adjudicator.model.clauses import Clause, Definition, Invariant
from adjudicator.model.expressions import Sentence, Term, names_in
from adjudicator.model.listening import hearing
from adjudicator.model.places import Place
from adjudicator.model.rulebook import Rulebook
from adjudicator.records import dataclass

SORTS = ("id", "clause", "definition", "invariant", "card", "thing", "option", "reading", "kind", "property", "event", "group")
"""What a word can name."""


@dataclass(frozen=True)
class Pointed:
    """What stands under the cursor: of which sort (`SORTS`), its name in the book, and the stretch of the line that says it."""

    sort: str
    name: str
    start: int
    end: int

    def range(self, line: int) -> types.Range:
        """The stretch in the editor."""
        return types.Range(types.Position(line, self.start), types.Position(line, self.end))


def pointed_at(reading: Reading, line: int, column: int) -> Pointed | None:
    """What the cursor points at: a name (the longest that stands there), else a phrase by one of its own words, else a kind."""
    loaded, text = reading.book_at(line), reading.line(line)
    if loaded is None or column >= comment_start(text) and text.lstrip().startswith("--"):
        return None
    names = list(_names(loaded.book, reading, line))
    return (
        _longest(names, text, column)
        or _phrase_at(loaded.phrasebook, text, column)
        or _longest([(kind, "kind", kind) for kind in loaded.book.kinds] + _plurals(loaded.book), text, column)
    )


def _names(book: Rulebook, reading: Reading, line: int) -> Iterator[tuple[str, str, str]]:
    """Every name that can stand in the text, with its sort and what it names."""
    tables: tuple[tuple[str, Iterable[str]], ...] = (
        ("id", book.register), ("clause", book.clauses), ("definition", book.definitions), ("invariant", book.invariants),
        ("card", book.cards), ("thing", reading.things_at(line)), ("thing", book.constants), ("option", book.options),
        ("reading", book.readings), ("group", {group for clause in book.clauses.values() for group in clause.groups}),
    )  # fmt: skip
    for sort, names in tables:
        yield from ((name, sort, name) for name in names)


def _plurals(book: Rulebook) -> list[tuple[str, str, str]]:
    return [(kind.plural, "kind", kind.name) for kind in book.kinds.values() if kind.plural]


def _longest(names: list[tuple[str, str, str]], text: str, column: int) -> Pointed | None:
    """The longest of some names that stands at the column as words of its own; of equal ones the first."""
    best: Pointed | None = None
    for written, sort, name in names:
        start = text.find(written) if written else -1
        while start >= 0:
            end = start + len(written)
            whole = not (text[:start][-1:].isalnum() or text[:start][-1:] == "-" or text[end:][:1].isalnum() or text[end:][:1] == "-")
            if start <= column <= end and whole and (best is None or len(written) > best.end - best.start):
                best = Pointed(sort, name, start, end)
            start = text.find(written, start + 1)
    return best


def _phrase_at(phrasebook: Phrasebook, text: str, column: int) -> Pointed | None:
    """The declared phrase to which the word at the column belongs: of those that fit, the one with most words of its own."""
    tokens = tokens_of(text[: comment_start(text)])
    here = next((i for i, token in enumerate(tokens) if token.start <= column <= token.start + len(token.text)), None)
    if here is None:
        return None
    best: tuple[int, Pattern, int, int] | None = None
    for pattern in phrasebook.active(frozenset(token.word for token in tokens)):
        if tokens[here].word in pattern.literals and (best is None or len(pattern.literals) > best[0]):
            span = _span(pattern, tokens, here)
            if span is not None:
                best = (len(pattern.literals), pattern, *span)
    if best is None:
        return None
    _, pattern, first, last = best
    sort = "event" if pattern.use in ("occurs", "occurs-not", "may", "must", "may not") else "property"
    return Pointed(sort, pattern.owner.name, tokens[first].start, tokens[last].start + len(tokens[last].text))


def _span(pattern: Pattern, tokens: list[Token], here: int) -> tuple[int, int] | None:
    """The first and last of the tokens that a pattern's own words cover, one of them `here`; None where they do not stand so."""
    parts = [part if isinstance(part, str) else "" for part in pattern.parts]
    while parts and not parts[0]:
        parts.pop(0)
    while parts and not parts[-1]:
        parts.pop()
    words = [token.word for token in tokens]

    def onward(part: int, at: int) -> list[int] | None:
        """Where the words from this part on stand, the first of them at `at`."""
        if part == len(parts):
            return []
        if parts[part]:
            rest = onward(part + 1, at + 1) if at < len(words) and words[at] == parts[part] else None
            return None if rest is None else [at, *rest]
        return next((rest for next_ in range(at + 1, len(words)) if (rest := onward(part + 1, next_)) is not None), None)

    for start in range(len(words)):
        found = onward(0, start)
        if found and here in found:
            return found[0], found[-1]
    return None


# ---- where it is declared ----


def definition(reading: Reading, line: int, column: int) -> types.Location | None:
    """Where that is declared which stands under the cursor; None where nothing is pointed at, or it is declared nowhere."""
    pointed, loaded = pointed_at(reading, line, column), reading.book_at(line)
    if pointed is None or loaded is None:
        return None
    if pointed.sort == "id":
        return _in_register(loaded.book, pointed.name, reading.path)
    place = _declared(loaded.book, pointed, reading, line)
    return _location(place, reading) if place is not None and place.line else None


def _declared(book: Rulebook, pointed: Pointed, reading: Reading, line: int) -> Place | None:
    if pointed.sort == "thing":
        thing = reading.things_at(line).get(pointed.name)
        return thing.place if thing is not None else None
    if pointed.sort == "group":
        return next((clause.place for clause in book.clauses.values() if pointed.name in clause.groups), None)
    tables = {"clause": book.clauses, "definition": book.definitions, "invariant": book.invariants, "card": book.cards,
              "option": book.options, "reading": book.readings, "kind": book.kinds, "property": book.properties,
              "event": book.events}  # fmt: skip
    found = tables[pointed.sort].get(pointed.name)  # type: ignore[attr-defined]
    return None if found is None else found.place


def _location(place: Place, reading: Reading) -> types.Location:
    return types.Location(file_of(place.file, reading.path).as_uri(), stretch(place))


def _in_register(book: Rulebook, cited: str, path: Path) -> types.Location | None:
    """The line of the register that holds a statement."""
    entry = book.register[cited]
    sure = next((clause.place for clause in book.clauses.values() if clause.place.line), None)
    folders = [book_folder_of(file_of(sure.file, path))] if sure is not None else []
    for folder in folders:
        for near in (folder, folder.parent / entry.book) if folder is not None else ():
            for file in sorted(near.glob("*.jsonl")):
                number = _row_of(file, cited)
                if number is not None:
                    return types.Location(file.as_uri(), stretch(Place("", number)))
    return None


def _row_of(file: Path, cited: str) -> int | None:
    wanted = re.compile(rf'"id"\s*:\s*"{re.escape(cited)}"')
    rows = text_of(file).split("\n")
    return next((number for number, row in enumerate(rows, 1) if wanted.search(row)), None)


# ---- what listens to it ----


def references(reading: Reading, line: int, column: int) -> list[types.Location]:
    """All clauses, definitions and invariants that listen to what stands under the cursor, or conclude it."""
    pointed, loaded = pointed_at(reading, line, column), reading.book_at(line)
    if pointed is None or loaded is None:
        return []
    return [_location(one.place, reading) for one in listeners(loaded.book, pointed) if one.place.line]


def listeners(book: Rulebook, pointed: Pointed) -> list[Clause | Definition | Invariant]:
    """The rules that cite an id, claim over a clause, are printed on a card, hold a name, or read or conclude a phrase."""
    rules: list[Clause | Definition | Invariant] = [*book.clauses.values(), *book.definitions.values(), *book.invariants.values()]
    if pointed.sort in ("property", "event"):
        heard = hearing(book)
        names = {**heard.read.get(pointed.name, {}), **heard.concluded.get(pointed.name, {})}
        return [rule for rule in rules if rule.name in names]
    return [rule for rule in rules if pointed.name in _spoken_of(rule) and rule.name != pointed.name]


@lru_cache(maxsize=20_000)
def _spoken_of(rule: Clause | Definition | Invariant) -> frozenset[str]:
    """The names in a rule: ids, clauses, groups, cards, options, readings, kinds, things."""
    found = {*rule.cites, *(parameter.kind for parameter in rule.parameters)}
    if isinstance(rule, Clause):
        parts: list[Term | Sentence] = [*rule.whens, *rule.unlesses]
        found |= {rule.card, rule.option, *rule.groups, *rule.before, *(claim.target for claim in rule.claims)}
        found |= {exemption.target for exemption in rule.exemptions}
        found |= {rule.reading[0]} if rule.reading is not None else set()
        parts += [term for conclusion in rule.conclusions for term in (*conclusion.args, conclusion.value)]
        found |= {conclusion.property.rpartition("kind:")[2] for conclusion in rule.conclusions if "kind:" in conclusion.property}
    elif isinstance(rule, Definition):
        parts = [rule.meaning]
    else:
        parts = [rule.always, rule.when]
    names = names_in(*parts)
    return frozenset((found | names.kinds | names.things | names.options) - {""})
