"""What would change an answer, on random small books: every set that is found does, no smaller part of it does, and none is missed.

The search looks only at what a settling has looked at. Here everything that could be otherwise is tried, alone and in
pairs, with nothing left out; the reference evaluator, which shares no code with the engine, settles again what was found.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from generators import Case, case_of
from reference import UNDECIDED, TooLarge, settle_by_force
from story_generators import story_case_of
from telling import tell
from trying import tried

from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import Limits
from adjudicator.engine.trace import Trace
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Question, Situation
from adjudicator.model.values import Ref, show
from adjudicator.settling.changing.applying import changed
from adjudicator.settling.changing.change import Change, Changes
from adjudicator.settling.changing.possible import Possible
from adjudicator.settling.changing.searching import Effort, dominates, settled, what_would_change

SHARE = int(os.environ.get("ADJUDICATOR_CHANGES_SHARE", "200"))
"""One in so many of the usual random cases: each is settled some hundred times."""
LIMITS = Limits(worlds=64, steps=40)
MOST_PAIRS = 150
ALL = Effort((10_000, 400), enough=False, work=10**9)


def everything(book: Rulebook, situation: Situation, question: Question, start: Trace) -> list[Change]:
    """All that could be otherwise, whether it was looked at or not; Precedence Numbers only where they were weighed."""
    silent = dict.fromkeys(name for name, clause in book.clauses.items() if clause.status in ("suggestion", "overruled"))
    off = dict.fromkeys(name for name in book.clauses if situation.suppose.get(name) is False)
    trace = replace(start, clauses=dict.fromkeys(book.clauses), asleep=silent | off, options=dict.fromkeys(book.options))
    things = [Ref(name) for name in situation.things]
    plain = {(name, (thing,)): None for name, prop in book.properties.items() if len(prop.kinds) == 1 for thing in things}
    trace = replace(trace, nodes={**start.nodes, **dict.fromkeys(situation.facts), **plain})
    return Possible(book, situation, question, start).among(trace)


def sets(changes: list[Change]) -> Iterator[tuple[Change, ...]]:
    """Each change alone, then every two that do not exclude one another."""
    yield from ((change,) for change in changes)
    pairs = ((a, b) for a, b in combinations(changes, 2) if a.touches.isdisjoint(b.touches))
    yield from (pair for number, pair in enumerate(pairs) if number < MOST_PAIRS)


def by_force(case: Case, changes: tuple[Change, ...]) -> tuple[str, ...] | None:
    """The answers of the reference with these changes made; None where the situation is impossible."""
    scenario = case.scenario
    changed_ = replace(scenario, situation=changed(scenario.situation, changes), questions=scenario.questions[:1])
    (answer,) = settle_by_force(case.book, changed_)
    if answer.status == "impossible":
        return None
    return tuple(sorted({"undecided" if o.answer is UNDECIDED else show(o.answer) for o in answer.outcomes}))


def agrees(case: Case) -> None:
    question, situation = case.scenario.questions[0], case.scenario.situation
    engine, other = Engine(case.book, LIMITS), Engine(case.book, LIMITS)
    start = settled(engine, situation, question)
    if start.answers is None:
        return
    found = what_would_change(engine, situation, question, ALL)
    assert found.today == start.answers
    minimal(case, found, other)
    flips = [flip.changes for flip in found.flips]
    largest = max((tried.size for tried in found.tried if tried.tried == tried.possible), default=0)
    for changes in sets(everything(case.book, situation, question, start.trace)):
        if len(changes) > max(largest, 1):
            break
        trial = settled(other, changed(situation, changes), question)
        if trial.answers is not None and trial.answers != start.answers:
            said = f"{changes} leads to {trial.answers}, not {start.answers}; found: {flips}"
            assert any(dominates(flip, changes) for flip in flips), tell(case) + "\n" + said


def minimal(case: Case, found: Changes, engine: Engine) -> None:
    """Every set that is found changes the answers to what it says; no part of it changes them."""
    question, situation = case.scenario.questions[0], case.scenario.situation
    for flip in found.flips:
        for size in range(len(flip.changes) + 1):
            for part in combinations(flip.changes, size):
                answers = settled(engine, changed(situation, part), question).answers
                whole = size == len(flip.changes)
                told = f"{tell(case)}\n{question.text}: {part} of {flip.changes}: {answers}, not {flip.answers}"
                assert answers == flip.answers if whole else answers in (found.today, None), told
        for other in found.flips:
            assert other is flip or not dominates(other.changes, flip.changes), tell(case)


def same_by_force(case: Case) -> None:
    question, situation = case.scenario.questions[0], case.scenario.situation
    found = what_would_change(Engine(case.book, LIMITS), situation, question, Effort((60, 20), enough=False))
    for flip in found.flips[:12]:
        if all(change.sort not in ("number", "swap") for change in flip.changes):
            try:
                assert by_force(case, flip.changes) == flip.answers, tell(case) + f"\n{question.text}: {flip}"
            except TooLarge:
                return


@pytest.mark.parametrize(("made", "share"), [(case_of, SHARE), (story_case_of, SHARE * 4)], ids=["moments", "stories"])
def test_every_smallest_set_is_found_and_nothing_else(made: Callable[[int], Case], share: int) -> None:
    tried(made, agrees, share)


@pytest.mark.parametrize(("made", "share"), [(case_of, SHARE // 2), (story_case_of, SHARE * 2)], ids=["moments", "stories"])
def test_what_is_found_comes_out_by_force_too(made: Callable[[int], Case], share: int) -> None:
    tried(made, same_by_force, share)
