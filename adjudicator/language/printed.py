"""A rulebook with printed cards out of its tables: each that somebody names becomes a card with what is printed on it."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from adjudicator.language.printings import Printing, Printings, folded
from adjudicator.language.terms import parse_number
from adjudicator.language.words import Token, tokens_of
from adjudicator.model.clauses import Card, Clause, Conclusion, Parameter
from adjudicator.model.expressions import Literal
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.tables import NUMBER, TEXT, Meaning
from adjudicator.model.vocabulary import Kind
from adjudicator.records import dataclass

LONGEST = 12
"""Words of the longest title that is looked for."""


@dataclass(frozen=True)
class Named:
    """A printing under the name by which somebody calls it."""

    name: str
    printing: Printing


def names_in(text: str, printings: Printings, taken: set[str]) -> Iterator[Named]:
    """The printed cards that a sentence names: by title as printed (or in capitals), `TITLE #NUMBER/EDITION` for one of several printings.

    The longest titles first; what is `taken` (folded names of other things) is no printed card.
    """
    tokens, i = tokens_of(text), 0
    while i < len(tokens):
        end, printed = _longest(tokens, i, taken), _longest(tokens, i, printings)
        if printed > end and not tokens[i].text[0].islower():
            title = text[tokens[i].start : tokens[printed - 1].start + len(tokens[printed - 1].text)]
            mark = tokens[printed].text if printed < len(tokens) and tokens[printed].text.startswith("#") else ""
            rows = printings.chosen(title, [part for part in mark[1:].split("/") if part])
            if rows and title in (rows[0].title, rows[0].title.upper()):
                yield Named(f"{title} {mark}".strip(), rows[0])
        i = max(end, printed, i + 1)


def _longest(tokens: Sequence[Token], i: int, names: Container[str]) -> int:
    """Where the longest of these folded names that begins at word i ends; i where none does."""
    for end in range(min(len(tokens), i + LONGEST), i, -1):
        if " ".join(token.text for token in tokens[i:end]).casefold() in names:
            return end
    return i


def with_cards(book: Rulebook, named: Sequence[Named]) -> Rulebook:
    """The rulebook with these cards in it. A card that the book itself has under this title keeps what the book says of it."""
    kinds, cards, clauses = dict(book.kinds), dict(book.cards), dict(book.clauses)
    known = {folded(name): name for name in book.cards}
    for one in named:
        if one.name in kinds:
            continue
        own = known.get(folded(one.printing.title), "")
        above = (own, *kinds_of(one.printing)) if own else kinds_of(one.printing)
        kinds[one.name] = Kind(one.name, above or ("thing",), "", True, one.printing.place)
        cards[one.name] = Card(one.name, above, place=one.printing.place)
        spoken = [clause for clause in book.clauses.values() if own and clause.card == own and not clause.whens]
        said = {conclusion.property for clause in spoken for conclusion in clause.conclusions}
        for number, conclusion in enumerate(c for c in conclusions_of(one.printing) if c.property not in said):
            clause = Clause(f"{one.name}, as printed ({number})", (Parameter("it", one.name),), (conclusion,), status="effect",
                            source=book.card_source or book.source, bearer="it", card=one.name, place=one.printing.place)  # fmt: skip
            clauses[clause.name] = clause
    digest = hashlib.sha256((book.digest + repr([(one.name, one.printing.cells) for one in named])).encode()).hexdigest()
    return replace(book, kinds=kinds, cards=cards, clauses=clauses, digest=digest)


def kinds_of(printing: Printing) -> tuple[str, ...]:
    """The kinds of card that a printing is, by its columns."""
    return tuple(dict.fromkeys(meaning.kind for meaning, _, _ in _meanings(printing) if meaning.kind))


def conclusions_of(printing: Printing) -> Iterator[Conclusion]:
    """What the columns say of the card."""
    for meaning, entry, column in _meanings(printing):
        if meaning.conclusion is None:
            continue
        value = meaning.conclusion.value
        if meaning.entry == NUMBER:
            value = Literal(number_of(entry))
        elif meaning.entry == TEXT:
            value = Literal(entry)
        yield replace(meaning.conclusion, value=value, text=f"{printing.named}, {column} {entry}".strip(), place=printing.place)


def _meanings(printing: Printing) -> Iterator[tuple[Meaning, str, str]]:
    """What each entry of the row means, with the entry and its column."""
    for column in printing.table.columns:
        cell = printing.cells.get(column.name, "")
        entries = [part.strip() for part in cell.split(column.separator)] if column.separator and cell else [cell]
        for part, entry in enumerate(entries, 1):
            for meaning in column.meanings:
                if meaning.part in (0, part) and _fits(meaning, entry):
                    yield meaning, entry, column.name


def _fits(meaning: Meaning, entry: str) -> bool:
    if meaning.entry == NUMBER:
        return number_of(entry) is not None
    return meaning.entry == (entry or "nothing") or (meaning.entry == TEXT and bool(entry))


def number_of(entry: str) -> Fraction | None:
    """A printed number: `5`, `+3`, `-2`; None for anything else."""
    digits = entry.lstrip("+-")
    number = parse_number(digits) if digits[:1].isdigit() else None
    return -number if number is not None and entry.startswith("-") else number
