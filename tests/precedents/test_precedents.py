"""Precedents: rulings found by words, by a clause, by an id."""

from __future__ import annotations

import json
from pathlib import Path

from commanding import run

ROOT = Path(__file__).resolve().parents[2]


def found(*args: str) -> list[dict]:
    return json.loads(run("precedents", "--json", *args).stdout)["precedents"]


def test_words_of_the_question_come_before_words_of_the_table(plot: Path) -> None:
    rows = found("height", "--in", str(plot))
    assert [(row["ask"], row["expected"], row["ruled"]) for row in rows] == [
        ("the height of FERN", "3", None),
        ("the height of MINT", None, "2 on 2026-01-31 by clauses herbs-stay-small"),
    ]
    assert [row["found_in"] for row in found("watered", "--in", str(plot))] == ["title", "title"]
    assert {row["found_in"] for row in found("Ann waters FERN", "--in", str(plot))} == {"table"}


def test_a_question_nobody_ruled_on_is_no_precedent(plot: Path) -> None:
    assert found("shared", "--in", str(plot)) == []
    result = run("precedents", "shared", "--in", str(plot))
    assert result.exit_code == 1
    assert "no rulings about `shared`" in result.stdout


def test_a_clause_is_found_where_it_decided(plot: Path) -> None:
    rows = found("no-cutting", "--in", str(plot))
    assert [(row["line"], row["found_in"]) for row in rows] == [(13, "decided"), (29, "decided")]
    assert found("cutting", "--in", str(plot)) == []


def test_a_clause_is_found_by_the_ids_it_cites() -> None:
    rows = found("plant-is-never-owned", "--in", str(ROOT / "scenarios/house/39-magnet-and-plant.scenario"))
    assert "no by house-39-11" in [row["expected"] for row in rows]


def test_the_file_that_cannot_be_read_is_named_and_the_rest_is_searched(plot: Path) -> None:
    plot.with_name("broken.scenario").write_bytes(b"scenario \xff\n")
    result = run("precedents", "height", "--in", str(plot.parent))
    assert "broken.scenario" in result.stderr
    assert "2 rulings about `height`" in result.stdout


def test_a_misspelt_word_is_set_right(plot: Path) -> None:
    result = run("precedents", "height", "of", "MNIT", "--in", str(plot))
    assert result.exit_code == 1
    assert "did you mean `height of MINT`?" in result.stdout
    assert "did you mean" not in run("precedents", "hippopotamus", "--in", str(plot)).stdout
