"""Work shared among processes: a map over chunks that survives the loss of a process, and ends at once when it is interrupted."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context
from typing import TypeVar

Work = TypeVar("Work")
Done = TypeVar("Done")


def shared(function: Callable[[Work], Done], work: Sequence[Work], jobs: int, lost: Callable[[], None]) -> Iterator[tuple[Work, Done]]:
    """Each piece of work with what came of it, in the order in which they are done; all of it can be pickled.

    `lost` is told when a process was lost; what was not done then is done here, one after the other.
    """
    before = {child.pid for child in active_children()}
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_undisturbed)
    waiting = list(work)
    try:
        futures = {pool.submit(function, one): place for place, one in enumerate(work)}
        left = set(futures.values())
        for future in as_completed(futures):
            done = future.result()
            left.discard(futures[future])
            waiting = [work[place] for place in sorted(left)]
            yield work[futures[future]], done
    except BrokenProcessPool:
        lost()
        for one in waiting:
            yield one, function(one)
    except BaseException:
        _end(before)
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _undisturbed() -> None:
    """Ctrl-C goes to the whole terminal; who started the work says what becomes of it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end(before: set[int | None]) -> None:
    """End the processes that were started for this work, in the middle of what they do."""
    for child in active_children():
        if child.pid not in before:
            child.terminate()
