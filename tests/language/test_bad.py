"""Faulty files: each message against a golden text beside the file.

UPDATE=1 writes the goldens anew; read each of them aloud before keeping it.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from adjudicator.language.diagnostics import Messages, render
from adjudicator.language.loading import load, load_rulebook, read_scenarios
from adjudicator.precedence.claims import Claims

HERE = Path(__file__).resolve().parent
BAD = HERE / "bad"
UPDATE = bool(os.environ.get("UPDATE"))
INTERNAL = ("Traceback", "Token(", "Apply(", "NoneType", "Literal(", "Ref(", "Var(", "Fraction(", "frozenset",
            "SentenceError", "_INDENT", "_NL", "$END", "adjudicator.", "None")  # fmt: skip


def _messages(path: Path) -> Messages:
    """What is said about a faulty file: a book of its own, or a scenario."""
    messages = Messages()
    if path.suffix == ".rules":
        Path("faulty").mkdir(exist_ok=True)
        shutil.copy(path, Path("faulty"))
        shutil.copy(HERE / "book" / "register.jsonl", Path("faulty"))
        load("faulty", messages)
    else:
        Path("table").mkdir(exist_ok=True)
        if path.is_file() and path.parent == BAD:
            path = Path(shutil.copy(path, Path("table")))
        read_scenarios(path, messages)
    return messages


def _check(messages: Messages, golden: Path) -> None:
    """Compare with the golden text, and see that every message is a good one."""
    found = sorted(messages.found, key=lambda d: (d.place.file, d.place.line, d.place.column))
    text = "\n\n".join(render(d) for d in found) + "\n"
    for word in INTERNAL:
        assert word not in text, text
    for diagnostic in found:
        assert diagnostic.message and not diagnostic.message.endswith(".")
        assert len(render(diagnostic)) < 2000
    if UPDATE:
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


FAULTS = sorted([*BAD.glob("*.rules"), *BAD.glob("*.scenario")])


@pytest.fixture(autouse=True)
def only_the_small_book(orchard: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages that list the rulebooks do not depend on which there are."""
    monkeypatch.setattr("adjudicator.language.loading.rulebase_folder", lambda: orchard)


@pytest.mark.parametrize("path", FAULTS, ids=lambda p: p.name)
def test_the_messages_of_a_faulty_file(path: Path, orchard: Path) -> None:
    messages = _messages(path)
    assert messages.errors
    for diagnostic in messages.found:
        place = diagnostic.place
        assert place.file and place.line > 0 and place.column > 0 and place.width > 0
        assert diagnostic.line
        assert place.column + place.width - 1 <= max(1, len(diagnostic.line)), diagnostic
    _check(messages, path.with_name(path.name + ".txt"))


def test_every_golden_has_its_file() -> None:
    made_here = {*MADE, "folder", "missing", "huge", "register", "book-files"}
    for golden in BAD.glob("*.txt"):
        name = golden.name.removesuffix(".txt")
        assert (BAD / name).is_file() or name in made_here


def test_circular_claims_are_found_with_their_circle(orchard: Path) -> None:
    Path("faulty").mkdir()
    shutil.copy(HERE / "circular-claims.rules", Path("faulty"))
    (circle,) = Claims(load_rulebook("faulty")).cycles()
    assert sorted(circle) == ["paper", "rock", "scissors"]


DEEP = "(" * 280 + "3" + ")" * 280
MADE = {
    "empty": b"",
    "blank": b"\n  \n\t\n",
    "only-comments": b"-- so far nothing\n",
    "binary": b"scenario A picture\n  uses ../book\n\x89PNG\x00\x01\x02",
    "not-utf-8": "scenario A caf\u00e9\n  uses ../book\n".encode("latin-1"),
    "long-line": b"scenario A long line\n  uses ../book\n  gatherers " + b"Ann, " * 20_000 + b"Bob\n",
    "deep-nesting": f"scenario Brackets\n  uses ../book\n  gatherer Ann\n  the energy of Ann is {DEEP}\n".encode(),
    "long-title": b"scenario " + b"x" * 100_000 + b"\n  uses ../book\n",
}


@pytest.mark.parametrize("name", MADE)
def test_the_messages_of_a_file_that_is_no_text(name: str, orchard: Path) -> None:
    (orchard / "table").mkdir()
    path = Path("table") / "made.scenario"
    path.write_bytes(MADE[name])
    _check(_messages(path), BAD / f"{name}.txt")


def test_a_file_of_50_megabytes_is_refused_unread(orchard: Path) -> None:
    path = Path("huge.scenario")
    with path.open("wb") as file:
        file.truncate(50_000_000)
    _check(_messages(path), BAD / "huge.txt")


def test_a_folder_in_place_of_a_file(orchard: Path) -> None:
    Path("folder.scenario").mkdir()
    _check(_messages(Path("folder.scenario")), BAD / "folder.txt")


def test_a_missing_file(orchard: Path) -> None:
    _check(_messages(Path("missing.scenario")), BAD / "missing.txt")


def test_a_book_with_files_that_are_no_text(orchard: Path) -> None:
    Path("book/a.rules").mkdir()
    Path("book/b.rules").symlink_to("nowhere")
    Path("book/c.rules").write_bytes(b"kind \xff\n")
    Path("book/d.rules").write_bytes(b"kind \0\n")
    Path("book/e.rules").write_bytes(b"")
    messages = Messages()
    load("book", messages)
    _check(messages, BAD / "book-files.txt")


def test_a_register_with_faulty_lines(orchard: Path) -> None:
    with Path("book/register.jsonl").open("a", encoding="utf-8") as file:
        file.write('not json\n[1, 2]\n{"id": "orchard-06-01"}\n')
    messages = Messages()
    load("book", messages)
    _check(messages, BAD / "register.txt")
