"""What was being done when somebody pressed Ctrl-C, or ended the program."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Interrupted(KeyboardInterrupt):
    """An interrupt that knows what it interrupted: `doing`, as in "reading the rulebook"."""

    def __init__(self, doing: str) -> None:
        super().__init__(doing)
        self.doing = doing


def interrupted(stopped: KeyboardInterrupt) -> str:
    """What an interrupt interrupted, as in "interrupted while reading the rulebook"."""
    return f"interrupted while {stopped.doing}" if isinstance(stopped, Interrupted) else "interrupted"


@contextmanager
def doing(what: str) -> Iterator[None]:
    """Whoever interrupts this is told what was being done; of things within each other, the innermost."""
    try:
        yield
    except Interrupted:
        raise
    except KeyboardInterrupt:
        raise Interrupted(what) from None


@contextmanager
def ended_like_interrupted() -> Iterator[None]:
    """Whoever ends the program meanwhile (SIGTERM, as `timeout` and `kill` send it) is heard like Ctrl-C, where signals are heard.

    It is heard once: who ends a program sends it to its parents, too, which pass it on.
    """

    def stop(number: int, frame: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
