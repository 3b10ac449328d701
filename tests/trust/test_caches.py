"""What is kept from run to run: it is data, it is private, and whatever happens to it the answers stay what they are."""

from __future__ import annotations

import json
import os
import random
import stat
import subprocess
import sys
import time
import tracemalloc
from array import array
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from pathlib import Path

import pytest
from cache_damage import damaged_runs, evil, forget, killed_runs, restored, settled, told

from adjudicator.cache import columns, sealed
from adjudicator.cache import folder as kept_folder
from adjudicator.entailment.verdicts import FileStore
from adjudicator.language import cache, earlier, layout, loading
from adjudicator.resources import rulebase_folder
from adjudicator.vetting.memory import Memory

BOOKS = sorted(path.name for path in rulebase_folder().iterdir() if path.is_dir())
PLAIN = (str, int, bool, type(None), bytes, tuple, list, dict, frozenset, Fraction)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A cache folder of the test's own."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("ADJUDICATOR_CACHE", str(folder))
    kept_folder._say.cache_clear()
    forget()
    yield folder
    forget()


# ---- the form: data, and nothing else ----


def test_nothing_in_the_program_unpickles_or_evaluates() -> None:
    """No part of the program reads pickles, shelves or marshalled code, or runs text."""
    root = Path(columns.__file__).parent.parent
    for path in root.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for word in ("pickle", "shelve", "marshal", "dill", "eval(", "exec(", "__import__"):
            used = [line for line in text.split("\n") if word in line and line.strip().startswith(("import", "from")) or f" {word}" in line
                    and word.endswith("(") and not line.strip().startswith(("#", '"'))]  # fmt: skip
            assert not used, f"{path.name}: {used}"


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
def test_a_book_comes_back_as_it_was(name: str, place: Path) -> None:
    book = loading.load_rulebook(name)
    again = columns.decode(columns.encode(book, earlier.BOOK), earlier.BOOK)
    assert again == book
    assert repr(again) == repr(book)
    kept = sorted(path.suffix for path in place.iterdir())
    assert kept == [".book", ".reading", ".tables"], "something could not be kept"
    forget()
    assert repr(loading.load_rulebook(name)) == repr(book)


def test_values_come_back_with_their_types() -> None:
    value = (True, 1, False, 0, None, "", "\ud800", Fraction(1), Fraction(-7, 3), b"", b"\0\xff", (), ((),), frozenset(),
             frozenset(("a", "b")), {}, {"a": {}, ("b", 1): []}, [[], [1]], -1, 10**300)  # fmt: skip
    again = columns.decode(columns.encode(value, ()), ())
    assert again == value
    assert repr(again).replace("'b', 'a'", "'a', 'b'") == repr(value).replace("'b', 'a'", "'a', 'b'")


def test_lists_and_dicts_that_look_alike_stay_apart() -> None:
    first, second = columns.decode(columns.encode(({}, {}), ()), ())
    first["a"] = 1
    assert second == {}


RAN: list[str] = []


@dataclass(frozen=True)
class Spring:
    """A class that tells when anything of it is called."""

    inside: object
    other: object = None

    def __new__(cls, *args: object) -> Spring:
        RAN.append("new")
        return object.__new__(cls)

    def __post_init__(self) -> None:
        RAN.append("post_init")

    def __setstate__(self, state: object) -> None:
        RAN.append("setstate")

    def __reduce__(self) -> tuple:
        RAN.append("reduce")
        return (Spring, ())

    def __hash__(self) -> int:
        return 1


@dataclass(frozen=True, slots=True)
class Slotted:
    """The same with slots."""

    inside: object

    def __post_init__(self) -> None:
        RAN.append("post_init")

    def __setstate__(self, state: object) -> None:
        RAN.append("setstate")


def test_reading_calls_nothing_of_a_class() -> None:
    value = (Spring((Slotted("a"), 1), Slotted(Fraction(1, 2))), Slotted(frozenset(("x",))))
    content = columns.encode(value, (Spring, Slotted))
    RAN.clear()
    again = columns.decode(content, (Spring, Slotted))
    assert RAN == []
    assert again == value


def test_a_class_that_is_not_admitted_is_refused() -> None:
    content = columns.encode(Slotted("a"), (Slotted,))
    with pytest.raises(columns.Unfit):
        columns.decode(content, ())
    with pytest.raises(columns.Unfit):
        columns.encode(Slotted("a"), ())
    for value in (open, object(), sys, lambda: 1, 1.5, Path("a"), {1, 2}):
        with pytest.raises(columns.Unfit):
            columns.encode(value, (Slotted,))


def in_it(value: object, found: set[type]) -> set[type]:
    """The types of all that is in a value."""
    seen: set[int] = set()
    todo = [value]
    while todo:
        one = todo.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        found.add(type(one))
        if isinstance(one, dict):
            todo += [*one.keys(), *one.values()]
        elif isinstance(one, (tuple, list, frozenset)):
            todo += one
        elif is_dataclass(one):
            todo += [getattr(one, field.name) for field in fields(one)]
    return found


@pytest.mark.parametrize("seed", range(4))
def test_whatever_a_file_holds_only_plain_data_comes_of_it(seed: int, place: Path) -> None:
    """The head and the columns of a real book changed at random: refused, or plain data of the admitted classes."""
    dice = random.Random(seed)
    book = loading.load_rulebook("e6")
    content = columns.encode((book.kinds, book.properties, dict(list(book.clauses.items())[:60])), earlier.BOOK)
    end = 8 + int.from_bytes(content[:8], "little")
    read = refused = 0
    for one in range(120):
        head = json.loads(content[8:end].decode("utf-8", "surrogatepass"))
        numbers = array("I", content[end:])
        for _ in range(1 if one % 2 else dice.randint(2, 4)):
            numbers[dice.randrange(len(numbers))] = dice.choice((0, 1, dice.randrange(len(numbers)), 2**32 - 1, dice.randrange(2**32)))
        if dice.random() < 0.5:
            group = dice.choice(head["groups"])
            place_in = dice.randrange(3)
            group[place_in] = dice.choice(
                ("os", "tuple", "dict", "frozenset", "Fraction", "Place", "Var", "__class__", -1, 0, 1, 2, 10**9, None, [])
            )
        text = json.dumps(head).encode("utf-8", "surrogatepass")
        made = len(text).to_bytes(8, "little") + text + numbers.tobytes()
        if dice.random() < 0.2:
            made = bytearray(made)
            made[dice.randrange(len(made))] ^= 1 << dice.randrange(8)
        try:
            found = in_it(columns.decode(bytes(made), earlier.BOOK), set())
        except columns.Unfit:
            refused += 1
        else:
            read += 1
            assert found <= {*PLAIN, *earlier.BOOK}
    assert read and refused


def file_of(groups: list, numbers: list[int], atoms: list | None = None) -> bytes:
    """A hand-made file."""
    head = {"root": 0, "atoms": atoms if atoms is not None else ["a", 1], "bytes": [], "groups": groups}
    text = json.dumps(head).encode()
    return len(text).to_bytes(8, "little") + text + array("I", numbers).tobytes()


PAIRS = [n for i in range(4000) for n in (i + 1, i + 1)]
BOMBS = {
    "a number of nothings": file_of([["tuple", 0, 10**12]], []),
    "a number of dicts": file_of([["dict", 0, 10**9]], []),
    "a thing that holds itself": file_of([["tuple", 1, 1]], [2]),
    "a thing that holds a later one": file_of([["tuple", 1, 1], ["tuple", 1, 1]], [3, 2]),
    "doubled and doubled": file_of([["tuple", 2, 1] for _ in range(4000)], PAIRS)[:-4],
    "doubled and hashed": file_of([*(["tuple", 2, 1] for _ in range(60)), ["frozenset", 1, 1]], [*PAIRS[:120], 61]),
    "deep and hashed": file_of([*(["tuple", 1, 1] for _ in range(50_000)), ["frozenset", 1, 1]], list(range(1, 50_001)) + [50_001]),
    "deep text": (10**6).to_bytes(8, "little") + b"[" * 10**6,
    "a long head": (2**63).to_bytes(8, "little") + b"{}",
    "a fraction of nothing": file_of([["Fraction", 2, 1]], [1, 2], ["a", 1, 0]),
    "a fraction of words": file_of([["Fraction", 2, 1]], [0, 0], ["1e99999999"]),
    "a number without end": b"\x40\0\0\0\0\0\0\0" + b'{"root":0,"atoms":[' + b"9" * 100_000,
    "atoms that are none": file_of([], [], [["a"], {"b": 1}, 1.5]),
    "a function's name": file_of([["system", 1, 1]], [0], ["touch /tmp/x"]),
    "an attribute": file_of([["Var.__init__", 1, 1]], [0]),
    "columns left over": file_of([], [0, 0]),
    "a negative root": file_of([], []).replace(b'"root": 0', b'"root":-1'),
    "unhashable": file_of([["list", 1, 1], ["frozenset", 1, 1]], [0, 2]),
    "no head": b"",
}


@pytest.mark.parametrize("name", BOMBS)
@pytest.mark.usefixtures("nothing_old")
def test_hostile_files_are_refused_at_once(name: str) -> None:
    tracemalloc.start()
    try:
        began = time.process_time()
        with pytest.raises(columns.Unfit):
            columns.decode(BOMBS[name], earlier.BOOK)
        assert time.process_time() - began < 3
        assert tracemalloc.get_traced_memory()[1] < 20_000_000 + 100 * len(BOMBS[name])
    finally:
        tracemalloc.stop()


# ---- files: sealed, or as good as not there ----


def test_no_kept_file_can_run_anything(tmp_path: Path, place: Path) -> None:
    """Every kept file replaced by pickles that run something: as bare, with the seal of old, with the seal of now."""
    scenario, mark = told(tmp_path / "told"), tmp_path / "mark"
    expected = settled(scenario)
    old = place / "structure.tables"
    for sealing in ("bare", "old", "new"):
        for path in (*place.glob("*.*"), old):
            content = evil(mark)
            if sealing == "new":
                sealed.write(path, content, cache.program_digest())
            elif sealing == "old":
                path.write_bytes(sealed.hashlib.sha256(content).digest() + content)
            else:
                path.write_bytes(content)
        assert settled(scenario) == expected
        assert not mark.exists()
        restored(place)


@pytest.mark.slow
def test_damaged_caches_change_nothing(tmp_path: Path, place: Path) -> None:
    assert list(damaged_runs(48, 7, tmp_path / "told")) == []


@pytest.mark.slow
def test_kills_in_the_middle_of_writing_change_nothing(tmp_path: Path, place: Path) -> None:
    assert list(killed_runs(4, 7, tmp_path / "told")) == []


@pytest.mark.parametrize("what", ["version", "name", "cut", "longer", "mark", "folder", "fifo", "link", "device", "sparse"])
def test_what_is_not_as_it_was_written_is_not_there(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "one.book"
    assert sealed.write(path, b"content", "1")
    assert sealed.read(path, "1") == b"content"
    whole = path.read_bytes()
    path.unlink()
    if what == "name":
        path = tmp_path / "two.book"
        path.write_bytes(whole)
    elif what == "folder":
        path.mkdir()
    elif what == "fifo":
        os.mkfifo(path)
    elif what == "link":
        (tmp_path / "other").write_bytes(whole)
        path.symlink_to(tmp_path / "other")
    elif what == "device":
        path.symlink_to("/dev/zero")
    elif what == "sparse":
        with path.open("wb") as file:
            file.truncate(sealed.LONGEST + 1)
    else:
        path.write_bytes({"version": whole, "cut": whole[:-1], "longer": whole + b"x", "mark": b"x" + whole[1:]}[what])
    began = time.monotonic()
    assert sealed.read(path, "2" if what == "version" else "1") is None
    assert time.monotonic() - began < 1


def test_a_file_of_another_user_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "one.book"
    sealed.write(path, b"content", "1")
    monkeypatch.setattr(sealed, "is_own", lambda found: False)
    assert sealed.read(path, "1") is None


def test_verdicts_are_sealed(tmp_path: Path, place: Path) -> None:
    store = FileStore(place / "verdicts" / "a.json")
    store.put("key", True)
    store.save()
    (path,) = (place / "verdicts").iterdir()
    assert FileStore(path).get("key") is True
    path.write_bytes(path.read_bytes().replace(b"true", b"null"))
    assert FileStore(path).get("key") is None
    path.write_text('{"key": false}')
    assert FileStore(path).get("key") is None


class Whole:
    """A book that always answers the same."""

    state = "same"

    def of(self, question: str) -> str:
        return "same"


def test_clashes_are_sealed(place: Path) -> None:
    memory = Memory(place / "clashes" / "a.json")
    memory.put("pair", {"code": "V101"}, ["question"])
    memory.save(Whole())
    (path,) = (place / "clashes").iterdir()
    assert Memory(path).get("pair", Whole()) == {"code": "V101"}
    path.write_bytes(path.read_bytes().replace(b"V101", b"V102"))
    assert Memory(path).get("pair", Whole()) is None
    for text in ("[]", '{"states": 1}', "[" * 100_000, '{"answers": [], "states": [], "known": []}'):
        sealed.write(path, text.encode(), "clashes 2")
        assert Memory(path).get("pair", Whole()) is None


def test_what_was_never_finished_is_cleared_away(tmp_path: Path) -> None:
    old, new = tmp_path / "a.part", tmp_path / "b.part"
    old.write_text("")
    new.write_text("")
    os.utime(old, (1, 1))
    sealed.forget_oldest(tmp_path, "*.book")
    assert [path.name for path in tmp_path.iterdir()] == ["b.part"]


# ---- the folder: the user's own ----


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_folder_is_private(tmp_path: Path, place: Path) -> None:
    before = os.umask(0)
    try:
        settled(told(tmp_path / "told"))
    finally:
        os.umask(before)
    assert mode(place) == 0o700
    assert {mode(path) for path in place.iterdir()} == {0o600}


def test_an_older_folder_of_ones_own_is_made_private(tmp_path: Path, place: Path) -> None:
    place.mkdir(mode=0o755)
    place.chmod(0o777)
    assert settled(told(tmp_path / "told"))[2] == ""
    assert mode(place) == 0o700
    assert list(place.iterdir())


def test_a_foreign_folder_is_not_used_and_said_to_be_so_once(tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place.mkdir()
    place.chmod(0o777)
    (place / "x").write_text("")
    monkeypatch.setattr(kept_folder.os, "geteuid", lambda: os.getuid() + 1)
    scenario = told(tmp_path / "told")
    status, out, said = settled(scenario)
    assert status == 0 and out
    assert said.count("is not your own folder") == 1
    assert "ADJUDICATOR_CACHE" in said
    assert settled(scenario)[2] == ""
    assert [path.name for path in place.iterdir()] == ["x"]
    assert mode(place) == 0o777


@pytest.mark.parametrize("what", ["file", "missing parent that is a file", "link to nowhere"])
def test_what_is_no_folder_is_no_error(what: str, tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if what == "file":
        place.write_text("mine")
    elif what == "link to nowhere":
        place.symlink_to(tmp_path / "nowhere" / "at all")
    else:
        (tmp_path / "plain").write_text("mine")
        monkeypatch.setenv("ADJUDICATOR_CACHE", str(tmp_path / "plain" / "cache"))
    status, out, said = settled(told(tmp_path / "told"))
    assert (status, said) == (0, "") and out
    if what == "file":
        assert place.read_text() == "mine"


def test_a_warm_start_reads_one_book_and_the_scenario_or_the_tables(tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what a scenario needs is read: not the other books, not what an edit would need; the tables where it is a new one."""
    scenario = told(tmp_path / "told")
    loading.load_rulebook("e6")
    expected = settled(scenario)
    seen: list[str] = []
    original = sealed.read
    monkeypatch.setattr(sealed, "read", lambda path, version: seen.append(path.suffix) or original(path, version))
    assert settled(scenario) == expected
    assert sorted(seen) == [".book", ".scenarios"]
    seen.clear()
    scenario.write_text(scenario.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert settled(scenario) == expected
    assert sorted(seen) == [".book", ".scenarios", ".tables"]


def test_the_tables_of_the_grammar_give_the_same_parser(place: Path) -> None:
    text = (Path(__file__).resolve().parents[1] / "language" / "identity.rules").read_text(encoding="utf-8")
    found = []
    for _ in range(2):
        layout._parser.cache_clear()
        found.append(repr(layout.parse_layout(text, "identity.rules", layout.Messages())))
    assert list(place.glob("*.tables"))
    assert found[0] == found[1]


def test_two_processes_see_the_same(tmp_path: Path, place: Path) -> None:
    """A cold and a warm run of the command itself print the same bytes."""
    scenario = told(tmp_path / "told")
    command = [sys.executable, "-m", "adjudicator.cli.main", "settle", str(scenario)]
    runs = [subprocess.run(command, capture_output=True, check=False, env=os.environ | {"PYTHONPATH": str(rulebase_folder().parent)})
            for _ in range(2)]  # fmt: skip
    assert runs[0].returncode == 0, runs[0].stderr
    assert runs[0].stdout == runs[1].stdout
    assert runs[0].stderr == runs[1].stderr == b""


# ---- what a book is kept by ----


@pytest.mark.parametrize("register", ["lists/ids.jsonl", "ids.txt", "lists/ids"])
def test_a_register_counts_wherever_it_lies(register: str, place: Path, tmp_path: Path) -> None:
    told(tmp_path)
    book = tmp_path / "yard"
    words = book / "00-words.rules"
    words.write_text(words.read_text(encoding="utf-8").replace("register register.jsonl", f"register {register}"), encoding="utf-8")
    path = book / register
    path.parent.mkdir(exist_ok=True)
    (book / "register.jsonl").rename(path)
    assert loading.load_rulebook(str(book)).register["yard-01"].says == "statement 1"
    path.write_text(path.read_text(encoding="utf-8").replace("statement 1", "another statement"), encoding="utf-8")
    forget()
    assert loading.load_rulebook(str(book)).register["yard-01"].says == "another statement"


@pytest.mark.usefixtures("nothing_old")
def test_keeping_a_book_takes_a_small_part_of_reading_it(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading with nothing kept is not much slower for what is then kept, and no part of it looks for help that nobody is shown."""
    from adjudicator.language import near_phrases

    looked: list[str] = []
    monkeypatch.setattr(near_phrases, "nearest_sentences", lambda *args, **kwargs: looked.append("looked") or [])
    taken = [0.0]
    store = cache.store

    def timed(*args: object) -> None:
        began = time.process_time()
        store(*args)
        taken[0] += time.process_time() - began

    monkeypatch.setattr(cache, "store", timed)
    began = time.process_time()
    loading.load_rulebook("e8")
    assert taken[0] < 0.4 * (time.process_time() - began)
    assert not looked
