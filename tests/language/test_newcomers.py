"""Places and further copies of a card are on the table once they are spoken of, each with a remark; a slip of the pen is nobody new."""

from __future__ import annotations

import pytest

from adjudicator.language.diagnostics import Messages
from adjudicator.language.loading import scenarios_in
from adjudicator.model.situation import Scenario

TOLD = """scenario In the nook
  uses e6

  wizards Ann, Bob
  treasure Cup of Bob
  the home base of Ann is Hearth
  DAGGER lies in Nook
  Ann holds two FIREBALLs
  Ann has LOS to Bob
  Ann's turn, round 2
    Ann casts the second FIREBALL at Bob
      Bob answers with ABSORB
      Bob answers with another ABSORB

  ask the life of Bob
"""


def _read(text: str) -> tuple[Scenario, Messages]:
    messages = Messages()
    ((scenario, _),) = scenarios_in(text, "x.scenario", messages)
    return scenario, messages


def test_places_and_copies_come_to_the_table() -> None:
    scenario, messages = _read(TOLD)
    assert not messages.errors, messages.errors
    kinds = {thing.name: thing.kinds for thing in scenario.situation.things.values()}
    assert kinds["Hearth"] == ("home base",)
    assert kinds["Nook"] == ("space",)
    assert kinds["Second FIREBALL"] == ("FIREBALL",)
    assert kinds["Second ABSORB"] == ("ABSORB",)
    assert scenario.reworded == (
        "line 8: `Second FIREBALL` is one more copy",
        "line 6: `Hearth` is taken as a home base, since it stands where one is asked for",
        "line 7: `Nook` is taken as a space, since it stands where one is asked for",
        "line 13: `Second ABSORB` is one more copy",
    )


@pytest.mark.parametrize(
    ("line", "wrong", "name"),
    [
        ("DAGGER lies in Nook", "DAGGER lies in Nook\n  Bob is in Nok", "Nok"),  # nearly a name that is known
        ("Ann has LOS to Bob", "Ann has LOS to Zeno", "Zeno"),  # anything can be seen
        ("two FIREBALLs", "FIREBOLT", "FIREBOLT"),
    ],
)
def test_what_is_no_place_is_nobody_new(line: str, wrong: str, name: str) -> None:
    _, messages = _read(TOLD.replace(line, wrong))
    assert any(f"`{name}`" in one.message for one in messages.errors), messages.found


def test_a_drawn_map_has_its_own_places() -> None:
    drawn = "  board\n        A   B\n      +---+---+\n    1 | A     |\n      +---+---+\n    A  Ann\n"
    _, messages = _read(TOLD.replace("  DAGGER lies in Nook\n", drawn + "  DAGGER lies in Nook\n"))
    assert any("`Nook`" in one.message for one in messages.errors)
