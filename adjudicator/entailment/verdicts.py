"""Verdicts of earlier runs, kept in the user's cache folder.

A verdict depends on the content of two conditions and on the vocabulary, so an
edit asks again only about what it touches.  One JSON file holds the verdicts
under one vocabulary.  A folder that cannot be read or written is as good as an
empty one: a run never fails for its cache.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from adjudicator.cache import folder, sealed
from adjudicator.cache.program import digest_of
from adjudicator.model.rebuilding import stable
from adjudicator.model.rulebook import Rulebook

MOST_VERDICTS = 400_000


class Store(Protocol):
    """Where verdicts are looked up and left."""

    def get(self, key: str) -> bool | None: ...

    def put(self, key: str, verdict: bool) -> None: ...

    def save(self) -> None: ...


class NoStore:
    """Remembers nothing."""

    def get(self, key: str) -> bool | None:
        return None

    def put(self, key: str, verdict: bool) -> None:
        pass

    def save(self) -> None:
        pass


class FileStore:
    """The verdicts of one file, read when first asked and written by `save`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: dict[str, bool] | None = None
        self._new: dict[str, bool] = {}

    def get(self, key: str) -> bool | None:
        if key in self._new:
            return self._new[key]
        if self._known is None:
            self._known = _read(self.path)
        return self._known.get(key)

    def put(self, key: str, verdict: bool) -> None:
        self._new[key] = verdict

    def save(self) -> None:
        """Add the new verdicts to the file, which others may have written meanwhile."""
        if not self._new or folder.writable() is None:
            return
        known = _read(self.path)
        merged = self._new if len(known) + len(self._new) > MOST_VERDICTS else {**known, **self._new}
        if sealed.write(self.path, json.dumps(merged, sort_keys=True).encode(), _version()):
            self._known, self._new = merged, {}
            sealed.forget_oldest(self.path.parent, "*.json")


def store_for(book: Rulebook) -> Store:
    """The store of a rulebook's vocabulary; none if the cache is switched off."""
    place = folder.folder()
    return NoStore() if place is None else FileStore(place / "verdicts" / f"{vocabulary_digest(book)[:40]}.json")


def vocabulary_digest(book: Rulebook) -> str:
    """A digest of all that a verdict depends on besides the two clauses: kinds, properties, events, cards' kinds.

    Definitions need no place in it, since conditions are compared with their meaning put in.
    """
    lines = [f"kind {kind.name} {kind.parents}" for kind in book.kinds.values()]
    lines += [f"property {p.name} {p.type} {p.type.nobody} {p.subject}" for p in book.properties.values()]
    lines += [
        f"event {e.name} {e.roles} {e.kinds} {e.parents} {e.subject} "
        f"{[(slot.role, slot.kind, slot.type) for phrase in e.phrases for slot in phrase.slots]}"
        for e in book.events.values()
    ]
    lines += [f"card {card.name} {card.kinds}" for card in book.cards.values()]
    lines += [f"thing {name} {kinds}" for name, kinds in book.constants.items()]
    lines += [f"defined {name} {stable(d.meaning)}" for name, d in book.definition_of.items() if name.startswith("kind:")]
    return sha256("\n".join(sorted(lines)).encode()).hexdigest()


def _version() -> str:
    """A verdict stands as long as the code that came to it."""
    return digest_of("entailment", "model")


def _read(path: Path) -> dict[str, bool]:
    content = sealed.read(path, _version())
    try:
        known = json.loads(content) if content is not None else {}
    except (ValueError, RecursionError):
        return {}
    return {k: v for k, v in known.items() if isinstance(v, bool)} if isinstance(known, dict) else {}
