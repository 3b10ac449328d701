"""The engine gives the same answers as the reference: random rulebooks and situations.

Statuses, answers, probabilities, the sorts of the causes, and the deciding rung.
The run is derandomised, so that it is the same each time; `ADJUDICATOR_CASES` sets
how many cases are tried, and `ADJUDICATOR_SEED` tries others (for nights).
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, assume, given, seed, settings

from agreement import differences
from generators import Case, cases
from reference import TooLarge, settle_by_force

settling = pytest.importorskip("adjudicator.adjudication.settling")

CASES = int(os.environ.get("ADJUDICATOR_CASES", "2000"))
SEED = os.environ.get("ADJUDICATOR_SEED", "")


@settings(
    max_examples=CASES,
    deadline=None,
    derandomize=not SEED,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
@given(cases())
def agrees(case: Case) -> None:
    try:
        expected = settle_by_force(case.book, case.scenario)
    except TooLarge:
        assume(False)
    found = differences(case, expected, settling.settle(case.book, case.scenario))
    assert not found, "\n".join(found)


def test_engine_agrees_with_reference() -> None:
    """Promise 1: the same answers, causes, chances and deciding rungs."""
    (seed(int(SEED))(agrees) if SEED else agrees)()
