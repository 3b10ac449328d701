"""The goals of speed, one line each: what was measured, the goal, and whether it is met. Processor time, whatever else the machine does.

    python bench/goals.py [--files N] [--quick]

The other scripts say what lies behind each line: worlds.py, settle.py, stories.py, explaining.py.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from pathlib import Path

import explaining
import stories
from measure import median, process, quantile, scale, scenario_files, worked
from worlds import QUESTIONS, together

from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import Limits
from adjudicator.language.loading import load_scenarios
from adjudicator.settling.settling import settle

MOST = 20.0
"""Seconds that events at once may take."""


def row(what: str, figure: float, goal: float, unit: str) -> None:
    """One line of the table of bench/README.md."""
    shown = (f"{figure * 1000:,.0f} ms", f"{goal * 1000:,.0f} ms") if unit == "ms" else (f"{figure:.1f} {unit}", f"{goal:g} {unit}")
    print(f"| {what} | {shown[0]} | {shown[1]} | {'met' if figure <= goal else 'MISSED'} |", flush=True)


def cold(files: int) -> None:
    """`settle` as a fresh process with a warm cache, against `import z3`: of one scenario, new or settled before, and of its whole file."""
    chosen = scenario_files()[:: max(1, len(scenario_files()) // files)][:files]
    cache = tempfile.mkdtemp(prefix="adjudicator-bench-")
    process("-m", "adjudicator", "settle", str(chosen[0]), cache=cache)
    z3: list[float] = []
    settled: dict[str, list[float]] = {"one scenario": [], "the same, settled before": [], "its whole file, settled before": []}
    for number, file in enumerate(chosen):  # by turns, so that both have the same neighbours
        alone = Path(cache, file.name)
        alone.write_text(one_scenario(file, number), encoding="utf-8")
        z3.append(process("-c", "import z3", timer=worked))
        process("-m", "adjudicator", "settle", str(alone), cache=cache)  # what its clauses are to each other is known from here on
        alone.write_text(alone.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        for what, path in zip(settled, (alone, alone, file), strict=True):
            if path is file:
                process("-m", "adjudicator", "settle", str(path), cache=cache)
            settled[what].append(process("-m", "adjudicator", "settle", str(path), cache=cache, timer=worked))
    one = median(z3)
    for what, seconds in settled.items():
        print(f"`import z3`: {one * 1000:.0f} ms; {what}: {median(seconds) * 1000:.0f} ms, p90 {quantile(seconds, 0.9) * 1000:.0f} ms")
        row(f"cold `settle` of {what}, house, {len(seconds)} of them: median", median(seconds) / one, 6, "times `import z3`")
        row("the same: p90", quantile(seconds, 0.9) / one, 10, "times `import z3`")


def one_scenario(file: Path, number: int) -> str:
    """One of the scenarios of a file, as a file of its own."""
    head, *scenarios = re.split(r"^(?=scenario )", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return head + scenarios[number % len(scenarios)]


def at_once(number: int) -> None:
    """So many blows at once, which nothing puts into an order."""
    lines = ["scenario Blows", "  uses house", "  wizards Ann, Bob", "  Ann has 90 life", "  Bob has 90 life", "  at once"]
    lines += [f"    Ann punches Bob, called blow {i}" for i in range(number)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "blows.scenario")
        path.write_text("\n".join([*lines, "  ask the life of Bob", ""]), encoding="utf-8")
        [(scenario, book)] = load_scenarios(path)
    engine, found = Engine(book, Limits(seconds=MOST)), []
    seconds = worked(lambda: found.append(settle(book, scenario, engine=engine).answers[0].status))
    row(f"{number} events at once in no order, house" + ", given up at a limit" * (found[0] == "limit"), seconds, 1, "ms")


def explained(files: int) -> None:
    """Explaining all answers of a scenario, against settling it; stories among them."""
    rows: dict[bool, list[tuple[float, float]]] = {False: [], True: []}
    engines: dict[int, Engine] = {}
    for file in scenario_files()[:: max(1, len(scenario_files()) // files)]:
        for scenario, book in load_scenarios(file):
            rows[scenario.situation.story is not None].append(
                explaining.measured(engines.setdefault(id(book), Engine(book)), book, scenario)
            )
    for told, found in ((told, found) for told, found in rows.items() if found):
        sort = f"{len(found)} {'stories' if told else 'single moments'} of house"
        ratios = [e / s for s, e in found]
        row(f"explaining over settling, {sort}: all together", sum(e for _, e in found) / sum(s for s, _ in found), 2, "times")
        row("the same: median", median(ratios), 2, "times")
        row("the same: p90", quantile(ratios, 0.9), 2, "times")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=40, help="files of house for the figures over scenarios, spread over the folder")
    parser.add_argument("--quick", action="store_true", help="leave out what takes longest: more than three events at once")
    arguments = parser.parse_args()
    files = arguments.files
    scale()
    print("| what | measured | goal | |\n|--|--|--|--|")
    for what, guests, ask, goal in QUESTIONS:
        if goal is not None:
            row(what, together(guests, ask), goal, "ms")
    blows = 20  # each in a turn of its own, which begins and ends: 59 events, for the last turn does not end
    row(
        "an event of a story in house (blows, beginnings and ends of turns)",
        stories.measured(stories.house_turns(blows))[0] / 59,
        0.010,
        "ms",
    )
    for number in (3,) if arguments.quick else (3, 4, 7):
        at_once(number)
    cold(files)
    explained(max(1, files // 4))


if __name__ == "__main__":
    main()
