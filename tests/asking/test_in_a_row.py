"""Deeds told in a row are a story; leave is asked of what comes next; what is not done, only said, or on the board is heard so."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import Result

from adjudicator.asking.debate import tell
from adjudicator.asking.meaning import means_alike
from adjudicator.asking.ordering import OPEN
from adjudicator.language.diagnostics import Messages
from adjudicator.language.loading import Loaded, load
from adjudicator.web.telling import instead, say

Run = Callable[..., Result]
TURN = "Ann's turn, round 3"
NOBODY_YET = "scenario A debate\n  uses house\n"

STORIES = {
    "Ann picks up a basket. Then she tosses SOUP BOMB at Bob. Bob's hunger?":
        ["guests Ann, Bob", "a basket called the basket", TURN, "  Ann picks up the basket", "  Ann tosses SOUP BOMB at Bob",
         "ask Bob's hunger"],
    "Ann tosses SOUP BOMB at Bob and at the same time Bob tosses SOUP BOMB at Ann. Bob's hunger?":
        ["guests Ann, Bob", "Ann tosses SOUP BOMB at Bob", "Bob tosses SOUP BOMB at Ann", "ask Bob's hunger afterwards"],
    "It is the second round. It is Bob's turn. Ann tosses SOUP BOMB at Bob; Bob tosses SOUP BOMB at Ann. Bob has 5 hunger. Bob's hunger?":
        ["guests Bob, Ann", "Bob has 5 hunger", "Bob's turn, round 2", "  Ann tosses SOUP BOMB at Bob", "  Bob tosses SOUP BOMB at Ann",
         "ask Bob's hunger"],
    "Ann tosses SOUP BOMB at Bob. In Bob's turn Bob tosses SOUP BOMB at Ann. Ann's hunger?":
        ["guests Ann, Bob", TURN, "  Ann tosses SOUP BOMB at Bob", "Bob's turn", "  Bob tosses SOUP BOMB at Ann", "ask Ann's hunger"],
    "Ann picks up a basket. May she toss SOUP BOMB at Bob in the same turn?":
        ["guests Ann, Bob", "a basket called the basket", TURN, "  Ann picks up the basket", "  proposed: Ann tosses SOUP BOMB at Bob",
         "ask whether Ann may toss SOUP BOMB at Bob"],
    "Ann tosses SOUP BOMB at Bob. May Ann toss SOUP BOMB at Bob?":
        ["guests Ann, Bob", "Ann tosses SOUP BOMB at Bob", "ask whether Ann may toss SOUP BOMB at Bob"],
    "Ann tosses SOUP BOMB at Bob. May Ann toss SOUP BOMB at Bob again?":
        ["guests Ann, Bob", TURN, "  Ann tosses SOUP BOMB at Bob", "  proposed: Ann tosses SOUP BOMB at Bob",
         "ask whether Ann may toss SOUP BOMB at Bob"],
    "Ann picks up a basket. Ann tosses SOUP BOMB at Bob. Is she allowed to?":
        ["guests Ann, Bob", "a basket called the basket", TURN, "  Ann picks up the basket", "  proposed: Ann tosses SOUP BOMB at Bob",
         "ask whether Ann may toss SOUP BOMB at Bob"],
    "Ann tosses SOUP BOMB at Bob. May Bob answer with BIG LID?":
        ["guests Ann, Bob", TURN, "  Ann tosses SOUP BOMB at Bob", "    proposed: Bob answers with BIG LID",
         "ask whether the reply may happen"],
    "Ann tosses SOUP BOMB at Bob. Nothing more is played. Bob has not tossed SOUP BOMB at her yet. Bob does not answer. Bob's hunger?":
        ["guests Ann, Bob", TURN, "  Ann tosses SOUP BOMB at Bob", "ask Bob's hunger"],
    "Ann tosses SOUP BOMB at Bob. Ann says he has lost. Is Bob happy, because Bob is a good loser?":
        ["guests Ann, Bob", TURN, "  Ann tosses SOUP BOMB at Bob", "ask whether Bob is happy"],
    "guests Ann and Bob. Ann and Bob are guests. Guests Ann and Bob are asleep. Is Ann happy?":
        ["guests Ann, Bob", "Ann is asleep", "Bob is asleep", "ask whether Ann is happy"],
    "There is a basket on the table. HAMPER is Ann's basket. Bob picks up Ann's basket HAMPER. Is Ann happy?":
        ["guests Ann, Bob", "a basket called the basket", "basket HAMPER", "Ann carries HAMPER", "Bob's turn, round 3",
         "  Bob picks up HAMPER",
         "ask whether Ann is happy"],
    "Ann picks up the BASKET. Is Ann happy?":
        ["guest Ann", "a basket called the basket", TURN, "  Ann picks up the basket", "ask whether Ann is happy"],
}  # fmt: skip


@pytest.mark.parametrize("telling", STORIES)
def test_what_is_told_is_put_in_order(telling: str, run: Run) -> None:
    result = run("ask", "picnic", telling, "--json")
    assert result.exit_code in (0, 1), result.output
    understood = json.loads(result.output)["understood"]
    assert [line[2:] for line in understood["scenario"].split("\n")[2:] if line.strip()] == STORIES[telling]
    headed = any("'s turn" in line for line in STORIES[telling])
    assert (headed and "Bob's turn. Ann" not in telling) == any(one.startswith("this is taken to happen") for one in understood["taken"])


@pytest.mark.parametrize("telling", [
    "Ann tosses SOUP BOMB at Bob; Ann has not tossed SOUP BOMB at Bob; Bob's hunger?",  # it was told that she did
    "Ann has not juggled yet; is Ann happy?",  # no deed of this book
])  # fmt: skip
def test_what_is_denied_but_told_is_not_understood(telling: str, run: Run) -> None:
    assert run("ask", "picnic", telling).exit_code == 2


@pytest.fixture(scope="module")
def house() -> Loaded:
    loaded = load("house", Messages())
    assert loaded is not None
    return loaded


def test_she_is_the_one_who_was_called_so(house: Loaded) -> None:
    told = tell(house, "Ann has 4 life. It is her turn and Bob stands next to her. Can she punch him?", "house")
    assert not told.faults and "ask whether Ann may punch Bob" in told.scenario


def test_who_dies_of_a_deed_is_he_at_whom_it_was_aimed(house: Loaded) -> None:
    told = tell(house, "Ann casts FIREBALL at Bob. He dies. Is Ann dead?", "house")
    assert not told.faults and "    Ann kills Bob with FIREBALL\n" in told.scenario


def test_who_plays_something_against_a_deed_is_he_at_whom_it_was_aimed(house: Loaded) -> None:
    told = tell(house, "Ann casts FIREBALL at Bob, he plays FULL SHIELD. Then she casts FIREBALL at Bob. Does he die?", "house")
    assert not told.faults and "    Ann casts FIREBALL at Bob\n      Bob answers with FULL SHIELD\n    Ann casts" in told.scenario
    assert "ask whether Bob is dead" in told.scenario
    told = tell(house, "Ann casts FIREBALL at Bob. Bob casts FULL REFLECTION. Is Ann dead?", "house")
    assert "    Ann casts FIREBALL at Bob\n      Bob answers with FULL REFLECTION\n" in told.scenario


def test_what_comes_of_a_single_deed_is_asked_of_a_story(house: Loaded) -> None:
    told = tell(
        house, "Ann has 6 life. Ann casts FIREBALL at Bob and Bob answers with FULL REFLECTION. How much life has Ann left?", "house"
    )
    assert not told.faults and "  Ann's turn, round 3\n" in told.scenario and told.scenario.endswith("ask the life of Ann\n")


def test_she_is_whom_the_telling_calls_so_or_of_whom_it_is_told(house: Loaded) -> None:
    for said, asked in (("Ann has 3 life and Bob punches her. Is she dead?", "ask whether Ann is dead"),
                        ("Ann has 6 life. Bob punches Ann. How much life does she have?", "ask the life of Ann")):  # fmt: skip
        told = tell(house, said, "house")
        assert not told.faults and told.scenario.endswith(f"{asked}\n")
    assert tell(house, "Bob punches Ann. Is she dead?", "house").faults, "it may be either"


def test_nobody_is_called_like_a_place(house: Loaded) -> None:
    assert "wizards Ann, Bob\n" in tell(house, "Ann casts FIREBALL at Bob in the Hall. Is Bob dead?", "house").scenario


def test_what_was_so_from_the_start_stands_before_the_story(house: Loaded) -> None:
    said = "In Ann's turn Ann casts FIREBALL at Bob. Bob has 4 life and answers with FULL SHIELD. Then she punches Bob. Bob's life?"
    told = tell(house, said, "house")
    assert not told.faults and "  Bob has 4 life\n  Ann's turn, round 3\n" in told.scenario


@pytest.mark.parametrize("end", ["and nobody plays anything else", ", and nobody does anything else", "and nobody else plays a card"])
def test_that_nothing_else_is_done_goes_without_saying(house: Loaded, end: str) -> None:
    told = tell(house, f"Ann casts FIREBALL at Bob {end}. Is Bob dead?".replace(" ,", ","), "house")
    assert not told.faults and "  Ann casts FIREBALL at Bob\n" in told.scenario


def test_what_is_not_understood_keeps_its_place_in_the_row_and_can_be_said_anew_there(house: Loaded) -> None:
    played, unheard = "Bob plays FULL REFLECTION", "Bob flabbergasts FULL REFLECTION"
    lines = "It is Ann's turn. Ann casts FIREBALL at Bob. {}. Ann casts SHRINK at Bob. Is Bob dead?"
    whole = say(house, NOBODY_YET, lines.format(played)).scenario
    open_ = say(house, NOBODY_YET, lines.format(unheard)).scenario
    assert f"  Ann's turn, round 3\n    Ann casts FIREBALL at Bob\n    {OPEN}{unheard}\n    Ann casts SHRINK at Bob\n" in open_
    number = next(number for number, line in enumerate(open_.split("\n"), 1) if OPEN in line)
    assert instead(house, open_, number, played).scenario.split() == whole.split()


def test_whether_somebody_may_play_what_can_answer_is_asked_of_the_answer(house: Loaded) -> None:
    told = tell(house, "Bob casts FIREBALL at Ann. May she play FULL SHIELD?", "house")
    assert not told.faults and "proposed: Ann answers with FULL SHIELD\n" in told.scenario
    assert "ask whether the answer may happen" in told.scenario


def test_what_is_not_understood_is_kept_in_the_words_it_was_said_in(house: Loaded) -> None:
    unheard = ["Cid flabbergasts Bob's Hat", "Ann flummoxes a Far East hat from her hand"]
    kept = say(house, NOBODY_YET, ". ".join(unheard)).scenario
    assert [line.strip().removeprefix(OPEN) for line in kept.split("\n") if OPEN in line] == unheard


def test_how_something_is_done_has_to_be_said(house: Loaded) -> None:
    """`attacks` is said of things on the board: what a wizard does who attacks, is another deed each time."""
    told = tell(house, "Ann picks up the DAGGER. May Ann attack Bob?", "house")
    assert [fault.help for fault in told.faults] == ["the nearest questions are\nmay Ann punch Bob?"]


@pytest.mark.parametrize(("said", "offer", "alike"), [
    ("Ann has not walked yet", "Ann can not walk", False),
    ("Ann has nothing more to play against it", "Ann is in play", False),
    ("can Bob punch Ann", "Bob may drive Ann before him?", False),
    ("Bob is killed by the wall", "Ann kills Bob", False),
    ("Bob has 2 points left and stands next to a wall", "the spaces left to Bob is 2", False),
    ("Ann and Bob both stand in the same bush", "Ann is in the same space as Bob", False),
    ("Ann walks 2 spaces", "Ann moves 2 spaces", True),
    ("Ann grabs the chest", "Ann picks up the chest", True),
])  # fmt: skip
def test_offers_mean_what_was_said(said: str, offer: str, alike: bool) -> None:
    assert means_alike(said, offer, ("Ann", "Bob")) == alike
