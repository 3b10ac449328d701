"""Work shared among processes: a map over chunks that survives the loss of a process, and ends at once when it is interrupted."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import TypeVar

Work = TypeVar("Work")
Done = TypeVar("Done")


class Shares:
    """Processes that share work, one task after the other: what they have read once they know from there on.

    With no `jobs` there are none, and all is done here.
    """

    def __init__(self, jobs: int, lost: Callable[[], None]) -> None:
        self._lost, self._before = lost, {child.pid for child in active_children()}
        self._pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_undisturbed) if jobs else None

    def of(self, function: Callable[[Work], Done], work: Sequence[Work]) -> Iterator[tuple[Work, Done]]:
        """Each piece of work with what came of it, in the order in which they are done; all of it can be pickled.

        `lost` is told when a process was lost; what was not done then is done here, one after the other.
        """
        waiting = list(work)
        if self._pool is not None:
            try:
                futures = {self._pool.submit(function, one): place for place, one in enumerate(work)}
                left = set(futures.values())
                for future in as_completed(futures):
                    done = future.result()
                    left.discard(futures[future])
                    waiting = [work[place] for place in sorted(left)]
                    yield work[futures[future]], done
                return
            except BrokenProcessPool:
                self.close()
                self._lost()
        for one in waiting:
            yield one, function(one)

    def close(self) -> None:
        """No more work."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def stop(self) -> None:
        """End the processes that were started for this work, in the middle of what they do."""
        for child in active_children():
            if child.pid not in self._before:
                child.terminate()


@contextmanager
def shares(jobs: int, lost: Callable[[], None]) -> Iterator[Shares]:
    """Processes for some time; they end in the midst of their work where that is interrupted."""
    found = Shares(jobs, lost)
    try:
        yield found
    except BaseException:
        found.stop()
        raise
    finally:
        found.close()


def shared(function: Callable[[Work], Done], work: Sequence[Work], jobs: int, lost: Callable[[], None]) -> Iterator[tuple[Work, Done]]:
    """One task, shared among so many processes (see `Shares.of`)."""
    with shares(jobs, lost) as among:
        yield from among.of(function, work)


def _undisturbed() -> None:
    """Ctrl-C goes to the whole terminal; who started the work says what becomes of it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
