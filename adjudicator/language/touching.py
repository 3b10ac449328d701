"""What a change of the declared words touches: which blocks have to be read again because a word in them may mean something else.

Everything is decided on the safe side: a block that holds all the fixed words of a changed phrase, or a changed name, is touched;
where a change could reach sentences that do not name it, everything is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from adjudicator.language.draft import Draft
from adjudicator.language.layout import Piece
from adjudicator.language.phrases import Pattern, event_patterns, property_patterns
from adjudicator.language.scope import Phrasebook, words_of
from adjudicator.language.words import tokens_of
from adjudicator.model.places import NOWHERE
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.vocabulary import Event, Kind, Property
from adjudicator.records import dataclass

Words = frozenset[str]


@dataclass(frozen=True)
class Change:
    """How the declared words of two readings differ: groups of words, each of which touches the blocks that hold all of them."""

    everything: bool = False
    words: frozenset[Words] = frozenset()

    def touches(self, piece: Piece) -> bool:
        """Whether the block may have to be read again."""
        if self.everything or not self.words:
            return self.everything
        tokens = [token for line in piece.raw for token in tokens_of(line)]
        held = {token.text for token in tokens} | {token.word for token in tokens}
        return any(group <= held for group in self.words)


EVERYTHING = Change(everything=True)


def change_between(old: Rulebook, new: Phrasebook, draft: Draft) -> Change:
    """What has changed since a rulebook was read, now that the words of the new reading are declared."""
    book = new.book
    if _general(old) != _general(book) or _order(old, book) != _order(book, old) or _lattice_changed(old, book):
        return EVERYTHING
    before = Phrasebook(replace(old, clauses={}))
    groups: set[Words] = set()
    groups |= _phrases(old.properties, book.properties, property_patterns) | _phrases(old.events, book.events, event_patterns)
    groups |= {frozenset(words) for words in _unlike(before.kind_names, new.kind_names)}
    groups |= {frozenset(words_of(name)) for name in _unlike(old.kinds, book.kinds, elsewhere)}
    groups |= {frozenset(words_of(name)) for name in _unlike(old.constants, draft.constants)}
    groups |= {frozenset((word,)) for word in before.choice_words ^ new.choice_words}
    groups |= {frozenset(words_of(role)) for role in _roles(old) ^ _roles(book)}
    return Change(words=frozenset(groups))


def _general(book: Rulebook) -> tuple[object, ...]:
    """What sentences do not name, or not by one word: options, readings, sources, formats, what strings of cards tell."""
    return (
        sorted(book.options), {name: reading.alternatives for name, reading in book.readings.items()}, sorted(book.sources),
        [replace(form, place=NOWHERE) for form in book.formats.values()],
        [(name, prop.field, prop.type) for name, prop in book.properties.items() if prop.field],
    )  # fmt: skip


def _order(one: Rulebook, other: Rulebook) -> tuple[list[str], list[str]]:
    """In which order a book declares the phrases that the other declares, too."""
    return [name for name in one.properties if name in other.properties], [name for name in one.events if name in other.events]


Owner = TypeVar("Owner", Property, Event)
Placed = TypeVar("Placed", Kind, Property, Event)
K = TypeVar("K")
T = TypeVar("T")


def _phrases(old: Mapping[str, Owner], new: Mapping[str, Owner], patterns: Callable[[Owner], Iterable[Pattern]]) -> set[Words]:
    """The fixed words of every form of the phrases that are not the same in both."""
    owners = [table[name] for name in _unlike(old, new, elsewhere) for table in (old, new) if name in table]
    return {pattern.literals for owner in owners for pattern in patterns(owner)}


def elsewhere(one: Placed, other: Placed) -> bool:
    """Whether two declarations differ in nothing but where they stand."""
    return bool(replace(one, place=NOWHERE) == replace(other, place=NOWHERE))


def _unlike(old: Mapping[K, T], new: Mapping[K, T], alike: Callable[[T, T], bool] = lambda one, other: False) -> list[K]:
    """The keys under which the two hold different things, or only one holds anything."""
    return [key for key in {**old, **new}
            if key not in old or key not in new or old[key] != new[key] and not alike(old[key], new[key])]  # fmt: skip


def _roles(book: Rulebook) -> frozenset[str]:
    return frozenset(role for event in book.events.values() for role in event.roles)


def _lattice_changed(old: Rulebook, new: Rulebook) -> bool:
    """Whether kinds that both have lie differently, or can now be met in one thing and could not before (or the other way round)."""
    common = old.kinds.keys() & new.kinds.keys()
    if any(old.ancestors[kind] & common != new.ancestors[kind] & common for kind in common):
        return True
    return _joins(new, old, common) or _joins(old, new, common)


def _joins(book: Rulebook, other: Rulebook, common: Iterable[str]) -> bool:
    """Whether a kind that only the first book has lies below two kinds that nothing in the other is below together."""
    for kind in book.kinds.keys() - other.kinds.keys():
        above = book.ancestors[kind].intersection(common)
        if any(above <= book.ancestors[one] for one in above):
            continue
        if any(not other.descendants[a] & other.descendants[b] for a in above for b in above if "thing" not in (a, b)):
            return True
    return False
