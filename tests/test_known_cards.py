"""The cards of Spellfire of which the facts say what they do: by which clauses they work, and what of them is not said."""

from __future__ import annotations

import json
import re

import pytest

from adjudicator.language.loading import load_rulebook
from adjudicator.model.rulebook import Rulebook, properties_in
from adjudicator.resources import rulebase_folder

KNOWN = [json.loads(line) for line in (rulebase_folder() / "spellfire/cards/known.jsonl").read_text(encoding="utf-8").splitlines()]
PRINT = re.compile(r"(.+), as printed \(\d+\)$")


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return load_rulebook("spellfire")


def own_clauses(book: Rulebook, card: str) -> list[str]:
    """The clauses that speak of this card by name, beside those that only say what is printed on it."""
    names = (repr(card), repr(f"kind:{card}"))
    return [name for name, clause in book.clauses.items() if not PRINT.match(name) and any(said in repr(clause) for said in names)]


def heard_facts(book: Rulebook, card: str) -> set[str]:
    """What is printed on the card and some clause of the book listens to."""
    others = [clause for clause in book.clauses.values() if not PRINT.match(clause.name)]
    heard = {one for clause in others for said in (*clause.whens, *clause.unlesses) for one in properties_in(said)}
    printed = {c.property for name, clause in book.clauses.items() if name.startswith(f"{card}, as printed (") for c in clause.conclusions}
    return printed & heard


def test_each_works_as_it_says(book: Rulebook) -> None:
    """By clauses of its own, or by what is printed on it and general clauses hear."""
    for line in KNOWN:
        assert line["card"] in book.cards, line
        assert line["by"] == ("clauses" if own_clauses(book, line["card"]) else "words"), line
        assert line["by"] == "clauses" or heard_facts(book, line["card"]), line


def test_how_many_there_are() -> None:
    """All 127 entries of the card facts, one of which is four cards; 26 work by general clauses alone."""
    assert len({line["card"] for line in KNOWN}) == len(KNOWN) == 130
    assert sum(line["by"] == "words" for line in KNOWN) == 26
    assert sum(bool(line["missing"]) for line in KNOWN) == 28
