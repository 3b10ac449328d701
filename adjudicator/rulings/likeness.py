"""Rulings like a debate: the recorded rulings and the statements of a book that are nearest in words and cards to what somebody typed.

Nothing is read and nothing is settled here: a debate that no reader understands is still like others. A ruling speaks by its
question, its title and its table, and by the statements that it rests on, in the plain words of the register.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from math import log
from pathlib import Path

from adjudicator.language.diagnostics import Messages
from adjudicator.language.files import read_source
from adjudicator.language.synonyms import synonyms
from adjudicator.language.words import IDLE_WORDS, PAST, stem_of, tokens_of
from adjudicator.model.rulebook import RegisterEntry
from adjudicator.records import dataclass

MOST = 3
"""So many are shown."""
_ASK, _TITLE, _TABLE, _RESTS_ON = 1.0, 0.9, 0.6, 0.8
"""What a word is worth by where a ruling says it: in its question, its title, its table, in what it rests on."""
_CARD = 1.6
"""What the name of a card is worth, as against a word as rare."""
_NEAR = 0.35
"""What a word near in meaning is worth, as against the word itself."""
_ASKED = 2.0
"""What a word of a question is worth, as against one of what is told."""
_KIND = 0.6
"""What the kinds of a card that is named are worth."""
_RULE = 1.0
"""What it is worth that a ruling rests on a statement near to what was said, as against that its own words are near."""
_LONG = 0.02
"""How much less a word counts for each other one beside it."""
_SMALL_TALK = frozenset(
    stem_of(word)
    for word in (
        *IDLE_WORDS, "i", "me", "my", "mine", "you", "your", "we", "he", "she", "they", "him", "her", "his", "their", "its", "im", "ive",
        "dont", "doesnt", "cant", "am", "so", "but", "if", "when", "while", "just", "still", "now", "then", "also", "too", "yet", "get",
        "got", "want", "say", "says", "does", "did", "will", "would", "could", "been", "any", "all", "one", "other", "another", "whether",
        "ann", "bob", "player", "turn", "round", "how", "why", "where", "out", "up", "down", "thing", "called",
    )
)  # fmt: skip
_BY = re.compile(r"\s*\bby (?!default\b)([a-z0-9][\w-]*(?:, [a-z0-9][\w-]*)*)")
_QUESTION = re.compile(r"[^.?!;\n]+\?")
_CALLED = re.compile(r"^ +(?:proposed: )?(?P<deed>.+?), called (?P<name>[^,]+)(?:,.*)?$")
_BLOCK = re.compile(r"^(?=scenario )", re.MULTILINE)
_NO_TABLE = ("scenario ", "uses ", "from ", "ask ", "expect ", "ruled ", "--", "|", "+")
"""How lines of a scenario begin that say nothing of its table."""

_BEARS = (3.0, 2.0, 1.5)
"""What a statement near in words is worth that bears on what is asked, by how many steps it stands behind it, as against others."""

Bearing = Mapping[str, int]
"""For each statement that bears on what is asked how many steps it stands behind it."""
NONE_BEARS: Bearing = {}
Cards = Mapping[tuple[str, ...], str]
"""Printed names by their words in small letters."""
Kinds = Mapping[str, Iterable[str]]
"""Of what kinds a card is: rules speak of those."""


@dataclass(frozen=True)
class Ruling:
    """A question of a scenario that was ruled on, and the statements that it says it rests on; `line` is where the question stands.

    Where it asks of a deed by the name that this has there (`the blow may happen`), `deed` is what is done.
    """

    file: str
    line: int
    title: str
    ask: str
    answer: str
    rests_on: tuple[str, ...]
    deed: str = ""


@dataclass(frozen=True)
class Shelf:
    """The rulings and statements of a book, indexed by their words."""

    rulings: tuple[Ruling, ...]
    statements: tuple[RegisterEntry, ...]
    cards: Cards
    kinds: Kinds
    _of_rulings: _Index = field(repr=False)
    _of_statements: _Index = field(repr=False)

    def like(self, said: str, most: int = MOST, bearing: Bearing = NONE_BEARS) -> list[Ruling]:
        """The rulings nearest to what was said, the nearest first; no two of one scenario, or by the same statements."""
        found: list[Ruling] = []
        for one in self._ranked(self._wanted(said), bearing):
            if not any(one.title == other.title or one.rests_on and one.rests_on == other.rests_on for other in found):
                found.append(one)
            if len(found) == most:
                break
        return found

    def about(self, words: str, most: int = MOST) -> list[Ruling]:
        """The rulings that somebody looks for by words: those that have them all, and then the nearest others; no two of one scenario."""
        wanted = terms(words, self.cards)
        there = [{number for number, _ in self._of_rulings.postings.get(word, ())} for word in wanted]
        having = {self.rulings[number] for number in set.intersection(*there)} if there else set()
        found: dict[str, Ruling] = {}
        for one in (*(ranked for ranked in self._ranked(wanted) if ranked in having), *self.like(words, most)):
            found.setdefault(one.title, one)
        return [*found.values()][:most]

    def near(self, said: str, most: int = MOST, bearing: Bearing = NONE_BEARS) -> list[RegisterEntry]:
        """The statements of the book nearest to what was said, the nearest first."""
        scores = self._of_statements_that_bear(self._wanted(said), bearing)
        return [self.statements[number] for number in sorted(scores, key=lambda number: (-scores[number], number))[:most]]

    def on(self, statement: RegisterEntry, said: str = "") -> Ruling | None:
        """Of the rulings that rest on a statement the one nearest to what was said."""
        scores = self._of_rulings.scores(self._wanted(said))
        there = [number for number, one in enumerate(self.rulings) if statement.id in one.rests_on]
        return self.rulings[max(there, key=lambda number: (scores.get(number, 0.0), -number))] if there else None

    def _wanted(self, said: str) -> dict[str, float]:
        """The words that are looked for: those of its questions first, and what kinds of cards it names."""
        found = terms(said, self.cards)
        for word in [*found]:
            for kind in self.kinds.get(word, ()):
                for stem in _words(kind, {}):
                    found[stem] = max(_KIND, found.get(stem, 0.0))
        asked = [*_words("\n".join(_QUESTION.findall(said)), self.cards)]
        return found | {word: _ASKED * found[word] for word in asked}

    def _of_statements_that_bear(self, words: Mapping[str, float], bearing: Bearing) -> dict[int, float]:
        """How near each statement is: by its words, and more so where it bears on what is asked."""
        scores = self._of_statements.scores(words)
        return {number: score * _worth(bearing.get(self.statements[number].id)) for number, score in scores.items()}

    def _ranked(self, words: Mapping[str, float], bearing: Bearing = NONE_BEARS) -> list[Ruling]:
        """The rulings that share a word, the nearest first: by their own words, and by the nearest statement that they rest on."""
        own = self._of_rulings.scores(words)
        by = {self.statements[number].id: score for number, score in self._of_statements_that_bear(words, bearing).items()}
        most, best = max(own.values(), default=1.0), max(by.values(), default=1.0)
        scores = {
            number: score / most + _RULE * max((by.get(id, 0.0) for id in self.rulings[number].rests_on), default=0.0) / best
            for number, score in own.items()
        }
        return [self.rulings[number] for number in sorted(scores, key=lambda number: (-scores[number], number))]


@dataclass(frozen=True)
class _Index:
    """For each word, in which texts it stands and what it is worth there."""

    postings: Mapping[str, Sequence[tuple[int, float]]]
    lengths: Sequence[float]

    def scores(self, words: Mapping[str, float]) -> dict[int, float]:
        """For the number of each text that has words of these: how near it is; a rare word counts more than a common one."""
        found: dict[int, float] = defaultdict(float)
        for word, weight in words.items():
            there = self.postings.get(word, ())
            rare = weight * log(1 + len(self.lengths) / len(there)) if there else 0.0
            for number, worth in there:
                found[number] += rare * worth
        return {number: score / self.lengths[number] for number, score in found.items()}


def _indexed(texts: Iterable[Mapping[str, float]]) -> _Index:
    postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
    lengths = []
    for number, text in enumerate(texts):
        for word, worth in text.items():
            postings[word].append((number, worth))
        lengths.append(1 + _LONG * len(text))
    return _Index(dict(postings), lengths)


def shelf(files: Iterable[Path], statements: Iterable[RegisterEntry], cards: Cards, kinds: Kinds) -> Shelf:
    """The rulings in scenario files and the statements of a book, indexed; files that cannot be read are left out."""
    statements = tuple(statements)
    said = {one.id: terms(f"{one.says} {one.section.replace('-', ' ')}", cards) for one in statements}
    rulings: list[Ruling] = []
    texts: list[Mapping[str, float]] = []
    for path in files:
        text = read_source(path, Messages(), str(path)) or ""
        for table, asked in _rulings(text, str(path)):
            there = _words_of(table, cards)
            for one in asked:
                rulings.append(one)
                texts.append(_weighed(one, there, said, cards))
    return Shelf(tuple(rulings), statements, cards, kinds, _indexed(texts), _indexed(said.values()))


def _weighed(one: Ruling, table: frozenset[str], said: Mapping[str, Mapping[str, float]], cards: Cards) -> dict[str, float]:
    """What each word of a ruling is worth, by the best place where it says it."""
    found = dict.fromkeys(table, _TABLE)
    found |= {word: _RESTS_ON for id in one.rests_on for word, worth in said.get(id, {}).items() if worth >= 1}
    return found | dict.fromkeys(_words_of(one.title, cards), _TITLE) | dict.fromkeys(_words_of(f"{one.ask} {one.deed}", cards), _ASK)


def _rulings(text: str, file: str) -> Iterator[tuple[str, list[Ruling]]]:
    """The scenarios of a file: what each tells of its table, and its questions that have an answer."""
    first = 1
    for block in _BLOCK.split(text):
        lines = block.split("\n")
        if lines[0].startswith("scenario "):
            title = lines[0].removeprefix("scenario ").strip().strip('"')
            asked = []
            for number, line in enumerate(lines):
                answers = _answers(lines[number + 1 :]) if line.startswith("  ask ") else []
                if answers:
                    rests_on = tuple(dict.fromkeys(id for answer in answers for ids in _BY.findall(answer) for id in ids.split(", ")))
                    shown = " / ".join(_BY.sub("", answer) for answer in answers)
                    ask = line.strip().removeprefix("ask ")
                    asked.append(Ruling(file, first + number, title, ask, shown, rests_on, deed_of(ask, lines)))
            yield table_of(block), asked
        first += len(lines) - 1


def deed_of(ask: str, lines: Sequence[str]) -> str:
    """What is done in the deed that a question calls by its name; empty where it names none."""
    called = (found for line in lines if (found := _CALLED.match(line)))
    return next((one["deed"] for one in called if re.match(rf"(?:whether )?{re.escape(one['name'])}\b", ask)), "")


def table_of(scenario: str) -> str:
    """What a scenario tells, without its title, its questions and their answers."""
    return "\n".join(line for line in map(str.strip, scenario.split("\n")) if not line.startswith(_NO_TABLE))


def _answers(below: Sequence[str]) -> list[str]:
    """What is expected or ruled below a question."""
    found = []
    for line in map(str.strip, below):
        if not line.startswith(("expect ", "ruled ")):
            break
        found.append(line.partition(" ")[2])
    return found


def terms(text: str, cards: Cards) -> dict[str, float]:
    """The words of a text that tell something, by their stems, those near to them in meaning, and the cards that it names."""
    found = {word: _CARD if word.isupper() else 1.0 for word in _words(text, cards)}
    for word in [*found]:
        for other in synonyms(word):
            found.setdefault(other, _NEAR)
    return found


def _words_of(text: str, cards: Cards) -> frozenset[str]:
    return frozenset(_words(text, cards))


def _words(text: str, cards: Cards) -> Iterator[str]:
    """The stems of the words of a text, and the printed names in it, in whatever letters."""
    words = [token.text.strip('.,;:?"').removesuffix("'s").casefold() for token in tokens_of(text.replace("\u2019", "'"))]
    longest = max(map(len, cards), default=1)
    for at, word in enumerate(words):
        for length in range(1, longest + 1):
            card = cards.get(tuple(words[at : at + length]))
            if card is not None:
                yield card
        word = PAST.get(word, word)
        stem = stem_of(word)
        if word[:1].isalpha() and stem not in _SMALL_TALK:
            yield stem


def _worth(steps: int | None) -> float:
    """What it is worth that a statement stands so many steps behind what is asked."""
    return 1.0 if steps is None else _BEARS[min(steps, len(_BEARS) - 1)]
