"""Promise 1 at length: random cases and stories, settled by the engine and by brute force.

    python -m tests.reference_run --cases 1000 --seed 1 [--stories] [--keep FILE]

Each case is made from its own seed, one after another: the same seed is the same case. Statuses, answers, causes, conditions, chances
and deciding rungs are compared (`agreement.py`). What differs is made small and told. Ctrl-C ends the run, and the last line says with
which `--seed` it goes on from there. The traits of what was tried are counted (`features.py`, `story_features.py`): how many of the
cases have ties, circles, paradoxes, conditions ...; the traits of stories cost a second walk, and `--no-traits` spares it.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from agreement import compared, disagreement
from features import features
from generators import Case, case_of
from reduction import reduced
from reference import TooLarge
from story_features import story_features
from story_generators import story_case_of
from telling import tell


@dataclass
class Run:
    """What has come of the cases so far; `left_out` are those that are not compared; `given_up` those of which the
    engine says that a limit was reached, which is no answer."""

    stories: bool = False
    traits: bool = True
    done: int = 0
    left_out: int = 0
    given_up: int = 0
    different: int = 0
    counted: Counter[str] = field(default_factory=Counter)

    def trial(self, seed: int) -> str:
        """Compare the case of one seed; what differs, made small, or nothing."""
        case = (story_case_of if self.stories else case_of)(seed)
        answers, wrong = compared(case)
        if answers is None:
            self.left_out += 1
        elif self.traits:
            self.counted.update(story_features_or_none(case) if self.stories else features(case, answers))
        self.done += 1
        if not wrong:
            return ""
        if all(line.endswith("limit (engine)") for line in wrong):
            self.given_up += 1
            print(f"at a limit: {'story' if self.stories else 'case'} {seed}", flush=True)
            return ""
        self.different += 1
        print(f"different: {'story' if self.stories else 'case'} {seed}; making it small", flush=True)
        small = reduced(case, lambda smaller: bool(disagreement(smaller)))
        return "\n".join((f"---- {'story' if self.stories else 'case'} {seed}", tell(small), "", *disagreement(small)))

    def figures(self) -> str:
        """The run in one line."""
        sort = "stories" if self.stories else "cases"
        return (
            f"{self.done:,} {sort}, {self.left_out:,} of them not compared (too large, or no table can play it); {self.different} different"
        )


def story_features_or_none(case: Case) -> set[str]:
    """The traits of a story; none where counting them is too much for brute force."""
    try:
        return story_features(case)
    except TooLarge:
        return set()


def main(arguments: list[str] | None = None) -> int:
    """Run so many cases and print the figures; exit status 1 where the two differ."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.reference_run", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--cases", type=int, default=1000, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--stories", action="store_true", help="stories instead of single moments")
    parser.add_argument("--no-traits", action="store_true", help="do not count the traits")
    parser.add_argument("--keep", type=Path, default=None, help="append what differs to this file")
    chosen = parser.parse_args(arguments)
    run, started, told = Run(chosen.stories, not chosen.no_traits), time.monotonic(), 0.0
    try:
        while run.done < chosen.cases:
            wrong = run.trial(chosen.seed + run.done)
            if wrong:
                print(wrong, flush=True)
                if chosen.keep is not None:
                    with chosen.keep.open("a", encoding="utf-8") as file:
                        file.write(wrong + "\n\n")
            if time.monotonic() - told > 60:
                told = time.monotonic()
                print(f"{run.figures()}; to go on: --seed {chosen.seed + run.done}", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("interrupted")
    for trait, count in sorted(run.counted.items()):
        print(f"  {trait}: {count:,}")
    print(run.figures())
    print(f"{time.monotonic() - started:.0f} s, {time.process_time():.0f} s of them at work; to go on: --seed {chosen.seed + run.done}")
    return 1 if run.different else 0


def interrupted(*_: object) -> None:
    """End at once, also in the background, where Ctrl-C is not heard by itself; the case that was being tried is the next one."""
    raise KeyboardInterrupt


if __name__ == "__main__":
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, interrupted)
    sys.exit(main())
