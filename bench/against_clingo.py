"""What a user would pick instead: the same theories handed to clingo (and to Z3 as one static theory), side by side.

Compared with: clingo's grounding and solving alone, without reading the rulebook or building the theory, which
is the kindest comparison for it; with the time to build the theory, which it cannot do without; and Z3 on the same.

    python bench/against_clingo.py [--files N]
"""

from __future__ import annotations

import argparse

from measure import line, median, scale, scenario_files, timed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=40, help="scenario files, spread over the folder")
    options = parser.parse_args()
    try:
        import clingo
    except ImportError:
        raise SystemExit("this comparison needs clingo: pip install clingo") from None
    scale()
    files = scenario_files()
    rows = _rows(clingo, files[:: max(1, len(files) // options.files)][: options.files])
    walked, built, by_clingo, by_z3 = (list(column) for column in zip(*rows, strict=True))
    line("the engine walks the worlds of a question", walked)
    line("building the ground theory of the same question", built)
    line("clingo 5: all answer sets of that theory", by_clingo)
    line("Z3: all answers of that theory, fresh solver", by_z3)
    print(f"ratios of medians: clingo / engine {median(by_clingo) / median(walked):.1f}, "
          f"theory + clingo / engine {median([b + c for b, c in zip(built, by_clingo, strict=True)]) / median(walked):.1f}, "
          f"Z3 / engine {median(by_z3) / median(walked):.1f}")  # fmt: skip


def _rows(clingo, files) -> list[tuple[float, float, float, float]]:
    import sys

    from measure import ROOT

    sys.path.insert(0, str(ROOT / "tests"))
    from solving import clingo_answers, z3_answers

    from adjudicator.desk.settling import open_files
    from adjudicator.engine.engine import Engine
    from adjudicator.engine.worlds import Ground
    from adjudicator.exports.asp import asp
    from adjudicator.exports.refusing import Refused
    from adjudicator.exports.smt2 import smt2
    from adjudicator.exports.theories import theory_of
    from adjudicator.settling.settling import settle_question

    engines: dict[str, Engine] = {}
    rows = []
    for scenario, book in open_files(tuple(map(str, files))):
        engine = engines.setdefault(book.digest, Engine(book))
        for question in scenario.questions:
            made = []
            try:
                built = timed(lambda: made.append(theory_of(Ground(engine, scenario.situation), question)))  # noqa: B023
                program, text = asp(made[0]), smt2(made[0])
            except Refused:
                continue
            walked = timed(lambda: settle_question(Ground(engine, scenario.situation), question))  # noqa: B023
            rows.append((walked, built, timed(lambda: clingo_answers(clingo, program)), timed(lambda: z3_answers(text))))  # noqa: B023
    return rows


if __name__ == "__main__":
    main()
