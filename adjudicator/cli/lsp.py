"""`adjudicator lsp`."""

from __future__ import annotations

import click

from adjudicator.cli.shared import BAD_INPUT, WELL, guarded, say


@click.command("lsp")
@guarded
def command() -> int:
    """Serve an editor over standard input and output (the Language Server Protocol): messages while you type, completion, and more.

    An editor starts this, not a person: docs/editor.md says how.
    """
    try:
        from adjudicator.lsp.server import server
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        say("the language server needs the package `pygls`, which is not installed", err=True)
        say("  help: install it with `pip install 'adjudicator[lsp]'`", err=True)
        return BAD_INPUT
    server().start_io()
    return WELL
