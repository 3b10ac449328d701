"""The ten items of "nothing lost, nothing run", told from outside: written from the promises alone, through the command line.

What a hostile or an unlucky user would do: strange layouts, files that are none, folders that lead elsewhere, numbers without end,
full disks, terminals that know few letters.
"""

from __future__ import annotations

import json
import os
import pickle
import random
import resource
import subprocess
import sys
import time
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator import load_scenarios, settle, settlement_json
from adjudicator.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
BOOK = """book tiny
  title Tiny rules

kind wizard
kind stone

property {wizard} carries {stone}
property {wizard} is blind
property the life of {wizard} is a whole number, default 15
  state
property the wit of {wizard} is a whole number, default 1

event swell
  {wizard sweller} swells
  normally may
"""
ASKED = """scenario Who is well?
  uses book

  wizards Ann, Bob
  stones RUBY
  Ann carries RUBY

  ask the life of Ann
  ask whether Ann carries RUBY
    expect yes
"""
UNTIDY = ASKED.replace("Ann, Bob", "Ann,Bob").replace("  stones", "  stones  ")
MAP = """scenario Can she see him?
  uses house

  wizards Ann, Bob
  board
        A   B   C
      +---+---+---+
    1 | A |   | B |
      +   +   +   +
    2 |           |
      +---+---+---+
    A  Ann
    B  Bob

  ask whether Ann has LOS to Bob
"""


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a small book and a scenario, in which the program is started."""
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "book.rules").write_text(BOOK, encoding="utf-8")
    (tmp_path / "a.scenario").write_text(ASKED, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*args: object, input: str | bytes | None = None) -> Result:
    """One command in this process; what is raised and not told is raised here."""
    done = CliRunner().invoke(main, [str(arg) for arg in args], input=input)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def start(*args: object, **more: object) -> subprocess.CompletedProcess:
    """One command in a process of its own."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), **more.pop("env", {})}  # type: ignore[arg-type]
    more = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    return subprocess.run([sys.executable, "-m", "adjudicator", *map(str, args)], env=env, timeout=300, **more)  # type: ignore[call-overload]


def is_a_message(done: Result) -> bool:
    """Whether it ended as bad input does: status 2 and a message."""
    return done.exit_code == 2 and "error[" in done.stderr and "Traceback" not in done.output


# ---- 1: the layout loses nothing ----

LAYOUTS = {
    "one step deeper": lambda text: "\n".join("  " + line if line.startswith("    ") else line for line in text.split("\n")),
    "all twice as deep": lambda text: "\n".join(line[: len(line) - len(line.lstrip())] + line for line in text.split("\n")),
    "the map one blank in": lambda text: text.replace("\n  board", "\n   board"),
    "the first line one blank in": lambda text: text.replace("\n  uses", "\n uses"),
    "a line of one blank": lambda text: text.replace("uses house\n", "uses house\n \n"),
    "tabs": lambda text: text.replace("\n  ask", "\n\task").replace("\n  wizards", "\n\twizards"),
    "tabs in the map": lambda text: text.replace("\n  ", "\n\t"),
    "Windows": lambda text: text.replace("\n", "\r\n"),
    "an old Macintosh": lambda text: text.replace("\n", "\r"),
    "a byte order mark": lambda text: "\ufeff" + text,
    "no last line feed": lambda text: text.rstrip("\n"),
    "blanks at the ends": lambda text: text.replace("\n", "   \n"),
    "comments": lambda text: text.replace("Bob\n", "Bob  -- a comment\n").replace("board\n", "board -- the map\n"),
    "comments at the left": lambda text: "-- one\n" + text.replace("\n\n", "\n\n-- two\n") + "-- three",
    "other names": lambda text: text.replace("Ann", "Änne").replace("Bob", "名前"),
    "letters in two parts": lambda text: text.replace("Bob", "E\u0301mile"),
    "hard blanks": lambda text: text.replace("uses house", "uses\u00a0house"),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_layout_is_laid_out_once_and_means_the_same(desk: Path, layout: str) -> None:
    """`fmt` is idempotent and loses nothing on every file that can be read; where it cannot keep something it refuses."""
    file = desk / "map.scenario"
    file.write_bytes(LAYOUTS[layout](MAP).encode())
    raw, before = file.read_bytes(), run("settle", "--json", file)
    done = run("fmt", file)
    if done.exit_code == 2:
        assert is_a_message(done)
        assert file.read_bytes() == raw
        return
    once = file.read_bytes()
    assert run("fmt", file).exit_code == 0
    assert file.read_bytes() == once
    if before.exit_code == 0:
        assert run("settle", "--json", file).stdout == before.stdout
    assert "".join(once.decode().split()) == "".join(raw.decode("utf-8-sig").split())


def test_a_protected_file_is_refused_and_can_be_looked_at(desk: Path) -> None:
    """Read-only, several hard links, another owner: refused, not rewritten; `--check` and `--diff` tell all the same."""
    protected = [desk / name for name in ("read-only.scenario", "linked.scenario", "theirs.scenario")]
    for file in protected:
        file.write_text(UNTIDY, encoding="utf-8")
    protected[0].chmod(0o444)
    os.link(protected[1], desk / "other-name")
    if os.geteuid() == 0:
        os.chown(protected[2], 12345, 12345)
    else:
        protected.pop()
    for file in protected:
        assert is_a_message(run("fmt", file))
        assert is_a_message(run("regress", "--record", file)) or "lines" not in file.read_text(encoding="utf-8")
        assert file.read_text(encoding="utf-8") == UNTIDY
        assert run("fmt", "--check", file).exit_code == 1
        assert "+  wizards Ann, Bob" in run("fmt", "--diff", file).stdout


def test_a_link_stays_a_link_and_rights_stay(desk: Path) -> None:
    """What is rewritten keeps its name, its links and its rights."""
    real, link = desk / "real.scenario", desk / "link.scenario"
    real.write_text(UNTIDY, encoding="utf-8")
    real.chmod(0o640)
    link.symlink_to("real.scenario")
    assert run("fmt", link).exit_code == 0
    assert link.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o640
    assert "Ann, Bob" in real.read_text(encoding="utf-8")


@pytest.mark.parametrize("command", (["fmt"], ["regress", "--record"], ["settle", "--html", "page.html"]), ids=lambda args: args[0])
def test_a_full_disk_leaves_what_was_there_and_nothing_else(desk: Path, command: list[str]) -> None:
    """No room: the author's file and the page of yesterday are whole, no temporary file is left, and a message says so."""
    (desk / "a.scenario").write_text(UNTIDY, encoding="utf-8")
    (desk / "page.html").write_text("the page of yesterday", encoding="utf-8")
    before = sorted(os.listdir(desk))
    done = start(*command, "a.scenario", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
    assert done.returncode == 2
    assert b"cannot be written" in done.stderr
    assert sorted(os.listdir(desk)) == before
    assert (desk / "a.scenario").read_text(encoding="utf-8") == UNTIDY
    assert (desk / "page.html").read_text(encoding="utf-8") == "the page of yesterday"


def test_a_page_is_as_readable_as_any_file(desk: Path) -> None:
    """A page that is written whole or not at all is for others to read all the same, and may go into a pipe."""
    os.umask(mask := os.umask(0))
    assert run("settle", "--html", "page.html", "a.scenario").exit_code == 0
    assert (desk / "page.html").stat().st_mode & 0o777 == 0o666 & ~mask
    assert run("settle", "--html", "/dev/null", "a.scenario").exit_code == 0


# ---- 2: a cache is data ----


class Payload:
    """What a pickle could do."""

    def __reduce__(self) -> tuple:
        return os.mkdir, ("it-ran",)


def a_pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def a_payload(file: Path) -> None:
    file.write_bytes(pickle.dumps(Payload()))


def one_bit(file: Path) -> None:
    raw = bytearray(file.read_bytes())
    raw[-7] ^= 1
    file.write_bytes(raw)


@pytest.mark.parametrize("damage", (a_pipe, a_payload, one_bit), ids=lambda damage: damage.__name__)
def test_a_damaged_cache_runs_nothing_and_is_made_anew(desk: Path, damage) -> None:
    """Anything unreadable, damaged or not a regular file is rebuilt silently; no cache runs code."""
    env = {"ADJUDICATOR_CACHE": str(desk / "cache")}
    good = start("settle", "a.scenario", env=env)
    files = [file for file in (desk / "cache").rglob("*") if file.is_file()]
    assert files
    for file in files:
        damage(file)
    (desk / "cache").chmod(0o777)
    again = start("settle", "a.scenario", env=env)
    assert (again.returncode, again.stdout, again.stderr) == (good.returncode, good.stdout, b"")
    assert not (desk / "it-ran").exists()
    assert (desk / "cache").stat().st_mode & 0o777 == 0o700


# ---- 3: growth ends ----

GROWTH = {
    "squares": ("  the wit of v is the wit of w times the wit of w plus 2\n  when v is not w\n", "the wit of Ann", ""),
    "doubles": ("  the wit of v is the wit of w plus the wit of w plus 1\n  when v is not w\n", "the wit of Ann", ""),
    "fractions": ("  the wit of v is (the wit of w times 3) plus (the wit of w times 7)\n  when v is not w\n", "the wit of Ann", ""),
    "a squared life": (
        "  then multiply the life of v by the life of v\n  then v swells\n  when v swells\n",
        "the life of Ann",
        "Ann swells",
    ),
    "a thousand million times": ("  then v swells, 1000000000 times\n  when v swells\n", "the life of Ann", "Ann swells"),
    "as often as its life": ("  then v swells, the life of v times\n  when v swells\n", "the life of Ann", "Ann swells"),
}


@pytest.mark.parametrize("growth", GROWTH)
def test_growth_ends_in_a_limit_that_says_what_grew(desk: Path, growth: str) -> None:
    """Numbers and events that make ever more of themselves end in the status `limit`, and what grew is named."""
    clause, question, event = GROWTH[growth]
    story = f"  the life of Ann is 1000000000000\n  in order\n    {event}\n" if event else ""
    text = (
        f"scenario S\n  uses book\n\n  wizards Ann, Bob\n{story}\n  ask {question}\n\nclause grow\n  for a wizard v, a wizard w\n{clause}"
    )
    (desk / "grow.scenario").write_text(text, encoding="utf-8")
    began = time.process_time()
    done = run("settle", "--json", "grow.scenario")
    assert time.process_time() - began < 10
    assert done.exit_code == 1, done.output
    [answer] = json.loads(done.stdout)["settlements"][0]["questions"]
    assert answer["status"] == "limit"
    assert "wit of" in answer["note"] or "life of" in answer["note"] or "swell" in answer["note"]


def test_seconds_hold_for_all_that_an_answer_needs(desk: Path) -> None:
    """`--seconds` ends a question with a limit, and the remarks beside it as well."""
    names = [f"W{number}" for number in range(10)]
    told = "".join(f"    {name} swells\n" for name in names)
    (desk / "many.scenario").write_text(
        f"scenario S\n  uses book\n\n  wizards {', '.join(names)}\n\n  at once\n{told}\n  ask the life of W1\n\n"
        "clause grow\n  for a wizard\n  then add 1 to the life of the wizard\n  when the wizard swells\n",
        encoding="utf-8",
    )
    began = time.process_time()
    done = run("settle", "--seconds", "0.5", "--worlds", "100000000", "many.scenario")
    assert time.process_time() - began < 6
    assert done.exit_code == 1
    assert "not decided after 0.5 seconds (`--seconds`)" in " ".join(done.stdout.split())
    assert "was not found out" in " ".join(done.stdout.split())


# ---- 4: what is no text to read ----


def strange_files(desk: Path) -> dict[str, Path]:
    """Names that a user or somebody who means ill could give."""
    os.mkfifo(desk / "pipe.scenario")
    (desk / "zero.scenario").symlink_to("/dev/zero")
    (desk / "circle").symlink_to("circle")
    contents = {
        "bytes": os.urandom(2000) + b"\0",
        "latin": "scenario Müller\n".encode("latin-1"),
        "utf16": ASKED.encode("utf-16"),
        "empty": b"",
        "long line": b"scenario S\n  uses " + b"x" * 1_000_000,
        "blank lines": b"\n" * 100_000,
        "deep": "".join(" " * (2 * depth) + "x\n" for depth in range(600)).encode(),
        "brackets": ASKED.replace("the life of Ann", "(" * 150 + "the life of Ann" + ")" * 150).encode(),
        "escape": b"scenario S \x1b]8;;http://x\x07x\n",
        "turned": "scenario S \u202ex\n".encode(),
    }
    for name, raw in contents.items():
        (desk / f"{name}.scenario").write_bytes(raw)
    named = {name: desk / f"{name}.scenario" for name in (*contents, "pipe", "zero")}
    return {**named, "circle": desk / "circle", "device": Path("/dev/zero"), "none": desk / "\x1b[31mnone"}


@pytest.mark.parametrize("command", ("settle", "explain", "fmt"))
def test_what_is_no_text_gives_a_message(desk: Path, command: str) -> None:
    """A device, a pipe, a circle of links, other bytes, endless lines: a message and status 2, soon, and no escape of it is printed."""
    began = time.process_time()
    for name, file in strange_files(desk).items():
        done = run(command, file)
        assert is_a_message(done) or (command, name) == ("fmt", "brackets"), (name, done.output)
        assert not {"\x1b", "\x07", "\u202e"} & set(done.output), name
    assert time.process_time() - began < 20


def test_a_folder_with_a_link_to_a_device_ends(desk: Path) -> None:
    """A folder that holds a pipe, a device and itself is read to its end."""
    folder = desk / "folder"
    folder.mkdir()
    os.mkfifo(folder / "x.scenario")
    (folder / "y.scenario").symlink_to("/dev/zero")
    (folder / "again").symlink_to(".")
    assert is_a_message(run("settle", folder))
    assert is_a_message(run("fmt", folder))
    os.mkfifo(desk / "book" / "z.rules")
    assert is_a_message(run("settle", "a.scenario"))
    assert is_a_message(run("check", "--quick", "book"))


def test_a_file_that_keeps_its_reader_waiting_gives_a_message(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What calls itself a regular file and gives nothing yet (`/proc/kmsg`) is not waited for."""

    class Waiting:
        def __init__(self, handle: int, mode: str) -> None:
            self.handle = handle

        def __enter__(self) -> Waiting:
            return self

        def __exit__(self, *_: object) -> None:
            os.close(self.handle)

        def read(self, most: int) -> None:
            return None

    monkeypatch.setattr("adjudicator.language.files.open", Waiting, raising=False)
    assert is_a_message(run("fmt", "a.scenario"))


OUTPUTS = (["settle", "a.scenario"], ["--help"], ["settle", "--help"], ["schema"])


def test_a_full_output_gives_a_message(desk: Path) -> None:
    """Standard output without room: a message and status 2, for an answer as for the help."""
    with open("/dev/full", "wb") as full:
        for args in OUTPUTS:
            done = start(*args, stdout=full)
            assert done.returncode == 2, args
            assert done.stderr.decode().startswith("error[file]: the answer cannot be written"), done.stderr


def test_a_file_that_is_printed_is_the_file(desk: Path) -> None:
    """On a terminal or pipe that knows few letters answers are escaped; what is itself a file is printed in UTF-8, with nothing lost."""
    text = ASKED.replace("Ann", "Änne").replace("Who", "名前 ☃")
    for encoding in ("ascii", "cp1252"):
        env = {"PYTHONIOENCODING": encoding}
        assert start("fmt", "-", input=text.encode(), env=env).stdout.decode() == text
        answer = start("settle", "-", input=text.encode(), env=env)
        assert (answer.returncode, answer.stderr) == (0, b"")
        assert "\\u540d\\u524d \\u2603 is well?" in answer.stdout.decode(encoding)


# ---- 5: reading is linear ----

LONG = {
    "facts told again": lambda count: ASKED.replace("  Ann carries RUBY\n", "  Ann carries RUBY\n" * count),
    "small blocks": lambda count: "kind k\n" * (5 * count) + ASKED,
    "scenarios": lambda count: "scenario S\n  uses book\n\n" * count + ASKED,
    "blank lines": lambda count: "\n" * (5 * count) + ASKED,
}


@pytest.mark.parametrize("kind", LONG)
def test_reading_takes_four_times_as_long_for_four_times_as_much(desk: Path, kind: str) -> None:
    """8,000 repeated facts, many small blocks: linear, or a limit with a message."""
    took = []
    for count in (2_000, 8_000):
        (desk / "long.scenario").write_text(LONG[kind](count), encoding="utf-8")
        began = time.process_time()
        assert run("settle", "--brief", "long.scenario").exit_code in (0, 2)
        took.append(time.process_time() - began)
    assert took[1] < 9 * took[0] + 0.5, took


# ---- 6: paths stay inside ----

OUTWARD = ("../../secret.txt", "../secret.txt", "/etc/passwd", "link", "inner/../../secret.txt", "/dev/zero")


@pytest.mark.parametrize("path", OUTWARD)
def test_what_a_file_names_stays_inside(desk: Path, path: str) -> None:
    """A register, a map and a book that a file names lie where the file lies; nothing of any other file is shown."""
    (desk / "secret.txt").write_text("root:NOBODY-MAY-SEE:0\n", encoding="utf-8")
    (desk / "inner").mkdir()
    (desk / "link").symlink_to("/etc/passwd")
    (desk / "book" / "link").symlink_to("../secret.txt")
    (desk / "book" / "inner").mkdir()
    rules, scenario = desk / "book" / "book.rules", desk / "a.scenario"
    for file, text in (
        (rules, BOOK.replace("rules\n", f"rules\n  register {path}\n", 1)),
        (rules, BOOK.replace("rules\n", f"rules\n  extends {path}\n", 1)),
        (scenario, ASKED.replace("  stones", f"  board from {'../secret.txt' if path == '../../secret.txt' else path}\n  stones")
         .replace("uses book", "uses house")),
        (scenario, ASKED.replace("uses book", f"uses {path}")),
    ):  # fmt: skip
        before = file.read_text(encoding="utf-8")
        file.write_text(text, encoding="utf-8")
        done = run("settle", "a.scenario")
        file.write_text(before, encoding="utf-8")
        if "board from" in text and path == "../secret.txt":
            assert done.exit_code == 2
        assert is_a_message(done)
        assert "NOBODY-MAY-SEE" not in done.output
        assert "/bin/" not in done.output
    assert run("settle", "a.scenario").exit_code == 0


def test_a_folder_of_books_is_no_book(desk: Path) -> None:
    """`uses .` does not take the whole rulebase for one book."""
    for name in (".", "..", "./book/..", "/"):
        (desk / "a.scenario").write_text(ASKED.replace("uses book", f"uses {name}"), encoding="utf-8")
        assert is_a_message(run("settle", "a.scenario")), name


# ---- 7: standard input ----


@pytest.mark.parametrize("command", ("settle", "explain", "fmt"))
def test_a_dash_reads_standard_input(desk: Path, command: str) -> None:
    """`-` is standard input: what comes of it is what comes of the file, and what is no text is refused as a file would be."""
    from_file = run(command, "a.scenario") if command != "fmt" else None
    told = run(command, "-", input=ASKED)
    assert told.exit_code == 0
    assert told.stdout == (ASKED if from_file is None else from_file.stdout.replace("a.scenario", "standard input"))
    for raw in (b"", b"\xff\xfe", b"scenario S\0", b"x" * 5_000_000):
        assert is_a_message(run(command, "-", input=raw))


# ---- 9: what is printed as a conflict is one ----

WORDS, PERSONS = ("red", "blue", "tall", "wise"), ("Ann", "Bob", "Cid")
PEOPLE = "book people\n  title People\n\nkind person\n\n" + "".join(f"property {{person}} is {word}\n" for word in WORDS)
PEOPLE += "property {person} likes {person other}\nproperty {person} is first\nproperty {person} is second\nproperty {person} is third\n"
CALLED = dict(zip(PERSONS, ("first", "second", "third"), strict=True))
FORMS = (
    ("the person", "the person is {x}", ("the person is {y}",)),
    ("p, q", "p is {x}", ("p likes q", "q is {y}")),
    ("p, q", "p does not like q", ("p is {x}", "q is {y}")),
)


def impossible_things(rng: random.Random) -> tuple[list[str], dict[str, tuple], dict[str, str]]:
    """Random facts; invariants by name with their form and words; clauses by name."""
    said = [f"{person} is {rng.choice(('', 'not '))}{word}" for person in PERSONS for word in rng.sample(WORDS, rng.randint(1, 3))]
    said += [f"{a} likes {b}" for a in PERSONS for b in PERSONS if rng.random() < 0.25]
    always = {}
    for number in range(rng.randint(1, 4)):
        x, y = rng.sample(WORDS, 2)
        always[f"i{number}"] = (rng.randrange(3), rng.choice(("", "not ")) + x, y)
    clauses = {}
    for number in range(rng.randint(0, 2)):
        x, y = rng.sample(WORDS, 2)
        clauses[f"c{number}"] = f"clause c{number}\n  for a person\n  the person is {x}\n  when the person is {y}\n"
    return said, always, clauses


def invariant(name: str, form: tuple, binding: dict[str, str] | None = None) -> str:
    """An invariant, of everything or only of the things bound."""
    which, x, y = form
    _, says, whens = FORMS[which]
    things = "a person" if which == 0 else "a person p, a person q"
    lines = [when.format(x=x, y=y) for when in whens]
    lines += [f"{'the person' if which == 0 else role} is {CALLED[thing]}" for role, thing in (binding or {}).items()]
    return f"invariant {name}\n  for {things}\n  always {says.format(x=x, y=y)}\n  when {lines[0]}\n" + "".join(
        f"  and {line}\n" for line in lines[1:]
    )


def status(desk: Path, facts: list[str], blocks: list[str], unknown: list[str]) -> dict:
    """The first question of a situation, settled."""
    told = "".join(f"  {name} is {word}\n" for name, word in CALLED.items())
    told += "".join(f"  {fact}\n" for fact in facts) + "".join(f"  unknown: {fact}\n" for fact in unknown)
    text = f"scenario S\n  uses people\n\n  persons {', '.join(PERSONS)}\n{told}\n  ask whether Ann is red\n\n" + "\n".join(blocks)
    (desk / "s.scenario").write_text(text, encoding="utf-8")
    [(scenario, book)] = load_scenarios(str(desk / "s.scenario"))
    return settlement_json(settle(book, scenario))["questions"][0]


def everything() -> list[str]:
    return [f"{p} is {w}" for p in PERSONS for w in WORDS] + [f"{a} likes {b}" for a in PERSONS for b in PERSONS]


def plain(fact: str) -> str:
    return fact.replace(" not ", " ")


def test_what_is_printed_as_a_conflict_is_one_with_what_it_says_always_holds(desk: Path) -> None:
    """A conflict is enough: its facts and clauses, with the invariants it names said only of the things it names, are impossible
    whatever else is so; and without any one of its facts and clauses something is possible."""
    (desk / "people").mkdir()
    (desk / "people" / "book.rules").write_text(PEOPLE, encoding="utf-8")
    rng, seen = random.Random(11), 0
    while seen < 20:
        said, always, clauses = impossible_things(rng)
        whole = [invariant(name, form) for name, form in always.items()]
        found = status(desk, said, [*whole, *clauses.values()], [])
        if found["status"] != "impossible":
            continue
        seen += 1
        assert found["conflict_minimal"]
        facts = [line for line in found["conflict_facts"] if not line.startswith("given that")]
        used = [clauses[one["clause"]] for one in found["conflict"]]
        given = [line for line in found["conflict_facts"] if line.startswith("given that")]
        named = [_bound(line, always, number) for number, line in enumerate(given)]
        free = [fact for fact in everything() if fact not in {plain(told) for told in facts} and plain(fact) in {plain(f) for f in said}]
        other = [text for name, text in clauses.items() if text not in used]
        on_or_off = [part for size in range(len(other) + 1) for part in combinations(other, size)]
        for on in on_or_off:
            assert status(desk, facts, [*used, *on, *named], free)["status"] == "impossible", (found, said)
        for out in facts:
            rest = [fact for fact in facts if fact != out]
            left = [status(desk, rest, [*whole, *used, *on], [*free, plain(out)])["status"] for on in on_or_off]
            assert set(left) != {"impossible"}, (out, found)


def _bound(line: str, always: dict[str, tuple], number: int) -> str:
    """A line `given that always p is red, where the p is Ann, the q is Bob` as invariants said of these only."""
    says, _, where = line.removeprefix("given that always ").partition(", where ")
    binding = dict(part.removeprefix("the ").split(" is ") for part in where.split(", "))
    found = [(name, form) for name, form in always.items() if FORMS[form[0]][1].format(x=form[1], y=form[2]) == says]
    return "\n".join(invariant(f"{name}-{number}", form, binding) for name, form in found)


@pytest.mark.parametrize("holes", (2, 3, 4))
def test_pigeons_in_too_few_holes_name_every_pair(desk: Path, holes: int) -> None:
    """A pigeonhole explains itself within 10 seconds; what always holds is said of each pair, for none can be spared."""
    (desk / "loft").mkdir()
    (desk / "loft" / "book.rules").write_text(
        "book loft\n  title A loft\n\nkind pigeon\nkind hole\n\nproperty the hole of {pigeon} is a hole\n\n"
        "invariant one-each\n  for a pigeon p, a pigeon q\n  always the hole of p is not the hole of q\n  when p is not q\n",
        encoding="utf-8",
    )
    pigeons = [f"P{number}" for number in range(holes + 1)]
    unknown = "".join(f"  unknown: the hole of {name}\n" for name in pigeons)
    text = f"scenario S\n  uses loft\n\n  pigeons {', '.join(pigeons)}\n  holes {', '.join(f'H{n}' for n in range(holes))}\n{unknown}"
    (desk / "loft.scenario").write_text(text + "\n  ask the hole of P0\n", encoding="utf-8")
    began = time.process_time()
    done = run("settle", "--json", "loft.scenario")
    assert time.process_time() - began < 10
    [answer] = json.loads(done.stdout)["settlements"][0]["questions"]
    assert answer["status"] == "impossible"
    named = len(answer["conflict_facts"])
    assert named == holes * (holes + 1) // 2 or not answer["conflict_minimal"]  # on a busy machine there may be no time


@pytest.mark.parametrize("links", (100, 1_000))
def test_a_chain_of_reasons_settles(desk: Path, links: int) -> None:
    """A chain of 100 and of 1,000 links settles."""
    chain = "".join(
        f"property {{wizard}} is w{n + 1}\nclause c{n + 1}\n  for a wizard\n  the wizard is w{n + 1}\n  when the wizard is w{n}\n\n"
        for n in range(links)
    )
    asked = f"  ask whether Ann is w{links}\n    expect yes\n"
    text = f"scenario S\n  uses book\n\n  wizards Ann\n  Ann is w0\n\n{asked}\nproperty {{wizard}} is w0\n"
    (desk / "chain.scenario").write_text(text + chain, encoding="utf-8")
    assert run("settle", "--brief", "chain.scenario").exit_code == 0
