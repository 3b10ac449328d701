"""Claims drawn by lot, each beside the statement that it names: read them (DESIGN 2, a claim has a warrant).

    python -m tests.trust.claims [--seed 1] [--number 30] [--book house]

A claim is a line of a clause that puts it before or behind another (`overrides`, `notwithstanding`, `yields to`, `fallback`, a claimed
`number`, `applies before`), or a default that names its statement (`normally may by ID`, `default 15 by ID`). Each is printed with its
clause, and with the words of the statement or the keeper's reason; one that names neither is a fault.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from adjudicator.resources import rulebase_folder

OF_A_CLAUSE = re.compile(r"(overrides|notwithstanding|yields to|fallback|number \d|applies before)\b")
OF_A_DEFAULT = re.compile(r".*\b(normally (may|may not)|default [\w-]+|no unless a clause says so) by \S")
WARRANT = re.compile(r"\bby ((?:[\w-]+|[A-Z][A-Z' !?-]+)(?:, [\w-]+)*)(?: for .+)?$")
CALL = re.compile(r"keeper's call, because \"(.*)\"")


@dataclass(frozen=True)
class Drawn:
    """A claim: where it stands, the lines of its block, and what it rests on (ids, or the reason of a call)."""

    place: str
    book: str
    claim: str
    block: tuple[str, ...]
    ids: tuple[str, ...]
    reason: str

    @property
    def founded(self) -> bool:
        """Whether it names a statement or is a keeper's call."""
        return bool(self.ids or self.reason)


def blocks(path: Path) -> Iterator[tuple[int, list[str]]]:
    """What a file declares, each with its first line's number; a clause or a property inside a card is a block by itself."""
    block: list[str] = []
    start = 0
    for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text = re.sub(r"\s+-- .*$", "", line).rstrip()
        if not text.strip() or text.startswith("--"):
            continue
        if text[0] != " " or re.match(r"\s+(clause|property) ", text):
            if block:
                yield start, block
            block, start = [], n
        block.append(text)
    if block:
        yield start, block


def claims_of(path: Path) -> Iterator[Drawn]:
    """Every claim of a file of rules."""
    for start, block in blocks(path):
        is_clause = block[0].strip().startswith("clause ")
        for line in block:
            text = line.strip()
            if OF_A_CLAUSE.match(text) if is_clause else OF_A_DEFAULT.match(text):
                call, by = CALL.search(text), WARRANT.search(text)
                place = f"{path.relative_to(rulebase_folder())}:{start}"
                ids = tuple(by.group(1).split(", ")) if by and not call else ()
                yield Drawn(place, path.relative_to(rulebase_folder()).parts[0], text, tuple(block), ids, call.group(1) if call else "")


def all_claims() -> list[Drawn]:
    """Of all books, in the order of their files."""
    return [claim for path in sorted(rulebase_folder().rglob("*.rules")) for claim in claims_of(path)]


def statements() -> dict[str, str]:
    """What the registers say, by id."""
    lines = [line for path in sorted(rulebase_folder().glob("*/*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines()]
    return {one["id"]: one["says"] for one in map(json.loads, lines) if "id" in one and "says" in one}


def main(arguments: list[str]) -> None:
    """Draw, and print."""
    given = dict(zip(arguments[::2], arguments[1::2], strict=True))
    every, says = all_claims(), statements()
    if "--book" in given:
        every = [one for one in every if one.book == given["--book"]]
    seed, number = given.get("--seed", "1"), min(int(given.get("--number", "30")), len(every))
    print(f"{number} of {len(every)} claims, seed {seed}; {sum(not one.founded for one in every)} of all name nothing")
    for n, one in enumerate(random.Random(seed).sample(every, number), 1):
        print(f"\n{n}. {one.place}\n   {one.claim}")
        print("\n".join(f"      | {line}" for line in one.block))
        for name in one.ids:
            print(f"   {name}: {says.get(name, 'what is printed on the card')}")
        if one.reason:
            print(f"   keeper's call: {one.reason}")


if __name__ == "__main__":
    main(sys.argv[1:])
