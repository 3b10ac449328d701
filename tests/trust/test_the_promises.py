"""docs/trust.md: ten promises, each with tests that are there, a command, and a figure that says what it was measured on."""

from __future__ import annotations

import re
import warnings
from pathlib import Path

from figures import PAGE, ROOT, Figure, figures, mark_of

TEXT = PAGE.read_text(encoding="utf-8")


def test_there_are_ten_promises_and_each_names_its_tests() -> None:
    parts = re.split(r"^### (\d+)\. ", TEXT, flags=re.MULTILINE)[1:]
    numbers, bodies = parts[::2], parts[1::2]
    assert numbers == [str(n) for n in range(1, 11)]
    for number, body in zip(numbers, bodies, strict=True):
        named = re.findall(r"`(tests/[\w/.]+\.py)`", body)
        assert named, f"promise {number} names no test"
        assert all((ROOT / name).is_file() for name in named), named


def test_every_promise_has_a_figure_with_its_commit_and_its_code() -> None:
    found = figures(TEXT)
    assert {figure.promise for figure in found} >= {str(n) for n in range(1, 11)}
    rows = [line for line in TEXT.split("\n") if re.match(r"\| \d+ \| ", line)]
    assert len(rows) == len(found), "a row that cannot be read"
    for figure in found:
        assert all((ROOT / "adjudicator" / part).is_dir() for part in figure.parts), figure


def test_the_commands_of_the_page_are_there() -> None:
    for module in re.findall(r"python -m (tests[\w.]+)", TEXT):
        path = ROOT.joinpath(*module.split("."))
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), module
    for path in re.findall(r"pytest [^`\n]*?(tests/[\w/.]+)", TEXT):
        assert (ROOT / path).exists(), path


def test_a_figure_is_stale_once_its_code_changes(tmp_path: Path) -> None:
    now = mark_of(("precedence",))
    assert not Figure("1", "m", "s", "abcdef0", ("precedence",), now).stale
    assert Figure("1", "m", "s", "abcdef0", ("precedence",), "00000000").stale
    assert now != mark_of(("precedence", "engine"))


def test_stale_figures_are_told() -> None:
    """A warning, not a failure: an edit of the engine must not wait for the long runs."""
    stale = sorted({figure.promise for figure in figures(TEXT) if figure.stale})
    if stale:
        warnings.warn(f"docs/trust.md: the code has changed since these were measured: {', '.join(stale)}", stacklevel=1)
    assert "the code has changed since" in TEXT, "the page says how to find out"
