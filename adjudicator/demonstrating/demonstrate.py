"""The run: settle every scenario of a book once, then each change of the book on what can notice it; kept between runs."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import field
from functools import lru_cache
from hashlib import sha256
from math import inf
from pathlib import Path

from adjudicator.demonstrating import memory
from adjudicator.demonstrating.carrying import carriers_of
from adjudicator.demonstrating.memory import Kept, Rests
from adjudicator.demonstrating.mutations import CORE, Mutation, mutations_of
from adjudicator.demonstrating.noticing import Verdict, Watchers, is_equal
from adjudicator.demonstrating.reaching import Change, change_of
from adjudicator.demonstrating.tally import Tally, by_play
from adjudicator.demonstrating.trying import FEW, FIRST, Asked, Tried, Waiting, circle, tried_on, verdict_on, waiting_for, witnesses
from adjudicator.demonstrating.units import Seen, seen, units_of
from adjudicator.demonstrating.witnesses import witness_for, witness_of, witnesses_in, write_witnesses
from adjudicator.engine.engine import Engine
from adjudicator.language.diagnostics import LanguageError, Messages
from adjudicator.language.files import text_of
from adjudicator.language.interrupts import doing, ended_like_interrupted, interrupted
from adjudicator.language.loading import book_folder, digest_now, load_rulebook, read_scenarios
from adjudicator.model.places import Place
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Scenario
from adjudicator.records import dataclass
from adjudicator.vetting.sharing import Shares, shares

AT_A_TIME = 12
"""Changes that one process takes on at a time, to prove that they make no difference."""
EVERY = 60.0
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
        self.name, self.jobs, self.told = name, jobs, told
        self.start = time.monotonic()
        self.until = None if seconds is None else time.time() + seconds
        self.engine = Engine(load_rulebook(name))
        self.digest = self.engine.book.digest
        self.digests = {str(path): _digest_of_file(str(path)) for path in files}
        self.rests = Rests(self.engine)
        book = self.engine.book
        carried = frozenset(rule for one in only for _, rule in carriers_of(book).get(one, ()))
        self.result = Run(book, [m for m in mutations_of(book) if not only or m.rule in only or m.rule in carried])
        self.where = memory.file_name(book, " ".join(sorted({str(path.parent.resolve()) for path in files})))
        self.frame = self.rests.frame()
        self.witnesses = witnesses_in(_folder(name, ""))
        self.kept = memory.fetch(self.where)
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
            with shares(self.jobs if self.jobs > 1 else 0, lambda: None) as among:
                with doing("settling the scenarios under the book as it is"):
                    self._settle(among)
                with doing("settling them again with the changes"):
                    self._notice(among)
        except KeyboardInterrupt as stop:
            result.complete, result.stopped = False, interrupted(stop)
        except OutOfTime as out:
            result.complete, result.stopped = False, f"{out}; the next run goes on from there"
        except Edited as edited:
            result.complete, result.stopped = False, f"`{edited}` was edited meanwhile; run it again"
        self._save()
        for mutation in result.mutations:
            result.verdicts.setdefault(mutation.key, Verdict(mutation.key, reached=False))

    def _over(self) -> bool:
        return self.until is not None and time.time() > self.until

    # ---- the scenarios as they come out under the book as it is ----

    def _settle(self, among: Shares) -> None:
        kept, digests = self.kept, self.digests
        kept.files = {file: digest for file, digest in kept.files.items() if digests.get(file, digest) == digest and Path(file).exists()}
        kept.units = {key: one for key, one in kept.units.items() if one[0].unit.file in kept.files}
        again: dict[str, set[str] | None] = {file: None for file in digests if file not in kept.files}
        for key, (one, rests) in kept.units.items():
            if one.unit.file in digests and memory.rests_of(self.rests, one) != rests:
                again.setdefault(one.unit.file, set()).add(key)  # type: ignore[union-attr]
        largest = sorted(again, key=lambda file: -len(again[file] or ()) or -Path(file).stat().st_size)
        work = [(self.name, self.digest, file, digests[file], frozenset(again[file] or ())) for file in largest]
        for done, ((*_, file, digest, _), found) in enumerate(among.of(_settled, work), 1):
            for one in found:
                kept.units[one.unit.key] = (one, memory.rests_of(self.rests, one))
            kept.files[file] = digest
            self.result.settled = done
            self._tell("scenario files settled", done, len(again))
            self._save_now_and_then()
            if self._over() and done < len(again):
                raise OutOfTime(f"the time was up when {done} of {len(again)} scenario files were settled, and no change was tried")
        self.result.units = {key: one for key, (one, _) in kept.units.items() if one.unit.file in digests}
        self.result.unmet = [seen.unit.key for seen in self.result.units.values() if not seen.counted]

    # ---- the changes ----

    def _notice(self, among: Shares) -> None:
        result, self._tally = self.result, Tally(self.result.book, self.result.mutations)
        watchers = Watchers(self.engine, result.units.values())
        known_as = {witness_of(seen.unit): key for key, seen in watchers.units.items()}
        groups: dict[int, list[tuple[Mutation, str]]] = defaultdict(list)
        for mutation in result.mutations:
            kept = self._still(watchers, mutation)
            if kept is not None:
                self._judged(mutation, kept)
                result.kept += 1
            else:
                before = self.kept.verdicts.get(mutation.key)
                # first what a statement is demonstrated by, then the like of rules that carry none, then the rest
                group = 0 if self._tally.counts(mutation) else 1 if mutation.change in CORE else 2
                witness = before[0].unit if before and before[0].unit else known_as.get(witness_for(self.witnesses, mutation), "")
                groups[group].append((mutation, witness))
        self._done, self._all = 0, sum(map(len, groups.values()))
        for number in sorted(groups):
            if not self._over():
                waiting = [waiting_for(watchers, mutation, first, self._asked_before(mutation)) for mutation, first in groups[number]]
                try:
                    self._try(waiting, watchers, among)
                finally:
                    self._keep_asked(waiting)
        known = {mutation.key for mutation in mutations_of(result.book)}
        self.kept.verdicts = {key: one for key, one in self.kept.verdicts.items() if key in known}
        self.kept.asked = {key: one for key, one in self.kept.asked.items() if key in known}

    def _try(self, waiting: list[Waiting], watchers: Watchers, among: Shares) -> None:
        """The witnesses, then circle after circle, until each change is noticed, or all that could notice it has been asked, or the
        time is over."""
        most = 0
        while waiting and not self._over():
            try:
                if most:
                    self._ask(waiting, among, circle(watchers, waiting, most))
                else:  # each is likely to notice all that it is asked about
                    self._ask(waiting, among, witnesses(waiting), few=inf)
            finally:  # what an interrupted circle has found is known all the same
                noticed = {one.mutation.key for one in waiting if one.noticed() is not None}
                self._judge(watchers, [one for one in waiting if one.mutation.key in noticed])
            rest = [one for one in waiting if one.mutation.key not in noticed]
            quiet = [one for one in rest if one.is_over()]
            self._judge(watchers, quiet, self._equal(among, quiet))
            waiting = [one for one in rest if not one.is_over()]
            most = 2 * most or FIRST

    def _ask(self, waiting: list[Waiting], among: Shares, files: list[list[Asked]], few: float = FEW) -> None:
        """One circle: units of one file after the other."""
        by_key = {one.mutation.key: one for one in waiting}
        parts = [
            Part(self.name, self.digest, asked[0][0].unit.file, self.digests[asked[0][0].unit.file], tuple(asked), few, self.until)
            for asked in files
        ]
        for _, found in among.of(_tried, parts):
            for one in found:
                by_key[one.key].found[one.unit] = one
            self._progress()
            self._save_now_and_then()

    def _equal(self, among: Shares, quiet: list[Waiting]) -> set[str]:
        """Of the changes that nothing noticed those that are proved to make no difference in any situation."""
        mutations = [one.mutation for one in quiet]
        parts = [(self.name, self.digest, tuple(mutations[at : at + AT_A_TIME])) for at in range(0, len(mutations), AT_A_TIME)]
        return {key for _, keys in among.of(_equal, parts) for key in keys}

    def _judge(self, watchers: Watchers, found: list[Waiting], equal: Collection[str] = ()) -> None:
        """Changes of which is known what becomes of them."""
        for one in found:
            verdict = verdict_on(watchers, one, one.mutation.key in equal)
            self._judged(one.mutation, verdict)
            self._keep(watchers, one.mutation, verdict)
        self._done += len(found)
        self._progress()

    def _judged(self, mutation: Mutation, verdict: Verdict) -> None:
        self.result.verdicts[mutation.key] = verdict
        self._tally.judged(mutation, verdict)

    def _keep(self, watchers: Watchers, mutation: Mutation, verdict: Verdict) -> None:
        """Keep a verdict for the next run. What was not noticed on some files alone does not bear on what is known of all."""
        if by_play(verdict) or self.kept.files.keys() <= self.digests.keys() or mutation.key not in self.kept.verdicts:
            over = self._stands_over(watchers, mutation, verdict)
            self.kept.verdicts[mutation.key] = (verdict, over, memory.stands_on(self.rests, verdict.looked))

    def _asked_before(self, mutation: Mutation) -> dict[str, frozenset[str]]:
        """The units that an earlier run has asked for a change, and that noticed nothing, as far as they are what they were; with what
        was looked at besides."""
        units, looked, rests = self.kept.asked.get(mutation.key, ({}, (), ""))
        if not units or rests != memory.stands_on(self.rests, looked):
            return {}
        counted = (key for key in units if key in self.result.units and self.result.units[key].counted)
        return {key: frozenset(looked) for key in counted if self.kept.units[key][1] == units[key]}

    def _keep_asked(self, waiting: list[Waiting]) -> None:
        """Of what has no verdict, who has been asked."""
        for one in waiting:
            self.kept.asked.pop(one.mutation.key, None)
            if one.mutation.key not in self.result.verdicts and one.found:
                looked = tuple(sorted(frozenset().union(*(found.looked for found in one.found.values()))))
                units = {key: self.kept.units[key][1] for key in one.found}
                self.kept.asked[one.mutation.key] = (units, looked, memory.stands_on(self.rests, looked))

    def _still(self, watchers: Watchers, mutation: Mutation) -> Verdict | None:
        """The verdict of an earlier run, where it still stands."""
        if mutation.key not in self.kept.verdicts:
            return None
        verdict, over, rests = self.kept.verdicts[mutation.key]
        if rests != memory.stands_on(self.rests, verdict.looked):
            return None
        if by_play(verdict):
            known = self.result.units.get(verdict.unit)
            as_it_was = known is not None and self.kept.units[verdict.unit][1] == over and not watchers.telling.spoilt(known, mutation)
            return verdict if as_it_was else None
        return verdict if over == self._stands_over(watchers, mutation, verdict) else None

    def _stands_over(self, watchers: Watchers, mutation: Mutation, verdict: Verdict) -> str:
        """On what a verdict stands: the unit that noticed, as play; else all that can be asked, and how each was told."""
        if by_play(verdict):
            return self.kept.units[verdict.unit][1]
        asked = ((seen, self.kept.units[seen.unit.key][1]) for seen in watchers.looking(mutation))
        return memory.digest_of((seen, rests + watchers.telling.spoilt(seen, mutation)) for seen, rests in asked)

    # ---- running ----

    def _progress(self) -> None:
        self._tell(f"changes tried; {self._tally}", self._done, self._all)

    def _tell(self, what: str, done: int, all_: int) -> None:
        if self.told is not None:
            self.told(what, done, all_)

    def _save_now_and_then(self) -> None:
        if time.monotonic() - self._saved > EVERY:
            self._save()

    def _save(self) -> None:
        self.kept.frame = self.frame
        memory.store(self.where, self.kept)
        self._saved = time.monotonic()


# ---- what is written down beside the book ----


def note_witnesses(name: str, run: Run) -> Path:
    """Write down, in the folder of the book of this name, which question noticed each change that is noticed by play; gives the file.

    A witness of an earlier run that was asked in this one and noticed nothing goes.
    """
    folder = _folder(name, "")
    assert folder is not None
    before, asked = witnesses_in(folder), {witness_of(seen.unit) for seen in run.units.values()}
    now: dict[str, str] = {}
    for mutation in run.mutations:
        verdict = run.verdicts[mutation.key]
        if by_play(verdict):
            now[mutation.key] = witness_of(run.units[verdict.unit].unit)
        elif verdict.reached and witness_for(before, mutation) in asked:
            now[mutation.key] = ""
    return write_witnesses(folder, [mutation for mutation in mutations_of(run.book) if mutation.change in CORE], now)


# ---- what a process does ----


def forget() -> None:
    """Whatever this process knows of books and files, which may have changed since."""
    for known in (_engine, _read):
        known.cache_clear()
    _EXTENDED.clear()
    _CHANGES.clear()


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


_CHANGES: dict[tuple[str, str], Change] = {}
"""Changes that are ready to be tried on steps, by the digest of the book and their keys; they live as long."""


def _change(engine: Engine, mutation: Mutation) -> Change:
    key = (engine.book.digest, mutation.key)
    if key not in _CHANGES:
        _CHANGES[key] = change_of(engine, mutation)
    return _CHANGES[key]


@lru_cache(maxsize=1024)
def _read(name: str, digest: str, file: str, of_file: str) -> tuple[tuple[Scenario, Rulebook], ...]:
    """The scenarios of a file. Raises Edited where it, or the book, is not as it was."""
    messages = Messages()
    with _unless_edited(name, digest, file, of_file):
        found = read_scenarios(Path(file), messages)
        messages.stop_on_errors()
    return tuple(found)


def _settled(work: tuple[str, str, str, str, frozenset[str]]) -> list[Seen]:
    """Every unit of a file that is about the book, or, where some are named, these."""
    name, digest, file, of_file, only = work
    own = _engine(name, digest)
    found = []
    for place, (scenario, book) in enumerate(_read(name, digest, file, of_file)):
        units = [unit for unit in units_of(file, place, scenario) if not only or unit.key in only] if book.name == own.book.name else []
        found += [seen(_engine_of(own, book), unit, scenario) for unit in units]
    return found


@dataclass(frozen=True)
class Part:
    """Units of one file, each with the changes that are tried on it, as far as the time goes."""

    name: str
    digest: str
    file: str
    of_file: str
    asked: tuple[Asked, ...]
    few: float
    until: float | None


def _tried(work: Part) -> list[Tried]:
    """What becomes of each change on each unit; what one has noticed is not tried on the next."""
    own = _engine(work.name, work.digest)
    found: list[Tried] = []
    noticed: set[str] = set()
    for one, mutations in work.asked:
        if work.until is not None and time.time() > work.until:
            break
        scenario, book = _read(work.name, work.digest, work.file, work.of_file)[one.unit.scenario]
        tried = list(tried_on(_engine_of(own, book), scenario, one, [m for m in mutations if m.key not in noticed], _change, work.few))
        noticed |= {each.key for each in tried if each.by}
        found += tried
    own.close()
    return found


def _equal(work: tuple[str, str, tuple[Mutation, ...]]) -> list[str]:
    """The changes that are proved to make no difference in any situation."""
    name, digest, mutations = work
    own = _engine(name, digest)
    found = [mutation.key for mutation in mutations if is_equal(own, mutation)]
    own.close()
    return found
