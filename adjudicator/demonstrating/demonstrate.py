"""The run: settle every scenario of a book once, then each change of the book on what can notice it; kept between runs."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import field
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from adjudicator.cache import columns, sealed
from adjudicator.demonstrating import memory
from adjudicator.demonstrating.carrying import carriers_of
from adjudicator.demonstrating.memory import Kept, Rests
from adjudicator.demonstrating.mutations import CHANGES, CORE, Mutation, mutations_of
from adjudicator.demonstrating.noticing import Verdict, Watchers
from adjudicator.demonstrating.reaching import Reaching
from adjudicator.demonstrating.tally import Tally
from adjudicator.demonstrating.units import Seen, all_seen, units_of
from adjudicator.engine.engine import Engine
from adjudicator.language.diagnostics import LanguageError, Messages
from adjudicator.language.files import contents, text_of
from adjudicator.language.interrupts import doing, ended_like_interrupted, interrupted
from adjudicator.language.loading import book_folder, digest_now, load_rulebook, read_scenarios
from adjudicator.model.places import Place
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Scenario
from adjudicator.records import dataclass
from adjudicator.vetting.sharing import shared

Work = TypeVar("Work")
Done = TypeVar("Done")
AT_A_TIME = 12
"""Changes that one process takes on at a time, or a few more, so that those of one statement stay together."""
EVERY = 20.0
"""Seconds after which what has been found is kept."""

Told = Callable[[str, int, int], None] | None
"""Is told what is being done, how much of it is done, and how much there is."""


class Edited(Exception):
    """The rules or a scenario are not what they were when the run began: what comes out now belongs to another book."""


@dataclass
class Run:
    """What a run found: the book, its changes with the verdicts, the units; `complete` is False where it was interrupted.

    `unmet` are questions that do not come out as expected: they notice nothing. `seconds` is how long it took.
    """

    book: Rulebook
    mutations: list[Mutation]
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    units: dict[str, Seen] = field(default_factory=dict)
    unmet: list[str] = field(default_factory=list)
    complete: bool = True
    stopped: str = ""
    settled: int = 0
    kept: int = 0
    seconds: float = 0.0

    def where(self, unit: str) -> str:
        """The file and the title of the scenario of a unit."""
        return f'{self.units[unit].unit.file} "{self.units[unit].title}"' if unit in self.units else unit


def files_of(book: str, folders: tuple[Path, ...]) -> list[Path]:
    """The scenario files below these folders that use a book."""
    own = _folder(book, "")
    paths = [path for folder in folders for path in ([folder] if folder.is_file() else sorted(folder.rglob("*.scenario")))]
    return [path for path in dict.fromkeys(paths) if any(_folder(name, str(path)) == own for name in _used(path))]


def _used(path: Path) -> set[str]:
    """The books that the scenarios of a file use, as they name them."""
    lines = (line.split(maxsplit=1) for line in text_of(path).split("\n"))
    return {words[1].strip() for words in lines if len(words) == 2 and words[0] == "uses"}


def _folder(name: str, file: str) -> Path | None:
    """The folder of a book that a file names."""
    found = book_folder(name, Messages(), Place(file, 1) if file else None)
    return found.resolve() if found is not None else None


def demonstrate(name: str, files: list[Path], jobs: int = 1, seconds: float | None = None, told: Told = None,
                only: frozenset[str] = frozenset()) -> Run:  # fmt: skip
    """Try every change of a book on the scenarios of these files; with `only`, those of these statements (ids) or rules.

    Raises LanguageError where the book or a file cannot be read.
    """
    return Demonstration(name, files, jobs, seconds, told, only).run()


class OutOfTime(Exception):
    """The time that was given is up."""


class Demonstration:
    """One run over one book."""

    def __init__(self, name: str, files: list[Path], jobs: int, seconds: float | None, told: Told, only: frozenset[str]) -> None:
        self.name, self.files, self.jobs, self.told = name, files, jobs, told
        self.start = time.monotonic()
        self.until = None if seconds is None else time.time() + seconds
        self.engine = Engine(load_rulebook(name))
        self.digest = self.engine.book.digest
        self.digests = {str(path): _digest_of_file(str(path)) for path in files}
        self.rests = Rests(self.engine)
        book = self.engine.book
        carried = frozenset(rule for one in only for _, rule in carriers_of(book).get(one, ()))
        self.result = Run(book, [m for m in mutations_of(book) if not only or m.rule in only or m.rule in carried])
        folders = sorted({str(path.parent.resolve()) for path in files})
        self.rules: frozenset[str] | None = None
        self.where = memory.file_name(book, " ".join(folders))
        self.kept = memory.fetch(self.where)
        if only and not self.digests.items() <= self.kept.files.items():  # to settle for these alone costs less than for all
            self.rules = only | carried
            self.where = memory.file_name(book, " ".join([*folders, *sorted(self.digests), *sorted(only)]))
            self.kept = memory.fetch(self.where)
        self.frame = self.rests.frame()
        if self.kept.frame != self.frame:
            self.kept = Kept(self.frame)
        self._saved = time.monotonic()

    def run(self) -> Run:
        """All of it; what an interruption or the time leaves out is not reached."""
        result = self.result
        forget()
        with ended_like_interrupted():
            self._run()
        result.seconds = time.monotonic() - self.start
        return result

    def _run(self) -> None:
        result = self.result
        try:
            with doing("settling the scenarios under the book as it is"):
                self._settle()
            with doing("settling them again with the changes"):
                self._notice()
        except KeyboardInterrupt as stop:
            result.complete, result.stopped = False, interrupted(stop)
        except OutOfTime as out:
            result.complete, result.stopped = False, f"{out}; the next run goes on from there"
        except Edited as edited:
            result.complete, result.stopped = False, f"`{edited}` was edited meanwhile; run it again"
        self._save()
        for mutation in result.mutations:
            result.verdicts.setdefault(mutation.key, Verdict(mutation.key, reached=False))

    # ---- the scenarios as they come out under the book as it is ----

    def _settle(self) -> None:
        kept, digests = self.kept, self.digests
        kept.files = {file: digest for file, digest in kept.files.items() if digests.get(file) == digest}
        kept.units = {key: one for key, one in kept.units.items() if one[0].unit.file in kept.files}
        again: dict[str, set[str] | None] = {file: None for file in digests if file not in kept.files}
        for key, (one, rests) in kept.units.items():
            if memory.rests_of(self.rests, one) != rests:
                again.setdefault(one.unit.file, set()).add(key)  # type: ignore[union-attr]
        largest = sorted(again, key=lambda file: -len(again[file] or ()) or -Path(file).stat().st_size)
        work = [(self.name, self.digest, file, digests[file], frozenset(again[file] or ()), self.rules) for file in largest]
        for done, ((*_, file, digest, _, _), found) in enumerate(self._shared(_settled, work), 1):
            for one in found:
                kept.units[one.unit.key] = (one, memory.rests_of(self.rests, one))
            kept.files[file] = digest
            self.result.settled = done
            self._progress("scenario files settled", done, len(again))
            if time.monotonic() - self._saved > EVERY:
                self._save()
            if self.until is not None and time.time() > self.until and done < len(again):
                raise OutOfTime(f"the time was up when {done} of {len(again)} scenario files were settled, and no change was tried")
        self.result.units = {key: one for key, (one, _) in self.kept.units.items()}
        self.result.unmet = [seen.unit.key for seen in self.result.units.values() if not seen.counted]

    # ---- the changes ----

    def _notice(self) -> None:
        result, self._tally = self.result, Tally(self.result.book, self.result.mutations)
        watchers = Watchers(self.engine, result.units.values())
        waiting: dict[str, tuple[Mutation, str]] = {}
        for mutation in result.mutations:
            kept = self._still(watchers, mutation)
            if kept is not None:
                self._judged(mutation, kept)
                result.kept += 1
            else:
                before = self.kept.verdicts.get(mutation.key)
                waiting[mutation.key] = (mutation, before[0].unit if before else "")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "units"
            path.write_bytes(columns.encode(list(result.units.values()), memory.KINDS))
            trials = [
                Trial(self.name, self.digest, str(path), self.digests, changes, self.until) for changes in self._parted(watchers, waiting)
            ]
            done = 0
            for work, found in self._shared(_noticed, trials):
                for (mutation, _), verdict in zip(work.changes, found, strict=True):
                    self._judged(mutation, verdict)
                    if verdict.reached:
                        over = self._over(watchers, mutation)
                        self.kept.verdicts[mutation.key] = (verdict, over, memory.stands_on(self.rests, verdict.looked))
                done += len(found)
                self._progress(f"changes tried; {self._tally}", done, len(waiting))
                if time.monotonic() - self._saved > EVERY:
                    self._save()
        known = {mutation.key for mutation in mutations_of(result.book)}
        self.kept.verdicts = {key: one for key, one in self.kept.verdicts.items() if key in known}

    def _judged(self, mutation: Mutation, verdict: Verdict) -> None:
        self.result.verdicts[mutation.key] = verdict
        self._tally.judged(mutation, verdict)

    def _parted(self, watchers: Watchers, waiting: dict[str, tuple[Mutation, str]]) -> list[tuple[tuple[Mutation, str], ...]]:
        """The changes in the order in which they are tried, in pieces for the processes: statement by statement, those that may yet be
        demonstrated first, the cheapest of them first; then what counts for no statement."""
        costs = {key: self._cost(watchers, mutation) for key, (mutation, _) in waiting.items() if mutation.change in CORE}
        statements = [[key for key in keys if key in waiting] for keys in self._tally.open.values()]
        statements.sort(key=lambda keys: (any(costs[key] is None for key in keys), sum(costs[key] or 0 for key in keys)))
        size = max(1, min(AT_A_TIME, len(waiting) // (4 * self.jobs)))
        parts: list[list[tuple[Mutation, str]]] = [[]]
        rest = sorted(waiting, key=lambda key: CHANGES.index(waiting[key][0].change))
        for keys in (*statements, *([key] for key in rest)):
            parts[-1] += [waiting.pop(key) for key in keys if key in waiting]
            if len(parts[-1]) >= size:
                parts.append([])
        return [tuple(part) for part in parts if part]

    def _cost(self, watchers: Watchers, mutation: Mutation) -> int | None:
        """What the cheapest unit told as play costs that the change reaches; None where it reaches none."""
        return next((seen.cost for seen in watchers.of(mutation) if not watchers.telling.spoilt(seen, mutation)), None)

    def _still(self, watchers: Watchers, mutation: Mutation) -> Verdict | None:
        """The verdict of an earlier run, where it still stands."""
        if mutation.key not in self.kept.verdicts:
            return None
        verdict, over, rests = self.kept.verdicts[mutation.key]
        if rests != memory.stands_on(self.rests, verdict.looked):
            return None
        if verdict.unit and not verdict.spoilt:
            known = self.kept.units.get(verdict.unit)
            as_it_was = known is not None and known[1] == over and not watchers.telling.spoilt(known[0], mutation)
            return verdict if as_it_was else None
        return verdict if over == self._over(watchers, mutation) else None

    def _over(self, watchers: Watchers, mutation: Mutation) -> str:
        """On what a verdict stands: the unit that noticed, as play; else all that were asked, and how each was told."""
        verdict = self.result.verdicts.get(mutation.key)
        if verdict is not None and verdict.unit and not verdict.spoilt:
            return self.kept.units[verdict.unit][1]
        asked = [self.kept.units[seen.unit.key] for seen in watchers.of(mutation)]
        return memory.digest_of((one, rests + watchers.telling.spoilt(one, mutation)) for one, rests in asked)

    # ---- running ----

    def _shared(self, function: Callable[[Work], Done], work: list[Work]) -> Iterator[tuple[Work, Done]]:
        if self.jobs == 1 or len(work) < 2:
            yield from ((one, function(one)) for one in work)
        else:
            yield from shared(function, work, min(self.jobs, len(work)), lambda: None)

    def _progress(self, what: str, done: int, all_: int) -> None:
        if self.told is not None:
            self.told(what, done, all_)

    def _save(self) -> None:
        self.kept.frame, self._saved = self.frame, time.monotonic()
        memory.store(self.where, self.kept)


# ---- what a process does ----


def forget() -> None:
    """Whatever this process knows of books and files, which may have changed since."""
    for known in (_engine, _read, _watchers):
        known.cache_clear()
    _EXTENDED.clear()
    _REACHING.clear()


@lru_cache(maxsize=2)
def _engine(name: str, digest: str) -> Engine:
    """The engine of a book. Raises Edited where the book is not the one of this digest any more."""
    with _unless_edited(name, digest):
        book = load_rulebook(name)
    return Engine(book)


@contextmanager
def _unless_edited(name: str, digest: str, file: str = "", of_file: str = "") -> Iterator[None]:
    """Read something: whatever comes of it, it is worth nothing where the book or a scenario file has changed meanwhile."""
    try:
        yield
    except (LanguageError, OSError):
        _as_it_was(name, digest, file, of_file)
        raise
    _as_it_was(name, digest, file, of_file)


def _as_it_was(name: str, digest: str, file: str, of_file: str) -> None:
    if digest_now(name) != digest:
        raise Edited(name)
    if file and _digest_of_file(file) != of_file:
        raise Edited(file)


def _digest_of_file(file: str) -> str:
    return sha256(text_of(Path(file)).encode()).hexdigest()


_EXTENDED: dict[str, Engine] = {}
"""The engines of books that a scenario file adds to, by the digest of the book; they live as long as the process."""


def _engine_of(own: Engine, book: Rulebook) -> Engine:
    if book.digest == own.book.digest:
        return own
    if book.digest not in _EXTENDED:
        _EXTENDED[book.digest] = Engine(book)
    return _EXTENDED[book.digest]


_REACHING: dict[tuple[str, frozenset[str] | None], Reaching] = {}
"""What finds out which changes reach, by the digest of the book and the rules that are changed (None: all); it lives as long."""


def _reaching(own: Engine, book: Rulebook, rules: frozenset[str] | None) -> Reaching:
    key = (book.digest, rules)
    if key not in _REACHING:
        _REACHING[key] = Reaching(_engine_of(own, book), (m for m in mutations_of(own.book) if rules is None or m.rule in rules))
    return _REACHING[key]


@lru_cache(maxsize=1024)
def _read(name: str, digest: str, file: str, of_file: str) -> tuple[tuple[Scenario, Rulebook], ...]:
    """The scenarios of a file. Raises Edited where it, or the book, is not as it was."""
    messages = Messages()
    with _unless_edited(name, digest, file, of_file):
        found = read_scenarios(Path(file), messages)
        messages.stop_on_errors()
    return tuple(found)


def _settled(work: tuple[str, str, str, str, frozenset[str], frozenset[str] | None]) -> list[Seen]:
    """Every unit of a file that is about the book, or, where some are named, these, with what changes of `rules` (None: of all) reach."""
    name, digest, file, of_file, only, rules = work
    own = _engine(name, digest)
    found = []
    for place, (scenario, book) in enumerate(_read(name, digest, file, of_file)):
        units = [unit for unit in units_of(file, place, scenario) if not only or unit.key in only] if book.name == own.book.name else []
        found += all_seen(_engine_of(own, book), units, scenario, _reaching(own, book, rules)) if units else []
    return found


@lru_cache(maxsize=1)
def _watchers(name: str, digest: str, path: str) -> Watchers:
    units = columns.decode(contents(Path(path), sealed.LONGEST), memory.KINDS)
    assert isinstance(units, list)
    return Watchers(_engine(name, digest), units)


@dataclass(frozen=True)
class Trial:
    """Some changes to be tried, each with the unit that noticed it last; `units` is where the units lie, `files` the digests of theirs."""

    name: str
    digest: str
    units: str
    files: dict[str, str]
    changes: tuple[tuple[Mutation, str], ...]
    until: float | None


def _noticed(work: Trial) -> list[Verdict]:
    """The verdicts on some changes; those that the time does not reach are not."""
    own, watchers = _engine(work.name, work.digest), _watchers(work.name, work.digest, work.units)

    def scenario_of(seen: Seen) -> tuple[Scenario, Engine]:
        file = seen.unit.file
        scenario, book = _read(work.name, work.digest, file, work.files[file])[seen.unit.scenario]
        return scenario, _engine_of(own, book)

    def over() -> bool:
        return work.until is not None and time.time() > work.until

    found = []
    for mutation, first in work.changes:
        found.append(Verdict(mutation.key, reached=False) if over() else watchers.notice(mutation, scenario_of, first, over))
    own.close()
    return found
