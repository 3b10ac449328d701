"""Every script of bench/ starts and prints its figures, at a small size."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BENCH = ROOT / "bench"
SMALL = {
    "against_clingo": ("--files", "2"),
    "board": ("--quick",),
    "comparing": ("--pairs", "tests/precedents/garden:tests/precedents/hothouse"),
    "demonstrating": ("e6", "scenarios/e6/01-starting.scenario"),
    "explaining": ("tests/maps",),
    "goals": ("--files", "1", "--quick"),
    "settle": ("--files", "1", "--cold", "1", "--together", "5"),
    "specificity": ("e6", "--pairs", "20"),
    "stage": ("--quick",),
    "stories": ("--quick",),
    "vetting": ("--cards", "20"),
    "worlds": ("--walk", "0.2"),
}
SHARED = {"measure", "deck"}
"""What the scripts share, and no scripts themselves."""
IN_A_BROWSER = {"page"}
"""What needs a Chromium; its journeys are in tests/web."""


def test_every_script_is_started_here() -> None:
    assert {path.stem for path in BENCH.glob("*.py")} == set(SMALL) | SHARED | IN_A_BROWSER
    readme = (BENCH / "README.md").read_text(encoding="utf-8")
    assert all(f"bench/{name}.py" in readme for name in SMALL)


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_the_script_runs(name: str) -> None:
    done = subprocess.run([sys.executable, str(BENCH / f"{name}.py"), *SMALL[name]], capture_output=True, text=True, cwd=ROOT, check=False,
                          env=os.environ | {"PYTHONPATH": str(ROOT)}, timeout=900)  # fmt: skip
    if name == "against_clingo" and importlib.util.find_spec("clingo") is None:
        assert done.returncode == 1
        assert done.stderr == "this comparison needs clingo: pip install clingo\n"
        return
    assert done.returncode == 0, done.stderr[-2000:]
    assert "Traceback" not in done.stderr
    assert any(c.isdigit() for c in done.stdout) and done.stdout.count("\n") >= 2
