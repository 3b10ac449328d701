"""What is typed on a phone, told of people with names; and what is offered of a sentence when a part of it is left out."""

from __future__ import annotations

from functools import cache

import pytest

from adjudicator.asking.debate import tell
from adjudicator.asking.shortening import shorter
from adjudicator.asking.typed import as_told
from adjudicator.language.diagnostics import Messages
from adjudicator.language.loading import Loaded, load

TOLD = {
    "i cast FIREBALL at bob. does he take damage?": "Ann casts FIREBALL at Bob. Does Bob take damage?",
    "im on a lost turn. can i still answer him?": "Ann is on a lost turn. Can Ann still answer Bob?",
    "my opponent has my treasure and i dont like it": "Bob has Ann's treasure and Ann does not like it",
    "I drew a card and walk 2 spaces": "Ann drew a card and walks 2 spaces",
    "do i have to drop it?": "does Ann have to drop it?",
    "Bob and I are next to each other, can I punch bobs troll": "Bob and Ann are next to each other, can Ann punch Bob's TROLL",
    "I cast BUDDY on Bob and now my TROLL attacks him": "Ann casts BUDDY on Bob and now Ann's TROLL attacks Bob",
    "bob is in the square next to mine": "Bob is in the square next to Ann's square",
    "can you punch a wall?": "can Ann punch a wall?",
    "Ann casts FIREBALL at Bob. Bob answers with it": "Ann casts FIREBALL at Bob. Bob answers with it",
    "he casts TELEPORT OPPONENT at me": "Bob casts TELEPORT OPPONENT at Ann",
}


@cache
def _house() -> Loaded:
    loaded = load("house", Messages())
    assert loaded is not None
    return loaded


@pytest.mark.parametrize("typed", TOLD)
def test_everybody_is_called_by_a_name(typed: str) -> None:
    assert as_told(_house(), typed).text == TOLD[typed]


def test_who_is_named_keeps_his_name_and_who_speaks_is_told() -> None:
    typed = as_told(_house(), "I punch Ann. Does she answer?")
    assert typed.text == "Bob punches Ann. Does Ann answer?" and typed.me == "Bob"
    assert "`I` is called Bob" in typed.notes
    assert as_told(_house(), "may I punch him?", ("Bob", "Ann"), "Ann").text == "may Ann punch Bob?"


def test_a_reason_that_is_no_motive_is_not_left_out() -> None:
    told = tell(_house(), "Bob is blind because a frobnicator fell on him. May Bob punch Ann?", "house")
    assert told.faults
    told = tell(_house(), "Ann punches Bob because she does not like him. May Ann punch Bob?", "house")
    assert not told.faults and any("is a reason, and left out" in one for one in told.taken)


def test_who_is_a_card_is_under_it() -> None:
    assert "  Ann is under TOAD\n" in tell(_house(), "Ann is a TOAD. May Ann cast FIREBALL at Bob?", "house").scenario


def test_it_is_nobody_with_a_name() -> None:
    told = tell(_house(), "Ann flabbergasts on a treasure. Can Ann pick it up?", "house")
    assert told.faults and "pick Ann" not in told.scenario


def test_what_is_left_of_a_sentence() -> None:
    left = [*shorter("Can Ann cast WISH at the realm (in play) to get rid of it?")]
    assert "Can Ann cast WISH at the realm?" in left and all(one.endswith("?") for one in left)
