"""`adjudicator`: the group of commands, each imported only when it is used so that --help is quick."""

from __future__ import annotations

import gc
import importlib
import sys
from typing import Any

import click

from adjudicator import VERSION
from adjudicator.cli.shared import shown_streams, unwritten

COMMANDS = {
    "demo": "Settle a scenario that comes with the program: a first look.",
    "ask": "Settle a debate told in a line or a few, without a file.",
    "words": "Find the sentences that a rulebook understands.",
    "new": "Begin a scenario by questions, and write its file.",
    "settle": "Settle the questions of scenario files, with the reasons.",
    "explain": "Explain one answer in full, down to the facts.",
    "deck": "Check deck lists under a format: every broken limit, the cards that break it, the fewest to take out.",
    "vet": "Vet a card before it is printed: every clash with a book, with a witness and what to change.",
    "check": "Check a rulebook: clashes, circles, gaps, coverage of its register.",
    "regress": "Settle old scenarios again: what comes out differently from its ruling, and why.",
    "precedents": "Find rulings about a phrase, a card or a clause.",
    "serve": "Settle debates on a page in the browser.",
    "lsp": "Serve an editor: messages while you type, completion, hover, definitions.",
    "schema": "Print the JSON schema of all results.",
    "compare": "Settle scenarios under two rulebooks: where they differ.",
    "demonstrate": "Change a rulebook one thing at a time: which changes would no scenario notice?",
    "fmt": "Put files into the one canonical layout.",
    "export": "Export a scenario or book as DOT, SVG, SMT-LIB, ASP or JSON.",
}


class LazyGroup(click.Group):
    """Commands by name; the module of one is imported when it is called."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command; the help pages, too, may find no room to be written."""
        try:
            return super().main(*args, **kwargs)
        except OSError as error:
            sys.exit(unwritten(error))

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"adjudicator.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The help lines, without importing the commands."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Suggest the nearest command for one that does not exist."""
        name = args[0] if args else ""
        if name and name not in COMMANDS and not name.startswith("-"):
            import difflib

            close = difflib.get_close_matches(name, COMMANDS, 1)
            ctx.fail(f"there is no command `{name}`" + (f"; did you mean `{close[0]}`?" if close else ""))
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="adjudicator")
def main() -> None:
    """Settle rules debates exactly: what happens, why, and which rule decided.

    Exit status: 0 all well; 1 a finding (an expectation not met, a contradiction, no decision
    within the limits); 2 bad input or usage.
    """
    shown_streams()
    # Nearly all that a run makes lives to its end: looking for garbage less often saves a twelfth of its time.
    gc.set_threshold(200_000, 20, 50)


if __name__ == "__main__":
    main()
