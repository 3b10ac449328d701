"""Invented cards with a fault each, hidden among real cards of five books: the fault is found in its class, and the first screen
of `vet` shows it."""

from __future__ import annotations

import os
import random
from collections import Counter
from pathlib import Path

import pytest
from sampling import sample
from settled import shows

from adjudicator.cli.sweeping import lines_shown
from adjudicator.language.loading import load_rulebook
from adjudicator.report.overview import LINES
from adjudicator.stage.codes import CLASSES
from adjudicator.vetting.opening import Subject
from adjudicator.vetting.vetter import Wishes
from adjudicator.vetting.vetting import run

HERE = Path(__file__).parent
PLANTED = [*((card, "house") for card in sorted((HERE / "cards").glob("*.rules"))),
           *((card, card.parent.name) for card in sorted((HERE / "planted").glob("*/*.rules")))]  # fmt: skip
BY_STEM = {f"{book}-{card.stem}": (card, book) for card, book in PLANTED}
CHOSEN = sorted(BY_STEM) if os.environ.get("ADJUDICATOR_PLANTED") else sample(sorted(BY_STEM), 6)
"""A sixth by the day; all of them with ADJUDICATOR_PLANTED=all."""
BESIDE = 2
"""So many real cards are vetted with each."""
SHOWN_ON_REQUEST = ("V109-exception", "V109-narrower", "V109-the-lame-dancer", "V110-says-so", "V110-in-so-many-words")
"""One sentence of these cards is the exception to another: that is told where it is asked for."""


def real_cards(book: str, seed: str) -> tuple[str, ...]:
    """Some cards of the book that say something."""
    cards = sorted({clause.card for clause in load_rulebook(book).clauses.values() if clause.card})
    return tuple(random.Random(seed).sample(cards, min(BESIDE, len(cards))))


def check_planted(stem: str, folder: Path, shows_it: bool = True) -> None:
    card, book = BY_STEM[stem]
    code = card.stem.partition("-")[0]
    subject = Subject(book, str(card), real_cards(book, stem), wishes=Wishes(specificity=card.stem in SHOWN_ON_REQUEST))
    report = run(subject)
    own = [f for f in report.findings if any(side.place.file == str(card) for side in f.sides)]
    found = [f for f in own if f.code == code]
    assert found, [f.sentence for f in own]
    screen = lines_shown(report, subject)
    assert len(screen) <= LINES
    names = {side.card or side.clause for finding in found for side in finding.sides if side.place.file == str(card)}
    assert any(code in line and any(name[:20] in line for name in names) or found[0].id in line for line in screen), screen
    for finding in found[:2] if shows_it else ():
        if finding.witness:
            assert shows(finding, folder) == ""


def test_there_are_sixty_and_three_of_each_class() -> None:
    assert len(PLANTED) >= 60
    counted = Counter(card.stem.partition("-")[0] for card, _ in PLANTED)
    assert counted.keys() == {one.code for one in CLASSES}
    assert min(counted.values()) >= 3, counted


@pytest.mark.parametrize("stem", CHOSEN)
def test_a_planted_fault_is_found_among_real_cards(stem: str, tmp_path: Path) -> None:
    check_planted(stem, tmp_path)


def test_a_role_that_nobody_plays_can_be_asked_for(tmp_path: Path) -> None:
    """No fault at all: what happens where an event has no target is no condition that can never hold."""
    card = tmp_path / "shot.rules"
    card.write_text(
        "card WILD SHOT is a neutral\n"
        "  clause shots-at-nobody-are-forbidden\n"
        "    for a cast\n"
        "    the cast may not happen\n"
        "    when the spell of the cast is this card\n"
        "    and the target of the cast is nobody\n",
        encoding="utf-8",
    )
    report = run(Subject("e6", str(card)))
    assert "V201" not in {finding.code for finding in report.findings}


def test_a_card_that_loses_says_so_without_being_asked(tmp_path: Path) -> None:
    """A card's permission that a rule's claim over everything beats is told, though nobody asked for exceptions; its own are not."""
    report = run(Subject("house", str(HERE / "cards" / "V110-never-at-dawn.rules")))
    assert {finding.code for finding in report.findings} == {"V110"}
    assert all(finding.winner and finding.winner not in ("early-birds-strike-first",) for finding in report.findings)
    assert not run(Subject("house", str(HERE / "cards" / "V109-exception.rules"))).findings
