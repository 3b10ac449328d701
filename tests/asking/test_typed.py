"""What is typed on a phone, told of people with names; and what is offered of a sentence when a part of it is left out."""

from __future__ import annotations

import pytest
from books import book_named

from adjudicator.asking.attributes import his_own, told_apart
from adjudicator.asking.debate import tell
from adjudicator.asking.shortening import shorter
from adjudicator.asking.typed import as_told, is_speech

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
    "its the very first round. may i punch bob?": "it is the very first round. May Ann punch Bob?",
    "we are playing to two treasures. did i win?": "We play to two treasures. Did Ann win?",
    "bob draws TRAP! and loses a turn, can i punch him?": "Bob draws TRAP! and loses a turn, can Ann punch Bob?",
}


@pytest.mark.parametrize("typed", TOLD)
def test_everybody_is_called_by_a_name(typed: str) -> None:
    assert as_told(book_named("house"), typed).text == TOLD[typed]


def test_who_is_named_keeps_his_name_and_who_speaks_is_told() -> None:
    typed = as_told(book_named("house"), "I punch Ann. Does she answer?")
    assert typed.text == "Bob punches Ann. Does Ann answer?" and typed.me == "Bob"
    assert "`I` is called Bob" in typed.notes
    assert as_told(book_named("house"), "may I punch him?", ("Bob", "Ann"), "Ann").text == "may Ann punch Bob?"


def test_a_reason_that_is_no_motive_is_not_left_out() -> None:
    told = tell(book_named("house"), "Bob is blind because a frobnicator fell on him. May Bob punch Ann?", "house")
    assert told.faults
    told = tell(book_named("house"), "Ann punches Bob because she does not like him. May Ann punch Bob?", "house")
    assert not told.faults and any("is a reason, and left out" in one for one in told.taken)


def test_who_is_a_card_is_under_it() -> None:
    assert "  Ann is under TOAD\n" in tell(book_named("house"), "Ann is a TOAD. May Ann cast FIREBALL at Bob?", "house").scenario


def test_it_is_nobody_with_a_name() -> None:
    told = tell(book_named("house"), "Ann flabbergasts on a treasure. Can Ann pick it up?", "house")
    assert told.faults and "pick Ann" not in told.scenario


def test_what_is_left_of_a_sentence() -> None:
    left = [*shorter("Can Ann cast WISH at the realm (in play) to get rid of it?")]
    assert "Can Ann cast WISH at the realm?" in left and all(one.endswith("?") for one in left)


def test_what_is_said_of_a_thing_is_told_before_it() -> None:
    assert [*told_apart("can Ann go through a door that is held open?")][0] == ("the door is held open", "can Ann go through the door?")
    assert [*told_apart("may Ann punch a wall next to Bob?")] == [("the wall is next to Bob", "may Ann punch the wall?")]
    assert [*told_apart("may Ann make a wall next to Bob?")] == []


def test_his_own_is_not_that_of_another() -> None:
    assert his_own("may Ann throw Ann's PIE at Bob?", lambda card: False) == "may Ann throw his PIE at Bob?"
    assert his_own("may Ann throw Ann's PIE at Bob?", lambda card: card == "PIE") == "may Ann throw Ann's PIE at Bob?"


def test_a_word_to_which_a_rule_listens_goes_before_one_to_which_none_does() -> None:
    loaded = book_named("e8")
    told = tell(loaded, "Bob's treasure lies on Ann's home base. How many victory points does Ann have?", "e8")
    assert not told.faults and "rests on" not in told.scenario


@pytest.mark.parametrize(("text", "speech"), [
    ("Ben maintains WALL OF FIRE.", False), ("Ben maintains WALL OF FIRE with 2 tokens on it", False), ("Ann claims the treasure", False),
    ("Ben maintains that he is right.", True), ("Ben maintains he is right", True), ("Ann claims DAGGER counts too", True),
    ("Carla says the DAGGER counts too.", True), ("Ben says BOO", True),
])  # fmt: skip
def test_what_is_done_with_a_thing_is_not_what_somebody_says(text: str, speech: bool) -> None:
    """A word for opinions may be a book's word for a deed: what is told with it must not be thrown away as talk."""
    assert is_speech(text) == speech


def test_the_phase_and_the_end_of_a_turn_are_told_as_people_do() -> None:
    loaded = book_named("e8")
    told = tell(loaded, "It is the discard and draw phase. Ben maintains WALL OF FIRE. How many cards may Ben draw?", "e8")
    assert not told.faults and "  the phase is discard-and-draw\n  Ben maintains WALL OF FIRE\n" in told.scenario
    told = tell(loaded, "It is the end of Ben's turn. How many cards may Ben draw?", "e8")
    assert not told.faults and any("which phase" in one for one in told.taken)


def test_who_is_in_the_name_of_a_card_is_nobody_at_the_table() -> None:
    told = tell(book_named("house"), "Ann casts FIREBALL at Bob. Bob answers with pardon me. How much life does Bob have?", "house")
    assert not told.faults and "PARDON ME" in told.scenario and "called" not in told.scenario
    told = tell(book_named("house"), "Ann casts FIREBALL at me. I answer with PARDON ME. How much life do I have?", "house")
    assert not told.faults and "PARDON ME" in told.scenario


def test_what_something_is_given_up_for_is_not_left_out() -> None:
    """A card thrown away for speed is no card thrown away; to whom a blow is dealt, what for is told besides."""
    assert tell(book_named("e8"), "Ann discards FOUR to go faster.", "e8").faults
    assert not tell(book_named("e8"), "Ann punches Bob to annoy him.", "e8").faults
