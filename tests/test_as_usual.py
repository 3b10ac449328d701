"""`P is as usual`, `then P stays as it is` (docs/meaning.md 3.5): by hand; in random books by brute force, in test_reference.py."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_exceptions import CARRIES, FIRST, MAY, outcome, settled

from adjudicator.language.diagnostics import LanguageError
from adjudicator.settling.grades import RULED

MAD = """
property the life of {wizard} is a whole number from 0, default 15
  state

clause mad-are-strong
  for a wizard
  the strength of the wizard is 7
  when the wizard is mad
"""
CALMS = """
clause the-stone-calms
  for a wizard, a stone
  the strength of the wizard is as usual
  when the wizard carries the stone
  overrides mad-are-strong
"""
STRENGTH = "  Ann is mad\n  ask the strength of Ann\n"


def test_nothing_keeps_others_from_giving_a_value(tmp_path: Path) -> None:
    """The default stands, ruled by the clause that gives nothing; its rung decided."""
    assert outcome(tmp_path, MAD + CALMS, STRENGTH).answer == 7
    found = outcome(tmp_path, MAD + CALMS, CARRIES + STRENGTH)
    assert (found.answer, found.grade) == (3, RULED)
    resolution = next(iter(found.world.resolutions[node] for node in found.world.root))
    assert resolution.rung == "explicit claim" and [one.clause.name for one in resolution.winners] == ["the-stone-calms"]


def test_modifiers_work_on_what_is_usual(tmp_path: Path) -> None:
    more = "\nclause tired-are-weak\n  for a wizard\n  subtract 1 from the strength of the wizard\n"
    assert outcome(tmp_path, MAD + CALMS + more, CARRIES + STRENGTH).answer == 2


def test_it_falls_like_any_other(tmp_path: Path) -> None:
    weak = CALMS.replace("overrides", "yields to")
    assert outcome(tmp_path, MAD + weak, CARRIES + STRENGTH).answer == 7


def test_against_a_value_it_can_stay_open(tmp_path: Path) -> None:
    """Also against one that gives what is usual anyway: then nothing hangs on it."""
    weak = CALMS.replace("  overrides mad-are-strong\n", "").replace("when the wizard carries the stone", "when the stone is a stone")
    found = settled(tmp_path, MAD + weak, STRENGTH).answers[-1]
    assert {one.answer for one in found.outcomes} == {3, 7}
    same = MAD.replace("is 7", "is 3")
    assert settled(tmp_path, same + weak, STRENGTH).answers[-1].status == "forced"


@pytest.mark.parametrize(
    ("things", "usual", "who"),
    [
        ("a blow, a stone", "whether the blow may happen is as usual", "the striker of the blow"),
        ("a wizard, a wizard victim, a stone", "whether the wizard may attack the victim is as usual", "the wizard"),
    ],
)
def test_of_a_permission(tmp_path: Path, things: str, usual: str, who: str) -> None:
    """What the declaration of the event permits is permitted, though another rule forbids it."""
    frees = f"\nclause stone-frees\n  for {things}\n  {usual}\n  when {who} carries the stone\n  overrides first-round\n"
    assert outcome(tmp_path, FIRST + frees, MAY).answer is False
    assert outcome(tmp_path, FIRST + frees, CARRIES + MAY).answer is True


def test_what_an_event_leaves_as_it_is(tmp_path: Path) -> None:
    """Neither a new value nor what is taken off comes about where the clause that leaves it claims over both."""
    hurt = """
clause hurt
  for a blow
  then subtract 2 from the life of the target of the blow
  when the blow happens

clause heal
  for a blow
  then the life of the target of the blow becomes 9
  when the striker of the blow is mad

clause guarded
  for a blow, a stone
  then the life of the target of the blow stays as it is
  when the target of the blow carries the stone
"""
    told = "  Bob is mad\n  in order\n    Bob attacks Ann\n  ask the life of Ann\n"
    assert outcome(tmp_path, MAD + hurt, told).answer == 7
    assert outcome(tmp_path, MAD + hurt + "  overrides heal\n", CARRIES + told).answer == 13
    found = outcome(tmp_path, MAD + hurt + "  overrides heal, hurt\n", CARRIES + told)
    assert (found.answer, found.grade) == (15, RULED)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("the strength of the wizard stays as it is", "say `then` before it"),
        ("then the strength of the wizard is as usual", "`the strength of the wizard stays as it is`"),
        ("whether the wizard is not mad is as usual", "without `not`"),
        ("whether the strength of the wizard is 4 is as usual", "without a value"),
        ("whether the wizard comes before a stone is as usual", "no order is the usual one"),
    ],
)
def test_what_cannot_be_as_usual_is_said(tmp_path: Path, line: str, said: str) -> None:
    with pytest.raises(LanguageError) as raised:
        settled(tmp_path, f"\nclause wrong\n  for a wizard\n  {line}\n", "  ask the strength of Ann\n")
    assert said in str(raised.value.diagnostics)
