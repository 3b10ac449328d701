"""How people at a table put things: without a doer, of a next turn, with several copies, with what nobody named before.

Each telling has the lines of the scenario that it must be understood as, or none where it must not be answered.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.asking.copies import of_a_copy, several_copies
from adjudicator.asking.debate import Told, tell
from adjudicator.asking.turns import Later, heading_after, next_turn
from adjudicator.language.diagnostics import Messages
from adjudicator.language.loading import Loaded, load

MORE = """
kind slip is a card
kind rug
kind dish is a card
kind hot dish is a dish
property the figure of {slip} is a whole number
property the size of {basket} is a whole number
  also {basket} has size {value}
property {rug} is between {guest one} and {guest other}
property the place of {card} is one of hand, grass, bin, default hand
  state
  also {card} is in the {value}
property {guest} wins
property {guest} is in the same space as {thing}
property the owner of {card} is a guest or nobody
event adding
  {guest agent} adds {slip extra}
  normally may
event deal
  {guest agent} makes a deal with {guest partner}
  normally may
card PIE is a hot dish
event serving
  {guest agent} serves {dish served}
  normally may
property {toss} is ruined
"""

UNDERSTOOD = {
    "There is a basket called Big. The rug is a rug. Ann has 5 hunger. Ann's hunger?":
        ["guest Ann", "basket Big", "a rug called the rug", "Ann has 5 hunger", "ask Ann's hunger"],
    "The basket is size 6. Ann has 5 hunger. Ann's hunger?":
        ["guest Ann", "a basket called the basket", "the basket has size 6", "Ann has 5 hunger", "ask Ann's hunger"],
    "The place of PIE is Grass. Ann has 5 hunger. Ann's hunger?":
        ["guest Ann", "The place of PIE is grass", "Ann has 5 hunger", "ask Ann's hunger"],
    "A SOUP BOMB is tossed at Bob. Is Bob happy?":
        ["guests Unnamed, Bob", "Unnamed's turn, round 3", "  Unnamed tosses SOUP BOMB at Bob", "ask whether Bob is happy"],
    "Ann is asleep. A SOUP BOMB is tossed at Bob. Is Bob happy?":
        ["guests Ann, Bob", "Ann is asleep", "Ann's turn, round 3", "  Ann tosses SOUP BOMB at Bob", "ask whether Bob is happy"],
    "A SOUP BOMB is tossed at Bob and Bob has 5 hunger. Is Bob happy?":
        ["guests Unnamed, Bob", "Bob has 5 hunger", "Unnamed's turn, round 3", "  Unnamed tosses SOUP BOMB at Bob",
         "ask whether Bob is happy"],
    "Ann tosses SOUP BOMB at Bob. Next turn Bob wants to toss SOUP BOMB at Ann. May he?":
        ["guests Ann, Bob", "Ann's turn, round 3", "  Ann tosses SOUP BOMB at Bob", "Bob's turn",
         "  proposed: Bob tosses SOUP BOMB at Ann", "ask whether Bob may toss SOUP BOMB at Ann"],
    "Ann tosses SOUP BOMB at Bob. In her next turn she wants to toss SOUP BOMB at Cid. May she?":
        ["guests Ann, Bob, Cid", "Ann's turn, round 3", "  Ann tosses SOUP BOMB at Bob", "Ann's turn, round 4",
         "  proposed: Ann tosses SOUP BOMB at Cid", "ask whether Ann may toss SOUP BOMB at Cid"],
    "Bob is asleep. It's Ann's second turn and she tosses SOUP BOMB at him. Is Bob happy?":
        ["guests Bob, Ann", "Bob is asleep", "Ann's turn, round 2", "  Ann tosses SOUP BOMB at Bob", "ask whether Bob is happy"],
    "Ann picks up the basket Hamper. Does she have the basket?":
        ["guest Ann", "basket Hamper", "Ann picks up Hamper", "ask whether Ann has Hamper"],
    "Ann picks up a basket called HAMPER, size 6. Does she carry HAMPER?":
        ["guest Ann", "basket HAMPER", "HAMPER has size 6", "Ann picks up HAMPER", "ask whether Ann carries HAMPER"],
    "Ann picks up Hamper, a basket of size 6. Does she carry Hamper?":
        ["guest Ann", "basket Hamper", "Hamper has size 6", "Ann picks up Hamper", "ask whether Ann carries Hamper"],
    "There is a rug between Ann and Bob. Is Ann happy?":
        ["guests Ann, Bob", "a rug called the rug", "the rug is between Ann and Bob", "the rug is between Bob and Ann",
         "ask whether Ann is happy"],
    "Ann adds a 4. Is Ann happy?":
        ["guest Ann", "a slip called the slip", "the figure of the slip is 4", "Ann's turn, round 3", "  Ann adds the slip",
         "ask whether Ann is happy"],
    "Ann adds a slip with a 4. Is Ann happy?":
        ["guest Ann", "a slip called the slip", "the figure of the slip is 4", "Ann's turn, round 3", "  Ann adds the slip",
         "ask whether Ann is happy"],
    "Ann is asleep and Bob is happy. Can they make a deal?":
        ["guests Ann, Bob", "Ann is asleep and Bob is happy", "ask whether Ann may make a deal with Bob"],
    "Ann serves the hot PIE. Where does it go after that?":
        ["guest Ann", "Ann serves PIE", "ask the place of PIE"],
    "Ann tosses SOUP BOMB at Bob. Bob ruins it. May Ann pick up a basket?":
        ["guests Ann, Bob", "a basket called the basket", "Ann's turn, round 3", "  Ann tosses SOUP BOMB at Bob", "  the toss is ruined",
         "  proposed: Ann picks up the basket", "ask whether Ann may pick up the basket"],
    "BIG LID is in Ann's bin. Is Ann happy?":
        ["guest Ann", "BIG LID is in the bin", "the owner of BIG LID is Ann", "ask whether Ann is happy"],
    "A basket lies in Ann's space. Is Ann happy?":
        ["guest Ann", "a basket called the basket", "Ann is in the same space as the basket", "ask whether Ann is happy"],
    "The basket is carried by Ann. Does Ann have the basket?":
        ["guest Ann", "a basket called the basket", "Ann carries the basket", "ask whether Ann has the basket"],
}  # fmt: skip

NOT_UNDERSTOOD = {
    "Ann and Cid are asleep. A SOUP BOMB is tossed at Bob. Is Bob happy?": "who of two did it",
    "Ann tosses SOUP BOMB at Bob. Who wins?": "what is won: the game, or what was just done",
    "Bob is warmed by a SOUP BOMB. Is Bob happy?": "no deed that is done to somebody with such a thing",
}


@pytest.fixture
def larger(picnic: Path) -> Loaded:
    rules = picnic / "picnic" / "picnic.rules"
    rules.write_text(rules.read_text(encoding="utf-8") + MORE, encoding="utf-8")
    loaded = load("picnic", Messages())
    assert loaded is not None
    return loaded


def _lines(told: Told) -> list[str]:
    return [line[2:] for line in told.scenario.split("\n")[2:] if line.strip()]


@pytest.mark.parametrize("said", UNDERSTOOD)
def test_it_is_understood_as_it_is_meant(said: str, larger: Loaded) -> None:
    told = tell(larger, said, "picnic")
    assert not told.faults, told.faults
    assert _lines(told) == UNDERSTOOD[said]


@pytest.mark.parametrize("said", NOT_UNDERSTOOD)
def test_what_may_be_meant_in_two_ways_is_not_answered(said: str, larger: Loaded) -> None:
    told = tell(larger, said, "picnic")
    assert told.faults and all(fault.help for fault in told.faults)


def test_several_copies_in_a_hand_are_told_as_one() -> None:
    assert several_copies("Ann has two PIPPINs in her hand") == ("Ann has PIPPIN in her hand", "PIPPIN")
    assert several_copies("Ann has two PIPPINs") == ("Ann has two PIPPINs", ""), "two things that lie on the table are two"
    assert of_a_copy("she throws one at Bob and then the other one at Cid", "PIPPIN") == "she throws PIPPIN at Bob and then PIPPIN at Cid"


def test_whose_next_turn_it_is() -> None:
    assert next_turn("In his next turn, Bob does it") == Later("his", "Bob does it")
    assert next_turn("May Ann do it in Bob's next turn?") == Later("Bob's", "May Ann do it?")
    assert next_turn("Her turn begins") == Later("Her", "")
    assert not any(next_turn(said) for said in ("Ann next turns round", "Ann loses her next turn", "His next turn is lost"))
    assert heading_after(["Ann", "Bob"], "Cid", 3) == "Cid's turn" and heading_after(["Ann", "Bob"], "Ann", 3) == "Ann's turn, round 4"
