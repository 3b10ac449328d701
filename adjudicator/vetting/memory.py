"""Verdicts of earlier runs about pairs of clauses and single ones, so that an edit asks again only about what it touches.

Each verdict is kept with what it has looked at in the rulebook, as questions and digests of their answers (vetting/digests.py).
It stands as long as all these answers are the same; no more is asked for a book in which nothing at all has changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from adjudicator.cache import folder, sealed
from adjudicator.records import dataclass

MOST = 400_000
VERSIONS = 2
"""How many verdicts are kept about one thing: what is undone comes back."""
_VERSION = "clashes 2"
Answer = tuple[str, str]
"""A question, and a digest of the answer."""


class Book(Protocol):
    """What the memory asks of a rulebook: a digest of all of it, and of its answer to a question."""

    @property
    def state(self) -> str: ...

    def of(self, question: str) -> str: ...


@dataclass(frozen=True, slots=True)
class Kept:
    """What was found, and what it rests on; in a book of this state it is known to stand."""

    found: dict[str, Any]
    state: str
    rests: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Learned:
    """What was found in this run, and the questions it has put to the book; plain data that another process can be given."""

    found: dict[str, Any]
    questions: frozenset[str]


class Memory:
    """What is known of pairs: nothing (None), no clash (empty), or the finding as data."""

    def __init__(self, path: Path | None = None, off: bool = False) -> None:
        self.path = path
        self.off = off
        self._known: dict[str, list[Kept]] | None = None
        self._stands: dict[Answer, bool] = {}
        self._moved = False
        self.new: dict[str, Learned] = {}
        self.used: set[str] = set()
        self.asked: set[str] = set()

    def get(self, key: str, book: Book) -> dict[str, Any] | None:
        """What was found about a pair, None if it was never asked, or may come out otherwise now."""
        if self.off:
            return None
        short = _short(key)
        self.used.add(short)
        if short in self.new:
            return self.new[short].found
        versions = self.known.get(short, [])
        for place, kept in enumerate(versions):
            if kept.state == book.state or self._holds(kept, book):
                if place or kept.state != book.state:
                    versions.remove(kept)
                    versions.insert(0, Kept(kept.found, book.state, kept.rests))
                    self._moved = True
                return kept.found
        return None

    def _holds(self, kept: Kept, book: Book) -> bool:
        """Whether the book still answers everything as it did."""
        stands = self._stands
        for answer in kept.rests:
            known = stands.get(answer)
            if known is None:
                known = stands[answer] = book.of(answer[0]) == answer[1]
            if not known:
                return False
        return True

    def put(self, key: str, found: dict[str, Any], questions: Iterable[str] = ()) -> None:
        """Keep what was found, and what it has asked."""
        if not self.off:
            self.new[_short(key)] = Learned(found, frozenset(questions))
            self.asked.add(_short(key))

    @property
    def known(self) -> dict[str, list[Kept]]:
        """What the file holds."""
        if self._known is None:
            self._known = _read(self.path) if self.path is not None else {}
        return self._known

    def save(self, book: Book) -> None:
        """Write it for the next run; a folder that cannot be written is left alone."""
        if self.path is None or not (self.new or self._moved) or folder.writable() is None:
            return
        for short, versions in _read(self.path).items():
            self.known.setdefault(short, versions)
        answers: dict[str, Answer] = {}
        for short, learned in self.new.items():
            rests = tuple(answers.setdefault(q, (q, book.of(q))) for q in sorted(learned.questions))
            self.known[short] = [Kept(learned.found, book.state, rests), *self.known.get(short, [])][:VERSIONS]
        if len(self.known) > MOST:
            self._known = {short: kept for short, kept in self.known.items() if short in self.used or short in self.new}
        if sealed.write(self.path, _written(self.known), _VERSION):
            self.new, self._moved = {}, False
            sealed.forget_oldest(self.path.parent, "*.json")


def memory_for(name: str) -> Memory:
    """The memory of a rulebook (by its name); an empty one where the cache is switched off."""
    place = folder.folder()
    return Memory(None if place is None else place / "clashes" / f"{sha256(name.encode()).hexdigest()[:24]}.json")


def _short(key: str) -> str:
    return sha256(key.encode()).hexdigest()[:32]


def _written(known: dict[str, list[Kept]]) -> bytes:
    """The verdicts as JSON: each answer and each state stands there once, and is spoken of by its place."""
    answers: dict[Answer, int] = {}
    states: dict[str, int] = {}
    rows = {
        short: [
            [kept.found, states.setdefault(kept.state, len(states)), [answers.setdefault(a, len(answers)) for a in kept.rests]]
            for kept in versions
        ]
        for short, versions in known.items()
    }
    return json.dumps({"states": list(states), "answers": list(answers), "known": rows}).encode()


def _read(path: Path) -> dict[str, list[Kept]]:
    """What a file holds; nothing where it is not there, or not as this program writes it."""
    content = sealed.read(path, _VERSION)
    if content is None:
        return {}
    try:
        read = json.loads(content)
        answers = [(question, digest) for question, digest in read["answers"]]
        states = read["states"]
        return {
            short: [Kept(found, states[state], tuple([answers[i] for i in rests])) for found, state, rests in versions]
            for short, versions in read["known"].items()
        }
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        return {}
