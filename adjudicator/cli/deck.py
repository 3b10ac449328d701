"""`adjudicator deck`."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.shared import BAD_INPUT, CARDS, FINDING, WELL, console, guarded, say, say_json


@click.command("deck")
@click.argument("files", nargs=-1, metavar="FILE...", type=click.Path())
@click.option("--format", "formats", multiple=True, metavar="NAME[,NAME]", help="What the deck is checked for; several hold together.")
@click.option("--book", default="", help="The rulebook; by default the one book that has the formats.")
@click.option("--cards", "tables", multiple=True, metavar="[TABLE=]FILE", help=CARDS)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--why", is_flag=True, help="Also the whole argument, as `settle` shows it.")
@click.option("--formats", "listing", is_flag=True, help="List the formats there are.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@guarded
def command(files: tuple[str, ...], formats: tuple[str, ...], book: str, tables: tuple[str, ...], as_json: bool, why: bool, listing: bool,
            color: str) -> int:  # fmt: skip
    """Check deck lists: whether a deck is legal, every limit it breaks with its cards, and the fewest cards to take out."""
    from adjudicator.decks.books import books_with_decks, the_book
    from adjudicator.language.diagnostics import Messages
    from adjudicator.report.decks import deck_json, deck_text

    if listing:
        for name, form in books_with_decks():
            say(f"{name:12} {form.name:20} {form.says}")
        return WELL
    if not files:
        raise click.UsageError("name the file of a deck list")
    wanted = tuple(name.strip() for one in formats for name in one.split(",") if name.strip())
    messages = Messages()
    chosen = the_book(book, wanted, messages)
    messages.stop_on_errors()
    from adjudicator.decks.checking import check_deck, read_deck

    decks = [read_deck(Path(file), chosen, wanted, messages, tables) for file in files]
    messages.stop_on_errors()
    checked = [check_deck(deck) for deck in decks if deck is not None]
    if as_json:
        found = [deck_json(one) for one in checked]
        say_json(found[0] if len(found) == 1 else {"schema": 2, "decks": found})
    for one in checked if not as_json else ():
        terminal = console(color)
        deck_text(terminal, one)
        if why:
            from adjudicator.desk.settling import Settled, show

            show(terminal, Settled(one.deck.scenario, one.deck.book, one.ground, one.settlement))
    lawful = all(one.legal is True or one.deck.book.deck_rules.legal is None for one in checked)  # type: ignore[union-attr]
    return BAD_INPUT if not checked else WELL if lawful else FINDING
