"""Verdicts of earlier runs about pairs of clauses, so that an edit asks again only about what it touches."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

from adjudicator.language import cache

MOST = 400_000


class Memory:
    """What is known of pairs: nothing (None), no clash (empty), or the finding as data."""

    def __init__(self, path: Path | None = None, off: bool = False) -> None:
        self.path = path
        self.off = off
        self._known: dict[str, dict] | None = None
        self.new: dict[str, dict] = {}
        self.used: set[str] = set()

    def get(self, key: str) -> dict | None:
        """What was found about a pair, None if it was never asked."""
        if self.off:
            return None
        short = _short(key)
        self.used.add(short)
        if short in self.new:
            return self.new[short]
        return self.known.get(short)

    def put(self, key: str, found: dict) -> None:
        """Keep what was found."""
        if not self.off:
            self.new[_short(key)] = found

    @property
    def known(self) -> dict[str, dict]:
        """What the file holds."""
        if self._known is None:
            self._known = _read(self.path) if self.path is not None else {}
        return self._known

    def save(self) -> None:
        """Write it for the next run; a folder that cannot be written is left alone."""
        if self.path is None or not self.new:
            return
        merged = {**_read(self.path), **self.new}
        if len(merged) > MOST:
            merged = {key: found for key, found in merged.items() if key in self.used or key in self.new}
        if cache.write_whole(self.path, json.dumps(merged).encode()):
            self._known, self.new = merged, {}
            cache.forget_oldest(self.path.parent, "*.json")


def memory_for(name: str) -> Memory:
    """The memory of a rulebook (by its name); an empty one where the cache is switched off."""
    place = cache.folder()
    return Memory(None if place is None else place / "clashes" / f"{sha256(name.encode()).hexdigest()[:24]}.json")


def _short(key: str) -> str:
    return sha256(key.encode()).hexdigest()[:32]


def _read(path: Path) -> dict[str, dict]:
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}
