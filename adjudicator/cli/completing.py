"""Shell completion: books, cards, clauses and sentences. Switch it on with click's `_ADJUDICATOR_COMPLETE` (docs/tutorial.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from adjudicator.model.rulebook import Rulebook

    Part = Callable[[Rulebook], Iterable[str]]

MOST = 200
"""So many suggestions are made at most."""


def complete_book(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The names of the rulebooks, and folders for books of one's own."""
    return [CompletionItem(name) for name in _books() if name.startswith(incomplete)] or [CompletionItem(incomplete, type="dir")]


def complete_words(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Cards, and the words of the sentences, of the book that stands before."""
    return _items(incomplete, _of_book(ctx, _cards, _sentences))


def complete_precedent(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Cards, clauses and cited ids of all books."""
    return _items(incomplete, (name for book in _meant(incomplete) for name in _names(book, _cards, _clauses, _ids)))


def complete_suppose(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """What can be switched: clauses and ids, options, and readings with their alternatives."""
    return _items(incomplete, (name for book in _meant(incomplete) for name in _names(book, _switches)))


def _items(incomplete: str, names: Iterable[str]) -> list[CompletionItem]:
    """The names that begin so, in capitals or not, each once."""
    begun = incomplete.casefold()
    found = dict.fromkeys(name for name in names if name.casefold().startswith(begun))
    return [CompletionItem(name) for name in list(found)[:MOST]]


def _books() -> list[str]:
    from adjudicator.resources import rulebase_folder

    return sorted(path.name for path in rulebase_folder().iterdir() if any(path.glob("book.rules")))


def _meant(incomplete: str) -> list[str]:
    """The books to look in: the one whose ids begin so, if there is one."""
    return [book for book in _books() if incomplete.startswith(f"{book}-")] or _books()


def _of_book(ctx: click.Context, *parts: Part) -> Iterator[str]:
    name = ctx.params.get("book")
    return _names(name, *parts) if name else iter(())


def _names(book: str, *parts: Part) -> Iterator[str]:
    from adjudicator.language.diagnostics import LanguageError
    from adjudicator.language.loading import load_rulebook

    try:
        loaded = load_rulebook(book)
    except LanguageError:  # completion has nothing to say about a faulty book
        return
    for part in parts:
        yield from part(loaded)


def _cards(book: Rulebook) -> Iterable[str]:
    return book.cards


def _clauses(book: Rulebook) -> Iterable[str]:
    return book.clauses


def _ids(book: Rulebook) -> Iterable[str]:
    return book.register


def _sentences(book: Rulebook) -> Iterable[str]:
    """The sentences, said from their first fixed word on."""
    phrases = [prop.phrases[0] for prop in book.properties.values()] + [event.phrases[0] for event in book.events.values()]
    for phrase in phrases:
        yield " ".join(part for part in phrase.parts if isinstance(part, str))


def _switches(book: Rulebook) -> Iterable[str]:
    yield from (f"{name}=off" for name in (*book.clauses, *book.register))
    yield from (f"{name}=on" for name in book.options)
    yield from (f"{name}={alternative}" for name, reading in book.readings.items() for alternative in reading.alternatives)
