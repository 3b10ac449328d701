"""How large the stage must be: what each size finds, by class, and what it costs in processor time.

python bench/stage.py [BOOK ...]        # default: e6 e8 spellfire, and 60 random small books
python bench/stage.py BOOK ... --sample 120      # so many pairs of each book, drawn with a fixed seed
"""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "analysis")]

from small_books import book_of  # noqa: E402

from adjudicator.model.rulebook import Rulebook  # noqa: E402
from adjudicator.stage.stages import Stage  # noqa: E402
from adjudicator.vetting.memory import Memory  # noqa: E402
from adjudicator.vetting.opening import Subject, open_subject  # noqa: E402
from adjudicator.vetting.vetter import Vetter, Wishes  # noqa: E402

STAGES = (Stage(1, 0), Stage(1, 1), Stage(2, 0), Stage(2, 1), Stage(2, 2), Stage(3, 2), Stage(4, 3), Stage(6, 4))
SMALL_BOOKS = 60
SEED = 20261122


def measured(books: list[Rulebook], stage: Stage, sample: int) -> tuple[Counter[str], float]:
    """What the sweep of these books (or a sample of its pairs) finds on a stage, by class, and its processor time."""
    found: Counter[str] = Counter()
    start = time.process_time()
    for book in books:
        vetter = Vetter(book, Wishes(stage), Memory(off=True))
        pairs = vetter.pairs(None)
        if sample:
            pairs = sorted(Random(SEED).sample(pairs, min(sample, len(pairs))))
        for finding in vetter.clashes(pairs):
            found[finding.code] += 1
        found["whole"] += vetter.counts.whole
        found["asked"] += vetter.counts.asked
        vetter.engine.close()
    return found, time.process_time() - start


def table(title: str, books: list[Rulebook], sample: int = 0, stages: tuple[Stage, ...] = STAGES) -> None:
    """One row for each stage."""
    rows = [(stage, *measured(books, stage, sample)) for stage in stages]
    codes = sorted({code for _, found, _ in rows for code in found if code.startswith("V")})
    print(f"\n{title}\n")
    print(f"| things of each kind, events | {' | '.join(codes)} | all | pairs tried in every situation | seconds |")
    print("|--" * (len(codes) + 4) + "|")
    for stage, found, seconds in rows:
        cells = " | ".join(str(found[code]) for code in codes)
        clashes = sum(found[code] for code in codes)
        whole = f"{found['whole']} of {found['asked']}"
        print(f"| {stage.things}, {stage.events} | {cells} | {clashes} | {whole} | {seconds:.1f} |", flush=True)


def main() -> None:
    """All tables."""
    parser = ArgumentParser()
    parser.add_argument("books", nargs="*")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--quick", action="store_true", help="the smallest stages, and two random small books")
    asked = parser.parse_args()
    stages, small = (STAGES[:2], 2) if asked.quick else (STAGES, SMALL_BOOKS)
    for name in asked.books or ([] if asked.quick else ["e6", "e8", "spellfire"]):
        sampled = f", {asked.sample} pairs drawn with seed {SEED}" if asked.sample else ""
        table(name + sampled, [open_subject(Subject(name)).book], asked.sample, stages)
    if not asked.sample:
        table(f"{small} random small books", [book_of(seed) for seed in range(small)], stages=stages)


if __name__ == "__main__":
    main()
