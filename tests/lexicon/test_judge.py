"""First wordings of a tournament judge: forty facts, deeds and questions of Spellfire, written before the book's words were looked at.

Each line of judge.jsonl has the statement it is about, the table and the story, what was `said` (`below` the last line of the story,
where it answers that), the `right` sentence where the book has one (and the `answers`, where it takes several), a question, and what
became of it at `first`: `understood` (answered as the right sentence is), `right` (refused, and the right sentence shown), `refused`
(with other sentences), or `swallowed` (taken, and the answer another). `now` stands where that is another today. What is refused
today the book has no idea of, or no sentence that says just that.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adjudicator.cli.main import main

LINES = (Path(__file__).resolve().parent / "judge.jsonl").read_text(encoding="utf-8").splitlines()
SAID: list[dict[str, Any]] = [json.loads(line) for line in LINES]


def _settled(folder: Path, one: dict[str, Any], said: str) -> tuple[int, str, list[str]]:
    """The exit status, what is shown, and the answers without their grades."""
    question = one["sort"] == "question"
    told = [f"{'  ' if one['sort'] == 'deed' else ''}{'  ' if one.get('below') else ''}{fact}" for fact in said.split("; ")]
    lines = [*one["table"], *one["story"]] if question else [*one["table"], *(told if one["sort"] == "fact" else []), *one["story"]]
    lines += [*(told if one["sort"] == "deed" else []), f"ask {said if question else one['ask']}"]
    file = folder / "a.scenario"
    file.write_text(f"scenario A judge\n  uses {one['book']}\n" + "".join(f"  {line}\n" for line in lines), encoding="utf-8")
    result = CliRunner().invoke(main, ["settle", str(file), "--brief"])
    found = [line.partition("=>")[2].partition("(")[0].strip() for line in result.output.splitlines() if "=>" in line]
    return result.exit_code, result.output, found


def became(folder: Path, one: dict[str, Any]) -> str:
    """What becomes of it."""
    status, shown, found = _settled(folder, one, one["said"])
    if status != 0:
        return "right" if one.get("right") and one["right"] in shown else "refused"
    right = one.get("answers") or (_settled(folder, one, one["right"])[2] if "right" in one else [])
    return "understood" if found and found == right else "swallowed"


@pytest.mark.parametrize("one", SAID, ids=lambda one: f"{one['n']}-{one['book']}")
def test_what_a_judge_says_first(one: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert became(tmp_path, one) == one.get("now", one["first"])


def test_what_became_of_them() -> None:
    """The figures of docs/tellings.md."""
    assert Counter(one["first"] for one in SAID) == {"understood": 18, "refused": 18, "right": 1, "swallowed": 3}
    assert Counter(one.get("now", one["first"]) for one in SAID) == {"understood": 28, "right": 3, "refused": 9}
