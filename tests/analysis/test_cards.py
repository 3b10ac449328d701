"""Invented cards with a planted fault each: the fault is found, in its class, and the witness shows it."""

from __future__ import annotations

from pathlib import Path

import pytest
from settled import shows

from adjudicator.stage.codes import CLASSES
from adjudicator.vetting.vetter import Wishes
from adjudicator.vetting.vetting import vet

CARDS = sorted((Path(__file__).parent / "cards").glob("*.rules"))


@pytest.mark.parametrize("card", CARDS, ids=lambda path: path.stem)
def test_the_planted_fault_is_found(card: Path, tmp_path: Path) -> None:
    code = card.stem.partition("-")[0]
    report = vet(str(card), "house", wishes=Wishes(specificity=code in ("V109", "V110")))
    found = [f for f in report.findings if f.code == code]
    assert found, [f.sentence for f in report.findings]
    before_all = {"V110"} if code == "V108" else set()  # what a card allows loses to the two bans that go before everything
    assert {f.code for f in report.findings} - before_all == {code}
    for finding in found:
        assert finding.place.file == str(card) or finding.sides[-1].place.file == str(card)
        if finding.witness:
            assert shows(finding, tmp_path) == ""


def test_every_class_has_a_card() -> None:
    assert {path.stem.partition("-")[0] for path in CARDS} == {one.code for one in CLASSES}
