"""What a scenario chooses of a rulebook: options, readings of open rulings, clauses switched on or off."""

from __future__ import annotations

from typing import Protocol

from adjudicator.language.declarations import ids_of
from adjudicator.language.diagnostics import did_you_mean
from adjudicator.language.layout import Line
from adjudicator.model.clauses import STATUSES
from adjudicator.model.rulebook import Rulebook


class Report(Protocol):
    """How a fault of a line is reported."""

    def __call__(self, code: str, message: str, line: Line, help: str = "") -> None: ...


def choices_of(book: Rulebook, block: Line, report: Report) -> tuple[dict[str, bool], dict[str, str], dict[str, bool]]:
    """The options in use, the alternatives chosen, and what is supposed to be on or off."""
    return _options(book, block, report), _readings(book, block, report), _supposed(book, block, report)


def _options(book: Rulebook, block: Line, report: Report) -> dict[str, bool]:
    chosen = {option.name: option.default for option in book.options.values()}
    for line in block.all("with_option"):
        for name in ids_of(line):
            if name not in book.options:
                report("name", f"there is no option `{name}`", line, did_you_mean(name, book.options))
            chosen[name] = True
    return chosen


def _readings(book: Rulebook, block: Line, report: Report) -> dict[str, str]:
    chosen = {r.name: r.chosen for r in book.readings.values() if r.chosen}
    for line in block.all("choose_reading"):
        name, _, alternative = (part.strip() for part in line.text.partition(":"))
        reading = book.readings.get(name)
        if reading is None:
            report("name", f"there is no reading `{name}`", line, did_you_mean(name, book.readings))
        elif alternative not in reading.alternatives:
            report("name", f"the reading `{name}` has no alternative `{alternative}`", line,
                        did_you_mean(alternative, reading.alternatives) or "it has " + ", ".join(reading.alternatives))  # fmt: skip
        else:
            chosen[name] = alternative
    return chosen


def _supposed(book: Rulebook, block: Line, report: Report) -> dict[str, bool]:
    supposed = {}
    for line in block.all("suppose"):
        name, _, switch = line.text.rpartition(" ")
        if switch not in ("on", "off"):
            report("suppose", f"is `{line.text}` on or off?", line, "say `suppose NAME on` or `suppose NAME off`")
        elif not known_switch(book, name):
            report("name", f"no clause, id, status or group is called `{name}`", line,
                        did_you_mean(name, switches(book)))  # fmt: skip
        supposed[name] = switch == "on"
    return supposed


def switches(book: Rulebook) -> list[str]:
    """Everything that `suppose` can switch: clauses, cited ids, statuses, groups."""
    names = set(book.clauses) | set(STATUSES)
    for clause in book.clauses.values():
        names |= {*clause.cites, *clause.groups}
    return sorted(names)


def known_switch(book: Rulebook, name: str) -> bool:
    """Whether `suppose` can switch this name."""
    return name in book.clauses or name in STATUSES or any(
        name in clause.cites or name in clause.groups for clause in book.clauses.values()
    )


