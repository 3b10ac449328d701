"""How many of the contradictions that were read in the books `check` tells: declared, settled, left open, or met by its search.

    python -m tests.trust.contradictions                 what the quick check lists, in seconds
    python -m tests.trust.contradictions --search e6     with what the search finds (house takes minutes)
    python -m tests.trust.contradictions --untold        those that are not told, too

Those on which no game turns are left out (docs/reading.md). The last column is what the first screen does not tell in any way.
"""

from __future__ import annotations

import argparse
from collections import Counter

from adjudicator.language.loading import load_rulebook
from adjudicator.vetting.checking import check
from adjudicator.vetting.overview import LISTS, RECORD_ONLY, Contradiction, meets, noted_item, read_contradictions, tells
from adjudicator.vetting.vetting import check_book

BOOKS = ("e6", "e8", "wwrcc", "spellfire", "house")
BY_CLAUSES = "by a claim or exception"
"""What is settled because a clause says so, and not because it is declared."""


def told(book: str, search: bool) -> list[tuple[Contradiction, frozenset[str]]]:
    """Each contradiction that was read in a book, with the ways in which it is told."""
    loaded = load_rulebook(book)
    items = [noted_item(loaded, finding) for finding in check(loaded).findings]
    clashes = check_book(book).findings if search else ()
    found = []
    for one in read_contradictions(book) or ():
        if one.book == RECORD_ONLY:
            continue
        ways = {item.code if item.code != "settled" or not item.clauses else BY_CLAUSES for item in items if tells(item, one)}
        found.append((one, frozenset(ways | ({"the search"} if any(meets(clash, one) for clash in clashes) else set()))))
    return found


def main() -> None:
    """Print a row for each book, and one for all."""
    parser = argparse.ArgumentParser(prog="python -m tests.trust.contradictions", description=__doc__)
    parser.add_argument("books", nargs="*", choices=(*BOOKS, []), metavar="BOOK")
    parser.add_argument("--search", action="store_true", help="also what the search for clashes finds")
    parser.add_argument("--untold", action="store_true", help="name those that are not told")
    asked = parser.parse_args()
    ways = (*LISTS, BY_CLAUSES, *(("the search",) if asked.search else ()))
    print("| book | read |", *(f" {way} |" for way in ways), " any of them |", sep="")
    whole: Counter[str] = Counter()
    for book in asked.books or BOOKS:
        found = told(book, asked.search)
        count = Counter(way for _, how in found for way in how)
        count["read"], count["any"] = len(found), sum(bool(how) for _, how in found)
        whole += count
        _row(book, count, ways)
        if asked.untold:
            for one in (one for one, how in found if not how):
                print("    not told:", ", ".join(sorted(one.sides[0])), "against", ", ".join(sorted(one.sides[1])))
    _row("all", whole, ways)


def _row(name: str, count: Counter[str], ways: tuple[str, ...]) -> None:
    print(f"| {name} | {count['read']} |", *(f" {count[way]} |" for way in ways), f" {count['any']} |", sep="", flush=True)


if __name__ == "__main__":
    main()
