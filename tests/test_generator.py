"""The generator makes what it is for: a generator that never makes ties proves nothing."""

from __future__ import annotations

from collections import Counter

import pytest
from features import features
from generators import Case, cases
from hypothesis import HealthCheck, Phase, given, settings
from reference import TooLarge, settle_by_force

SAMPLE = 600

# In how many of the sampled cases each feature must be found at least.
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
        """One case."""
        total["cases"] += 1
        try:
            total.update(features(case, settle_by_force(case.book, case.scenario)))
        except TooLarge:
            total["too large"] += 1

    count()
    return total


@pytest.mark.parametrize("feature", LEAST)
def test_the_generator_makes(feature: str, counted: Counter[str]) -> None:
    """Often enough for the comparison to mean something."""
    assert counted[feature] >= LEAST[feature], f"{feature}: {counted[feature]} of {counted['cases']}"


def test_few_cases_are_too_large(counted: Counter[str]) -> None:
    """Brute force gives up on hardly any."""
    assert counted["too large"] <= counted["cases"] // 20
