"""How long it takes to find which of two clauses is the more specific: the time for a pair, the solver asked only where it must be.

Compared with: pairs that need no solver, and the same pairs remembered.

    python bench/specificity.py [--pairs N] [BOOK]
"""

from __future__ import annotations

import argparse

from measure import line, median, scale, timed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("book", nargs="?", default="house")
    parser.add_argument("--pairs", type=int, default=1_500)
    options = parser.parse_args()
    from adjudicator.entailment.entailment import Entailment
    from adjudicator.entailment.verdicts import NoStore
    from adjudicator.language.loading import load_rulebook
    from adjudicator.precedence.specificity import more_specific

    scale()
    book = load_rulebook(options.book)
    pairs = _pairs(book)
    chosen = pairs[:: max(1, len(pairs) // options.pairs)][: options.pairs]
    entails = Entailment(book, NoStore())
    plain: list[float] = []
    solved: list[float] = []
    for pair in chosen:
        before = entails.asked
        seconds = timed(lambda: more_specific(*pair, entails))  # noqa: B023
        (solved if entails.asked > before else plain).append(seconds)
    again = [timed(lambda: more_specific(*pair, entails)) for pair in chosen]  # noqa: B023
    print(f"{len(pairs):,} pairs of clauses of `{book.name}` speak differently of one property; {len(chosen):,} of them compared")
    line("a pair for which the solver was asked", solved, "us")
    line("a pair that the lattice of kinds decides alone", plain, "us")
    line("a pair compared before", again, "us")
    every = (sum(solved) + sum(plain)) / len(chosen)
    ratio = f"{median(solved) / median(again):.0f}" if solved else "the solver was not asked"
    print(f"mean of all {every * 1000:.2f} ms a pair; ratio of medians, asked to remembered: {ratio}; "
          f"all pairs, each once: about {every * len(pairs):.0f} s")  # fmt: skip


def _pairs(book) -> list[tuple]:
    found = []
    for about in book.clauses_about.values():
        for position, (a, i) in enumerate(about):
            for b, j in about[position + 1 :]:
                first, second = a.conclusions[i], b.conclusions[j]
                if a.name != b.name and first.form == second.form == "is" and first.value != second.value:
                    found.append((a, i, b, j))
    return found


if __name__ == "__main__":
    main()
