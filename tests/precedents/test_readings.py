"""Readings: what is switched by --suppose, and which reading leads to which answer."""

from __future__ import annotations

import json
from pathlib import Path

from conftest import run


def answers(plot: Path, *suppose: str) -> list[list]:
    options = [part for one in suppose for part in ("--suppose", one)]
    data = json.loads(run("settle", "--json", *options, str(plot)).stdout)
    return [[o["answer"] for o in q["outcomes"]] for s in data["settlements"] for q in s["questions"]]


def test_all_disputed_rulings_are_switched_at_once(plot: Path) -> None:
    assert answers(plot)[4] == [True, False]
    assert answers(plot, "disputed=off")[4] == [False]
    assert answers(plot, "disputed=on")[4] == [True]


def test_all_options_or_one_are_switched(plot: Path) -> None:
    assert answers(plot)[5] == [False]
    assert answers(plot, "optional=on")[5] == [True]
    assert answers(plot, "drought=on")[5] == [True]
    assert answers(plot, "frost=on")[5] == [False]
    assert answers(plot, "optional=on", "drought=off")[5] == [False]
    assert run("settle", "--suppose", "drougth=on", str(plot)).exit_code == 2


def test_a_question_that_turns_on_a_reading_says_which_gives_which(plot: Path) -> None:
    text = run("settle", "--brief", str(plot)).stdout
    assert "=> yes\n        if who-shares is read as all-share\n   => no\n        if who-shares is read as none-share" in text
    data = json.loads(run("settle", "--json", str(plot)).stdout)
    assert data["settlements"][0]["questions"][2]["readings"] == [
        {"reading": "who-shares", "taken": "all-share", "answers": ["yes"]},
        {"reading": "who-shares", "taken": "none-share", "answers": ["no"]},
    ]
    assert data["settlements"][1]["questions"][1]["readings"] == [
        {"reading": "herbs-are-cut (disputed)", "taken": True, "answers": ["yes"]},
        {"reading": "herbs-are-cut (disputed)", "taken": False, "answers": ["no"]},
    ]
