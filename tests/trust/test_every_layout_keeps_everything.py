"""Laid out, a file says what it said: mutants of scenarios and rule files, other ones every day (`python -m tests.fuzz` for long)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from fuzz.trials import Bench

from adjudicator.language.diagnostics import LanguageError
from adjudicator.language.formatting import format_text

CASES = 320
MAP = "      A   B\n    1 +---+\n        x   \n"


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    found = Bench()
    yield found
    found.close()


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_mutants_are_read_and_laid_out_without_loss(bench: Bench, part: int) -> None:
    first = int(os.environ["ADJUDICATOR_SAMPLE"], 36) * 10_000 + part * CASES // 4
    wrong = [fault for seed in range(first, first + CASES // 4) if (fault := bench.trial(seed))]
    assert not wrong, f"first seed {first}\n" + "\n".join(wrong)
    assert bench.figures["laid out"] >= 10 and bench.figures["settled before and after"] >= 1  # the mutants are not all nonsense


@pytest.mark.parametrize("above", [
    "  uses book\n  Ann rests\n    board\n", " Ann rests\n  uses book\n  board\n", "  uses book\n  ask the round\n    board\n",
])  # fmt: skip
def test_a_map_below_another_line_is_refused_with_its_place(above: str) -> None:
    text = f"scenario X\n{above}" + "".join("      " + line + "\n" for line in MAP.split("\n"))
    with pytest.raises(LanguageError) as refused:
        format_text(text)
    assert any("map" in d.message or "takes none" in d.message or "starts with" in d.message for d in refused.value.diagnostics)


@pytest.mark.parametrize("margin", [" ", "   ", "\t", "\t\t", "         "])
def test_a_map_keeps_its_drawing_however_deep_the_file_stands(margin: str) -> None:
    drawn = "".join(margin * 2 + line + "\n" for line in MAP.rstrip("\n").split("\n"))
    text = f"scenario X\n{margin}uses book\n{margin}board\n{drawn}{margin}ask the round\n"
    once = format_text(text)
    assert format_text(once) == once
    assert [line[4:] for line in once.split("\n")[3:6]] == [line.rstrip() for line in _dedented(MAP)]


def _dedented(drawn: str) -> list[str]:
    lines = drawn.rstrip("\n").split("\n")
    least = min(len(line) - len(line.lstrip()) for line in lines)
    return [line[least:] for line in lines]


def test_marks_of_word_processors_stay_as_they_are(tmp_path: Path) -> None:
    from adjudicator.language.formatting import format_file

    path = tmp_path / "x.scenario"
    path.write_text("scenario Ann\u2019s  caf\u0065\u0301\n   uses   book\n", encoding="utf-8")
    assert format_file(path)
    assert path.read_text(encoding="utf-8") == "scenario Ann\u2019s cafe\u0301\n  uses book\n"


def test_the_seed_of_a_mutant_is_the_mutant(bench: Bench) -> None:
    other = Bench()
    try:
        assert [bench.trial(seed) for seed in range(5)] == [other.trial(seed) for seed in range(5)]
        assert other.figures["read"] == 5
    finally:
        other.close()
