"""What the Precedence Numbers alone would have said of a conflict that a higher rung decided."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.adjudication.exploring import table_of
from adjudicator.logic.walking.decisions import Decisions, Fork
from adjudicator.logic.walking.judging import WorldJudge, contrary_values
from adjudicator.logic.walking.resolve import World
from adjudicator.logic.walking.worlds import Ground
from adjudicator.model.ladder import Ladder
from adjudicator.model.outcomes import Outcome, Resolution
from adjudicator.model.values import Value
from adjudicator.precedence.climb import climb


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
