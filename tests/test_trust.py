"""Promises about the whole: the engine names no game, order and hash seeds do not matter."""

from __future__ import annotations

import ast
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Collection, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from sampling import sample

from adjudicator.desk.settling import open_files, settle_all
from adjudicator.report.as_json import settlement_json

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sorted((ROOT / "adjudicator").rglob("*.py"))
SOME = sample(sorted((ROOT / "scenarios/house").glob("*.scenario")), 9)


def test_the_engine_names_no_game() -> None:
    names = "wizards? spells? treasures? realms? champions? fireball monsters? minions? wiz-?war spellfire"
    words = re.compile(rf"\b({names.replace(' ', '|')})\b", re.IGNORECASE)
    named = [f"{path.name}: {m.group()}" for path in PYTHON for m in words.finditer(path.read_text(encoding="utf-8"))]
    assert not named


LAYERS = ("cache", "board", "model", "language", "lexicon", "asking", "precedence", "entailment", "map", "engine", "story", "stage",
          "vetting", "settling", "explaining", "rulings", "comparing", "demonstrating", "decks", "report", "exports", "desk", "web", "lsp",
          "cli")  # fmt: skip
"""From the lowest up: each imports only from those before it, so that no circle of packages can be."""


def test_layers_import_only_those_above() -> None:
    level = {package: height for height, package in enumerate(LAYERS)}
    assert set(level) == {path.relative_to(ROOT / "adjudicator").parts[0] for path in PYTHON if path.parent != ROOT / "adjudicator"}
    wrong = []
    for path in PYTHON:
        own = path.relative_to(ROOT / "adjudicator").parts[0]
        for used in re.findall(r"(?:from|import) adjudicator\.(\w+)", path.read_text(encoding="utf-8")):
            if own in level and used in level and level[used] > level[own]:
                wrong.append(f"{path.name} imports {used}")
    assert not wrong


def test_modules_import_each_other_in_no_circle() -> None:
    """Not even inside of functions; what is imported for type checkers alone is not looked at."""
    TopologicalSorter(imports()).prepare()  # raises CycleError, which names a circle


def test_a_circle_of_modules_is_seen() -> None:
    with pytest.raises(CycleError):
        TopologicalSorter({**imports(), "adjudicator.model.values": {"adjudicator.model.rulebook"}}).prepare()


def imports() -> dict[str, set[str]]:
    """What each module imports of the program."""
    modules = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in PYTHON}
    return {name: {one for one in _imported(ast.parse(path.read_text(encoding="utf-8")), modules) if one in modules}
            for name, path in modules.items()}  # fmt: skip


def _imported(node: ast.AST, modules: Collection[str]) -> Iterator[str]:
    """The modules that the statements inside of a node import."""
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    if isinstance(node, ast.Import):
        yield from (name.name for name in node.names)
    if isinstance(node, ast.ImportFrom) and node.module:
        inside = [f"{node.module}.{name.name}" for name in node.names]
        yield from (one if one in modules else node.module for one in inside)
    for child in ast.iter_child_nodes(node):
        yield from _imported(child, modules)


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


NAMES = re.compile(r"(?<=none of |each of |neither )[^,]+(?:, [^,]+)* (?:and|nor) [A-Z]\S*(?: [A-Z]\S*)*")
"""The names of a list in a sentence, which stand in the order of the table."""


def _in_order(names: re.Match[str]) -> str:
    return str(sorted(re.split(", | and | nor ", names[0])))


def _wherever(answers: list[dict]) -> list[dict]:
    """The same without the places of lines, and without the order of what is told in that of the table."""
    unheard = [sorted((one["says"], one["why"], one["nearest"] or "") for one in answer["unheard"]) for answer in answers]
    for outcome in (outcome for answer in answers for question in answer["questions"] for outcome in question["outcomes"]):
        outcome["taking"] = sorted(NAMES.sub(_in_order, one) for one in outcome["taking"])
        for step in outcome.get("story") or ():
            step["changed"] = sorted(step.get("changed", ()), key=json.dumps)
    notes = [[re.sub(r"^line \d+: ", "", note) for note in answer["notes"]] for answer in answers]
    return [{**answer, "unheard": told, "notes": noted} for answer, told, noted in zip(answers, unheard, notes, strict=True)]


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
