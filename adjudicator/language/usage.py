"""How often players say a sentence of which kinds of things, and in what words they tell of it: counted, and kept beside a book.

What is said of somebody and something that can be lifted is mostly that he carries it. So a sentence that nobody understood is
answered, too, with what is mostly said of the things that it names, and of this first with what is told in words like its own: what
stands in the titles and remarks of scenarios, and in the statements of the book, tells in English what their sentences say in the
words of the book (a prior and a likelihood, as a naive Bayes classifier has them). A book without a count loses only this help.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import log

from adjudicator.language.filling import places
from adjudicator.language.words import IDLE_WORDS, PAST, stem_of
from adjudicator.model.expressions import Apply, Literal, walk
from adjudicator.model.hearing import base_name
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Scenario, Thing
from adjudicator.model.values import Ref, Value
from adjudicator.model.vocabulary import Event, Property
from adjudicator.records import dataclass
from adjudicator.resources import rulebase_folder

FILE, WORDINGS = "usage.jsonl", "wordings.jsonl"
"""Beside the rules of a book: a line for each sentence and kinds, with how many scenarios say it; and the words of `Wordings`, the first
line for all tellings, the others for what they say."""


@dataclass(frozen=True, slots=True)
class Use:
    """A property or event by its name, the kinds of what it was said of (empty for what is no thing), and in how many scenarios."""

    said: str
    of: tuple[str, ...]
    times: int


@lru_cache(maxsize=16)
def usage(name: str) -> tuple[Use, ...]:
    """What is counted of a book, by its name."""
    file = rulebase_folder() / name / FILE
    if not file.is_file():
        return ()
    lines = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return tuple(Use(said, tuple(of), times) for said, of, times in lines)


@dataclass(frozen=True, slots=True)
class Often:
    """In how many scenarios something is said of certain things, and the kinds of what else it is said of there, or can be."""

    times: int
    beside: frozenset[str]


def sayable(book: Rulebook, meant: Sequence[tuple[str, ...]]) -> dict[str, Often]:
    """The properties and events that can be said of things like these, each given by its kinds; all of them in one sentence."""
    times: Counter[str] = Counter()
    beside: dict[str, set[str]] = {}
    for use in usage(book.name):
        left = _left_beside(book, use.of, meant)
        if left is not None:
            times[use.said] += use.times
            beside.setdefault(use.said, set()).update(left)
    owners: tuple[Property | Event, ...] = (*book.properties.values(), *book.events.values())
    for owner in owners:
        left = None if owner.name in beside else _left_beside(book, _places(owner), meant)
        if left is not None:
            beside[owner.name] = set(left)
    return {said: Often(times[said], frozenset(kinds)) for said, kinds in beside.items()}


def _places(owner: Property | Event) -> list[str]:
    """The kinds of the things that a sentence speaks of, that of its value among them."""
    value = owner.type.kind if isinstance(owner, Property) else ""
    return [*(slot.kind for slot in places(owner)), *([value] if value else [])]


def likelihood(book: Rulebook, said: str, often: Often, stems: Iterable[str]) -> float:
    """How likely it is that somebody says this in these words (their stems), as the logarithm of what can be compared."""
    words = wordings(book.name)
    tellings, of_it = words.of.get(said, (0, {}))
    found = log(often.times + 0.5)
    for stem in stems:
        usual = words.stems.get(stem, 0) / max(1, words.tellings)
        if usual:
            found += log((of_it.get(stem, 0) + _SMOOTH * usual) / ((tellings + _SMOOTH) * usual))
    return found


def is_told(book: Rulebook, said: str, often: Often, stems: Iterable[str]) -> bool:
    """Whether anybody says this of such things, or tells of it in one of these words."""
    return often.times > 0 or not wordings(book.name).of.get(said, (0, {}))[1].keys().isdisjoint(stems)


_SMOOTH = 10
"""So many tellings in the usual words are taken to stand behind each sentence: what few tell of is not judged by them alone."""


@dataclass(frozen=True, slots=True)
class Wordings:
    """In what words is told what sentences say: how many tellings there are, how many of them have each stem, and of those that say a
    property or an event how many there are, and how many of these have each stem."""

    tellings: int
    stems: dict[str, int]
    of: dict[str, tuple[int, dict[str, int]]]


@lru_cache(maxsize=16)
def wordings(name: str) -> Wordings:
    """What is counted of the tellings of a book, by its name."""
    file = rulebase_folder() / name / WORDINGS
    if not file.is_file():
        return Wordings(0, {}, {})
    lines = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    _, tellings, stems = next(lines)
    return Wordings(tellings, stems, {said: (number, of_it) for said, number, of_it in lines})


def told_in_words(text: str) -> frozenset[str]:
    """The stems of the words of a telling that tell something."""
    words = (word.lower() for word in _WORD.findall(text))
    return frozenset(stem_of(PAST.get(word, word)) for word in words if word not in IDLE_WORDS)


_WORD = re.compile(r"[A-Za-z][a-z'-]{2,}")


def count_wordings(tellings: Iterable[tuple[frozenset[str], frozenset[str]]]) -> Wordings:
    """The words of tellings counted, each given by its stems and what it says; a word counts for a sentence from the second time on."""
    number, stems, times = 0, Counter[str](), Counter[str]()
    pairs: dict[str, Counter[str]] = {}
    for words, said in tellings:
        number += 1
        stems.update(words)
        times.update(said)
        for one in said:
            pairs.setdefault(one, Counter()).update(words)
    kept = {one: {stem: count for stem, count in sorted(found.items()) if count > 1} for one, found in sorted(pairs.items())}
    known = {stem for found in kept.values() for stem in found}
    return Wordings(number, {stem: stems[stem] for stem in sorted(known)}, {one: (times[one], found) for one, found in kept.items()})


def _left_beside(book: Rulebook, places: Iterable[str], meant: Sequence[tuple[str, ...]]) -> list[str] | None:
    """The kinds of a sentence's places beside those that these things take, each one of its own; None where one finds no place."""
    left = [kind for kind in places if kind in book.kinds]
    for kinds in meant:
        place = next((kind for kind in left if any(book.is_a(own, kind) or book.is_a(kind, own) for own in kinds)), None)
        if place is None:
            return None
        left.remove(place)
    return left


def count(scenarios: Iterable[tuple[Scenario, Rulebook]]) -> tuple[Use, ...]:
    """What scenarios tell and ask, counted: each sentence of the same kinds once for each scenario, and only what two of them say."""
    found: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for scenario, book in scenarios:
        found.update(said_in(scenario, book))
    return tuple(Use(said, of, times) for (said, of), times in sorted(found.items()) if times > 1)


def said_in(scenario: Scenario, book: Rulebook) -> set[tuple[str, tuple[str, ...]]]:
    """What a scenario tells and asks: each property or event, with the kinds of what it says it of."""
    things = scenario.situation.things

    def kinds(values: Iterable[Value]) -> tuple[str, ...]:
        return tuple(_kind(book, things, value) for value in values)

    told = {(base_name(said), kinds(args)) for said, args in scenario.situation.facts}
    events = {(one.kinds[0], kinds(value for _, value in one.roles)) for one in things.values() if one.is_event}
    nodes = (node for question in scenario.questions for node in walk(question.ask) if isinstance(node, Apply))
    asked = {(base_name(node.property), kinds(arg.value for arg in node.args if isinstance(arg, Literal))) for node in nodes}
    return told | events | asked


def _kind(book: Rulebook, things: dict[str, Thing], value: Value) -> str:
    """The first kind of a thing, of a card that which it is printed with; empty for what is none."""
    if not isinstance(value, Ref):
        return ""
    kind = things[value.name].kinds[0] if value.name in things and value.name not in book.cards else value.name
    return book.cards[kind].kinds[0] if kind in book.cards else kind
