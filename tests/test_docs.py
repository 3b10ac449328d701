"""What the README and the tutorial show is true: every file they give is written, every command run.

A block ```scenario NAME is a file; ```scenario NAME after "LINE" adds lines to it, and ```scenario NAME
instead of "LINE" changes one. In a ```console block each line `$ adjudicator ...` is run where these files
are, and what follows it is its output to the letter; a line of three dots stands for anything, and an output
that has one is compared with its white space folded.
UPDATE=1 writes the outputs anew (those without dots); read them before keeping them.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli.main import main

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", "docs/tutorial.md", "docs/howto.md", "docs/homebrew.md", "docs/precedents.md", "docs/decks.md", "docs/fights.md")
UPDATE = bool(os.environ.get("UPDATE"))

_FENCE = re.compile(r"^```(?P<kind>scenario|console)(?P<what>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_EDIT = re.compile(r'(?P<file>\S+) (?P<how>after|instead of) "(?P<line>.+)"')
_DOTS = re.compile(r"^ *\.\.\.$", re.MULTILINE)
_LINK = re.compile(r"\]\(([^)#:]+)\)")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own, with the project's scenarios in it."""
    (tmp_path / "scenarios").symlink_to(ROOT / "scenarios")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


@pytest.mark.parametrize("page", PAGES)
def test_what_the_page_shows_is_what_comes(page: str, table: Path) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert "```console" in text
    renewed = _FENCE.sub(lambda block: _tried(block, table), text)
    if UPDATE:
        (ROOT / page).write_text(renewed, encoding="utf-8")
    else:
        assert renewed.split("\n") == text.split("\n")


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    file = ROOT / page
    for target in _LINK.findall(file.read_text(encoding="utf-8")):
        assert (file.parent / target).exists(), f"{page}: {target}"


def _tried(block: re.Match, table: Path) -> str:
    """The block as it should be: a file as it is, commands with what they print."""
    if block["kind"] == "scenario":
        _write(block["what"].strip(), block["body"], table)
        return block[0]
    lines = block["body"].split("\n")
    starts = [i for i, line in enumerate(lines) if line.startswith("$ ")]
    parts = []
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        shown, came = lines[start + 1 : end], _run(lines[start][2:], table)
        expected = "\n".join(shown).strip("\n")
        kept = _same(expected, came) or UPDATE and _DOTS.search(expected) is not None
        after = [line for line in shown if not line][-1:]
        parts += [lines[start], *(shown if kept else [came, *after])]
    return "```console\n" + "\n".join((*lines[: starts[0]], *parts)) + "```"


def _write(what: str, body: str, table: Path) -> None:
    edit = _EDIT.fullmatch(what)
    if edit is None:
        (table / what).parent.mkdir(parents=True, exist_ok=True)
        (table / what).write_text(body, encoding="utf-8")
        return
    file = table / edit["file"]
    lines = file.read_text(encoding="utf-8").split("\n")
    (at,) = [i for i, line in enumerate(lines) if line.strip() == edit["line"]]
    lines[at : at + 1] = [*(lines[at : at + 1] if edit["how"] == "after" else []), *body.rstrip("\n").split("\n")]
    file.write_text("\n".join(lines), encoding="utf-8")


def _run(command: str, table: Path) -> str:
    """What the command prints, errors included."""
    program, *args = shlex.split(command)
    if program == "cp":
        shutil.copy(table / args[0], table / args[1])
        return ""
    assert program.endswith("adjudicator"), command
    result = CliRunner().invoke(main, args)
    assert "Traceback" not in result.output
    assert result.exit_code == 0 or any(
        word in result.output for word in ("error", "EXPECTED", "is expected", " found, with", "differen", "broken")
    )
    return "\n".join(line.rstrip() for line in result.output.split("\n")).strip("\n")


def _same(expected: str, came: str) -> bool:
    """Whether this is shown: to the letter, or around dots with white space folded."""
    if _DOTS.search(expected) is None:
        return expected == came
    pattern = ".*".join(re.escape(_folded(part)) for part in _DOTS.split(expected))
    return re.fullmatch(pattern, _folded(came), re.DOTALL) is not None


def test_an_output_is_shown_to_the_letter() -> None:
    assert _same("a\n  b", "a\n  b") and not _same("a\n b", "a\n  b") and not _same("a\n\nb", "a\nb")
    assert _same("a\n...\n c", "a\n  b\n  c") and not _same("a\n...\n d", "a\n  b\n  c")


def _folded(text: str) -> str:
    return " ".join(text.split())
