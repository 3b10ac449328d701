"""`adjudicator demonstrate`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import click

from adjudicator.cli.shared import FINDING, WELL, guarded, say, say_json


@click.command("demonstrate")
@click.argument("book")
@click.option("--in", "folders", multiple=True, type=click.Path(), help="Scenarios to try, a folder or file (else all in scenarios/).")
@click.option("--only", multiple=True, metavar="ID", help="Only these statements of the register, or these rules by name.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--brief", is_flag=True, help="Only the score.")
@click.option("--at-least", type=click.FloatRange(0, 100), metavar="PERCENT", help="Exit status 1 where the score is below.")
@click.option("--seconds", type=click.FloatRange(min=0), help="Stop after so long; what is not reached counts as not noticed.")
@click.option("--witnesses", is_flag=True, help="Write down beside the book which question noticed each change: it is asked first then.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="How many processes share the work.")
@guarded
def command(
    book: str, folders: tuple[str, ...], only: tuple[str, ...], as_json: bool, brief: bool, at_least: float | None, seconds: float | None,
    witnesses: bool, jobs: int,
) -> int:  # fmt: skip
    """Change BOOK one thing at a time: which changes would no scenario notice that is told as play?

    A clause left out, a condition, exception or claim dropped, a number one more or less, a kind one wider, a conclusion
    denied. A statement of the register is demonstrated when every part of what carries it would be missed.
    What was found is kept: after an edit only what it bears on is tried again. Ctrl-C prints what is known.
    """
    from adjudicator.demonstrating.demonstrate import demonstrate, note_witnesses
    from adjudicator.demonstrating.scoring import scored
    from adjudicator.report.demonstrated import as_data, lines_of

    _known(book, only)
    told = _progress() if sys.stderr.isatty() else None
    run = demonstrate(book, _files(book, folders), jobs, seconds, told, frozenset(only))
    if told is not None:
        sys.stderr.write("\r" + " " * 60 + "\r")
    if not run.complete:
        say(f"{run.stopped}: what is known so far follows", err=True)
    if witnesses:
        say(f"who noticed what is written down in {note_witnesses(book, run)}", err=True)
    score = scored(run, frozenset(only))
    if as_json:
        say_json(as_data(run, score))
    else:
        for line in lines_of(run, score, brief):
            say(line)
    return FINDING if at_least is not None and score.percent < at_least else WELL


def _known(book: str, only: tuple[str, ...]) -> None:
    """What is asked about alone is a statement of the register or a rule."""
    from adjudicator.language.diagnostics import Diagnostic, LanguageError, did_you_mean
    from adjudicator.language.loading import load_rulebook
    from adjudicator.model.places import NOWHERE

    loaded = load_rulebook(book)
    known = {*loaded.register, *loaded.clauses, *loaded.definitions, *loaded.invariants}
    unknown = [name for name in only if name not in known]
    if unknown:
        said = f"`{loaded.name}` has no statement and no rule"
        raise LanguageError([Diagnostic("name", f"{said} `{name}`", NOWHERE, help=did_you_mean(name, known)) for name in unknown])


def _files(book: str, folders: tuple[str, ...]) -> list[Path]:
    """The scenario files that use the book; none at all is bad input."""
    from adjudicator.demonstrating.demonstrate import files_of
    from adjudicator.language.diagnostics import Diagnostic, LanguageError
    from adjudicator.language.loading import load_rulebook
    from adjudicator.model.places import NOWHERE

    places = [Path(name) for name in folders or ("scenarios",)]
    missing = next((place for place in places if not place.exists()), None)
    if missing is not None:
        help_ = "" if folders else "say where the scenarios are with --in"
        raise LanguageError([Diagnostic("file", f"there is no file or folder `{missing}`", NOWHERE, help=help_)])
    load_rulebook(book)  # what is wrong with the book is said first
    found = files_of(book, tuple(places))
    if not found:
        named = ", ".join(f"`{place}`" for place in places)
        raise LanguageError([Diagnostic("scenario", f"no scenario in {named} uses `{book}`", NOWHERE)])
    return found


def _progress() -> Callable[[str, int, int], None]:
    """A line that counts, where somebody looks on."""

    def told(what: str, done: int, all_: int) -> None:
        sys.stderr.write(f"\r  {100 * done // max(all_, 1):3d} %  {done:,} of {all_:,} {what}   ")
        sys.stderr.flush()

    return told
