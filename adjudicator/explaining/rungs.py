"""What each rung of the ladder alone would have said of a conflict that was decided on one of them."""

from __future__ import annotations

from adjudicator.engine.decisions import Fork
from adjudicator.engine.judging import contrary_values, judge_of
from adjudicator.engine.limits import LimitReached
from adjudicator.engine.resolve import World
from adjudicator.model.ladder import Ladder, Rung
from adjudicator.model.outcomes import Instance, Resolution
from adjudicator.model.values import AS_USUAL, Value
from adjudicator.precedence.climb import climb
from adjudicator.records import dataclass

ABOVE, DECIDED, BELOW = "above", "decided", "below"


@dataclass(frozen=True, slots=True)
class RungSays:
    """The verdict of one rung alone on all candidates.

    `place` tells whether the rung lies above the one that decided, is it, or lies below. `verdict` is "same"
    or "other" (with the `value` it would have given and the `reason`), "nothing" (it leaves the conflict as it is),
    "average" or "chance", or "unknown" where it turns on what is not decided here (a number that is not on record).
    """

    rung: str
    place: str
    verdict: str
    value: Value = None
    reason: str = ""
    numbered: bool = False


def rungs_say(world: World, resolution: Resolution, all_: bool = True) -> tuple[RungSays, ...]:
    """Every rung of the ladder in its order, where the resolution decided between contrary candidates.

    Without `all_` only the rungs of numbers below the one that decided: what players ask for first. (The others cost a comparison each.)
    """
    candidates = list({i.key: i for i in (*resolution.winners, *(b.instance for b in resolution.beaten))}.values())
    if not resolution.beaten or len(candidates) < 2:
        return ()
    found: list[RungSays] = []
    place = ABOVE
    for rung in world.ladder.rungs:
        place = DECIDED if rung.title == resolution.rung else BELOW if place != ABOVE else ABOVE
        if all_ or (rung.numbered and place == BELOW):
            found.append(_says(world, resolution, rung, place, candidates))
    return tuple(found)


def _says(world: World, resolution: Resolution, rung: Rung, place: str, candidates: list[Instance]) -> RungSays:
    judge = judge_of(world, resolution)
    if rung.form == "averaging" and not judge.averages():
        return RungSays(rung.title, place, "nothing")
    try:
        end = climb(Ladder((rung,)), candidates, judge)
    except (Fork, LimitReached):
        return RungSays(rung.title, place, "unknown", numbered=rung.numbered)
    if end.chance:
        return RungSays(rung.title, place, "chance")
    if end.averaged is not None:
        return RungSays(rung.title, place, "average", end.averaged)
    values = list({str(i.value): i.value for i in end.standing}.values())
    if len(values) != 1:
        return RungSays(rung.title, place, "nothing", numbered=rung.numbered)
    settled = AS_USUAL if resolution.as_usual else resolution.base if resolution.modifiers else resolution.value
    same = not contrary_values(resolution.node[0], values[0], settled)
    reason = end.beaten[0].reason if end.beaten else ""
    return RungSays(rung.title, place, "same" if same else "other", values[0], reason, rung.numbered)
