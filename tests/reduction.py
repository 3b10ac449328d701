"""Makes a failing case small: leave out whatever it fails without."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from generators import Case

from adjudicator.model.clauses import Clause
from adjudicator.model.story import END, AtOnce, Awaited, Entry, Moment, Story, Telling

CLOCK_EVENTS = ("turn_begins", "turn_ends", "round_begins", "phase_begins", "loop")
PLAIN = Clause("", (), ())
EXTRAS = ("status", "source", "groups", "bearer", "card", "number", "fallback", "reading", "option")


SECONDS = 120
"""How long a failing case is made smaller: a smaller one is a help, and no test."""


def reduced(case: Case, fails: Callable[[Case], bool]) -> Case:
    """Greedy, from the coarse to the fine, until nothing more can be left out, or the time is up."""
    end = time.monotonic() + SECONDS
    changed = True
    while changed:
        changed = False
        for smaller in _smaller(case):
            if time.monotonic() > end:
                return case
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
    for story in _shorter(situation.story) if situation.story else ():
        if any(not _has_moment(story, question.moment) for question in scenario.questions):
            continue
        yield replace(case, scenario=replace(scenario, situation=replace(situation, story=story)))
    for question in scenario.questions[: situation.story is not None]:
        if question.moment != END:
            yield replace(case, scenario=replace(scenario, questions=(replace(question, moment=END), *scenario.questions[1:])))
    if book.clock:
        yield replace(case, book=replace(book, clock=replace(book.clock, **dict.fromkeys(CLOCK_EVENTS, ""))))
    for name, clause in book.clauses.items():
        for simpler in _simpler(clause):
            yield replace(case, book=replace(book, clauses={**book.clauses, name: simpler}))


def _has_moment(story: Story, moment: Moment) -> bool:
    """Whether the entry that a moment speaks of is there."""
    entry = story.entries[moment.entry] if moment.entry < len(story.entries) else None
    return moment.when not in ("before", "after") or isinstance(entry, Telling | AtOnce)


def _shorter(story: Story) -> Iterator[Story]:
    """A story without one of its entries (the last first, so that those before keep their numbers), or one of its lines."""
    for index in reversed(range(len(story.entries))):
        rest = story.entries[:index], story.entries[index + 1 :]
        yield replace(story, entries=(*rest[0], *rest[1]))
        for smaller in _less(story.entries[index]):
            yield replace(story, entries=(*rest[0], smaller, *rest[1]))


def _less(line: Entry | Awaited) -> Iterator[Entry | Awaited]:
    """A line without one of the lines below it."""
    name = "tellings" if isinstance(line, AtOnce) else "answers"
    below = getattr(line, name, ())
    for index, one in enumerate(below):
        if name == "answers" or len(below) > 1:
            yield replace(line, **{name: below[:index] + below[index + 1 :]})
        for smaller in _less(one):
            yield replace(line, **{name: (*below[:index], smaller, *below[index + 1 :])})


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
