"""Scenarios that were read before, from one run to the next: a file is read again when its text, or a rulebook that it uses, has changed.

Kept are those of files that say nothing but scenarios, without a map, of which there was nothing to remark.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace

from adjudicator.language import cache
from adjudicator.language.earlier import BOOK, declared_in
from adjudicator.model import situation, story
from adjudicator.model.places import Place
from adjudicator.model.situation import Fact, Scenario
from adjudicator.records import dataclass


@dataclass(frozen=True, slots=True)
class Read:
    """A scenario, the facts of its situation apart; the rulebook that it uses by that name, where it says so, and its digest."""

    scenario: Scenario
    facts: tuple[Fact, ...]
    uses: str
    place: Place
    digest: str


KINDS = (*BOOK, *declared_in(situation, story), Read)
"""What scenarios are made of."""


def fetch(name: str, text: str) -> list[Read] | None:
    """What was read of this text, the file of this name; None where that is not kept."""
    kept = cache.fetch(_key(name, text), tuple, KINDS)
    return None if kept is None or not all(isinstance(one, Read) for one in kept) else [_whole(one) for one in kept]


def keep(name: str, text: str, read: Sequence[Read]) -> None:
    """Keep what was read of a text."""
    apart = [_apart(one) for one in read]
    if all(one.scenario.situation.board is None and _whole(one).scenario == whole.scenario for one, whole in zip(apart, read, strict=True)):
        cache.store(_key(name, text), tuple(apart), KINDS)


def _key(name: str, text: str) -> str:
    return hashlib.sha256(f"{cache.program_digest()}\0{name}\0{text}".encode("utf-8", "surrogatepass")).hexdigest() + ".scenarios"


def _apart(read: Read) -> Read:
    """With the facts as a list: what is kept can be looked up by plain names only."""
    facts = tuple(read.scenario.situation.facts.values())
    return replace(read, scenario=_with(read.scenario, ()), facts=facts)


def _whole(read: Read) -> Read:
    return replace(read, scenario=_with(read.scenario, read.facts))


def _with(scenario: Scenario, facts: Iterable[Fact]) -> Scenario:
    return replace(scenario, situation=replace(scenario.situation, facts={fact.node: fact for fact in facts}))
