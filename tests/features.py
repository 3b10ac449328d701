"""What a random case has in it, so that the generator itself can be tested."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from generators import Case
from reference import UNDECIDED, ReferenceAnswer
from reference.branching import CIRCLE, NOT_TOLD, PARADOX, Branching
from reference.frame import Frame
from reference.ladder import Climb, Resolved, insists
from reference.loops import Loops
from reference.outcomes import Lived

from adjudicator.model.expressions import APPLIES, Not, walk
from adjudicator.model.situation import Node
from adjudicator.model.values import AS_USUAL

LATE = ("number", "pull", "alphabet", "chance")

LEAST = {
    "status forced": 300,
    "status several": 100,
    "status undecided": 50,
    "status impossible": 3,
    "some worlds impossible": 5,
    "gap": 60,
    "cause open": 15,
    "cause choice": 10,
    "cause chance": 25,
    "cause reading": 30,
    "cause unknown": 30,
    "cause not told": 25,
    "cause circle": 20,
    "circle of several ways": 15,
    "paradox that is read": 20,
    "how not told": 60,
    "missing number": 9,
    "forced whatever is missing": 20,
    "conditions": 100,
    "conditions together": 15,
    "late rung": 60,
    "rung claim": 20,
    "rung specificity": 25,
    "rung source": 10,
    "rung status": 10,
    "rung averaging": 2,
    "rung number": 15,
    "rung pull": 1,
    "rung alphabet": 20,
    "rung chance": 20,
    "team": 3,
    "exceptions 1": 100,
    "exceptions 2": 20,
    "exceptions 3": 4,
    "modifiers": 25,
    "positive loop": 60,
    "negative loop": 60,
    "loop that never settles": 15,
    "stopped": 5,
    "excepted": 60,
    "applies again": 12,
    "stands by its claims": 15,
    "exceptions at odds": 15,
    "exception from an exception": 25,
    "defeater alone": 20,
    "defeater falls": 15,
    "defeater wins over another": 15,
    "open with a defeater": 15,
}
"""In how many of six hundred cases each feature must be found at least, for a comparison to mean something."""


def features(case: Case, answers: tuple[ReferenceAnswer, ...]) -> Counter[str]:
    """Each feature that the case has, once."""
    found: set[str] = set()
    for answer in answers:
        found.add(f"status {answer.status}")
        found |= {f"cause {cause}" for outcome in answer.outcomes for cause, _, _ in outcome.causes}
        told = [one for outcome in answer.outcomes for one in outcome.conditions or ()]
        found |= {"conditions"} if any(told) else set()
        found |= {"conditions together"} if any(len(one) > 1 for one in told) else set()
        if answer.impossible:
            found.add("some worlds impossible")
        if any(outcome.answer is UNDECIDED for outcome in answer.outcomes):
            found.add("gap")
        for world in answer.worlds:
            found |= _of_world(world)
            found |= {_of_circle(branching) for branching in world.path.decisions if branching.cause == CIRCLE}
            found |= {"missing number" for branching in world.path.decisions if branching.cause == NOT_TOLD and _is_number(branching)}
        if answer.status == "forced" and any(b.cause == NOT_TOLD for world in answer.worlds for b in world.path.decisions):
            found.add("forced whatever is missing")
        if answer.worlds:
            found |= _of_loops(case, answer.worlds[0])
    return Counter(found)


def _is_number(branching: Branching) -> bool:
    return isinstance(branching.alternatives[0], Fraction)


def _of_circle(branching: Branching) -> str:
    """Of the ways of a circle, or of what a paradox could be that something reads."""
    return "circle of several ways" if isinstance(branching.what[0], tuple) else "paradox that is read"


def _of_world(world: Lived) -> set[str]:
    found: set[str] = set()
    for node, resolved in world.resolutions.items():
        if node[0] == "happens" and resolved.how != "given" and resolved.value is False:
            found.add("stopped")
        found.add(f"how {resolved.how}")
        if resolved.modifiers:
            found.add("modifiers")
        if node[0].startswith(APPLIES):
            found |= _of_exceptions(resolved)
        if resolved.climb is None:
            continue
        found |= _of_defeaters(resolved)
        found.add(f"rung {resolved.climb.rung}")
        if resolved.climb.rung in LATE:
            found.add("late rung")
        if is_team(resolved.climb):
            found.add("team")
        found |= {f"exceptions {depth}" for depth in range(1, resolved.climb.exceptions + 1)}
    return found


def _of_exceptions(resolved: Resolved) -> set[str]:
    """Of whether a clause applies: that it does not, that it does after all, or by its own claims, and how that was decided."""
    if resolved.climb is None:
        return set()
    found = {"excepted" if resolved.value is False else "applies again" if resolved.value is True else "applies or not"}
    everyone = (*resolved.climb.standing, *(fall.loser for fall in resolved.climb.falls))
    found |= {"stands by its claims"} if any(insists(one) for one in everyone) else set()
    found |= {"exceptions at odds"} if resolved.climb.falls else set()
    return found | ({"exception from an exception"} if any(one.clause.exemptions and one.clause.unlesses for one in everyone) else set())


def _of_defeaters(resolved: Resolved) -> set[str]:
    """Of clauses that only keep others from giving a value: that they won, fell, or stand against others to the end."""
    found = {"defeater falls"} if any(fall.loser.value == AS_USUAL for fall in resolved.climb.falls) else set()
    if resolved.climb.value == AS_USUAL:
        found.add("defeater wins over another" if resolved.climb.falls else "defeater alone" if not resolved.climb.branching else "")
    if resolved.climb.branching and AS_USUAL in resolved.climb.branching.alternatives:
        found.add("open with a defeater")
    return found - {""}


def is_team(climb: Climb) -> bool:
    """A value stood because different candidates beat the others: no single one beat them all."""
    losers = [fall for fall in climb.falls if any(by in climb.standing for by in fall.by)]
    if len(losers) < 2 or not climb.standing:
        return False
    return not any(all(one in fall.by for fall in losers) for one in climb.standing)


def _of_loops(case: Case, world: Lived) -> set[str]:
    """Loops of instances, told apart by whether a negation is in them."""
    loops = Loops(Frame(case.book, case.scenario.situation))
    found: set[str] = set()
    for node, resolved in world.resolutions.items():
        group = loops.group_of(node)
        if group:
            found.add("negative loop" if _negated(case, group) else "positive loop")
            if resolved.how == PARADOX:
                found.add("loop that never settles")
    return found


def _negated(case: Case, group: tuple[Node, ...]) -> bool:
    """Whether some clause about the group has a negation or an `unless` about a property of it."""
    names = {name for name, _ in group}
    for name in names:
        for clause, _ in case.book.clauses_about.get(name, ()):
            negative = (*clause.unlesses, *(n for when in clause.whens for n in walk(when) if isinstance(n, Not)))
            if any(getattr(n, "property", "") in names for part in negative for n in walk(part)):
                return True
    return False
