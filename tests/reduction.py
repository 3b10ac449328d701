"""Makes a failing case small: leave out whatever it fails without."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from generators import Case

from adjudicator.model.clauses import Clause

PLAIN = Clause("", (), ())
EXTRAS = ("status", "source", "groups", "bearer", "card", "number", "fallback", "reading", "option")


def reduced(case: Case, fails: Callable[[Case], bool]) -> Case:
    """Greedy, from the coarse to the fine, until nothing more can be left out."""
    changed = True
    while changed:
        changed = False
        for smaller in _smaller(case):
            if fails(smaller):
                case, changed = smaller, True
                break
    return case


def _smaller(case: Case) -> Iterator[Case]:
    """All cases that are one step smaller."""
    book, scenario = case.book, case.scenario
    situation = scenario.situation
    for question in scenario.questions:
        if len(scenario.questions) > 1:
            yield replace(case, scenario=replace(scenario, questions=(question,)))
    for name in ("clauses", "definitions", "invariants"):
        for smaller in _without_one(getattr(book, name)):
            yield replace(case, book=replace(book, **{name: smaller}))
    for name in ("facts", "suppose", "readings", "options"):
        for smaller in _without_one(getattr(situation, name)):
            yield replace(case, scenario=replace(scenario, situation=replace(situation, **{name: smaller})))
    for index in range(len(book.ladder.rungs)):
        rungs = book.ladder.rungs[:index] + book.ladder.rungs[index + 1 :]
        yield replace(case, book=replace(book, ladder=replace(book.ladder, rungs=rungs)))
    for name, clause in book.clauses.items():
        for simpler in _simpler(clause):
            yield replace(case, book=replace(book, clauses={**book.clauses, name: simpler}))


def _without_one(table: dict) -> Iterator[dict]:
    for left_out in table:
        yield {name: entry for name, entry in table.items() if name != left_out}


def _simpler(clause: Clause) -> Iterator[Clause]:
    """A clause without one of its conditions, claims, or other extras."""
    for name in ("whens", "unlesses", "claims", "before", "conclusions"):
        parts = getattr(clause, name)
        for index in range(len(parts) if name != "conclusions" or len(parts) > 1 else 0):
            yield replace(clause, **{name: parts[:index] + parts[index + 1 :]})
    for name in EXTRAS:
        if getattr(clause, name) != getattr(PLAIN, name):
            yield replace(clause, **{name: getattr(PLAIN, name)})
