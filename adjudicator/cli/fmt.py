"""`adjudicator fmt`."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.shared import FINDING, WELL, guarded


@click.command("fmt")
@click.argument("files", nargs=-1, required=True, type=click.Path())
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit 1 if a file would change.")
@guarded
def command(files: tuple[str, ...], only_check: bool) -> int:
    """Put FILES (or all files of folders) into the one canonical layout."""
    from adjudicator.language.formatting import format_file

    changed = 0
    for path in _paths(files):
        if format_file(path, write=not only_check):
            changed += 1
            click.echo(f"{'would change' if only_check else 'changed'} {path}")
    return FINDING if only_check and changed else WELL


def _paths(files: tuple[str, ...]) -> list[Path]:
    paths: list[Path] = []
    for name in files:
        path = Path(name)
        paths += sorted([*path.rglob("*.rules"), *path.rglob("*.scenario")]) if path.is_dir() else [path]
    return paths
