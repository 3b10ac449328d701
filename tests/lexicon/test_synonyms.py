"""The right fact in the wrong word: twice thirty situations, written from the source books before the rules were looked at.

Each line of synonyms.jsonl has the book, what of the book it is about, the table, what was `said`, the `right` sentence, a question, and
what became of it at first: `understood` (the answer is that of the right sentence), `right` (refused, and the right sentence shown),
`refused` (refused, with other sentences), or `swallowed` (taken, and the answer another). `now` stands where that is still so.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adjudicator.cli.main import main

LINES = (Path(__file__).resolve().parent / "synonyms.jsonl").read_text(encoding="utf-8").splitlines()
SITUATIONS: list[dict[str, Any]] = [json.loads(line) for line in LINES]


def settled(folder: Path, one: dict[str, Any], fact: str) -> tuple[int, str]:
    """The exit status, and what is printed without the place of the file."""
    events = [line for line in one["table"] if "called" in line]
    rest = [line for line in one["table"] if line not in events]
    lines = [*rest, *([one["before"]] if "before" in one else []), fact, *events, f"ask {one['ask']}"]
    file = folder / "a.scenario"
    file.write_text("".join(["scenario A word\n", f"  uses {one['book']}\n", *(f"  {line}\n" for line in lines)]), encoding="utf-8")
    result = CliRunner().invoke(main, ["settle", str(file), "--brief"])
    return result.exit_code, result.output


def answers(text: str) -> list[str]:
    """The lines of the answers, with their grades."""
    return [line for line in text.splitlines() if "=>" in line]


@pytest.mark.parametrize("one", SITUATIONS, ids=lambda one: f"{one['n']}-{one['book']}")
def test_who_says_the_right_fact_in_the_wrong_word_is_told_the_right_one(
    one: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    right, said = settled(tmp_path, one, one["right"]), settled(tmp_path, one, one["said"])
    assert right[0] == 0, right[1]
    if said[0] == 0:
        became = "understood" if answers(said[1]) == answers(right[1]) else "swallowed"
    else:
        became = "right" if one["right"] in said[1] else "refused"
    assert became in ([one["now"]] if "now" in one else ["understood", "right"]), said[1]


def test_what_became_of_them() -> None:
    """The figures of docs/trust.md."""
    first = [one["first"] for one in SITUATIONS]
    assert len(SITUATIONS) == 60 and (first.count("understood"), first.count("right")) == (4, 16)
    assert sum("now" not in one for one in SITUATIONS) == 51
