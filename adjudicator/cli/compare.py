"""`adjudicator compare`."""

from __future__ import annotations

import json

import click

from adjudicator.cli.shared import BAD_INPUT, FINDING, WELL, console, guarded, refuse_circles, scenario_files


@click.command("compare")
@click.argument("book_a")
@click.argument("book_b")
@click.argument("files", nargs=-1, type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@guarded
def command(book_a: str, book_b: str, files: tuple[str, ...], as_json: bool, color: str) -> int:
    """Settle the scenarios of FILES (or folders) under BOOK_A and under BOOK_B, whatever book they name.

    Shows where answers, causes or deciding clauses differ, by the clauses responsible, and what one of the
    books cannot express. Exit status 1 when something differs or nothing can be compared.
    """
    from adjudicator.analysis.two_books import compare
    from adjudicator.language.loading import load_rulebook
    from adjudicator.report import comparison

    if not files:
        click.echo("compare needs scenario files: searching for situations in which two books differ is not there yet", err=True)
        return BAD_INPUT
    for name in (book_a, book_b):
        refuse_circles(load_rulebook(name))
    found = list(compare((book_a, book_b), [path for name in files for path in scenario_files(name)]))
    if as_json:
        click.echo(json.dumps(comparison.comparison_json(found, (book_a, book_b)), indent=2, ensure_ascii=False))
    else:
        comparison.comparison(console(color), found, (book_a, book_b))
    return WELL if found and any(one.what == "same" for one in found) and all(one.what in ("same", "cannot") for one in found) else FINDING
