"""A line of the map in the words in which a table speaks of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli.main import main

WORDS = (
    "between B1 and C1",
    "between C1 and B1, called the spell",
    "at the line between C1 and B1, called the spell",
    "at the border between B1 and C1",
    "at the border line between C1 and B1",
    "at the east side of B1, called the spell",
    "on the western edge of C1",
)


@pytest.mark.parametrize("where", WORDS)
def test_a_line_of_the_map_is_meant(where: str, tmp_path: Path) -> None:
    file = tmp_path / "one.scenario"
    file.write_text(
        f"""scenario A wall
  uses e6

  wizards Ann, Bob
  board
        A   B   C   D
      +---+---+---+---+
    1 | A   B         |
      +---+---+---+---+
    A  Ann
    B  Bob

  Ann's turn, round 2
    Ann casts CREATE WALL {where}
  Bob's turn
    ask may Bob walk to C1?
      expect no
    ask may Bob walk to A1?
      expect yes
""",
        encoding="utf-8",
    )
    result = CliRunner().invoke(main, ["settle", str(file), "--strict"])
    assert result.exit_code == 0, result.output
