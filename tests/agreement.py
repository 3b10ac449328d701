"""Where the engine and the reference differ on a case."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

from generators import Case
from reference import UNDECIDED, ReferenceAnswer, ReferenceOutcome, TooLarge, settle_by_force
from reference.branching import CIRCLE, NOT_TOLD
from reference.outcomes import node_asked

from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import Limits, StoryFault
from adjudicator.engine.worlds import Ground
from adjudicator.model.outcomes import Answer, Outcome, Settlement
from adjudicator.model.situation import Node, Question
from adjudicator.model.values import show
from adjudicator.settling.settling import settle_on

# What makes an outcome the same in both.  The texts of causes are the engine's own
# (they are written for players), so only the sorts of the causes are compared.
Summary = tuple[object, Fraction | None, tuple[str, ...]]

SWITCHED = {"on": "yes", "off": "no"}
"""What the reference calls the two ways of reading a ruling without alternatives of its own."""


SMALL = Limits(worlds=500)
"""Enough for a random story."""


def disagreement(case: Case) -> list[str]:
    """How the engine and the reference differ on a case; empty also where they cannot be compared."""
    return compared(case)[1]


def compared(case: Case) -> tuple[tuple[ReferenceAnswer, ...] | None, list[str]]:
    """What the reference answers, and how the engine differs; what silences are followed (9.7) is as the engine says.

    None where brute force gives up, and where a turn is told that nobody can have.
    """
    told = case.scenario.situation.story is not None
    try:
        expected = settle_by_force(case.book, case.scenario)  # first of all: what is too large for it may be so for the engine, too
        followed, settlement = _as_settled(case, SMALL if told else Limits(seconds=None))
        if followed.scenario.situation.followed:
            expected = settle_by_force(followed.book, followed.scenario)
        return expected, differences(case, expected, settlement)
    except TooLarge:
        return None, []
    except StoryFault:
        if not told:
            raise
        return None, []


def by_force(case: Case) -> tuple[Case, tuple[ReferenceAnswer, ...]]:
    """A case as settling takes it, with the silences followed that it follows (9.7), and what brute force answers then.

    Raises TooLarge, without settling what is too large as it is.
    """
    expected = settle_by_force(case.book, case.scenario)
    followed = as_followed(case)
    return followed, settle_by_force(followed.book, followed.scenario) if followed.scenario.situation.followed else expected


def as_followed(case: Case, limits: Limits = Limits()) -> Case:
    """The same case with the silences followed that settling follows in it (9.7)."""
    try:
        return _as_settled(case, limits)[0]
    except StoryFault:
        return case


def _as_settled(case: Case, limits: Limits) -> tuple[Case, Settlement]:
    """A case settled, and as it was settled: with the silences followed."""
    engine, scenario = Engine(case.book, limits), case.scenario
    try:
        ground, settlement = settle_on(Ground(engine, scenario.situation, scenario.questions), scenario)
    finally:
        engine.close()
    return replace(case, scenario=replace(scenario, situation=ground.table.situation)), settlement


def differences(case: Case, expected: tuple[ReferenceAnswer, ...], settlement: Settlement) -> list[str]:
    """A line for each question that is not answered alike; empty where all agree."""
    found: list[str] = []
    told = case.scenario.situation.story is not None
    for question, wanted, got in zip(case.scenario.questions, expected, settlement.answers, strict=True):
        found += [f"{question.text}: {line}" for line in _of_question(question, wanted, got, told)]
    return found


def _of_question(question: Question, wanted: ReferenceAnswer, got: Answer, told: bool) -> list[str]:
    if any(b.cause == NOT_TOLD and isinstance(b.alternatives[0], Fraction) for world in wanted.worlds for b in world.path.decisions):
        return _of_missing_numbers(wanted, got)
    if wanted.status != got.status:
        return [f"status {wanted.status} (reference), {got.status} (engine)"]
    if wanted.status in ("undecided", "impossible"):
        return []
    ours, theirs = Counter(map(_expected, wanted.outcomes)), Counter(map(_settled, got.outcomes))
    if told:
        ours, theirs = _sorts_only(ours), _sorts_only(theirs)
    if ours != theirs:
        return [f"only reference {_told(ours - theirs)}; only engine {_told(theirs - ours)}"]
    conditions = [] if told else _of_conditions(wanted, got)
    if conditions:
        return conditions
    node = None if told else node_asked(question)  # in a story, an instance may have been settled in an earlier moment
    return [line for outcome in got.outcomes for line in _of_rung(node, wanted, outcome)] if node else []


def _of_missing_numbers(wanted: ReferenceAnswer, got: Answer) -> list[str]:
    """9.5: brute force tries every number, the engine follows comparisons: the same answers for the same sorts of reasons.

    What the engine says in terms of the number, or leaves undecided since it was not told, is for brute force an answer for each.
    """
    ours = {(answer, frozenset(causes)) for answer, _, causes in map(_expected, wanted.outcomes)}
    theirs = {(answer, frozenset(causes)) for answer, _, causes in map(_settled, got.outcomes)}
    in_terms = any(outcome.world.terms for outcome in got.outcomes) or any(a is UNDECIDED and NOT_TOLD in causes for a, causes in theirs)
    if in_terms or got.status == "undecided" != wanted.status:
        definite = {answer for answer, _ in theirs if answer is not UNDECIDED}
        wrong = wanted.status == "forced" and not wanted.impossible or not definite <= {answer for answer, _ in ours}
        return [f"{wanted.status} {ours} (reference), in terms of a number {theirs} (engine)"] if wrong else []
    return [] if (wanted.status, ours) == (got.status, theirs) else [f"{wanted.status} {ours} (reference), {got.status} {theirs} (engine)"]


def _expected(outcome: ReferenceOutcome) -> Summary:
    return (outcome.answer, outcome.probability, tuple(sorted(cause for cause, _, _ in outcome.causes)))


def _settled(outcome: Outcome) -> Summary:
    answer = outcome.answer if outcome.world.decided else UNDECIDED
    # Of a circle, only what it is about: which clauses take part may depend on the world.
    circles = {cause.what.rpartition(": ")[2] for cause in outcome.because_of if cause.cause == CIRCLE}
    others = [cause.cause for cause in outcome.because_of if cause.cause != CIRCLE]
    return (answer, outcome.probability, tuple(sorted((*others, *[CIRCLE] * len(circles)))))


def _of_conditions(wanted: ReferenceAnswer, got: Answer) -> list[str]:
    """8.6: the smallest conditions, by the sorts of their causes and what is taken (where chance is no cause, and they are few)."""
    found = []
    for outcome in got.outcomes:
        answer = outcome.answer if outcome.world.decided else UNDECIDED
        expected = next(one.conditions for one in wanted.outcomes if one.answer == answer)
        if expected is None or outcome.probability is not None or outcome.more_conditions:
            continue
        ours = Counter(
            tuple(sorted((cause, SWITCHED.get(taken, _taken(cause, taken))) for (cause, _, _), taken in one)) for one in expected
        )
        theirs = Counter(tuple(sorted((cause.cause, _taken(cause.cause, taken)) for cause, taken in one)) for one in outcome.when)
        if ours != theirs:
            found.append(f"{_value(answer)}: conditions only reference {sorted(ours - theirs)}; only engine {sorted(theirs - ours)}")
    return found


def _taken(cause: str, taken: object) -> str:
    """What is taken, in words; of a circle only that it goes one way, which the engine tells in the phrases of the book."""
    return "one way" if cause == CIRCLE else _value(taken)


def _sorts_only(summaries: Counter[Summary]) -> Counter[Summary]:
    """Each sort of cause once: the engine has the same text for what one clause leaves open again and again."""
    return Counter((answer, chance, tuple(dict.fromkeys(causes))) for answer, chance, causes in summaries)


def _of_rung(node: Node, wanted: ReferenceAnswer, outcome: Outcome) -> list[str]:
    """The engine shows one world per outcome; its rung must be that of a world with this answer."""
    answer = outcome.answer if outcome.world.decided else UNDECIDED
    rungs = {rung for o in wanted.outcomes if o.answer == answer for rung in o.rungs}
    resolution = outcome.world.resolutions.get(node)
    rung = resolution.rung if resolution else None
    if rung in rungs:
        return []
    return [f"{_value(answer)} decided by {sorted(map(str, rungs))} (reference), {rung} (engine)"]


def _told(summaries: Counter[Summary]) -> list[str]:
    return sorted(f"{_value(a)} p={p} because {', '.join(causes) or '-'}" for a, p, causes in summaries.elements())


def _value(value: object) -> str:
    return "undecided" if value is UNDECIDED else show(value)
