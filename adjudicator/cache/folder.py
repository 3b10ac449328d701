"""The folder in which things are kept: the user's own, and nobody else's to look into or to write in.

It is `platformdirs`' cache folder for this program; the environment variable ADJUDICATOR_CACHE names another one, or
switches keeping off when empty.
"""

from __future__ import annotations

import os
import stat
import sys
from functools import cache
from pathlib import Path

OTHERS = 0o077
PRIVATE = 0o700


def folder() -> Path | None:
    """Where things are kept; None where keeping is off, or the folder is somebody else's."""
    chosen = os.environ.get("ADJUDICATOR_CACHE")
    if chosen == "":
        return None
    if chosen:
        return _own(Path(chosen))
    from platformdirs import user_cache_path

    return _own(user_cache_path("adjudicator", appauthor=False))


def writable() -> Path | None:
    """The folder, made if need be; None where it cannot be written either."""
    place = folder()
    if place is None:
        return None
    try:
        place.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
    except OSError:
        return None
    return _own(place) if os.access(place, os.W_OK) else None


def is_own(found: os.stat_result) -> bool:
    """Whether a file or folder belongs to the user who runs the program (where the system knows of users)."""
    return not hasattr(os, "geteuid") or found.st_uid == os.geteuid()


def _own(place: Path) -> Path | None:
    """The folder, once nobody else can look into it; None where it is not the user's own. One that is not there yet is."""
    try:
        if not is_own(place.lstat()):
            return _refused(place)
        found = place.stat()
    except FileNotFoundError:
        return place
    except OSError:
        return None
    if not is_own(found):
        return _refused(place)
    if not stat.S_ISDIR(found.st_mode):
        return None
    if os.name == "posix" and found.st_mode & OTHERS:
        try:
            place.chmod(PRIVATE)
        except OSError:
            return _refused(place)
    return place


def _refused(place: Path) -> Path | None:
    _say(f"note: `{place}` is not your own folder, so nothing is kept there; name another one in ADJUDICATOR_CACHE")
    return None


@cache
def _say(note: str) -> None:
    """A note on standard error; the same one only once."""
    print(note, file=sys.stderr)
