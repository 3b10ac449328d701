"""What reaches a terminal: nothing that it obeys, everything that it cannot show escaped, and what is being done while it takes long."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli.main import main
from adjudicator.desk import working
from adjudicator.language.interrupts import Interrupted, doing
from adjudicator.language.visible import INVISIBLE

ROOT = Path(__file__).resolve().parents[2]
BOOK = ROOT / "tests" / "language" / "book"
NASTY = {"ESC": "\x1b[31m", "title": "\x1b]0;owned\x07", "override": "\u202e", "C1": "\x9b31m", "isolate": "\u2066", "bell": "\x07",
         "backspace": "\x08", "separator": "\u2028"}  # fmt: skip


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(BOOK, tmp_path / "book")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*args: str, status: int) -> str:
    result = CliRunner().invoke(main, list(args))
    assert result.exit_code == status, result.output
    return result.output


@pytest.mark.parametrize("nasty", NASTY.values(), ids=NASTY)
@pytest.mark.parametrize("where", [
    "scenario A {}\n  uses book\n  ask the round\n", "scenario A\n  uses book{}\n  ask the round\n",
    "scenario A\n  uses book\n  gatherer Ann{}\n  ask the round\n", "scenario A\n  uses book\n  ask the round -- {}\n",
    "scenario A\n  uses book\n  story so {} it was\n  ask the round\n",
])  # fmt: skip
def test_no_file_says_what_a_terminal_obeys(nasty: str, where: str) -> None:
    Path("x.scenario").write_text(where.format(nasty), encoding="utf-8")
    for command in (["settle"], ["settle", "--json"], ["explain"], ["fmt"]):
        said = run(*command, "x.scenario", status=2)
        assert not INVISIBLE.search(said), repr(said)
        assert "cannot be seen" in said and "x.scenario:" in said


def test_nor_does_a_register(here: Path) -> None:
    with (here / "book" / "register.jsonl").open("a", encoding="utf-8") as file:
        for says in ("\x1b[31m red", "\u202e turned", "half \ud800"):
            file.write(json.dumps({"id": "orchard-99-01", "says": says}) + "\n")
    Path("x.scenario").write_text("scenario A\n  uses book\n  ask the round\n", encoding="utf-8")
    assert run("settle", "x.scenario", status=2).count("not a register entry") == 3


def test_nor_does_the_name_of_a_file() -> None:
    path = Path("x\x1b]0;owned\x07\u202e.scenario")
    path.write_text("scenario A\n  uses book\n  ask the round\n", encoding="utf-8")
    for command in (["settle"], ["explain"], ["settle", "--json"], ["regress"]):
        assert not INVISIBLE.search(run(*command, str(path), status=0))
    path.write_text("scenario A\n  uses bok\n  ask the round\n", encoding="utf-8")
    assert not INVISIBLE.search(run("settle", str(path), status=2))


def test_nor_do_decks_and_their_formats(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from adjudicator.decks import books
    from adjudicator.model.tables import DeckFormat

    form = DeckFormat.__new__(DeckFormat)
    object.__setattr__(form, "name", "fo\x1b[31mrm")
    object.__setattr__(form, "says", "so \u202e many")
    monkeypatch.setattr(books, "books_with_decks", lambda: iter([("bo\x07ok", form)]))
    said = run("deck", "--formats", status=0)
    assert "rm" in said and not INVISIBLE.search(said)


def test_no_command_prints_past_say() -> None:
    """`click.echo` writes a text as it is; only `say` makes visible what a terminal would obey."""
    found = [
        path.name for path in (ROOT / "adjudicator").rglob("*.py") if re.search(r"click\.echo|(?<![\w.])print\(", path.read_text("utf-8"))
    ]
    assert found == ["folder.py"]  # a note about the folder, which names no file's words


MAZE = ROOT / "tests" / "maps"


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "cp437"])
@pytest.mark.parametrize("command", [["settle"], ["settle", "--json"], ["explain"]])
def test_standard_output_that_is_not_utf8(here: Path, encoding: str, command: list[str]) -> None:
    shutil.copytree(MAZE / "walks", here / "walks")
    text = (MAZE / "walks.scenario").read_text(encoding="utf-8").split("\n\nscenario ")[0].replace("Sue", "Zo\u00eb\u2603")
    Path("x.scenario").write_text(text + "\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-m", "adjudicator.cli.main", *command, "x.scenario"]
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert b"Traceback" not in done.stderr and done.returncode in (0, 1), done.stderr
    said = done.stdout.decode(encoding)
    assert "\\u2603" in said
    if "--json" in command:
        assert "\u2603" in json.dumps(json.loads(said), ensure_ascii=False)


def test_the_innermost_work_is_told_of_an_interrupt() -> None:
    with pytest.raises(Interrupted) as stopped, doing("settling"), doing("reading the rulebook"):
        raise KeyboardInterrupt
    assert stopped.value.doing == "reading the rulebook"


@pytest.mark.parametrize(("function", "said"), [
    ("adjudicator.language.building.read_block", "while reading the rulebook `book`"),
    ("adjudicator.desk.settling.settle_on", "while settling `A`"),
    ("adjudicator.desk.settling.account_of", "while explaining `the round`"),
    ("adjudicator.cli.explaining.what_would_change", "while looking for what would change `the round`"),
])  # fmt: skip
def test_ctrl_c_says_what_was_being_done(monkeypatch: pytest.MonkeyPatch, function: str, said: str) -> None:
    def interrupted(*args: object, **kwargs: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setenv("ADJUDICATOR_CACHE", "")
    monkeypatch.setattr("adjudicator.language.loading._LOADED", {})
    monkeypatch.setattr(function, interrupted)
    Path("x.scenario").write_text("scenario A\n  uses book\n  ask the round\n", encoding="utf-8")
    assert f"interrupted {said}" in run("explain", "x.scenario", status=1)


@pytest.mark.parametrize(("function", "command", "said"), [
    ("adjudicator.vetting.vetter.Vetter.pairs", "check", "looking for pairs of clauses that can meet"),
    ("adjudicator.vetting.gaps.Gaps.findings", "check", "looking for gaps"),
    ("adjudicator.vetting.single.Alone.findings", "check", "looking into the clause `"),
    ("adjudicator.vetting.vetter.Vetter.clash", "check garden", "looking into `"),
    ("adjudicator.vetting.repairing.repairs.Repairs.all", "vet", "trying out what could be changed"),
    ("adjudicator.comparing.contrasting.Contraster.look", "compare", "looking for a difference about `"),
    ("adjudicator.comparing.two_books._sides", "compare files", "settling `A` under both books"),
])  # fmt: skip
def test_ctrl_c_says_what_a_search_was_doing(here: Path, monkeypatch: pytest.MonkeyPatch, function: str, command: str, said: str) -> None:
    def interrupted(*args: object, **kwargs: object) -> None:
        raise KeyboardInterrupt

    for name in ("garden", "hothouse"):
        shutil.copytree(ROOT / "tests" / "precedents" / name, here / name)
    Path("x.scenario").write_text("scenario A\n  uses book\n  ask the round\n", encoding="utf-8")
    Path("c.rules").write_text("card QUINCE is a trick\n", encoding="utf-8")
    monkeypatch.setattr(function, interrupted)
    words = {"check": ["check", "book"], "check garden": ["check", "garden"], "vet": ["vet", "c.rules", "--against", "book"],
             "compare": ["compare", "garden", "hothouse"],
             "compare files": ["compare", "garden", "hothouse", "x.scenario"]}  # fmt: skip
    assert f"interrupted while {said}" in run(*words[command], status=1)


SLOWLY = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background may have been started deaf to it
from adjudicator.cli import explaining
from adjudicator.desk import settling
from adjudicator.cli.main import main
really = {really}
def slow(*args, **kwargs):
    time.sleep(4)
    return really(*args, **kwargs)
{really} = slow
main(["explain", "x.scenario"])
"""


@pytest.mark.slow
@pytest.mark.parametrize(("slow", "told"), [
    ("settling.account_of", "explaining `the round`"), ("explaining.what_would_change", "looking for what would change `the round`"),
    ("settling.settle_on", "settling `A`"), ("settling.read_scenarios", "reading `x.scenario`"),
])  # fmt: skip
def test_long_work_is_told_on_a_terminal(slow: str, told: str) -> None:
    Path("x.scenario").write_text("scenario A\n  uses book\n  ask the round\n", encoding="utf-8")
    seen = _on_a_terminal([sys.executable, "-c", SLOWLY.format(really=slow)])
    assert f"{told} ... 2 s" in seen
    shown = seen.split(told)[-1]
    assert "\r   " in shown and "the round is 1" in seen  # the line is wiped, and the answer is there


def test_quick_work_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Screen:
        seen = ""

        def isatty(self) -> bool:
            return True

        def write(self, text: str) -> None:
            self.seen += text

        def flush(self) -> None:
            pass

    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    with working.working("nothing much"):
        pass
    monkeypatch.setattr(working, "PATIENCE", 0.05)
    with working.working("a lot"):
        time.sleep(0.3)
    assert "a lot" in screen.seen and "nothing much" not in screen.seen


@pytest.mark.slow
def test_ctrl_c_on_a_terminal() -> None:
    Path("x.scenario").write_text("scenario A\n  uses book\n  ask the round\n", encoding="utf-8")
    seen = _on_a_terminal([sys.executable, "-c", SLOWLY.format(really="settling.settle_on").replace("sleep(4)", "sleep(40)")],
                          at="settling `A` ...")  # fmt: skip
    assert "interrupted while settling `A`" in seen and "Traceback" not in seen


def _on_a_terminal(command: list[str], at: str = "") -> str:
    """What a command shows on a terminal of its own; with `at`, Ctrl-C is pressed when this is seen."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "NO_COLOR": "1"}
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True) as process:
        os.close(theirs)
        seen, end = b"", time.monotonic() + 90
        while time.monotonic() < end:
            if select.select([ours], [], [], 0.2)[0]:
                try:
                    piece = os.read(ours, 4096)
                except OSError:  # closed at their end
                    break
                if not piece:
                    break
                seen += piece
            if at and at.encode() in seen:
                process.send_signal(signal.SIGINT)
                at = ""
        else:
            process.kill()
    os.close(ours)
    return seen.decode("utf-8", "replace")
