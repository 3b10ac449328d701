"""Short everyday debates, each with the lines that it must come to: what people type first, of several books."""

from __future__ import annotations

import pytest
from books import book_named

from adjudicator.asking.debate import Told, tell

TOLD = {
    ("house", "Bob's TROLL punches Ann for 3. What is the life of Ann?"): ["TROLL punches Ann, the strength of the punch is 3"],
    ("house", "Bob throws a LIGHTNING BLAST at Ann. It hits her. Does Ann lose a turn?"): ["Bob plays LIGHTNING BLAST at Ann"],
    ("house", "Ann zaps Bob with a LIGHTNING BLAST, which hits him. Does Bob lose a turn?"): ["Ann casts LIGHTNING BLAST at Bob"],
    ("house", "Ann dies from a FIREBALL cast by Bob. Ann was carrying Carl's treasure. Who gets the treasure?"): [
        "Bob kills Ann with FIREBALL", "ask which wizards x such that x carries the treasure",
    ],
    ("house", "Ann is killed by a FIREBALL that Bob cast. Does Bob get her cards?"): [
        "Bob kills Ann with FIREBALL", "ask whether Bob has the card in hand",
    ],
    ("house", "Ann casts a FIREBALL at Bob. May she cast a second FIREBALL at Carl?"): ["proposed: Ann casts FIREBALL at Carl"],
    ("e6", "Ann has 7 cards in her hand and draws two more at the end of her turn. How many cards does she have to discard?"): [
        "Ann draws 2 cards", "ask the number of cards that Ann must discard",
    ],
    ("e6", "Ann has 7 cards in her hand. Ann draws 2 cards. Does she have to discard a card?"): [
        "ask whether the number of cards that Ann must discard is at least 1",
    ],
    ("e6", "Ann casts a CREATE WALL between her and Bob. On his turn, may Bob cast a FIREBALL at Ann?"): [
        "CREATE WALL is between Ann and Bob", "Ann casts CREATE WALL", "Bob's turn", "proposed: Bob casts FIREBALL at Ann",
    ],
    ("e6", "Ann opens the door with the MASTER KEY and walks through. Ann holds the door open for Ben. May Ben go through the door?"): [
        "Ann walks through the door", "Ann holds the door open for Ben", "proposed: Ben goes through the door",
    ],
    ("e6", "It is Ben's turn. Ben casts SHRINK on Cleo. Then he plays LIGHTNING BLAST at Dan, who is in line of sight. Is Dan dead?"): [
        "Dan is in line of sight of Ben", "Ben casts SHRINK on Cleo", "Ben plays LIGHTNING BLAST at Dan",
    ],
    ("house", "Ruth counts Pete's hand and finds that Pete holds nine cards, although he may have only seven. May Pete draw a card?"): [
        "Pete holds 9 cards",
    ],
    ("house", "Nina casts FIREBALL at Oscar down the corridor. Oscar shrugs and answers with FULL SHIELD. Is Oscar dead?"): [
        "Nina casts FIREBALL at Oscar", "Oscar answers with FULL SHIELD",
    ],
    ("e8", "May Ann move and then punch Bob?"): ["Ann moves", "proposed: Ann punches Bob", "ask whether Ann may punch Bob"],
    ("e8", "Ann has a stun token. Ann walks 1 spaces. What is the life of Ann?"): ["Ann has 1 stun tokens"],
    ("spellfire", "Ann plays a realm and then, in the same turn, wants to play a second realm. May she?"): [
        "Ann lays the realm", "proposed: Ann lays the second realm", "ask whether Ann may lay the second realm",
    ],
    ("spellfire", "Ann has no cards left in her draw pile at the start of her turn. Does she lose?"): ["the draw pile of Ann is empty"],
    ("spellfire", "Ann has an event in hand. May she play it?"): [
        "Ann has the event card in hand", "ask whether Ann may play the event card",
    ],
    ("spellfire", "Ann has FIREBALL in hand. May she play it?"): ["ask whether Ann may cast FIREBALL"],
}  # fmt: skip


def _told(book: str, said: str) -> Told:
    return tell(book_named(book), said, book)


@pytest.mark.parametrize(("book", "said"), TOLD, ids=lambda one: one[:60])
def test_it_is_read_as_it_is_meant(book: str, said: str) -> None:
    told = _told(book, said)
    assert not told.faults
    lines = [line.strip() for line in told.scenario.split("\n")]
    places = [lines.index(line) for line in TOLD[book, said]]
    assert places == sorted(places)


def test_what_is_so_at_the_end_of_a_turn_is_not_asked_of_now() -> None:
    """`is it discarded at the end of the turn` is another question than whether it is: not understood, and so not answered."""
    assert _told("spellfire", "ELMINSTER is in Ann's pool. Is ELMINSTER discarded at the end of the turn?").faults


def test_what_was_left_to_the_rules_or_dropped_is_said() -> None:
    told = _told("house", "Bob throws a LIGHTNING BLAST at Ann. It hits her. Does Ann lose a turn?")
    assert any(one.startswith("`It hits her`: what a deed does is for the rules to say") for one in told.taken)
    told = _told("e8", "Ann has 8 cards in her hand. Can she still draw two cards at the end of her turn?")
    assert any("which part of the turn it is was not said" in one for one in told.taken)


def test_somebody_who_hits_is_no_deed_that_lands() -> None:
    """`It hits her` is left to the rules; that a monster hits her is a deed of its own."""
    said = "Ann has 3 life. Bob controls TROLL. TROLL walks 1 spaces. TROLL hits Ann. Is Ann dead?"
    assert "TROLL attacks Ann" in _told("house", said).scenario


def test_she_is_who_has_a_womans_name() -> None:
    """It is Ben's turn, and who is spoken of last is Ben: `she` is Ann all the same."""
    said = "Ann has a FIREBALL in hand. Ben stands in the same space as Ann. May she cast FIREBALL at him?"
    assert "ask whether Ann may cast FIREBALL at Ben" in _told("house", said).scenario
