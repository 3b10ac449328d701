"""`adjudicator regress`."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from adjudicator.rulings.regress import Checked

from adjudicator.cli.shared import FINDING, WELL, console, guarded, say, say_json, scenario_files, unified


@click.command("regress")
@click.argument("folder", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--record", is_flag=True, help="Write today's ruling into the files, below what is expected, where it is new or has changed.")
@click.option("--check", "only_check", is_flag=True, help="With --record: write nothing, and exit 1 if a ruling would be written.")
@click.option("--diff", "only_diff", is_flag=True, help="With --record: write nothing, and show what would be written.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="How many processes share the files.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@guarded
def command(folder: str, as_json: bool, record: bool, only_check: bool, only_diff: bool, jobs: int, color: str) -> int:
    """Settle every scenario of FOLDER (or a file) again: what comes out differently from its recorded ruling, and why.

    A question without a recorded ruling is compared with what it expects. Exit status 1 when something differs.
    """
    from adjudicator.report import precedents
    from adjudicator.rulings.regress import Checked, regress

    if (only_check or only_diff) and not record:
        raise click.UsageError("--check and --diff say what --record would write; give --record with them")
    start = time.monotonic()
    terminal, found = console(color), []
    said: frozenset[str] = frozenset()
    for one in regress(scenario_files(folder), jobs):
        found.append(one)
        if not as_json and (not isinstance(one, Checked) or one.differs):
            precedents.difference(terminal, one, said)
            said |= frozenset() if isinstance(one, Checked) else {one.why}
            terminal.print()
    written: dict[str, int] = {}
    if record:
        written = _record([one for one in found if isinstance(one, Checked)], not (only_check or only_diff), only_diff and not as_json)
    if as_json:
        data = precedents.regress_json(found, folder) | ({"recorded": written} if record else {})
        say_json(data)
    else:
        precedents.summary(terminal, found, folder, time.monotonic() - start)
        if record:
            rulings = f"{sum(written.values())} {'ruling' if sum(written.values()) == 1 else 'rulings'}"
            to_be = "to be " if only_check or only_diff else ""
            say(f"{rulings} {to_be}written into {len(written)} {'file' if len(written) == 1 else 'files'}")
    if written and (only_check or only_diff):
        return FINDING
    return FINDING if any(not isinstance(one, Checked) or one.differs for one in found) else WELL


def _record(checked: list[Checked], write: bool, show: bool) -> dict[str, int]:
    """The rulings recorded, or those to be recorded; how many there are in each file."""
    import datetime

    from adjudicator.rulings.recording import recordings

    found = recordings(checked, datetime.date.today())
    for one in found:
        if write:
            one.write()
        elif show:
            say(unified(str(one.path), one.before.decode("utf-8"), one.after), end="")
    return {str(one.path): one.rulings for one in found}
