"""`python -m tests.fuzz --minutes N --seed S`: mutants without end, each from the next seed.

Ctrl-C ends it, and the last line says with which `--seed` it goes on from there.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path


def main() -> int:
    """Run for some minutes and print the figures; exit status 1 where anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0, help="how long")
    parser.add_argument("--seed", type=int, default=None, help="the first seed (else one by the clock)")
    parser.add_argument("--cases", type=int, default=None, help="at most so many mutants")
    parser.add_argument("--keep", type=Path, default=None, help="append what is wrong to this file")
    chosen = parser.parse_args()
    os.environ["ADJUDICATOR_CACHE"] = tempfile.mkdtemp(prefix="adjudicator-fuzz-cache-")
    from .trials import Bench

    seed = int(time.time()) * 1_000 if chosen.seed is None else chosen.seed
    print(f"seed {seed}", flush=True)
    bench, started, faults, done, told = Bench(), time.monotonic(), 0, 0, 0.0
    try:
        while time.monotonic() - started < 60 * chosen.minutes and (chosen.cases is None or done < chosen.cases):
            wrong = bench.trial(seed + done)
            done += 1
            if wrong:
                faults += 1
                print(wrong, flush=True)
                if chosen.keep is not None:
                    with chosen.keep.open("a", encoding="utf-8", errors="backslashreplace") as file:
                        file.write(wrong + "\n")
            if time.monotonic() - told > 60:
                told = time.monotonic()
                print(_figures(bench.figures, done, faults), file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("interrupted")
    finally:
        bench.close()
    print(_figures(bench.figures, done, faults))
    print(f"{time.monotonic() - started:.0f} s; to go on: --seed {seed + done}")
    return 1 if faults else 0


def _figures(figures: dict[str, int], done: int, faults: int) -> str:
    return f"{done:,} mutants: " + ", ".join(f"{count:,} {what}" for what, count in sorted(figures.items())) + f"; {faults} faults"


if __name__ == "__main__":
    sys.exit(main())
