"""All worlds of a question about one moment, in one diagram: the answer under every combination of decisions.

Where the diagrams cannot follow a question (`NotGuarded`, or beyond their
budget), its worlds are walked one by one (engine/worlds.py).
"""

from __future__ import annotations

from collections.abc import MutableMapping

from adjudicator.engine.decisions import Decisions, Fork
from adjudicator.engine.gathered import NO_WORLD, Answers
from adjudicator.engine.guarded import Guarded, NotGuarded
from adjudicator.engine.limits import LimitReached, OutOfTime, RuleFault
from adjudicator.engine.resolve import World, asked_for
from adjudicator.engine.worlds import Ground, broken_by, outcome_of
from adjudicator.model.expressions import as_sentence, as_term, conjuncts
from adjudicator.model.outcomes import Decision, Resolution
from adjudicator.model.outcomes import World as Lived
from adjudicator.model.situation import Node, Question
from adjudicator.model.undecided import UNDECIDED


def answers_together(ground: Ground, question: Question) -> Answers | None:
    """The answers in all worlds of a question about one moment; None where they have to be followed world by world."""
    if ground.engine.trace is not None or ground.engine.looked is not None:
        return None
    try:
        guarded = Guarded(ground)
        diagrams = guarded.diagrams
        if question.yes_no:
            values = guarded.lifting.truth(as_sentence(question.ask), {})
            told = diagrams.combined("answer", lambda value: (value is not None, value), values)
        else:
            values = guarded.lifting.term(as_term(question.ask), {})
            told = diagrams.combined("answer", lambda value: (False, None) if value is UNDECIDED else (True, value), values)
        told = diagrams.chosen(_asked_and_missing(guarded, question), diagrams.constant((False, None)), told)
        answers = diagrams.chosen(_broken(guarded), diagrams.constant(NO_WORLD), told)
    except OutOfTime:
        raise
    except (NotGuarded, LimitReached, RuleFault, RecursionError):
        return None
    branchings = {i: guarded.branchings[variable.key] for i, variable in enumerate(diagrams.variables)}
    return Answers(diagrams, answers, branchings)


def _asked_and_missing(guarded: Guarded, question: Question) -> int:
    """When what is asked for itself is missing (9.5), or a paradox (7.3)."""
    asked = asked_for(question)
    if asked is None or not guarded.can_be_missing(asked.property):
        return guarded.diagrams.no
    return guarded.unit(lambda world: world.is_missing(asked))


def _broken(guarded: Guarded) -> int:
    """When an invariant is broken."""
    diagrams, found = guarded.diagrams, guarded.diagrams.no
    for invariant in guarded.engine.book.invariants.values():
        conditions, kinds = conjuncts(invariant.when), {p.name: p.kind for p in invariant.parameters}
        for binding in guarded.rivals.solve(conditions, {}, kinds):
            breaks = diagrams.where(guarded.lifting.truth(invariant.always, binding), False)
            for condition in conditions:
                breaks = diagrams.both(breaks, diagrams.where(guarded.lifting.truth(condition, binding), True))
            for name, kind in kinds.items():
                breaks = diagrams.both(breaks, guarded.lifting.kind(binding[name], kind))
            found = diagrams.either(found, breaks)
    return found


def world_under(ground: Ground, question: Question, answers: Answers, guard: int) -> Lived | None:
    """The first world under a guard, followed in the ordinary way; None if it turns out not to be possible.

    Of each branching that it meets it takes the first alternative that leaves a way.
    """
    variables = {variable.key: i for i, variable in enumerate(answers.diagrams.variables)}
    taken: tuple[Decision, ...] = ()
    known: MutableMapping[Node, Resolution] = ground.certain
    while True:
        world = World(ground.engine, ground.table, Decisions(taken), [], dict(known), ground.tried)
        try:
            value, root = world.answer(question)
            return None if broken_by(world) is not None else outcome_of(world, value, root)
        except Fork as fork:
            if fork.condition is not None:  # on an unknown number that no answer rests on
                return None
            decision, guard = _first_under(answers, guard, variables.get(fork.alternatives[0].key), fork.alternatives)
            taken, known = (*taken, decision), world.resolved


def _first_under(answers: Answers, guard: int, variable: int | None, between: list[Decision]) -> tuple[Decision, int]:
    """The first alternative that a guard allows, and the guard that is left."""
    if variable is None:
        return between[0], guard
    for place, decision in enumerate(between):
        left = answers.diagrams.taken(guard, variable, place)
        if left != answers.diagrams.no:
            return decision, left
    return between[0], guard


MOST_EXAMPLES = 64


def one_of_each(ground: Ground, question: Question, answers: Answers) -> list[Lived]:
    """A possible world for each alternative of each branching on which what is possible, or the answer, can rest."""
    diagrams = answers.diagrams
    possible = diagrams.negated(diagrams.where(answers.answers, NO_WORLD))
    found: list[Lived] = []
    for number, between in answers.branchings.items():
        for place in range(len(between)):
            if len(found) == MOST_EXAMPLES:
                return found
            taken = diagrams.where(diagrams.variable(diagrams.variables[number].key, ()), between[place].taken)
            guard = diagrams.both(possible, taken)
            world = world_under(ground, question, answers, guard) if guard != diagrams.no else None
            found += [world] if world is not None else []
    return found
