"""How often players say a sentence of which kinds of things: counted over the scenarios of a book, and kept beside it.

What is said of somebody and something that can be lifted is mostly that he carries it. So a sentence that nobody understood is
answered, too, with what is mostly said of the things that it names (a prior over sentences, as language models have one over words).
A book without a count has none, and loses only this help.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from adjudicator.model.expressions import Apply, Literal, walk
from adjudicator.model.hearing import base_name
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Scenario, Thing
from adjudicator.model.values import Ref, Value
from adjudicator.records import dataclass
from adjudicator.resources import rulebase_folder

FILE = "usage.jsonl"
"""Beside the rules of a book: a line for each sentence and kinds, with how many scenarios say it."""


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
    """In how many scenarios something is said of certain things, and the kinds of what else it is said of there."""

    times: int
    beside: frozenset[str]


def often_said(book: Rulebook, meant: Sequence[tuple[str, ...]]) -> dict[str, Often]:
    """The properties and events that are said of things like these, each given by its kinds; all of them in one sentence."""
    times: Counter[str] = Counter()
    beside: dict[str, set[str]] = {}
    for use in usage(book.name):
        left = left_beside(book, use.of, meant)
        if left is not None:
            times[use.said] += use.times
            beside.setdefault(use.said, set()).update(left)
    return {said: Often(number, frozenset(beside[said])) for said, number in times.items()}


def left_beside(book: Rulebook, places: Iterable[str], meant: Sequence[tuple[str, ...]]) -> list[str] | None:
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
        found.update(_said_in(scenario, book))
    return tuple(Use(said, of, times) for (said, of), times in sorted(found.items()) if times > 1)


def _said_in(scenario: Scenario, book: Rulebook) -> set[tuple[str, tuple[str, ...]]]:
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
