"""What an earlier reading of a rulebook made of each of its blocks, so that an edit reads again only what it touches.

Kept beside the compiled rulebook: for every block that was read without a message, what it said.  A block is taken over
when its text is the same and no word in it means anything else than it did (language/touching.py); only its places move.
"""

from __future__ import annotations

from dataclasses import field, is_dataclass, replace
from hashlib import blake2b
from types import ModuleType

from adjudicator.language import cache
from adjudicator.language.layout import Line, Piece
from adjudicator.model import clauses, expressions, hearing, ladder, places, rulebook, tables, values, vocabulary
from adjudicator.model.clauses import Clause, Definition, Invariant
from adjudicator.model.places import Place
from adjudicator.model.rulebook import Rulebook
from adjudicator.records import dataclass

SPOKEN = ("clause", "card", "definition", "invariant")
"""Forms of blocks that say things in sentences; the other forms declare words."""

Key = tuple[bytes, int]
"""The hash of a block's text, and how many blocks with this very text stand before it."""

Said = Clause | Definition | Invariant


@dataclass(frozen=True, slots=True)
class Settings:
    """What a book says once for all of its clauses: whether each must cite something, their source, the source of its cards."""

    needs_citation: bool
    source: str
    cards: str


@dataclass(frozen=True, slots=True)
class Entry:
    """What was made of one block that stood below `offset` lines of `file`.

    `line` is the block itself, or for blocks of sentences its first line alone.  `says` names what came of it, as the field of
    the rulebook and the name there; `printed` is how many clauses its card had before; `string` and `fields` are the card's, and so is
    what it says of its card: that the book tells it `in_part`.
    """

    file: str
    offset: int
    line: Line
    cites: tuple[str, ...] = ()
    settings: Settings | None = None
    says: tuple[tuple[str, str], ...] = ()
    printed: int = 0
    string: str = ""
    fields: tuple[tuple[str, object], ...] = ()
    in_part: bool = False


@dataclass(frozen=True)
class Earlier:
    """An earlier reading: the rulebook that came of it and what each block was."""

    book: Rulebook
    entries: dict[Key, Entry] = field(default_factory=dict)


def declared_in(*modules: ModuleType) -> tuple[type, ...]:
    """The dataclasses of some modules, each once."""
    declared = (kind for module in modules for kind in vars(module).values() if isinstance(kind, type) and is_dataclass(kind))
    return tuple(dict.fromkeys(declared))


BOOK = declared_in(clauses, expressions, hearing, ladder, places, rulebook, tables, values, vocabulary)
"""What a compiled rulebook is made of: nothing else can come out of a file that holds one."""
INDEXES = ("dependencies", "asked_when_over", "ears")
"""What a rulebook works out of all its sentences once, and is kept beside it."""
READING = (*BOOK, Line, Settings, Entry)
"""What a reading is made of."""


def fetch(where: str) -> Earlier | None:
    """The last reading of the book at this place, with the rulebook that came of it; None when either is not kept any more."""
    kept = cache.fetch(f"{where}.reading", tuple, READING)
    if kept is None or len(kept) != 2:
        return None
    digest, entries = kept
    book = fetch_book(digest)
    return Earlier(book, entries) if book is not None else None


def store(where: str, earlier: Earlier) -> None:
    """Keep a reading and its rulebook."""
    book = earlier.book
    cache.store(f"{book.digest}.book", (book, {name: getattr(book, name) for name in INDEXES}), BOOK)
    cache.store(f"{where}.reading", (book.digest, earlier.entries), READING)


def fetch_book(digest: str) -> Rulebook | None:
    """A compiled rulebook by the hash of all that went into it."""
    kept = cache.fetch(f"{digest}.book", tuple, BOOK)
    if kept is None or len(kept) != 2 or not isinstance(kept[0], Rulebook) or kept[0].digest != digest:
        return None
    book: Rulebook = kept[0]
    indexes = kept[1]
    book.__dict__.update({name: indexes[name] for name in INDEXES if name in indexes})
    return book


class Keys:
    """Gives each block of a book its key."""

    def __init__(self) -> None:
        self._seen: dict[bytes, int] = {}

    def of(self, piece: Piece) -> Key:
        """The key of the next block."""
        digest = blake2b(piece.text.encode(), digest_size=16).digest()
        nth = self._seen.get(digest, 0)
        self._seen[digest] = nth + 1
        return (digest, nth)


@dataclass(frozen=True, slots=True)
class Shift:
    """How far a block has moved since, and into which file."""

    file: str
    lines: int

    def place(self, place: Place) -> Place:
        """Where the place is now."""
        return Place(self.file, place.line + self.lines, place.column, place.width) if place.line else place

    def line(self, line: Line) -> Line:
        """The line with its sub-lines where they stand now."""
        return replace(line, place=self.place(line.place), lines=tuple(self.line(inner) for inner in line.lines))

    def said(self, what: Said) -> Said:
        """A clause, definition or invariant with all of its places where they are now."""
        if not isinstance(what, Clause):
            return replace(what, place=self.place(what.place))
        return replace(
            what, place=self.place(what.place),
            conclusions=tuple(replace(c, place=self.place(c.place)) for c in what.conclusions),
            claims=tuple(replace(c, place=self.place(c.place)) for c in what.claims),
        )  # fmt: skip


def shift_of(entry: Entry, piece: Piece) -> Shift | None:
    """How the block has moved; None where it stands where it stood."""
    if entry.file == piece.file and entry.offset == piece.offset:
        return None
    return Shift(piece.file, piece.offset - entry.offset)


def cited_in(block: Line) -> tuple[str, ...]:
    """Every id that a block cites, at any depth."""
    found: list[str] = []
    for line in block.lines:
        if line.form == "cites":
            found += [part.strip() for part in line.text.split(",")]
        found += cited_in(line)
    return tuple(found)
