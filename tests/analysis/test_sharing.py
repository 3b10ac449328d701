"""Work shared among processes: all of it is done though one of them is lost, and none goes on when it is interrupted."""

from __future__ import annotations

import os
import signal
import time
from multiprocessing import active_children
from pathlib import Path

import pytest

from adjudicator.vetting.sharing import shared


def doubled(number: int) -> int:
    return 2 * number


def lost_at(work: tuple[int, int]) -> int:
    """The process that comes to number 3 is gone, unless it is the one that started the others."""
    number, parent = work
    if number == 3 and os.getpid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def slow(work: tuple[int, str]) -> int:
    number, folder = work
    if number:
        time.sleep(60)
        (Path(folder) / str(number)).touch()
    return number


def children() -> set[int | None]:
    return {child.pid for child in active_children()}


def test_everything_is_done_once() -> None:
    done = dict(shared(doubled, list(range(20)), 2, lambda: pytest.fail("nothing was lost")))
    assert done == {n: 2 * n for n in range(20)}


def test_what_a_lost_process_leaves_is_done_here() -> None:
    told: list[int] = []
    work = [(n, os.getpid()) for n in range(8)]
    done = [result for _, result in shared(lost_at, work, 2, lambda: told.append(1))]
    assert sorted(done) == [2 * n for n in range(8)]
    assert told == [1]


def test_an_interruption_ends_the_processes(tmp_path: Path) -> None:
    before = children()
    parts = shared(slow, [(n, str(tmp_path)) for n in range(4)], 2, lambda: None)
    assert next(parts)[1] == 0
    with pytest.raises(KeyboardInterrupt):
        parts.throw(KeyboardInterrupt)
    until = time.monotonic() + 20
    while children() - before and time.monotonic() < until:
        time.sleep(0.1)
    assert children() <= before
    assert list(tmp_path.iterdir()) == []
