"""Impossible situations, on random small books: all smallest conflicts and repairs are found, each as small as it can be.

Here every set of what could be taken back is asked about; the search asks only about few.
"""

from __future__ import annotations

import os
from itertools import chain, combinations

from generators import Case, case_of
from hypothesis import given
from hypothesis import strategies as st
from telling import tell
from trying import tried

from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import Limits
from adjudicator.model.situation import Question, Situation
from adjudicator.settling.changing.applying import changed
from adjudicator.settling.mending.hitting import all_conflicts, transversals
from adjudicator.settling.mending.impossible import Impossible, Repair, why_impossible
from adjudicator.settling.mending.loosening import can_be_taken_back, loosened, worlds_of

SHARE = int(os.environ.get("ADJUDICATOR_CHANGES_SHARE", "200"))
LIMITS = Limits(worlds=512, steps=40)
MOST = 9
"""Of more that can be taken back, not every set is asked about."""

small_sets = st.lists(st.frozensets(st.integers(0, 6), min_size=1, max_size=4), min_size=1, max_size=5)


@given(small_sets)
def test_all_conflicts_and_repairs_of_any_sets(sets: list[frozenset[int]]) -> None:
    """Whatever the conflicts are: the smallest of them are found, and the repairs are the smallest sets that meet all."""
    minimal = {one for one in sets if not any(other < one for other in sets)}
    found = all_conflicts(range(7), lambda part: any(one <= part for one in sets))
    subsets = [frozenset(s) for size in range(8) for s in combinations(range(7), size)]
    meeting = [s for s in subsets if all(s & one for one in sets)]
    assert found.complete
    assert set(found.conflicts) == minimal
    assert set(found.repairs) == {s for s in meeting if not any(other < s for other in meeting)}
    assert set(transversals(found.conflicts)) == set(found.repairs)


@given(small_sets, st.integers(1, 12))
def test_what_a_cut_search_finds_is_smallest_too(sets: list[frozenset[int]], most: int) -> None:
    found = all_conflicts(range(7), lambda part: any(one <= part for one in sets), most)
    assert found.asked <= most
    if not found.complete:
        for repair in found.repairs:
            assert all(repair & one for one in sets)
            assert not any(all((repair - {e}) & one for one in sets) for e in repair)
        for conflict in found.conflicts:
            assert conflict in sets
            assert not any(other < conflict for other in sets)


def is_impossible(engine: Engine, situation: Situation, question: Question) -> bool | None:
    worlds, _ = worlds_of(engine, situation, question)
    return None if worlds is None else not worlds.possible


def agrees(case: Case) -> None:
    situation = case.scenario.situation
    for question in case.scenario.questions:
        engine = Engine(case.book, LIMITS)
        if is_impossible(engine, situation, question):
            found = why_impossible(engine, situation, question)
            by_force(case, question, found)
            for repair in found.repairs:
                mends(case, question, repair)
            return


def by_force(case: Case, question: Question, found: Impossible) -> None:
    """Every set of what can be taken back, asked about; the search must have found the smallest, and all of them."""
    situation, engine = case.scenario.situation, Engine(case.book, LIMITS)
    facts = [f.node for f in situation.facts.values() if not f.unknown and can_be_taken_back(case.book, f)]
    everything = [*facts, *case.book.clauses]
    if len(everything) > MOST or not found.complete:
        everything = list({*chain(*((*c.facts, *c.clauses) for c in found.conflicts)), *chain(*map(taken_back, found.repairs))})
    possible: dict[frozenset, bool] = {}
    for size in range(len(everything) + 1):
        for some in combinations(everything, size):
            out = frozenset(some)
            verdict = is_impossible(engine, loosened(situation, out), question)
            possible[out] = any(possible[out - {e}] for e in out) or verdict is False
    smallest = {out for out, is_so in possible.items() if is_so and not any(possible[out - {e}] for e in out)}
    assert {frozenset(taken_back(r)) for r in found.repairs} == smallest, tell(case)
    conflicts = {frozenset((*c.facts, *c.clauses)) for c in found.conflicts}
    assert conflicts == set(transversals(list(smallest))) or not found.complete, tell(case)


def taken_back(repair: Repair) -> list:
    return [*(change.what for change in repair.changes), *repair.some]


def mends(case: Case, question: Question, repair: Repair) -> None:
    """The changes of a repair, made, leave a possible situation; without any of them it stays impossible."""
    situation, engine = case.scenario.situation, Engine(case.book, LIMITS)
    if repair.some:
        return
    assert is_impossible(engine, changed(situation, repair.changes), question) is False, tell(case)
    for spared in repair.changes:
        fewer = [change for change in repair.changes if change != spared]
        assert is_impossible(engine, changed(situation, fewer), question) is not False, tell(case)


def test_every_conflict_and_repair_is_found_and_smallest() -> None:
    tried(case_of, agrees, SHARE // 10 or 1)
