"""Promises about the whole: the engine names no game, order and hash seeds do not matter."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from sampling import sample

from adjudicator.cli.settling import open_files, settle_all
from adjudicator.report.as_json import settlement_json

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sorted((ROOT / "adjudicator").rglob("*.py"))
SOME = sample(sorted((ROOT / "scenarios/house").glob("*.scenario")), 9)


def test_the_engine_names_no_game() -> None:
    names = "wizards? spells? treasures? realms? champions? fireball monsters? minions? wiz-?war spellfire"
    words = re.compile(rf"\b({names.replace(' ', '|')})\b", re.IGNORECASE)
    named = [f"{path.name}: {m.group()}" for path in PYTHON for m in words.finditer(path.read_text(encoding="utf-8"))]
    assert not named


LAYERS = ("cache", "board", "model", "language", "lexicon asking", "precedence", "entailment", "engine map", "story", "stage", "vetting",
          "settling", "explaining", "rulings", "comparing", "demonstrating", "decks", "report", "exports", "cli web lsp")  # fmt: skip
"""From the lowest up. Packages that share a place still import each other, and are to be taken apart."""


def test_layers_import_only_those_above() -> None:
    level = {package: height for height, together in enumerate(LAYERS) for package in together.split()}
    assert set(level) == {path.relative_to(ROOT / "adjudicator").parts[0] for path in PYTHON if path.parent != ROOT / "adjudicator"}
    wrong = []
    for path in PYTHON:
        own = path.relative_to(ROOT / "adjudicator").parts[0]
        for used in re.findall(r"(?:from|import) adjudicator\.(\w+)", path.read_text(encoding="utf-8")):
            if own in level and used in level and level[used] > level[own]:
                wrong.append(f"{path.name} imports {used}")
    assert not wrong


def test_no_test_skips_itself() -> None:
    """A test that skips itself is a defect: what it needs belongs into the test extra, or into the test."""
    itself = Path(__file__).resolve()
    files = [path for path in sorted((ROOT / "tests").rglob("*.py")) if path != itself]
    skips = re.compile(r"importorskip|pytest\.skip|mark\.skip\b|unittest\.skip")
    skipping = [f"{path.relative_to(ROOT)}: {m.group()}" for path in files for m in skips.finditer(path.read_text(encoding="utf-8"))]
    assert not skipping


def test_z3_is_asked_in_one_place_or_two() -> None:
    users = [p for p in PYTHON if re.search(r"^\s*(import z3|from z3)", p.read_text(encoding="utf-8"), re.MULTILINE)]
    assert users and {p.parent.name for p in users} <= {"entailment", "engine"}


@pytest.mark.parametrize("file", SOME, ids=lambda f: f.stem)
def test_the_order_of_facts_does_not_matter(file: Path, tmp_path: Path) -> None:
    """Facts of a scenario in another order give the same answers, causes and deciding clauses."""
    lines = file.read_text(encoding="utf-8").split("\n")
    events = re.compile(r"called|casts|attacks|throws|punches|plays|expect|ask|proposed|--")
    shuffled, run = [], []
    for line in [*lines, ""]:
        fact = re.match(r"  (the [a-z ]+ is|[A-Z][A-Za-z ]+ (has|carries|is) )", line)
        plain = fact is not None and not events.search(line)
        if plain:
            run.append(line)
        else:
            random.Random(7).shuffle(run)
            shuffled += [*run, line]
            run = []
    other = tmp_path / file.name
    other.write_text("\n".join(shuffled[:-1]), encoding="utf-8")
    assert _wherever(_answers(other)) == _wherever(_answers(file))


def _wherever(answers: list[dict]) -> list[dict]:
    """The same without the places of lines: what nobody heard stands elsewhere in another order."""
    unheard = [sorted((one["says"], one["why"], one["nearest"] or "") for one in answer["unheard"]) for answer in answers]
    return [{**answer, "unheard": told} for answer, told in zip(answers, unheard, strict=True)]


def _answers(file: Path) -> list[dict]:
    return [settlement_json(s.settlement) for s in settle_all(open_files((str(file),)))]


def test_hash_seeds_do_not_matter() -> None:
    """The same bytes whatever the order of sets and dictionaries."""
    files = [str(f) for f in SOME[:6]]
    outputs = set()
    for seed in ("0", "1", "2"):
        done = subprocess.run([sys.executable, "-m", "adjudicator.cli.main", "settle", *files], capture_output=True, text=True,
                              env={**os.environ, "PYTHONHASHSEED": seed}, cwd=ROOT, check=False)  # fmt: skip
        assert done.returncode == 0, done.stderr
        outputs.add(done.stdout)
    assert len(outputs) == 1


def test_json_is_plain() -> None:
    for file in SOME[:4]:
        json.dumps(_answers(file))
