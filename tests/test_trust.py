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

from adjudicator.cli.settling import open_files, settle_all
from adjudicator.report.as_json import settlement_json

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sorted((ROOT / "adjudicator").rglob("*.py"))
SOME = sorted((ROOT / "scenarios/house").glob("*.scenario"))[::9]


def test_the_engine_names_no_game() -> None:
    names = "wizards? spells? treasures? realms? champions? fireball monsters? minions? wiz-?war spellfire"
    words = re.compile(rf"\b({names.replace(' ', '|')})\b", re.IGNORECASE)
    named = [f"{path.name}: {m.group()}" for path in PYTHON for m in words.finditer(path.read_text(encoding="utf-8"))]
    assert not named


def test_layers_import_only_those_above() -> None:
    layers = ["board", "model", "language", "precedence", "logic", "adjudication", "analysis", "report", "cli"]
    wrong = []
    for path in PYTHON:
        own = path.relative_to(ROOT / "adjudicator").parts[0]
        if own in layers:
            for used in re.findall(r"(?:from|import) adjudicator\.(\w+)", path.read_text(encoding="utf-8")):
                if used in layers and layers.index(used) > layers.index(own):
                    wrong.append(f"{path.name} imports {used}")
    assert not wrong


def test_only_logic_imports_z3() -> None:
    users = [p for p in PYTHON if re.search(r"^\s*(import z3|from z3)", p.read_text(encoding="utf-8"), re.MULTILINE)]
    assert users and all("logic" in p.parts for p in users)


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
    assert _answers(other) == _answers(file)


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
