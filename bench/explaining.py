"""What an explanation costs beside the settling that it explains, over all scenarios of the house rules.

    python bench/explaining.py [FOLDER]

Processor time in one warm process: each scenario is settled and explained once before, then three times; the middle one of the three
counts. An explanation is the account of every outcome of every question, in words, printed: the story, the argument, what came
near. What would change an answer is not in it: that is a series of settlings of its own.
"""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable
from pathlib import Path

from measure import ROOT, median, quantile, scale
from rich.console import Console

from adjudicator.desk.settling import Settled, show_account
from adjudicator.engine.engine import Engine
from adjudicator.engine.worlds import Ground
from adjudicator.language.loading import load_scenarios
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Scenario
from adjudicator.report.argument import WHOLE
from adjudicator.report.lines import Said
from adjudicator.settling.settling import settle_on

GOAL = 3
TIMES = 3


def own_time(work: Callable[[], object]) -> float:
    """Seconds of the processor."""
    start = time.process_time()
    work()
    return time.process_time() - start


def measured(engine: Engine, book: Rulebook, scenario: Scenario) -> tuple[float, float]:
    """Seconds to settle a scenario, and to explain all of it in print."""
    once(engine, book, scenario)
    times = [once(engine, book, scenario) for _ in range(TIMES)]
    return sorted(times, key=lambda t: t[1] / t[0])[TIMES // 2]


def once(engine: Engine, book: Rulebook, scenario: Scenario) -> tuple[float, float]:
    """The same, measured once."""
    ground = Ground(engine, scenario.situation, scenario.questions)
    found = []
    settling = own_time(lambda: found.append(settle_on(ground, scenario)[1]))
    settled = Settled(scenario, book, ground, found[0])

    def explain() -> None:
        console, said = Console(file=io.StringIO(), width=110, no_color=True, highlight=False), Said()
        for question, answer in zip(scenario.questions, found[0].answers, strict=True):
            for outcome in answer.outcomes:
                show_account(console, settled, question, outcome, len(answer.outcomes) > 1, said, "argument", WHOLE)

    return settling, own_time(explain)


def main(folder: str) -> None:
    scale()
    engines: dict[int, Engine] = {}
    rows: list[tuple[float, float, str]] = []
    for file in sorted((ROOT / folder).rglob("*.scenario")):
        for scenario, book in load_scenarios(file):
            engine = engines.setdefault(id(book), Engine(book))
            settling, explaining = measured(engine, book, scenario)
            rows.append((settling, explaining, f"{file.name}: {scenario.title}"))
    ratios = [explaining / settling for settling, explaining, _ in rows]
    whole = sum(e for _, e, _ in rows) / sum(s for s, _, _ in rows)
    print(f"{len(rows)} scenarios: settled in {sum(s for s, _, _ in rows):.1f} s, explained in {sum(e for _, e, _ in rows):.1f} s")
    print(f"an explanation costs, of its settling: all together {whole:.2f}; median {median(ratios):.2f}, p90 {quantile(ratios, 0.9):.2f}, "
          f"most {max(ratios):.1f}; at most {GOAL}: {sum(r <= GOAL for r in ratios)} of {len(ratios)}")  # fmt: skip
    for settling, explaining, title in sorted(rows, key=lambda r: -r[1] / r[0])[:12]:
        print(f"  {explaining / settling:5.1f}  ({settling * 1000:.1f} ms and {explaining * 1000:.1f} ms)  {title}")


if __name__ == "__main__":
    main(Path(sys.argv[1]).as_posix() if len(sys.argv) > 1 else "scenarios/house")
