"""Devices, pipes and folders that lead to them, as a scenario, a register, a map or a rulebook: refused at once, never waited for."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BOOK = ROOT / "tests" / "language" / "book"
ASKING = "scenario X\n  uses book\n  gatherer Ann\n  ask the energy of Ann\n"
pytestmark = pytest.mark.slow
PATIENCE = 60
"""Seconds; a second is usual, an endless wait is the fault."""


def run(folder: Path, *args: str, input: bytes = b"", **kwargs) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    done = subprocess.run([sys.executable, "-m", "adjudicator.cli.main", *args], cwd=folder, env=environment, input=input,
                          capture_output=True, timeout=PATIENCE, check=False, preexec_fn=_little_memory, **kwargs)  # fmt: skip
    found = subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in found.stderr, found.stderr
    return found


def _little_memory() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (3_000_000_000, 3_000_000_000))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    shutil.copytree(BOOK, tmp_path / "book")
    (tmp_path / "x.scenario").write_text(ASKING, encoding="utf-8")
    os.mkfifo(tmp_path / "pipe.scenario")
    (tmp_path / "zero.scenario").symlink_to("/dev/zero")
    return tmp_path


@pytest.mark.parametrize("command", ["settle", "fmt", "explain", "regress"])
@pytest.mark.parametrize("name", ["/dev/zero", "pipe.scenario", "zero.scenario", "/dev/tty"])
def test_as_a_scenario(table: Path, command: str, name: str) -> None:
    if command == "regress" and name.startswith("/dev"):  # a folder is wanted there
        name = "zero.scenario"
    found = run(table, command, name)
    assert found.returncode in (1, 2)
    assert "no regular file" in found.stdout + found.stderr or "no file or folder" in found.stderr


def test_in_a_folder_of_scenarios(table: Path) -> None:
    found = run(table, "settle", ".")
    assert found.returncode == 2
    assert "pipe.scenario" in found.stderr and "zero.scenario" in found.stderr


@pytest.mark.parametrize("made", ["pipe", "link"])
@pytest.mark.parametrize("name", ["b.rules", "register.jsonl"])
def test_in_a_rulebook(table: Path, made: str, name: str) -> None:
    path = table / "book" / name
    path.unlink(missing_ok=True)
    if made == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    found = run(table, "settle", "x.scenario")
    assert found.returncode == 2 and ("no regular file" in found.stderr or "leads out" in found.stderr)


def test_as_a_map(table: Path) -> None:
    os.mkfifo(table / "pipe.map")
    (table / "x.scenario").write_text(ASKING + "  board from pipe.map\n", encoding="utf-8")
    assert run(table, "settle", "x.scenario").returncode == 2


def test_as_a_rulebook(table: Path) -> None:
    for name in ("/dev/zero", "pipe.scenario", "x.scenario"):
        assert run(table, "check", name, "--quick").returncode == 2


def test_a_file_of_accepted_findings(table: Path) -> None:
    (table / "book" / "accepted.toml").symlink_to("/dev/zero")
    assert run(table, "check", "book", "--things", "1", "--events", "1").returncode in (0, 1, 2)


def test_a_dash_is_standard_input(table: Path) -> None:
    found = run(table, "settle", "-", input=ASKING.encode())
    assert found.returncode == 0 and "=> 5" in found.stdout
    assert "=> 5" in run(table, "explain", "-", "1", input=ASKING.encode()).stdout
    wrong = run(table, "settle", "-", input=ASKING.replace("energy", "enrgy").encode())
    assert wrong.returncode == 2 and "standard input:4:" in wrong.stderr
    assert run(table, "settle", "-", input=b"x" * 5_000_000).returncode == 2
