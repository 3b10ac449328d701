"""What must hold of every mutant, whatever it looks like: each function returns what is wrong, or nothing."""

from __future__ import annotations

import re
import shutil
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random

from adjudicator.desk.settling import settle_all
from adjudicator.engine.limits import Limits
from adjudicator.language.diagnostics import LanguageError, Messages, render
from adjudicator.language.files import comment_start, one_newline
from adjudicator.language.formatting import format_text
from adjudicator.language.loading import load, read_scenarios
from adjudicator.language.visible import INVISIBLE
from adjudicator.report.as_json import settlement_json

from .mutants import ROOT, SMALL, mutant, rules, scenarios, short, small_scenarios

PATIENCE = 20.0
"""Seconds of processor time for one file."""

BOOKS = (
    ("language/identity.rules", "language/identity.scenario"), ("timeline/duel/book.rules", "timeline/stories.scenario"),
    ("maps/maze/maze.rules", "maps/maze.scenario"), ("maps/walks/walks.rules", "maps/walks.scenario"),
)  # fmt: skip
"""Rule files that are mutated, each with the scenarios that show what it says."""

LIMITS = Limits(worlds=64, steps=40, seconds=None)
"""Limits on settling a mutant: that the layout does not change its meaning shows within them. None is of time, which no two runs share."""


class Bench:
    """A folder to try mutants in, and the figures of the run."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="adjudicator-fuzz-"))
        shutil.copytree(SMALL / "book", self.folder / "book")
        shutil.copy(ROOT / "tests" / "maps" / "small.map", self.folder)
        for book in ("timeline/duel", "maps/maze", "maps/stage", "maps/walks"):
            shutil.copytree(ROOT / "tests" / book, self.folder / Path(book).name)
        self.scenarios = [(path, path.read_text(encoding="utf-8")) for path in scenarios()]
        self.tables = [(path, path.read_text(encoding="utf-8")) for path in small_scenarios()]
        self.rules = [(path, path.read_text(encoding="utf-8")) for path in rules()]
        self.books = [(ROOT / "tests" / rules, ROOT / "tests" / table) for rules, table in BOOKS]
        self.figures: Counter[str] = Counter()

    def close(self) -> None:
        """Take the folder away."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def trial(self, seed: int) -> str:
        """One mutant, read, laid out and settled before and after. Returns what is wrong, with the mutant; else nothing."""
        random = Random(seed)
        kind = random.choice(("table", "table", "table", "table", "scenario", "rules", "rules", "book"))
        if kind in ("table", "scenario"):
            path, text = random.choice(self.tables if kind == "table" else self.scenarios)
            text = short(text, random)
        elif kind == "rules":
            path, text = random.choice(self.rules)
            text = short(text, random)
        else:
            path, table = random.choice(self.books)
            text = path.read_text(encoding="utf-8")
            asking = short(table.read_text(encoding="utf-8"), random)
            (self.folder / "table.scenario").write_text(re.sub(r"(?m)^  uses .*", "  uses case", asking), encoding="utf-8")
        raw = mutant(text, random)
        try:
            wrong = self._tried(kind, path, raw)
        except Exception:  # whatever it is, it is what is looked for
            wrong = traceback.format_exc()
        return f"seed {seed}, {kind} {path.name}: {wrong}" if wrong else ""

    def _tried(self, kind: str, path: Path, raw: bytes) -> str:
        started = time.process_time()
        self.figures["read"] += 1
        answers, wrong = self._asked(kind, raw)
        if wrong:
            return wrong
        took = time.process_time() - started
        if took > PATIENCE:
            return f"{took:.1f} seconds"
        try:
            text = raw.decode("utf-8-sig")
            laid_out = format_text(text)
        except (LanguageError, UnicodeDecodeError):
            return ""
        if INVISIBLE.search(one_newline(text)):
            return ""
        self.figures["laid out"] += 1
        if format_text(laid_out) != laid_out:
            return "laid out twice, it is another text"
        if "".join(text.split()) != "".join(laid_out.split()):
            return "laid out, other letters"
        if _comments(text) != _comments(laid_out):
            return "laid out, other comments"
        if answers is None:
            return ""
        again, wrong = self._asked(kind, laid_out.encode())
        self.figures["settled before and after"] += 1
        return f"laid out, other answers: {_first_difference(answers, again)}" if again != answers else wrong

    def _asked(self, kind: str, raw: bytes) -> tuple[list | None, str]:
        return self._book(raw, kind == "book") if kind in ("rules", "book") else self._scenario(raw)

    def _scenario(self, raw: bytes) -> tuple[list | None, str]:
        """What a scenario file is answered; None where it cannot be read."""
        path = self.folder / "case.scenario"
        path.write_bytes(raw)
        messages = Messages()
        found = read_scenarios(path, messages)
        return (None, _faulty(messages)) if messages.errors else (_answers(found), "")

    def _book(self, raw: bytes, settle: bool) -> tuple[list | None, str]:
        """What a rulebook of this file is answered in a scenario of its own; None where one of them cannot be read."""
        folder = self.folder / "case"
        folder.mkdir(exist_ok=True)
        shutil.copy(SMALL / "book" / "register.jsonl", folder)
        (folder / "case.rules").write_bytes(raw)
        messages = Messages()
        load(str(folder), messages)
        if messages.errors or not settle:
            return None, _faulty(messages)
        path = self.folder / "table.scenario"
        messages = Messages()
        found = read_scenarios(path, messages)
        return (None, _faulty(messages)) if messages.errors else (_answers(found), "")


def _answers(found: list) -> list:
    """What the scenarios are answered, as `settle --json` prints it; or which fault of the rules stands in the way."""
    from adjudicator.engine.limits import RuleFault

    try:
        return [_without_places(settlement_json(one.settlement)) for one in settle_all(found, LIMITS)]
    except RuleFault as fault:
        return [fault.message]


def _without_places(data: object) -> object:
    """An answer as data, but for the lines of the file it speaks of: these move with the layout."""
    if isinstance(data, dict):
        return {key: _without_places(value) for key, value in data.items() if key != "at"}
    return [_without_places(one) for one in data] if isinstance(data, list) else data


def _faulty(messages: Messages) -> str:
    """What is wrong with the messages themselves."""
    for diagnostic in messages.found:
        text = render(diagnostic)
        if not diagnostic.message or len(text) > 5000 or INVISIBLE.search(text):
            return f"a message that cannot be shown: {text[:200]!r}"
    return ""


def _comments(text: str) -> list[str]:
    lines = one_newline(text).split("\n")
    found = [line[comment_start(line) :].rstrip() for line in lines]
    return [comment for comment in found if comment]


def _first_difference(one: list, other: list | None) -> str:
    if other is None:
        return "it cannot be read any more"
    return next((f"{a!r:.300} / {b!r:.300}" for a, b in zip(one, other, strict=False) if a != b), "another number of scenarios")
