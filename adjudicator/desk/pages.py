"""Explanations written to files: a page, the precedence graph as DOT or as a picture, data."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

from rich.console import Console

from adjudicator.desk.settling import Settled, show_impossible
from adjudicator.explaining.accounts import ARGUMENT, LINE, Account, account_of
from adjudicator.explaining.whynot import Obstacle, why_not
from adjudicator.model.values import plain
from adjudicator.report.as_json import SCHEMA, expected_json, settlement_json
from adjudicator.report.changes import changes_data
from adjudicator.report.dot import dot
from adjudicator.report.explained import account_json, obstacles_json
from adjudicator.report.graph import picture, precedence_graph
from adjudicator.report.html.page import Chapter, Explained, page
from adjudicator.report.mending import impossible_data
from adjudicator.settling.answers import read_answer
from adjudicator.settling.changing.searching import BRIEF, Effort, effort_for, what_would_change
from adjudicator.settling.mending.impossible import why_impossible

MOST_OUTCOMES = 12
"""Outcomes of one question that are explained on a page."""


def chapter(settled: Settled, wanted: Iterable[int] | None = None, depth: str = ARGUMENT) -> Chapter:
    """A settled scenario as a chapter of the page: the questions wanted, or all of them."""
    return settled.ground.engine.room.kept(lambda: _chapter(settled, wanted, depth))


def _chapter(settled: Settled, wanted: Iterable[int] | None, depth: str) -> Chapter:
    settled.ground.engine.clock.begin()
    answers = settled.settlement.answers
    numbers = range(1, len(answers) + 1) if wanted is None else wanted
    asked = settled.scenario.questions
    explained = tuple(Explained(n, answers[n - 1], accounts(settled, n, depth), asked[n - 1], _impossible(settled, n)) for n in numbers)
    book = settled.book
    return Chapter(settled.settlement, book.title or book.name, explained, settled.scenario.situation.board, book)


def accounts(settled: Settled, number: int, depth: str = ARGUMENT) -> tuple[Account, ...]:
    """The accounts of all outcomes of a question."""
    answer, question = settled.settlement.answers[number - 1], settled.scenario.questions[number - 1]
    return tuple(account_of(settled.ground, question, outcome, depth, 3, all_rungs=True) for outcome in answer.outcomes[:MOST_OUTCOMES])


def _impossible(settled: Settled, number: int) -> str:
    """Why the situation cannot be, as on the terminal."""
    text = io.StringIO()
    show_impossible(Console(file=text, width=100, no_color=True), settled, number)
    return text.getvalue()


def html(chapters: Iterable[Chapter]) -> str:
    """The page of these chapters."""
    return page(chapters)


def graph(settled: Iterable[tuple[Settled, list[int]]], form: str) -> str:
    """What goes before what in the answers wanted, as `dot` or `svg`; empty where no clause stood against another."""
    found = [r for one, wanted in settled for n in wanted for account in accounts(one, n) for r in account.resolutions]
    drawn = precedence_graph(found)
    if not drawn:
        return ""
    return dot(drawn, "what goes before what") if form == "dot" else picture(drawn)


def data(settled: Iterable[tuple[Settled, list[int]]], depth: str, other: str | None = None) -> dict[str, Any]:
    """The explanations wanted as one object; with `other`, also why it was not this answer."""
    scenarios = [{"scenario": one.settlement.scenario, "rulebook": one.settlement.rulebook,
                  "questions": [_question(one, n, depth, other, effort_for(len(wanted))) for n in wanted]}
                 for one, wanted in settled]  # fmt: skip
    return {"schema": SCHEMA, "explanations": scenarios}


def settled_data(settled: Settled, changes: bool) -> dict[str, Any]:
    """A settlement as one object, with why a situation is impossible and, if wanted, what would change each answer."""
    return settled.ground.engine.room.kept(lambda: _settled_data(settled, changes))


def _settled_data(settled: Settled, changes: bool) -> dict[str, Any]:
    settled.ground.engine.clock.begin()
    found = settlement_json(settled.settlement)
    for number, question in enumerate(found["questions"], 1):
        impossible = impossible_json(settled, number)
        question |= {} if impossible is None else {"impossible": impossible}
        question |= {"changes": changes_json(settled, number, BRIEF)} if changes else {}
    return found


def impossible_json(settled: Settled, number: int) -> dict[str, Any] | None:
    """All minimal conflicts and repairs, where a question finds the situation impossible."""
    if settled.settlement.answers[number - 1].status != "impossible":
        return None
    situation = settled.scenario.situation
    found = why_impossible(settled.ground.engine, situation, settled.scenario.questions[number - 1])
    return impossible_data(found, settled.book, situation)


def changes_json(settled: Settled, number: int, effort: Effort) -> dict[str, Any] | None:
    """What would change an answer; None where there is no answer to change."""
    if not settled.settlement.answers[number - 1].outcomes:
        return None
    situation = settled.scenario.situation
    found = what_would_change(settled.ground.engine, situation, settled.scenario.questions[number - 1], effort)
    return changes_data(found, settled.book, situation)


def obstacles(settled: Settled, number: int, other: str) -> list[Obstacle]:
    """Why it was not another answer, from the first outcome; empty where it did come about. Raises LanguageError where it can be none."""
    answer, question = settled.settlement.answers[number - 1], settled.scenario.questions[number - 1]
    wanted = read_answer(settled.ground, question, answer, other)
    if any(o.world.decided and o.answer == wanted for o in answer.outcomes):
        return []
    return why_not(settled.ground, question, answer.outcomes[0], wanted, 3)


def _question(settled: Settled, number: int, depth: str, other: str | None, effort: Effort) -> dict[str, Any]:
    settled.ground.engine.clock.begin()
    return settled.ground.engine.room.kept(lambda: _explained(settled, number, depth, other, effort))


def _explained(settled: Settled, number: int, depth: str, other: str | None, effort: Effort) -> dict[str, Any]:
    answer, question = settled.settlement.answers[number - 1], settled.scenario.questions[number - 1]
    found = {"number": number, "ask": answer.ask, "status": answer.status, "expected": expected_json(answer.expected), "met": answer.met,
             "outcomes": [account_json(account) for account in accounts(settled, number, depth)],
             "impossible": impossible_json(settled, number)}  # fmt: skip
    if other is None and depth != LINE:
        found["changes"] = changes_json(settled, number, effort)
    if other is not None and answer.outcomes:
        wanted = read_answer(settled.ground, question, answer, other)
        came = any(o.world.decided and o.answer == wanted for o in answer.outcomes)
        instead = []
        for outcome in () if came else answer.outcomes[:MOST_OUTCOMES]:
            obstacles = obstacles_json(why_not(settled.ground, question, outcome, wanted, 3))
            instead.append({"instead_of": plain(outcome.answer) if outcome.world.decided else None, "obstacles": obstacles})
        found["why_not"] = {"answer": plain(wanted), "came_about": came, "instead": instead}
    return found
