"""The sentences of a book as text and as data."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from rich.console import Console

from adjudicator.lexicon.entries import Entry, Statement
from adjudicator.lexicon.examples import Shelf, Shown, made
from adjudicator.lexicon.search import Lexicon
from adjudicator.report.wrapping import blank, put
from adjudicator.resources import scenarios_folder

MOST_RULES = 4
"""So many rules are named below a sentence; `--json` has them all."""


def listed(console: Console, entries: Iterable[Entry], by_theme: bool = True) -> None:
    """Sentences one on a line, under their themes or as they come."""
    for theme, group in groupby(entries, key=lambda entry: entry.theme if by_theme else ""):
        blank(console)
        if by_theme:
            put(console, 0, (theme or "(under no heading)", "bold"))
        for entry in group:
            put(console, 2, entry.sentence, (f"  {_short(entry)}", "dim"))


def _short(entry: Entry) -> str:
    return entry.values + ("; heard by no rule" if entry.unheard and not entry.concluded_by else "")


def entry_text(console: Console, entry: Entry, lexicon: Lexicon, shelf: Shelf) -> None:
    """One sentence with all that helps to choose it."""
    blank(console)
    put(console, 0, (entry.sentence, "bold"))
    for wording in entry.also:
        put(console, 3, wording, head=(("also      ", "dim"),))
    put(console, 3, entry.use, head=(("use       ", "green"),))
    put(console, 3, f"{entry.told}; {_heard(entry)}", head=(("told      ", "green"),))
    for one in _most_telling(entry.heard_by):
        put(console, 5, *_statement(one), head=(("heard by  ", "dim"),))
    for one in _most_telling(entry.concluded_by)[:2]:
        put(console, 5, *_statement(one), head=(("given by  ", "dim"),))
    shown = shelf.shown(entry.owner)
    if shown is not None:
        put(console, 3, shown.text, (f"  ({shown_file(shown)}:{shown.line})", "dim"), head=(("example   ", "green"),))
    else:
        put(console, 3, made(lexicon.book, entry.owner).rstrip(), head=(("example   ", "green"),))
    for other, how in lexicon.near(entry):
        put(console, 3, other.sentence, (f"  {how}", "dim"), head=(("near      ", "green"),))


def _heard(entry: Entry) -> str:
    rules = len(entry.heard_by)
    parts = [f"{rules} rule{'s' if rules > 1 else ''} listen{'' if rules > 1 else 's'}"] if rules else []
    parts += [f"{' and '.join(entry.others)} listens"] if entry.others else []
    return " and ".join(parts) or "heard by no rule: telling it changes no other answer"


def _most_telling(statements: tuple[Statement, ...]) -> list[Statement]:
    """A few of them, those with plain words first, one of each cited statement."""
    chosen: dict[str, Statement] = {}
    for one in sorted(statements, key=lambda one: not one.says):
        chosen.setdefault(one.cites[0] if one.cites else one.name, one)
    return list(chosen.values())[:MOST_RULES]


def _statement(one: Statement) -> tuple[str, ...]:
    cited = f" ({one.cites[0]})" if one.cites else ""
    return (f"{one.name}{cited}{': ' + _first_sentence(one.says) if one.says else ''}",)


def _first_sentence(text: str) -> str:
    """The first sentence of plain words, cut where it is long."""
    first = re.split(r"(?<!e\.g)(?<!i\.e)\.\s+(?=[A-Z])", text)[0].rstrip(".")
    return first if len(first) <= 160 else first[:157].rsplit(" ", 1)[0] + " ..."


def shown_file(shown: Shown) -> str:
    """A scenario as `demo` and the README name it, wherever it is installed."""
    path, home = Path(shown.file).resolve(), scenarios_folder().resolve()
    return path.relative_to(home.parent).as_posix() if path.is_relative_to(home) else shown.file


def words_json(entries: Iterable[Entry], words: str, lexicon: Lexicon, shelf: Shelf) -> dict[str, object]:
    """Sentences as one object."""
    sentences = [_entry_json(entry, lexicon, shelf) for entry in entries]
    return {"schema": 1, "rulebook": lexicon.book.name, "words": words, "sentences": sentences}


def _entry_json(entry: Entry, lexicon: Lexicon, shelf: Shelf) -> dict[str, object]:
    shown = shelf.shown(entry.owner)
    return {
        "sentence": entry.sentence, "also": list(entry.also), "form": entry.form, "values": entry.values, "told": entry.told,
        "use": entry.use, "theme": entry.theme, "sections": list(entry.sections), "heard": not entry.unheard,
        "heard_by": [_statement_json(one) for one in entry.heard_by], "also_heard_by": list(entry.others),
        "concluded_by": [_statement_json(one) for one in entry.concluded_by], "example": made(lexicon.book, entry.owner),
        "shown_in": None if shown is None else
        {"file": shown_file(shown), "line": shown.line, "scenario": shown.title, "text": shown.text},
        "near": [{"sentence": other.sentence, "difference": how} for other, how in lexicon.near(entry)],
    }  # fmt: skip


def _statement_json(one: Statement) -> dict[str, object]:
    return {"clause": one.name, "cites": list(one.cites), "says": one.says}
