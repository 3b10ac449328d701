"""Sealed files: what is read is what was written under this name by this version, or nothing.

A file starts with a line that holds the hash of all the rest, of its name and of the version that wrote it.  Whatever is
cut short, damaged, renamed, too long, no regular file, another user's or written by another version is as good as not there.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import tempfile
import time
from pathlib import Path

from adjudicator.cache.folder import PRIVATE, is_own

LONGEST = 256 * 2**20
"""Bytes of the longest file that is read or written."""
KEPT_FILES = 24
_MARK = b"adjudicator cache 2 "
_HEAD = len(_MARK) + hashlib.sha256().digest_size * 2 + 1
_STALE = 3600
"""Seconds after which a file that was never finished is nobody's any more."""


def read(path: Path, version: str) -> bytes | None:
    """What was written under this name by this version; None where that is not there, or not as it was written."""
    written = _bytes(path)
    if written is None or written[:_HEAD] != _head(path.name, version, written[_HEAD:]):
        return None
    return written[_HEAD:]


def write(path: Path, content: bytes, version: str) -> bool:
    """Put a sealed file in place, whole or not at all; False where it cannot be written."""
    if len(content) + _HEAD > LONGEST:
        return False
    return write_whole(path, _head(path.name, version, content) + content)


def _head(name: str, version: str, content: bytes) -> bytes:
    digest = hashlib.sha256(b"\0".join((name.encode("utf-8", "surrogateescape"), version.encode(), b"")))
    digest.update(content)
    return _MARK + digest.hexdigest().encode() + b"\n"


def _bytes(path: Path) -> bytes | None:
    """The bytes of a regular file of the user's own; None for anything else, without waiting for it."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(path, flags)
    except OSError:
        return None
    found = os.fstat(handle)
    if not stat.S_ISREG(found.st_mode) or not is_own(found) or found.st_size > LONGEST:
        os.close(handle)
        return None
    with os.fdopen(handle, "rb") as file:
        try:
            return file.read(LONGEST)
        except OSError:
            return None


def write_whole(path: Path, content: bytes) -> bool:
    """Put a file in place all at once, so that nobody ever reads half of it; False where it cannot be written."""
    try:
        path.parent.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    except OSError:
        return False
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except BaseException as fault:
        with contextlib.suppress(OSError):
            os.unlink(name)
        if isinstance(fault, OSError):
            return False
        raise
    return True


def forget_oldest(place: Path, pattern: str, kept: int = KEPT_FILES) -> None:
    """Delete all but the newest files of a pattern, and what was never finished; what cannot be deleted stays."""
    try:
        files = sorted((file.lstat().st_mtime, file) for file in place.glob(pattern))
        unfinished = [file for file in place.glob("*.part") if file.lstat().st_mtime < time.time() - _STALE]
        for file in [*unfinished, *(file for _, file in files[: max(0, len(files) - kept)])]:
            file.unlink(missing_ok=True)
    except OSError:
        return
