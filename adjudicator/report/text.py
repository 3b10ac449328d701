"""Settlements as text a player enjoys: the answer first, then why, what was beaten, what would change it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from rich.console import Console
from rich.text import Text

from adjudicator.explaining.whynot import Obstacle
from adjudicator.language.wording import called
from adjudicator.model.outcomes import Answer, Call, Outcome, Settlement
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Expectation
from adjudicator.model.values import show
from adjudicator.report.lines import cause_text, decision_text, line
from adjudicator.report.standing import DOES_NOT_SAY, STATUS, as_played, nearest, standing, value_of
from adjudicator.report.wrapping import Run, blank, put
from adjudicator.rulings.camps import camps
from adjudicator.settling.grades import SILENT
from adjudicator.settling.support import cited_for


def title(console: Console, settlement: Settlement, book: Rulebook, supposed: tuple[str, ...] = ()) -> None:
    """The scenario's name, the book it is settled under, and what is supposed besides what the scenario says."""
    line(console, 0, settlement.scenario, "bold underline")
    line(console, 0, f"under {book.title or book.name}" + (f"  ({settlement.file})" if settlement.file else ""), "dim")
    if supposed:
        line(console, 0, f"supposing {'; '.join(supposed)}", "yellow")
    if not settlement.answers:
        line(console, 3, "nothing is asked: add a line that begins with `ask`", "yellow")


def answer_head(console: Console, number: int, answer: Answer, supposed: bool = False) -> None:
    """The question, the answers and their status; what is expected is meant without what is `supposed` besides."""
    blank(console)
    line(console, 0, f"{number}. {question_text(answer.ask)}", "bold")
    between = as_range(answer)
    if between:
        causes = sorted({cause_text(cause) for outcome in answer.outcomes for cause in outcome.because_of})
        more = [f"and {len(causes) - MOST_COMBINATIONS} more"] if len(causes) > MOST_COMBINATIONS else []
        why: list[Run] = [("\n     " + cause, "yellow") for cause in (*causes[:MOST_COMBINATIONS], *more)]
        put(console, 3, ("=> ", "green"), (between, "bold green"), *why)
    for outcome in () if between else answer.outcomes:
        put(console, 3, *_answer_line(answer, outcome))
        if outcome.taking:
            line(console, 5, taking_text(outcome), "yellow")
        for call in outcome.calls:
            line(console, 5, call_text(call), "magenta")
    if any(len(outcome.when) > MOST_COMBINATIONS for outcome in answer.outcomes):
        for camp in camps(answer):
            line(console, 3, f"if {decision_text(camp.cause, camp.taken)}, it is {' or '.join(camp.answers)}", "yellow")
    if not answer.outcomes:
        line(console, 3, STATUS[answer.status], "bold red")
    if answer.note:
        line(console, 3, answer.note, "yellow")
    if answer.expected is not None and answer.met is not None:
        style = "green" if answer.met else "yellow" if supposed else "bold red"
        line(console, 3, verdict(answer, answer.expected, supposed), style)


def as_range(answer: Answer) -> str:
    """More than eight outcomes that differ only in a number, as a range; empty where it is not so (the data have each of them)."""
    numbers = [o.answer for o in answer.outcomes if isinstance(o.answer, Fraction) and o.world.decided and o.probability is None]
    if len(numbers) != len(answer.outcomes) or len(numbers) <= MOST_NUMBERS or len({o.grade for o in answer.outcomes}) > 1:
        return ""
    low, high = min(numbers), max(numbers)
    every = len(set(numbers)) == high - low + 1 and all(number.denominator == 1 for number in numbers)
    return f"any whole number from {low} to {high}" if every else f"one of {len(numbers)} numbers from {low} to {high}"


def verdict(answer: Answer, expected: Expectation, supposed: bool = False) -> str:
    """Whether the answer is the expected one, and if only the deciding clause is another, that it is so."""
    if answer.met:
        return f"as expected ({expected.text})"
    if supposed:
        return f"without what is supposed here, {expected.text} is expected"
    given = {o.answer for o in answer.outcomes if o.world.decided}
    if not expected.grade and any(o.grade == SILENT for o in answer.outcomes):
        return f"EXPECTED {expected.text}: that is taken so, but the book does not say (`expect silent`)"
    if expected.grade and given:
        grades = sorted({GRADES_IN_WORDS[o.grade] for o in answer.outcomes if o.grade})
        return f"EXPECTED {expected.text}: the answer is {' and '.join(grades)}"
    same = expected.answers and not expected.status and given == set(expected.answers)
    if not same:
        return f"EXPECTED {expected.text}"
    return f"EXPECTED {expected.text}: the answer is the same, " + (
        "but nothing cited there decided it"
        if cited_for(answer.outcomes).isdisjoint(expected.by)
        else "and would be without what is cited there"
    )


def call_text(call: Call) -> str:
    """A keeper's call on which an answer rests, and what would be without it."""
    without = f"; without it: {call.without}" if call.without else ""
    return f"rests on a keeper's call: {called(call.clause)}, {call.what} ({call.because}){without}"


MOST_TAKEN = 2
"""So many of the things that an answer takes for granted are told, the nearest to the question; JSON has all."""


def taking_text(outcome: Outcome, all_in: str = ": `--json`") -> str:
    """The defaults of which another value alone would make the answer another; `all_in` tells where the rest is."""
    told, more = outcome.taking[:MOST_TAKEN], len(outcome.taking) - MOST_TAKEN
    return f"taking it that {', and that '.join(told)}" + (f" (and {more} more{all_in})" if more > 0 else "")


def question_text(ask: str) -> str:
    """The question as one asks it."""
    return (ask[len("whether ") :] if ask.startswith("whether ") else ask) + "?"


_WHICH = re.compile(r"which (?P<kind>\w[\w ]*?) x such that x (?P<does>(?!.*\bx\b).+)")


def plain_question(ask: str) -> str:
    """The question in the words of people: `which of the guests is served?` for `which guests x such that x is served`."""
    which = _WHICH.fullmatch(ask)
    return f"which of the {which['kind']} {which['does']}?" if which is not None else question_text(ask)


def _answer_line(answer: Answer, outcome: Outcome) -> list[Run]:
    silent = outcome.grade == SILENT
    runs: list[Run] = [("=> ", "green"), (value_of(outcome), "bold yellow" if silent else "bold green")]
    if outcome.probability is not None:
        runs.append((f"   with probability {outcome.probability}", "cyan"))
    firm = "; ".join(said for said in (as_played(answer, outcome), standing(answer, outcome)) if said)
    if firm:
        runs.append((f"   ({firm})", "dim"))
    for why in why_several(outcome):
        runs.append(("\n     " + why, "yellow"))
    for decision in outcome.taken:
        runs.append((f"\n     if {decision.cause.what}: {show(decision.taken)}", "cyan"))
    return runs


def why_several(outcome: Outcome) -> list[str]:
    """When this is the outcome: its smallest conditions, as many as are soon read, and how many more; where they are long, the causes."""
    shown = outcome.when[:MOST_COMBINATIONS]
    few = len(shown) == len(outcome.when) and not outcome.more_conditions
    if not shown or not all(shown) or not few and any(len(combination) > MOST_TOGETHER for combination in shown):
        return [cause_text(cause) for cause in outcome.because_of]
    lines = [" and ".join(decision_text(cause, taken) for cause, taken in combination) for combination in shown]
    told = [("if " if i == 0 else "or if ") + combined for i, combined in enumerate(lines)]
    if not few:
        told.append(f"or in {'more than ' if outcome.more_conditions else ''}{len(outcome.when) - len(shown)} other ways")
    return told


MOST_COMBINATIONS = 4
MOST_NUMBERS = 8
MOST_TOGETHER = 4
GRADES_IN_WORDS = {"given": "given", "ruled": "ruled", "default": "by default", "silent": DOES_NOT_SAY}


def near(console: Console, found: Sequence[Obstacle]) -> None:
    """In brief, what came nearest to saying otherwise, of an answer that no clause gives."""
    for obstacle in found[:1]:
        line(console, 5, nearest(obstacle), "dim")


def remarks(console: Console, settlement: Settlement) -> None:
    """What stands beside the answers: what is told and has no effect, and what is told although it may not be."""
    for one in settlement.unheard:
        blank(console)
        at = f" (line {one.place.line})" if one.place.line else ""
        line(console, 0, f"unheard: {one.says}{at}: {one.why}" + (f"; nearest: {one.nearest}" if one.nearest else ""), "yellow")
    for note in settlement.notes:
        blank(console)
        line(console, 0, f"note: {note}", "yellow")


def conflict(console: Console, answer: Answer) -> None:
    """Why a situation is impossible."""
    if answer.status != "impossible":
        return
    line(console, 3, "these cannot stand together:", "bold")
    for fact in answer.conflict_facts:
        line(console, 5, f"- {fact}", "")
    for instance in answer.conflict:
        cites = f" ({', '.join(instance.clause.cites)})" if instance.clause.cites else ""
        line(console, 5, f"- the clause {called(instance.clause.name)}{cites}", "")


def picture(console: Console, drawn: str) -> None:
    """A map as it is drawn, line by line."""
    blank(console)
    for row in Text.from_ansi(drawn).split("\n"):
        console.print(Text("   ") + row, soft_wrap=True)
