"""Rewriting an author's file: wholly or not at all, and never one that others share or that is protected."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from adjudicator.language.diagnostics import Diagnostic, LanguageError
from adjudicator.language.files import contents
from adjudicator.model.places import NOWHERE


def why_not_replaceable(path: Path) -> str:
    """Why a file is not to be rewritten: its own words after its name; empty where it may be.

    A new file takes the place of the old one. That would lift a write protection, part names that share one file,
    and take a file away from its owner.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            return "is no regular file"
        if not found.st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(path, os.W_OK):
            return "is write-protected"
        if found.st_nlink > 1:
            return f"has {found.st_nlink} names (hard links), which would be parted"
        if hasattr(os, "geteuid") and found.st_uid != os.geteuid():
            return "belongs to somebody else"
        if not os.access(path.resolve().parent, os.W_OK):
            return "lies in a folder that cannot be written"
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    return ""


def refuse_protected(path: Path) -> None:
    """Raise LanguageError where a file is not to be rewritten."""
    why = why_not_replaceable(path)
    if why:
        raise LanguageError([Diagnostic("file", f"`{path}` is not rewritten: it {why}", NOWHERE)])


def replace_file(path: Path, text: str, before: bytes) -> None:
    """Write beside the file and swap: whatever happens, the author's text or the new one is there whole, and nothing else.

    Raises LanguageError where the file is not to be rewritten, no longer holds what it held `before`, or cannot be written.
    """
    refuse_protected(path)
    path = path.resolve()
    try:
        with _swapped_in(path, text.encode()):
            if contents(path) != before:
                raise LanguageError([Diagnostic("file", f"`{path}` was changed meanwhile; it is left as it is", NOWHERE)])
    except OSError as error:
        raise LanguageError([Diagnostic("file", f"`{path}` cannot be written: {error.strerror}", NOWHERE)]) from None


def write_file(path: Path, text: str) -> None:
    """Write a file that the program makes: whole, or what was there before stays. Raises OSError where it cannot be written.

    What is no regular file (a device, a pipe), is shared by several names or belongs to somebody else is written where it is.
    """
    raw = text.encode("utf-8", "backslashreplace")
    path = path.resolve()
    if path.exists() and why_not_replaceable(path):
        path.write_bytes(raw)
    else:
        with _swapped_in(path, raw):
            pass


@contextmanager
def _swapped_in(path: Path, raw: bytes) -> Iterator[None]:
    """Write beside the file, do what is in the block, and swap; where anything fails, nothing is left behind."""
    new = path.with_name(f".adjudicator-{secrets.token_hex(8)}.new")
    try:
        with open(new, "xb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            os.chmod(new, stat.S_IMODE(path.stat().st_mode))
        yield
        os.replace(new, path)
    finally:
        new.unlink(missing_ok=True)
