"""How random cases are tried: the same each time, unless another seed is asked for.

`ADJUDICATOR_CASES` sets how many cases are tried, and `ADJUDICATOR_SEED` tries others (for nights).
"""

from __future__ import annotations

import os
from collections.abc import Callable

from generators import Case
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy

CASES = int(os.environ.get("ADJUDICATOR_CASES", "1000"))
SEED = os.environ.get("ADJUDICATOR_SEED", "")

repeatable = settings(
    max_examples=CASES,
    deadline=None,
    derandomize=not SEED,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def tried(cases: SearchStrategy[Case], property_: Callable[[Case], None], share: int = 1) -> None:
    """Run a property over the cases of this run, or one of so many of them."""
    test = settings(repeatable, max_examples=max(1, CASES // share))(given(cases)(property_))
    (seed(int(SEED))(test) if SEED else test)()
