"""What `--json` prints has the shape that `adjudicator schema` says, and no field that it does not."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from sampling import part_of, sample

from adjudicator.cli.main import main
from adjudicator.report.schema import RESULTS, schema

ROOT = Path(__file__).resolve().parent.parent
BOOK = ROOT / "tests/language/book"
SCENARIOS = sorted((ROOT / "scenarios").rglob("*.scenario"))
STORIES = [file for file in SCENARIOS if "'s turn" in file.read_text(encoding="utf-8")]
SOME = [*sample(SCENARIOS, 40), *sample(STORIES, 20)]
MOST = 3
"""Scenarios of one file that are explained."""

SMALL = f"""scenario A basket
  uses {BOOK}

  gatherers Ann, Bob
  fruit PIPPIN
  the holder of BASKET is Ann
  ask the energy of Ann
    expect 7 by orchard-03-01
    ruled 5 on 2026-01-31 by clauses basket-holds-more
  ask whether PIPPIN is ripe
  ask whether Ann carries PIPPIN
"""
CARD = """card HOOK is a tool
  clause hook-tires
    for a gatherer
    the energy of the gatherer is 2
    when the holder of this card is the gatherer
"""


def _closed(shape: Any) -> Any:
    """The schema with every object closed: no field but those it lists."""
    if isinstance(shape, list):
        return [_closed(one) for one in shape]
    if not isinstance(shape, dict):
        return shape
    made = {key: _closed(value) for key, value in shape.items()}
    if shape.get("type") == "object" and "properties" in shape:
        made["additionalProperties"] = False
    return made


CLOSED = _closed(json.loads(json.dumps(schema())))


def _holds(command: str, data: Any) -> list[str]:
    """What is wrong with a command's output."""
    validator = Draft202012Validator({"$defs": CLOSED["$defs"], **CLOSED["$defs"]["results"][command]})
    return [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(data)]


def _run(*words: str) -> Any:
    found = CliRunner().invoke(main, [*words, "--json"])
    assert found.exit_code in (0, 1), found.output
    return json.loads(found.stdout)


@pytest.fixture
def small(tmp_path: Path) -> str:
    file = tmp_path / "small.scenario"
    file.write_text(SMALL, encoding="utf-8")
    return str(file)


def test_the_document_is_a_schema_and_is_printed() -> None:
    Draft202012Validator.check_schema(schema())
    assert json.loads(CliRunner().invoke(main, ["schema"]).stdout) == json.loads(json.dumps(schema()))


def test_every_name_that_is_used_is_declared() -> None:
    named = {part.split('"')[0] for part in json.dumps(schema()).split('"#/$defs/')[1:]}
    declared = {*CLOSED["$defs"], *(f"results/{name.replace(' ', '%20')}" for name in RESULTS)} - {"results"}
    assert named == declared


@pytest.mark.parametrize("file", SOME, ids=lambda file: file.stem)
def test_settlements_of_real_scenarios(file: Path) -> None:
    assert _holds("settle", _run("settle", str(file))) == []


@pytest.mark.parametrize("file", SOME[:1] + SOME[-1:], ids=lambda file: file.stem)
def test_explanations_of_real_scenarios(file: Path, tmp_path: Path) -> None:
    assert _holds("explain", _run("explain", str(part_of(file, MOST, tmp_path)), "1")) == []


def test_results_about_a_small_scenario(small: str) -> None:
    assert _holds("settle", _run("settle", small, "--changes")) == []
    assert _holds("explain", _run("explain", small, "1", "--depth", "everything", "--why-not", "5")) == []
    assert _holds("explain", _run("explain", small, "2")) == []
    assert _run("regress", small)["differences"]
    assert _holds("regress", _run("regress", small)) == []
    assert _holds("compare with files", _run("compare", str(BOOK), str(BOOK), small)) == []


def test_results_about_what_cannot_be(tmp_path: Path) -> None:
    file = tmp_path / "cannot.scenario"
    file.write_text(SMALL.replace("  ask the", "  PIPPIN is not ripe\n  ask the", 1)
                    + "\ninvariant all-ripe\n  for a fruit\n  always the fruit is ripe\n", encoding="utf-8")  # fmt: skip
    found = _run("settle", str(file))
    assert found["settlements"][0]["questions"][0]["impossible"]["conflicts"]
    assert _holds("settle", found) == []
    assert _holds("explain", _run("explain", str(file), "1")) == []


def test_results_about_a_small_book(tmp_path: Path) -> None:
    card = tmp_path / "hook.rules"
    card.write_text(CARD, encoding="utf-8")
    assert _run("vet", str(card), "--against", str(BOOK))["findings"]
    assert _holds("vet", _run("vet", str(card), "--against", str(BOOK))) == []
    assert _holds("check", _run("check", str(BOOK))) == []
    assert _holds("check --quick", _run("check", str(BOOK), "--quick")) == []
    other = tmp_path / "other"
    other.mkdir()
    rules = (BOOK / "orchard.rules").read_text(encoding="utf-8").replace("gatherer is 7", "gatherer is 8")
    (other / "orchard.rules").write_text(rules, encoding="utf-8")
    (other / "register.jsonl").write_text((BOOK / "register.jsonl").read_text(encoding="utf-8"), encoding="utf-8")
    assert _run("compare", str(BOOK), str(other))["groups"]
    assert _holds("compare", _run("compare", str(BOOK), str(other))) == []


def test_results_about_words_and_a_debate_in_a_line() -> None:
    assert _holds("words", _run("words", str(BOOK), "energy")) == []
    assert _holds("ask", _run("ask", str(BOOK), "a gatherer called Ann; the energy of Ann?")) == []


def test_results_about_a_deck(tmp_path: Path) -> None:
    (tmp_path / "mine.deck").write_text("3 War Party\nMind Flayer\n", encoding="utf-8")
    found = _run("deck", str(tmp_path / "mine.deck"), "--format", "55")
    assert found["broken"] and _holds("deck", found) == []


def test_results_about_what_is_demonstrated(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = ROOT / "tests/demonstrating"
    monkeypatch.chdir(folder)
    assert _holds("demonstrate", _run("demonstrate", str(folder / "quarrel"), "--in", str(folder / "scenarios"))) == []


def test_a_wrong_output_is_found(small: str) -> None:
    right = _run("settle", small)
    first = ("settlements", 0, "questions", 0)
    for path, value in (((*first, "status"), "sure"), ((*first, "outcomes", 0, "grade"), "certain"),
                        ((*first, "outcomes", 0, "decided_by", 0, "rung"), 3), (("schema",), 1)):  # fmt: skip
        wrong = copy.deepcopy(right)
        inside = wrong
        for step in path[:-1]:
            inside = inside[step]
        inside[path[-1]] = value
        assert _holds("settle", wrong), path
        inside.pop(path[-1])
        assert _holds("settle", wrong), path
