"""`adjudicator serve`."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.shared import WELL, guarded, say


@click.command("serve")
@click.argument("folder", default=".", type=click.Path(exists=True, file_okay=False))
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="The port on this machine; otherwise a free one.")
@click.option("--browser/--no-browser", default=True, help="Open the page in the browser.")
@guarded
def command(folder: str, port: int, browser: bool) -> int:
    """Settle debates on a page in the browser, over the scenarios of FOLDER. For this machine only; Ctrl-C ends it."""
    import webbrowser

    from adjudicator.language.diagnostics import Diagnostic, LanguageError
    from adjudicator.model.places import NOWHERE
    from adjudicator.web.serving import address, server

    try:
        made = server(Path(folder), port)
    except OSError:
        told = f"port {port} cannot be used: something else listens there, or it is kept for the system"
        raise LanguageError([Diagnostic("port", told, NOWHERE, help="leave `--port` away, and a free one is taken")]) from None
    say(f"the page is at {address(made)}  (Ctrl-C ends it)")
    if browser:
        webbrowser.open(address(made))
    try:
        made.serve()
    except KeyboardInterrupt:
        say("ended", err=True)
    finally:
        made.stop()
    return WELL
