"""Which rulebook a deck is checked under: the one that is named, or the only one that has the formats asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.language.diagnostics import Messages, did_you_mean
from adjudicator.language.files import text_of
from adjudicator.language.loading import load
from adjudicator.model.places import NOWHERE
from adjudicator.model.tables import DeckFormat
from adjudicator.resources import rulebase_folder


def _declared(word: str) -> list[str]:
    """The books of the rulebase in which some file opens a block so; looked for in the text, so that no book is read for it."""
    found = []
    for folder in sorted(path for path in rulebase_folder().iterdir() if path.is_dir()):
        if any(f"\n{word}" in "\n" + text_of(path) for path in folder.glob("*.rules")):
            found.append(folder.name)
    return found


def books_with_decks() -> Iterator[tuple[str, DeckFormat]]:
    """Every book that knows decks, with each of its formats."""
    for name in _declared("deck list"):
        loaded = load(name, Messages())
        for form in loaded.book.deck_formats.values() if loaded is not None else ():
            yield name, form


def the_book(name: str, formats: Sequence[str], messages: Messages) -> str:
    """The name of the book; what is missing or ambiguous goes into `messages`."""
    if name:
        return name
    books = _declared("deck list")
    if not formats:
        listed = ", ".join(dict.fromkeys(form.name for _, form in books_with_decks()))
        messages.add("format", "nothing says what the deck is checked for", NOWHERE, f"add `--format NAME`; the formats are {listed}")
        return ""
    fitting = [book for book in books if book in _declared(f"deck format {formats[0]}\n")]
    if len(fitting) == 1:
        return fitting[0]
    known = list(dict.fromkeys(form.name for _, form in books_with_decks()))
    if fitting:
        messages.add("format", f"several rulebooks have a deck format `{formats[0]}`", NOWHERE,
                     "add `--book` with one of " + ", ".join(fitting))  # fmt: skip
    else:
        messages.add("format", f"there is no deck format `{formats[0]}`", NOWHERE,
                     did_you_mean(formats[0], known) or "the formats are " + ", ".join(known))  # fmt: skip
    return ""
