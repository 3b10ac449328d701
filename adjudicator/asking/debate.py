"""A whole telling as a scenario: its text, what was taken for granted, and what was not understood."""

from __future__ import annotations

from adjudicator.asking.naming import knowing
from adjudicator.asking.telling import Teller
from adjudicator.asking.typed import as_told
from adjudicator.language.diagnostics import Diagnostic, Messages
from adjudicator.language.layout import parse_layout
from adjudicator.language.loading import Loaded
from adjudicator.language.scenarios import ScenarioReader
from adjudicator.model.situation import Scenario
from adjudicator.records import dataclass


@dataclass(frozen=True)
class Told:
    """What was understood of a telling: the text of a scenario, what was taken for granted, and what was not understood."""

    scenario: str
    taken: tuple[str, ...] = ()
    faults: tuple[Diagnostic, ...] = ()
    loaded: Loaded | None = None
    """The book as it was told with: with the printed cards of its tables that are named."""


def tell(loaded: Loaded, text: str, uses: str = "") -> Told:
    """What a telling says, as a scenario of the book, which it `uses` by its name or folder."""
    typed = as_told(loaded, text)
    loaded = knowing(loaded, typed.text)
    teller = Teller(loaded, _title(text), uses)
    teller.tell(typed.text)
    teller.taken = {**dict.fromkeys(typed.notes), **teller.taken}
    if teller.people and teller.kind:
        kind = loaded.book.kinds[teller.kind]
        are = f"is a {kind.name}" if len(teller.people) == 1 else f"are {kind.plural}"
        teller.taken = {f"{_and(teller.people)} {are}, seated in this order": None, **teller.taken}
    scenario = teller.in_order(teller.text())
    return Told(scenario, tuple(teller.taken), tuple(teller.faults), loaded)


def scenario_of(loaded: Loaded, told: Told, file: str, messages: Messages) -> Scenario | None:
    """The scenario, read from its text as every other; what the reader has to say of it goes into `messages`."""
    messages.sources[file] = told.scenario.split("\n")
    loaded = told.loaded or loaded
    blocks = parse_layout(told.scenario, file, messages)
    return ScenarioReader(loaded.book, loaded.phrasebook, messages).read(blocks[0]) if blocks else None


def _title(text: str) -> str:
    """The beginning of the telling, as a title."""
    line = " ".join(text.split()).replace("--", "-").strip()
    return line if len(line) <= 90 else line[:87].rsplit(" ", 1)[0] + " ..."


def _and(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
