"""The formatter: one layout, the same meaning, nothing lost; of the project's files one in three, others every day."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mangling import FILES, comments, letters, loosened, respaced, shape
from sampling import sample

from adjudicator.language.diagnostics import LanguageError, Messages
from adjudicator.language.formatting import format_file, format_text
from adjudicator.language.layout import parse_layout
from adjudicator.language.loading import load_rulebook, load_scenarios

HERE = Path(__file__).resolve().parent
IDENTITY = [HERE / "identity.rules", HERE / "identity.scenario", HERE / "book" / "orchard.rules"]
TEXTS = [path.read_text(encoding="utf-8") for path in (*IDENTITY, *FILES)]
SEEDS = st.integers(0, 2**32)


@pytest.mark.parametrize("path", IDENTITY, ids=lambda p: p.name)
def test_the_layout_of_a_laid_out_file_is_the_file(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert format_text(text) == text
    assert not format_file(path, write=False)


def test_the_rules_of_the_identity_file_load(orchard: Path) -> None:
    (orchard / "market").mkdir()
    shutil.copy(HERE / "identity.rules", orchard / "market")
    shutil.copy(HERE / "book" / "register.jsonl", orchard / "market")
    book = load_rulebook("market")
    assert {"every-line", "cart-carries", "trap-snaps", "first-round-rest"} <= set(book.clauses)


def test_the_scenarios_of_the_identity_file_load() -> None:
    first, second = load_scenarios(HERE / "identity.scenario")
    assert [len(scenario.questions) for scenario, _ in (first, second)] == [7, 1]


@pytest.mark.parametrize("path", sample(FILES, 3), ids=lambda p: p.name)
def test_every_file_keeps_its_meaning_and_its_letters(path: Path) -> None:
    _check(path.read_text(encoding="utf-8"))


def _check(text: str) -> str:
    formatted = format_text(text)
    assert shape(formatted) == shape(text)
    assert letters(formatted) == letters(text)
    assert comments(formatted) == comments(text)
    assert format_text(formatted) == formatted
    assert not any(line != line.rstrip() for line in formatted.split("\n"))
    return formatted


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(TEXTS), SEEDS)
def test_spaces_do_not_matter(text: str, seed: int) -> None:
    laid_out = format_text(text)
    mangled = respaced(laid_out, Random(seed))
    assert shape(mangled) == shape(laid_out)
    assert format_text(mangled) == laid_out


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(TEXTS), SEEDS)
def test_comments_and_blank_lines_are_kept_and_change_nothing(text: str, seed: int) -> None:
    random = Random(seed)
    mangled = loosened(text, random)
    assert shape(mangled) == shape(text)
    _check(respaced(mangled, random))


def test_a_comment_at_the_margin_above_a_map_changes_nothing() -> None:
    text = (HERE / "identity.scenario").read_text(encoding="utf-8")
    commented = text.replace("  board\n", "-- now the map\n  board  -- of wood\n")
    assert commented != text
    assert shape(commented) == shape(text)
    _check(commented)


def test_a_comment_at_the_margin_among_the_signs_does_not_end_the_map(orchard: Path) -> None:
    text = (HERE / "identity.scenario").read_text(encoding="utf-8")
    path = Path("commented.scenario")
    path.write_text(text.replace("    A  Ann\n", "    A  Ann\n-- and him\n"), encoding="utf-8")
    (plain, _), (commented, _) = load_scenarios(HERE / "identity.scenario")[0], load_scenarios(path)[0]
    assert commented.situation.board is not None and plain.situation.board is not None
    assert commented.situation.board.board == plain.situation.board.board


CASES = {
    "a step is two spaces, whatever the author's": (
        "clause x\n   the fox sleeps\ncard Y is a card\n\tclause z\n\t\tthe fox sleeps\n",
        "clause x\n  the fox sleeps\n\ncard Y is a card\n  clause z\n    the fox sleeps\n",
    ),
    "one space between words, and after commas": (
        "kind  fox ,plural   foxes\nkind  den  is a  lair,a hole\n",
        "kind fox, plural foxes\nkind den is a lair, a hole\n",
    ),
    "names stay as printed": (
        "card  TRAP! is a card\ncard   SHHH!  is a card\nthing  E6.1\nthing Code  **\n",
        "card TRAP! is a card\ncard SHHH! is a card\nthing E6.1\nthing Code **\n",
    ),
    "quotes, titles and coded strings keep their commas": (
        'scenario "Ann,Bob  and 1,000 more"\n story a,b\ncard X is a card\n  string A,B-1\n',
        'scenario "Ann,Bob  and 1,000 more"\n  story a,b\n\ncard X is a card\n  string A,B-1\n',
    ),
    "a comment after text has two spaces before it": (
        "kind fox -- red\nkind den                --  dark  inside\n",
        "kind fox  -- red\nkind den  --  dark  inside\n",
    ),
    "a comment stays with the block below it": (
        "option a\n  default yes\n-- about b\noption b\n  default yes\n",
        "option a\n  default yes\n\n-- about b\noption b\n  default yes\n",
    ),
    "a comment at the end of a block stays with it": (
        "option a\n  default yes\n  -- so it is\noption b\n",
        "option a\n  default yes\n  -- so it is\n\noption b\n",
    ),
    "a heading keeps its blank line": ("-- Foxes\n\n\n\nkind fox\nkind den\n", "-- Foxes\n\nkind fox\nkind den\n"),
    "single lines stand together or apart as the author has them": (
        "kind fox\nthing Rex is a fox\n\n\nkind den",
        "kind fox\nthing Rex is a fox\n\nkind den\n",
    ),
    "no blank line below the line that opens a block": (
        "\n\nclause x\n\n  the fox sleeps\n\n\n  when it rains\n\n",
        "clause x\n  the fox sleeps\n\n  when it rains\n",
    ),
    "a comma before what would become a comment stays as it is": ("kind a ,--b\n", "kind a,--b\n"),
    "nothing but a comment": ("\ufeff  -- so far nothing  \r\n", "-- so far nothing\n"),
    "nothing at all": (" \n\n", ""),
}


@pytest.mark.parametrize("name", CASES)
def test_the_layout(name: str) -> None:
    text, wanted = CASES[name]
    assert format_text(text) == wanted
    assert format_text(wanted) == wanted


def test_lines_that_fit_nowhere_are_reported_as_loading_does() -> None:
    text = "clauze x\n  the fox sleeps\n\noption a\n    whatever\n"
    messages = Messages({"f.rules": text.split("\n")})
    parse_layout(text, "f.rules", messages)
    with pytest.raises(LanguageError) as caught:
        format_text(text, "f.rules")
    assert list(caught.value.diagnostics) == messages.found
    assert len(messages.found) == 2


def test_a_file_is_written_only_when_asked_and_only_when_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    path.write_bytes(b"kind  fox\r\n")
    assert format_file(path, write=False)
    assert path.read_bytes() == b"kind  fox\r\n"
    assert format_file(path)
    assert path.read_bytes() == b"kind fox\n"
    assert not format_file(path)
    assert [p.name for p in tmp_path.iterdir()] == ["x.rules"]


def test_a_file_that_cannot_be_read_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    path.write_bytes(b"nonsense  here\n")
    with pytest.raises(LanguageError):
        format_file(path)
    assert path.read_bytes() == b"nonsense  here\n"
    with pytest.raises(LanguageError):
        format_file(tmp_path)
