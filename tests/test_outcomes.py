"""Causes and smallest conditions, read off one diagram, against trying every combination (docs/meaning.md 8.4 and 8.6)."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

from adjudicator.model.outcomes import Cause, Decision, World
from adjudicator.settling.outcomes import MOST_CONDITIONS, outcomes_of

Combination = tuple[int, ...]


def a_world(taken: Combination, answer: str) -> World:
    """A world that has taken these alternatives of the branchings 0, 1, 2 ..."""
    decisions = tuple(Decision(Cause("unknown", f"fact {i}"), ("unknown", i), value) for i, value in enumerate(taken))
    return World(decisions, answer, True, {}, ())


def random_answers(seed: int) -> tuple[list[int], dict[Combination, str]]:
    """The numbers of alternatives of some branchings, and the answer of each combination; some are not possible."""
    random = Random(seed)
    sizes = [random.choice((2, 2, 3)) for _ in range(random.randint(1, 4))]
    impossible = random.choice((0, 0, 20, 60))
    answers = {}
    for taken in product(*map(range, sizes)):
        if random.randrange(100) >= impossible:
            answers[taken] = random.choice("aab")
    return sizes, answers


def causes_by_trying(answer: str, answers: dict[Combination, str]) -> set[str]:
    found = {frozenset(i for i, (x, y) in enumerate(zip(one, other, strict=True)) if x != y)
             for one, a in answers.items() for other, b in answers.items() if a == answer != b}  # fmt: skip
    return {f"fact {i}" for one in found if not any(other < one for other in found) for i in one}


def conditions_by_trying(answer: str, sizes: list[int], answers: dict[Combination, str]) -> set[frozenset[tuple[str, int]]]:
    found: list[dict[int, int]] = []
    for size in range(len(sizes) + 1):
        for some in combinations(range(len(sizes)), size):
            for taken in product(*(range(sizes[i]) for i in some)):
                condition = dict(zip(some, taken, strict=True))
                told = {a for one, a in answers.items() if all(one[i] == v for i, v in condition.items())}
                if told == {answer} and not any(other.items() <= condition.items() for other in found):
                    found.append(condition)
    return {frozenset((f"fact {i}", v) for i, v in one.items()) for one in found}


@pytest.mark.parametrize("seed", range(150))
def test_causes_and_conditions_are_those_found_by_trying(seed: int) -> None:
    sizes, answers = random_answers(seed)
    if not answers:
        return
    broken = [a_world(taken, "") for taken in product(*map(range, sizes)) if taken not in answers]
    for outcome in outcomes_of([a_world(taken, answer) for taken, answer in answers.items()], broken):
        assert {cause.what for cause in outcome.because_of} == causes_by_trying(outcome.answer, answers)
        told = [frozenset((cause.what, value) for cause, value in one) for one in outcome.when]
        assert set(told) == conditions_by_trying(outcome.answer, sizes, answers) and len(told) == len(set(told))
        assert [len(one) for one in told] == sorted(len(one) for one in told)
        assert not outcome.more_conditions


def test_the_conditions_of_any_are_one_decision_each() -> None:
    """Not "if A, or if not A and B": whoever it is, one is enough."""
    worlds = [a_world((0,) * i + (1,), "yes") for i in range(12)] + [a_world((0,) * 12, "no")]
    no, yes = outcomes_of(worlds)
    assert [[value for _, value in one] for one in yes.when] == [[1]] * 12
    assert len(no.when) == 1 and len(no.when[0]) == 12


def test_a_cap_on_conditions_is_told() -> None:
    """Exactly half of ten: 252 conditions, all of them equally short."""
    worlds = [a_world(taken, "half" if sum(taken) == 5 else "else") for taken in product((0, 1), repeat=10)]
    half = next(outcome for outcome in outcomes_of(worlds) if outcome.answer == "half")
    assert half.more_conditions and len(half.when) == MOST_CONDITIONS
    assert {len(one) for one in half.when} == {10}
