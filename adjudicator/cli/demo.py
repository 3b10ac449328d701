"""`adjudicator demo`."""

from __future__ import annotations

from pathlib import Path

import click
from click.shell_completion import CompletionItem

from adjudicator.cli.shared import FINDING, WELL, console, guarded, say, write_out

FIRST = "demo"
"""The scenario that is settled where none is named."""


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in _names() if name.startswith(incomplete)]


@click.command("demo")
@click.argument("name", default=FIRST, shell_complete=_complete)
@click.option("--list", "listed", is_flag=True, help="Only list the scenarios that come with the program.")
@click.option("--save", type=click.Path(dir_okay=False), help="Write the scenario into this file, to change it and settle it again.")
@click.option("--brief", is_flag=True, help="Only the answers.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@guarded
def command(name: str, listed: bool, save: str | None, brief: bool, color: str) -> int:
    """Show and settle a scenario that comes with the program, from anywhere: a first look at what one writes and gets.

    NAME is one of those that `precedents` finds and `demo --list` lists, such as `BOOK/TITLE`.
    """
    from adjudicator.desk.settling import open_files, settle_all, show
    from adjudicator.language.diagnostics import Diagnostic, LanguageError
    from adjudicator.model.places import NOWHERE
    from adjudicator.resources import scenarios_folder

    if listed:
        for known in _names():
            say(known)
        return WELL
    plain = name.replace("\\", "/").removeprefix("scenarios/").removesuffix(".scenario")
    path = scenarios_folder() / f"{plain}.scenario"
    if plain not in _names():
        raise LanguageError([Diagnostic("file", f"no scenario that comes with the program is called `{name}`", NOWHERE,
                                        help=_meant(plain) or "`adjudicator demo --list` lists them")])  # fmt: skip
    text = path.read_text(encoding="utf-8")
    if save is not None:
        write_out(Path(save), text)
    say(text)
    terminal, well = console(color), True
    for settled in settle_all(open_files((str(path),))):
        show(terminal, settled, brief)
        well = well and all(answer.met is not False for answer in settled.settlement.answers)
    return WELL if well else FINDING


def _meant(name: str) -> str:
    """The scenario whose name begins most like this one."""
    import difflib

    begun = {known[: len(name)]: known for known in reversed(_names())}
    close = difflib.get_close_matches(name, begun, n=1, cutoff=0.75)
    return f"did you mean `{begun[close[0]]}`?" if close else ""


def _names() -> list[str]:
    """The scenarios that come with the program: their paths below its folder, without the ending."""
    from adjudicator.resources import scenarios_folder

    folder = scenarios_folder()
    return sorted(path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.scenario"))
