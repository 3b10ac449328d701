"""Many branchings at once: unknown facts, clauses that clash, dice; all worlds together, one by one, and by clingo.

Compared with: the same question with its worlds walked one by one (refused beyond 4,096 of them), and with clingo's
grounding and solving of the theory that the program exports (that theory included; all answer sets; chances it cannot
say). Times are those of the processor, outcomes with causes and conditions included.

    python bench/worlds.py [--walk SECONDS]
"""

from __future__ import annotations

import argparse
import os
import signal
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from measure import scale

if TYPE_CHECKING:
    from adjudicator.model.situation import Question

WORDS = """book crowd "A crowd"
ladder
  rung explicit claim
  rung specificity
kind guest
property {guest} is lucky, default unknown
property {guest} is tired, default unknown
property the party is loud
property the score of {guest} is a whole number
clause luck-makes-noise
  the party is loud
  when a guest is lucky
clause sleep-keeps-quiet
  the party is not loud
  when a guest is tired
clause a-throw
  for a guest g
  the score of g is random: 1 with chance 1/6, 2 with chance 1/6, 3 with chance 1/6, 4 with chance 1/6, 5 with chance 1/6, 6 with chance 1/6
"""

QUESTIONS = [
    ("40 unknown facts: does any?", 40, "whether a guest is lucky", 0.3),
    ("40 unknown facts: how many?", 40, "how many guests x such that x is lucky", 1.0),
    ("10 unknown facts: how many?", 10, "how many guests x such that x is lucky", None),
    ("20 facts, two clauses that clash", 10, "whether the party is loud", 0.3),
    ("80 facts, two clauses that clash", 40, "whether the party is loud", None),
    ("4 dice, their sum", 4, "the sum of the score of x over guests x", None),
    ("10 dice, their sum", 10, "the sum of the score of x over guests x", 1.0),
]
"""What is measured: the question, how many guests there are, the question as it is asked, and the goal in seconds."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--walk", type=float, default=20, help="seconds of the processor that walking and clingo may take")
    options = parser.parse_args()
    scale()
    print(f"{'':36}{'together':>12}{'one by one':>14}{'clingo':>12}")
    for what, guests, ask, target in QUESTIONS:
        together, walked, by_clingo = (_shown(one) for one in _row(guests, ask, options.walk))
        verdict = "" if target is None else f"   target {target * 1000:.0f} ms"
        print(f"{what:36}{together:>12}{walked:>14}{by_clingo:>12}{verdict}")


def _row(guests: int, ask: str, most: float) -> tuple[float | str, float | str, float | str]:
    from adjudicator.engine.worlds import explore_moment
    from adjudicator.settling.exploring import outcomes_in
    from adjudicator.settling.outcomes import outcomes_of

    ground, question = _crowd(guests, ask)

    def walked() -> None:
        worlds = explore_moment(ground(), question)
        outcomes_of(worlds.possible, worlds.broken)

    outcomes_in(ground(), question)
    return _timed(lambda: outcomes_in(ground(), question), most), _timed(walked, most), _by_clingo(ground(), question, most)


def together(guests: int, ask: str) -> float:
    """Seconds of the processor for all worlds at once: the second time of two."""
    from adjudicator.settling.exploring import outcomes_in

    ground, question = _crowd(guests, ask)
    outcomes_in(ground(), question)
    start = time.process_time()
    outcomes_in(ground(), question)
    return time.process_time() - start


def _crowd(guests: int, ask: str) -> tuple[Callable, Question]:
    """How to lay a ground for so many guests, and the question."""
    from adjudicator.desk.settling import open_files
    from adjudicator.engine.engine import Engine
    from adjudicator.engine.worlds import Ground

    with tempfile.TemporaryDirectory() as folder:
        book = Path(folder, "crowd")
        book.mkdir()
        (book / "crowd.rules").write_text(WORDS, encoding="utf-8")
        names = ", ".join(f"G{i}" for i in range(guests))
        file = Path(folder, "crowd.scenario")
        file.write_text(f'scenario "A crowd"\n  uses {book}\n  guests {names}\n  ask {ask}\n', encoding="utf-8")
        [(scenario, rulebook)] = open_files((str(file),))
    engine = Engine(rulebook)
    return lambda: Ground(engine, scenario.situation, scenario.questions), scenario.questions[0]


def _by_clingo(ground, question, most: float) -> float | str:
    try:
        import clingo
    except ImportError:
        return "not there"
    from adjudicator.exports.asp import asp
    from adjudicator.exports.refusing import Refused
    from adjudicator.exports.theories import theory_of

    def solve() -> None:
        text = asp(theory_of(ground, question))
        control = clingo.Control(["0", "--warn=none"])
        control.add("base", [], text)
        control.ground([("base", [])])
        with control.solve(on_model=lambda model: None, async_=True) as handle:
            if not handle.wait(most):
                handle.cancel()
                raise _TooLong

    try:
        return _timed(solve, most)
    except Refused:
        return "refused"


class _TooLong(Exception):
    """What is measured takes longer than it may."""


def _timed(work: Callable[[], object], most: float) -> float | str:
    """Seconds of the processor that the work takes, in a process of its own: one that takes too long is ended from outside,
    wherever it is (an exception that a signal raises may be swallowed, in a destructor of the solver for example)."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        signal.setitimer(signal.ITIMER_PROF, most)  # nobody handles its signal, so that it ends the process
        try:
            os.write(writer, _spent(work).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as told:
        text = told.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return f"> {most:g} s"
    return float(text) if text[:1].isdigit() else text


def _spent(work: Callable[[], object]) -> str:
    from adjudicator.engine.limits import LimitReached

    start = time.process_time()
    try:
        work()
    except LimitReached:
        return "refused"
    except _TooLong:
        return "too long"
    except Exception as error:
        return f"{type(error).__name__}"
    return repr(time.process_time() - start)


def _shown(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value * 1000:.0f} ms"


if __name__ == "__main__":
    main()
