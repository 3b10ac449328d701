"""`adjudicator precedents`."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.completing import complete_precedent
from adjudicator.cli.shared import FINDING, WELL, console, guarded, say, say_json, scenario_files


@click.command("precedents")
@click.argument("words", nargs=-1, required=True, shell_complete=complete_precedent)
@click.option("--in", "folders", multiple=True, type=click.Path(), help="Look in this folder or file (else in scenarios/).")
@click.option("--most", type=click.IntRange(min=1), default=20, show_default=True, help="Print at most so many.")
@click.option("--json", "as_json", is_flag=True, help="Print all that is found as one JSON object.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@guarded
def command(words: tuple[str, ...], folders: tuple[str, ...], most: int, as_json: bool, color: str) -> int:
    """Find recorded or expected rulings about WORDS: words of a question, a card, the name of a clause, an id.

    Exit status 1 when there is none.
    """
    from adjudicator.language.diagnostics import Messages, render
    from adjudicator.report.precedents import precedent, precedents_json
    from adjudicator.resources import scenarios_folder
    from adjudicator.rulings.precedents import meant, precedents

    if not " ".join(words).strip():
        raise click.UsageError("say what is looked for: words of a question, a card, the name of a clause, an id")
    messages = Messages()
    here = "scenarios" if Path("scenarios").is_dir() else str(scenarios_folder())
    files = [path for name in folders or (here,) for path in scenario_files(name)]
    found = precedents(" ".join(words), files, messages)
    for error in messages.errors:
        say(render(error) + "\n", err=True)
    if as_json:
        say_json(precedents_json(found, " ".join(words)))
        return WELL if found else FINDING
    terminal = console(color)
    for one in found[:most]:
        precedent(terminal, one)
    more = f", {most} of them shown" if len(found) > most else ""
    say(f"{len(found) or 'no'} {'ruling' if len(found) == 1 else 'rulings'} about `{' '.join(words)}`{more}")
    better = "" if found else meant(" ".join(words), files)
    if better:
        say(f"did you mean `{better}`?")
    return WELL if found else FINDING
