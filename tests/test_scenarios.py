"""Every worked example of the books settles to the outcome the book gives, by clauses that cite the register."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sampling import sample

from adjudicator.desk.settling import open_files, settle_all
from adjudicator.model.values import show

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted((ROOT / "scenarios").rglob("*.scenario"))
A_FEW = set(sample(FILES, 40))
"""Settled in the quick tier, too."""


@pytest.mark.parametrize("file", [pytest.param(f, marks=() if f in A_FEW else pytest.mark.slow, id=f.stem) for f in FILES])
def test_expectations_are_met(file: Path) -> None:
    """And a scenario that names a worked example expects something."""
    for settled in settle_all(open_files((str(file),))):
        assert settled.settlement.answers, f"{settled.scenario.title} asks nothing"
        assert not settled.scenario.origin or any(q.expected for q in settled.scenario.questions), settled.scenario.title
        for answer in settled.settlement.answers:
            got = [show(o.answer) if o.world.decided else "undecided" for o in answer.outcomes]
            assert answer.met is not False, f"{settled.scenario.title}: {answer.ask}: {answer.status} {got}, not {answer.expected}"


def _origins() -> set[str]:
    found: set[str] = set()
    for file in FILES:
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith("  from "):
                found |= {part.strip() for part in line[len("  from ") :].split(",")}
    return found


def test_worked_examples_are_many_and_from_many_sections() -> None:
    house = {origin for origin in _origins() if origin.startswith("house-ex-")}
    sections = {re.match(r"[0-9A-Z]+[a-z]?", f.stem).group() for f in FILES if f.parent.name == "house"}  # type: ignore[union-attr]
    assert len(house) >= 60
    assert len(sections) >= 20
