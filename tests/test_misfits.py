"""What is told in the place of an event for things of a kind, and is none: rules about such things say nothing of it (meaning 14.7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.language.loading import load_scenarios
from adjudicator.settling.settling import settle

BALLS = """book yard
  title The yard

ladder
  rung specificity

kind person
kind stone
kind ball

clock
  seats person

property {stone} is painted
property {ball} is dented
  state

event kick
  {person agent} kicks {ball target}
  normally may

clause painted-stones-will-do
  for a stone s
  s counts as a ball
  when s is painted

clause kicks-dent
  for a kick k, a ball b
  then b is dented
  when the target of k is b
"""


@pytest.mark.parametrize(("painted", "said"), [(False, ["Pebble is no ball"]), (True, [])])
def test_what_is_nothing_of_the_kind_that_an_event_is_for_is_told(tmp_path: Path, painted: bool, said: list[str]) -> None:
    (tmp_path / "yard").mkdir()
    (tmp_path / "yard" / "a.rules").write_text(BALLS, encoding="utf-8")
    fact = "  Pebble is painted\n" if painted else ""
    table = f"scenario A kick\n  uses yard\n  persons Ann, Bob\n  stone Pebble\n{fact}"
    told = f"{table}  Ann's turn\n    Ann kicks Pebble\n  ask whether Pebble is dented\n"
    (tmp_path / "a.scenario").write_text(told, encoding="utf-8")
    [(scenario, book)] = load_scenarios(tmp_path / "a.scenario")
    assert [one.why for one in settle(book, scenario).unheard if "no ball" in one.why] == said
