"""What is drawn on the line between two spaces and is nothing that stands on lines: the table is told, since it is in no space."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.desk.settling import open_files, settle_all

MAP = """scenario Beside its place
  uses wwrcc

  wizards Ann, Bob
  treasure CHEST
  board
        A   B   C
      +---+---+---+
    1 | {row} |
      +---+---+---+
    A  Ann
    B  Bob
    t  CHEST
    d  a door

  ask whether CHEST occupies C1
"""


@pytest.mark.parametrize(("row", "noted"), [("A d B   t", ()), ("A d B t  ", ("CHEST",)), ("A B d   t", ("Bob",))])
def test_a_sign_on_a_line_is_noted(tmp_path: Path, row: str, noted: tuple[str, ...]) -> None:
    file = tmp_path / "beside.scenario"
    file.write_text(MAP.format(row=row), encoding="utf-8")
    (settled,) = settle_all(open_files((str(file),)))
    notes = [note for note in settled.settlement.notes if "on the line and in no space" in note]
    assert len(notes) == len(noted)
    for name, note in zip(noted, notes, strict=True):
        assert note.startswith(f"the sign of {name} stands between ")
