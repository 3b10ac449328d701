"""The right fact in the wrong word: a hundred and twenty situations, written from the source books before the rules were looked at.

Each line of synonyms.jsonl has the book, what of the book it is about, the table, what was `said`, the `right` sentence, a question, and
what became of it at first: `understood` (the answer is that of the right sentence), `right` (refused, and the right sentence shown, or
another that is answered alike; or told that it goes without saying, and it does), `refused` (refused, with other sentences), or
`swallowed` (taken, and the answer another). `now`
stands where that was still so when last measured (those kept back were not on the evening of 28 November: no worse is asserted);
`kept back` were 30 of the last 60 when the program was mended for the others.
"""

from __future__ import annotations

import json
import re
from collections import Counter
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


def values(text: str) -> list[str]:
    """The answers, without their grades."""
    return [line.partition("(")[0].strip() for line in answers(text)]


def offered(text: str) -> list[str]:
    """What a message shows and leaves nothing open: the nearest sentences, the lines that the page would have heard, as one, and the
    line with a word of it mended."""
    lines = text.partition("the nearest sentence")[2].splitlines()[1:]
    heard = text.partition("in the words of the book:")[2].partition("the nearest")[0].splitlines()
    as_one = "\n  ".join(line.strip() for line in heard if line.startswith("      "))
    mended = re.findall(r"(?:did you mean|is said with|write) `([^`]+ [^`]+)`", text)
    return [*([as_one] if as_one else []), *mended, *(line.strip() for line in lines if line.startswith("    ") and "{" not in line)]


def became(folder: Path, one: dict[str, Any]) -> str:
    """What becomes of it today."""
    right, said = settled(folder, one, one["right"]), settled(folder, one, one["said"])
    assert right[0] == 0, right[1]
    if said[0] == 0 and answers(said[1]) != answers(right[1]):
        beside = " ".join(said[1].split())
        told = "unheard: " in beside and f"nearest: {one['right']}" in beside
        same = "is so where nobody tells otherwise" in beside and values(said[1]) == values(right[1])
        return "right" if told or same else "swallowed"
    if said[0] == 0:
        return "understood"
    alike = (settled(folder, one, other) for other in offered(said[1]))
    if "leave it out, it is so where nobody tells otherwise" in said[1]:
        return "right" if values(settled(folder, one, "")[1]) == values(right[1]) else "refused"
    shown = one["right"] in said[1] or any(status == 0 and answers(text) == answers(right[1]) for status, text in alike)
    return "right" if shown else "refused"


@pytest.mark.parametrize("one", SITUATIONS, ids=lambda one: f"{one['n']}-{one['book']}")
def test_who_says_the_right_fact_in_the_wrong_word_is_told_the_right_one(
    one: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert became(tmp_path, one) in ([one["now"]] if "now" in one else []) + ["understood", "right"]


def test_what_became_of_them() -> None:
    """The figures of docs/trust.md."""
    first = Counter(one["first"] for one in SITUATIONS)
    assert len(SITUATIONS) == 120 and (first["understood"], first["right"]) == (4, 26)
    kept = [one for one in SITUATIONS if one.get("kept") == "back"]
    assert (len(kept), sum("now" not in one for one in kept)) == (30, 19)
    assert sum("now" not in one for one in SITUATIONS) == 105
