"""How long a table waits for an answer: `adjudicator settle` as a fresh process, and scenarios a second in one.

Compared with: the same command with nothing cached, and the start of Python and of z3 alone.

    python bench/settle.py [--files N] [--cold N] [--together N]
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from measure import line, process, scale, scenario_files

WARM_TARGET, COLD_TARGET, RATE_TARGET = 0.8, 4.0, 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=24, help="scenario files settled warm, spread over the folder")
    parser.add_argument("--cold", type=int, default=3, help="of these, how many are also settled with an empty cache")
    parser.add_argument("--together", type=int, help="scenario files settled in one process, spread over the folder (all of them)")
    options = parser.parse_args()
    scale()
    files = scenario_files()
    chosen = _spread(files, options.files)
    cold = [_settle(file, tempfile.mkdtemp(prefix="adjudicator-bench-")) for file in chosen[: options.cold]]
    kept = tempfile.mkdtemp(prefix="adjudicator-bench-")
    for file in chosen:
        _settle(file, kept)
    warm = [_settle(file, kept) for file in chosen]
    line("settle FILE, cold process, nothing cached", cold, target=COLD_TARGET)
    line("settle FILE, cold process, warm cache", warm, target=WARM_TARGET)
    line("the same with --brief (no 'what would change it')", [_settle(file, kept, "--brief") for file in chosen])
    one_process(_spread(files, options.together or len(files)))


def _spread(files: list[Path], most: int) -> list[Path]:
    return files[:: max(1, len(files) // most)][:most]


def _settle(file, cache: str, *more: str) -> float:
    return process("-m", "adjudicator.cli.main", "settle", *more, str(file), cache=cache)


def one_process(files: list[Path]) -> None:
    """Scenarios in one process, as a regression run settles them."""
    from adjudicator.desk.settling import open_files, settle_all

    start = time.perf_counter()
    opened = open_files(tuple(map(str, files)))
    read = time.perf_counter() - start
    each: list[float] = []
    start = last = time.perf_counter()
    for _ in settle_all(opened):
        each.append(time.perf_counter() - last)
        last = time.perf_counter()
    rate = len(each) / (time.perf_counter() - start)
    line("one scenario, all in one process", each)
    print(f"{rate:.0f} scenarios a second ({len(each)} scenarios; reading them took {read:.1f} s)"
          f"   target {RATE_TARGET}: {'met' if rate >= RATE_TARGET else 'MISSED'}")  # fmt: skip


if __name__ == "__main__":
    main()
