"""Loading: a rulebook with the books it extends, and scenarios that use it.

Files of a book are read in order of their names; everything is reported in one
run.  A compiled rulebook is kept by the hash of all that went into it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path

from adjudicator.language import cache, earlier
from adjudicator.language.building import build, read_block
from adjudicator.language.clauses import ClauseReader
from adjudicator.language.declaring import declare_vocabulary
from adjudicator.language.diagnostics import Diagnostic, Messages, did_you_mean
from adjudicator.language.draft import Draft
from adjudicator.language.files import LARGEST, one_newline, read_source, shown_name
from adjudicator.language.ladders import read_ladder, read_named_ladder
from adjudicator.language.layout import Line, parse_layout
from adjudicator.language.links import check_citations, check_links
from adjudicator.language.persons import check_persons
from adjudicator.language.scenarios import ScenarioReader
from adjudicator.language.scope import Phrasebook
from adjudicator.model.places import Place
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Scenario
from adjudicator.resources import rulebase_folder


@dataclass(frozen=True)
class Loaded:
    """A rulebook and the index of its phrases."""

    book: Rulebook
    phrasebook: Phrasebook


_LOADED: dict[str, Loaded] = {}
_FAILED: dict[str, list[Diagnostic]] = {}
_LATEST: dict[str, earlier.Earlier] = {}


def book_folder(name: str, messages: Messages, place: Place | None = None) -> Path | None:
    """The folder of a book: a path from here or from the file that names it, or a name under the rulebase."""
    beside = Path(place.file).parent / name if place and place.file else Path(name)
    for path in (Path(name), beside):
        if path.is_dir() and any(path.glob("*.rules")):
            return path
    inside = rulebase_folder() / name
    if "/" not in name and inside.is_dir():
        return inside
    if any(path.is_file() for path in (Path(name), beside)):
        messages.add("name", f"`{name}` is a file, and a rulebook is a folder", place or Place("", 0),
                     f"name the folder it lies in: `{Path(name).parent}`")  # fmt: skip
        return None
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
    book = earlier.fetch_book(digest)
    if book is None:
        if digest in _FAILED:
            messages.found += [diagnostic for diagnostic in _FAILED[digest] if diagnostic not in messages.found]
            return None
        before = len(messages.found)
        book = _read(chain, messages, digest)
        if book is None:
            _FAILED[digest] = messages.found[before:]
            return None
    _LOADED[digest] = Loaded(book, Phrasebook(book))
    return _LOADED[digest]


def _read(chain: list[Path], messages: Messages, digest: str) -> Rulebook | None:
    """Read a book that has changed: what is as it was when it was read last is taken over. None when it cannot be used."""
    where = hashlib.sha256("\0".join((cache.program_digest(), *(str(folder.resolve()) for folder in chain))).encode()).hexdigest()
    before = len(messages.errors)
    read = build(chain, messages, digest, _LATEST.get(where) or earlier.fetch(where))
    if len(messages.errors) > before:
        return None
    _LATEST[where] = read
    earlier.store(where, read)
    return read.book


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
                messages.sources.setdefault(shown_name(path), lines)
                return words[1], Place(shown_name(path), number, line.index(words[1]) + 1, len(words[1]))
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
    return [] if text is None else scenarios_in(text, str(path), messages)


def scenarios_in(text: str, name: str, messages: Messages) -> list[tuple[Scenario, Rulebook]]:
    """The scenarios of a text that messages call `name`; books are looked for beside it, as if it were a file there."""
    messages.sources.setdefault(name, text.split("\n"))
    blocks = parse_layout(text, name, messages)
    own = [block for block in blocks if block.form != "scenario"]
    scenarios = [block for block in blocks if block.form == "scenario"]
    if not scenarios and not messages.errors:
        messages.add("scenario", f"`{name}` holds no scenario", Place(name, 1), "start with a line `scenario TITLE`")
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
        "definitions", "invariants", "persons", "ladders",
    )}  # fmt: skip
    draft = Draft(book.name, messages, book.title, book.source, book.card_source, ladder=book.ladder,
                  clock=book.clock, geometry=book.geometry, register=book.register, **fields)  # fmt: skip
    declare_vocabulary(draft, blocks)
    phrasebook = Phrasebook(draft.rulebook())
    reader = ClauseReader(draft, phrasebook, False, book.source)
    for block in blocks:
        if block.form == "ladder":
            read_ladder(draft, phrasebook, block)
        read_block(draft, reader, block, book.card_source or book.source)
    for block in blocks:
        read_named_ladder(draft, phrasebook, block)
    digest = hashlib.sha256((book.digest + repr(blocks)).encode()).hexdigest()
    made = replace(draft.rulebook(digest))
    check_links(made, messages)
    check_persons(made, messages)
    check_citations(blocks, made.register, messages)
    return Loaded(made, Phrasebook(made))
