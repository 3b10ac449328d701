"""Reading a book again after an edit: the same as reading it from scratch, and only what the edit touches is read."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from random import Random

import pytest
from edits import BOOK, PARENT, edited

from adjudicator.language import cache, earlier, loading
from adjudicator.language.building import build
from adjudicator.language.clauses import ClauseReader
from adjudicator.language.diagnostics import Messages, render
from adjudicator.language.earlier import Earlier
from adjudicator.model.rulebook import Rulebook
from adjudicator.resources import rulebase_folder

ROOT = Path(__file__).resolve().parents[2]


def written(folder: Path, book: dict[str, str]) -> Path:
    """The book's files in the folder, and no others."""
    for path in folder.rglob("*.*"):
        if str(path.relative_to(folder)) not in book:
            path.unlink()
    for name, text in book.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    return folder / "water"


def told(book: Rulebook) -> dict[str, object]:
    """All that a book says, in its order."""
    parts = {field.name: getattr(book, field.name) for field in fields(book)}
    return {name: list(part.items()) if isinstance(part, dict) else part for name, part in parts.items()}


def read(folder: Path, before: Earlier | None) -> tuple[Earlier, list[str]]:
    """A reading of the book and its messages."""
    messages = Messages()
    chain = loading._chain(folder, messages)
    made = build(chain or [folder], messages, "digest", before)
    return made, [render(found) for found in messages.found]


@pytest.mark.parametrize("seed", range(3))
def test_after_random_edits_the_book_is_as_read_from_scratch(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    book, (last, faults) = BOOK, read(written(tmp_path, BOOK), None)
    assert not faults and len(last.entries) > 30
    whole = taken_over = 0
    for _ in range(35):
        changed = edited(book, random)
        folder = written(tmp_path, changed)
        again, said = read(folder, last)
        fresh, expected = read(folder, None)
        assert said == expected
        assert told(again.book) == told(fresh.book)
        if not said:
            book, last, whole = changed, again, whole + 1
            assert again.entries == fresh.entries
            taken_over += len(again.entries)
        elif random.random() < 0.3:
            book = changed if len(said) < 4 and random.random() < 0.5 else BOOK
    assert whole > 8


def test_an_edit_reads_again_only_what_it_touches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    last, _ = read(written(tmp_path, BOOK), None)
    seen: list[str] = []
    original = ClauseReader.clause
    monkeypatch.setattr(ClauseReader, "clause", lambda self, block, *rest: seen.append(block.text) or original(self, block, *rest))

    def after(old: str, new: str) -> list[str]:
        seen.clear()
        files = {name: text.replace(old, new) for name, text in BOOK.items()}
        assert not read(written(tmp_path, files), last)[1]
        return list(seen)

    assert after("nothing at all", "") == []
    assert after("clause heavy\n", "\n\n-- heavy things\nclause heavy\n") == []
    assert after("add 2 to", "add 3 to") == ["heavy"]
    assert after("turns", "grinds up") == ["again"]
    assert after("card TRAP!", "card SPRUNG TRAP") == ["snaps"]
    assert after("kind lamp is a tool", "kind lamp is a trick")
    assert after("one of red, green,", "one of red, green, blue,") == ["poor", "shines"] or seen


def test_the_books_of_the_rulebase(tmp_path: Path) -> None:
    """Real books after real edits: a condition more, a clause less, a phrase in other words, a card more, a kind elsewhere."""
    base = tmp_path / "rulebase"
    for name in ("wizwar", "e6"):
        shutil.copytree(rulebase_folder() / name, base / name)
    folder = base / "e6"
    last, faults = read(folder, None)
    assert not faults
    files = sorted(folder.rglob("*.rules"))
    edits = (
        lambda text: text.replace("  when ", "  when the round is at least 2\n  and ", 1),
        lambda text: "\n\nkind new sort of thing\n\n" + text,
        lambda text: text + "\ncard BRAND NEW is a spell\n",
        lambda text: "\n\n".join(text.split("\n\n")[:-1]) + "\n",
    )
    for number, edit in enumerate(edits):
        path = files[(5 * number + 3) % len(files)]
        path.write_text(edit(path.read_text(encoding="utf-8")), encoding="utf-8")
    again, said = read(folder, last)
    fresh, expected = read(folder, None)
    assert said == expected
    assert told(again.book) == told(fresh.book)


# ---- the files that are kept ----


def forget() -> None:
    """As in a new process."""
    loading._LOADED.clear()
    loading._LATEST.clear()


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of the test's own."""
    place = tmp_path / "cache"
    monkeypatch.setenv("ADJUDICATOR_CACHE", str(place))
    forget()
    yield place
    forget()


def loaded(folder: Path) -> Rulebook:
    forget()
    return loading.load_rulebook(str(folder))


def changed(folder: Path, number: int) -> dict[str, object]:
    """The book after an edit, read from scratch."""
    path = folder / "10-clauses.rules"
    path.write_text(BOOK["water/10-clauses.rules"].replace("add 2 to", f"add {number} to"), encoding="utf-8")
    return told(read(folder, None)[0].book) | {"digest": ""}


def same(book: Rulebook, expected: dict[str, object]) -> bool:
    return told(book) | {"digest": ""} == expected


def test_damaged_files_are_read_anew(tmp_path: Path, kept: Path) -> None:
    folder = written(tmp_path / "book", BOOK) if (tmp_path / "book").mkdir() is None else tmp_path
    loaded(folder)
    for number, damage in enumerate((b"", b"rubbish", None, pickle.dumps(("x", {})), b"\x80\x05."), 3):
        expected = changed(folder, number)
        for path in kept.iterdir():
            content = path.read_bytes()
            path.write_bytes(content[: len(content) // 2] if damage is None else damage)
        assert same(loaded(folder), expected)
        assert same(loaded(folder), expected)


def test_an_index_without_its_book_is_of_no_use(tmp_path: Path, kept: Path) -> None:
    (tmp_path / "book").mkdir()
    folder = written(tmp_path / "book", BOOK)
    loaded(folder)
    for path in kept.glob("*.book"):
        path.unlink()
    expected = changed(folder, 5)
    assert same(loaded(folder), expected)


def test_another_version_of_the_program_starts_from_scratch(tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "book").mkdir()
    folder = written(tmp_path / "book", BOOK)
    loaded(folder)
    expected = changed(folder, 6)
    monkeypatch.setattr(cache, "program_digest", lambda: "another version")
    seen: list[object] = []
    original = earlier.fetch
    monkeypatch.setattr(earlier, "fetch", lambda where: seen.append(original(where)) or seen[-1])
    assert same(loaded(folder), expected)
    assert seen == [None]


def test_a_folder_that_cannot_be_written(tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "book").mkdir()
    folder = written(tmp_path / "book", BOOK)
    loaded(folder)
    before = {path.name: path.read_bytes() for path in kept.iterdir()}
    monkeypatch.setattr("adjudicator.cache.folder.os.access", lambda path, mode: False)
    expected = changed(folder, 7)
    assert same(loaded(folder), expected)
    assert {path.name: path.read_bytes() for path in kept.iterdir()} == before


def test_several_processes_at_once(tmp_path: Path, kept: Path) -> None:
    """Four processes read and keep the same book while its file changes; each comes to what stands there."""
    (tmp_path / "book").mkdir()
    folder = written(tmp_path / "book", BOOK)
    code = ("import sys; from adjudicator.language import loading\n"
            "for _ in range(6):\n"
            "    loading._LOADED.clear(); loading._LATEST.clear()\n"
            "    book = loading.load_rulebook(sys.argv[1])\n"
            "    assert len(book.clauses) > 15 and len(book.cards) == 3\n")  # fmt: skip
    environment = os.environ | {"ADJUDICATOR_CACHE": str(kept), "PYTHONPATH": str(ROOT)}
    running = [subprocess.Popen([sys.executable, "-c", code, str(folder)], env=environment, stderr=subprocess.PIPE) for _ in range(3)]
    path = folder / "10-clauses.rules"
    number = 0
    while any(process.poll() is None for process in running):
        number += 1
        whole = path.with_suffix(".tmp")
        whole.write_text(BOOK["water/10-clauses.rules"].replace("add 2 to", f"add {number % 7} to"), encoding="utf-8")
        whole.replace(path)
        try:
            running[number % len(running)].wait(0.05)
        except subprocess.TimeoutExpired:
            continue
    for process in running:
        assert process.returncode == 0, process.stderr.read().decode()[-600:]
    expected = changed(folder, 8)
    assert same(loaded(folder), expected)


def test_the_parent_is_part_of_the_book(tmp_path: Path, kept: Path) -> None:
    (tmp_path / "book").mkdir()
    folder = written(tmp_path / "book", BOOK)
    loaded(folder)
    path = folder.parent / PARENT
    path.write_text(path.read_text(encoding="utf-8").replace("default 5", "default 6"), encoding="utf-8")
    assert same(loaded(folder), told(read(folder, None)[0].book) | {"digest": ""})
