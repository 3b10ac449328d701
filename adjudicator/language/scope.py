"""What names mean where a sentence stands: variables, things, cards, and what is declared."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from adjudicator.language.phrases import Pattern, event_patterns, property_patterns
from adjudicator.language.words import tokens_of
from adjudicator.model.rulebook import Rulebook


@dataclass
class Scope:
    """The variables of a clause (name to kind), or the things of a scenario (name to kinds)."""

    variables: dict[str, str] = field(default_factory=dict)
    things: dict[str, tuple[str, ...]] = field(default_factory=dict)
    in_scenario: bool = False


class Phrasebook:
    """A rulebook's vocabulary, indexed for reading sentences."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.patterns: list[tuple[frozenset[str], Pattern]] = []
        for prop in book.properties.values():
            self.patterns += [(p.literals, p) for p in property_patterns(prop)]
        for event in book.events.values():
            self.patterns += [(p.literals, p) for p in event_patterns(event)]

    @cached_property
    def kind_names(self) -> dict[tuple[str, ...], tuple[str, bool]]:
        """Token sequence to (kind, plural?); singular wins where both are written alike."""
        known: dict[tuple[str, ...], tuple[str, bool]] = {}
        for kind in self.book.kinds.values():
            if kind.plural:
                known.setdefault(words_of(kind.plural), (kind.name, True))
        for kind in self.book.kinds.values():
            known[words_of(kind.name)] = (kind.name, False)
        return known

    @cached_property
    def longest_kind(self) -> int:
        """The number of words in the longest name of a kind."""
        return max((len(words) for words in self.kind_names), default=0)

    @cached_property
    def choice_words(self) -> frozenset[str]:
        """Every word that some property can have as its value."""
        return frozenset(w for p in self.book.properties.values() for w in p.type.options)

    def active(self, words: frozenset[str]) -> list[Pattern]:
        """The patterns all of whose fixed words occur in the sentence."""
        return [pattern for literals, pattern in self.patterns if literals <= words]

    def compatible(self, kind: str, slot: str) -> bool:
        """Whether a thing of `kind` can be of kind `slot`: one above the other, a kind below both, or counted as."""
        return self.book.may_meet(kind, slot)


@lru_cache(maxsize=20_000)
def words_of(name: str) -> tuple[str, ...]:
    """The words of a name, as written."""
    return tuple(token.text for token in tokens_of(name))
