"""What a story costs: per event that adds no branching, and with branchings; over the house book and over a small one.

    python bench/stories.py [--quick]

Times are of one settling in a warm process (the book loaded, one story settled before), the best of three.
The alternative that is measured beside it follows every world to the end without merging any.
"""

from __future__ import annotations

import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from adjudicator.engine.engine import Engine  # noqa: E402
from adjudicator.engine.limits import Limits  # noqa: E402
from adjudicator.language.loading import load_scenarios  # noqa: E402
from adjudicator.settling.settling import settle  # noqa: E402
from adjudicator.story import walk  # noqa: E402

DUEL = ROOT / "tests" / "timeline" / "duel"


def house_turns(events: int) -> str:
    """Turns of three wizards, each with one attack and no branching."""
    names = ("Ann", "Bob", "Cid")
    lines = ["scenario Blows by turns", "  uses house", "  wizards Ann, Bob, Cid"]
    lines += [f"  {name} has 500 life" for name in names]
    for i in range(events):
        attacker, victim = names[i % 3], names[(i + 1) % 3]
        lines += [f"  {attacker}'s turn", f"    {attacker} punches {victim}, called blow {i}"]
    lines += ["  ask the life of Ann", "  ask whether Ann is dead"]
    return "\n".join(lines) + "\n"


def duel_hits(events: int) -> str:
    """Hits in a row, no branching."""
    lines = [f"scenario Hits\n  uses {DUEL}\n  players Ann, Bob\n  in order"]
    lines += ["    Ann hits Bob"] * events
    return "\n".join([*lines, "  ask the life of Bob"]) + "\n"


def duel_coins(events: int, coins: int) -> str:
    """Hits, with so many coins among them."""
    lines = [f"scenario Hits and coins\n  uses {DUEL}\n  players Ann, Bob\n  in order"]
    lines += ["    Ann tosses a coin" if i < coins else "    Ann hits Bob" for i in range(events)]
    return "\n".join([*lines, "  ask the life of Ann", "  ask the life of Bob"]) + "\n"


def measured(text: str, limits: Limits = Limits()) -> tuple[float, int]:
    """Seconds of one settling, and the number of outcomes of its first question."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "story.scenario"
        path.write_text(text, encoding="utf-8")
        scenario, book = load_scenarios(path)[0]
    engine = Engine(book, limits)
    answers = settle(book, scenario, engine=engine).answers
    best = min(timed(lambda: settle(book, scenario, engine=engine)) for _ in range(3))
    return best, len(answers[0].outcomes)


def timed(work: Callable[[], object]) -> float:
    """Seconds of processor time."""
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    """Print the tables of bench/README.md."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only the smallest sizes")
    quick = parser.parse_args().quick
    print("events    house: ms   ms/event    small book: ms   ms/event")
    for events in (2,) if quick else (5, 10, 20, 40, 80):
        house, _ = measured(house_turns(events))
        small, _ = measured(duel_hits(events))
        print(f"{events:6}  {house * 1000:11.0f} {house * 1000 / events:10.1f}  {small * 1000:16.1f} {small * 1000 / events:10.2f}")
    print("\n12 events, coins among them      merged: ms   outcomes    unmerged: ms   ratio")
    for coins in (0, 1) if quick else (0, 1, 3, 6, 9):
        merged_, outcomes = measured(duel_coins(12, coins))
        kept, walk.merged = walk.merged, lambda lines, apart=False: lines
        try:
            apart, _ = measured(duel_coins(12, coins))
        finally:
            walk.merged = kept
        print(f"{coins:3} {merged_ * 1000:38.1f} {outcomes:10} {apart * 1000:15.1f} {apart / merged_:7.1f}")


if __name__ == "__main__":
    main()
