"""`adjudicator explain`."""

from __future__ import annotations

import click

from adjudicator.cli.shared import BAD_INPUT, SUPPOSE, WELL, console, guarded


@click.command("explain")
@click.argument("file", type=click.Path())
@click.argument("question", required=False)
@click.option("--suppose", multiple=True, metavar="ID=on|off|ALTERNATIVE", help=SUPPOSE)
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@guarded
def command(file: str, question: str | None, suppose: tuple[str, ...], color: str) -> int:
    """Explain the answers of FILE in full. QUESTION is a number, or words of the question."""
    from adjudicator.adjudication.changing.searching import what_would_change
    from adjudicator.cli.settling import open_files, settle_all, show_argument, show_impossible
    from adjudicator.report import text
    from adjudicator.report.board import board_text
    from adjudicator.report.changes import changes

    terminal, shown = console(color), 0
    for settled in settle_all(open_files((file,), suppose)):
        told = ()
        wanted = [n for n, a in enumerate(settled.settlement.answers, 1) if _asked(question, n, a.ask)]
        if wanted:
            text.title(terminal, settled.settlement, settled.book)
        for number in wanted:
            shown += 1
            answer = settled.settlement.answers[number - 1]
            if settled.scenario.situation.board is not None:
                text.picture(terminal, board_text(settled.scenario.situation.board, [answer]))
            text.answer_head(terminal, number, answer)
            show_impossible(terminal, settled, number)
            for outcome in answer.outcomes:
                told = show_argument(terminal, settled, outcome, len(answer.outcomes) > 1, deep=True, told=told)
            if answer.outcomes:
                situation, asked = settled.scenario.situation, settled.scenario.questions[number - 1]
                changes(terminal, what_would_change(settled.ground.engine, situation, asked), settled.book, situation)
    if not shown:
        click.echo(f"no question of {file} is number {question} or contains these words" if question else f"{file} asks nothing", err=True)
        return BAD_INPUT
    return WELL


def _asked(question: str | None, number: int, ask: str) -> bool:
    if question is None:
        return True
    return number == int(question) if question.isdigit() else question.casefold() in ask.casefold()
