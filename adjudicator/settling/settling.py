"""Settle: the questions of a scenario, each with its status, outcomes, causes and verdict on what was expected."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import LimitReached, Limits
from adjudicator.engine.worlds import Ground
from adjudicator.language.wording import node_text
from adjudicator.model.outcomes import NOT_FOLLOWED, NOT_TOLD, Answer, Instance, Outcome, Settlement
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Question, Scenario
from adjudicator.settling.conflicts import impossible
from adjudicator.settling.expecting import met
from adjudicator.settling.exploring import outcomes_in
from adjudicator.settling.grades import DEFAULT, graded
from adjudicator.settling.outcomes import status_of
from adjudicator.settling.reasons import with_reasons
from adjudicator.settling.remarks import with_remarks
from adjudicator.settling.silences import is_sure, on_firm_ground, open_to, silences_in


def settle(rulebook: Rulebook, scenario: Scenario, limits: Limits = Limits(), engine: Engine | None = None) -> Settlement:
    """All questions of the scenario, with what was told and has no effect. A limit that is reached is a status, never an answer.

    `engine` may be shared between the settlings of one rulebook in one thread.
    """
    own = engine or Engine(rulebook, limits)
    settlement = with_remarks(*settle_on(Ground(own, scenario.situation, scenario.questions), scenario))
    if engine is None:
        own.close()
    return settlement


def settle_on(ground: Ground, scenario: Scenario) -> tuple[Ground, Settlement]:
    """All questions of the scenario, and the ground on which they were settled, which explanations can then go on using: another one
    where a silence of it would change what is sure (silences.py)."""
    answers, work = [], 0
    for question in scenario.questions:
        answers.append(settle_question(ground, question))
        work += ground.engine.clock.spent
    answers = [_by_leave_alone(ground, *one) for one in zip(scenario.questions, answers, strict=True)]
    firm, unknown = on_firm_ground(ground, answers, work)
    if firm is not ground:
        answers = [_by_leave_alone(firm, question, settle_question(firm, question)) for question in scenario.questions]
    left = [open_to(firm, answer, unknown) for answer in answers]
    answers = [_not_sure(firm, question, answer) if nodes else answer
               for question, answer, nodes in zip(scenario.questions, answers, left, strict=True)]  # fmt: skip
    notes = tuple(_not_found_out(firm, node) for node in dict.fromkeys(chain.from_iterable(left)))
    return firm, Settlement(scenario.title, ground.engine.book.name, tuple(answers), scenario.file, notes=notes)


def _by_leave_alone(ground: Ground, question: Question, answer: Answer) -> Answer:
    """A permission that holds since no clause speaks against it, where one might if somebody told what nobody did: by default."""
    world = answer.outcomes[0].world if is_sure(answer) else None
    held = [world.resolutions.get(node) for node in world.root] if world is not None else []
    leave = held and all(one is not None and one.node[0] == "may" and one.how == "default" and one.value == "may" for one in held)
    if world is None or not leave or not silences_in(ground.engine.book, world, frozenset(ground.table.situation.things)):
        return answer
    return _graded(ground, question, answer, NOT_TOLD)


def _not_sure(ground: Ground, question: Question, answer: Answer) -> Answer:
    """An answer that is by default, since a silence behind it was not followed."""
    return _graded(ground, question, answer, NOT_FOLLOWED)


def _graded(ground: Ground, question: Question, answer: Answer, why: str) -> Answer:
    """An answer that is by default, for this reason, compared anew with what is expected: what it rests on is as it was."""
    answer = replace(answer, outcomes=tuple(replace(one, grade=DEFAULT, why=why) for one in answer.outcomes))
    expected = question.expected
    if expected is None or (answer.met and not expected.grade):
        return answer
    return replace(answer, met=met(ground, question, answer, expected))


def _not_found_out(ground: Ground, node: Node) -> str:
    says = node_text(ground.engine.book, node, ground.table.all_things)
    return f"nobody said what {says} is, and whether an answer would be another by it was not found out: it takes too much work"


def settle_question(ground: Ground, question: Question) -> Answer:
    """One question: explored, merged into outcomes, compared with what was expected."""
    ground.engine.clock.begin()
    try:
        answer = ground.engine.room.given(lambda: _settled(ground, question))
        ground.engine.clock.insist()
        return answer
    except LimitReached as limit:
        unmet = None if question.expected is None else False
        return Answer(question.text, "limit", expected=question.expected, note=str(limit), met=unmet)
    finally:
        ground.engine.clock.stop()


def _settled(ground: Ground, question: Question) -> Answer:
    explored = outcomes_in(ground, question)
    if not explored.outcomes:
        answer = impossible(ground.engine, ground.table.situation, question, explored.broken)
    else:
        outcomes = with_reasons(ground.engine.book, graded(ground, question, explored.outcomes, explored.worlds), explored.worlds)
        outcomes = played_first(ground, question, outcomes)
        answer = Answer(question.text, status_of(outcomes), tuple(outcomes), _conflict(outcomes), expected=question.expected)
        answer = replace(answer, note=_loop_note(outcomes))
    return replace(answer, met=met(ground, question, answer, question.expected)) if question.expected else answer


def played_first(ground: Ground, question: Question, outcomes: list[Outcome]) -> list[Outcome]:
    """The outcomes, those first that come about when each contradiction they turn on is played as the book declares."""
    declared = ground.engine.book.contradictions
    turning = {cause.what for outcome in outcomes for cause in outcome.because_of if cause.cause == "reading"} & declared.keys()
    if not turning:
        return outcomes
    situation = ground.table.situation
    readings = {**situation.readings, **{name: declared[name].played for name in turning}}
    as_played = outcomes_in(Ground(ground.engine, replace(situation, readings=readings), ground.questions), question).outcomes
    answers = {(one.world.decided, one.answer) for one in as_played}
    marked = [replace(one, played=(one.world.decided, one.answer) in answers) for one in outcomes]
    return sorted(marked, key=lambda one: not one.played)


def _loop_note(outcomes: list[Outcome]) -> str:
    """The events of a loop in which a story ended."""
    looped = next((outcome.world.looped for outcome in outcomes if outcome.world.looped), ())
    return f"the story goes round for ever: {', then '.join(looped)}, then {looped[0]} again" if looped else ""


def _conflict(outcomes: list[Outcome]) -> tuple[Instance, ...]:
    """The clauses between which the answer is open."""
    found: dict[str, Instance] = {}
    for outcome in outcomes:
        if any(c.cause == "open" for c in outcome.because_of):
            for resolution in outcome.world.resolutions.values():
                for instance in resolution.open_between:
                    found.setdefault(instance.clause.name, instance)
    return tuple(found[name] for name in sorted(found))
