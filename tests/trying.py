"""How random cases are tried: the same ones each time and everywhere, unless others are asked for.

`ADJUDICATOR_CASES` sets how many cases are tried, and `ADJUDICATOR_SEED` tries others (for nights).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random

from generators import Case

CASES = int(os.environ.get("ADJUDICATOR_CASES", "1000"))
SEED = os.environ.get("ADJUDICATOR_SEED", "")


def tried(made: Callable[[int], Case], property_: Callable[[Case], None], share: int = 1) -> None:
    """Run a property over the cases of this run, or one of so many of them; `made` makes the case of a seed."""
    dice = Random(SEED)
    for _ in range(max(1, CASES // share)):
        seed = dice.getrandbits(32)
        try:
            property_(made(seed))
        except BaseException as fault:
            fault.add_note(f"the case is {made.__name__}({seed})")
            raise
