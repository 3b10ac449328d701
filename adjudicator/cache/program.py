"""Which version of the program this is, by the text of its own parts, so that a changed program makes anew what it kept."""

from __future__ import annotations

import sys
from functools import cache
from hashlib import sha256
from pathlib import Path

from adjudicator import VERSION


@cache
def digest_of(*parts: str) -> str:
    """A hash of some packages of this program, of its version and of Python's."""
    digest = sha256(f"{VERSION} {sys.version_info[:2]}".encode())
    here = Path(__file__).resolve().parent.parent
    for part in parts:
        for path in sorted((here / part).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()
