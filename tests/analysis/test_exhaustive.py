"""On small random rulebooks the findings are exactly those of brute force over the whole stage.

The brute force (by_force.py) settles every situation with the reference evaluator, which shares no code with the engine.
`ADJUDICATOR_VETTED` sets how many books are compared.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator

import pytest
from by_force import Truth, by_force, size
from reference import TooLarge
from small_books import book_of
from small_more import held_book_of, mean_book_of, played_book_of

from adjudicator.engine.engine import Engine
from adjudicator.model.rulebook import Rulebook
from adjudicator.stage.stages import Stage
from adjudicator.vetting.findings import Finding
from adjudicator.vetting.memory import Memory
from adjudicator.vetting.pairs import Pairs
from adjudicator.vetting.single import Alone
from adjudicator.vetting.vetter import Vetter, Wishes

CASES = int(os.environ.get("ADJUDICATOR_VETTED", "500"))
PARTS = 4
ENOUGH = 500
"""So many books have clashes of every class among them."""
THINGS = 2
MOST = 100
"""Situations of one book: brute force is slow."""
FEW = 24
"""The same where properties depend on themselves: there brute force is very slow."""
SMALL = Stage(things=THINGS, events=1, total=THINGS)
SORTS = {"plain": (book_of, 48), "mean": (mean_book_of, 8), "held": (held_book_of, 20), "played": (played_book_of, 24)}
"""The sorts of random books, and how many in a hundred are of each."""
LEAST: dict[str, dict[str, int]] = {
    "plain": {"V103": 8, "V104": 4, "V105": 6, "V107": 3, "V108": 6, "V109": 25, "V110": 2, "V201": 40, "V202": 10, "V203": 70},
    "mean": {"V106": 6},
    "held": {"V102": 4, "V108": 2, "V109": 3, "V201": 30, "V202": 1, "V203": 20},
    "played": {"may": 2, "effects": 3, "V109": 3, "V201": 15, "V203": 25},
}
"""How often at least each class occurs in a part of so many books, so that the comparison is about something. V101 is in three parts of
four only."""


def vetter_of(book: Rulebook, stage: Stage) -> Vetter:
    return Vetter(book, Wishes(stage, specificity=True), Memory())


def books(sort: str, part: int) -> Iterator[tuple[int, Rulebook, Truth]]:
    """The part's share of the books of a sort that brute force can go through, with what it finds."""
    made, share = SORTS[sort]
    left, seed = CASES * share // 100 // PARTS, part
    while left:
        book = made(seed)
        circles = Engine(book).circles
        if size(book, THINGS) <= (FEW if circles else MOST):
            try:
                yield seed, book, by_force(book, THINGS)
                left -= 1
            except (TooLarge, ValueError):
                pass
        seed += PARTS


def worst_of_pairs(findings: list[Finding]) -> dict[tuple[str, str], str]:
    return {tuple(sorted(f.clauses)): f.code for f in findings}


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("sort", SORTS)
def test_findings_are_those_of_brute_force(sort: str, part: int) -> None:
    """The default search, on the stage of brute force: the same clashes in the same classes, and the same of each clause alone."""
    tally: Counter[str] = Counter()
    for seed, book, truth in books(sort, part):
        vetter = vetter_of(book, SMALL)
        assert worst_of_pairs(list(vetter.clashes(vetter.pairs(None)))) == truth.clashes, f"seed {seed}"
        alone = [f for clause in book.clauses.values() for f in Alone(vetter).findings(clause)]
        assert {f.clauses[0]: f.code for f in alone if f.code in ("V201", "V202", "V203")} == truth.alone, f"seed {seed}"
        looping = {book.clauses[f.clauses[0]].conclusions[0].property for f in alone if f.code == "V204"}
        assert looping == truth.loops, f"seed {seed}"
        broken = {(f.clauses[0], f.sentence.rsplit(": ", 1)[1].removesuffix(" is so")) for f in alone if f.code == "V102"}
        assert broken == truth.impossible, f"seed {seed}"
        _nothing_is_thinned_out(book, truth, vetter, seed)
        tally.update([*truth.clashes.values(), *truth.alone.values(), *("V204" for _ in truth.loops), *("V102" for _ in truth.impossible)])
        tally.update(_matters(book, truth))
        tally["whole"] += vetter.counts.whole
        tally["asked"] += vetter.counts.asked
    print(f"{sort} {part}: {dict(sorted(tally.items()))}")
    assert tally["whole"] == tally["asked"]
    if CASES >= ENOUGH:
        assert {code: (tally[code], least) for code, least in LEAST[sort].items() if tally[code] < least} == {}


def _matters(book: Rulebook, truth: Truth) -> list[str]:
    """What the clashes are about: permissions, whether events happen, effects, anything else."""
    found = [book.clauses[first].conclusions[0].property for first, _ in truth.clashes]
    return [name if name in ("may", "happens") else "effects" if name.startswith("after:") else "facts" for name in found]


def _nothing_is_thinned_out(book: Rulebook, truth: Truth, vetter: Vetter, seed: int) -> None:
    """What is left out unasked, and what the solver says can never be together, does not clash."""
    kept = {tuple(sorted((p.first[0], p.second[0]))): p for p in Pairs(book)}
    assert truth.clashes.keys() <= kept.keys(), f"seed {seed}: thinned out"
    asked = {(p.first, p.second): p for p in vetter.pairs(None)}
    apart = {tuple(sorted((a[0], b[0]))) for (a, b), possible in vetter.together.sweep(asked) if not possible}
    assert truth.clashes.keys().isdisjoint(apart), f"seed {seed}: lost by the solver"
