"""`adjudicator compare`."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from adjudicator.comparing.versus import Chosen

from adjudicator.cli.completing import complete_book
from adjudicator.cli.shared import FINDING, WELL, console, guarded, nothing_asked, say, say_json, scenario_files

CLASSES = ("contrary", "impossible", "open", "silence", "causes", "clauses")
"""The classes of differences (comparing/duel.py, which is not loaded for `--help`)."""


@click.command("compare")
@click.argument("book_a", shell_complete=complete_book)
@click.argument("book_b", shell_complete=complete_book)
@click.argument("files", nargs=-1, type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@click.option("--witnesses", type=click.Path(file_okay=False), help="Write what the search finds as scenario files into this folder.")
@click.option("--brief", is_flag=True, help="Only one difference of each group in full.")
@click.option("--what", "only", multiple=True, type=click.Choice(CLASSES), help="Show in full the differences of this class.")
@click.option("--all", "everything", is_flag=True, help="Show every difference in full.")
@click.option("--clauses", is_flag=True, help="Also search for the same answers by other clauses.")
@click.option("--things", type=click.IntRange(min=1), default=4, show_default=True, help="The stage: how many things of each kind.")
@click.option("--events", type=click.IntRange(min=1), default=3, show_default=True, help="The stage: how many events.")
@click.option("--seconds", type=click.IntRange(min=0), default=0, help="End the search after so many seconds.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="How many processes share the search.")
@guarded
def command(book_a: str, book_b: str, files: tuple[str, ...], as_json: bool, color: str, witnesses: str | None, brief: bool,
            only: tuple[str, ...], everything: bool, clauses: bool, things: int, events: int, seconds: int, jobs: int) -> int:  # fmt: skip
    """Settle the scenarios of FILES (or folders) under BOOK_A and under BOOK_B, whatever book they name.

    Shows where answers, causes or deciding clauses differ, by the clauses responsible, and what one of the
    books cannot express. Without FILES it searches for small situations in which the two books answer differently: the
    first screen sums them up, --what and --all show them in full (so does --brief).
    Exit status 1 when something differs or nothing can be compared.
    """
    _open_both((book_a, book_b))
    if files:
        return _with_files((book_a, book_b), files, as_json, color)
    from adjudicator.comparing.versus import Chosen
    from adjudicator.stage.stages import Stage
    from adjudicator.vetting.vetter import Wishes

    wishes = Wishes(Stage(things, events), tries=4, steps=1_000)
    shown = only or (CLASSES if everything or brief else ())
    return _search(Chosen((book_a, book_b), wishes, clauses, float(seconds)), as_json, witnesses, shown, brief, jobs)


def _open_both(books: tuple[str, str]) -> None:
    """Load both books; what is wrong with either is said in one run."""
    from adjudicator.language.diagnostics import Messages
    from adjudicator.language.loading import load
    from adjudicator.vetting.checking import refuse_circles

    messages = Messages()
    loaded = [load(name, messages) for name in books]
    messages.stop_on_errors()
    for one in loaded:
        assert one is not None
        refuse_circles(one.book)


def _with_files(books: tuple[str, str], files: tuple[str, ...], as_json: bool, color: str) -> int:
    from adjudicator.comparing.two_books import compare
    from adjudicator.report import comparison

    found = list(compare(books, [path for name in files for path in scenario_files(name)]))
    if not found:
        raise nothing_asked(files)
    if as_json:
        say_json(comparison.comparison_json(found, books))
    else:
        comparison.comparison(console(color), found, books)
    return WELL if found and any(one.what == "same" for one in found) and all(one.what in ("same", "cannot") for one in found) else FINDING


def _search(chosen: Chosen, as_json: bool, witnesses: str | None, shown: Collection[str], brief: bool, jobs: int) -> int:
    from adjudicator.cli.sweeping import progress
    from adjudicator.comparing.versus import contrast, write_witnesses
    from adjudicator.report.contrast import contrasts_json, lines_of, screen

    found = contrast(chosen, jobs, progress())
    if found.stopped:
        say(f"{found.stopped}: what was found until then follows", err=True)
    if witnesses:
        write_witnesses(found, Path(witnesses))
    if as_json:
        say_json(contrasts_json(found))
    else:
        for line in lines_of(found, brief, shown) if shown else screen(found):
            say(line)
    return FINDING if found.told or not found.complete or not found.questions else WELL
