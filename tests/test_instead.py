"""`EVENT PHRASE instead of the EVENT` (docs/meaning.md 11.7): by hand; in random stories by brute force, in test_reference.py."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_exceptions import settled

from adjudicator.language.diagnostics import LanguageError
from adjudicator.settling.grades import DEFAULT, RULED

EVENTS = """
property {wizard} is made of stone
property {wizard} is a ghost
property the life of {wizard} is a whole number from 0, default 15
  state

event crumble
  {wizard victim} crumbles
  normally may

clause hurt
  for a blow
  then subtract 2 from the life of the target of the blow
  when the blow happens

clause crumbling-costs
  for a crumble
  then subtract 5 from the life of the victim of the crumble
  when the crumble happens
"""
CRUMBLES = """
clause stone-crumbles
  for a blow
  the target of the blow crumbles instead of the blow
  when the target of the blow is made of stone
"""
TURNS = """
clause ghosts-turn-it
  for a blow, a wizard, a wizard other
  the other attacks the wizard instead of the blow
  when the striker of the blow is the wizard
  and the target of the blow is the other
  and the other is a ghost
"""
BLOW = "  in order\n    Bob attacks Ann\n  ask the life of Ann\n"
STONE = "  Ann is made of stone\n"
GHOST = "  Ann is a ghost\n"


def answers(tmp_path: Path, rules: str, told: str) -> dict[object, str]:
    """The answers to the last question, with their grades."""
    return {one.answer: one.grade for one in settled(tmp_path, EVENTS + rules, told).answers[-1].outcomes}


def test_another_event_stands_in_its_place(tmp_path: Path) -> None:
    assert answers(tmp_path, CRUMBLES, BLOW) == {13: RULED}
    assert answers(tmp_path, CRUMBLES, STONE + BLOW) == {10: RULED}
    (found,) = settled(tmp_path, EVENTS + CRUMBLES, STONE + BLOW).answers[-1].outcomes
    assert [(step.event, step.happened) for step in found.world.steps][1:] == [("crumble in place of blow", True)]
    assert not found.world.steps[0].happened


def test_rivals_climb_the_ladder(tmp_path: Path) -> None:
    assert answers(tmp_path, CRUMBLES + TURNS, STONE + GHOST + BLOW) == {10: RULED, 15: DEFAULT}
    assert answers(tmp_path, CRUMBLES + TURNS + "  overrides stone-crumbles\n", STONE + GHOST + BLOW) == {15: DEFAULT}


def test_what_stands_there_is_not_replaced_by_the_same_clause_again(tmp_path: Path) -> None:
    """The blow that is turned back upon another ghost is not turned back again; another clause may replace it."""
    told = "  Bob is a ghost\n" + GHOST + "  in order\n    Bob attacks Ann\n  ask the life of Bob\n"
    assert answers(tmp_path, TURNS, told) == {13: RULED}
    assert answers(tmp_path, TURNS + CRUMBLES, "  Bob is made of stone\n" + told) == {10: RULED}


def test_what_does_not_happen_anyhow_is_not_replaced(tmp_path: Path) -> None:
    stops = "\nclause no-blow\n  for a blow\n  the blow does not happen\n"
    assert answers(tmp_path, CRUMBLES + stops, STONE + BLOW) == {15: DEFAULT}


def test_without_a_story_it_is_said_beside_the_answers(tmp_path: Path) -> None:
    found = settled(tmp_path, EVENTS + CRUMBLES, STONE + "  Bob attacks Ann\n  ask the life of Ann afterwards\n")
    assert [one.answer for one in found.answers[-1].outcomes] == [15]
    assert any("Ann crumbles instead of" in note and "stone-crumbles" in note for note in found.notes)


def test_exceptions_from_it(tmp_path: Path) -> None:
    more = "\nclause not-at-night\n  for a blow\n  stone-crumbles does not apply to the blow\n  when the striker of the blow is sleepy\n"
    assert answers(tmp_path, CRUMBLES + more, "  Bob is sleepy\n" + STONE + BLOW) == {13: RULED}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("the target of the blow is sleepy instead of the blow", "this says of no event that it happens"),
        ("the target of the blow crumbles instead of the target of the blow", ""),
    ],
)
def test_what_cannot_stand_there_is_said(tmp_path: Path, line: str, said: str) -> None:
    with pytest.raises(LanguageError) as raised:
        settled(tmp_path, EVENTS + f"\nclause wrong\n  for a blow\n  {line}\n", BLOW)
    assert any(said in one.message for one in raised.value.diagnostics)
