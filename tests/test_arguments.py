"""Arguments are complete and minimal, on random rulebooks and situations (promises 3 and 4; docs/meaning.md 13).

Complete: the rulebook cut down to the clauses shown and the situation to the facts shown give the same answer, and
the answer follows from the premises alone, everything on the rung that decided it.  Minimal: it follows so from none
of the sets that lack one premise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from agreement import as_followed
from generators import Case, case_of
from premises import Shown, as_it_was, follows, known_as, name_of, orders
from reduction import reduced
from reference import TooLarge, settle_by_force
from reference.claims import Above, claimed_above
from reference.instances import World
from reference.ladder import Candidate
from telling import tell
from trying import tried

from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import LimitReached
from adjudicator.engine.symbols import Symbol
from adjudicator.engine.worlds import Ground
from adjudicator.explaining.proof import Proof, Prover, Support
from adjudicator.explaining.thinning import shortest
from adjudicator.model.expressions import APPLIES, Apply
from adjudicator.model.outcomes import Outcome
from adjudicator.model.situation import Node, Question
from adjudicator.settling.scenes import Scenes, at, step_of
from adjudicator.settling.settling import settle_on

PASSING = ("default", "modified", "state", "then")
"""How an instance comes to the value of another: what was so before is so still, or changed by modifiers."""


def shown_by(proof: Proof) -> Shown:
    """The premises of a proof, as the checker takes them."""
    every = list(proof.supports.values())

    def value(support):
        return known_as(support.resolution.value)

    chosen = [s for s in every if s.resolution.how == "chosen" and not s.speaking and s.below]
    passing = [(s, s.resolution.rests_on[0]) for s in every if not s.resolution.winners and s.resolution.rests_on]
    return Shown(
        facts=tuple((s.node, value(s)) for s in every if s.is_leaf and not s.below),
        instances=tuple((s.node, i) for s in every for i in s.speaking),
        objections=tuple((s.node, i) for s in every for i in (*(b.instance for b in s.objections), *s.standing)),
        taken=tuple(one for s in every if not (s.is_leaf and not s.below) for one in _taken(s)),
        lifted=tuple((s.node, (value(s), tuple(at(step_of(s.node), n) for n in s.resolution.lifted))) for s in every if _is_lifted(s)),
        bases=tuple((s.node, s.resolution.base) for s in every if s.by_default and s.speaking),
        rungs=tuple((s.node, s.resolution.rung) for s in every),
        means=tuple((s.node, frozenset(map(name_of, s.resolution.winners))) for s in every if _averaged(s)),
        alternatives=tuple((s.node, _alternatives(s)) for s in every),
        orders=tuple((s.node, _orders(s)) for s in every),
        many=tuple((s.node, len(s.resolution.modifiers)) for s in every if len(s.resolution.modifiers) > 5),
        values=tuple((s.node, value(s)) for s in every),
        passed_on=tuple((s.node, at(step_of(s.node), below)) for s, below in passing if s.resolution.how in PASSING),
        deciders=tuple((s.node, s.below[0], value(proof.supports[s.below[0]])) for s in chosen),
    )


def _is_lifted(support: Support) -> bool:
    """Whether it is a default because of exceptions from what would say otherwise."""
    return bool(support.is_leaf and support.below and support.resolution.lifted)


def _averaged(support: Support) -> bool:
    """Whether several that stand were averaged: none of them was taken, and they are not one value."""
    between = any(decision.key[0] in ("open", "chance rung") for decision in support.decisions)
    return not between and len({i.value for i in support.resolution.winners}) > 1 and support.node[0] != "may"


def _alternatives(support: Support) -> frozenset:
    """The values between which a branch was taken."""
    values = {known_as(i.value) for i in support.resolution.open_between if i.conclusion.form == "is"}
    return frozenset(values - {"may"} if support.node[0] == "may" and "must" in values else values)


def _orders(support: Support) -> frozenset:
    """What came of the orders between which a branch was taken."""
    ordered = any(decision.key[0] == "order" for decision in support.decisions)
    return orders(known_as(support.resolution.base), support.resolution.modifiers) if ordered else frozenset()


def _taken(support: Support) -> list[tuple[Node, str, object]]:
    """The branches taken about one instance: between several clauses, of a value left open, of the order of modifiers."""
    sorts = {"open": "between", "chance rung": "between", "order": "order"}
    found = []
    for decision in support.decisions:
        found.append((support.node, sorts.get(decision.key[0], "drawn"), known_as(decision.taken)))
    return [one for one, decision in zip(found, support.decisions, strict=True) if decision.key[0] != "reading"]


def faults(case: Case) -> list[str]:
    """What is wrong with the arguments of a case."""
    found: list[str] = []
    case = as_followed(case)
    ground, settlement = settle_on(Ground(Engine(case.book), case.scenario.situation, case.scenario.questions), case.scenario)
    for question, answer in zip(case.scenario.questions, settlement.answers, strict=True):
        if isinstance(question.ask, Apply) and question.ask.property.startswith(APPLIES):
            continue  # nobody can ask whether a clause applies; it is explained where an answer rests on it
        for outcome in answer.outcomes if answer.status in ("forced", "several") else ():
            if outcome.world.decided:
                try:
                    found += _of_outcome(case, ground, question, outcome)
                except (TooLarge, LimitReached):
                    continue
    return found


def _of_outcome(case: Case, ground: Ground, question: Question, outcome: Outcome) -> list[str]:
    proof = shortest(Prover(Scenes(ground, outcome), question))
    if any(s.resolution.circles or s.resolution.how == "loop" or isinstance(s.resolution.value, Symbol) for s in proof.supports.values()):
        return []  # circles (of one way, too, which rests on itself), and numbers that nobody told: the premises here are values
    shown = shown_by(proof)
    where = f"{question.text} is {outcome.answer}"
    got = follows(case, question, shown)
    if got != outcome.answer:
        names = (f"{node} {instance.clause.name}" for node, instance in shown.instances)
        return [f"{where}: from all the premises follows {got}", *map(str, shown.facts), *names]
    found = [f"{where}: not needed: {what}" for what, fewer in shown.without() if follows(case, question, fewer) == outcome.answer]
    return found + _settled_again(case, question, outcome, proof)


def _settled_again(case: Case, question: Question, outcome: Outcome, proof: Proof) -> list[str]:
    """What is shown and nothing else, settled in the ordinary way: closed world, all defaults, every ladder climbed anew.

    What was brought against something is in play there, whether or not its own grounds are shown (13.2);
    who claims over whom is a matter of the whole text.
    """
    every = proof.supports.values()
    shown = {name_of(i) for s in every for i in s.speaking}
    against = {s.node: [as_it_was(i) for i in (*(b.instance for b in s.objections), *s.standing)] for s in every}
    facts = {node: fact for node, fact in case.scenario.situation.facts.items() if node in proof.supports}
    names = {name for name, _, _ in shown} | {c.clause.name for fallen in against.values() for c in fallen}
    clauses = {n: c for n, c in case.book.clauses.items() if n in names}
    book = replace(case.book, clauses=clauses, invariants={})
    situation = replace(case.scenario.situation, facts=facts)

    class Only(World):
        """A world in which the clause instances shown are all that speak."""

        def instances(self, node: Node, forms: tuple[str, ...]) -> Iterator[Candidate]:
            yield from (c for c in super().instances(node, forms) if name_of(c) in shown)
            yield from (c for c in against.get(node, ()) if c.conclusion.form in forms)

        def claims(self, about: str) -> Above:
            return claimed_above(case.book, about)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("reference.outcomes.World", Only)
        (answer,) = settle_by_force(book, replace(case.scenario, situation=situation, questions=(question,)))
    answers = {o.answer for o in answer.outcomes}
    branching = any(s.decisions for s in proof.supports.values())
    same = outcome.answer in answers if branching else answers == {outcome.answer}
    return [] if same else [f"{question.text} is {outcome.answer}; settled from what is shown: {answer.status} {answers}"]


def test_arguments_are_complete_and_minimal() -> None:
    def well(case: Case) -> None:
        if faults(case):
            small = reduced(case, lambda smaller: bool(faults(smaller)))
            pytest.fail("\n".join((tell(small), "", *faults(small))), pytrace=False)

    tried(case_of, well, 16)
