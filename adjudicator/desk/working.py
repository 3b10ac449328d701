"""Long work is told: on a terminal while it goes on, and to whoever interrupts it."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from adjudicator.language.interrupts import doing
from adjudicator.language.visible import visible

PATIENCE = 2.0
"""Seconds before anything is told."""


@contextmanager
def working(what: str) -> Iterator[None]:
    """Tell what is being done, as in "settling `A duel`", where it takes longer than PATIENCE and somebody looks on.

    The line is wiped in the end.
    """
    with doing(what):
        if not sys.stderr.isatty():
            yield
            return
        over = threading.Event()
        teller = threading.Thread(target=_tell, args=(sys.stderr, visible(what), over), daemon=True)
        teller.start()
        try:
            yield
        finally:
            over.set()
            teller.join()


def _tell(stream: TextIO, what: str, over: threading.Event) -> None:
    started, shown = time.monotonic(), ""
    while not over.wait(PATIENCE if not shown else 1.0):
        shown = f"  {what[:60]} ... {time.monotonic() - started:.0f} s"
        stream.write(f"\r{shown}")
        stream.flush()
    if shown:
        stream.write("\r" + " " * len(shown) + "\r")
        stream.flush()
