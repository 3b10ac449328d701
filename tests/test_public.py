"""The public interface is typed, strict modules stay strict, the code has its one style, the site is built without a warning."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import adjudicator

ROOT = Path(__file__).resolve().parent.parent
USER = """from pathlib import Path

from adjudicator import check, compare, load_rulebook, load_scenarios, settle, settlement_json, vet

for scenario, rulebook in load_scenarios(Path("a.scenario")):
    for answer in settle(rulebook, scenario).answers:
        reveal_type(answer.status)
print(check(load_rulebook("house")).findings, vet("card.rules", "house"), list(compare(("house", "wwrcc"), [Path("a.scenario")])))
"""


def _run(*words: str) -> str:
    """What a tool of the environment says; empty where all is well."""
    done = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, check=False, encoding="utf-8",
                          env={**os.environ, "PYTHONPATH": str(ROOT)})  # fmt: skip
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_every_public_name_is_there() -> None:
    for name in adjudicator.__all__:
        assert getattr(adjudicator, name).__doc__
    assert set(adjudicator.__all__) == {"VERSION", *adjudicator._PUBLIC}


@pytest.mark.slow
def test_the_strict_modules_are_strict() -> None:
    assert _run("mypy") == ""


@pytest.mark.slow
def test_a_program_that_uses_it_is_typed(tmp_path: Path) -> None:
    (tmp_path / "user.py").write_text(USER, encoding="utf-8")
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", str(tmp_path / "user.py")], cwd=ROOT,
                          capture_output=True, text=True, check=False)  # fmt: skip
    assert done.returncode == 0 and 'Revealed type is "str"' in done.stdout, done.stdout


@pytest.mark.slow
def test_the_one_style() -> None:
    assert _run("ruff", "check", ".") == ""
    assert _run("ruff", "format", "--check", ".") == ""


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    assert _run("sphinx", "-q", "-W", "--keep-going", "-b", "html", "docs", str(tmp_path / "site")) == ""
    assert "adjudicator settle" in (tmp_path / "site/made/commands.html").read_text(encoding="utf-8")
