"""Lines are broken and coloured as rich would do it, only cheaper."""

from __future__ import annotations

import io

from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.text import Text

from adjudicator.report.wrapping import breaks, put

WORDS = st.text(st.sampled_from("ab -é界\u0301"), max_size=60)
STYLES = st.sampled_from(["", "bold", "dim", "bold red", "italic dim", "cyan", "bold underline"])
RUNS = st.lists(st.tuples(WORDS, STYLES), min_size=1, max_size=5)


@given(WORDS, st.integers(3, 30))
def test_breaks_are_where_rich_breaks(text: str, width: int) -> None:
    rows = [row.plain.rstrip() for row in Text(text).wrap(Console(width=width), width)]
    ends = breaks(text, width)
    mine = [text[a:b].rstrip() for a, b in zip([0, *ends], [*ends, len(text)], strict=True)]
    assert mine == rows


@given(RUNS, st.sampled_from([None, "standard", "truecolor"]), st.booleans())
def test_what_is_written_is_what_rich_would_write(runs: list[tuple[str, str]], colours: str | None, no_color: bool) -> None:
    def console() -> Console:
        return Console(
            file=io.StringIO(), width=44, force_terminal=colours is not None, color_system=colours, no_color=no_color, highlight=False
        )

    mine, theirs = console(), console()
    first = ("x", "")
    put(mine, 0, first, *runs)
    for row in Text.assemble(first, *runs).wrap(theirs, 44):
        row.rstrip()
        theirs.print(row, soft_wrap=True)
    assert _plainly(mine) == _plainly(theirs)


def _plainly(console: Console) -> list[tuple[str, frozenset[str]]]:
    """Each character that was written with the codes in force (an empty style or two equal ones side by side are the same to the eye)."""
    written = Text.from_ansi(console.file.getvalue())  # type: ignore[attr-defined]
    return [(c, frozenset(str(s.style) for s in written.spans if s.start <= i < s.end)) for i, c in enumerate(written.plain)]


def test_a_head_stands_before_the_first_line_only() -> None:
    console = Console(file=io.StringIO(), width=50)
    put(console, 3, "one two three four five six seven eight nine ten eleven", head=(("why", "bold"), (" " * 5, "")))
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert lines[0].startswith("   why     one") and lines[1].startswith(" " * 11) and not lines[1].startswith(" " * 12)
