"""Loading: a rulebook with the books it extends, and scenarios that use it.

Files of a book are read in order of their names; everything is reported in one
run.  A compiled rulebook is kept by the hash of all that went into it.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from pathlib import Path

from adjudicator.language import cache
from adjudicator.language.clauses import ClauseReader, declare_card
from adjudicator.language.clocks import declare_clock
from adjudicator.language.declarations import (
    check_kinds,
    declare_event,
    declare_format,
    declare_kind,
    declare_option,
    declare_property,
    declare_reading,
    declare_source,
    declare_thing,
    declare_zones,
    event_kind,
    role_properties,
)
from adjudicator.language.diagnostics import Messages, did_you_mean
from adjudicator.language.draft import Draft
from adjudicator.language.files import LARGEST, one_newline, read_source
from adjudicator.language.geometry import declare_geometry
from adjudicator.language.ladders import read_ladder
from adjudicator.language.layout import Line, parse_layout
from adjudicator.language.links import check_citations, check_links
from adjudicator.language.scenarios import ScenarioReader
from adjudicator.language.scope import Phrasebook
from adjudicator.model.places import Place
from adjudicator.model.rulebook import RegisterEntry, Rulebook
from adjudicator.model.situation import Scenario
from adjudicator.model.vocabulary import Kind
from adjudicator.resources import rulebase_folder


@dataclass(frozen=True)
class Loaded:
    """A rulebook and the index of its phrases."""

    book: Rulebook
    phrasebook: Phrasebook


_LOADED: dict[str, Loaded] = {}


def book_folder(name: str, messages: Messages, place: Place | None = None) -> Path | None:
    """The folder of a book: a path from here or from the file that names it, or a name under the rulebase."""
    beside = Path(place.file).parent / name if place and place.file else Path(name)
    for path in (Path(name), beside):
        if path.is_dir() and any(path.glob("*.rules")):
            return path
    inside = rulebase_folder() / name
    if "/" not in name and inside.is_dir():
        return inside
    known = sorted(p.name for p in rulebase_folder().iterdir() if p.is_dir()) if rulebase_folder().is_dir() else []
    messages.add("name", f"there is no rulebook `{name}`", place or Place("", 0),
                 did_you_mean(name, known) or ("the rulebooks are " + ", ".join(known) if known else ""))  # fmt: skip
    return None


def load_rulebook(name: str) -> Rulebook:
    """Load a rulebook by name or folder. Raises LanguageError with all that is wrong."""
    messages = Messages()
    loaded = load(name, messages)
    messages.stop_on_errors()
    assert loaded is not None
    return loaded.book


def load(name: str, messages: Messages, place: Place | None = None) -> Loaded | None:
    """Load a book and report into `messages`; None when it cannot be used."""
    folder = book_folder(name, messages, place)
    if folder is None:
        return None
    chain = _chain(folder, messages)
    if chain is None:
        return None
    digest = _digest(chain)
    if digest in _LOADED:
        return _LOADED[digest]
    book = cache.fetch(digest)
    if book is None:
        before = len(messages.errors)
        book = _build(chain, messages, digest)
        if len(messages.errors) > before:
            return None
        cache.store(digest, book)
    _LOADED[digest] = Loaded(book, Phrasebook(book))
    return _LOADED[digest]


def _chain(folder: Path, messages: Messages) -> list[Path] | None:
    """The folders of a book and of the books it extends, the deepest first."""
    chain, current = [folder], folder
    while True:
        extends = _extends(current, messages)
        if extends is None:
            return chain
        parent, place = extends
        beside = current.parent / parent
        found = beside if beside.is_dir() else book_folder(parent, messages, place)
        if found is None:
            return None
        if found in chain:
            messages.add("cycle", f"the book `{found.name}` extends itself", place, "leave out this line")
            return None
        chain.insert(0, found)
        current = found


def _extends(folder: Path, messages: Messages) -> tuple[str, Place] | None:
    """The book that the book in this folder extends, and where it says so."""
    for path in sorted(folder.glob("*.rules")):
        lines = one_newline(_bytes(path, LARGEST).decode("utf-8", "replace")).split("\n")
        for number, line in enumerate(lines, 1):
            words = line.split()
            if line[:1].isspace() and words[:1] == ["extends"] and len(words) > 1:
                messages.sources.setdefault(_shown(path), lines)
                return words[1], Place(_shown(path), number, line.index(words[1]) + 1, len(words[1]))
            if line.startswith(("clause ", "card ", "property ", "event ")):
                break
    return None


def _files(folder: Path) -> list[Path]:
    return [*sorted(folder.rglob("*.rules")), *sorted(folder.glob("*.jsonl"))]


def _digest(chain: list[Path]) -> str:
    digest = hashlib.sha256(cache.program_digest().encode())
    for folder in chain:
        for path in _files(folder):
            digest.update(f"{path}\0".encode() + hashlib.sha256(_bytes(path)).digest())
    return digest.hexdigest()


def _bytes(path: Path, most: int = -1) -> bytes:
    """What a file holds; nothing when it cannot be read, which `read_source` reports."""
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError:
        return b""


def _build(chain: list[Path], messages: Messages, digest: str) -> Rulebook:
    draft = Draft(chain[-1].name, messages)
    layouts: list[tuple[Path, list[Line]]] = []
    for folder in chain:
        for path in sorted(folder.rglob("*.rules")):
            text = read_source(path, messages, _shown(path))
            if text is not None:
                layouts.append((folder, parse_layout(text, _shown(path), messages)))
    readers = _declare(draft, layouts, chain)
    phrasebook = Phrasebook(draft.rulebook())
    _read_clauses(draft, phrasebook, layouts, readers)
    book = draft.rulebook(digest)
    check_links(book, messages)
    check_citations([block for _, blocks in layouts for block in blocks], book.register, messages)
    return book


def _shown(path: Path) -> str:
    """A file as messages name it: `rulebase/house/...` wherever the rulebase is installed, else as seen from here.

    Rulebooks are kept compiled, so what is said of the rulebase must not depend on where it was read first.
    """
    whole, here, books = path.resolve(), Path.cwd(), rulebase_folder().resolve()
    if whole.is_relative_to(books) and not here.is_relative_to(books):
        return str(whole.relative_to(books.parent))
    return str(whole.relative_to(here)) if whole.is_relative_to(here) else str(path)


DECLARERS = {
    "thing": declare_thing, "format": declare_format, "zones": declare_zones, "property": declare_property, "event": declare_event,
    "option": declare_option, "reading": declare_reading, "source": declare_source,
}  # fmt: skip


@dataclass
class _BookInfo:
    source: str = ""
    cards: str = ""
    has_register: bool = False


def _declare(draft: Draft, layouts: list[tuple[Path, list[Line]]], chain: list[Path]) -> dict[Path, _BookInfo]:
    """The vocabulary, in the order in which its parts need each other."""
    blocks = [block for _, lines in layouts for block in lines]
    infos = {folder: _BookInfo() for folder in chain}
    for folder, lines in layouts:
        for block in lines:
            if block.form == "book":
                infos[folder] = _book(draft, block, folder, folder == chain[-1])
    declare_kinds(draft, blocks)
    for form, declare in DECLARERS.items():
        for block in blocks:
            if block.form == form:
                declare(draft, block)
    role_properties(draft)
    for block in blocks:
        if block.form == "clock":
            declare_clock(draft, block)
        elif block.form == "geometry":
            declare_geometry(draft, block)
    for folder, lines in layouts:
        _check_sources(draft, lines, infos[folder])
    for block in blocks:
        if block.form == "card" and block.text.partition(" is a")[0].strip() not in draft.cards:
            draft.error("name", f"the card `{block.text}` is opened here but declared nowhere", block,
                        did_you_mean(block.text, draft.cards) or "say what it is: `card NAME is a ...`")  # fmt: skip
    return infos


def _check_sources(draft: Draft, blocks: list[Line], info: _BookInfo) -> None:
    """The sources that a book names for its clauses and cards; a wrong one is said once, not for every clause."""
    for block in (block for block in blocks if block.form == "book"):
        for line in (*block.all("source_line"), *block.all("card_source")):
            if line.text not in draft.sources:
                draft.error("name", f"there is no source `{line.text}`", line, did_you_mean(line.text, draft.sources)
                            or f"declare it with `source {line.text}`")  # fmt: skip
    info.source = info.source if info.source in draft.sources else ""
    info.cards = info.cards if info.cards in draft.sources else ""
    draft.source = draft.source if draft.source in draft.sources else ""
    draft.card_source = draft.card_source if draft.card_source in draft.sources else ""


def declare_kinds(draft: Draft, blocks: list[Line]) -> None:
    """Kinds, events (whose names are kinds) and cards (whose names are printed kinds)."""
    declared = []
    for block in blocks:
        if block.form == "kind":
            declare_kind(draft, block)
            declared.append(block)
        elif block.form == "event":
            draft.add(draft.kinds, block.text.partition(" is a")[0].strip(), event_kind(block), "event", block.place)
            declared.append(block)
        elif block.form == "card":
            declare_card(draft, block, Kind)
            declared.append(block)
    check_kinds(draft, declared)


def _book(draft: Draft, block: Line, folder: Path, top: bool) -> _BookInfo:
    title, source, cards, register = (block.one(f) for f in ("title", "source_line", "card_source", "register"))
    if top:
        draft.name, draft.title = block.text, title.text if title else block.text
    draft.source = source.text if source else draft.source
    draft.card_source = cards.text if cards else draft.card_source
    if register:
        read_register(draft, register, folder / register.text)
    return _BookInfo(source.text if source else "", cards.text if cards else "", register is not None)


def read_register(draft: Draft, line: Line, path: Path) -> None:
    """The register beside the book: one object a line."""
    text = read_source(path, draft.messages, _shown(path))
    for number, row in enumerate((text or "").splitlines(), 1):
        if not row.strip():
            continue
        try:
            data = json.loads(row)
            entry = RegisterEntry(data["id"], data.get("section", ""), data["says"], data.get("stands", "waiting"),
                                  data.get("why", ""), data.get("into", ""), path.parent.name)  # fmt: skip
        except (ValueError, KeyError, TypeError, AttributeError):
            draft.messages.add("register", "this line is not a register entry", Place(_shown(path), number),
                               "an entry is a JSON object with id, section, says and stands")  # fmt: skip
            continue
        draft.register[entry.id] = entry


def _read_clauses(draft: Draft, phrasebook: Phrasebook, layouts, infos: dict[Path, _BookInfo]) -> None:
    for folder, lines in layouts:
        info = infos[folder]
        source = info.source or draft.source
        cards = info.cards or draft.card_source or source
        read_blocks(draft, phrasebook, lines, ClauseReader(draft, phrasebook, info.has_register, source), cards)


def read_blocks(draft: Draft, phrasebook: Phrasebook, blocks: list[Line], reader: ClauseReader, cards: str) -> None:
    """Everything that is said in sentences: clauses, cards, definitions, invariants, the ladder."""
    for block in blocks:
        match block.form:
            case "clause":
                clause = reader.clause(block)
                if clause is not None:
                    draft.add(draft.clauses, clause.name, clause, "clause", block.place)
            case "card":
                reader.card(block, cards)
            case "definition":
                reader.definition(block)
            case "invariant":
                reader.invariant(block)
            case "ladder":
                read_ladder(draft, phrasebook, block)


# ---- scenarios ----


def load_scenarios(path: str | Path) -> list[tuple[Scenario, Rulebook]]:
    """The scenarios of a file, each with its rulebook. Raises LanguageError with all that is wrong."""
    messages = Messages()
    found = read_scenarios(Path(path), messages)
    messages.stop_on_errors()
    return found


def load_scenario(path: str | Path) -> tuple[Scenario, Rulebook]:
    """The first scenario of a file."""
    return load_scenarios(path)[0]


def read_scenarios(path: Path, messages: Messages) -> list[tuple[Scenario, Rulebook]]:
    """The scenarios of a file with their rulebooks; what is wrong goes into `messages`."""
    text = read_source(path, messages, str(path))
    if text is None:
        return []
    blocks = parse_layout(text, str(path), messages)
    own = [block for block in blocks if block.form != "scenario"]
    scenarios = [block for block in blocks if block.form == "scenario"]
    if not scenarios and not messages.errors:
        messages.add("scenario", f"`{path}` holds no scenario", Place(str(path), 1), "start with a line `scenario TITLE`")
    extended: dict[str, Loaded | None] = {}
    found = []
    for block in scenarios:
        uses = block.one("uses")
        if uses is None:
            messages.add("scenario", "this scenario does not say which rulebook it uses", block.place, "add a line `uses BOOK`")
            continue
        if uses.text not in extended:
            loaded = load(uses.text, messages, uses.place)
            extended[uses.text] = extend(loaded, own, messages) if loaded and own else loaded
        loaded = extended[uses.text]
        if loaded is not None:
            found.append((ScenarioReader(loaded.book, loaded.phrasebook, messages).read(block), loaded.book))
    return found


def extend(loaded: Loaded, blocks: list[Line], messages: Messages) -> Loaded:
    """A book with the blocks of one more file: a card not yet printed, a clause of one's own."""
    book = loaded.book
    fields = {name: dict(getattr(book, name)) for name in (
        "kinds", "constants", "properties", "events", "options", "readings", "sources", "formats", "cards", "clauses",
        "definitions", "invariants",
    )}  # fmt: skip
    draft = Draft(book.name, messages, book.title, book.source, book.card_source, ladder=book.ladder,
                  clock=book.clock, geometry=book.geometry, register=book.register, **fields)  # fmt: skip
    declare_kinds(draft, blocks)
    for form, declare in DECLARERS.items():
        for block in blocks:
            if block.form == form:
                declare(draft, block)
    role_properties(draft)
    for block in blocks:
        if block.form == "clock":
            declare_clock(draft, block)
        elif block.form == "geometry":
            declare_geometry(draft, block)
    phrasebook = Phrasebook(draft.rulebook())
    read_blocks(draft, phrasebook, blocks, ClauseReader(draft, phrasebook, False, book.source), book.card_source or book.source)
    digest = hashlib.sha256((book.digest + repr(blocks)).encode()).hexdigest()
    made = replace(draft.rulebook(digest))
    check_links(made, messages)
    check_citations(blocks, made.register, messages)
    return Loaded(made, Phrasebook(made))
