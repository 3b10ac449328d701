"""Stories: the engine gives the same answers as the reference, and chances add up.

Statuses, answers, probabilities and the sorts of the causes, for random small
stories at several moments.  A case that fails is made small and told in the message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from agreement import SMALL, disagreement
from generators import Case, case_of
from reduction import reduced
from story_generators import story_case_of
from telling import tell
from trying import tried

from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import LimitReached, StoryFault
from adjudicator.engine.worlds import Ground
from adjudicator.model.outcomes import World
from adjudicator.settling.exploring import explore


def test_engine_agrees_with_reference_on_stories() -> None:
    """Promise 1, in time: the same answers, causes and chances."""

    def agrees(case: Case) -> None:
        if disagreement(case):
            small = reduced(case, lambda smaller: bool(disagreement(smaller)))
            pytest.fail("\n".join((tell(small), "", *disagreement(small))), pytrace=False)

    tried(story_case_of, agrees)


@pytest.mark.parametrize("made", [case_of, story_case_of])
def test_chances_add_up_to_one(made: Callable[[int], Case]) -> None:
    """8.5: within each set of decisions that are not chance, the worlds have chances that add up to exactly 1.

    Where worlds are not possible (an invariant, a turn that nobody can have), there is less to add up.
    """

    def adds_up(case: Case) -> None:
        if case.book.invariants or "next" in case.book.clauses_about:
            return
        ground = Ground(Engine(case.book, SMALL), case.scenario.situation, case.scenario.questions)
        for question in case.scenario.questions:
            try:
                worlds = explore(ground, question).possible
            except (StoryFault, LimitReached):
                continue
            for group in groups(worlds):
                assert sum(map(chance, group)) == 1, tell(case)

    tried(made, adds_up, 4)


def chance(world: World) -> Fraction:
    """The product of the chances of a world's decisions."""
    product = Fraction(1)
    for decision in world.decisions:
        if decision.cause.cause == "chance":
            product *= decision.chance
    return product


def groups(worlds: list[World]) -> Iterator[list[World]]:
    """The worlds that agree in all decisions that are not chance; one that does not meet a decision belongs to every alternative."""
    for key in {d.key: None for w in worlds for d in w.decisions if d.cause.cause != "chance"}:
        taken = [next((d.taken for d in w.decisions if d.key == key), None) for w in worlds]
        met = [any(d.key == key for d in w.decisions) for w in worlds]
        sides = list(dict.fromkeys(t for t, there in zip(taken, met, strict=True) if there))
        if len(sides) > 1:
            for side in sides:
                yield from groups([w for w, t, there in zip(worlds, taken, met, strict=True) if not there or t == side])
            return
    yield worlds
