"""`adjudicator fmt`."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.shared import FINDING, WELL, guarded, say, say_file, unified


@click.command("fmt")
@click.argument("files", nargs=-1, required=True, type=click.Path())
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit 1 if a file would change.")
@click.option("--diff", "only_diff", is_flag=True, help="Write nothing; show what would change, and exit 1 if anything would.")
@guarded
def command(files: tuple[str, ...], only_check: bool, only_diff: bool) -> int:
    """Put FILES (or all files of folders) into the one canonical layout; `-` reads standard input and prints it laid out.

    A file that is write-protected, has several names (hard links) or belongs to somebody else is left as it is.
    """
    from adjudicator.language.diagnostics import Diagnostic, LanguageError
    from adjudicator.language.files import STANDARD_INPUT
    from adjudicator.language.formatting import Formatted, formatted_file
    from adjudicator.language.replacing import replace_file

    found: list[Formatted] = []
    wrong: list[Diagnostic] = []
    for path in _paths(files):
        try:
            one = formatted_file(path)
            if one.changed and not (only_check or only_diff) and path is not STANDARD_INPUT:
                replace_file(path, one.after, one.before)
            found.append(one)
        except LanguageError as error:
            wrong += error.diagnostics
    for one in found:
        if only_diff:
            say(unified(str(one.path), one.before.decode("utf-8-sig"), one.after), end="")
        elif one.path is STANDARD_INPUT and not only_check:
            say_file(one.after)
        elif one.changed:
            say(f"{'would change' if only_check else 'changed'} {one.path}")
    if wrong:
        raise LanguageError(wrong)
    return FINDING if (only_check or only_diff) and any(one.changed for one in found) else WELL


def _paths(files: tuple[str, ...]) -> list[Path]:
    from adjudicator.language.files import STANDARD_INPUT

    paths: list[Path] = []
    for name in files:
        path = STANDARD_INPUT if name == "-" else Path(name)
        paths += sorted([*path.rglob("*.rules"), *path.rglob("*.scenario")]) if path.is_dir() else [path]
    return paths
