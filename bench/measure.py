"""What the benchmarks share: the figures, the machine's own scale, the scenarios."""

from __future__ import annotations

import math
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))


def median(values: list[float]) -> float:
    return quantile(values, 0.5)


def quantile(values: list[float], share: float) -> float:
    """The smallest value that at least this share of all values does not exceed."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def with_children() -> float:
    """Seconds of processor time so far, of this process and of those it has waited for."""
    return sum(told.ru_utime + told.ru_stime for told in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def worked(work: Callable[[], object]) -> float:
    """Seconds of the processor, of this process and of those that it starts and waits for."""
    start = with_children()
    work()
    return with_children() - start


def process(*words: str, cache: str | None = None, timer: Callable[[Callable[[], object]], float] = timed) -> float:
    """Seconds for a fresh Python process, start included; it finds the program compiled, as an installed one is."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **({} if cache is None else {"ADJUDICATOR_CACHE": cache})}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    words = (sys.executable, *words)
    return timer(lambda: subprocess.run(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False))


def scale() -> None:
    """Print what this machine needs for things everybody knows, and how busy it is."""
    process("-m", "compileall", "-q", str(ROOT / "adjudicator"))
    bare = median([process("-c", "pass") for _ in range(3)])
    z3 = median([process("-c", "import z3") for _ in range(3)])
    load = os.getloadavg()[0]
    print(f"this machine: an empty Python process {bare * 1000:.0f} ms, with `import z3` {z3 * 1000:.0f} ms; "
          f"load {load:.1f} on {os.cpu_count()} cores")  # fmt: skip


def line(what: str, values: list[float], unit: str = "ms", target: float | None = None) -> None:
    """One row: median and p90, and whether the target is met; or that there was nothing to measure."""
    if not values:
        print(f"{what:<58} none")
        return
    factor = {"us": 1_000_000, "ms": 1_000}[unit]
    middle = median(values) * factor
    verdict = "" if target is None else f"   target {target * factor:.0f}: {'met' if middle <= target * factor else 'MISSED'}"
    print(f"{what:<58} median {middle:8.1f} {unit}   p90 {quantile(values, 0.9) * factor:8.1f} {unit}   n {len(values)}{verdict}")


def scenario_files(folder: str = "house") -> list[Path]:
    return sorted((ROOT / "scenarios" / folder).glob("*.scenario"))
