"""Tables of printed cards, and deck lists: what a rulebook says of files that others keep.

A table is a CSV or JSON file with a printing a row.  The rulebook says which column means what;
nothing of a row is read before somebody names its card.
"""

from __future__ import annotations

from adjudicator.model.clauses import Conclusion
from adjudicator.model.expressions import Sentence, Term
from adjudicator.model.places import NOWHERE, Place
from adjudicator.records import dataclass

NUMBER, TEXT = "{number}", "{text}"
"""Entries of a column that stand for any number, for any text."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What one entry of a column says of its card.

    `entry` is the very text, or NUMBER or TEXT for any; `part` counts the parts of a cell from 1 (0: whichever).
    It says that the card is of a `kind`, or what `conclusion` says (with the entry as its value where it is any).
    """

    entry: str
    part: int = 0
    kind: str = ""
    conclusion: Conclusion | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; `separator` parts its cells, empty where a cell is one entry."""

    name: str
    separator: str = ""
    meanings: tuple[Meaning, ...] = ()
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class CardTable:
    """A table of cards: its file, the column of titles, and what tells two printings of one title apart.

    `printing` are the columns that do; the first of them is the edition.  `prefers` lists editions: of several printings that
    of the first of these is meant.  `short` are other words for entries of these columns (`1st` for First Edition).
    """

    name: str
    file: str
    title: str
    printing: tuple[str, ...] = ()
    prefers: tuple[str, ...] = ()
    short: tuple[tuple[str, str], ...] = ()
    columns: tuple[Column, ...] = ()
    says: str = ""
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Section:
    """What is said of cards below certain headings of a deck list, or with certain marks; it speaks of Var("card") and Var("deck")."""

    words: tuple[str, ...]
    says: Sentence


@dataclass(frozen=True, slots=True)
class DeckRules:
    """How a deck list becomes a situation.

    `kind` is what a deck is, `holds` what is said of each of its cards, `sections` what is said instead below a heading,
    `marks` what besides.  `legal` is what a legal deck is (None where a book only counts), `asks` what else is asked.
    """

    kind: str
    holds: Sentence
    sections: tuple[Section, ...] = ()
    marks: tuple[Section, ...] = ()
    legal: Sentence | None = None
    legal_text: str = ""
    asks: tuple[tuple[str, Term | Sentence], ...] = ()
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class DeckFormat:
    """What a deck is checked for: what is said of it (each sentence with its words), and the options in use."""

    name: str
    says: str = ""
    facts: tuple[tuple[Sentence, str], ...] = ()
    options: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    place: Place = NOWHERE
