"""What `explain` does with a settled scenario: each question wanted, at the depth asked for."""

from __future__ import annotations

from rich.console import Console

from adjudicator.desk.settling import Settled, show_account, show_impossible
from adjudicator.desk.working import working
from adjudicator.explaining.accounts import EVERYTHING, LINE, account_of
from adjudicator.explaining.whynot import why_not
from adjudicator.model.outcomes import Answer, Outcome
from adjudicator.model.situation import Question
from adjudicator.model.values import show as value_text
from adjudicator.report import text
from adjudicator.report.argument import FULL, WHOLE, one_line
from adjudicator.report.board import board_text
from adjudicator.report.changes import changes
from adjudicator.report.lines import Said, line
from adjudicator.report.whynot import why_not as show_why_not
from adjudicator.settling.answers import read_answer
from adjudicator.settling.changing.searching import effort_for, walks_of, what_would_change


def explain(console: Console, settled: Settled, wanted: list[int], depth: str, other: str | None = None) -> None:
    """The accounts of some questions of a scenario, on the terminal; with `other`, why it was not this answer."""
    settled.ground.engine.clock.begin()
    settled.ground.engine.room.kept(lambda: _explain(console, settled, wanted, depth, other))


def _explain(console: Console, settled: Settled, wanted: list[int], depth: str, other: str | None) -> None:
    for number in wanted if other is not None else ():  # a wrong one is refused before anything is said
        answered = settled.settlement.answers[number - 1]
        read_answer(settled.ground, settled.scenario.questions[number - 1], answered, other or "")
    text.title(console, settled.settlement, settled.book, settled.supposed)
    said, walks = Said(), walks_of(settled.scenario.situation)
    for number in wanted:
        settled.ground.engine.clock.begin()
        explain_question(console, settled, number, depth, other, said)
        answer, question = settled.settlement.answers[number - 1], settled.scenario.questions[number - 1]
        if answer.outcomes and depth != LINE and other is None:
            situation = settled.scenario.situation
            with working(f"looking for what would change `{question.text}`"):
                found = what_would_change(settled.ground.engine, situation, question, effort_for(len(wanted)), walks)
            changes(console, found, settled.book, situation)


def explain_question(console: Console, settled: Settled, number: int, depth: str, other: str | None, said: Said) -> None:
    """One question with its map and its answer, and why; without what would change it."""
    answer, question = settled.settlement.answers[number - 1], settled.scenario.questions[number - 1]
    if settled.scenario.situation.board is not None and depth != LINE and other is None:
        text.picture(console, board_text(settled.scenario.situation.board, [answer], [question]))
    text.answer_head(console, number, answer, bool(settled.supposed))
    show_impossible(console, settled, number)
    if other is not None:
        _why_not(console, settled, question, answer, other, said)
        return
    for outcome in answer.outcomes:
        if depth == LINE:
            _line(console, settled, question, answer, outcome)
        else:
            much = FULL if depth == EVERYTHING else WHOLE
            show_account(console, settled, question, outcome, len(answer.outcomes) > 1, said, depth, much)


def _line(console: Console, settled: Settled, question: Question, answer: Answer, outcome: Outcome) -> None:
    told = one_line(account_of(settled.ground, question, outcome, LINE).argument)
    which = f"{value_text(outcome.answer) if outcome.world.decided else 'undecided'}: " if len(answer.outcomes) > 1 else ""
    line(console, 3, which + told, "")


def _why_not(console: Console, settled: Settled, question: Question, answer: Answer, other: str, said: Said) -> None:
    """Why it was not this answer; or that it was."""
    if not answer.outcomes:
        return
    wanted = read_answer(settled.ground, question, answer, other)
    same = [o for o in answer.outcomes if o.world.decided and o.answer == wanted and type(o.answer) is type(wanted)]
    if same:
        which = "the answer" if len(answer.outcomes) == 1 else f"one of the {len(answer.outcomes)} answers"
        line(console, 3, f"{value_text(wanted)} did come about: it is {which}", "yellow")
        show_account(console, settled, question, same[0], False, said)
        return
    for outcome in answer.outcomes[:MOST_OUTCOMES]:
        if len(answer.outcomes) > 1:
            line(console, 3, f"instead of {value_text(outcome.answer) if outcome.world.decided else 'undecided'}", "bold")
        account = account_of(settled.ground, question, outcome, others=0)
        found = why_not(settled.ground, question, outcome, wanted, 3, account.numbers)
        show_why_not(console, found, said)


MOST_OUTCOMES = 3
