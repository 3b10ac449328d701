"""`adjudicator ask`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.completing import complete_book
from adjudicator.cli.shared import FINDING, WELL, console, guarded, say_json, write_out

if TYPE_CHECKING:
    from rich.console import Console

    from adjudicator.asking.debate import Told
    from adjudicator.desk.settling import Settled

MOST_UNSAID = 8
"""So many unsaid things are named; `--json` has them all."""


@click.command("ask")
@click.argument("book", shell_complete=complete_book)
@click.argument("telling", nargs=-1, required=True)
@click.option("--save", type=click.Path(dir_okay=False), help="Also write the scenario that was understood into this file.")
@click.option("--brief", is_flag=True, help="Only the answers.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@guarded
def command(book: str, telling: tuple[str, ...], save: str | None, brief: bool, as_json: bool, color: str) -> int:
    """Settle a debate that is told in a line: who does what, and a question. `-` reads the lines from standard input.

    adjudicator ask BOOK "Ann throws PIPPIN at Bob; Bob answers with LID; the energy of Bob?"

    Sentences end with `;`, a full stop or a line. The scenario that was understood is shown, with what was taken for
    granted and what nobody said.
    """
    from adjudicator.asking.debate import scenario_of, tell
    from adjudicator.asking.known import WHERE
    from adjudicator.desk.settling import settle_all, unsaid
    from adjudicator.language.diagnostics import Diagnostic, LanguageError, Messages
    from adjudicator.language.loading import load
    from adjudicator.model.places import NOWHERE
    from adjudicator.resources import rulebase_folder

    text = sys.stdin.read() if telling == ("-",) else " ".join(telling)
    messages = Messages()
    loaded = load(book, messages)
    messages.stop_on_errors()
    assert loaded is not None
    uses = book if (rulebase_folder() / book).is_dir() and Path(book).name == book else Path(book).resolve().as_posix()
    told = tell(loaded, text, uses)
    scenario = scenario_of(loaded, told, save or WHERE, messages)
    if told.faults or messages.errors or scenario is None:
        _show_understood(console(color), told, as_json)
        raise LanguageError([*told.faults, *(messages.errors if not told.faults else ())])
    if not scenario.questions:
        raise LanguageError([Diagnostic("scenario", "nothing is asked", NOWHERE,
                                        help="end with a question: `...; the energy of Bob?`, `...; may Ann do it?`")])  # fmt: skip
    if save is not None:
        write_out(Path(save), told.scenario)
    (settled,) = settle_all([(scenario, (told.loaded or loaded).book)])
    missing = unsaid(settled)
    if as_json:
        say_json(_data(told, settled, missing))
    else:
        _show(console(color), told, settled, missing, brief)
    return WELL if all(answer.status in ("forced", "several", "undecided") for answer in settled.settlement.answers) else FINDING


def _show_understood(terminal: Console, told: Told, as_json: bool) -> None:
    """What was understood, where not all was."""
    if not as_json and len(told.scenario.splitlines()) > 3:
        _block(terminal, "understood so far", told.scenario.rstrip().split("\n"))


def _show(terminal: Console, told: Told, settled: Settled, missing: list[str], brief: bool) -> None:
    from adjudicator.desk.settling import show

    _block(terminal, "understood as", told.scenario.rstrip().split("\n"))
    _block(terminal, "taken for granted", told.taken)
    rest = f"and {len(missing) - MOST_UNSAID} more" if len(missing) > MOST_UNSAID else ""
    _block(terminal, "nobody said", [*missing[:MOST_UNSAID], *([rest] if rest else [])])
    show(terminal, settled, brief)


def _block(terminal: Console, head: str, lines: Iterable[str]) -> None:
    from adjudicator.report.wrapping import blank, put

    lines = list(lines)
    if lines:
        put(terminal, 0, (head, "bold"))
        for line in lines:
            put(terminal, 3, line) if line else blank(terminal)
        blank(terminal)


def _data(told: Told, settled: Settled, missing: list[str]) -> dict[str, object]:
    from adjudicator.desk import pages
    from adjudicator.report.as_json import settlements_json

    understood = {"scenario": told.scenario, "taken": list(told.taken), "unsaid": missing}
    return {**settlements_json([pages.settled_data(settled, False)]), "understood": understood}
