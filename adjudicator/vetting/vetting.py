"""`vet` and the sweep of `check`: all that will go wrong at the table, found before it does.

The sweep is a map over chunks of pairs, each described by plain data, so that processes (or a cluster) can share it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from socket import gethostname
from threading import Lock

from adjudicator.language.diagnostics import Diagnostic, LanguageError
from adjudicator.language.interrupts import doing, interrupted
from adjudicator.language.wording import called
from adjudicator.model.places import NOWHERE
from adjudicator.records import dataclass
from adjudicator.vetting.accepting import accepted_beside
from adjudicator.vetting.cluster import spread, workers
from adjudicator.vetting.endless import endless
from adjudicator.vetting.findings import Finding, Report, worst_first
from adjudicator.vetting.gaps import Gaps
from adjudicator.vetting.memory import Learned, Memory
from adjudicator.vetting.opening import Opened, Subject, open_subject
from adjudicator.vetting.pairs import Counts, Pair, chunks
from adjudicator.vetting.readings import unturned, without_repeats
from adjudicator.vetting.sharing import shared
from adjudicator.vetting.single import Alone
from adjudicator.vetting.telling import stage_text
from adjudicator.vetting.vetter import Vetter, Wishes

Progress = Callable[[int, int], None]
CHUNK = 400
FEW = 60
"""So few pairs are asked again in the time that it takes to find out what verdicts about them depend on."""
_ALONE = Lock()
"""A worker of a cluster has several threads; a vetter (and the solver) belongs to one at a time."""


@dataclass(frozen=True)
class Chunk:
    """A part of the sweep, as plain data: pairs, and clauses to be looked at alone, in a book with this digest."""

    subject: Subject
    pairs: tuple[Pair, ...]
    clauses: tuple[str, ...]
    book: str


@dataclass
class Part:
    """What came of a chunk."""

    findings: list[Finding]
    counts: Counts
    learned: dict[str, Learned]


def vet(file: str = "", against: str = "", *, cards: tuple[str, ...] = (), left_out: tuple[str, ...] = (), wishes: Wishes = Wishes(),
        jobs: int = 1, progress: Progress | None = None, repairs: bool = False) -> Report:  # fmt: skip
    """Vet a card file (or cards of the book as if they were new) against a book."""
    return run(Subject(against, file, cards, left_out, wishes), jobs, progress, repairs)


def check_book(book: str, wishes: Wishes = Wishes(), jobs: int = 1, progress: Progress | None = None) -> Report:
    """Every pair of a whole book, and every clause alone."""
    return run(Subject(book, wishes=wishes), jobs, progress)


def run(subject: Subject, jobs: int = 1, progress: Progress | None = None, repairs: bool = False, cluster: str = "") -> Report:
    """All findings about a subject, found by so many processes here or by the Dask cluster at an address. Ctrl-C ends the sweep; what was
    found so far is reported as incomplete. Raises LanguageError where the cluster cannot be used."""
    start = time.perf_counter()
    opened = open_subject(subject)
    return sweep(opened, opened.vetter(), jobs, progress, repairs, start, cluster)


def sweep(opened: Opened, vetter: Vetter, jobs: int = 1, progress: Progress | None = None, repairs: bool = False,
          start: float | None = None, cluster: str = "") -> Report:  # fmt: skip
    """The same for what is open already."""
    start = time.perf_counter() if start is None else start
    ready = time.perf_counter()
    findings: list[Finding] = []
    stopped = ""
    alone = [name for name in opened.book.clauses if opened.subjects is None or name in opened.subjects]
    hands = workers(cluster) if cluster else jobs
    try:
        with doing("looking for pairs of clauses that can meet"):
            pairs = vetter.pairs(opened.subjects)
        if opened.subjects is not None and len(pairs) < FEW:
            vetter.memory = Memory(off=True)
        thinned = time.perf_counter()
        with doing("looking for gaps"):
            findings += Gaps(opened.book, vetter.teller, opened.subjects, _own_files(opened)).findings()
        with doing("looking for endless causing"):
            findings += endless(vetter, opened.printed)
        for part in _parts(opened, vetter, pairs, alone, hands, progress, cluster):
            findings += part.findings
    except KeyboardInterrupt as stop:
        stopped, thinned = interrupted(stop), time.perf_counter()
    counts = asdict(vetter.counts)
    findings, silent, stale = _accepted(opened, without_repeats(worst_first(findings)))
    if repairs and not stopped:
        findings, stopped = _repaired(opened, vetter, findings)
    with suppress(OSError):
        vetter.close()
    done = time.perf_counter()
    seconds = {"reading": ready - start, "thinning": thinned - ready, "solving": done - thinned, "all": done - start}
    stage = stage_text(opened.book, opened.subject.wishes.stage, opened.subjects)
    return Report(opened.book.name, subject_text(opened), tuple(findings), stage, counts, silent, not stopped, seconds,
                  stale if not stopped else (), unturned(vetter, alone, findings) if not stopped else (), stopped)  # fmt: skip


def _repaired(opened: Opened, vetter: Vetter, findings: list[Finding]) -> tuple[list[Finding], str]:
    """The findings with repairs, those found before an interruption; and what that interrupted."""
    from adjudicator.vetting.repairing.repairs import Repairs

    done: list[Finding] = []
    try:
        with doing("trying out what could be changed"):
            for finding in Repairs(opened, vetter).all(findings):
                done.append(finding)  # noqa: PERF402 (what is there when it is interrupted counts)
    except KeyboardInterrupt as stop:
        return [*done, *findings[len(done) :]], interrupted(stop)
    return done, ""


def subject_text(opened: Opened) -> str:
    """What was vetted, in a few words."""
    subject = opened.subject
    return subject.file or ", ".join(subject.cards) or opened.book.title or opened.book.name


def _own_files(opened: Opened) -> frozenset[str] | None:
    if opened.subject.file:
        return frozenset((opened.subject.file,))
    return frozenset() if opened.subject.cards else None


def _accepted(opened: Opened, findings: list[Finding]) -> tuple[list[Finding], int, tuple[str, ...]]:
    """The findings without those that were accepted beside the book or the card file; how many these are; accepted ids of no finding."""
    accepted, own = accepted_beside(opened.subject)
    kept = [f for f in findings if f.id not in accepted]
    wanted = {f.id for f in findings}
    asked = ("V109", "V110") if not opened.subject.wishes.specificity else ()
    stale = tuple(i for i in own if i not in wanted and not i.startswith(asked or "-"))
    return kept, len(findings) - len(kept), stale


def _parts(opened: Opened, vetter: Vetter, pairs: list[Pair], alone: list[str], jobs: int, progress: Progress | None,
           cluster: str = "") -> Iterator[Part]:  # fmt: skip
    """The parts of the sweep as they are done, here, in other processes or on a cluster."""
    total = len(pairs) + len(alone)
    done = 0
    size = CHUNK if jobs == 1 else max(20, min(CHUNK, total // (16 * jobs) + 1))
    state = opened.book.digest
    work = [Chunk(opened.subject, tuple(chunk), (), state) for chunk in chunks(pairs, size)]
    work += [Chunk(opened.subject, (), tuple(alone[i : i + size]), state) for i in range(0, len(alone), size)]
    if not cluster and (jobs == 1 or total < 2 * size):
        for chunk in work:
            yield from _here(vetter, chunk, _counting(progress, done, total))
            done += len(chunk.pairs) + len(chunk.clauses)
            if progress:
                progress(done, total)
        return
    vetter.engine.close()  # what thinning learned of specificity is there for the other processes

    def lost() -> None:
        vetter.counts.lost = 1

    for chunk, part in spread(solve, work, cluster, lost) if cluster else shared(solve, work, jobs, lost):
        vetter.counts += part.counts
        vetter.memory.new.update(part.learned)
        done += len(chunk.pairs) + len(chunk.clauses)
        if progress:
            progress(done, total)
        yield part


def _counting(progress: Progress | None, done: int, total: int) -> Callable[[int], None]:
    """Tells how far a chunk is, as part of the whole."""
    return lambda more: progress(done + more, total) if progress else None


def _here(vetter: Vetter, chunk: Chunk, tell: Callable[[int], None]) -> Iterator[Part]:
    """The findings of a chunk one by one, so that what is found before an interruption is kept."""
    for count, finding in enumerate(vetter.clashes(chunk.pairs)):
        tell(count)
        yield Part([finding], Counts(), {})
    alone = Alone(vetter)
    for count, name in enumerate(chunk.clauses):
        tell(count)
        with doing(f"looking into the clause `{called(name)}` alone"):
            found = list(alone.findings(vetter.book.clauses[name]))
        if found:
            yield Part(found, Counts(), {})


@lru_cache(maxsize=2)
def _opened(subject: Subject) -> Vetter:
    vetter = open_subject(subject).vetter()
    vetter.memory = Memory(vetter.memory.path)
    return vetter


def solve(chunk: Chunk) -> Part:
    """One chunk of the sweep, anywhere: all it needs is in its description and the files that names. Raises LanguageError where these are
    not the same there."""
    with _ALONE:
        vetter = _opened(chunk.subject)
        if vetter.book.digest != chunk.book:
            where = f"on {gethostname()} the program or the files of `{chunk.subject.book}` are others than here"
            raise LanguageError([Diagnostic("cluster", where, NOWHERE, help="let every worker see the same folder, at the same place")])
        vetter.counts, vetter.memory.new = Counts(), {}
        findings = [finding for part in _here(vetter, chunk, lambda _: None) for finding in part.findings]
        vetter.engine.close()
        return Part(findings, vetter.counts, dict(vetter.memory.new))


def write_witnesses(report: Report, folder: Path) -> list[Path]:
    """Each witness as a scenario file in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for finding in report.findings:
        if finding.witness:
            path = folder / f"{finding.id}.scenario"
            path.write_text(finding.witness, encoding="utf-8")
            written.append(path)
    return written
