"""The figures of docs/trust.md: which of them are older than the code they were measured on.

    python -m tests.trust.figures            # lists them, with the commands to measure again
    python -m tests.trust.figures --today    # the marks of today's code, to write beside new figures

Each row names the parts of the program on which its figure rests, and a mark: a hash of their text as it was then.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "trust.md"
_ROW = re.compile(r"^\| (\d+) \| (.+?) \| (.+?) \| `([0-9a-f]{7,40})` \| ([a-z ]+): `([0-9a-f]{8})` \|$", re.MULTILINE)


@dataclass(frozen=True)
class Figure:
    """One row: which promise, what was measured, with which seed, at which commit, and the parts it rests on with their mark."""

    promise: str
    measured: str
    seed: str
    commit: str
    parts: tuple[str, ...]
    mark: str

    @property
    def stale(self) -> bool:
        """Whether the code has changed since."""
        return mark_of(self.parts) != self.mark


def mark_of(parts: tuple[str, ...]) -> str:
    """A hash of the text of some packages of the program; the same whatever machine it is on."""
    digest = sha256()
    for part in parts:
        for path in sorted((ROOT / "adjudicator" / part).rglob("*.py")):
            digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:8]


def figures(text: str) -> list[Figure]:
    """The rows of the page."""
    return [Figure(*row[:4], tuple(row[4].split()), row[5]) for row in _ROW.findall(text)]


def main() -> int:
    """Say which figures are older than the code."""
    found = figures(PAGE.read_text(encoding="utf-8"))
    for figure in found:
        if "--today" in sys.argv:
            print(f"{figure.promise}: {' '.join(figure.parts)}: `{mark_of(figure.parts)}`")
        elif figure.stale:
            print(f"{figure.promise}: {figure.measured}: measured at {figure.commit}; the code has changed since")
    return int(any(figure.stale for figure in found))


if __name__ == "__main__":
    sys.exit(main())
