"""The generator of stories makes what it is for: one that never stops an event proves nothing about stopping."""

from __future__ import annotations

from collections import Counter

import pytest
from generators import Case
from hypothesis import given, settings
from reference import TooLarge
from story_features import story_features
from story_generators import story_cases
from trying import repeatable

SAMPLE = 400

# In how many of the sampled stories each feature must be found at least.
LEAST = {
    "status forced": 150,
    "status several": 20,
    "status undecided": 15,
    "status impossible": 1,
    "some worlds impossible": 2,
    "gap": 15,
    "cause open": 2,
    "cause choice": 2,
    "cause chance": 8,
    "cause reading": 3,
    "cause unknown": 6,
    "cause not told": 9,
    "asked before": 10,
    "asked during": 30,
    "asked after": 15,
    "asked after event": 12,
    "asked turn begins": 5,
    "asked turn ends": 1,
    "asked round begins": 1,
    "answer": 100,
    "answer below": 10,
    "awaited below": 10,
    "at once": 70,
    "said": 10,
    "turn": 60,
    "phase": 8,
    "new round": 12,
    "strike happens": 120,
    "strike is dropped": 15,
    "proposed is dropped": 20,
    "caused happens": 20,
    "caused is dropped": 5,
    "copy": 3,
    "caused by strike": 20,
    "caused by shield": 5,
    "caused by dawn": 1,
    "changed life": 20,
    "changed brave": 20,
    "changed mood": 8,
    "changed ally": 8,
    "changed friends": 2,
    "changed role:target": 12,
    "changed kind:beast": 8,
    "chance drawn": 15,
    "choice drawn": 4,
    "choice drawn set": 1,
    "instead": 15,
    "instead, again and again": 4,
    "as usual": 4,
    "stays as it is": 4,
    "open of order": 50,
    "choice of order": 1,
    "chance of order": 2,
}


@pytest.fixture(scope="module")
def counted() -> Counter[str]:
    """How many stories of the sample have each feature."""
    total: Counter[str] = Counter()

    @settings(repeatable, max_examples=SAMPLE)
    @given(story_cases())
    def count(case: Case) -> None:
        """One story."""
        total["cases"] += 1
        try:
            total.update(story_features(case))
        except TooLarge:
            total["too large"] += 1

    count()
    return total


@pytest.mark.parametrize("feature", LEAST)
def test_the_generator_makes(feature: str, counted: Counter[str]) -> None:
    """Often enough for the comparison to mean something."""
    assert counted[feature] >= LEAST[feature], f"{feature}: {counted[feature]} of {counted['cases']}"


def test_not_many_stories_are_too_large(counted: Counter[str]) -> None:
    """Brute force gives up on some, for it never takes two worlds together (11.13)."""
    assert counted["too large"] <= counted["cases"] // 5
