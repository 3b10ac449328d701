"""Rows of a table of cards, found by the titles that people write; only what is named is read."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from adjudicator.language import cache
from adjudicator.language.diagnostics import Messages, did_you_mean, nearest
from adjudicator.language.files import LARGEST, contents, read_source, shown_name
from adjudicator.language.words import tokens_of
from adjudicator.model.places import NOWHERE, Place
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.tables import CardTable
from adjudicator.records import dataclass

Cells = dict[str, str]


@dataclass(frozen=True)
class Printing:
    """A row of a table: what stands in its columns, and where."""

    table: CardTable
    cells: Cells
    place: Place = NOWHERE

    @property
    def title(self) -> str:
        """The card's title as the table has it."""
        return self.cells[self.table.title].strip()

    @property
    def named(self) -> str:
        """What tells it from other printings: `First Edition 44`."""
        return " ".join(self.cells.get(column, "") for column in self.table.printing)

    @property
    def named_parts(self) -> list[str]:
        """The same as short as the table has it, the edition last: `44`, `1st`."""
        short = {long: short for short, long in reversed(self.table.short)}
        parts = [self.cells.get(column, "") for column in self.table.printing]
        return [short.get(part, part) for part in (*parts[1:], *parts[:1]) if part]


@dataclass(frozen=True)
class _Index:
    """The rows of one file: for each folded title where they begin and end in `rows` (JSON), and the line each stands in."""

    titles: dict[str, tuple[tuple[int, int, int], ...]]
    columns: tuple[str, ...]
    rows: str


def folded(title: str) -> str:
    """A title as it is looked up: its words, blind to capitals."""
    return " ".join(token.text for token in tokens_of(title)).casefold()


class Printings:
    """All tables of cards that are in use: those of a rulebook, and before them those that somebody adds."""

    def __init__(self, book: Rulebook, messages: Messages, added: tuple[str, ...] = ()) -> None:
        self.messages = messages
        self.short = {short.casefold(): long.casefold() for table in book.tables.values() for short, long in table.short}
        self._indexes: list[tuple[CardTable, _Index, str]] = []
        first = next(iter(book.tables.values()), None)
        replaced = {name for name, equals, _ in (one.partition("=") for one in added) if equals and name in book.tables}
        for one in added:
            name, equals, file = one.partition("=")
            table = book.tables.get(name) if equals else first
            if table is None:
                messages.add("table", f"the rulebook `{book.name}` has no table of cards" + (f" `{name}`" if equals else ""), NOWHERE,
                             did_you_mean(name, book.tables) or "a block `table` says what the columns of such a file mean")  # fmt: skip
            else:
                self._open(table, Path(file if equals else one))
        for table in book.tables.values():
            if table.name not in replaced:
                self._open(table, Path(table.file))

    def _open(self, table: CardTable, path: Path) -> None:
        index = _index(path, table.title, self.messages)
        if index is not None:
            self._indexes.append((table, index, shown_name(path)))

    def __bool__(self) -> bool:
        return bool(self._indexes)

    def titles(self) -> Iterator[str]:
        """Every title, folded."""
        for _, index, _ in self._indexes:
            yield from index.titles

    def __contains__(self, key: object) -> bool:
        """Whether there is a card with this folded title."""
        return any(key in index.titles for _, index, _ in self._indexes)

    def of(self, title: str) -> list[Printing]:
        """The printings of a title, from the first file that has it; that which is meant where nobody says more comes first."""
        key = folded(title)
        for table, index, file in self._indexes:
            if key in index.titles:
                found = [Printing(table, json.loads(index.rows[start:end]), Place(file, line))
                         for start, end, line in index.titles[key]]  # fmt: skip
                return sorted(found, key=lambda p: _preference(table, p))
        return []

    def chosen(self, title: str, said: Iterable[str]) -> list[Printing]:
        """The printings of a title of which every one of these words holds: an entry of a column, or what is short for it."""
        words = [self.short.get(word.casefold(), word.casefold()) for word in said]
        return [p for p in self.of(title) if all(word in {cell.casefold() for cell in p.cells.values()} for word in words)]

    def leading(self, text: str) -> tuple[str, str]:
        """The longest title that a text begins with, and the rest of the text; no title where it begins with none."""
        tokens = tokens_of(text)
        for count in range(len(tokens), 0, -1):
            last = tokens[count - 1]
            title = text[: last.start + len(last.text)]
            if folded(title) in self:
                return title, text[last.start + len(last.text) :]
        return "", text

    def nearest(self, title: str, count: int = 3) -> list[str]:
        """The titles most like this one, as printed."""
        known = {title for title in self.titles() if title[:1] == folded(title)[:1]}
        wanted = folded(title)
        close = nearest(wanted, (one for one in known if abs(len(one) - len(wanted)) <= 6), count)
        return [self.of(one)[0].title for one in close or nearest(wanted, self.titles(), count)]


def _preference(table: CardTable, printing: Printing) -> int:
    edition = printing.cells.get(table.printing[0], "") if table.printing else ""
    return table.prefers.index(edition) if edition in table.prefers else len(table.prefers)


def _index(path: Path, title: str, messages: Messages) -> _Index | None:
    """The index of a file, from the cache where it is kept; what is wrong goes into `messages`."""
    try:
        stat = path.stat()
    except OSError:
        read_source(path, messages, str(path))
        return None
    found = _kept(str(path), stat.st_mtime_ns, stat.st_size, title) if stat.st_size <= LARGEST else None
    if found is not None:
        return found
    text = read_source(path, messages, shown_name(path))
    if text is None:
        return None
    digest = _digest(path, title)
    made = _made(text, shown_name(path), path.suffix, title, messages)
    if made is not None:
        cache.store(f"{digest}.cards", (made.titles, made.columns, made.rows))
        _kept.cache_clear()
    return made


@lru_cache(maxsize=8)
def _kept(path: str, changed: int, size: int, title: str) -> _Index | None:
    """What is kept of a file as it is now; `changed` and `size` tell when it is another."""
    kept = cache.fetch(f"{_digest(Path(path), title)}.cards", tuple)
    return _Index(*kept) if kept is not None and len(kept) == 3 else None


def _digest(path: Path, title: str) -> str:
    return hashlib.sha256(f"{cache.program_digest()} {title}".encode() + contents(path)).hexdigest()


def _made(text: str, shown: str, suffix: str, title: str, messages: Messages) -> _Index | None:
    rows = _from_json(text, shown, messages) if suffix in (".json", ".jsonl") else _from_csv(text)
    if rows is None:
        return None
    columns = tuple(dict.fromkeys(column for cells, _ in rows for column in cells))
    if title not in columns:
        messages.add("table", f"`{shown}` has no column `{title}`, where the titles of cards should stand", Place(shown, 1),
                     did_you_mean(title, columns) or (f"its columns are {', '.join(columns)}" if columns else ""))  # fmt: skip
        return None
    titles: dict[str, list[tuple[int, int, int]]] = {}
    out = io.StringIO()
    for cells, line in rows:
        name = cells.get(title, "").strip()
        if name:
            start = out.tell()
            out.write(json.dumps(cells, ensure_ascii=False))
            titles.setdefault(folded(name), []).append((start, out.tell(), line))
    return _Index({name: tuple(places) for name, places in titles.items()}, columns, out.getvalue())


def _from_csv(text: str) -> list[tuple[Cells, int]]:
    reader = csv.DictReader(io.StringIO(text))
    return [({k: (v or "").strip() for k, v in row.items() if isinstance(k, str)}, reader.line_num) for row in reader]


def _from_json(text: str, shown: str, messages: Messages) -> list[tuple[Cells, int]] | None:
    """A list of objects, or one object a line."""
    try:
        found = json.loads(text)
        rows = [(row, 1) for row in (found if isinstance(found, list) else [found])]
    except ValueError as error:
        try:
            rows = [(json.loads(line), number) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
        except ValueError:
            messages.add("table", f"`{shown}` is no JSON: {error}", Place(shown, getattr(error, "lineno", 1)))
            return None
    if not all(isinstance(row, dict) for row, _ in rows):
        messages.add("table", f"`{shown}` is no list of cards", Place(shown, 1), "write a list of objects, one for each printing")
        return None
    return [({str(k): _cell(v) for k, v in row.items()}, line) for row, line in rows]


def _cell(value: object) -> str:
    if isinstance(value, list):
        return ",".join(_cell(one) for one in value)
    return "" if value is None else str(value).strip()
