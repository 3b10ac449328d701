"""`fmt` and `regress --record` rewrite an author's file wholly or not at all, and leave a protected or shared one alone."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.cli.main import main

UGLY = "kind  fox\nkind   den\n"
NEAT = "kind fox\nkind den\n"
BOOK = Path(__file__).resolve().parents[1] / "language" / "book"
SCENARIO = "scenario Of energy\n  uses book\n  gatherer Ann\n  ask the energy of Ann\n    expect 5  -- so far\n"


def run(*args: object, input: str | None = None) -> Result:
    result = CliRunner().invoke(main, [str(arg) for arg in args], input=input)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def ugly(tmp_path: Path) -> Path:
    path = tmp_path / "x.rules"
    path.write_text(UGLY, encoding="utf-8")
    return path


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    import shutil

    shutil.copytree(BOOK, tmp_path / "book")
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "x.scenario"
    path.write_text(SCENARIO, encoding="utf-8")
    return path


def _write_protected(path: Path, _: pytest.MonkeyPatch) -> str:
    path.chmod(0o444)
    return "write-protected"


def _of_two_names(path: Path, _: pytest.MonkeyPatch) -> str:
    os.link(path, path.with_name("other"))
    return "hard links"


def _of_somebody_else(path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    return "somebody else"


def _without_room(path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    return "No space left"


HINDRANCES = [_write_protected, _of_two_names, _of_somebody_else, _without_room]


@pytest.mark.parametrize("hindered", HINDRANCES)
def test_fmt_leaves_such_a_file_alone_and_says_why(ugly: Path, monkeypatch: pytest.MonkeyPatch, hindered) -> None:
    why = hindered(ugly, monkeypatch)
    before, names = ugly.stat(), sorted(p.name for p in ugly.parent.iterdir())
    result = run("fmt", ugly)
    assert result.exit_code == 2 and why in result.stderr and ugly.name in result.stderr
    assert ugly.read_text(encoding="utf-8") == UGLY
    assert ugly.stat().st_ino == before.st_ino
    assert sorted(p.name for p in ugly.parent.iterdir()) == names


@pytest.mark.parametrize("hindered", HINDRANCES)
def test_regress_record_leaves_such_a_file_alone_and_says_why(table: Path, monkeypatch: pytest.MonkeyPatch, hindered) -> None:
    why = hindered(table, monkeypatch)
    names = sorted(p.name for p in table.parent.iterdir())
    result = run("regress", "--record", table)
    assert result.exit_code == 2 and why in result.stderr
    assert table.read_text(encoding="utf-8") == SCENARIO
    assert sorted(p.name for p in table.parent.iterdir()) == names


def test_no_file_is_recorded_where_one_of_them_is_protected(table: Path) -> None:
    other = table.with_name("a.scenario")
    other.write_text(SCENARIO, encoding="utf-8")
    table.chmod(0o444)
    assert run("regress", "--record", table.parent).exit_code == 2
    assert other.read_text(encoding="utf-8") == SCENARIO


def test_a_file_changed_while_it_was_settled_is_not_recorded(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from adjudicator.rulings import regress

    settle = regress._of_file

    def meanwhile(*args):
        yield from settle(*args)
        table.write_text("-- another line\n" + SCENARIO, encoding="utf-8")

    monkeypatch.setattr(regress, "_of_file", meanwhile)
    result = run("regress", "--record", table)
    assert result.exit_code == 2 and "meanwhile" in result.stderr
    assert table.read_text(encoding="utf-8") == "-- another line\n" + SCENARIO


def test_recording_keeps_mode_marks_and_line_ends(table: Path) -> None:
    table.write_bytes(b"\xef\xbb\xbf" + SCENARIO.replace("\n", "\r\n").encode())
    table.chmod(0o640)
    assert run("regress", "--record", table).exit_code == 0
    written = table.read_bytes()
    assert written.startswith(b"\xef\xbb\xbfscenario") and b"\r\n    ruled 5 on " in written
    assert [line for line in written.split(b"\r\n") if b"ruled" not in line] == (b"\xef\xbb\xbf" + SCENARIO.encode()).split(b"\n")
    assert table.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("command", [("fmt", "--check"), ("fmt", "--diff")])
def test_looking_changes_no_file(ugly: Path, command: tuple[str, ...]) -> None:
    result = run(*command, ugly)
    assert result.exit_code == 1 and ugly.read_text(encoding="utf-8") == UGLY
    if "--diff" in command:
        assert "-kind  fox\n" in result.stdout and "+kind fox\n" in result.stdout
    assert run("fmt", ugly).exit_code == 0 and ugly.read_text(encoding="utf-8") == NEAT
    assert run(*command, ugly).exit_code == 0


@pytest.mark.parametrize("flag", ["--check", "--diff"])
def test_looking_at_what_would_be_recorded_changes_no_file(table: Path, flag: str) -> None:
    result = run("regress", "--record", flag, table)
    assert result.exit_code == 1 and table.read_text(encoding="utf-8") == SCENARIO
    assert ("+    ruled 5 on " in result.stdout) == (flag == "--diff")
    assert run("regress", "--record", table).exit_code == 0
    assert run("regress", "--record", flag, table).exit_code == 0
    assert run("regress", flag, table).exit_code == 2


def test_one_bad_file_does_not_keep_the_others_from_being_laid_out(ugly: Path) -> None:
    (ugly.parent / "a.rules").write_text("nonsense  here\n", encoding="utf-8")
    result = run("fmt", ugly.parent)
    assert result.exit_code == 2 and "nonsense" in result.stderr
    assert ugly.read_text(encoding="utf-8") == NEAT


def test_fmt_reads_standard_input() -> None:
    assert run("fmt", "-", input=UGLY).stdout == NEAT
    assert run("fmt", "--check", "-", input=UGLY).exit_code == 1
    assert run("fmt", "--check", "-", input=NEAT).exit_code == 0
