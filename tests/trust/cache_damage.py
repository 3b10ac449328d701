"""Damage to what is kept from run to run, and what comes of it: never another answer, a message, or anything run.

At length: `python -m tests.trust.cache_damage --damaged 500 --kills 50 --seed 1`.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import os
import pickle
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from adjudicator.cache import sealed
from adjudicator.cli.main import main
from adjudicator.language import cache, layout, loading

ROOT = Path(__file__).resolve().parents[2]
BOOK = {
    "00-words.rules": """book yard
  title The yard
  register register.jsonl
  source yard-book

source yard-book
  rank 1

kind child
property {child} is tired
property the age of {child} is a whole number, default 7
property {child} is allowed to stay

ladder
  rung explicit claim
  rung specificity
""",
    "10-clauses.rules": """clause old-enough
  cites yard-01
  for a child
  the child is allowed to stay
  when the age of the child is at least 6

clause not-tired
  cites yard-02
  for a child
  the child is not allowed to stay
  when the child is tired
  and the age of the child is at most 9
  overrides old-enough
""",
    "register.jsonl": "".join(f'{{"id": "yard-0{n}", "says": "statement {n}", "stands": "encoded"}}\n' for n in (1, 2)),
}
SCENARIO = """scenario Two children
  uses yard
  child Ann, Bob
  Ann is tired
  the age of Bob is 12
  ask whether Ann is allowed to stay
  ask whether Bob is allowed to stay
"""


def told(folder: Path) -> Path:
    """A small book and a scenario of it, written into a folder."""
    (folder / "yard").mkdir(parents=True)
    for name, text in BOOK.items():
        (folder / "yard" / name).write_text(text, encoding="utf-8")
    scenario = folder / "two.scenario"
    scenario.write_text(SCENARIO, encoding="utf-8")
    return scenario


def forget() -> None:
    """As in a new process."""
    loading._LOADED.clear()
    loading._LATEST.clear()
    layout._parser.cache_clear()


def settled(scenario: Path) -> tuple[int, str, str]:
    """Exit status, output and messages of settling a file as though in a new process."""
    forget()
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main.main(["settle", "--json", str(scenario)], standalone_mode=False)
            status = 0
        except SystemExit as left:
            status = int(left.code or 0)
    return status, out.getvalue(), err.getvalue()


class Evil:
    """Pickled, it makes a file when it is read."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self):
        return (Path.touch, (self.mark,))


def evil(mark: Path) -> bytes:
    """A pickle that leaves a mark where somebody reads it."""
    return pickle.dumps(Evil(mark))


def damage(path: Path, dice: random.Random, mark: Path) -> str:
    """Damage one kept file in one of many ways, and say how."""
    content = path.read_bytes()
    ways = ("bit", "bits", "cut", "longer", "empty", "noise", "swap", "old pickle", "sealed pickle", "sealed noise",
            "lark pickle", "folder", "fifo", "link", "unreadable")  # fmt: skip
    way = dice.choice(ways)
    path.unlink()
    if way == "folder":
        path.mkdir()
    elif way == "fifo":
        os.mkfifo(path)
    elif way == "link":
        path.symlink_to("/dev/zero")
    elif way.startswith("sealed"):
        sealed.write(path, evil(mark) if way == "sealed pickle" else dice.randbytes(400), cache.program_digest())
    else:
        path.write_bytes(_damaged(content, way, dice, mark))
        if way == "unreadable":
            path.chmod(0)
    return way


def _damaged(content: bytes, way: str, dice: random.Random, mark: Path) -> bytes:
    if way in ("bit", "bits"):
        changed = bytearray(content)
        for _ in range(1 if way == "bit" else dice.randint(2, 40)):
            changed[dice.randrange(len(changed))] ^= 1 << dice.randrange(8)
        return bytes(changed)
    first, second = sorted((dice.randrange(len(content)), dice.randrange(len(content))))
    old = evil(mark)
    return {
        "cut": content[:first], "longer": content + dice.randbytes(9), "empty": b"", "noise": dice.randbytes(500),
        "swap": content[:first] + content[second:] + content[first:second], "unreadable": content,
        "old pickle": hashlib.sha256(old).digest() + old, "lark pickle": content[: sealed._HEAD] + old,
    }[way]  # fmt: skip


def restored(place: Path) -> None:
    """The cache folder without what is no file."""
    for path in [*place.rglob("*")]:
        if path.is_dir() and not path.is_symlink():
            with contextlib.suppress(OSError):
                path.rmdir()
        elif path.is_symlink() or path.is_fifo():
            path.unlink()


def damaged_runs(count: int, seed: int, folder: Path) -> Iterator[tuple[int, str, str]]:
    """Settle after each damage; yields each that came out in any other way, with its number, the damage and what was seen."""
    dice, scenario, mark = random.Random(seed), told(folder), folder / "mark"
    place = Path(os.environ["ADJUDICATOR_CACHE"])
    expected = settled(scenario)
    assert expected[0] == 0, expected
    for number in range(count):
        files = sorted(path for path in place.rglob("*") if path.is_file() and not path.is_symlink())
        chosen = dice.choice(files)
        way = f"{damage(chosen, dice, mark)} of {chosen.suffix}"
        if dice.random() < 0.4:
            path = folder / "yard" / "10-clauses.rules"
            path.write_text(BOOK["10-clauses.rules"] + "\n" * dice.randint(1, 9), encoding="utf-8")
        found = settled(scenario)
        if found != expected or mark.exists():
            yield number, way, "something was run" if mark.exists() else str(found)[:300]
        for path in files:
            path.unlink(missing_ok=True) if not path.is_dir() else path.rmdir()
        settled(scenario)


WRITER = "import sys; from adjudicator.language import loading\nloading.load_rulebook(sys.argv[1])\n"


def killed_runs(count: int, seed: int, folder: Path) -> Iterator[tuple[int, str]]:
    """Kill a process that reads and keeps a book, at some moment; yields each after which the next run is another."""
    dice, scenario = random.Random(seed), told(folder)
    place = Path(os.environ["ADJUDICATOR_CACHE"])
    expected = settled(scenario)
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    long = "import time\nfrom adjudicator.cache import sealed\n_old = sealed.os.replace\n" \
           "sealed.os.replace = lambda a, b: (time.sleep(0.02), _old(a, b))\n" + WRITER  # fmt: skip
    for number in range(count):
        for path in place.rglob("*.*"):
            path.unlink()
        process = subprocess.Popen([sys.executable, "-c", long, str(folder / "yard")], env=environment, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 20
        while not list(place.glob("*.part")) and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.002)
        time.sleep(dice.random() * 0.05)
        process.send_signal(signal.SIGKILL)
        process.wait()
        found = settled(scenario)
        if found != expected:
            yield number, str(found)[:300]


def run() -> int:
    """The long runs, with the number of defects."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--damaged", type=int, default=500)
    options.add_argument("--kills", type=int, default=50)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    defects = 0
    with tempfile.TemporaryDirectory() as name:
        os.environ["ADJUDICATOR_CACHE"] = str(Path(name) / "cache")
        for defect in damaged_runs(chosen.damaged, chosen.seed, Path(name) / "damaged"):
            defects += 1
            print(*defect)
        print(f"{chosen.damaged} damaged caches, seed {chosen.seed}: {defects} defects")
        for killed in killed_runs(chosen.kills, chosen.seed, Path(name) / "killed"):
            defects += 1
            print(*killed)
        print(f"{chosen.kills} kills while writing: {defects} defects in all")
    return min(defects, 1)


if __name__ == "__main__":
    sys.exit(run())
