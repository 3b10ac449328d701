"""`adjudicator settle`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.completing import complete_book, complete_suppose
from adjudicator.cli.limiting import limit_options
from adjudicator.cli.shared import CARDS, FINDING, SUPPOSE, WELL, console, guarded, reworded, say, say_json, write_out

if TYPE_CHECKING:
    from adjudicator.engine.limits import Limits


UNDER = "Settle them under this book, whatever book they name; what is expected under that is left out."


@click.command("settle")
@click.argument("files", nargs=-1, required=True, type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--changes", is_flag=True, help="With --json: also what would change each answer, as far as a glance shows it.")
@click.option("--suppose", multiple=True, metavar="ID=on|off|ALTERNATIVE", shell_complete=complete_suppose, help=SUPPOSE)
@click.option("--cards", "tables", multiple=True, metavar="[TABLE=]FILE", help=CARDS)
@click.option("--under", metavar="BOOK", default="", shell_complete=complete_book, help=UNDER)
@click.option("--html", "html", type=click.Path(dir_okay=False), help="Also write the answers as one self-contained page.")
@click.option("--svg", "svg", type=click.Path(dir_okay=False), help="Also write the map as a picture, with the lines of sight asked for.")
@click.option("--brief", is_flag=True, help="Only the answers.")
@click.option("--strict", is_flag=True, help="Exit 1 where something told has no effect, may not be, or is taken in other words.")
@limit_options
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@guarded
def command(files: tuple[str, ...], as_json: bool, changes: bool, suppose: tuple[str, ...], tables: tuple[str, ...], under: str,
            html: str | None, svg: str | None, brief: bool, strict: bool, limits: Limits, color: str) -> int:  # fmt: skip
    """Settle the questions of scenario FILES (or all scenarios of folders): what happens, why, and what decided it."""
    from adjudicator.desk.settling import open_files, settle_all, show

    if as_json or svg or html is not None:
        from adjudicator.desk import pages
        from adjudicator.report.as_json import settlements_json
        from adjudicator.report.board import board_svgs

    terminal, well, results, pictures, chapters = console(color), True, [], [], []
    for settled in settle_all(open_files(files, suppose, tables, under, reworded), limits, suppose):
        if as_json:
            results.append(pages.settled_data(settled, changes))
        else:
            show(terminal, settled, brief)
        well = well and all(_well(a.met, a.status) for a in settled.settlement.answers)
        well = well and not (strict and (settled.settlement.unheard or settled.settlement.notes))
        if svg and settled.scenario.situation.board is not None:
            pictures += board_svgs(settled.scenario.situation.board, settled.settlement.answers, settled.scenario.questions)
        if html is not None:
            chapters.append(pages.chapter(settled))
    if as_json:
        say_json(settlements_json(results))
    for number, picture in enumerate(pictures, 1):
        write_out(_numbered(Path(svg or ""), number), picture)
    if svg and not pictures:
        say(f"there is no map here: {svg} is not written", err=True)
    if html is not None:
        write_out(Path(html), pages.html(chapters))
    return WELL if well else FINDING


def _numbered(path: Path, number: int) -> Path:
    """The path for the first picture; for further ones with a number."""
    return path if number == 1 else path.with_stem(f"{path.stem}-{number}")


def _well(met: bool | None, status: str) -> bool:
    """Whether an answer is as it should be: met where something was expected, else decided and possible."""
    return bool(met) if met is not None else status in ("forced", "several", "undecided")
