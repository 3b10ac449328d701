"""Every world of a question, about one moment or about a story."""

from __future__ import annotations

from adjudicator.engine.table import Table
from adjudicator.engine.worlds import Ground, Worlds, explore_moment
from adjudicator.model.outcomes import Outcome
from adjudicator.model.situation import Question
from adjudicator.story.asking import explore_story


def table_of(ground: Ground, outcome: Outcome) -> Table:
    """The table on which an outcome came about: in a story, that of the moment asked about."""
    table = outcome.world.table
    return table if isinstance(table, Table) else ground.table


def explore(ground: Ground, question: Question, enough: int | None = None) -> Worlds:
    """Every world of the question; of a moment, as many as are `enough`. Raises LimitReached when there are too many."""
    return explore_story(ground, question) if ground.table.situation.story is not None else explore_moment(ground, question, enough)
