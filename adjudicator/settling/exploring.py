"""Every world of a question, about one moment or about a story: all at once where that can be done, else one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import LimitReached, OutOfTime, TooDeep
from adjudicator.engine.table import Table
from adjudicator.engine.worlds import Broken, Ground, Worlds, explore_moment
from adjudicator.model.outcomes import Outcome, World
from adjudicator.model.situation import Question
from adjudicator.records import dataclass
from adjudicator.settling.outcomes import outcomes_of, outcomes_together

WALKED = 16
"""So many worlds are walked one by one before all of them are followed at once: most questions have fewer."""


def table_of(ground: Ground, outcome: Outcome) -> Table:
    """The table on which an outcome came about: in a story, that of the moment asked about."""
    table = outcome.world.table
    return table if isinstance(table, Table) else ground.table


def explore(ground: Ground, question: Question, enough: int | None = None) -> Worlds:
    """Every world of the question; of a moment, as many as are `enough`. Raises LimitReached when there are too many."""
    if ground.table.situation.story is not None:
        return _of_story(ground, question)
    return explore_moment(ground, question, enough=enough)


def _of_story(ground: Ground, question: Question) -> Worlds:
    from adjudicator.story.asking import explore_story

    return explore_story(ground, question)


@dataclass(frozen=True)
class Explored:
    """The outcomes of a question, with possible worlds behind them and the worlds that are not possible.

    Where all worlds were followed at once, `worlds` are some of them: those that the outcomes
    show, and, where there is but one outcome, one for each alternative of each branching.
    """

    outcomes: list[Outcome]
    worlds: list[World]
    broken: list[Broken]


def outcomes_in(ground: Ground, question: Question) -> Explored:
    """What becomes of the question in all worlds. Raises LimitReached when they cannot all be followed."""
    if ground.table.situation.story is not None:
        return _of_worlds(ground, _of_story(ground, question))
    try:
        few = explore_moment(ground, question, WALKED)
    except (OutOfTime, TooDeep):
        raise
    except LimitReached:
        return _all_at_once(ground, question) or _of_worlds(ground, explore_moment(ground, question))
    return _of_worlds(ground, few)


def _of_worlds(ground: Ground, worlds: Worlds) -> Explored:
    tick = ground.engine.clock.tick
    outcomes = outcomes_of(worlds.possible, worlds.broken, tick, _possible(ground.engine)) if worlds.possible else []
    return Explored(outcomes, worlds.possible, worlds.broken)


def _possible(engine: Engine) -> Callable[[list[Any]], bool]:
    """Whether conditions on unknown numbers can be true together (the solver is not loaded before it is asked)."""
    return lambda path: engine.symbols.possible(path)


def _all_at_once(ground: Ground, question: Question) -> Explored | None:
    """The same from the answers in all worlds at once; None where these have to be followed one by one."""
    from adjudicator.engine.together import answers_together, one_of_each

    answers = answers_together(ground, question)
    if answers is None:
        return None
    try:
        outcomes = outcomes_together(ground, question, answers)
        worlds = [outcome.world for outcome in outcomes]
        if len(outcomes) == 1:
            worlds += one_of_each(ground, question, answers)
    except (OutOfTime, TooDeep):
        raise
    except LimitReached:
        return None
    return Explored(outcomes, worlds, []) if outcomes else None
