"""Whether an answer is the expected one, by what is expected to decide it (docs/meaning.md 14.6)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from adjudicator.engine.limits import LimitReached, RuleFault
from adjudicator.engine.worlds import Ground
from adjudicator.model.outcomes import Answer, Instance, Outcome, Resolution
from adjudicator.model.situation import Expectation, Node, Question
from adjudicator.settling.exploring import outcomes_in
from adjudicator.settling.grades import SILENT, SURE, graded
from adjudicator.settling.scenes import NOW, Scenes, plain, step_of
from adjudicator.settling.support import (
    cited_for,
    deciding_resolutions,
    geometry_cites,
    resting,
    supporting_definitions,
    supporting_nodes,
)
from adjudicator.settling.warrants import default_warrant


def met(ground: Ground, question: Question, answer: Answer, expected: Expectation) -> bool:
    """Whether the answer is the expected one; of one that turns on a contradiction of the book, what is played counts.

    What the book does not say is met by `expect silent` alone.
    """
    if not comes_out(answer, expected):
        return False
    answer = _played(answer, expected)
    grades = {outcome.grade for outcome in answer.outcomes if outcome.world.decided}
    if expected.grade == SILENT:
        return grades == {SILENT}
    if expected.grade:
        return grades == {expected.grade} and _by(ground, question, answer, expected)
    return (bool(expected.status) or SILENT not in grades) and _by(ground, question, answer, expected)


def comes_out(answer: Answer, expected: Expectation) -> bool:
    """Whether the answers are those that are expected, whatever they rest on."""
    if answer.status == "limit":
        return False
    answer = _played(answer, expected)
    decided = {outcome.answer for outcome in answer.outcomes if outcome.world.decided}
    gaps = any(not outcome.world.decided for outcome in answer.outcomes)
    if expected.grade == SILENT:
        return not gaps
    if expected.status:
        return gaps and decided == set(expected.answers) if expected.answers else answer.status == expected.status
    return decided == set(expected.answers) and not gaps and _as_likely(answer, expected)


def _played(answer: Answer, expected: Expectation) -> Answer:
    """Of an answer that turns on a contradiction of the book, what is played, unless all of it is expected."""
    played = tuple(outcome for outcome in answer.outcomes if outcome.played)
    if len(played) < len(answer.outcomes) and not expected.status and len(expected.answers) < len(answer.outcomes):
        return replace(answer, outcomes=played)
    return answer


def _as_likely(answer: Answer, expected: Expectation) -> bool:
    """Whether every answer has the chance that is expected of it, where chances are."""
    likely = {o.answer: o.probability for o in answer.outcomes}
    return all(likely.get(value) == chance for value, chance in zip(expected.answers, expected.chances, strict=False))


def _by(ground: Ground, question: Question, answer: Answer, expected: Expectation) -> bool:
    """Whether one of the expected ids is in the argument, or keeps a clause from speaking there, and without it the answer, its grade or
    its rung is another."""
    if not expected.by or answer.status in ("undecided", "impossible"):
        return True
    strict = strictly_cited(ground, answer)
    if any(cited in strict for cited in expected.by):
        return True
    cited = cited_for(answer.outcomes)
    named = tuple(one for one in expected.by if one in cited)
    if any(_alone(ground, answer, one) or matters(ground, question, answer, (one,)) for one in named):
        return True
    if len(named) > 1 and matters(ground, question, answer, named):  # they say the same, and only together they can be left out
        return True
    return any(_keeps_quiet(ground, question, answer, one) for one in expected.by if one not in cited)


def strictly_cited(ground: Ground, answer: Answer) -> set[str]:
    """The ids of what an answer rests on that cannot be left out: definitions, the map, the rungs of the ladder, defaults."""
    book = ground.engine.book
    ladder = ground.table.situation.ladder or book.ladder
    found: set[str] = set()
    for outcome in answer.outcomes:
        for definition in supporting_definitions(book, outcome.world):
            found |= {definition.name, *definition.cites}
        world = Scenes(ground, outcome).world(NOW)
        for node in supporting_nodes(outcome.world):
            resolution = outcome.world.resolutions[node]
            found.update(geometry_cites(book, resolution))
            if resolution.rung:
                found.update(ladder.cites)
            found.update(cited for beaten in (*resolution.beaten, *resolution.silenced) for cited in beaten.warrant.by)
            if resolution.how == "default" and world is not None:
                found.update(default_warrant(book, world, node))
    return found


def _alone(ground: Ground, answer: Answer, cited: str) -> bool:
    """Whether all that speaks for the one instance that was asked about cites an id, so that the answer plainly rests on it."""
    if len(answer.outcomes) != 1 or len(answer.outcomes[0].world.root) != 1:
        return False
    outcome = answer.outcomes[0]
    found = _origin(outcome)
    if found is None or found.how not in ("clauses", "modified"):
        return False
    speaking = (*found.winners, *found.modifiers)
    fallen = (beaten.instance for beaten in found.beaten)
    return all(cited in (i.clause.name, *i.clause.cites) for i in speaking) and not any(
        i.value == winner.value for i in fallen for winner in found.winners
    )


def _origin(outcome: Outcome) -> Resolution | None:
    """How the instance that was asked about came to its value; of a state, or of what was so then, in the step that made it so."""
    found = outcome.world.resolutions.get(outcome.world.root[0])
    if found is not None and found.how == "then" and found.rests_on:
        return outcome.world.resolutions.get(found.rests_on[0])
    if found is None or found.how != "state" or not found.rests_on:
        return found
    number, changed = step_of(found.rests_on[0]), plain(found.rests_on[0])
    steps = outcome.world.steps
    return steps[number - 1].resolutions.get(changed) if 0 < number <= len(steps) else None


def _keeps_quiet(ground: Ground, question: Question, answer: Answer, cited: str) -> bool:
    """Whether without the clauses that cite an id the answer is another because a clause speaks that says nothing now, of what was asked
    about or of what the answer rests on."""
    others = _without(ground, question, (cited,))
    if others is None or _seen(others) == _seen(answer.outcomes):
        return False
    argument = {(number, resolution.node) for outcome in answer.outcomes for number, resolution in resting(outcome.world)}
    return not _speaking(others, argument) <= _speaking(answer.outcomes, argument)


def _speaking(outcomes: Iterable[Outcome], argument: Collection[tuple[int, Node]]) -> set[tuple[object, ...]]:
    """The clauses that speak, in vain or not, of what was asked about, and of what these moments ask, each with the things it is about."""
    found: set[tuple[object, ...]] = set()
    for outcome in outcomes:
        origin = _origin(outcome) if outcome.world.root else None
        found |= set() if origin is None else {(one.clause.name, *one.binding) for one in _instances(origin)}
        steps = outcome.world.steps
        for number, node in argument:
            there = steps[number - 1].resolutions if 0 < number <= len(steps) else outcome.world.resolutions
            if node in there:
                found |= {(number, node, one.clause.name, *one.binding) for one in _instances(there[node])}
    return found


def _instances(resolution: Resolution) -> list[Instance]:
    return [*resolution.winners, *resolution.modifiers, *(beaten.instance for beaten in resolution.beaten)]


def matters(ground: Ground, question: Question, answer: Answer, cited: tuple[str, ...]) -> bool:
    """Whether an answer, its grade or its rung is another without the clauses that cite any of these ids."""
    others = _without(ground, question, cited)
    return others is None or _seen(others) != _seen(answer.outcomes)


def _without(ground: Ground, question: Question, cited: tuple[str, ...]) -> Sequence[Outcome] | None:
    """The outcomes without the clauses that cite any of these ids; None where it cannot be settled then."""
    without = ground.without(*cited)
    try:
        explored = outcomes_in(without, question)
        return graded(without, question, explored.outcomes, explored.worlds)
    except (LimitReached, RuleFault):
        return None


def _seen(outcomes: Iterable[Outcome]) -> frozenset[tuple[object, ...]]:
    found = set()
    for one in outcomes:
        rungs = frozenset(resolution.rung for resolution in deciding_resolutions(one))
        found.add((one.world.decided, one.answer, one.grade in SURE, one.probability, rungs))
    return frozenset(found)
