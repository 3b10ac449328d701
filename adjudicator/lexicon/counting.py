"""Count what the scenarios of the books say, and in what words, and write it beside the rules: `python -m adjudicator.lexicon.counting`.

It takes a minute for all books (or name some behind it). The counts need not be exact: they are renewed now and then (a test says when
they are far off).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from adjudicator.language.loading import load_rulebook, load_scenarios
from adjudicator.language.usage import FILE, WORDINGS, Use, Wordings, count, count_wordings, said_in, told_in_words
from adjudicator.lexicon.entries import entries
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Scenario
from adjudicator.resources import rulebase_folder, scenarios_folder


def counted(book: str) -> tuple[tuple[Use, ...], Wordings]:
    """What the scenarios of a book say, and in what words they and the statements of the book tell it, by its name."""
    files = sorted((scenarios_folder() / book).glob("*.scenario"))
    told = [(file, tuple(load_scenarios(file))) for file in files]
    tellings = (telling for file, scenarios in told for telling in _of_scenarios(file, scenarios))
    return count(one for _, scenarios in told for one in scenarios), count_wordings((*tellings, *_of_statements(load_rulebook(book))))


def _of_scenarios(file: Path, scenarios: Iterable[tuple[Scenario, Rulebook]]) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """The words of the title and the remarks of each scenario, and what it says."""
    words: dict[str, str] = {}
    title = ""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("scenario "):
            title = line.removeprefix("scenario ").strip().strip('"')
            words[title] = title
        else:
            words[title] = f"{words.get(title, '')} {line.partition('--')[2]}"
    for scenario, book in scenarios:
        yield told_in_words(words.get(scenario.title, "")), frozenset(said for said, _ in said_in(scenario, book))


def _of_statements(book: Rulebook) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """The words of each statement of the book, and what the rules that cite it read or conclude."""
    about: dict[str, set[str]] = {}
    for entry in entries(book):
        for rule in (*entry.heard_by, *entry.concluded_by):
            for cited in rule.cites:
                about.setdefault(cited, set()).add(entry.owner.name)
    for cited, statement in book.register.items():
        yield told_in_words(statement.says), frozenset(about.get(cited, ()))


def write(book: str) -> None:
    """The counts of a book, in its folder."""
    uses, words = counted(book)
    folder = rulebase_folder() / book
    _lines(folder / FILE, ([use.said, use.of, use.times] for use in uses))
    _lines(folder / WORDINGS, (["", words.tellings, words.stems], *([said, *found] for said, found in words.of.items())))


def _lines(file: Path, rows: Iterable[object]) -> None:
    file.write_text("".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    for one in sys.argv[1:] or sorted(path.name for path in scenarios_folder().iterdir() if (rulebase_folder() / path.name).is_dir()):
        write(one)
