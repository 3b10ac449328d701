"""`adjudicator regress`."""

from __future__ import annotations

import json
import time

import click

from adjudicator.cli.shared import FINDING, WELL, console, guarded, scenario_files


@click.command("regress")
@click.argument("folder", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--record", is_flag=True, help="Write today's ruling into the files, below what is expected, where it is new or has changed.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="How many processes share the files.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@guarded
def command(folder: str, as_json: bool, record: bool, jobs: int, color: str) -> int:
    """Settle every scenario of FOLDER (or a file) again: what comes out differently from its recorded ruling, and why.

    A question without a recorded ruling is compared with what it expects. Exit status 1 when something differs.
    """
    from adjudicator.report import precedents
    from adjudicator.rulings.regress import Checked, regress

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
        written = _record([one for one in found if isinstance(one, Checked)])
    if as_json:
        data = precedents.regress_json(found, folder) | ({"recorded": written} if record else {})
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        precedents.summary(terminal, found, folder, time.monotonic() - start)
        if record:
            rulings = f"{sum(written.values())} {'ruling' if sum(written.values()) == 1 else 'rulings'}"
            click.echo(f"{rulings} written into {len(written)} {'file' if len(written) == 1 else 'files'}")
    return FINDING if any(not isinstance(one, Checked) or one.differs for one in found) else WELL


def _record(checked: list) -> dict[str, int]:
    import datetime

    from adjudicator.language.diagnostics import Diagnostic, LanguageError
    from adjudicator.model.places import NOWHERE
    from adjudicator.rulings.recording import record

    try:
        return record(checked, datetime.date.today())
    except OSError as error:
        problem = f"`{error.filename}` cannot be written: {error.strerror}"
        raise LanguageError([Diagnostic("file", problem, NOWHERE)]) from None
