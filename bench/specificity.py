"""How long it takes to find which of two clauses is the more specific: milliseconds a pair, the solver asked each time.

Compared with: the same pairs out of the cache of verdicts, and the 1.1 to 2.3 ms a pair that one
fresh solver for each question takes on synthetic clauses (notes/speed.md).

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
    from adjudicator.language.loading import load_rulebook
    from adjudicator.logic.entailment import Entailment
    from adjudicator.logic.verdicts import NoStore
    from adjudicator.precedence.specificity import more_specific

    scale()
    book = load_rulebook(options.book)
    pairs = _pairs(book)
    chosen = pairs[:: max(1, len(pairs) // options.pairs)][: options.pairs]
    entails = Entailment(book, NoStore())
    entails.conditions_entail(*chosen[0])
    first = [timed(lambda: more_specific(*pair, entails)) for pair in chosen]  # noqa: B023
    again = [timed(lambda: more_specific(*pair, entails)) for pair in chosen]  # noqa: B023
    print(f"{len(pairs):,} pairs of clauses of `{book.name}` speak differently of one property; {len(chosen):,} of them asked")
    line("a pair, asked of the solver", first)
    line("the same pair again, remembered", again)
    print(f"ratio of medians: {median(first) / median(again):.0f}; all pairs would take about {sum(first) / len(first) * len(pairs):.0f} s once")


def _pairs(book) -> list[tuple]:
    found = []
    for about in book.clauses_about.values():
        for position, (a, i) in enumerate(about):
            for b, j in about[position + 1 :]:
                if a.name != b.name and a.conclusions[i].form == b.conclusions[j].form == "is":
                    if a.conclusions[i].value != b.conclusions[j].value:
                        found.append((a, i, b, j))
    return found


if __name__ == "__main__":
    main()
