"""`adjudicator new`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from adjudicator.cli.completing import complete_book
from adjudicator.cli.shared import BAD_INPUT, WELL, guarded, say, write_out


@click.command("new")
@click.argument("book", shell_complete=complete_book)
@click.argument("file", type=click.Path(dir_okay=False), required=False)
@guarded
def command(book: str, file: str | None) -> int:
    """Begin a scenario of BOOK by questions on the terminal, and write it into FILE (which is asked for, too).

    Answer each question in the words of the table, a line for each sentence, and an empty line to go on. What is not
    understood is said, with the nearest sentences, and can be said again.
    """
    from adjudicator.asking.telling import Teller
    from adjudicator.language.diagnostics import Messages, render
    from adjudicator.language.loading import load
    from adjudicator.resources import rulebase_folder

    messages = Messages()
    loaded = load(book, messages)
    messages.stop_on_errors()
    assert loaded is not None
    uses = book if (rulebase_folder() / book).is_dir() and Path(book).name == book else Path(book).resolve().as_posix()
    say(f"A scenario of {loaded.book.title or loaded.book.name}. An empty line goes on to the next question.\n")
    teller = Teller(loaded, _line("What is the debate about, in a few words?") or "A debate", uses)

    def hear(said: str) -> None:
        before = len(teller.faults)
        if not teller.piece(said):
            for fault in teller.faults[before:]:
                say(render(fault) + "\n")
            say(f"(say it in other words, or look for some: adjudicator words {book} ...)\n")
            del teller.faults[before:]

    seats = loaded.book.kinds[teller.kind].plural if teller.kind else ""
    if seats:
        for name in _line(f"Who are the {seats}? Their names, with commas, in the order of their seats.").replace(" and ", ",").split(","):
            if name.strip():
                teller.seat(name.strip()[:1].upper() + name.strip()[1:])
    for question in ("What else is there? (`a KIND called NAME`; printed cards need no line)", "What is so at the start?",
                     "What happens, in order? An answer (`... answers with ...`) goes below what it answers."):  # fmt: skip
        for said in _lines(question):
            hear(said)
    for said in _lines("What do you want to know?"):
        hear(said if said.endswith("?") else f"{said}?")
    text = teller.text()
    say("\n" + text)
    path = Path(file or _line("Which file is it to be written to? (nothing: none)") or "")
    if path.name:
        target = path if path.suffix else path.with_suffix(".scenario")
        if target.exists() and not click.confirm(f"`{target}` is there already; write over it?"):
            return BAD_INPUT
        write_out(target, text)
        say(f"written; settle it with: adjudicator settle {target}")
    return WELL


def _line(question: str) -> str:
    """One answer; nothing where the input ends."""
    say(question)
    return sys.stdin.readline().strip()


def _lines(question: str) -> Iterator[str]:
    """Answers up to an empty line, or to the end of the input."""
    while said := _line(question):
        yield said
        question = "  and?"
