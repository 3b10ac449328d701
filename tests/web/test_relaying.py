"""What was told stands as it was said when one line of it is said otherwise: answers below what they answer, in the turn of who begins."""

from __future__ import annotations

import pytest
from books import book_named

from adjudicator.web.relaying import ASSUMED
from adjudicator.web.telling import instead, say

BEGUN = "scenario A debate\n  uses {book}\n"


def _said_otherwise(book: str, told: str, otherwise: str) -> list[str]:
    """What is told when the first line that was not understood is said otherwise, the questions left out."""
    first = say(book_named(book), BEGUN.format(book=book), told).scenario
    line = next(number for number, one in enumerate(first.split("\n"), 1) if "-- not understood: " in one)
    made = instead(book_named(book), first, line, otherwise)
    assert not made.rest, made.rest
    lines = made.scenario.split("\n")
    start = next(number for number, one in enumerate(lines) if "'s turn" in one)
    return [one for one in lines[start:] if one.strip() and not one.startswith("  ask")]


@pytest.mark.parametrize(
    ("book", "deed", "answer", "otherwise"),
    [
        ("house", "Vera flabbergasts Jonas with a LIGHTNING BLAST", "FULL REFLECTION", "Vera casts LIGHTNING BLAST at Jonas"),
        ("e6", "Vera flabbergasts Jonas with a FIREBALL", "FULL SHIELD", "Vera casts FIREBALL at Jonas"),
        ("wwrcc", "Vera flabbergasts Jonas with a FIREBALL", "FULL SHIELD", "Vera casts FIREBALL at Jonas"),
    ],
)
def test_an_answer_comes_below_what_it_answers(book: str, deed: str, answer: str, otherwise: str) -> None:
    told = _said_otherwise(book, f"{deed}. Jonas answers with {answer}. May Vera punch Jonas?", otherwise)
    assert told[0] == "  Vera's turn, round 3" and told[1] == f"    {otherwise}"
    assert told[2].startswith("      Jonas ") and answer in told[2]


def test_the_turn_that_somebody_said_stays_and_holds_the_line() -> None:
    told = _said_otherwise(
        "house", "It is Jonas's turn. Vera flabbergasts Jonas. Jonas punches Vera. May Jonas walk?", "Vera casts LIGHTNING BLAST at Jonas"
    )
    assert told[:3] == ["  Jonas's turn, round 3", "    Vera casts LIGHTNING BLAST at Jonas", "    Jonas punches Vera"]


def test_later_turns_stay_in_their_order() -> None:
    told = _said_otherwise(
        "house", "Vera flabbergasts Jonas. Jonas punches Vera. It is Bob's turn. Bob punches Vera. May Vera walk?", "Vera punches Jonas"
    )
    assert told[:5] == [
        "  Vera's turn, round 3",
        "    Vera punches Jonas",
        "    Jonas punches Vera",
        "  Bob's turn",
        "    Bob punches Vera",
    ]


def test_what_is_still_not_understood_stays_in_its_place() -> None:
    first = say(
        book_named("house"), BEGUN.format(book="house"), "Vera flabbergasts Jonas. Bob punches Vera. Bob flabbergasts Vera. May Vera walk?"
    ).scenario
    line = next(number for number, one in enumerate(first.split("\n"), 1) if "-- not understood: Vera" in one)
    made = instead(book_named("house"), first, line, "Vera punches Jonas")
    assert made.rest == ("Bob flabbergasts Vera",)
    lines = [one.strip() for one in made.scenario.split("\n")]
    assert lines.index("Bob punches Vera") < lines.index("-- not understood: Bob flabbergasts Vera")
    assert f"  {ASSUMED}" in made.scenario.split("\n")


def test_a_drawn_board_behind_the_line_is_left_as_it_is() -> None:
    text = (
        "scenario A debate\n  uses house\n\n  wizards Ann, Bob\n  -- not understood: Ann hums\n  board\n"
        "      +---+---+\n      | A | B |\n      +---+---+\n    A  Ann\n    B  Bob\n"
    )
    made = instead(book_named("house"), text, 5, "Ann punches Bob").scenario
    assert "      | A | B |\n" in made and "    A  Ann\n" in made and "Ann punches Bob" in made
