"""Whatever a file holds, it is read or refused with messages: never another exception, never for long."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mangling import ROOT

from adjudicator.language.conclusions import read_conclusion
from adjudicator.language.diagnostics import LanguageError, Messages, SentenceError, render
from adjudicator.language.formatting import format_file
from adjudicator.language.loading import load, load_rulebook, read_scenarios
from adjudicator.language.reading import read_sentence, read_term
from adjudicator.language.scope import Phrasebook, Scope
from adjudicator.model.places import NOWHERE

HERE = Path(__file__).resolve().parent
PATIENCE = 20.0
"""Seconds for one file on a busy machine; a usual one takes a hundredth of that."""

ORCHARD = (HERE / "book" / "orchard.rules").read_text(encoding="utf-8")
RULES = (HERE / "identity.rules").read_text(encoding="utf-8")
SCENARIO = (HERE / "identity.scenario").read_text(encoding="utf-8")
HOUSE = sorted((ROOT / "scenarios" / "house").glob("*.scenario"))
WORDS = sorted(set((ORCHARD + RULES + SCENARIO).split())) + ["--", '"', "(", ")", ",", ":", "{", "}", "\t", "1/0", "1e999999", "²", "É"]
BOUNDED = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.fixture(scope="module")
def table() -> Iterator[Path]:
    """A folder with the small book in it, for files that use `book`."""
    with TemporaryDirectory() as name:
        shutil.copytree(HERE / "book", Path(name) / "book")
        yield Path(name)


def _survives(path: Path) -> None:
    """Read, render and format a file: success, or LanguageError."""
    started = time.process_time()
    messages = Messages()
    if path.suffix == ".scenario":
        read_scenarios(path, messages)
    else:
        load(str(path.parent), messages)
    for diagnostic in messages.found:
        assert diagnostic.message
        assert len(render(diagnostic)) < 5000
    try:
        format_file(path, write=False)
    except LanguageError as error:
        assert error.diagnostics
    assert time.process_time() - started < PATIENCE


def _scenario(table: Path, content: bytes) -> None:
    path = table / "case.scenario"
    path.write_bytes(content)
    _survives(path)


def _rules(table: Path, content: bytes) -> None:
    folder = table / "case"
    folder.mkdir(exist_ok=True)
    (folder / "case.rules").write_bytes(content)
    _survives(folder / "case.rules")


@BOUNDED
@given(content=st.binary(max_size=400))
def test_random_bytes(table: Path, content: bytes) -> None:
    _scenario(table, content)
    _scenario(table, SCENARIO.encode() + content)
    _rules(table, content)


@BOUNDED
@given(text=st.text(max_size=200))
def test_random_text_in_a_line(table: Path, text: str) -> None:
    _scenario(table, f"scenario X\n  uses book\n  gatherer Ann\n  {text}\n  ask {text}\n    expect {text}\n".encode("utf-8", "replace"))
    _rules(table, f"book case\n  extends book\nclause x\n  for a fruit\n  {text}\n  when {text}\n".encode("utf-8", "replace"))


LINES = st.lists(st.tuples(st.integers(0, 3), st.lists(st.sampled_from(WORDS), min_size=1, max_size=12)), min_size=1, max_size=25).map(
    lambda lines: "\n".join("  " * depth + " ".join(words) for depth, words in lines)
)


@BOUNDED
@given(text=LINES)
def test_random_lines_of_the_languages_own_words(table: Path, text: str) -> None:
    _scenario(table, f"scenario X\n  uses book\n{text}\n".encode())
    _scenario(table, f"{text}\n\nscenario X\n  uses book\n  ask the round\n".encode())
    _rules(table, f"book case\n  extends book\n{text}\n".encode())


def _edited(text: str, seed: int) -> str:
    """A few words or lines deleted, doubled, swapped or replaced."""
    random = Random(seed)
    unit = random.choice(("word", "line"))
    parts = re.split(r"(\s+)", text) if unit == "word" else text.splitlines(keepends=True)
    for _ in range(random.randint(1, 6)):
        if len(parts) < 2:
            break
        i, j = random.randrange(len(parts)), random.randrange(len(parts))
        match random.choice(("delete", "double", "swap", "replace")):
            case "delete":
                del parts[i]
            case "double":
                parts.insert(j, parts[i])
            case "swap":
                parts[i], parts[j] = parts[j], parts[i]
            case "replace":
                parts[i] = random.choice(WORDS)
    return "".join(parts)


SEEDS = st.integers(0, 2**32)


@BOUNDED
@given(seed=SEEDS)
def test_edits_of_a_scenario_and_of_rules(table: Path, seed: int) -> None:
    _scenario(table, _edited(SCENARIO, seed).encode())
    _rules(table, _edited(RULES, seed).encode())


@settings(BOUNDED, max_examples=25)
@given(path=st.sampled_from(HOUSE), seed=SEEDS)
def test_edits_of_the_scenarios_of_the_house_book(table: Path, path: Path, seed: int) -> None:
    _scenario(table, _edited(path.read_text(encoding="utf-8"), seed).encode())


@pytest.fixture(scope="module")
def market(table: Path) -> Phrasebook:
    """The words of the identity book."""
    (table / "market").mkdir()
    shutil.copy(HERE / "identity.rules", table / "market")
    shutil.copy(HERE / "book" / "register.jsonl", table / "market")
    return Phrasebook(load_rulebook(str(table / "market")))


def _read(text: str, phrasebook: Phrasebook, in_scenario: bool) -> None:
    """Read a text as everything it could be: only SentenceError may come of it, and its place is in the text."""
    for read in (read_sentence, read_term, _conclusion):
        kinds = {"sale": "sale", "gatherer": "gatherer", "helper": "gatherer", "fruit": "fruit", "it": "TRAP!"}
        scope = Scope({}, {"Ann": ("gatherer",), "PIPPIN": ("fruit",)}, True) if in_scenario else Scope(kinds)
        try:
            read(text, phrasebook, scope)
        except SentenceError as error:
            assert 0 <= error.start <= len(text)
            assert error.width > 0
            assert error.code
            assert str(error)


def _conclusion(text: str, phrasebook: Phrasebook, scope: Scope) -> None:
    read_conclusion(text, NOWHERE, phrasebook, scope)


SENTENCES = sorted({line.strip() for line in (RULES + SCENARIO).split("\n") if line.startswith("  ")})


def test_every_beginning_end_and_gap_of_a_sentence(market: Phrasebook) -> None:
    for line in SENTENCES:
        words = line.split()
        for cut in range(len(words) + 1):
            for part in (words[:cut], words[1:cut], words[cut:], words[:cut] + words[cut + 1 :]):
                _read(" ".join(part), market, line[0].isupper())


@settings(BOUNDED, max_examples=300)
@given(words=st.lists(st.sampled_from(WORDS), max_size=9), in_scenario=st.booleans())
def test_random_sentences(market: Phrasebook, words: list[str], in_scenario: bool) -> None:
    _read(" ".join(words), market, in_scenario)


LONG = {
    "and": "the energy of Ann is 1" + " and the energy of Ann is 1" * 21,
    "or": "ask whether PIPPIN is ripe" + " or PIPPIN is ripe" * 30,
    "plus": "ask 1" + " plus 1" * 80,
    "not": "ask whether " + "it is not true that " * 27 + "PIPPIN is ripe",
    "of": "ask " + "the energy of " * 40 + "Ann",
    "list": "ask whether the colour of PIPPIN is one of red" + ", green" * 70,
    "such that": "ask how many fruits f such that " + "there is a fruit g such that " * 18 + "f is ripe",
    "commas": "Ann carries PIPPIN" + ", carries PIPPIN" * 35,
    "names": "ask " + "PIPPIN " * 80,
    "unknown words": "ask " + "blah the " * 60,
    "is": "Ann " + "is " * 150,
    "throws": "Ann throws PIPPIN at " + "Ann throws PIPPIN at " * 25 + "Ann",
}


@pytest.mark.parametrize("name", LONG)
def test_a_long_sentence(table: Path, name: str) -> None:
    text = f"scenario X\n  uses book\n  gatherer Ann\n  fruit PIPPIN\n  {LONG[name]}\n"
    assert all(len(line) <= 600 for line in text.split("\n"))
    _scenario(table, text.encode())


def test_a_block_of_many_faulty_lines(table: Path) -> None:
    _scenario(table, b"scenario X\n  uses book\n" + b"      expect 1\n    expect 2\n" * 3000)
    _rules(table, b"book case\n  extends book\n" + b"clause x\n" * 3000)
