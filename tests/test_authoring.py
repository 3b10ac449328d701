"""docs/authoring.md: every pattern is a clause that plays, and the debate below it comes out as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator import LanguageError, load_scenarios, settle

PAGE = (Path(__file__).resolve().parent.parent / "docs/authoring.md").read_text(encoding="utf-8")
WORDS = re.search(r"^```rules words\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
PATTERNS = re.findall(r"^### (\d+)\. ([^\n]+)\n.*?^```rules\n(.*?)^```$\n\n^```scenario\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_there_are_twenty_one_patterns_and_ten_traps() -> None:
    assert [int(number) for number, *_ in PATTERNS] == list(range(1, 22))
    assert len(re.findall(r"^\d+\. \*\*", PAGE, re.MULTILINE)) == 10


@pytest.mark.parametrize(("number", "title", "rules", "table"), PATTERNS, ids=[f"{number}-{title}" for number, title, *_ in PATTERNS])
def test_the_pattern_plays(number: str, title: str, rules: str, table: str, tmp_path: Path) -> None:
    assert WORDS is not None
    (tmp_path / "fair").mkdir()
    (tmp_path / "fair/book.rules").write_text(f"{WORDS[1]}\n{rules}", encoding="utf-8")
    (tmp_path / "one.scenario").write_text(f"scenario {title}\n  uses fair\n\n{table}", encoding="utf-8")
    [(scenario, rulebook)] = load_scenarios(tmp_path / "one.scenario")
    settlement = settle(rulebook, scenario)
    assert [answer.met for answer in settlement.answers] == [True] * len(scenario.questions)
    assert not settlement.unheard


@pytest.mark.parametrize(("number", "title", "rules", "table"), PATTERNS, ids=[f"{number}-{title}" for number, title, *_ in PATTERNS])
def test_without_its_clauses_it_does_not(number: str, title: str, rules: str, table: str, tmp_path: Path) -> None:
    """Each debate needs its clauses: without them some answer is another."""
    assert WORDS is not None
    kept = re.sub(r"^ *clause .*\n(?:^ +.*\n)*", "", rules, flags=re.MULTILINE)
    (tmp_path / "fair").mkdir()
    (tmp_path / "fair/book.rules").write_text(f"{WORDS[1]}\n{kept}", encoding="utf-8")
    (tmp_path / "one.scenario").write_text(f"scenario {title}\n  uses fair\n\n{table}", encoding="utf-8")
    try:
        [(scenario, rulebook)] = load_scenarios(tmp_path / "one.scenario")
    except LanguageError:
        return  # not even its sentences can be said then
    assert False in [answer.met for answer in settle(rulebook, scenario).answers]
