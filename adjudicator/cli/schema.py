"""`adjudicator schema`."""

from __future__ import annotations

import click

from adjudicator.cli.shared import WELL, guarded, say_json


@click.command("schema")
@guarded
def command() -> int:
    """Print one JSON Schema of what `--json` prints: settle, ask, explain, words, deck,
    vet, check, demonstrate, compare and regress."""
    from adjudicator.report.schema import schema

    say_json(schema())
    return WELL
