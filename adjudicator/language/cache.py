"""Compiled rulebooks from one run to the next, keyed by the hash of everything that went into them.

They are kept as data (cache/columns.py) in sealed files of the user's own folder; nothing that stands in one is run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from adjudicator.cache import columns, sealed
from adjudicator.cache.folder import folder, writable
from adjudicator.cache.program import digest_of
from adjudicator.resources import grammar_text

T = TypeVar("T")


@lru_cache(maxsize=1)
def program_digest() -> str:
    """A hash of the program's own reading code and grammar, so that a changed program rereads."""
    return hashlib.sha256((digest_of("cache", "language", "model") + grammar_text("structure.lark")).encode()).hexdigest()


def fetch(name: str, kind: type[T], made_of: Iterable[type] = ()) -> T | None:
    """What is kept under a name, instances of `made_of` in it; None when it is not there, is another kind of thing, or not as written."""
    place = folder()
    content = sealed.read(place / name, program_digest()) if place is not None else None
    if content is None:
        return None
    try:
        found = columns.decode(content, made_of)
    except columns.Unfit:
        return None
    return found if isinstance(found, kind) else None


def store(name: str, value: object, made_of: Iterable[type] = ()) -> None:
    """Keep a value under a name, the newest of each ending; what cannot be kept is no error."""
    place = writable()
    if place is None:
        return
    try:
        content = columns.encode(value, made_of)
    except columns.Unfit:
        return
    if sealed.write(place / name, content, program_digest()):
        sealed.forget_oldest(place, "*" + Path(name).suffix)
