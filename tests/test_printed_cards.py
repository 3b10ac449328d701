"""The printed cards of Wiz-War: every statement of their register is in a clause or says why not, and so many cards do something."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent / "rulebase"
FILES = [ROOT / "wizwar" / name for name in ("cards.jsonl", "cards-waiting.jsonl")]
"""The register that the books read, and what no clause says yet, which they need not read."""
LINES = [json.loads(line) for path in FILES for line in path.read_text(encoding="utf-8").splitlines()]
RULES = {path: path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("*/*.rules"))}
CITED = {one for text in RULES.values() for one in re.findall(r"(?<![-\w])card-[a-z0-9-]+-\d+\b", text)}
CARDS = sorted({line["section"].rpartition(";")[0] for line in LINES})
OF_EDITION = {"8th edition": ("e8",), "6th edition": ("e6", "house", "wwrcc"), "edition 6.1": ("e6", "house", "wwrcc")}
PLAYS = re.compile(r"the printed strength of (?:it|this card) is [1-9]|takes a number card for power|this card (?:cancels|opens)")
"""Printed facts that clauses of the rules turn into something on the table."""


def printed(name: str, books: tuple[str, ...]) -> str:
    """All that stands below the name of the card in these books, without what clauses say."""
    found = []
    for path, text in RULES.items():
        if path.parent.name in books:
            found += re.findall(rf"^card {re.escape(name)}(?: is [^\n]*)?\n((?:  .*\n|\n(?=  ))*)", text, re.MULTILINE)
    return "\n".join(found)


def clauses(books: tuple[str, ...]) -> str:
    """The words of all clauses of these books, those of cards among them."""
    text = "\n".join(text for path, text in RULES.items() if path.parent.name in books)
    return "\n".join(line.split("--")[0] for line in text.splitlines() if not line.startswith(("card ", "  it ", "  the ")))


CLAUSES = {books: clauses(books) for books in {("e8",), ("e6", "house", "wwrcc"), ("wizwar", "house", "wwrcc", "e6")}}


def standing(card: str) -> str:
    """Whether clauses say what a card does, or it has printed facts alone, or a name."""
    name, _, edition = card.rpartition(", ")
    own = OF_EDITION.get(edition, ("wizwar", "house", "wwrcc", "e6"))
    below = printed(name, ("wizwar", *own))
    if any(line["id"] in CITED for line in LINES if line["section"].startswith(f"{card};")):
        return "clauses"
    if PLAYS.search(below) or "  clause " in printed(name, own) or re.search(rf"(?<![A-Z'-]){re.escape(name)}(?![A-Z'-])", CLAUSES[own]):
        return "clauses"
    return "printed facts" if below.strip() else "name"


def test_each_statement_stands_as_it_says() -> None:
    assert len({line["id"] for line in LINES}) == len(LINES)
    assert {line["id"] for line in LINES} >= CITED
    for line in LINES:
        assert (line["stands"] == "encoded") == (line["id"] in CITED), line
        assert line["stands"] in ("encoded", "waiting") or line["why"], line
        assert line["sources"] and line["confidence"] in ("high", "medium", "low"), line
        assert line["confidence"] == "high" or line["says"].endswith(f"(confidence {line['confidence']})"), line


def test_so_many_cards_do_something() -> None:
    found = Counter(standing(card) for card in CARDS)
    assert sum(found.values()) == 282
    assert sum(any(line["id"] in CITED for line in LINES if line["section"].startswith(f"{card};")) for card in CARDS) == 195
    assert (found["clauses"], found["printed facts"], found["name"]) == (239, 27, 16), found


@pytest.mark.parametrize(
    "path", [path for path in RULES if "cards-" in path.name and path.parent.name in ("e8", "wizwar")], ids=lambda path: path.stem
)
def test_what_is_not_sure_says_so(path: Path) -> None:
    """A clause that rests on a statement of low confidence is a keeper's call, so that every answer that turns on it says so."""
    low = {line["id"] for line in LINES if line["confidence"] == "low"}
    for clause in re.split(r"^ *clause ", RULES[path], flags=re.MULTILINE)[1:]:
        cites = set(re.findall(r"(?<![-\w])card-[a-z0-9-]+-\d+\b", clause))
        assert not cites or not cites <= low or "keeper's call, because \"confidence low" in clause, clause
