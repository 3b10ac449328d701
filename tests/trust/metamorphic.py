"""The same table told otherwise has the same answers: promise 5, and what can be said of an answer without knowing it.

    python -m tests.trust.metamorphic --cases 300 --seed 1 [--kind KIND] [--z3 FOLDER]

Each case is one scenario of `scenarios/`, settled as it stands and told otherwise, by its seed: the same seed is the same
case.  With `--kind z3`, `--z3` names a folder into which another z3 has been installed (`pip install --target`).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from random import Random

from adjudicator.desk.settling import settle_all
from adjudicator.engine.limits import Limits
from adjudicator.language.diagnostics import LanguageError, Messages
from adjudicator.language.loading import scenarios_in
from adjudicator.model.clauses import Clause
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Scenario
from adjudicator.report.as_json import settlement_json
from adjudicator.resources import rulebase_folder, scenarios_folder

ROOT = Path(__file__).resolve().parents[2]
LIMITS = Limits(worlds=512, steps=200, seconds=None)
Read = list[tuple[Scenario, Rulebook]]


@dataclass(frozen=True)
class Told:
    """A scenario as a file tells it: its text and the name of the file."""

    text: str
    name: str

    @cached_property
    def read(self) -> Read:
        """What is read of it."""
        return _read(self.text, self.name)

    @property
    def book(self) -> Rulebook:
        """The book that it uses."""
        return self.read[0][1]


class Unlike(Exception):
    """A scenario that cannot be told otherwise in this way."""


@cache
def scenario_files() -> list[Path]:
    """The scenarios that come with the program."""
    return sorted(scenarios_folder().rglob("*.scenario"))


def picked(dice: Random) -> Told:
    """One scenario of one file, with what the file says besides."""
    path = dice.choice(scenario_files())
    blocks = re.split(r"\n(?=\S)", path.read_text(encoding="utf-8"))
    scenarios = [block for block in blocks if block.startswith("scenario ")]
    text = "\n".join([*(block for block in blocks if block not in scenarios), dice.choice(scenarios)]) + "\n"
    return Told(text, str(path))


def _read(text: str, name: str) -> Read:
    messages = Messages()
    found = scenarios_in(text, name, messages)
    messages.stop_on_errors()
    return found


def answers(read: Read) -> list:
    """What is answered to each question, in a form that knows no order: of outcomes, of causes, of clauses."""
    return [[_answer(question) for question in settlement_json(one.settlement)["questions"]] for one in settle_all(read, LIMITS)]


def _answer(question: dict) -> dict:
    outcomes = [{**{part: one[part] for part in ("answer", "grade", "probability")},
                 "because_of": [(c["cause"], c["what"]) for c in one["because_of"]],
                 "decided_by": [(d["clause"], d["rung"]) for d in one["decided_by"]]} for one in question["outcomes"]]  # fmt: skip
    return {"status": question["status"], "met": question["met"], "outcomes": outcomes}


def _unordered(value: object) -> object:
    """Sets of things are lists in JSON, in the order of names."""
    if isinstance(value, list):
        return sorted(map(_unordered, value), key=repr)
    return {key: _unordered(one) for key, one in value.items()} if isinstance(value, dict) else value


# ---- told otherwise ----

_FACT = re.compile(r"  (the [a-z ]+ is|[A-Z][A-Za-z ]+ (has|carries|is) )")
_NO_FACT = re.compile(r"called|casts|attacks|throws|punches|plays|expect|ask|proposed|--")


def facts_shuffled(told: Told, dice: Random) -> Read:
    """Facts that stand below each other, in another order."""
    lines: list[str] = []
    run: list[str] = []
    for line in [*told.text.split("\n"), ""]:
        if _FACT.match(line) and not _NO_FACT.search(line):
            run.append(line)
        else:
            dice.shuffle(run)
            lines += [*run, line]
            run = []
    return _other(told, "\n".join(lines[:-1]))


def _other(told: Told, text: str) -> Read:
    if text == told.text:
        raise Unlike
    return _read(text, told.name)


def _names(told: Told) -> list[str]:
    """The names that this scenario alone gives to things."""
    scenario, book = told.read[0]
    own = (t.name for t in scenario.situation.things.values() if not t.is_event and t.name not in book.constants)
    known = {*book.cards, *book.kinds, *book.persons}
    plain = [name for name in own if re.fullmatch(r"[A-Z][a-z]{2,}", name) and name not in known]
    return [name for name in plain if all(name not in kind.split() for kind in (*book.cards, *book.kinds))]


def _seats(told: Told) -> set[str]:
    scenario, book = told.read[0]
    seat = book.clock.seats if book.clock else ""
    return {t.name for t in scenario.situation.things.values() if any(seat in book.ancestors.get(k, ()) for k in t.kinds)}


def _renamed(told: Told, names: list[str], new: dict[str, str]) -> Read:
    if not names:
        raise Unlike
    return _other(told, re.sub(r"\b(" + "|".join(names) + r")\b", lambda found: new[found[1]], told.text))


def players_renamed(told: Told, dice: Random) -> Read:
    """The players have other names, in another order of the alphabet."""
    names = [name for name in _names(told) if name in _seats(told)]
    return _renamed(told, names, _new(names, dice))


def things_renamed(told: Told, dice: Random) -> Read:
    """All other things with names of their own have other names."""
    names = [name for name in _names(told) if name not in _seats(told)]
    return _renamed(told, names, _new(names, dice))


def _new(names: list[str], dice: Random) -> dict[str, str]:
    """Other names with the same first letter, since a map may show them by it."""
    return {name: name[0] + "".join(dice.choice("bdfgklmnprstvz") + dice.choice("aeiou") for _ in range(3)) for name in names}


def names_back(found: list, told: Told, other: Read) -> list:
    """The answers with the names as they were."""
    then, now = told.read[0][0].situation.things, other[0][0].situation.things
    back = {new: old for old, new in zip(then, now, strict=True) if old != new}
    text = re.sub(r"\b(" + "|".join(map(re.escape, back)) + r")\b", lambda named: back[named[1]], json.dumps(found))
    return json.loads(text) if back else found


IRRELEVANT = """
kind gnorf, plural gnorfs
property the glumness of {gnorf} is a whole number, default 3
property {gnorf} is glum

clause glum-gnorfs
  for a gnorf
  the gnorf is glum
  when the glumness of the gnorf is at least 2
"""


def irrelevant_added(told: Told, dice: Random) -> Read:
    """A kind, two properties and a clause about what is not on the table."""
    return _read(IRRELEVANT.lstrip() + "\n" + told.text if dice.random() < 0.5 else told.text + IRRELEVANT, told.name)


def clauses_shuffled(told: Told, dice: Random) -> Read:
    """The clauses, definitions and invariants of the book in another order."""

    def shuffled(things: dict) -> dict:
        items = list(things.items())
        dice.shuffle(items)
        return dict(items)

    book = told.book
    parts = {part: shuffled(getattr(book, part)) for part in ("clauses", "definitions", "invariants")}
    return [(scenario, _book(book, **parts)) for scenario, _ in told.read]


def _book(book: Rulebook, **parts: dict) -> Rulebook:
    digest = sha256(f"{book.digest} {[list(part) for part in parts.values()]}".encode()).hexdigest()
    return replace(book, digest=digest, **parts)


_FIT: dict[str, list[Clause]] = {}


def _fit_to_double(book: Rulebook) -> list[Clause]:
    """Clauses that say a value or a permission, and that nothing names: a second one of these says the same once more. (Not where
    values are averaged: there each counts.)"""
    if book.digest in _FIT:
        return _FIT[book.digest]
    named = {claim.target for clause in book.clauses.values() for claim in clause.claims}
    named |= {
        part for clause in book.clauses.values() for c in clause.conclusions for part in re.findall(r"[\w-]+", c.property + repr(c.args))
    }
    named |= {part for person in book.persons.values() for part in re.findall(r"[\w-]+", repr(person))}
    averaged = {prop.name for prop in book.properties.values() if prop.averages}
    plain = [clause for clause in book.clauses.values() if clause.name not in named and not clause.claims
             and averaged.isdisjoint(c.property for c in clause.conclusions)
             and all(c.form == "is" and ":" not in c.property and c.property != "applies" for c in clause.conclusions)]  # fmt: skip
    _FIT[book.digest] = [clause for clause in plain if not clause.reading and not clause.option]
    return _FIT[book.digest]


def clauses_doubled(told: Told, dice: Random) -> Read:
    """A third of the clauses that are values or permissions, a second time under another name."""
    book = told.book
    doubled = {f"{c.name}-once-more": replace(c, name=f"{c.name}-once-more") for c in _fit_to_double(book) if dice.random() < 1 / 3}
    if not doubled:
        raise Unlike
    return [(scenario, _book(book, clauses=book.clauses | doubled)) for scenario, _ in told.read]


SHUFFLES = 4
"""Ways in which the files and blocks of each book are shuffled in one run; each reads the book anew."""


@cache
def _rulebase_shuffled(seed: int) -> Path:
    """A copy of the rulebase: files have other names, and the blocks of each stand in another order."""
    dice = Random(f"files {seed}")
    folder = Path(tempfile.mkdtemp(prefix="adjudicator-shuffled-"))
    for path in sorted(rulebase_folder().rglob("*")):
        if not path.is_file():
            continue
        target = folder / path.relative_to(rulebase_folder())
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".rules":
            target = target.with_name(f"{dice.randrange(1000):03d}-{path.name}")
            target.write_text(_blocks_shuffled(path.read_text(encoding="utf-8"), dice), encoding="utf-8")
        else:
            target.write_bytes(path.read_bytes())
    return folder


def _blocks_shuffled(text: str, dice: Random) -> str:
    """The blocks of a file of rules in another order, each with the remarks above it; `book` comes first."""
    blocks: list[list[str]] = [[]]
    for line in text.split("\n"):
        if line and not line[0].isspace() and any(known and not known.startswith("--") for known in blocks[-1]):
            blocks.append([])
        blocks[-1].append(line)
    first = [block for block in blocks if any(line.startswith("book ") for line in block)]
    rest = [block for block in blocks if block not in first]
    dice.shuffle(rest)
    return "\n".join("\n".join(block) for block in [*first, *rest]) + "\n"


def files_shuffled(told: Told, dice: Random) -> Read:
    """Under the same book with its files renamed and their blocks shuffled."""
    folder = _rulebase_shuffled(dice.randrange(SHUFFLES))
    text = re.sub(r"(?m)^(\s+uses) +(\S+)$", lambda found: f"{found[1]} {folder / found[2]}", told.text)
    return _read(text, str(folder / "scenarios" / "one.scenario"))


OTHERWISE: dict[str, Callable[[Told, Random], Read]] = {
    "facts": facts_shuffled, "clauses": clauses_shuffled, "files": files_shuffled, "players": players_renamed, "things": things_renamed,
    "irrelevant": irrelevant_added, "doubled": clauses_doubled,
}  # fmt: skip
"""Ways to tell the same table otherwise; `Unlike` is raised where one does not fit a scenario."""


def case(kind: str, seed: int) -> str | None:
    """What is wrong with one case; empty where nothing is, None where the scenario cannot be told otherwise in this way."""
    dice = Random(f"{kind} {seed}")
    told = picked(dice)
    try:
        other = OTHERWISE[kind](told, dice)
    except Unlike:
        return None
    except LanguageError as error:
        return f"{told.name}: it cannot be read any more: {error}"[:600]
    one, two = answers(told.read), answers(other)
    if kind in ("players", "things"):
        two = names_back(two, told, other)
    if kind == "doubled":
        one, two = _without_clauses(one), _without_clauses(two)
    one, two = ([[_unordered(question) for question in all_] for all_ in json.loads(json.dumps(found))] for found in (one, two))
    return "" if one == two else f"{told.name}: {_first(one, two)}"


def _without_clauses(found: list) -> list:
    """Which of two clauses that say the same is named is left open; so are the causes that name it."""
    kept = ("answer", "grade", "probability")
    return [
        [{**one, "outcomes": [{part: outcome[part] for part in kept} for outcome in one["outcomes"]]} for one in all_] for all_ in found
    ]


def _first(one: list, two: list) -> str:
    pairs = ((a, b) for x, y in zip(one, two, strict=True) for a, b in zip(x, y, strict=True))
    return next(f"{a!r:.500}\n    / {b!r:.500}" for a, b in pairs if a != b)


# ---- other processes: hash seeds, and another z3 ----

SETTLED = """
import sys
from adjudicator.entailment import session
session.SEED = int(sys.argv[1])
from adjudicator.cli.main import main
main(["settle", *sys.argv[2:]])
"""


def settled_elsewhere(files: list[str], hash_seed: int, z3_seed: int, z3_folder: str = "", cache: str = "") -> tuple[int, bytes]:
    """Exit status and bytes of settling some files in a process of its own, nothing kept from before."""
    path = os.pathsep.join(part for part in (z3_folder, str(ROOT)) if part)
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": path, "ADJUDICATOR_CACHE": cache}
    done = subprocess.run(
        [sys.executable, "-c", SETTLED, str(z3_seed), *files], env=environment, capture_output=True, cwd=ROOT, check=False
    )
    return done.returncode, done.stdout or done.stderr


def elsewhere(kind: str, cases: int, seed: int, z3_folder: str) -> Iterator[tuple[int, str | None]]:
    """Batches of files settled in two processes that differ in one thing; the bytes have to be the same."""
    size = 25
    for start in range(seed, seed + cases, size):
        dice = Random(f"{kind} {start}")
        files = [str(path.relative_to(ROOT)) for path in dice.sample(scenario_files(), min(size, seed + cases - start))]
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            before = settled_elsewhere(files, 0, 20260101, "", one)
            if kind == "hash":
                after = settled_elsewhere(files, 1 + start % 9, 20260101, "", two)
            else:
                after = settled_elsewhere(files, 0, dice.randrange(1, 2**31), z3_folder, two)
        wrong = "" if before == after else f"{files[0]} and others: other bytes"
        yield from ((start + i, wrong if i == 0 else "") for i in range(len(files)))


def run(kind: str, cases: int, seed: int, z3_folder: str = "") -> tuple[int, list[str], int]:
    """How many cases were tried, what is wrong with them, and the seed to go on with."""
    tried, wrong, at = 0, [], seed
    if kind in ("hash", "z3"):
        for at, found in elsewhere(kind, cases, seed, z3_folder):
            tried += 1
            wrong += [f"{kind} {at}: {found}"] if found else []
        return tried, wrong, at + 1
    while tried < cases and at < seed + 40 * cases:
        found = case(kind, at)
        at += 1
        tried += found is not None
        if found:
            wrong.append(f"{kind} {at - 1}: {found}")
            print(wrong[-1], flush=True)
    return tried, wrong, at


def main() -> int:
    """Run cases of each kind and print the figures; exit status 1 where anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.trust.metamorphic", description=__doc__)
    parser.add_argument("--cases", type=int, default=300, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append", choices=[*OTHERWISE, "hash", "z3"], default=None)
    parser.add_argument("--z3", default="", metavar="FOLDER")
    chosen = parser.parse_args()
    faults = 0
    for kind in chosen.kind or [*OTHERWISE, "hash", "z3"]:
        started = time.monotonic()
        tried, wrong, on = run(kind, chosen.cases, chosen.seed, chosen.z3)
        faults += len(wrong)
        print(f"{kind}: {tried} cases from seed {chosen.seed}: {len(wrong)} defects; {time.monotonic() - started:.0f} s; "
              f"to go on: --kind {kind} --seed {on}", flush=True)  # fmt: skip
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
