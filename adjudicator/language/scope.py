"""What names mean where a sentence stands: variables, things, cards, and what is declared."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cached_property, lru_cache
from math import log

from adjudicator.language.phrases import POSSESSIVE, Pattern, event_patterns, possessive_pattern, property_patterns
from adjudicator.language.words import IDLE_WORDS, stem_of, tokens_of
from adjudicator.model.listening import hearing
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Thing
from adjudicator.model.values import Ref
from adjudicator.records import dataclass


@dataclass
class Scope:
    """The variables of a clause (name to kind), or the things of a scenario (name to kinds), also by the words of their names."""

    variables: dict[str, str] = field(default_factory=dict)
    things: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    in_scenario: bool = False
    by_words: Mapping[tuple[str, ...], str] | None = None
    trying: bool = False
    """Whether it is only tried whether a text can be read: then why not is not looked for, which takes longer."""
    below: bool = False
    """Whether it stands below an event, which it answers."""
    whole: bool = False
    """Whether a scenario is read that is written to its end, so that all its things are known, and the only one of a kind."""

    @property
    def names(self) -> Mapping[tuple[str, ...], str]:
        """The things by the words of their names."""
        return {words_of(name): name for name in self.things} if self.by_words is None else self.by_words

    def events_with(self, name: str) -> tuple[str, ...]:
        """The events of a scenario in which a thing takes part."""
        kept = self.things.kept if isinstance(self.things, KindsOf) else {}
        return tuple(event.name for event in kept.values() if any(value == Ref(name) for _, value in event.roles))

    def only_event_with(self, name: str) -> str:
        """The one event of a scenario that is told to its end in which a thing takes part; empty where there is none, or several."""
        told = self.events_with(name) if self.whole else ()
        return told[0] if len(told) == 1 else ""

    def drawn_as(self, kind: str) -> tuple[str, ...]:
        """The things of a scenario that are drawn as one of the kind and have no name of their own."""
        return tuple(self.things.kept.drawn.get(kind, ())) if isinstance(self.things, KindsOf) else ()


class Things(dict[str, Thing]):
    """The things of a scenario while it is read, each also known by the words of its name; those that are `drawn` without one, by kind."""

    def __init__(self) -> None:
        super().__init__()
        self.by_words: dict[tuple[str, ...], str] = {}
        self.drawn: dict[str, list[str]] = {}

    def __setitem__(self, name: str, thing: Thing) -> None:
        super().__setitem__(name, thing)
        self.by_words[words_of(name)] = name

    def kept(self) -> Things:
        """The same things, to go on with one way and come back."""
        other = Things()
        other.update(self)
        other.by_words, other.drawn = dict(self.by_words), self.drawn
        return other

    def pop(self, name: str) -> Thing:  # type: ignore[override]
        """Take a thing off the table; it was there."""
        if self.by_words.get(words_of(name)) == name:
            del self.by_words[words_of(name)]
        return super().pop(name)


@dataclass(frozen=True)
class KindsOf(Mapping[str, tuple[str, ...]]):
    """The kinds of things by their names, read where the things are kept."""

    kept: Things

    def __getitem__(self, name: str) -> tuple[str, ...]:
        return self.kept[name].kinds

    def __iter__(self) -> Iterator[str]:
        return iter(self.kept)

    def __len__(self) -> int:
        return len(self.kept)


class Phrasebook:
    """A rulebook's vocabulary, indexed for reading sentences."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book

    @cached_property
    def patterns(self) -> list[tuple[frozenset[str], Pattern]]:
        """Every form of every declared phrase, with its fixed words."""
        found = [pattern for prop in self.book.properties.values() for pattern in property_patterns(prop)]
        found += [pattern for event in self.book.events.values() for pattern in event_patterns(event)]
        return [(pattern.literals, pattern) for pattern in found]

    @cached_property
    def fixed_words(self) -> frozenset[str]:
        """The words of all declared phrases, their places left out."""
        return frozenset(word for literals, _ in self.patterns for word in literals)

    @cached_property
    def stems(self) -> list[frozenset[str]]:
        """The stems of the fixed words of every pattern, in the order of the patterns."""
        return [frozenset(stem_of(word.lower()) for word in literals) for literals, _ in self.patterns]

    @cached_property
    def with_stem(self) -> dict[str, list[int]]:
        """The patterns that have a stem, by their numbers in the order of the patterns."""
        found: dict[str, list[int]] = {}
        for number, stems in enumerate(self.stems):
            for stem in stems:
                found.setdefault(stem, []).append(number)
        return found

    @cached_property
    def weights(self) -> dict[str, float]:
        """How much the stem of a fixed word tells: the fewer declarations have it, the more; small words hardly anything."""
        owners: dict[str, set[int]] = {}
        for stems, (_, pattern) in zip(self.stems, self.patterns, strict=True):
            for stem in stems:
                owners.setdefault(stem, set()).add(id(pattern.owner))
        count, idle = len({id(pattern.owner) for _, pattern in self.patterns}) + 1, {stem_of(word) for word in IDLE_WORDS}
        return {stem: 0.2 if stem in idle else 0.5 + log(count / len(own)) for stem, own in owners.items()}

    @cached_property
    def called_by(self) -> dict[str, tuple[str, ...]]:
        """The cards that a small word may call up, by its stem: `GLUE` of what is glued; those of that name alone, where there is one."""
        parts: dict[str, list[str]] = {}
        for name in self.book.cards:
            for stem in dict.fromkeys(stem_of(word) for word in re.split(r"[^a-z']+", name.lower()) if len(word) > 3):
                parts.setdefault(stem, []).append(name)
        alone = {stem: [name for name in names if stem_of(name.lower()) == stem] for stem, names in parts.items()}
        return {stem: tuple(alone[stem] or names) for stem, names in parts.items()}

    @cached_property
    def spoken_of(self) -> dict[str, int]:
        """How many rules read or conclude a property or an event: what a book speaks of often is likelier to be meant."""
        heard = hearing(self.book)
        return {name: len(heard.read.get(name, {})) + len(heard.concluded.get(name, {})) for name in {**heard.read, **heard.concluded}}

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
    def also(self) -> dict[str, str]:
        """Other words for kinds, to the kinds."""
        return {word: kind.name for kind in self.book.kinds.values() for word in kind.also}

    @cached_property
    def longest_kind(self) -> int:
        """The number of words in the longest name of a kind."""
        return max((len(words) for words in self.kind_names), default=0)

    @cached_property
    def choice_words(self) -> frozenset[str]:
        """Every word that some property can have as its value."""
        return frozenset(w for p in self.book.properties.values() for w in p.type.options)

    @cached_property
    def name_words(self) -> dict[tuple[str, ...], str]:
        """The things that are on every table, by the words of their names."""
        return {words_of(name): name for name in self.book.names}

    @cached_property
    def _by_rarest_word(self) -> dict[str, list[int]]:
        """The patterns by that fixed word of theirs which the fewest patterns have (none: the empty word)."""
        count = Counter(word for literals, _ in self.patterns for word in literals)
        found: dict[str, list[int]] = {}
        for number, (literals, _) in enumerate(self.patterns):
            found.setdefault(min(literals, key=lambda word: (count[word], word), default=""), []).append(number)
        return found

    def active(self, words: frozenset[str]) -> list[Pattern]:
        """The patterns all of whose fixed words occur in the sentence, in the order in which they are declared."""
        rarest = self._by_rarest_word
        numbers = sorted(number for word in ("", *words) for number in rarest.get(word, ()) if self.patterns[number][0] <= words)
        found = [self.patterns[number][1] for number in numbers]
        return found + [pattern for literals, pattern in self._possessives if literals <= words] if POSSESSIVE in words else found

    @cached_property
    def _possessives(self) -> list[tuple[frozenset[str], Pattern]]:
        """`{player}'s life`, for every `the life of {player}`."""
        found = [possessive_pattern(pattern) for _, pattern in self.patterns]
        return [(pattern.literals, pattern) for pattern in found if pattern is not None]

    @cached_property
    def apostrophes(self) -> frozenset[str]:
        """The words of names, kinds and phrases that end like a possessive and are none."""
        named = (word for name in (*self.kind_names, *self.name_words) for word in name)
        said = (word for literals, _ in self.patterns for word in literals)
        return frozenset(word for word in (*named, *said) if word.endswith(POSSESSIVE))

    def of_more_kinds(self, book: Rulebook) -> Phrasebook:
        """The phrasebook of a book that has more kinds than this one, and the same phrases."""
        more = Phrasebook(book)
        same = ("patterns", "stems", "with_stem", "weights", "spoken_of", "_by_rarest_word", "choice_words")
        more.__dict__.update({name: getattr(self, name) for name in same})
        return more

    @cached_property
    def on_every_card(self) -> frozenset[str]:
        """The kinds of which all printed cards are, but for the one of which everything is: their places are for cards."""
        kinds = self.book.kinds
        above = [{kind for kind in kinds if kind != "thing" and self.book.is_a(name, kind)} for name in self.book.cards]
        return frozenset(set.intersection(*above)) if above else frozenset()

    def is_for_cards(self, kind: str) -> bool:
        """Whether a place for this kind is one for what is played and held, not for what it may have put on the map."""
        return any(self.book.is_a(kind, one) for one in self.on_every_card)

    def compatible(self, kind: str, slot: str) -> bool:
        """Whether a thing of `kind` can be of kind `slot`: one above the other, a kind below both, or counted as."""
        return self.book.may_meet(kind, slot)


@lru_cache(maxsize=20_000)
def words_of(name: str) -> tuple[str, ...]:
    """The words of a name, as written."""
    return tuple(token.text for token in tokens_of(name))
