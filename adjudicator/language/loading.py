"""Loading: a rulebook with the books it extends, and scenarios that use it.

Files of a book are read in order of their names; everything is reported in one
run.  A compiled rulebook is kept by the hash of all that went into it.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.language import cache, earlier
from adjudicator.language.diagnostics import Diagnostic, Messages, TooManyErrors, did_you_mean
from adjudicator.language.files import (
    contents,
    holds_rules,
    is_file,
    is_folder,
    leads_out,
    one_newline,
    plain_marks,
    read_source,
    rule_files,
    shown_name,
)  # fmt: skip
from adjudicator.language.interrupts import doing
from adjudicator.language.layout import Line, parse_layout
from adjudicator.model.places import Place
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Scenario
from adjudicator.records import dataclass
from adjudicator.resources import rulebase_folder

if TYPE_CHECKING:
    from adjudicator.language.printed import Named
    from adjudicator.language.printings import Printings
    from adjudicator.language.scenarios import ScenarioReader
    from adjudicator.language.scope import Phrasebook


@dataclass(frozen=True)
class Loaded:
    """A rulebook and the index of its phrases: of its own, or of one with more things in it."""

    book: Rulebook
    phrases: Phrasebook | None = None

    @cached_property
    def phrasebook(self) -> Phrasebook:
        """The index of its phrases."""
        from adjudicator.language.scope import Phrasebook

        return self.phrases or Phrasebook(self.book)


_LOADED: dict[str, Loaded] = {}
_FAILED: dict[str, list[Diagnostic]] = {}
_LATEST: dict[str, earlier.Earlier] = {}


def book_folder(name: str, messages: Messages, place: Place | None = None) -> Path | None:
    """The folder of a book: a path from the file that names it or else from here, or a name under the rulebase."""
    beside = Path(place.file).parent / name if place and place.file else Path(name)
    for path in (beside, Path(name)):
        if holds_rules(path):
            return None if place and _is_far(path, Path(place.file).parent, name, place, messages) else path
    inside = rulebase_folder() / name
    if name not in ("", ".", "..") and Path(name).name == name and holds_rules(inside):
        return inside
    if any(is_file(path) for path in (Path(name), beside)):
        messages.add("name", f"`{name}` is a file, and a rulebook is a folder", place or Place("", 0),
                     f"name the folder it lies in: `{Path(name).parent}`")  # fmt: skip
        return None
    if any(is_folder(path) for path in (Path(name), beside)):
        messages.add("name", f"the folder `{name}` is no rulebook: no file of rules (`.rules`) lies in it", place or Place("", 0))
        return None
    known = sorted(p.name for p in rulebase_folder().iterdir() if p.is_dir()) if rulebase_folder().is_dir() else []
    messages.add("name", f"there is no rulebook `{name}`", place or Place("", 0),
                 did_you_mean(name, known) or ("the rulebooks are " + ", ".join(known) if known else ""))  # fmt: skip
    return None


def _is_far(path: Path, folder: Path, name: str, place: Place, messages: Messages) -> bool:
    """Whether a folder is too far away to be named by a file in this one, and says so.

    A file may name what lies below its own folder or beside that, below the folder in which the program was started, or in the
    rulebase: the one who sends a file is not to choose what is read elsewhere. On the command line any folder may be named.
    """
    whole, own = path.resolve(), folder.resolve()
    if whole.parent == own.parent or any(whole.is_relative_to(near) for near in (own, Path.cwd(), rulebase_folder().resolve())):
        return False
    messages.add("name", f"the rulebook `{name}` lies neither near this file nor below the folder you are in", place,
                 "put its folder beside this file, or start from a folder that holds both")  # fmt: skip
    return True


def load_rulebook(name: str) -> Rulebook:
    """Load a rulebook by name or folder. Raises LanguageError with all that is wrong."""
    messages = Messages()
    loaded = load(name, messages)
    messages.stop_on_errors()
    assert loaded is not None
    return loaded.book


def digest_now(name: str) -> str:
    """The digest that a rulebook has as its files are now, without reading it; empty where it is not found."""
    messages = Messages()
    folder = book_folder(name, messages)
    read: dict[Path, bytes] = {}
    chain = _chain(folder, messages, read) if folder is not None else None
    return _digest(chain, read) if chain is not None else ""


def load(name: str, messages: Messages, place: Place | None = None) -> Loaded | None:
    """Load a book and report into `messages`; None when it cannot be used."""
    folder = book_folder(name, messages, place)
    if folder is None:
        return None
    held: dict[Path, bytes] = {}
    chain = _chain(folder, messages, held)
    if chain is None:
        return None
    digest = _digest(chain, held)
    if digest in _LOADED:
        return _LOADED[digest]
    book = earlier.fetch_book(digest)
    if book is None:
        if digest in _FAILED:
            messages.found += [diagnostic for diagnostic in _FAILED[digest] if diagnostic not in messages.found]
            return None
        before = len(messages.found)
        try:
            with doing(f"reading the rulebook `{name}`"):
                book = _read(chain, messages, digest)
        except TooManyErrors:
            return None
        if book is None:
            _FAILED[digest] = messages.found[before:]
            return None
    _LOADED[digest] = Loaded(book)
    return _LOADED[digest]


def _read(chain: list[Path], messages: Messages, digest: str) -> Rulebook | None:
    """Read a book that has changed: what is as it was when it was read last is taken over. None when it cannot be used."""
    from adjudicator.language.building import build

    where = _where(chain)
    before = len(messages.errors)
    read = build(chain, messages, digest, _LATEST.get(where) or earlier.fetch(where))
    if len(messages.errors) > before:
        return None
    _LATEST[where] = read
    earlier.store(where, read)
    return read.book


def _where(chain: list[Path]) -> str:
    """What tells a book from others at other places, whatever it holds."""
    return hashlib.sha256(b"\0".join((cache.program_digest().encode(), *(os.fsencode(folder.resolve()) for folder in chain)))).hexdigest()


def load_edited(folder: Path, texts: Mapping[Path, str], messages: Messages) -> Loaded | None:
    """The book in a folder as it would be if the files at these (resolved) paths held these texts. Nothing of it is stored.

    With errors it is what could be read of the book; None where there are too many of them, or a book that it extends is not found.
    """
    chain = _chain(folder, messages)
    if chain is None:
        return None
    from adjudicator.language.building import build

    where, before = _where(chain), len(messages.errors)
    edits = (f"{path}\0{text}" for path, text in sorted(texts.items()))
    digest = hashlib.sha256("\0".join((_digest(chain, {}), *edits)).encode("utf-8", "replace"))
    try:
        with doing(f"reading the rulebook `{folder.name}`"):
            read = build(chain, messages, digest.hexdigest(), _LATEST.get(where) or earlier.fetch(where), texts)
    except TooManyErrors:
        return None
    if len(messages.errors) == before:
        _LATEST[where] = read
    return Loaded(read.book)


def _chain(folder: Path, messages: Messages, held: dict[Path, bytes] | None = None) -> list[Path] | None:
    """The folders of a book and of the books it extends, the deepest first; what the files that were read hold goes into `held`."""
    chain, current = [folder], folder
    while True:
        extends = _extends(current, messages, {} if held is None else held)
        if extends is None:
            return chain
        parent, place = extends
        beside = current.parent / parent
        found = beside if holds_rules(beside) else book_folder(parent, messages, place)
        if found is None or found is beside and _is_far(found, current, parent, place, messages):
            return None
        if any(found.resolve() == one.resolve() for one in chain):
            messages.add("cycle", f"the book `{found.name}` extends itself", place, "leave out this line")
            return None
        chain.insert(0, found)
        current = found


def _extends(folder: Path, messages: Messages, held: dict[Path, bytes]) -> tuple[str, Place] | None:
    """The book that the book in this folder extends, and where it says so."""
    for path in sorted(folder.glob("*.rules")):
        written = held[path] = _bytes(path)
        if b"extends" not in written:
            continue
        lines = one_newline(written.decode("utf-8", "replace")).split("\n")
        for number, line in enumerate(lines, 1):
            words = line.split()
            if line[:1].isspace() and words[:1] == ["extends"] and len(words) > 1:
                messages.sources.setdefault(shown_name(path), lines)
                return words[1], Place(shown_name(path), number, line.index(words[1]) + 1, len(words[1]))
            if line.startswith(("clause ", "card ", "property ", "event ")):
                break
    return None


_REGISTER = re.compile(r"^[ \t]+register[ \t]+(.+?)[ \t]*(?: --.*)?$", re.MULTILINE)


def _digest(chain: list[Path], held: Mapping[Path, bytes]) -> str:
    """A hash of all that goes into a book: its rules, and the registers that they name; `held` is what some files hold."""
    digest = hashlib.sha256(cache.program_digest().encode())
    for folder in chain:
        registers = dict.fromkeys(sorted(folder.glob("*.jsonl")))
        for path in rule_files(folder):
            raw = held[path] if path in held else _bytes(path)
            digest.update(os.fsencode(path) + b"\0" + hashlib.sha256(raw).digest())
            if b"register" in raw:
                named = _REGISTER.findall(plain_marks(one_newline(raw.decode("utf-8", "replace"))))
                registers |= dict.fromkeys(folder / name for name in named if not leads_out(folder / name, folder))
        for path in registers:
            digest.update(os.fsencode(path) + b"\0" + hashlib.sha256(_bytes(path)).digest())
    return digest.hexdigest()


def _bytes(path: Path) -> bytes:
    """What a file holds; nothing when it cannot be read, which `read_source` reports."""
    try:
        return contents(path)
    except (OSError, ValueError):
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


Reword = Callable[[Loaded, Line, "list[str]", "list[Diagnostic]"], "tuple[Line, tuple[str, ...]] | None"]
"""What puts a scenario of a text, given by lines, that for these messages cannot be read as it stands into the words of its book: the
block, and a remark for each line that is taken otherwise; None where it cannot."""


def read_scenarios(
    path: Path, messages: Messages, tables: tuple[str, ...] = (), under: str = "", again: bool = False, reword: Reword | None = None
) -> list[tuple[Scenario, Rulebook]]:
    """The scenarios of a file with their rulebooks; what is wrong goes into `messages`. `tables` are files of cards besides the book's.

    All of them are read `under` another book, where one is named: then without what is expected of them under their own.
    Of a file that may be read `again` in another run what was read is kept. What cannot be read is tried as `reword` would say it.
    """
    try:
        text = read_source(path, messages, str(path))
    except TooManyErrors:
        return []
    if text is None:
        return []
    again = again and not tables and not under
    known = _read_before(text, str(path), messages) if again else None
    return scenarios_in(text, str(path), messages, tables, under, again, reword) if known is None else known


def _read_before(text: str, name: str, messages: Messages) -> list[tuple[Scenario, Rulebook]] | None:
    """The scenarios of a text as they were read in an earlier run, with their rulebooks, where these are as they were then."""
    from adjudicator.language import read_before

    own, found = Messages(), []
    for one in read_before.fetch(name, text) or ():
        loaded = load(one.uses, own, one.place)
        if loaded is None or own.found or loaded.book.digest != one.digest:
            return None
        found.append((one.scenario, loaded.book))
    if found:
        messages.sources.setdefault(name, text.split("\n"))
    return found or None


def scenarios_in(
    text: str,
    name: str,
    messages: Messages,
    tables: tuple[str, ...] = (),
    under: str = "",
    again: bool = False,
    reword: Reword | None = None,
) -> list[tuple[Scenario, Rulebook]]:
    """The scenarios of a text that messages call `name`; books are looked for beside it, as if it were a file there.

    What was read is kept where the text may be read `again`. What cannot be read is tried as `reword` would say it.
    """
    try:
        with doing(f"reading `{name}`"):
            return _scenarios_in(text, name, messages, tables, under, again, reword)
    except TooManyErrors:
        return []


def _scenarios_in(
    text: str, name: str, messages: Messages, tables: tuple[str, ...], under: str, again: bool, reword: Reword | None
) -> list[tuple[Scenario, Rulebook]]:
    remarked = len(messages.found)
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
        book = under or uses.text
        if book not in extended:
            loaded = load(book, messages, None if under else uses.place)
            extended[book] = extend(loaded, own, messages) if loaded and own else loaded
        loaded = extended[book]
        if loaded is not None:
            found.append(_read_scenario(apart_from_its_book(block) if under else block, loaded, messages, tables, reword))
    if again and found and not own and len(messages.found) == remarked:
        _keep(text, name, scenarios, found)
    return found


def _keep(text: str, name: str, blocks: list[Line], found: list[tuple[Scenario, Rulebook]]) -> None:
    """Keep scenarios for the next run, where each goes by a rulebook as it is on disk."""
    from adjudicator.language import read_before

    uses = [line for block in blocks if (line := block.one("uses")) is not None]
    if len(uses) == len(found) and all((known := _LOADED.get(book.digest)) is not None and known.book is book for _, book in found):
        read_before.keep(name, text, [read_before.Read(scenario, (), line.text, line.place, book.digest)
                                      for line, (scenario, book) in zip(uses, found, strict=True)])  # fmt: skip


def apart_from_its_book(block: Line) -> Line:
    """A scenario without its book, and its questions without what is expected or was ruled of them there."""
    lines = (replace(line, lines=()) if line.form == "ask" else line for line in block.lines if line.form != "uses")
    return replace(block, lines=tuple(lines))


def _read_scenario(
    block: Line, loaded: Loaded, messages: Messages, tables: tuple[str, ...], reword: Reword | None
) -> tuple[Scenario, Rulebook]:
    """A scenario with its rulebook. Only where it names what is not on the table are the tables of printed cards looked at."""
    from adjudicator.language.newcomers import with_newcomers
    from adjudicator.language.scenarios import ScenarioReader

    own = Messages(messages.sources)
    reader = ScenarioReader(loaded.book, loaded.phrasebook, own)
    scenario = _as_far_as_it_goes(reader, block)
    if loaded.book.tables and (own.errors or tables):
        from adjudicator.language.printed import names_in
        from adjudicator.language.printings import Printings, folded

        taken = {folded(name) for name in (*reader.things, *(k for k, kind in loaded.book.kinds.items() if not kind.printed))}
        printings = Printings(loaded.book, own, tables)
        named = {one.name: one for line in _below(block) for one in names_in(line.text, printings, taken)}
        if named:
            loaded = with_printed(loaded, tuple(named.values()))
            own = Messages(messages.sources, [d for d in own.found if d.code in ("table", "file")])
            scenario = _as_far_as_it_goes(ScenarioReader(loaded.book, loaded.phrasebook, own), block)
        own.found = [_nearest_card(diagnostic, printings) for diagnostic in own.found]
    own.found = _but_what_the_map_names(own.found, block)
    remarks: tuple[str, ...] = ()
    while own.errors and (there := with_newcomers(loaded, block, own.errors)) is not None:
        block, remarks = there[0], (*remarks, *there[1])
        own = Messages(messages.sources, [d for d in own.found if d.code in ("table", "file")])
        scenario = _as_far_as_it_goes(ScenarioReader(loaded.book, loaded.phrasebook, own), block)
    if reword is not None and own.errors and (made := reword(loaded, block, messages.sources[block.place.file], own.errors)) is not None:
        anew = Messages(messages.sources)
        again = _as_far_as_it_goes(ScenarioReader(loaded.book, loaded.phrasebook, anew), made[0])
        if again is not None and len(anew.errors) < len(own.errors):
            own, scenario = anew, replace(again, reworded=made[1])
    messages.found += [diagnostic for diagnostic in own.found if diagnostic not in messages.found]
    if scenario is None:
        raise TooManyErrors(messages.found)
    return replace(scenario, reworded=(*remarks, *scenario.reworded)) if remarks else scenario, loaded.book


def _as_far_as_it_goes(reader: ScenarioReader, block: Line) -> Scenario | None:
    """The scenario; None where there were too many errors to read it to the end. They are in the reader's messages."""
    try:
        return reader.read(block)
    except TooManyErrors:
        return None


def _but_what_the_map_names(found: list[Diagnostic], block: Line) -> list[Diagnostic]:
    """The messages without those that only follow from a map that cannot be read: names of spaces, and what is explained below it."""
    if not any(diagnostic.code == "map" for diagnostic in found):
        return found
    drawn = "\n".join(part.text for line in block.all("drawing") for part in line.lines)
    unknown = ((diagnostic, re.match(r"nothing(?: on this table)? is called `(.+?)`", diagnostic.message)) for diagnostic in found)
    return [one for one, name in unknown if name is None or not (re.fullmatch(r"[A-Z]+\d+", name[1]) or name[1] in drawn)]


def _nearest_card(diagnostic: Diagnostic, printings: Printings) -> Diagnostic:
    """A message about a name that nobody knows, with the printed card that is called nearly so."""
    from difflib import SequenceMatcher

    unknown = re.fullmatch(r"nothing is called `(.+)`", diagnostic.message)
    from adjudicator.language.printings import folded

    close = printings.nearest(unknown[1], 1) if unknown is not None and "did you mean" not in diagnostic.help else []
    if not close or SequenceMatcher(None, folded(close[0]), folded(unknown[1])).ratio() < CLOSE:  # type: ignore[index]
        return diagnostic
    return replace(diagnostic, help=f"did you mean the printed card `{close[0]}`? {diagnostic.help}".strip())


CLOSE = 0.8
"""How alike a name must be to that of a printed card for it to be proposed."""


def _below(line: Line) -> Iterator[Line]:
    for inner in line.lines:
        yield inner
        yield from _below(inner)


def with_printed(loaded: Loaded, named: tuple[Named, ...]) -> Loaded:
    """A book with printed cards out of its tables."""
    from adjudicator.language.printed import with_cards

    book = with_cards(loaded.book, named)
    return Loaded(book, loaded.phrasebook.of_more_kinds(book))


def extend(loaded: Loaded, blocks: list[Line], messages: Messages) -> Loaded:
    """A book with the blocks of one more file: a card not yet printed, a clause of one's own."""
    from adjudicator.language.extending import extended

    made = extended(loaded.book, blocks, messages)
    return Loaded(made)
