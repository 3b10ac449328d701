"""What `explain` does with a settled scenario: each question wanted, at the depth asked for."""

from __future__ import annotations

from rich.console import Console

from adjudicator.adjudication.accounts import EVERYTHING, LINE, account_of
from adjudicator.adjudication.changing.searching import what_would_change
from adjudicator.cli.settling import Settled, show_account, show_impossible
from adjudicator.model.values import show as value_text
from adjudicator.report import text
from adjudicator.report.argument import FULL, WHOLE, one_line
from adjudicator.report.board import board_text
from adjudicator.report.changes import changes
from adjudicator.report.lines import Said, line


def explain(console: Console, settled: Settled, wanted: list[int], depth: str) -> None:
    """The accounts of some questions of a scenario, on the terminal."""
    text.title(console, settled.settlement, settled.book)
    said = Said()
    for number in wanted:
        answer, question = settled.settlement.answers[number - 1], settled.scenario.questions[number - 1]
        if settled.scenario.situation.board is not None and depth != LINE:
            text.picture(console, board_text(settled.scenario.situation.board, [answer]))
        text.answer_head(console, number, answer)
        show_impossible(console, settled, number)
        for outcome in answer.outcomes:
            if depth == LINE:
                told = one_line(account_of(settled.ground, question, outcome).argument)
                which = f"{value_text(outcome.answer) if outcome.world.decided else 'undecided'}: " if len(answer.outcomes) > 1 else ""
                line(console, 3, which + told, "")
            else:
                much = FULL if depth == EVERYTHING else WHOLE
                show_account(console, settled, question, outcome, len(answer.outcomes) > 1, said, depth, much)
        if answer.outcomes and depth != LINE:
            situation = settled.scenario.situation
            changes(console, what_would_change(settled.ground.engine, situation, question), settled.book, situation)
