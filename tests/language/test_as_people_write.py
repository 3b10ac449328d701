"""Numbers as people write them: `four life`, `phase 3`."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli.main import main

BOOK = """book small
  title Small

kind player

property the life of {player} is a whole number, default undecided
  also {player} has {value} life
property the stage is one of one, two, three, none-yet, default none-yet
  also it is stage {value}
"""
TOLD = """scenario As people write
  uses small

  players Ann, Bob
  Ann has four life
  it is stage 3
"""


@pytest.mark.parametrize(("question", "answer"), [("the life of Ann", "4"), ("whether it is stage three", "yes")])
def test_it_is_read(question: str, answer: str, tmp_path: Path) -> None:
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "small.rules").write_text(BOOK, encoding="utf-8")
    file = tmp_path / "told.scenario"
    file.write_text(f"{TOLD.replace('uses small', 'uses ./small')}  ask {question}\n    expect {answer}\n", encoding="utf-8")
    found = CliRunner().invoke(main, ["settle", "--brief", str(file)])
    assert found.exit_code == 0, found.output
