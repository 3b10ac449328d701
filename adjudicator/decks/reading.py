"""Deck lists as people keep them: lines with counts, headings, marks and comments, or a table with a header (CSV)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator

from adjudicator.model.places import Place
from adjudicator.records import dataclass

COUNTS = ("count", "quantity", "qty", "copies", "amount")
TITLES = ("title", "name", "card", "card name")
SECTIONS = ("section", "board", "where", "part")
BETWEEN = (",", ";", "\t")
"""What stands between the columns of a table; which of them, its header shows."""

_COMMENT = re.compile(r"\s*(?:--|//|;|#(?!\d)|%)")
_TRAILING = re.compile(r"\s(?:--|//)\s.*$")
_FIRST = re.compile(r"(?P<count>\d{1,4})\s*[xX×*]?\s+(?P<card>\S.*)")
_LAST = re.compile(r"(?P<card>.*\S)\s+[xX×*]\s?(?P<count>\d{1,4})")
_FRAMED = re.compile(r"\[(?P<square>[^\[\]]+)\]|=+\s*(?P<rule>[^=]+?)\s*=+|\*+\s*(?P<star>[^*]+?)\s*\*+|#+\s+(?P<hash>.+)")
_COUNTED = re.compile(r"\s*[(:\-]?\s*\d+\s*(?:cards?)?\)?\s*:?$")
_ASIDE = re.compile(r"\((?P<word>[^()]*)\)")
_BULLET = re.compile(r"^\s*[-*\u2022]\s+")


@dataclass(frozen=True, slots=True)
class DeckLine:
    """One line of a list: how many of which card, as it is written, below which heading.

    `said` are further words about the printing that stand in columns of their own, `marks` words in brackets.
    """

    count: int
    card: str
    place: Place
    heading: str = ""
    said: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()


def read_lines(text: str, file: str, headings: Iterable[str] = (), marks: Iterable[str] = ()) -> Iterator[DeckLine]:
    """The lines of a deck list. `headings` are words that open a part of the list where they stand alone on a line."""
    known, marked = frozenset(headings), frozenset(marks)
    rows = text.splitlines()
    header = next((i for i, row in enumerate(rows) if row.strip() and not _COMMENT.match(row)), 0)
    between = _between(rows[header]) if rows else ""
    if between:
        yield from _from_csv(rows, header, between, file, marked)
        return
    heading = ""
    for number, row in enumerate(rows, 1):
        framed = _framed(row.strip())
        if framed is None and (not row.strip() or _COMMENT.match(row)):
            continue
        opened = framed if framed is not None else _heading(row.strip(), known)
        if opened is not None:
            heading = opened
            continue
        told = _BULLET.sub("", _TRAILING.sub("", row))
        start = row.find(told.strip()) + 1
        yield _line(told.strip(), Place(file, number, start, len(told.strip())), heading, marked)


def _between(row: str) -> str:
    """What stands between the columns of a table with this header; empty where it is none."""
    return next((mark for mark in BETWEEN if mark in row and not set(_names(row, mark)).isdisjoint(TITLES)), "")


def _names(row: str, between: str) -> list[str]:
    return [name.strip().casefold() for name in next(csv.reader([row], delimiter=between), [])]


def _framed(row: str) -> str | None:
    """`[Sideboard]`, `== Allies ==`, `## Events`: the words of a heading."""
    match = _FRAMED.fullmatch(row)
    return None if match is None else _COUNTED.sub("", next(found for found in match.groups() if found)).strip().casefold()


def _heading(row: str, known: frozenset[str]) -> str | None:
    """`Allies:`, `Allies (12)`, or a word that the rulebook knows as a heading."""
    word = _COUNTED.sub("", row.removesuffix(":")).strip().casefold()
    return word if row.endswith(":") or word in known else None


def _line(row: str, place: Place, heading: str, marked: frozenset[str]) -> DeckLine:
    count, card = 1, row
    match = _FIRST.fullmatch(row) or _LAST.fullmatch(row)
    if match is not None:
        count, card = int(match["count"]), match["card"]
    marks = tuple(m["word"].strip().casefold() for m in _ASIDE.finditer(card) if m["word"].strip().casefold() in marked)
    for mark in marks:
        card = re.sub(rf"\s*\(\s*{re.escape(mark)}\s*\)", "", card, flags=re.IGNORECASE)
    start = place.column + max(0, row.find(card))
    return DeckLine(count, card.strip(), Place(place.file, place.line, start, max(1, len(card.strip()))), heading, marks=marks)


def _from_csv(rows: list[str], header: int, between: str, file: str, marked: frozenset[str]) -> Iterator[DeckLine]:
    """One card a row; the columns are told by their names, and what is not known of them says which printing is meant."""
    reader = csv.DictReader(io.StringIO("\n".join(rows[header:])), delimiter=between)
    for row in reader:
        cells = {(name or "").strip().casefold(): (value or "").strip() for name, value in row.items() if isinstance(value, str)}
        card = next((cells[name] for name in TITLES if cells.get(name)), "")
        if not card:
            continue
        count = next((int(cells[name]) for name in COUNTS if cells.get(name, "").isdecimal()), 1)
        heading = next((cells[name].casefold() for name in SECTIONS if cells.get(name)), "")
        said = tuple(cells[name] for name in ("set", "edition", "number", "type") if cells.get(name))
        marks = tuple(word for word in (cell.casefold() for cell in cells.values()) if word in marked)
        yield DeckLine(count, card, Place(file, header + reader.line_num, 1, 1), heading, said, marks)
