"""Names for the things of a situation: cards as they are printed, those who act by first names, the rest by their kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from adjudicator.model.rulebook import Rulebook

PEOPLE = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
NUMERALS = ("", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
COUNTED = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN")
_ACTORS: dict[str, frozenset[str]] = {}


def first_free(book: Rulebook, kind: str, event: bool, taken: Collection[str]) -> str:
    """The plainest name for a thing of the kind that is not taken."""
    return next(name for name in _proposals(book, kind, event) if name not in taken)


def _proposals(book: Rulebook, kind: str, event: bool) -> Iterator[str]:
    if event:
        yield from (f"{numeral} {kind}".strip() for numeral in NUMERALS)
    elif kind in book.kinds and book.kinds[kind].printed:
        yield kind
        yield from (f"{kind} {number}" for number in COUNTED[1:])
    elif kind in actors(book):
        yield from PEOPLE
    yield from (f"{kind.upper()} {number}" for number in COUNTED)
    yield from (f"{kind.upper()} {number}" for number in range(11, 10_000))


def actors(book: Rulebook) -> frozenset[str]:
    """The kinds of those who do things: often in the first role of events."""
    known = _ACTORS.get(book.digest)
    if known is None or not book.digest:
        first = Counter(event.kinds[0] for event in book.events.values() if event.kinds)
        often = {k for k, count in first.items() if 4 * count >= max(first.values()) and k not in ("thing", "number", "event")}
        known = frozenset().union(*(book.descendants.get(k, frozenset((k,))) for k in often))
        _ACTORS[book.digest] = known
    return known
