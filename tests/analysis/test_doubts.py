"""What hardly comes about at a table is in doubt, and what comes about every day is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.engine.engine import Engine
from adjudicator.language.loading import load_rulebook, load_scenarios
from adjudicator.stage.doubts import NO_MAP, SHARED, TWO_PARTS, doubt_of
from adjudicator.stage.witnesses import Search
from adjudicator.vetting.gaps import Gaps
from adjudicator.vetting.opening import Subject
from adjudicator.vetting.telling import Teller
from adjudicator.vetting.vetting import run

TABLE = """scenario Doubts
  uses e6
  wizards Ann, Bob
  spaces SPACE ONE, SPACE TWO
  cards CARD ONE, CARD TWO
  {facts}
  ask the life of Ann
"""


def doubt(tmp_path: Path, *facts: str) -> str:
    file = tmp_path / "doubts.scenario"
    file.write_text(TABLE.format(facts="\n  ".join(facts)), encoding="utf-8")
    [(scenario, book)] = load_scenarios(file)
    return doubt_of(book, scenario.situation)


@pytest.mark.parametrize(("facts", "said"), (
    (("Ann holds CARD ONE", "Bob holds CARD ONE"), SHARED),
    (("Ann holds CARD ONE", "Ann holds CARD TWO"), ""),
    (("Ann holds CARD ONE", "Bob holds CARD TWO"), ""),
    (("Ann occupies SPACE ONE", "Ann occupies SPACE TWO"), SHARED),
    (("Ann occupies SPACE ONE", "Bob occupies SPACE ONE"), ""),
    (("Ann is in the same space as Bob", "Bob is diagonally next to Ann"), NO_MAP),
    (("Ann is in the same space as Bob",), ""),
    (("Ann is in the same space as Ann",), TWO_PARTS),
))  # fmt: skip
def test_what_hardly_comes_about_is_in_doubt(facts: tuple[str, ...], said: str, tmp_path: Path) -> None:
    assert doubt(tmp_path, *facts) == said


def test_the_attacker_is_not_the_defender(tmp_path: Path) -> None:
    file = tmp_path / "fight.scenario"
    for second, said in (("CYRIC", TWO_PARTS), ("DRAKE", "")):
        file.write_text(f"scenario Fight\n  uses spellfire\n  cards CYRIC, DRAKE\n  the attacking champion is CYRIC\n"
                        f"  the defending champion is {second}\n  ask whether CYRIC flies\n", encoding="utf-8")  # fmt: skip
        [(scenario, book)] = load_scenarios(file)
        assert doubt_of(book, scenario.situation) == said


def test_what_is_no_champion_does_not_attack(tmp_path: Path) -> None:
    """A place for champions is no place for a realm; a realm that counts as one may stand there."""
    file = tmp_path / "fight.scenario"
    for kind, more, said in (("realm", "", True), ("champion", "", False), ("realm", "  Red counts as a champion\n", False)):
        ruins = "clause ruins-fight\n  for a realm\n  the realm counts as a champion\n  when the realm is razed\n\n"
        file.write_text(f"{ruins}scenario Fight\n  uses spellfire\n  {kind} Red\n{more}  the attacking champion is Red\n"
                        "  ask whether Red flies\n", encoding="utf-8")  # fmt: skip
        [(scenario, book)] = load_scenarios(file)
        assert Search(Engine(book)).is_out_of_place(scenario.situation) is said


def test_what_the_table_reads_off_is_no_gap() -> None:
    """The face of a number card is printed on it; who names the direction of a random move the book leaves open."""
    book = load_rulebook("e6")
    gaps = {finding.sides[-1].clause for finding in Gaps(book, Teller(book, "e6"), None, None).findings()}
    assert book.properties["the face of number card"].input
    assert "the face of number card" not in gaps
    assert "the direction named for random move" in gaps


def test_state_at_the_start_is_told_as_a_table_tells_it() -> None:
    """Who carries what is no property told in spite of the rules, though a rule says who has a treasure in the beginning."""
    found = run(Subject("e6", cards=("DRAG",))).findings
    witnesses = [f for f in found if f.witness]
    assert not [f.id for f in witnesses if any("occupies" in text or "carries" in text for text in f.given)]
