"""The generator makes what it is for: a generator that never makes ties proves nothing."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from features import features
from generators import Case, cases
from reference import TooLarge, settle_by_force

SAMPLE = 400

# In how many of the sampled cases each feature must be found at least.
LEAST = {
    "status forced": 200,
    "status several": 60,
    "status undecided": 40,
    "status impossible": 2,
    "some worlds impossible": 2,
    "gap": 40,
    "cause open": 20,
    "cause choice": 3,
    "cause chance": 20,
    "cause reading": 20,
    "cause unknown": 20,
    "late rung": 40,
    "rung claim": 10,
    "rung specificity": 20,
    "rung source": 5,
    "rung status": 5,
    "rung averaging": 1,
    "rung number": 10,
    "rung pull": 3,
    "rung alphabet": 10,
    "rung chance": 5,
    "team": 3,
    "exceptions 1": 80,
    "exceptions 2": 10,
    "exceptions 3": 2,
    "modifiers": 20,
    "positive loop": 20,
    "negative loop": 20,
    "loop that never settles": 5,
}


@pytest.fixture(scope="module")
def counted() -> Counter[str]:
    """How many cases of the sample have each feature."""
    total: Counter[str] = Counter()

    @settings(
        max_examples=SAMPLE,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(cases())
    def count(case: Case) -> None:
        total["cases"] += 1
        try:
            total.update(features(case, settle_by_force(case.book, case.scenario)))
        except TooLarge:
            total["too large"] += 1

    count()
    return total


@pytest.mark.parametrize("feature", LEAST)
def test_the_generator_makes(feature: str, counted: Counter[str]) -> None:
    assert counted[feature] >= LEAST[feature], f"{feature}: {counted[feature]} of {counted['cases']}"


def test_few_cases_are_too_large(counted: Counter[str]) -> None:
    assert counted["too large"] <= counted["cases"] // 20
