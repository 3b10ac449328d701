"""What players do at the table: slips, other words, odd names. Each must come out right, or be told kindly what would be."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli.main import main

TABLE = """\
scenario A table
  uses house

  wizards Ann, Bob
  Ann has LOS to Bob
  Bob has 4 life
  Bob carries SOULSTONE
  Ann casts FIREBALL at Bob, called the shot
  ask the life of Bob afterwards
"""

# What the player writes instead of a line (or after it, with +), and what must be in the answer.
CASES = {
    "nothing": ("", "", "=> 2"),
    "no life said": ("  Bob has 4 life\n", "", "=> 3 if the life of Bob is at least 5 and at most 8 (nobody said)"),
    "nothing said of it": (
        "afterwards",
        "afterwards\n  a provision called OURS\n  ask whether OURS has the force of a rule",
        "nothing says whether OURS has the force of a rule",
    ),
    "stone unknown": ("  Bob carries", "  unknown: Bob carries", "if Bob carries SOULSTONE"),
    "twice the same stone": ("Bob carries SOULSTONE", "Bob carries SOULSTONE, carries PEBBLE\n  a SOULSTONE called PEBBLE", "=> 3"),
    "the question first": ("  wizards", "  ask whether Bob is a wizard\n  wizards", "=> yes"),
    "misspelt card": ("SOULSTONE", "SOLSTONE", "did you mean `SOULSTONE`?"),
    "card in small letters": ("FIREBALL", "fireball", "did you mean `Ann casts FIREBALL at Bob`?"),
    "misspelt verb": ("carries", "carrys", "`Bob carrys SOULSTONE` is taken as `Bob carries SOULSTONE`"),
    "full stop": ("4 life", "4 life.", "=> 2"),
    "question mark": ("afterwards", "afterwards?", "=> 2"),
    "marks at both ends": ("  wizards Ann, Bob\n", "  wizards: Ann, Bob;\n", "=> 2"),
    "a colon behind the question": ("ask the", "ask: the", "=> 2"),
    "number as a word": ("4 life", "four life", "=> 2"),
    "half a life": ("4 life", "4.5 life", "whole number"),
    "less than nothing": ("4 life", "-4 life", "not below 0"),
    "said twice": ("4 life", "4 life\n  Bob has 5 life", "contradicts `Bob has 4 life` in line 6"),
    "a stone that casts": ("Ann casts", "SOULSTONE casts", "`SOULSTONE` is a magic stone, but this place needs an agent"),
    "no scenario line": ("scenario A table\n", "", "at the left margin"),
    "nothing asked": ("  ask the life of Bob afterwards\n", "", "nothing is asked"),
    "another book": ("house", "hause", "did you mean `house`?"),
    "word processor's apostrophe": ("SOULSTONE", "SWATHMORE\u2019S ENCHANTMENT", "=> 0"),
    "accents apart": ("afterwards", "afterwards\n  wizards Zoe\u0308\n  ask whether Zo\u00eb is a wizard", "=> yes"),
}


def answer(tmp_path: Path, text: str, *options: str) -> str:
    file = tmp_path / "table.scenario"
    file.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["settle", *options, str(file)])
    assert "Traceback" not in result.output and result.exit_code in (0, 1, 2)
    return " ".join(result.output.split())


@pytest.mark.parametrize("case", CASES)
def test_a_slip_at_the_table(case: str, tmp_path: Path) -> None:
    old, new, expected = CASES[case]
    assert old in TABLE
    assert expected in answer(tmp_path, TABLE.replace(old, new, 1))


@pytest.mark.parametrize("name", ["J\u00f6rg", "O'Brien", "Karl-Heinz von der M\u00fcllerstra\u00dfe", "Wizard", "Monster", "The"])
def test_odd_names(name: str, tmp_path: Path) -> None:
    assert "=> 2" in answer(tmp_path, TABLE.replace("Bob", name), "--brief")


def test_only_the_deciding_clause_was_another(tmp_path: Path) -> None:
    text = answer(tmp_path, TABLE + "    expect 2 by house-52-01\n", "--brief")
    assert "EXPECTED 2 by house-52-01: the answer is the same" in text
