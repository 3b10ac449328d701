"""`adjudicator vet`."""

from __future__ import annotations

import click

from adjudicator.cli.completing import complete_book
from adjudicator.cli.shared import guarded
from adjudicator.cli.sweeping import Asked, sweeping_options


@click.command("vet")
@click.argument("cardfile", required=False, type=click.Path())
@click.option("--against", "book", required=True, metavar="BOOK", shell_complete=complete_book,
              help="The rulebook (a name or a folder) to vet against.")  # fmt: skip
@click.option(
    "--card",
    "cards",
    multiple=True,
    metavar="NAME",
    help="Vet this card of the book against the rest, as if it were new; beside a CARDFILE, what is printed on it.",
)
@click.option(
    "--without", "left_out", multiple=True, metavar="NAME", help="Leave this card's clauses out of the book (a new version is in CARDFILE)."
)
@click.option("--code", "codes", multiple=True, metavar="CODE", help="Show in full the findings of this class, as V101.")
@click.option("--all", "everything", is_flag=True, help="Show every finding in full.")
@sweeping_options
@guarded
def command(cardfile: str | None, book: str, cards: tuple[str, ...], left_out: tuple[str, ...], codes: tuple[str, ...],
            everything: bool, asked: Asked) -> int:  # fmt: skip
    """Vet the cards in CARDFILE before they are printed: every clash with the rules and cards of a book, with a witness each.

    What does not fit a screen is summed up first, the worst of each card; --code and --all show it in full (so do --brief and --every).

    Exit status: 0 nothing found, 1 something found (at the level of --level) or interrupted, 2 bad input.
    """
    from adjudicator.cli.sweeping import sweep_and_show
    from adjudicator.vetting.opening import Subject

    if not cardfile and not cards:
        raise click.UsageError("give a CARDFILE, or a card of the book with --card NAME")
    return sweep_and_show(Subject(book, cardfile or "", cards, left_out, asked.wishes()), asked, codes, everything)
