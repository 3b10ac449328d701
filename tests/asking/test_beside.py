"""What is told beside a deed in the same breath: what one carries, what lies there, of what sort a thing is, why, and with what."""

from __future__ import annotations

import re

import pytest
from books import book_named

from adjudicator.asking.attributes import told_apart
from adjudicator.asking.debate import Told, tell
from adjudicator.asking.everyday import everyday
from adjudicator.asking.happening import THE_GAME, contests
from adjudicator.web.debate import begun
from adjudicator.web.telling import say, still_open

APART = {
    "Ann walks home carrying a PIE": ("Ann carries a PIE", "Ann walks home"),
    "Ann walks onto the rug with a PIE in her hands": ("Ann carries a PIE", "Ann walks onto the rug"),
    "Ann throws PIPPIN from her bag at Bob": ("PIPPIN is in bag", "Ann throws PIPPIN at Bob"),
    "Ann steps onto a square with a PIPPIN in it": ("Ann is in the same square as a PIPPIN",),
    "Ann finds a basket": ("Ann is in the same space as a basket",),
}


@pytest.mark.parametrize("said", APART)
def test_what_is_told_beside_a_deed_is_a_piece_of_its_own(said: str) -> None:
    assert APART[said] in [*told_apart(said)]
    assert not any(one == APART[said] for one in told_apart(f"{said}?")), "a question asks of all of it"


def test_what_is_used_to_an_end_is_what_it_is_done_with() -> None:
    assert ("Ann stops it with a rug",) in [again.pieces for again in everyday("Ann puts up a rug to stop it", False)]
    assert ("Ann is losing a turn",) in [again.pieces for again in everyday("Ann loses her turn to a SOUP BOMB", False)]
    assert not any("stops" in piece for again in everyday("may Ann put up a rug to stop it", True) for piece in again.pieces)


def _told(book: str, said: str) -> Told:
    return tell(book_named(book), said, book)


LINES = {
    ("spellfire", "Ann attacks Bob's realm WATERDEEP with a wizard of level 5. Who wins the round?"): ["the wizard has level 5"],
    ("spellfire", "Ann attacks Bob's WATERDEEP with a level 7 Dark Sun hero. Who wins the round?"): [
        "the hero has level 7",
        "the logo of the hero is dark-sun",
        "Ann attacks WATERDEEP with the hero",
    ],
    ("spellfire", "Ben has ELMINSTER in his pool. Ann has ELMINSTER in her hand. May Ann play ELMINSTER?"): [
        "Second ELMINSTER is another copy of ELMINSTER",
        "ask whether Ann may play Second ELMINSTER",
    ],
    ("spellfire", "Ann attacks Bob's realm WATERDEEP with the hero. Bob defends it with the monster. Is WATERDEEP razed?"): [
        "Bob defends WATERDEEP with the monster"
    ],
    ("e8", "One of Bob's treasures is already lying on Ann's home base. Ann walks onto her home base. Is Ann dead?"): [
        "the home base of Ann is the home base",
        "the treasure is on the home base",
        "Ann walks onto the home base",
    ],
    ("e8", "Ann carries a treasure of Bob. She finds another of Bob's treasures. May she pick it up?"): [
        "Ann is in the same space as the second treasure",
        "the owner of the second treasure is Bob",
    ],
    ("e6", "It is Ann's turn. She still has a FIREBALL in her hand and can see Bob. May she cast it?"): ["Ann can see Bob"],
}


@pytest.mark.parametrize(("book", "said"), LINES)
def test_it_becomes_lines_of_its_own(book: str, said: str) -> None:
    told = _told(book, said)
    there = [line.strip() for line in told.scenario.split("\n")]
    assert not told.faults or "cast it" in said
    assert all(line in there for line in LINES[book, said]), told.scenario


def test_what_something_is_said_to_be_is_no_other_thing() -> None:
    told = _told("spellfire", "Knight is a hero of level 7. What is the level of Knight?")
    assert not told.faults and "the hero" not in told.scenario.partition("uses")[2]


def test_she_is_nobody_s_name() -> None:
    told = _told("e6", "It is Ann's turn. She still has a FIREBALL in her hand and hums. May she walk?")
    assert not re.search(r"\bShe\b", told.scenario.partition("uses")[2])


def test_what_a_card_does_is_for_the_rules_to_say() -> None:
    told = _told("wwrcc", "Ann casts ADRENALINE on herself, which gives her an extra attack. May Ann punch Bob?")
    assert not told.faults and "Ann casts ADRENALINE" in told.scenario
    assert any(one.startswith("`which gives her an extra attack`: what a card does") for one in told.taken)


def test_a_deed_of_an_earlier_turn_is_left_out_only_where_it_is_told_what_came_of_it() -> None:
    told = _told("e6", "Bob cast LIGHTNING BLAST at Ann last turn, so she is on a lost turn now. May Ann walk?")
    assert not told.faults and "Ann is on a lost turn" in told.scenario and "casts" not in told.scenario.partition("uses")[2]
    assert any("was before: what came of it is told" in one for one in told.taken)
    assert _told("e6", "Bob cast LIGHTNING BLAST at Ann last turn. May Ann walk?").faults


def test_who_wins_is_asked_of_what_was_told_of() -> None:
    said = "Ann attacks Bob's realm WATERDEEP with the hero. Bob defends with the monster. Who wins?"
    told = _told("spellfire", said)
    assert not told.faults and "ask which players x such that x wins the round" in told.scenario
    assert "`Who wins` is asked of the round, which was told of" in told.taken
    assert contests(book_named("house").book) == [THE_GAME] and "the round" in contests(book_named("spellfire").book)
    assert _told("house", "Ann casts FIREBALL at Bob. Who wins?").faults, "a cast decides no contest by itself"


def test_what_would_come_too_late_is_not_offered() -> None:
    said = "Ann casts a LIGHTNING BLAST of 4 points at Bob. Bob plays FULL SHIELD, and all of the damage is blocked. Does Bob lose a turn?"
    loaded = book_named("house")
    there = say(loaded, begun(loaded.book, named=False), said)
    (still,) = still_open(loaded, there.scenario)
    assert still.said == "all of the damage is blocked"
    assert not any("the cast" in one and not one.startswith("Bob ") for one in still.near), still.near
