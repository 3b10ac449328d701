"""What stands beside the answers obeys the clock: an event that may not be, where a dozen things are not known."""

from __future__ import annotations

import time
from pathlib import Path

from adjudicator.language.diagnostics import Messages
from adjudicator.language.loading import scenarios_in
from adjudicator.settling import notes
from adjudicator.settling.settling import settle

FULL = """
clause full-hands-do-not-toss
  for a toss t, a guest g
  t may not happen
  when the agent of t is g
  and the number of baskets b such that g carries b is {least}
"""


def _told(picnic: Path, unknown: int, least: str) -> str:
    with (picnic / "picnic/picnic.rules").open("a") as book:
        book.write(FULL.format(least=least))
    names = [f"Basket{number}" for number in range(unknown)]
    lines = ["scenario Full hands", "  uses picnic", "  guests Ann, Bob", f"  baskets {', '.join(names)}"]
    lines += [*(f"  unknown: Ann carries {name}" for name in names), "  Ann tosses SOUP BOMB at Bob", "  ask whether Bob is asleep"]
    return "\n".join(lines) + "\n"


def test_many_unknown_hands_hold_nothing_up(picnic: Path) -> None:
    """In all 8192 worlds the toss may not be; found or not, the answer does not wait longer than its own time."""
    ((scenario, book),) = scenarios_in(_told(picnic, 13, "at least 0"), "x.scenario", Messages())
    began = time.monotonic()
    settlement = settle(book, scenario)
    assert time.monotonic() - began < notes.PATIENCE + 8
    assert settlement.answers[0].status == "forced"


def test_what_may_not_be_in_every_world_is_said(picnic: Path) -> None:
    ((scenario, book),) = scenarios_in(_told(picnic, 3, "at least 0"), "x.scenario", Messages())
    assert any("full-hands-do-not-toss" in note for note in settle(book, scenario).notes)


def test_what_may_be_in_some_world_is_not_said(picnic: Path) -> None:
    ((scenario, book),) = scenarios_in(_told(picnic, 3, "at least 2"), "x.scenario", Messages())
    assert not settle(book, scenario).notes
