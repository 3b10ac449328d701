"""Work spread over a Dask cluster: the findings are those of one process, and what is wrong with the cluster is said in words."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import dask
import pytest
from click.testing import CliRunner
from dask.distributed import LocalCluster

from adjudicator.cli.main import main
from adjudicator.language.diagnostics import LanguageError
from adjudicator.vetting import cluster
from adjudicator.vetting.cluster import spread, workers
from adjudicator.vetting.opening import Subject
from adjudicator.vetting.vetting import Chunk, run, solve

ORCHARD = str(Path(__file__).resolve().parents[1] / "language" / "book")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster of two workers of two threads each, on this machine."""
    with LocalCluster(n_workers=2, threads_per_worker=2, dashboard_address=":0") as local:
        yield local.scheduler_address


def doubled(number: int) -> int:
    return 2 * number


def lost_at(work: tuple[int, int]) -> int:
    """The process that comes to number 3 is gone, unless it is the one that asked."""
    number, asking = work
    if number == 3 and os.getpid() != asking:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def test_everything_is_done_once(address: str) -> None:
    assert workers(address) == 4
    done = dict(spread(doubled, list(range(20)), address, lambda: pytest.fail("nothing was lost")))
    assert done == {n: 2 * n for n in range(20)}


def test_two_workers_find_what_one_process_finds(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither knows what the other has kept."""
    subject = Subject("e6", cards=("BUDDY", "THOUGHT STEAL", "VISIONSTONE"))
    monkeypatch.setenv("ADJUDICATOR_CACHE", str(tmp_path / "one"))
    alone = run(subject)
    monkeypatch.setenv("ADJUDICATOR_CACHE", str(tmp_path / "other"))
    spread_out = run(subject, cluster=address)
    assert alone.findings
    assert spread_out.findings == alone.findings
    assert spread_out.complete
    both = [
        {**report.counts, "remembered": 0, "asked": report.counts["asked"] + report.counts["remembered"]} for report in (alone, spread_out)
    ]
    assert both[0] == both[1]


def test_the_command_takes_an_address(address: str) -> None:
    one = CliRunner().invoke(main, ["check", ORCHARD, "--all"])
    other = CliRunner().invoke(main, ["check", ORCHARD, "--all", "--cluster", address])
    assert other.exit_code == one.exit_code
    assert other.stdout == one.stdout


def test_a_worker_with_other_files_is_refused(address: str) -> None:
    chunk = Chunk(Subject(ORCHARD), (), (), "the digest of another book")
    with pytest.raises(LanguageError, match="others than here"):
        list(spread(solve, [chunk], address, lambda: None))


def test_what_lost_workers_leave_is_done_here() -> None:
    told: list[int] = []
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50) as local,
    ):
        work = [(n, os.getpid()) for n in range(6)]
        done = [result for _, result in spread(lost_at, work, local.scheduler_address, lambda: told.append(1))]
    assert sorted(done) == [2 * n for n in range(6)]
    assert told


def test_no_scheduler_and_no_dask_are_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 1)
    result = CliRunner().invoke(main, ["check", ORCHARD, "--cluster", "tcp://127.0.0.1:9"])
    assert result.exit_code == 2
    assert "no scheduler answers at `tcp://127.0.0.1:9`" in result.stderr
    monkeypatch.setitem(sys.modules, "dask.distributed", None)
    result = CliRunner().invoke(main, ["check", ORCHARD, "--cluster", "tcp://127.0.0.1:9"])
    assert result.exit_code == 2
    assert "pip install adjudicator[cluster]" in result.stderr
