"""Compiled rulebooks on disk, keyed by the hash of everything that went into them.

The folder is `platformdirs`' cache folder for this program; the environment
variable ADJUDICATOR_CACHE names another one, or switches caching off when empty.
Only our own dataclasses are pickled, and only files this program wrote are read.
"""

from __future__ import annotations

import dataclasses
import hashlib
import io
import os
import pickle
import sys
import tempfile
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeVar

from adjudicator import VERSION
from adjudicator.resources import grammar_text

T = TypeVar("T")


def folder() -> Path | None:
    """Where compiled rulebooks are kept; None when caching is off."""
    chosen = os.environ.get("ADJUDICATOR_CACHE")
    if chosen == "":
        return None
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("adjudicator", appauthor=False)


def writable() -> Path | None:
    """The folder, made if need be; None where caching is off or the folder cannot be written."""
    place = folder()
    try:
        if place is not None:
            place.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return place if place is not None and os.access(place, os.W_OK) else None


@lru_cache(maxsize=1)
def program_digest() -> str:
    """A hash of the program's own reading code and grammar, so that a changed program rereads."""
    digest = hashlib.sha256(f"{VERSION} {sys.version_info[:2]}".encode())
    here = Path(__file__).resolve().parent.parent
    for part in ("language", "model"):
        for path in sorted((here / part).glob("*.py")):
            digest.update(path.read_bytes())
    digest.update(grammar_text("structure.lark").encode())
    return digest.hexdigest()


def fetch(name: str, kind: type[T]) -> T | None:
    """What is kept under a name; None when it is not there, is of another kind, or is not as it was written."""
    place = folder()
    if place is None:
        return None
    try:
        written = (place / name).read_bytes()
        if hashlib.sha256(written[_SEAL:]).digest() != written[:_SEAL]:
            return None
        found = pickle.loads(written[_SEAL:])
    except (OSError, pickle.PickleError, AttributeError, EOFError, ImportError, ValueError, TypeError, IndexError, KeyError):
        return None
    return found if isinstance(found, kind) else None


def store(name: str, value: object) -> None:
    """Keep our own dataclasses under a name, the newest of each ending; an unwritable folder is no error."""
    place = writable()
    if place is None:
        return
    written = io.BytesIO()
    _Pickler(written, protocol=5).dump(value)
    content = written.getvalue()
    if write_whole(place / name, hashlib.sha256(content).digest() + content):
        forget_oldest(place, "*" + Path(name).suffix)


_SEAL = hashlib.sha256().digest_size
"""Each file starts with the hash of the rest, so that one cut short or damaged is never read."""


class _Pickler(pickle.Pickler):
    """Writes our slotted dataclasses as calls of their constructors, which read back in half the time."""

    def reducer_override(self, value: object):
        kind = type(value)
        fields = _fields_of(kind)
        return NotImplemented if fields is None else (kind, tuple([getattr(value, name) for name in fields]))


@cache
def _fields_of(kind: type) -> tuple[str, ...] | None:
    """The fields of a slotted dataclass in their order; None for anything else."""
    if "__slots__" not in kind.__dict__ or not dataclasses.is_dataclass(kind):
        return None
    return tuple(field.name for field in dataclasses.fields(kind))


KEPT_FILES = 24


def write_whole(path: Path, content: bytes) -> bool:
    """Put a file in place all at once, so that nobody reads half of it; False where it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    except OSError:
        return False
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        return False
    return True


def forget_oldest(place: Path, pattern: str, kept: int = KEPT_FILES) -> None:
    """Delete all but the newest files of a pattern; what cannot be deleted stays."""
    try:
        files = sorted(place.glob(pattern), key=lambda file: file.stat().st_mtime, reverse=True)
        for file in files[kept:]:
            file.unlink(missing_ok=True)
    except OSError:
        return
