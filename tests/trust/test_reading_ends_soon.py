"""Long and deep files: read in a time that grows with their length, or refused with the limit; never an exception."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from adjudicator.language.diagnostics import LanguageError, Messages
from adjudicator.language.formatting import format_text
from adjudicator.language.loading import read_scenarios

BOOK = Path(__file__).resolve().parents[1] / "language" / "book"
HEAD = "scenario X\n  uses book\n  gatherers Ann, Bob\n  fruit PIPPIN\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(BOOK, tmp_path / "book")
    monkeypatch.chdir(tmp_path)


def read(text: str) -> tuple[Messages, float]:
    Path("x.scenario").write_text(text, encoding="utf-8")
    messages, started = Messages(), time.process_time()
    read_scenarios(Path("x.scenario"), messages)
    return messages, time.process_time() - started


GROWING = {
    "the same fact": lambda i: "  Ann carries PIPPIN\n",
    "facts of many things": lambda i: f"  gatherer Bob{i}\n  Bob{i} has {i % 7} energy\n",
    "events": lambda i: "  Ann throws PIPPIN at Bob\n",
    "events with names": lambda i: f"  Ann throws PIPPIN at Bob, called Throw{i}\n",
    "answers": lambda i: "  Ann throws PIPPIN at Bob\n" if i == 0 else "    Bob throws PIPPIN at Ann\n",
    "questions": lambda i: "  ask the energy of Ann\n",
    "cards": lambda i: f"card CARD{i} is a trick\n",
    "clauses": lambda i: f"clause c{i}\n  for a gatherer\n  the energy of the gatherer is {i}\n",
    "faults": lambda i: f"  foo bar {i}\n",
    "maps": lambda i: "  board\n      A\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("what", GROWING)
def test_twice_as_much_takes_about_twice_as_long(what: str) -> None:
    made = GROWING[what]
    read(HEAD + made(0))
    little, much = (read(HEAD + "".join(made(i) for i in range(count)))[1] for count in (1000, 4000))
    assert much < 9 * little + 0.5, f"{little:.2f} s for 1,000, {much:.2f} s for 4,000"


@pytest.mark.slow
def test_eight_thousand_repeated_facts() -> None:
    messages, took = read(HEAD + "  Ann carries PIPPIN\n" * 8000 + "  ask whether Ann carries PIPPIN\n")
    assert not messages.errors and took < 15


def test_two_hundred_thousand_small_blocks_are_refused() -> None:
    messages, took = read(HEAD + "kind k\n" * 200_000)
    assert took < 5 and "50,000" in messages.errors[0].message


def test_errors_come_to_an_end() -> None:
    messages, took = read(HEAD + "".join(f"  foo bar {i}\n" for i in range(3000)))
    assert len(messages.errors) == 201 and "more than 200 errors" in messages.errors[-1].message


@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize("line", ["Ann throws PIPPIN at Bob", "board", "ask the round", "in order", "at once", "Ann's turn"])
def test_ever_deeper_lines(line: str, step: int) -> None:
    deep = "".join(" " * (2 + step * i) + line + "\n" for i in range(590 // step))
    messages, took = read(HEAD + deep)
    assert took < 15
    assert messages.errors
    if line != "board":  # below it all is the map
        with pytest.raises(LanguageError):
            format_text(HEAD + deep)


def test_answers_to_answers_go_as_deep_as_the_limit() -> None:
    chain = "".join("  " * (1 + i) + "Ann throws PIPPIN at Bob\n" for i in range(99))
    messages, _ = read(HEAD + chain + "  ask the energy of Bob\n")
    assert not messages.errors
    format_text(HEAD + chain)
