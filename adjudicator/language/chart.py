"""The chart: every way to read a span of words, found once and remembered.

A small bottom-up-on-demand chart parser over declared phrases.  Earley over a
generated grammar does the same 25 times slower (notes on speed); here the
phrases that can match at all are picked by their fixed words first.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import Generic, TypeVar

from adjudicator.language.phrases import POSSESSIVE, Pattern
from adjudicator.language.scope import Phrasebook, Scope
from adjudicator.language.words import ARTICLES, ONE, STRUCTURE_WORDS, Token, plural_of, tokens_of
from adjudicator.model.expressions import Sentence, Term
from adjudicator.model.values import Type
from adjudicator.model.vocabulary import Slot
from adjudicator.records import dataclass

X = TypeVar("X", covariant=True)


@dataclass(frozen=True, slots=True)
class Quantifier:
    """`a hat`, `no boat`: a quantified noun met in the place of a thing."""

    op: str
    var: str
    kind: str
    position: int = 0


@dataclass(frozen=True, slots=True)
class Item(Generic[X]):
    """One way to read a span: the expression, its type (None for sentences) and open quantifiers."""

    expr: X
    type: Type | None = None
    quantifiers: tuple[Quantifier, ...] = ()


@dataclass
class Chart:
    """The words of one text and what has been found about their spans.

    `read_sentences` reads the sentences inside of terms (language/sentences.py, which makes charts).
    """

    text: str
    phrasebook: Phrasebook
    scope: Scope
    read_sentences: Callable[[Chart, int, int], list[Item[Sentence]]]
    tokens: list[Token] = field(init=False)
    words: list[str] = field(init=False)
    of_one: dict[int, str] = field(init=False)
    patterns: list[Pattern] = field(init=False)
    introduced: dict[str, set[str]] = field(init=False)
    terms: dict[tuple[int, int], list[Item[Term]]] = field(default_factory=dict)
    sentences: dict[tuple[int, int], list[Item[Sentence]]] = field(default_factory=dict)
    names: Mapping[tuple[str, ...], str] = field(init=False)

    def __post_init__(self) -> None:
        self.tokens = self._owners_apart(tokens_of(self.text))
        self.words = [token.word for token in self.tokens]
        self.of_one = {i: plural_of(word) for i, word in enumerate(self.words) if i and _of_one(self.words[max(0, i - 2) : i])}
        self.patterns = self.phrasebook.active(frozenset((*self.words, *(t.text for t in self.tokens), *self.of_one.values())))
        self.introduced = self._introductions()
        self.names = ChainMap(self.phrasebook.name_words, self.scope.names)  # type: ignore[arg-type]

    def _owners_apart(self, tokens: list[Token]) -> list[Token]:
        """The words, with what makes a possessive (`Ann's life`) as a word of its own, where that is no part of a name or a phrase."""
        if not any(token.text.endswith(POSSESSIVE) for token in tokens[:-1]):
            return tokens
        whole = self.phrasebook.apostrophes | {word for name in self.scope.names for word in name}
        found: list[Token] = []
        for token in tokens:
            cut = len(token.text) - len(POSSESSIVE)
            if token.text.endswith(POSSESSIVE) and cut and token.text not in whole and token is not tokens[-1]:
                found += [Token(token.text[:cut], token.start), Token(POSSESSIVE, token.start + cut)]
            else:
                found.append(token)
        return found

    def kinds_at(self, i: int) -> Iterator[tuple[str, bool, int]]:
        """Kinds named from word i on: (kind, plural?, end)."""
        for length in range(1, self.phrasebook.longest_kind + 1):
            if i + length > len(self.tokens):
                return
            raw = tuple(t.text for t in self.tokens[i : i + length])
            found = self.phrasebook.kind_names.get(raw) or self.phrasebook.kind_names.get(tuple(self.words[i : i + length]))
            if found:
                yield found[0], found[1], i + length

    def name_at(self, i: int, j: int) -> str | None:
        """A single small word that can name a variable."""
        word = self.tokens[i].text if j == i + 1 else ""
        plain = word and word[0].islower() and word.replace("-", "").isalnum() and word not in STRUCTURE_WORDS
        return word if plain else None

    def _introductions(self) -> dict[str, set[str]]:
        """Names that quantified nouns of this text may introduce, with their kinds."""
        found: dict[str, set[str]] = {}
        for i in range(len(self.tokens)):
            for kind, plural, end in self.kinds_at(i):
                if not plural and i > 0 and self.words[i - 1] in (*ARTICLES, "over", "of", "which", "the"):
                    found.setdefault(kind, set()).add(kind)
                if end < len(self.tokens) and self.name_at(end, end + 1):
                    found.setdefault(self.words[end], set()).add(kind)
                if plural:
                    found.setdefault(kind, set()).add(kind)
        return found

    def match(self, pattern: Pattern, i: int, j: int) -> Iterator[tuple[tuple[Slot, int, int], ...]]:
        """All ways to lay a pattern over the span, as the spans of its slots."""
        parts = pattern.parts
        if len(parts) > j - i:
            return
        first, last = parts[0], parts[-1]
        if isinstance(first, str) and not self.is_word(i, first):
            return
        if isinstance(last, str) and not self.is_word(j - 1, last):
            return
        yield from self._lay(parts, 0, i, j)

    def _lay(self, parts: tuple[str | Slot, ...], p: int, i: int, j: int) -> Iterator[tuple[tuple[Slot, int, int], ...]]:
        if p == len(parts):
            if i == j:
                yield ()
            return
        part = parts[p]
        if isinstance(part, str):
            if i < j and self.is_word(i, part):
                yield from self._lay(parts, p + 1, i + 1, j)
            return
        after = parts[p + 1] if p + 1 < len(parts) else None
        rest = len(parts) - p - 1
        if after is None:
            if i < j:
                yield ((part, i, j),)
            return
        for end in range(i + 1, j - rest + 1):
            if isinstance(after, Slot) or self.is_word(end, after):
                for tail in self._lay(parts, p + 1, end, j):
                    yield ((part, i, end), *tail)

    def is_word(self, i: int, word: str) -> bool:
        """Whether this word stands at position i, in either spelling; of one there is no plural: `1 space` is said of `{number} spaces`."""
        return self.words[i] == word or self.tokens[i].text == word or self.of_one.get(i) == word

    def has(self, i: int, *words: str) -> bool:
        """Whether these words stand at position i."""
        if len(words) == 1:  # this is asked of every place, again and again
            return i < len(self.words) and self.words[i] == words[0]
        return i + len(words) <= len(self.words) and all(self.words[i + k] == w for k, w in enumerate(words))

    def depth_free(self, i: int, j: int) -> list[int]:
        """The positions in the span that are not inside brackets."""
        depth, free = 0, []
        for k in range(i, j):
            if self.words[k] == "(":
                depth += 1
            elif self.words[k] == ")":
                depth -= 1
            elif depth == 0:
                free.append(k)
        return free

    def start_of(self, i: int) -> int:
        """The column (from 0) at which the word at position i begins."""
        return self.tokens[min(i, len(self.tokens) - 1)].start if self.tokens else 0

    def span_text(self, i: int, j: int) -> str:
        """The words i..j as they are written."""
        if i >= j:
            return ""
        last = self.tokens[j - 1]
        return self.text[self.tokens[i].start : last.start + len(last.text)]


def _of_one(before: list[str]) -> bool:
    """Whether a word is said of one, being right behind it (`1 space`) or behind one word more (`1 movement point`)."""
    return any(word in ONE for word in before)
