"""What would change an answer: clauses left out, readings the other way, the Precedence Numbers alone.

Each change is tried by settling again; nothing is guessed.
"""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.adjudication.exploring import explore, table_of
from adjudicator.adjudication.outcomes import outcomes_of
from adjudicator.adjudication.support import instances_in, supporting_nodes
from adjudicator.logic.limits import LimitReached, RuleFault
from adjudicator.logic.walking.decisions import Decisions, Fork
from adjudicator.logic.walking.judging import WorldJudge, contrary_values
from adjudicator.logic.walking.resolve import World
from adjudicator.logic.walking.worlds import Ground
from adjudicator.model.clauses import Clause
from adjudicator.model.ladder import Ladder
from adjudicator.model.outcomes import Answer, Outcome, Resolution
from adjudicator.model.situation import Question
from adjudicator.model.values import Value, show
from adjudicator.precedence.climb import climb


@dataclass(frozen=True, slots=True)
class Change:
    """Without this clause, the answers would be these (undecided shown as a word)."""

    clause: Clause
    answers: tuple[str, ...]


def changes(ground: Ground, question: Question, answer: Answer, most: int = 3, tries: int = 8) -> list[Change]:
    """The clauses nearest to the question without which the answer would be another."""
    today = answers_of(list(answer.outcomes))
    found: list[Change] = []
    for clause in _candidates(answer)[:tries]:
        try:
            worlds = explore(ground.without(clause.name), question)
        except (LimitReached, RuleFault):
            continue
        then = answers_of(outcomes_of(worlds.possible)) if worlds.possible else ("impossible",)
        if then != today:
            found.append(Change(clause, then))
        if len(found) == most:
            break
    return found


def _candidates(answer: Answer) -> list[Clause]:
    """Clauses worth leaving out: first those that decided against another, then the others, nearest first."""
    deciding: dict[str, Clause] = {}
    others: dict[str, Clause] = {}
    for outcome in answer.outcomes:
        for node in supporting_nodes(outcome.world):
            resolution = outcome.world.resolutions[node]
            for instance in instances_in(resolution):
                table = deciding if resolution.beaten else others
                if ", as printed" not in instance.clause.name:
                    table.setdefault(instance.clause.name, instance.clause)
    return list({**deciding, **others}.values())


def answers_of(outcomes: list[Outcome]) -> tuple[str, ...]:
    """The distinct answers as words, sorted."""
    return tuple(sorted({show(o.answer) if o.world.decided else "undecided" for o in outcomes}))


@dataclass(frozen=True, slots=True)
class NumbersSay:
    """What a numbered rung would have said of a conflict that a higher rung decided."""

    rung: str
    value: Value
    known: bool
    reason: str = ""
    same: bool = False


def numbers_say(ground: Ground, outcome: Outcome, resolution: Resolution) -> NumbersSay | None:
    """The verdict of the Precedence Numbers alone, where they were not what decided."""
    rung = next((r for r in ground.engine.book.ladder.rungs if r.form == "key" and r.numbered), None)
    if rung is None or "@" in resolution.node[0] or not resolution.beaten or resolution.rung == rung.title:
        return None
    candidates = list({i.key: i for i in (*resolution.winners, *(b.instance for b in resolution.beaten))}.values())
    world = World(ground.engine, table_of(ground, outcome), Decisions(outcome.world.decisions), [], dict(outcome.world.resolutions))
    try:
        end = climb(Ladder((rung,)), candidates, WorldJudge(world, resolution.node[0]))
    except Fork:
        return NumbersSay(rung.title, None, False)
    values = {str(i.value): i.value for i in end.standing}
    if len(values) != 1:
        return NumbersSay(rung.title, None, False, "they are equal")
    value = next(iter(values.values()))
    same = not contrary_values(resolution.node[0], value, resolution.value)
    return NumbersSay(rung.title, value, True, end.beaten[0].reason if end.beaten else "", same)
