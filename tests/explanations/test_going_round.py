"""Where clauses go round and there is one way only, the argument says in words which clauses go round, and that it can be nothing else."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from adjudicator.cli.main import main

BOOK = """book merry
  title Merry

ladder
  rung specificity

kind person
property {person} is merry
property {person} sings

clause singers-are-merry
  for a person p
  p is merry
  when p sings

clause the-quiet-are-merry
  for a person p
  p is merry
  unless p sings

clause the-merry-sing
  for a person p
  p sings
  when p is merry

clause the-sad-sing
  for a person p
  p sings
  unless p is merry
"""


def test_the_clauses_that_go_round_are_named(tmp_path: Path) -> None:
    (tmp_path / "merry").mkdir()
    (tmp_path / "merry" / "merry.rules").write_text(BOOK, encoding="utf-8")
    file = tmp_path / "round.scenario"
    file.write_text("scenario Round\n  uses merry\n  person Ann\n  ask whether Ann is merry\n", encoding="utf-8")
    said = " ".join(CliRunner().invoke(main, ["explain", str(file)]).output.split())
    assert "=> yes" in said
    way = "(they go round through singers-are-merry and the-merry-sing: this is the one way in which it comes to rest)"
    assert f"Ann sings {way}" in said or f"Ann is merry {way}" in said, said
