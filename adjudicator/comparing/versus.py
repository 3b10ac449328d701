"""`compare` without files: the search for differences between two rulebooks, shared out over processes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from adjudicator.comparing.contrasting import Contraster, Difference
from adjudicator.comparing.contrasts import Contrasts, Telling, Told, smallest, speaking
from adjudicator.comparing.duel import WHAT, Duel
from adjudicator.comparing.tasks import Task, Tasks
from adjudicator.language.diagnostics import Messages
from adjudicator.language.interrupts import doing, interrupted
from adjudicator.language.loading import Loaded, load
from adjudicator.model.rulebook import Rulebook
from adjudicator.records import dataclass
from adjudicator.rulings.ruling import Table
from adjudicator.vetting.telling import stage_text
from adjudicator.vetting.vetter import Wishes

Progress = Callable[[int, int], None]
CHUNK = 60


@dataclass(frozen=True)
class Chosen:
    """What is compared, and how far, as plain data: two books by name or folder."""

    books: tuple[str, str]
    wishes: Wishes = Wishes(tries=4, steps=1_000)
    clauses: bool = False
    seconds: float = 0.0
    """How long to search; 0: to the end."""


@dataclass
class Opened:
    """Two books read and made ready."""

    chosen: Chosen
    loaded: tuple[Loaded, Loaded]
    table: Table
    contraster: Contraster
    telling: Telling


def opened(chosen: Chosen) -> Opened:
    """Read both books. Raises LanguageError with all that is wrong."""
    messages = Messages()
    one, two = (load(name, messages) for name in chosen.books)
    messages.stop_on_errors()
    assert one is not None and two is not None
    return ready(chosen, (one, two), uses_of(chosen.books[0]))


def ready(chosen: Chosen, loaded: tuple[Loaded, Loaded], uses: str) -> Opened:
    """The same for books that are read already."""
    table = Table()
    engines = (table.engine(loaded[0].book), table.engine(loaded[1].book))
    tasks = Tasks(loaded[0].book, loaded[1].book, chosen.wishes.awake)
    contraster = Contraster(Duel(engines, chosen.clauses), tasks, chosen.wishes)
    return Opened(chosen, loaded, table, contraster, Telling(names_of(chosen.books), loaded, uses, table, chosen.clauses))


def uses_of(book: str) -> str:
    """How a scenario names the book."""
    path = Path(book)
    return str(path.resolve()) if path.is_dir() and any(path.glob("*.rules")) else book


def names_of(books: tuple[str, str]) -> tuple[str, str]:
    """The books as sentences name them: the last part of a folder where that tells them apart."""
    short = (Path(books[0]).name or books[0], Path(books[1]).name or books[1])
    return short if short[0] != short[1] else books


def contrast(chosen: Chosen, jobs: int = 1, progress: Progress | None = None) -> Contrasts:
    """All differences that the search finds. Ctrl-C or the end of the time ends it; what was found so far is reported as incomplete."""
    start = time.perf_counter()
    return searched(opened(chosen), jobs, progress, start)


def searched(ready: Opened, jobs: int = 1, progress: Progress | None = None, start: float | None = None) -> Contrasts:
    """The same for books that are open already."""
    start = time.perf_counter() if start is None else start
    found: dict[tuple[object, ...], Difference] = {}
    complete, stopped, settled = True, "", 0
    tasks = ready.contraster.tasks
    try:
        for differences, tried in _parts(ready, list(tasks), jobs, progress):
            settled += tried
            for one in differences:
                known = found.get(one.key)
                if known is None or one.size < known.size:
                    found[one.key] = one
            if ready.chosen.seconds and time.perf_counter() - start > ready.chosen.seconds:
                complete = False
                break
    except KeyboardInterrupt as stop:
        complete, stopped = False, interrupted(stop)
    told, dropped = _told(ready, smallest(list(found.values())))
    with suppress(OSError):
        ready.table.close()
    books = tuple(one.book for one in ready.loaded)
    return Contrasts(
        names_of(ready.chosen.books), told, stage_text(books[0], ready.chosen.wishes.stage, None),
        len(tasks.questions), len(tasks.questions) - len(tasks.open),
        tuple(tasks.shared.apart()), _speaking(books, told), complete, dropped, settled, time.perf_counter() - start,
        tuple(tasks.shared.unasked()), stopped,
    )  # fmt: skip


def _told(ready: Opened, differences: list[Difference]) -> tuple[tuple[Told, ...], int]:
    """The differences in words, worst first, and how many of them their files did not show."""
    told = [ready.telling.told(one) for one in differences]
    shown = [one for one in told if one is not None]
    unique: dict[str, Told] = {}
    for one in shown:
        unique.setdefault(one.id, one)
    return tuple(sorted(unique.values(), key=lambda t: (WHAT.index(t.what), bool(t.doubt), t.depth, len(t.when)))), len(told) - len(shown)


def _speaking(books: tuple[Rulebook, ...], told: tuple[Told, ...]) -> tuple[dict[str, Any], dict[str, Any]]:
    one, two = (speaking(book, {n for t in told for n in t.responsible[side]}) for side, book in enumerate(books))
    return one, two


def _parts(ready: Opened, tasks: list[Task], jobs: int, progress: Progress | None) -> Iterator[tuple[list[Difference], int]]:
    """What comes of the tasks, here one by one or in other processes chunk by chunk; and how many situations were settled."""
    total = len(tasks)
    if jobs == 1 or total < 2 * CHUNK:
        for done, task in enumerate(tasks, 1):
            yield _one(ready.contraster, task)
            if progress:
                progress(done, total)
        return
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    chunks = [tuple(tasks[i : i + CHUNK]) for i in range(0, total, CHUNK)]
    done = 0
    try:
        waiting = {pool.submit(solve, ready.chosen, chunk): len(chunk) for chunk in chunks}
        for future in as_completed(waiting):
            yield future.result()
            done += waiting[future]
            if progress:
                progress(done, total)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _one(contraster: Contraster, task: Task) -> tuple[list[Difference], int]:
    """What comes of one task; between revisions of one book, also what rests on the differences that are new."""
    before = contraster.tried
    with doing(f"looking for a difference about `{task.property}`"):
        found = contraster.look(task)
        waiting = list(found) if contraster.tasks.likeness.revisions and task.way != "stage" else []
        while waiting:
            further = contraster.carried(waiting.pop(0))
            found, waiting = found + further, waiting + further
    return found, contraster.tried - before


@lru_cache(maxsize=1)
def _opened(chosen: Chosen) -> Opened:
    return opened(chosen)


def solve(chosen: Chosen, chunk: tuple[Task, ...]) -> tuple[list[Difference], int]:
    """Some tasks, anywhere: all they need is in their description and the books that it names."""
    contraster = _opened(replace(chosen, seconds=0.0)).contraster
    parts = [_one(contraster, task) for task in chunk]
    return [one for found, _ in parts for one in found], sum(tried for _, tried in parts)


def write_witnesses(contrasts: Contrasts, folder: Path) -> list[Path]:
    """Each witness as a scenario file in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for one in contrasts.told:
        path = folder / f"{one.id}.scenario"
        path.write_text(one.witness, encoding="utf-8")
        written.append(path)
    return written
