"""`adjudicator explain`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.completing import complete_suppose
from adjudicator.cli.limiting import limit_options
from adjudicator.cli.shared import SUPPOSE, WELL, console, guarded, reworded, say, say_json, write_out

if TYPE_CHECKING:
    from adjudicator.desk.settling import Settled
    from adjudicator.engine.limits import Limits
    from adjudicator.language.diagnostics import LanguageError


@click.command("explain")
@click.argument("file", type=click.Path())
@click.argument("question", required=False)
@click.option(
    "--depth",
    type=click.Choice(["line", "argument", "everything"]),
    default="argument",
    show_default=True,
    help="How much is told: one line, all that the answer rests on, or all that happened besides.",
)
@click.option("--why-not", "other", metavar="ANSWER", help="Why it was not this answer: the nearest clause that would have given it.")
@click.option("--suppose", multiple=True, metavar="ID=on|off|ALTERNATIVE", shell_complete=complete_suppose, help=SUPPOSE)
@click.option("--html", "html", type=click.Path(dir_okay=False), help="Also write it as one self-contained page, to fold and unfold.")
@click.option("--dot", "dot", type=click.Path(dir_okay=False), help="Also write what goes before what, for Graphviz.")
@click.option("--svg", "svg", type=click.Path(dir_okay=False), help="Also write what goes before what, as a picture.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@limit_options
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@guarded
def command(file: str, question: str | None, depth: str, other: str | None, suppose: tuple[str, ...], html: str | None, dot: str | None,
            svg: str | None, as_json: bool, limits: Limits, color: str) -> int:  # fmt: skip
    """Explain the answers of FILE. QUESTION is a number, or words of the question."""
    from adjudicator.cli.explaining import explain
    from adjudicator.desk import pages
    from adjudicator.desk.settling import open_files, settle_all

    terminal = console(color)
    chosen: list[tuple[Settled, list[int]]] = []
    asked: list[str] = []
    for settled in settle_all(open_files((file,), suppose, reword=reworded), limits, suppose):
        asked += [a.ask for a in settled.settlement.answers]
        wanted = [n for n, a in enumerate(settled.settlement.answers, 1) if _asked(question, n, a.ask)]
        if wanted:
            chosen.append((settled, wanted))
            if not as_json:
                explain(terminal, settled, wanted, depth, other)
    if not chosen:
        raise _no_question(file, question, asked)
    if as_json:
        say_json(pages.data(chosen, depth, other))
    if html is not None:
        write_out(Path(html), pages.html(pages.chapter(settled, wanted, depth) for settled, wanted in chosen))
    for form, out in (("dot", dot), ("svg", svg)):
        if out is not None:
            _write_graph(pages.graph(chosen, form), out)
    return WELL


def _no_question(file: str, question: str | None, asked: list[str]) -> LanguageError:
    """Nothing that was asked is the question wanted."""
    from adjudicator.language.diagnostics import Diagnostic, LanguageError
    from adjudicator.model.places import NOWHERE

    if not asked:
        problem, help = f"`{file}` asks nothing", "add a line that begins with `ask`"
    elif question is not None and question.isdecimal():
        problem, help = f"`{file}` has no question {question}", "the questions of a scenario are counted from 1"
    else:
        problem, help = f"no question of `{file}` contains `{question}`", "it asks " + "; ".join(f"`{ask}`" for ask in asked[:5])
    return LanguageError([Diagnostic("question", problem, NOWHERE, help=help)])


def _write_graph(drawn: str, out: str) -> None:
    if drawn:
        write_out(Path(out), drawn)
    else:
        say(f"no clause stood against another here: {out} is not written", err=True)


def _asked(question: str | None, number: int, ask: str) -> bool:
    if question is None:
        return True
    return number == int(question) if question.isdecimal() else question.casefold() in ask.casefold()
