"""`adjudicator explain`."""

from __future__ import annotations

import click

from adjudicator.cli.shared import BAD_INPUT, SUPPOSE, WELL, console, guarded


@click.command("explain")
@click.argument("file", type=click.Path())
@click.argument("question", required=False)
@click.option("--depth", type=click.Choice(["line", "argument", "everything"]), default="argument", show_default=True,
              help="How much is told: one line, all that the answer rests on, or all that happened besides.")
@click.option("--suppose", multiple=True, metavar="ID=on|off|ALTERNATIVE", help=SUPPOSE)
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@guarded
def command(file: str, question: str | None, depth: str, suppose: tuple[str, ...], color: str) -> int:
    """Explain the answers of FILE. QUESTION is a number, or words of the question."""
    from adjudicator.cli.explaining import explain
    from adjudicator.cli.settling import open_files, settle_all

    terminal, shown = console(color), 0
    for settled in settle_all(open_files((file,), suppose)):
        wanted = [n for n, a in enumerate(settled.settlement.answers, 1) if _asked(question, n, a.ask)]
        shown += len(wanted)
        if wanted:
            explain(terminal, settled, wanted, depth)
    if not shown:
        click.echo(f"no question of {file} is number {question} or contains these words" if question else f"{file} asks nothing", err=True)
        return BAD_INPUT
    return WELL


def _asked(question: str | None, number: int, ask: str) -> bool:
    if question is None:
        return True
    return number == int(question) if question.isdigit() else question.casefold() in ask.casefold()
