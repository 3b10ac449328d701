"""What a question may cost: time and memory, looked at while it is worked on; and room for a long chain of reasons."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from adjudicator.engine.limits import LimitReached, Limits, OutOfTime, TooDeep

T = TypeVar("T")
EVERY = 256
"""Pieces of work between two looks at the time."""
STACK = 512 * 2**20
FRAMES = 120_000
"""Calls within calls on a stack of that size: some 4 kilobytes for each, more than any takes."""


class Clock:
    """The time and the memory of one question. It stands still until `begin`; what nobody limits costs nothing."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.work = 0
        self._left = EVERY
        self._began = 0.0
        self._deadline: float | None = None
        self._said = ""
        self._memory = 0.0
        self._in_part = False
        self._ended: OutOfTime | None = None
        self._most: int | None = None

    def begin(self) -> None:
        """Another question: all of its time and memory are still to come."""
        self._began = time.monotonic()
        self.work, self._left = 0, EVERY
        self._deadline, self._said = None, ""
        if self.limits.seconds is not None:
            self._deadline = self._began + self.limits.seconds
            self._said = f"not decided after {_plain(self.limits.seconds)} (`--seconds`)"
        self._memory = _most_memory()
        self._in_part, self._ended = False, None

    def stop(self) -> None:
        """The question is answered; what comes now has no limit of its own."""
        self._deadline, self._began = None, 0.0

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """For a part of the work, at most so much time; what comes after it has its own again."""
        before, said, in_part, now = self._deadline, self._said, self._in_part, time.monotonic()
        if before is None or now + seconds < before:
            self._deadline, self._said, self._in_part = now + seconds, f"not decided after {_plain(seconds)}", True
        try:
            yield
        finally:
            self._deadline, self._said, self._in_part = before, said, in_part

    @contextmanager
    def at_most(self, work: int) -> Iterator[None]:
        """For a part of the work, at most so many pieces (a few hundred more may pass before it is noticed): then LimitReached."""
        before, self._most = self._most, self.spent + work
        try:
            yield
        finally:
            self._most = before

    def insist(self) -> None:
        """Raises OutOfTime where the time or the memory of the question has ended before, whoever has caught that and gone on.

        What is found out without them rests on nothing, and is no answer.
        """
        if self._ended is not None:
            raise self._ended

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return self._deadline is not None and time.monotonic() > self._deadline

    @property
    def spent(self) -> int:
        """How many pieces of work the question has taken so far: the same on every machine."""
        return self.work + EVERY - self._left

    def tick(self) -> None:
        """One more piece of work. Raises OutOfTime where there is no time or memory left."""
        self._left -= 1
        if self._left <= 0:
            self.look()

    def look(self) -> None:
        """The same, at once."""
        self.work += EVERY - max(0, self._left)
        self._left = EVERY
        if self._most is not None and self.work > self._most:
            raise LimitReached(f"more than {self._most:,} pieces of work")
        now = time.monotonic()
        if self._deadline is not None and now > self._deadline:
            fault = OutOfTime(f"{self._said}, and {self.work:,} pieces of work")
            self._ended = self._ended if self._in_part else fault
            raise fault
        if self.limits.memory is not None and self._began and _most_memory() - self._memory > self.limits.memory:
            self._ended = OutOfTime(f"more than {self.limits.memory:,} megabytes of memory were needed (`--memory`)")
            raise self._ended


def _plain(seconds: float) -> str:
    return f"{seconds:g} second{'' if seconds == 1 else 's'}"


def _most_memory() -> float:
    """The most memory that this process has had so far, in megabytes; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 2**20 if sys.platform == "darwin" else most / 2**10


# ---- long chains of reasons ----


class Room:
    """Whether the work for a rulebook needs a large stack: found out once, by needing it."""

    def __init__(self) -> None:
        self.large = False

    def given(self, work: Callable[[], T]) -> T:
        """What comes of the work, done again on a large stack where it goes too deep. Raises TooDeep where that is not enough."""
        if not self.large:
            try:
                return work()
            except (RecursionError, TooDeep):
                self.large = True
        return self.kept(work)

    def kept(self, work: Callable[[], T]) -> T:
        """What comes of the work, done once, on a large stack if one has been needed before."""
        if not self.large or getattr(_here, "large", False):
            return work()
        try:
            return _on_large_stack(work)
        except RecursionError:
            raise TooDeep("the chain of reasons is too deep to follow") from None


_here = threading.local()


def _on_large_stack(work: Callable[[], T]) -> T:
    """The work done in a thread of its own, the only one that goes on meanwhile."""
    done: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        _here.large = True
        try:
            done.append(work())
        except BaseException as fault:  # whatever it is, it is raised where the work was asked for
            failed.append(fault)

    size, frames = threading.stack_size(STACK), sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(FRAMES)
        thread = threading.Thread(target=run, daemon=True)
        try:
            thread.start()
        except (RuntimeError, MemoryError):
            raise TooDeep("the chain of reasons is too deep to follow, and there is no memory for a larger stack") from None
        thread.join()
    finally:
        threading.stack_size(size)
        sys.setrecursionlimit(frames)
    if failed:
        raise failed[0]
    return done[0]
