"""What was being done when somebody pressed Ctrl-C."""

from __future__ import annotations

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
