"""A text of the editor as the ordinary readers understand it: its messages, its book, the things on its table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from adjudicator.language.diagnostics import Diagnostic, Messages
from adjudicator.language.files import rule_files, shown_name, source_in, text_of
from adjudicator.language.layout import parse_layout
from adjudicator.language.loading import Loaded, load, load_edited, scenarios_in
from adjudicator.language.scope import Phrasebook
from adjudicator.model.places import Place
from adjudicator.model.situation import Scenario, Thing
from adjudicator.records import dataclass
from adjudicator.resources import rulebase_folder

SCENARIO = ".scenario"
_USES = re.compile(r"^\s+uses\s+(?P<book>.+?)\s*(?:--.*)?$")
_BOOK = re.compile(r"^book\s", re.MULTILINE)


@dataclass(frozen=True)
class Reading:
    """What was made of the text at `path`: what is wrong with it, and, by the title of each scenario, its book and its things.

    `loaded` is the book of a file of rules, or the last one that a scenario of the file uses; None where there is none to be had.
    """

    path: Path
    text: str
    messages: tuple[Diagnostic, ...] = ()
    loaded: Loaded | None = None
    scenarios: Mapping[str, tuple[Scenario, Loaded]] = field(default_factory=dict)

    @property
    def lines(self) -> list[str]:
        """The lines of the text, without their ends."""
        return self.text.split("\n")

    def line(self, number: int) -> str:
        """A line, counted from 0; empty beyond the last."""
        lines = self.lines
        return lines[number] if 0 <= number < len(lines) else ""

    def book_at(self, number: int) -> Loaded | None:
        """The book that the line speaks of: that of its scenario, with the cards and clauses of the file."""
        found = self.scenarios.get(self._title(number))
        return found[1] if found is not None else self.loaded

    def things_at(self, number: int) -> Mapping[str, Thing]:
        """The things on the table of the scenario in which the line stands."""
        found = self.scenarios.get(self._title(number))
        return found[0].situation.things if found is not None else {}

    def _title(self, number: int) -> str:
        opener = next((line for line in reversed(self.lines[: number + 1]) if line[:1].strip() and not line.startswith("--")), "")
        return _title_of(opener)


def _title_of(opener: str) -> str:
    word, _, title = opener.partition(" ")
    return title.partition(" --")[0].strip().strip('"') if word == "scenario" else ""


def read(path: Path, text: str, others: Mapping[Path, str] | None = None) -> Reading:
    """Read a text as the file at `path`. `others` are the unsaved texts of other files of the book, by resolved path."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _scenarios(path, text) if path.suffix == SCENARIO else _rules(path, text, others or {})


def _scenarios(path: Path, text: str) -> Reading:
    messages = Messages()
    source = source_in(text, str(path), messages)
    found = [] if source is None else scenarios_in(source, str(path), messages)
    read_ = {scenario.title: (scenario, Loaded(book, Phrasebook(book))) for scenario, book in found}
    named = [match["book"] for line in text.split("\n") if (match := _USES.match(line))]
    loaded = next((one for _, one in reversed(read_.values())), None)
    if loaded is None and named:
        loaded = load(named[-1], Messages(), Place(str(path), 1))
    return Reading(path, text, tuple(messages.found), loaded, read_)


def _rules(path: Path, text: str, others: Mapping[Path, str]) -> Reading:
    messages, folder = Messages(), book_folder_of(path, text)
    if folder is not None:
        loaded = load_edited(folder, {**others, path.resolve(): text}, messages)
        return Reading(path, text, tuple(messages.found), loaded)
    name = str(path)
    source = source_in(text, name, messages)
    if source is not None:
        parse_layout(source, name, messages)
    return Reading(path, text, tuple(messages.found))


def book_folder_of(path: Path, text: str = "") -> Path | None:
    """The folder of the rulebook to which a file of rules belongs: the nearest above it in which a file says `book`."""
    whole = path.resolve()
    if _BOOK.search(text):
        return whole.parent
    for folder in whole.parents[:4]:
        if any(_BOOK.search(text_of(one)) for one in sorted(folder.glob("*.rules"))):
            return folder
    return None


def file_of(name: str, beside: Path) -> Path:
    """The file that a place names, as messages name it (`shown_name`)."""
    choices = (Path(name), rulebase_folder().parent / name, beside.parent / name)
    return next((choice.resolve() for choice in choices if choice.is_file()), Path(name).absolute())


def files_of(reading: Reading) -> dict[str, Path]:
    """The files of which messages of this reading may speak, by the name that they use."""
    folder = None if reading.path.suffix == SCENARIO else book_folder_of(reading.path, reading.text)
    rules = rule_files(folder) if folder is not None else []
    return {str(reading.path): reading.path, **{shown_name(one): one for one in rules}}
