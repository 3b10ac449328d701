"""Who acts, whose something is, what is told against a deed, and what somebody only says: in the words of the five books."""

from __future__ import annotations

import pytest
from books import book_named

from adjudicator.asking.clauses import clauses
from adjudicator.asking.debate import Told, scenario_of, tell
from adjudicator.language.diagnostics import Messages
from adjudicator.settling.settling import settle


def _tell(book: str, said: str) -> Told:
    return tell(book_named(book), said, book)


def _lines(book: str, said: str) -> list[str]:
    """The lines of the scenario that is understood of it, each without what it is indented by."""
    told = _tell(book, said)
    assert not told.faults, [fault.message for fault in told.faults]
    return [line.strip() for line in told.scenario.split("\n")]


THE_THING_ACTS = {
    "Pia's TROLL punches Marek": "TROLL punches Marek",
    "The TROLL of Pia kills Marek": "TROLL kills Marek",
    "Marek is killed by Pia's TROLL": "TROLL kills Marek",
    "Pia has a TROLL. It punches Marek": "TROLL punches Marek",
    "Pia's troll punches Marek": "TROLL punches Marek",
}


@pytest.mark.parametrize("book", ["house", "e6", "wwrcc"])
@pytest.mark.parametrize("said", THE_THING_ACTS)
def test_what_is_somebody_s_acts_itself(book: str, said: str) -> None:
    lines = _lines(book, f"{said}. Is Marek dead?")
    assert THE_THING_ACTS[said] in lines and "the controller of TROLL is Pia" in lines
    assert not any(line.startswith(("Pia punches", "Pia kills", "Pia casts")) for line in lines)


def test_a_second_deed_is_of_the_thing_too() -> None:
    assert clauses("Pia's TROLL walks away and punches Bob") == ["Pia's TROLL walks away", "Pia's TROLL punches Bob"]
    lines = _lines("house", "Pia's TROLL punches Marek and kills him. Is Marek dead?")
    assert lines.index("TROLL punches Marek") < lines.index("TROLL kills Marek")


def test_what_it_does_next_is_not_done_by_who_made_it() -> None:
    assert clauses("Max smashes the wall, it falls on Sam and kills him")[-1] == "it kills him"
    assert clauses("Max opens the lid and the snake bites Sam and hides")[-1] == "the snake hides"


def test_a_beast_and_a_double_are_told_in_the_words_of_their_books() -> None:
    assert {"the controller of the beast is Pia", "the beast attacks Marek"} <= {*_lines("e8", "Pia's beast attacks Marek. Is Marek dead?")}
    lines = _lines("wwrcc", "Kim's ALTER EGO throws a FIREBALL at Jo. May Kim punch Jo?")
    assert "the alter ego is an ALTER EGO of Kim" in lines and "proposed: Kim punches Jo" in lines


def test_two_things_of_one_name_are_not_made_one() -> None:
    for said in ("Ann's TROLL punches Bob's TROLL", "Ann's TROLL punches Bob. Bob's TROLL punches Ann"):
        told = _tell("house", f"{said}. Is Ann dead?")
        assert any("two things are called TROLL" in fault.message for fault in told.faults), told.scenario


def test_a_spell_does_not_act() -> None:
    assert "Pia casts FIREBALL at Bob" in _lines("house", "Pia's FIREBALL hits Bob. Is Bob dead?")


@pytest.mark.parametrize(
    ("book", "said", "line"),
    [
        ("house", "Pia owns TROLL", "the controller of TROLL is Pia"),
        ("house", "Pia owns a monster", "the controller of the monster is Pia"),
        ("house", "Pia owns DAGGER", "Pia carries DAGGER"),
        ("e6", "Pia possesses DAGGER", "Pia carries DAGGER"),
        ("e8", "Pia owns a beast", "the controller of the beast is Pia"),
        ("wwrcc", "Pia has an alter ego", "the alter ego is an ALTER EGO of Pia"),
        ("spellfire", "Pia owns ELMINSTER", "the owner of ELMINSTER is Pia"),
        ("spellfire", "Pia owns the realm WATERDEEP", "the owner of WATERDEEP is Pia"),
    ],
)
def test_whose_it_is_in_the_word_that_fits_it(book: str, said: str, line: str) -> None:
    question = "Is WATERDEEP razed?" if book == "spellfire" else "Is Pia dead?"
    assert line in _lines(book, f"{said}. {question}")


def test_what_one_gets_is_asked_as_it_was_told_of_who_had_it() -> None:
    killed = "Lena kills Ruud with a FIREBALL. Ruud was carrying a DAGGER."
    for question in ("Does Lena get the DAGGER?", "Does she get his DAGGER?", "Does Lena get Ruud's DAGGER?"):
        assert "ask whether Lena carries DAGGER" in _lines("house", f"{killed} {question}")
    assert "Ruud has the card in hand" in _lines("house", "Lena kills Ruud. Does Lena get his cards?")
    assert _tell("house", "Lena kills Ruud. Does Lena get his GOLDEN EGG?").faults


def test_both_things_that_one_gets_are_asked_of_each() -> None:
    said = "Pia kills Ruud. Ruud was carrying the GOLDEN EGG. Ruud had two cards in his hand. Does Pia get Ruud's cards and the GOLDEN EGG?"
    asked = [line for line in _lines("house", said) if line.startswith("ask ")]
    assert asked == ["ask whether Pia has the card in hand", "ask whether Pia carries GOLDEN EGG"]


AGAINST = {
    "Bob stops the FIREBALL with FULL SHIELD": "Bob answers with FULL SHIELD",
    "Bob stops it with a FULL SHIELD": "Bob answers with FULL SHIELD",
    "Bob blocks all of it with a FULL SHIELD": "Bob answers with FULL SHIELD",
    "He plays FULL SHIELD against it": "Bob answers with FULL SHIELD",
    "Bob plays FULL SHIELD against the Fireball": "Bob answers with FULL SHIELD",
    "Bob uses a FULL SHIELD to protect himself": "Bob answers with FULL SHIELD",
    "Bob reflects it with FULL REFLECTION, so that it hits Ann": "Bob answers with FULL REFLECTION",
}


@pytest.mark.parametrize("book", ["house", "e6", "wwrcc"])
@pytest.mark.parametrize("said", AGAINST)
def test_what_is_done_against_a_deed_stands_below_it(book: str, said: str) -> None:
    told = _tell(book, f"Ann casts FIREBALL at Bob. {said}. Is Bob dead?")
    assert not told.faults and f"\n    Ann casts FIREBALL at Bob\n      {AGAINST[said]}\n" in told.scenario, told.scenario


def test_an_answer_without_a_word_for_it_stands_below_the_card_that_is_named() -> None:
    played = "Cleo plays CATACLYSM! on Dan's realm."
    said = f"{played} Dan's wizard casts LIMITED WISH to negate it, but Cleo stops the Limited Wish with DISPEL MAGIC."
    told = _tell("spellfire", f"{said} Now Dan wants to play CALM against the Cataclysm. May Dan still play CALM?")
    below = "      Dan casts LIMITED WISH with the wizard\n        Cleo casts DISPEL MAGIC\n      proposed: Dan plays CALM\n"
    assert not told.faults and f"    Cleo plays CATACLYSM! on the realm\n{below}" in told.scenario, told.scenario


def test_half_of_it_and_what_nobody_did_is_no_answer() -> None:
    assert _tell("house", "Ann casts FIREBALL at Bob. Bob blocks half of it with FULL SHIELD. Is Bob dead?").faults
    assert _tell("house", "Bob stops the FIREBALL with FULL SHIELD. Is Bob dead?").faults


SPEECH = (
    "Vera says all right, then I lose my next turn, but now I finish moving and draw my cards.",
    "Jonas claims that he has 3 life and that you are dead.",
    '"I am on a lost turn. You are dead," says Jonas.',
    'Jonas says: "I am on a lost turn. You are dead."',
    "Jonas argued that she is dead.",
)


@pytest.mark.parametrize("speech", SPEECH)
def test_what_somebody_says_tells_nothing_and_brings_nobody(speech: str) -> None:
    plain = _lines("house", "Vera punches Jonas. Is Jonas dead?")
    assert _lines("house", f"Vera punches Jonas. {speech} Is Jonas dead?")[1:] == plain[1:]


def test_a_deed_beside_a_word_that_is_said_is_told() -> None:
    assert "Marek punches Pia" in _lines("house", "Marek says enough and punches Pia. Is Pia dead?")
    assert "Ann punches Bob" in _lines("house", 'Bob says: "You are dead." Ann punches Bob. Is Bob dead?')


@pytest.mark.parametrize("when", ["In the middle of Bob's turn", "During Bob's own turn,", "On Bob's turn,", "Halfway through Bob's turn"])
def test_what_is_done_in_a_turn_is_told_in_it(when: str) -> None:
    lines = _lines("house", f"{when} Ann punches Carl. Is Carl dead?")
    assert lines.index("Bob's turn, round 3") + 1 == lines.index("Ann punches Carl")


def test_who_does_it_himself_does_it() -> None:
    assert "Kim punches Bob" in _lines("house", "Kim herself punches Bob. Is Bob dead?")


def test_the_way_to_him_and_his_last_points() -> None:
    said = "Pia's TROLL walks up to Marek and punches him for his last two life points, so Marek is dead. Is Marek dead?"
    lines = _lines("house", said)
    assert [line for line in lines if line.startswith("TROLL ")] == ["TROLL punches Marek", "TROLL kills Marek"]
    assert _tell("house", "Ann walks up to Bob. May Ann punch Bob?").faults


def test_a_card_by_its_last_word() -> None:
    attacked = "Ann attacks Bob's realm WATERDEEP with RED DRAGON. Bob defends with ELMINSTER."
    lines = _lines("spellfire", f"{attacked} Elminster casts WALL OF FIRE at the dragon. Does Bob draw spoils of victory?")
    assert "Bob casts WALL OF FIRE at RED DRAGON with ELMINSTER" in lines
    assert "Bob picks up MASTER KEY" in _lines("house", "Ann drops the MASTER KEY. Bob picks up the key. Is Bob dead?")


@pytest.mark.parametrize(
    ("book", "question", "asked"),
    [
        ("house", "May Ann still draw cards?", ["whether Ann may draw 1 cards"]),
        ("spellfire", "Can Ann draw cards?", ["whether Ann may draw a card"]),
        ("e6", "May she walk on?", ["whether Ann may walk 1 spaces"]),
        ("e8", "Can Ann keep moving?", ["whether Ann may walk 1 spaces"]),
        ("house", "Can Ann still move and draw cards this turn?", ["whether Ann may walk 1 spaces", "whether Ann may draw 1 cards"]),
    ],
)
def test_what_may_still_be_done(book: str, question: str, asked: list[str]) -> None:
    assert [line for line in _lines(book, f"It is Ann's turn. {question}") if line.startswith("ask ")] == [f"ask {one}" for one in asked]


def test_one_after_the_other_is_not_asked_of_each() -> None:
    told = _tell("house", "May Ann walk and then punch Bob?")
    assert not told.scenario.count("ask ") > 1


def test_what_is_told_beside_a_name() -> None:
    lines = _lines("spellfire", "Ann attacks Bob's realm WATERDEEP with RED DRAGON (level 9). Bob doesn't defend. Is WATERDEEP razed?")
    assert "Ann attacks WATERDEEP with RED DRAGON" in lines and any(
        line.startswith("RED DRAGON ") and line.endswith(" 9") for line in lines
    )
    assert "ask the cracks in the door" in _lines("e8", "Ann punches the door. How many cracks does the door have?")
    assert "proposed: Ann puts MIDNIGHT into her pool" in _lines(
        "spellfire", "Ann wants to put the champion MIDNIGHT into her pool. May she?"
    )


STRANGERS = {
    "Pia's TROLL walks up to Marek and punches him for his last two life points, so Marek is dead. He was carrying the GOLDEN EGG "
    "and had four cards in his hand. Pia says the TROLL is hers, so she killed him and she gets everything he had."
    " Marek says a monster is not a wizard. "
    "Does Pia get Marek's cards and the GOLDEN EGG?": [False, False],
    "Pia kills Marek. He was carrying the GOLDEN EGG and had four cards in his hand. Does Pia get Marek's cards and the GOLDEN EGG?": [
        True,
        True,
    ],
    "In the middle of her turn Vera throws a LIGHTNING BLAST at Jonas, and Jonas answers with a FULL REFLECTION. Vera has nothing "
    "to counter it with. Vera says all right, then I lose my next turn, but now I finish moving and draw my cards."
    " Jonas says her turn is over right now. "
    "Can Vera still move and draw cards this turn?": [False, False],
}
"""What two strangers told in November (one turned round), with the answers of the book."""


@pytest.mark.parametrize("said", STRANGERS, ids=["troll", "wizard", "reflected"])
def test_what_strangers_told_has_the_answer_of_thebook_named(said: str) -> None:
    told, messages = _tell("house", said), Messages()
    assert not told.faults and told.loaded is not None
    scenario = scenario_of(told.loaded, told, "debate", messages)
    assert scenario is not None and not messages.errors
    assert [[one.answer for one in answer.outcomes] for answer in settle(told.loaded.book, scenario).answers] == [
        [one] for one in STRANGERS[said]
    ]


@pytest.mark.parametrize("end", ["Ann dies", "Ann is dead", "she dies"])
def test_who_dies_of_a_deed_is_killed_by_it(end: str) -> None:
    assert "TROLL kills Ann" in _lines("house", f"Cleo's TROLL punches Ann and {end}. Does Cleo get her cards?")
