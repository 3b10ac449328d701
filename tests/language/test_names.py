"""Names as they are printed: with commas, too."""

from __future__ import annotations

from pathlib import Path

from adjudicator.language.loading import load_scenarios
from adjudicator.settling.settling import settle

BOOK = """\
book relics
  title Relics
  source sheet

source sheet
  rank 1

kind knight
kind relic
property {relic} is worn by {knight}
property {relic} is bright
property {knight} is strong
card ROD, PART 7 is a relic
card ROD is a relic

clause worn
  for a knight k
  k is strong
  when ROD, PART 7 is worn by k
"""
TABLE = """\
scenario One part of two
  uses relics

  knights Ann, Bob
  ROD, PART 7 is worn by Ann, is bright
  ROD is worn by Bob
  ask whether Ann is strong
    expect yes
  ask whether Bob is strong
    expect no
  ask whether ROD, PART 7 is bright
    expect yes
  ask whether ROD is bright
    expect no
"""


def test_a_card_may_have_a_comma_in_its_name(tmp_path: Path) -> None:
    (tmp_path / "relics").mkdir()
    (tmp_path / "relics" / "relics.rules").write_text(BOOK, encoding="utf-8")
    table = tmp_path / "table.scenario"
    table.write_text(TABLE.replace("uses relics", f"uses {tmp_path / 'relics'}"), encoding="utf-8")
    [(scenario, book)] = load_scenarios(table)
    assert [answer.met for answer in settle(book, scenario).answers] == [True] * 4
