"""`adjudicator words`."""

from __future__ import annotations

import click

from adjudicator.cli.completing import complete_book, complete_words
from adjudicator.cli.shared import FINDING, WELL, console, guarded, say, say_json


@click.command("words")
@click.argument("book", shell_complete=complete_book)
@click.argument("words", nargs=-1, shell_complete=complete_words)
@click.option("--in", "place", default="", help="Only sentences of this theme (a heading of the rule files) or section of the book.")
@click.option("--of", "things", default="", help='Only sentences with a place for each of these kinds ("guest, basket"), the usual first.')
@click.option("--unheard", is_flag=True, help="Only sentences to which no rule listens.")
@click.option("--most", type=click.IntRange(min=1), default=6, show_default=True, help="Print at most so many that are found by WORDS.")
@click.option("--json", "as_json", is_flag=True, help="Print all that is found as one JSON object.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@guarded
def command(book: str, words: tuple[str, ...], place: str, things: str, unheard: bool, most: int, as_json: bool, color: str) -> int:
    """The sentences that BOOK understands: all of them by theme, or those about WORDS, each with what it is for.

    WORDS may be misspelt; the name of a card finds what its clauses speak of. Exit status 1 when there is none.
    """
    from adjudicator.language.loading import load_rulebook
    from adjudicator.lexicon.entries import entries
    from adjudicator.lexicon.examples import Shelf
    from adjudicator.lexicon.search import Lexicon, kinds_named
    from adjudicator.report.words import entry_text, listed, words_json
    from adjudicator.resources import scenarios_folder

    loaded = load_rulebook(book)
    lexicon, shelf, said = Lexicon(loaded, tuple(entries(loaded))), Shelf(loaded, scenarios_folder()), " ".join(words)
    among = lexicon.of(kinds_named(loaded, things)) if things else lexicon.entries
    chosen = [entry for entry in among if (entry.unheard or not unheard) and _stands_in(place, (entry.theme, *entry.sections))]
    found = lexicon.find(said, chosen)
    if as_json:
        say_json(words_json(found, said, lexicon, shelf))
        return WELL if found else FINDING
    terminal = console(color)
    if said:
        for entry in found[:most]:
            entry_text(terminal, entry, lexicon, shelf)
    else:
        listed(terminal, found, by_theme=not things)
    shown = f"; {most} of them shown, all with --most {len(found)}" if said and len(found) > most else ""
    about = (f" about `{said}`" if said else "") + (f" of {things}" if things else "")
    say(f"\n{len(found) or 'no'} sentence{'' if len(found) == 1 else 's'} of {loaded.title or loaded.name}{about}{shown}")
    return WELL if found else FINDING


def _stands_in(place: str, names: tuple[str, ...]) -> bool:
    return not place or any(place.casefold() in name.casefold() for name in names)
