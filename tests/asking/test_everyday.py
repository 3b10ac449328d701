"""Everyday turns of phrase said again, deeds in the words that a book has for such things, and what is denied of all."""

from __future__ import annotations

from pathlib import Path

import pytest
from books import book_named

from adjudicator.asking.absence import nobody_does
from adjudicator.asking.debate import scenario_of, tell
from adjudicator.asking.everyday import everyday
from adjudicator.asking.ordering import with_answers_below
from adjudicator.language.diagnostics import Messages
from adjudicator.language.faults import diagnose
from adjudicator.language.idioms import done_by
from adjudicator.language.loading import Loaded
from adjudicator.language.reading import sentence_of
from adjudicator.language.scope import Scope
from adjudicator.language.sentences import chart_of
from adjudicator.language.synonyms import SAME, same_words, synonyms
from adjudicator.language.words import participles, stem_of
from adjudicator.model.expressions import Sentence
from adjudicator.model.values import show
from adjudicator.settling.settling import settle

SAID_AGAIN = {
    "Ann has a SUN HAT on": ("Ann has on a SUN HAT",),
    "Ann puts a SUN HAT on": ("Ann wears a SUN HAT",),
    "Ann has SHADE up": ("Ann is under SHADE",),
    "Ann lost her place": ("Ann has lost her place",),
    "Ann gains 5 hunger": ("Ann gains 5 points of hunger",),
    "Ann gains 5 points of hunger": ("Ann gains 5 hunger",),
    "Bob is outside of the tent": ("Bob is not inside the tent",),
    "Bob answers it with BIG LID": ("Bob answers with BIG LID",),
    "Ann and Bob both toss SOUP BOMB at Cid": ("Ann tosses SOUP BOMB at Cid", "Bob tosses SOUP BOMB at Cid"),
    "Ann passes on her cups": ("Ann passes on cups",),
    "Ann tosses it at Bob twice in one turn": ("Ann tosses it at Bob", "Ann tosses it at Bob"),
    "Ann is in a tent with a rug between her and Bob": ("a rug is between Ann and Bob",),
}


@pytest.mark.parametrize("said", SAID_AGAIN)
def test_an_everyday_turn_of_phrase_is_said_in_a_plainer_one(said: str) -> None:
    assert SAID_AGAIN[said] in [again.pieces for again in everyday(said, False)]


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("Bob gets hit by Ann", "Ann hits Bob"),
        ("the cup was flung at Bob by Ann", "Ann flings the cup at Bob"),
        ("Bob is struck by Ann's SOUP BOMB", "Ann strikes Bob with SOUP BOMB"),
    ],
)
def test_what_is_done_to_somebody_is_what_the_other_does(said: str, plain: str) -> None:
    """And not the other way round."""
    assert plain in done_by(said)


def test_what_is_put_for_other_words_is_near_to_them_too() -> None:
    """One table: whatever may be read for another word is near to it, and not the other way round."""
    single = [
        (word, other) for group in SAME for word in group for other in group if " " not in f"{word}{other}" and "is" not in (word, other)
    ]
    assert all(stem_of(other) in {stem_of(word), *synonyms(stem_of(word))} for word, other in single)
    assert stem_of("alive") in synonyms("dead") and "alive" not in same_words("dead")


def test_what_nobody_does() -> None:
    assert (
        "holds it" in nobody_does("nobody is holding it")
        and "holds it" in nobody_does("No one holds it")
        and not nobody_does("Ann holds it")
    )


def test_a_fact_told_between_a_deed_and_its_answer_stands_before_both() -> None:
    loaded = book_named("house")
    text = "  Ann casts FIREBALL at Bob\n  Bob has 4 life\n    Bob answers with FULL SHIELD\n"
    scope = Scope({}, dict.fromkeys(("Ann", "Bob"), ("wizard",)), True)

    def says(line: str) -> Sentence | None:
        return sentence_of(line, loaded.phrasebook, scope)

    assert with_answers_below(text, says) == "  Bob has 4 life\n  Ann casts FIREBALL at Bob\n    Bob answers with FULL SHIELD\n"
    assert with_answers_below(text.replace("    Bob answers", "  Bob answers"), says) == text.replace("    Bob answers", "  Bob answers")


LAID = """
kind dish is a card
kind rug is a card
kind fork is a card
event play
  {guest agent} plays {card played}
  normally may
event spread
  {guest agent} lays {rug spread}
  normally may
event handing
  {guest agent} hands over {card handed}
  normally may
property {guest} is served
property {guest} is armed
clause dishes-serve
  for a play p, a guest g
  g is served
  when the agent of p is g
  and the played of p is a dish
clause forks-arm
  for a handing h, a guest g
  g is armed
  when the agent of h is g
  and the handed of h is a fork
"""
"""A guest plays any card: a rug is spread in a deed of its own, and a fork is handed over, of whose playing no rule speaks."""


@pytest.fixture
def laid(picnic: Path) -> Loaded:
    rules = picnic / "picnic" / "picnic.rules"
    rules.write_text(rules.read_text(encoding="utf-8") + LAID, encoding="utf-8")
    return book_named("picnic")


def test_a_deed_is_told_in_the_words_that_the_book_has_for_such_a_thing(laid: Loaded) -> None:
    told = tell(laid, "Ann plays a rug. May Bob play a rug?", "picnic")
    assert not told.faults and "    Ann lays the rug\n" in told.scenario and "    proposed: Bob lays the second rug\n" in told.scenario
    assert any("`Ann plays the rug` is read as `Ann lays the rug`" in one for one in told.taken)
    told = tell(laid, "Ann plays a dish", "picnic")
    assert not told.faults and "  Ann plays the dish\n" in told.scenario


def test_where_rules_speak_of_another_deed_only_that_one_is_offered(laid: Loaded) -> None:
    (fault,) = tell(laid, "Ann plays a fork", "picnic").faults
    assert "another deed" in fault.message and fault.help == "the nearest sentences are\nAnn hands over the fork"
    (fault,) = tell(laid, "May Ann play a fork?", "picnic").faults
    assert fault.help == "the nearest questions are\nmay Ann hand over the fork?"


def test_a_verb_with_an_ending_after_may_is_named() -> None:
    loaded = book_named("house")
    chart = chart_of("Ann may casts FIREBALL at Bob", loaded.phrasebook, Scope({}, {"Ann": ("wizard",), "Bob": ("wizard",)}, True))
    found = diagnose(chart)
    assert found.help == "write `Ann may cast FIREBALL at Bob`" and chart.text[found.start : found.start + found.width] == "casts"


SO_MANY = {
    ("house", "It is Bob's turn. May Ann walk two spaces?"): "no",
    ("house", "It is Ann's turn. May Ann walk two spaces?"): "yes",
    ("house", "Ann is dead. May Ann walk two spaces?"): "no",
    ("e6", "May Ann walk five spaces?"): "no",
    ("e6", "Ann walks 2 spaces. May she walk two more spaces?"): "no",
    ("e6", "Ann walks 2 spaces. May she walk one more space?"): "yes",
    ("e6", "May Ann draw 2 cards?"): "yes",
    ("e6", "May Ann draw 3 cards?"): "no",
    ("e6", "Ann is dead. May Ann draw 2 cards?"): "no",
    ("e6", "It is Bob's turn. May Ann draw 2 cards?"): "no",
    ("e6", "Ann draws a card. May she draw one more card?"): "yes",
    ("e6", "Ann draws a card. May she draw two more cards?"): "no",
    ("e6", "May Ann hold 7 cards?"): "yes",
    ("e6", "May Ann hold 8 cards?"): "no",
}
"""Leave for so many at once, with the book's answer: the deed must be allowed, and the number must not be too high."""


@pytest.mark.parametrize(("book", "said"), SO_MANY)
def test_so_many_may_be_done_only_by_who_may_do_it_at_all(book: str, said: str) -> None:
    assert _answer(book, said) == SO_MANY[book, said]


def test_so_many_at_once_are_asked_as_one_deed() -> None:
    told = tell(book_named("e6"), "May Ann draw 3 cards?", "e6")
    assert not told.faults and "  ask whether Ann may draw 3 cards\n" in told.scenario
    told = tell(book_named("house"), "It is Bob's turn. May Ann walk two spaces?", "house")
    assert not told.faults and "  ask whether Ann may walk 2 spaces\n" in told.scenario
    assert tell(book_named("e6"), "May Ann discard 3 cards?", "e6").faults


def _answer(book: str, said: str) -> str:
    """The one answer to the last question of a telling."""
    told, messages = tell(book_named(book), said, book), Messages()
    scenario = scenario_of(book_named(book), told, "debate", messages)
    assert told.loaded is not None and scenario is not None and not told.faults and not messages.errors, told.faults
    (outcome,) = settle(told.loaded.book, scenario).answers[-1].outcomes
    return show(outcome.answer) if isinstance(outcome.answer, bool) else str(outcome.answer)


def test_what_is_found_out_from_what_happened_is_not_told() -> None:
    (fault,) = tell(book_named("e6"), "Bob is hurt. May Bob move?", "e6").faults
    assert "tell what was done" in fault.message


def test_what_was_done_is_answered_against_and_not_with_it() -> None:
    """It was asked whether she may answer with the very card that is to be answered: no, forced."""
    loaded = book_named("house")
    for asked in ("May he counteract Ann's FIREBALL?", "May Bob counteract?", "Can Bob answer the FIREBALL?", "May he react to it?"):
        (fault,) = tell(loaded, f"Ann casts FIREBALL at Bob. {asked}", "house").faults
        assert "what it is answered with" in fault.message and "may Bob answer with ...?" in fault.help
    told = tell(loaded, "Bob holds FULL SHIELD. Ann casts FIREBALL at Bob. May he counteract Ann's FIREBALL?", "house")
    assert not told.faults and "      proposed: Bob counteracts with FULL SHIELD\n" in told.scenario
    told = tell(loaded, "Bob attacks Ann with a FIREBALL. May she counteract Bob's FIREBALL with a FULL SHIELD?", "house")
    assert "      proposed: Ann answers with FULL SHIELD\n" in told.scenario
    (fault,) = tell(loaded, "Ann casts FIREBALL at Bob. Can Bob stop it?", "house").faults
    assert "FIREBALL" not in fault.help


def test_two_cards_that_may_be_meant_are_offered() -> None:
    held = "Bob holds FULL SHIELD and FULL REFLECTION. Ann casts FIREBALL at Bob. May he counteract it?"
    (fault,) = tell(book_named("house"), held, "house").faults
    assert fault.help.split("\n")[1:] == ["may Bob answer with FULL SHIELD?", "may Bob answer with FULL REFLECTION?"]


def test_who_shields_answers_with_his_card_that_is_called_so() -> None:
    said = "Ann casts FIREBALL at Bob. He shields. How much damage does Bob take?"
    told = tell(book_named("house"), f"Bob has a FULL SHIELD. {said}", "house")
    assert not told.faults and "      Bob answers with FULL SHIELD\n" in told.scenario
    (fault,) = tell(book_named("house"), said, "house").faults
    assert "Bob answers with FULL SHIELD" in fault.help


def test_of_the_same_deed_twice_the_second_is_asked_for_leave() -> None:
    for said in ("Ann punches Bob twice in one turn. Is that allowed?", "May Ann punch Bob twice in one turn?"):
        told = tell(book_named("house"), said, "house")
        assert "    Ann punches Bob\n    proposed: Ann punches Bob\n" in told.scenario
        assert _answer("house", said) == "no"


def test_an_attack_at_nobody_is_asked_of_each_way_by_itself() -> None:
    (fault,) = tell(book_named("house"), "Ann casts FIREBALL at Bob. May she attack afterwards?", "house").faults
    assert fault.help == "the nearest questions are\nmay Ann punch Bob?"


WON = {
    ("house", "Ann drops Bob's treasure on her home base. Has she won?"): "no",
    ("house", "Ann drops a treasure on her home base. Has she won?"): "no",
    ("e6", "Ann drops two of Bob's treasures on her home base. Has she won?"): "yes",
    ("e6", "Two of Bob's treasures lie on Ann's home base. Has Ann won?"): "yes",
}


@pytest.mark.parametrize(("book", "said"), WON)
def test_who_has_won_is_found_out_where_only_the_game_can_be_won(book: str, said: str) -> None:
    assert _answer(book, said) == WON[book, said]


def test_who_was_answered_may_answer_in_turn_and_he_is_whom_the_deed_was_aimed_at() -> None:
    loaded = book_named("e6")
    told = tell(loaded, "Ann casts FIREBALL at Bob. Bob plays FULL REFLECTION. May Ann play FULL SHIELD?", "e6")
    assert "        proposed: Ann answers with FULL SHIELD\n" in told.scenario
    told = tell(loaded, "Bob has lost his turn. Ann casts FIREBALL at Bob. May he answer with FULL SHIELD?", "e6")
    assert "      proposed: Bob answers with FULL SHIELD\n" in told.scenario


def test_what_is_asked_of_a_card_is_asked_of_the_deed_with_it() -> None:
    told = tell(book_named("e6"), "Ann casts FIREBALL at Bob. Bob plays FULL SHIELD. Does the FIREBALL get through?", "e6")
    assert not told.faults and "ask whether the cast gets through" in told.scenario


def test_what_becomes_of_whom_something_is_done_to() -> None:
    assert [participles(verb)[0] for verb in ("bite", "hit", "stop", "hurt", "carry")] == ["bitten", "hit", "stopped", "hurted", "carried"]
    assert "hurt" in participles("hurt") and "stoped" not in participles("stop")[:1]


def test_leave_is_asked_of_what_one_may_do_and_not_of_what_one_s_sort_is_able_to() -> None:
    told = tell(book_named("house"), "Ann loses her turn. Can she walk?", "house")
    assert "  Ann is losing a turn\n" in told.scenario and "  ask whether Ann may walk 1 spaces\n" in told.scenario
    told = tell(book_named("house"), "Bob is on a lost turn and Ann casts FIREBALL at him. Is he allowed to play FULL SHIELD?", "house")
    assert not told.faults and "      proposed: Bob answers with FULL SHIELD\n" in told.scenario


def test_what_is_told_as_held_is_asked_as_held() -> None:
    told = tell(book_named("e6"), "Ann holds a FIREBALL. Ann moves. Does Ann still have the FIREBALL?", "e6")
    assert "  ask whether Ann holds FIREBALL\n" in told.scenario


def test_a_deed_at_a_place_is_done_there() -> None:
    told = tell(book_named("e6"), "Ann drops Bob's treasure on her home base. Is the treasure in her home base?", "e6")
    assert not told.faults and "  Ann is on the home base\n" in told.scenario and "    Ann drops the treasure\n" in told.scenario
