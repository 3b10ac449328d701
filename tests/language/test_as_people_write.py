"""As people write: `four life`, `phase 3`, `1 step`, `a player Ann`; and who is told to stand by somebody, though asked of the other."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.cli.main import main

BOOK = """book small
  title Small

kind player
kind wizard is another word for player
thing Umpire is a player

kind beast
card TROLL is a beast
option late-start
property the small coins of {player} is a whole number, default 0
  also {player} has {value} small coins
property the life of {player} is a whole number, default undecided
  also {player} has {value} life
property the stage is one of one, two, three, none-yet, default none-yet
  also it is stage {value}
event walk
  {player} walks {number} steps
property {player one} is the poor neighbour of {player other}
  also {player one} lives poorly beside {player other}
property {player} is well off
definition well-off-is-either
  for a player
  the player is well off means the small coins of the player is 9 or the life of the player is 9
property {player one} is beside {player other}
property {player one} greets {player other}
property {player} owns {beast}
  verb owns
property the keeper of {beast} is a player or nobody
  also {beast} belongs to {value}
definition a-poor-neighbour
  for a player one, a player other
  the one is the poor neighbour of the other means the life of the one is 1 and the one is beside the other

clause neighbours-greet
  for a player one, a player other
  the one greets the other
  when the one is beside the other
"""
TOLD = """scenario As people write
  uses small

  players Ann, Bob
  Ann has four life
  it is stage 3
"""


@pytest.mark.parametrize(("question", "answer"), [("the life of Ann", "4"), ("whether it is stage three", "yes")])
def test_it_is_read(question: str, answer: str, tmp_path: Path) -> None:
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "small.rules").write_text(BOOK, encoding="utf-8")
    file = tmp_path / "told.scenario"
    file.write_text(f"{TOLD.replace('uses small', 'uses ./small')}  ask {question}\n    expect {answer}\n", encoding="utf-8")
    found = CliRunner().invoke(main, ["settle", "--brief", str(file)])
    assert found.exit_code == 0, found.output


@pytest.mark.parametrize(
    "line", ["players Ann and Bob", "a player Bob", "player called Bob", "there is a player Bob", "a player named Bob"]
)
def test_things_are_put_on_the_table(line: str, tmp_path: Path) -> None:
    found = settled(tmp_path, line, "Bob has 1 life", "ask the life of Bob", "  expect 1")
    assert found.exit_code == 0, found.output


@pytest.mark.parametrize("stage", ["none-yet", "none yet"])
def test_a_hyphen_may_be_left_out(stage: str, tmp_path: Path) -> None:
    told = ("players Ann, Bob", f"it is stage {stage}")
    assert settled(tmp_path, *told, "ask whether it is stage none-yet", "  expect yes").exit_code == 0
    assert settled(tmp_path, *told, "ask whether it is stage two", "  expect no").exit_code == 0
    assert settled(tmp_path, *told, f"ask whether it is stage {stage}", "  expect yes").exit_code == 0
    told = ("players Ann, Bob", "it is stage two")
    assert settled(tmp_path, *told, f"ask whether it is stage {stage}", "  expect no").exit_code == 0


def test_a_thing_of_no_kind_is_told(tmp_path: Path) -> None:
    found = settled(tmp_path, "wagons Red, Blue", "ask whether it is stage one")
    assert found.exit_code == 2 and "there is no kind `wagons`" in found.output


def test_of_one_there_is_no_plural(tmp_path: Path) -> None:
    asked = ("ask whether Ann walks 1 step",)
    found = settled(tmp_path, "player Ann", "in order", "  Ann walks 1 step, called the walk", *asked)
    assert found.exit_code == 0 and "yes" in found.output
    assert "if Ann does not walk 1 step, it is no" in settled(tmp_path, "player Ann", "in order", "  Ann walks 1 steps", *asked).output


def test_nor_where_a_word_stands_between(tmp_path: Path) -> None:
    assert settled(tmp_path, "player Ann", "Ann has 1 small coin", "ask the small coins of Ann", "  expect 1").exit_code == 0


def test_an_article_is_a_count(tmp_path: Path) -> None:
    """Of nothing that has a name: `a step` is one step, and `a beast` is no number of anything."""
    assert settled(tmp_path, "player Ann", "Ann has a small coin", "ask the small coins of Ann", "  expect 1").exit_code == 0
    found = settled(
        tmp_path, "player Ann", "in order", "  Ann walks a step, called the walk", "ask whether Ann walks 1 step", "  expect yes"
    )
    assert found.exit_code == 0, found.output
    found = settled(tmp_path, "player Ann", "Ann greets a player", "ask the small coins of Ann")
    assert found.exit_code == 2 and "not of `a player`" in found.output


@pytest.mark.parametrize("line", ["wizards Bob, Cid", "a wizard Bob", "wizard called Bob", "Bob is a wizard"])
def test_a_kind_has_another_word(line: str, tmp_path: Path) -> None:
    found = settled(tmp_path, line, "Bob has 1 life", "ask the life of Bob", "  expect 1")
    assert found.exit_code == 0, found.output


def test_a_thing_of_every_table_may_be_told_again(tmp_path: Path) -> None:
    told = ("players Umpire, Ann", "Umpire has 2 life")
    assert settled(tmp_path, *told, "ask the life of Umpire", "  expect 2").exit_code == 0
    found = settled(tmp_path, "players Ann, Ann", "ask the life of Ann")
    assert found.exit_code == 2 and "`Ann` is on the table twice" in found.output


def test_a_word_that_is_defined_by_facts_tells_them(tmp_path: Path) -> None:
    told = ("players Ann, Bob", "Bob lives poorly beside Ann")
    for question, answer in (("the life of Bob", "1"), ("whether Bob greets Ann", "yes"), ("whether Ann greets Bob", "no")):
        assert settled(tmp_path, *told, f"ask {question}", f"  expect {answer}").exit_code == 0
    assert settled(tmp_path, *told, "ask whether Bob is the poor neighbour of Ann", "  expect yes").exit_code == 0
    found = settled(tmp_path, *told, "Bob has 2 life", "ask the life of Bob")
    assert found.exit_code == 2 and "this contradicts `Bob lives poorly beside Ann` in line 5" in found.output
    either = settled(tmp_path, "player Ann", "Ann is well off", "ask the small coins of Ann", "  expect silent")
    assert either.exit_code == 0, "of two facts either may be meant, and none is told"


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("how many small coins Ann has", "7"),
        ("how many small coins does Ann have?", "7"),
        ("how much life Ann has", "4"),
        ("which players Ann greets", "Bob, Umpire"),
        ("which players does Ann greet?", "Bob, Umpire"),
        ("how many players Ann greets", "2"),
        ("what Ann greets", "Bob, Umpire"),
    ],
)
def test_a_question_in_the_order_of_what_is_told(asked: str, answer: str, tmp_path: Path) -> None:
    told = ("players Ann, Bob", "Ann has 7 small coins, has 4 life", "Ann is beside Bob", "Ann is beside Umpire")
    found = settled(tmp_path, *told, f"ask {asked}", f"  expect {answer}")
    assert found.exit_code == 0, found.output


def test_what_does_not_happen_is_left_out(tmp_path: Path) -> None:
    found = settled(tmp_path, "player Ann", "in order", "  Ann does not walk 1 step", "ask the life of Ann")
    assert found.exit_code == 2 and "a scenario tells what happens, not what does not" in found.output


def test_what_is_asked_the_other_way_round_only_is_unheard(tmp_path: Path) -> None:
    told = ("players Ann, Bob", "Bob is beside Ann")
    turned = settled(tmp_path, *told, "ask whether Ann greets Bob").output
    assert "unheard: Bob is beside Ann (line 5): it was asked for the other way round only" in turned
    assert "unheard" not in settled(tmp_path, *told, "ask whether Bob greets Ann").output


def test_a_card_in_small_letters_is_its_kind(tmp_path: Path) -> None:
    told = ("player Ann", "a troll called GRUMP", "trolls SNARL, GROWL")
    found = settled(tmp_path, *told, "ask which beasts b such that b is a TROLL", "  expect GROWL, GRUMP, SNARL")
    assert found.exit_code == 0, found.output
    assert "there is no kind `ogre`" in settled(tmp_path, "player Ann", "an ogre called GRUMP", "ask the life of Ann").output


def test_an_option_is_chosen_and_not_told(tmp_path: Path) -> None:
    found = settled(tmp_path, "player Ann", "option late-start is in use", "ask the life of Ann")
    assert found.exit_code == 2 and "say `with option late-start`" in found.output


def settled(folder: Path, *lines: str) -> Result:
    """What settling a scenario of the small book prints."""
    (folder / "small").mkdir(exist_ok=True)
    (folder / "small" / "small.rules").write_text(BOOK, encoding="utf-8")
    file = folder / "told.scenario"
    file.write_text("\n  ".join(("scenario As people write", "uses ./small", "", *lines)) + "\n", encoding="utf-8")
    return CliRunner().invoke(main, ["settle", str(file)])


def comes_out(tmp_path: Path, *told: str, book: str = "e8") -> None:
    """In a book that knows turns and maps: what is told is understood, and what is expected comes out."""
    file = tmp_path / "told.scenario"
    file.write_text("\n".join(("scenario Told", f"  uses: {book}", *(f"  {line}" for line in told))) + "\n", encoding="utf-8")
    found = CliRunner().invoke(main, ["settle", "--brief", str(file)])
    assert found.exit_code == 0, found.output


MAP = ("    A   B", "  +---+---+", "1 | A |", "  +---+---+")


@pytest.mark.parametrize("above", ["board", "map", "map:", "the board:", "Map:", "drawing"])
def test_a_map_stands_below_a_word_for_it(above: str, tmp_path: Path) -> None:
    comes_out(tmp_path, "wizard Ann", above, *(f"    {row}" for row in MAP), "    A  Ann", "ask where Ann is", "  expect A1")


@pytest.mark.parametrize(
    "heading",
    [
        "Ann's turn, round 3:",
        "Ann's turn in round 3",
        "Ann's turn (round 3)",
        "Ann's turn round 3",
        "Round 3, Ann's turn",
        "round 3: Ann's turn",
    ],
)
def test_a_turn_is_headed_in_any_order(heading: str, tmp_path: Path) -> None:
    comes_out(tmp_path, "wizards: Ann, Bob", heading, "  Ann moves.", "ask: the round?", "  expect: 3")


@pytest.mark.parametrize("sign", ["A  Ann", "A = Ann", "A: Ann", "A is Ann", "A - Ann"])
def test_a_sign_is_explained(sign: str, tmp_path: Path) -> None:
    comes_out(tmp_path, "wizard Ann", "map:", *(f"    {row}" for row in MAP), f"    {sign}", "ask where Ann is", "  expect A1")


def test_an_article_before_a_printed_card(tmp_path: Path) -> None:
    """Of the one that is printed, as long as no copy with a name of its own is on the table."""
    told = ("players Ann, Bob", "Ann owns a TROLL", "ask whether Ann owns TROLL", "  expect yes")
    assert settled(tmp_path, *told).exit_code == 0
    found = settled(tmp_path, "a TROLL called GRUMP", *told)
    assert found.exit_code == 2 and "leave out the article: `TROLL`" in found.output


def test_what_is_no_map_stands_below_no_such_word(tmp_path: Path) -> None:
    found = settled(tmp_path, "player Ann", "map", "  Ann walks 1 step", "ask the life of Ann")
    assert found.exit_code == 2 and "no phrase says this" in found.output


def test_the_only_one_is_meant(tmp_path: Path) -> None:
    told = ("players Ann, Bob", "a TROLL called GRUMP", "Ann owns the beast")
    for asked in ("GRUMP", "the beast", "the troll", "the TROLL"):
        assert settled(tmp_path, *told, f"ask whether Ann owns {asked}", "  expect yes").exit_code == 0
    several = settled(tmp_path, *told, "ask whether the player owns GRUMP")
    assert several.exit_code == 2 and "`the player` could be more than one" in several.output
    assert "say which one is meant: `Umpire`, `Ann`, `Bob`" in several.output
    several = settled(tmp_path, "player Ann", "trolls SNARL, GROWL", "Ann owns the beast", "ask the life of Ann")
    assert "say which one is meant: `SNARL`, `GROWL`" in several.output and "in the words of the book" not in several.output
    nobody = settled(tmp_path, "player Ann", "Ann owns the beast", "ask whether Ann owns TROLL")
    assert nobody.exit_code == 2 and "nothing on the table is a beast; write who or what it is by its name" in nobody.output


HEDGED = ("    A   B   C", "  +---+---+---+", "1 | b   N d O |", "  +---+---+---+", "N  Nell", "O  Otto", "b  a THORNBUSH", "d  a door")


@pytest.mark.parametrize("said", ["THORNBUSH", "the thornbush", "the THORNBUSH", "THORNBUSH in A1"])
def test_what_is_drawn_without_a_name_is_meant(said: str, tmp_path: Path) -> None:
    """Where it is held or cast, the card is."""
    told = ("wizards Nell, Otto", "Nell holds THORNBUSH", "Otto has 9 life", "map", *(f"    {row}" for row in HEDGED))
    asked = (f"ask where {said} is", "  expect A1", "ask whether Nell holds THORNBUSH", "  expect yes")
    comes_out(tmp_path, *told, *asked, book="e6")
    more = ("Nell's turn, round 2", f"  proposed: Nell punches {said}, called it", "  proposed: Nell punches the door, called that")
    asked = ("ask whether it may happen", "  expect yes", "ask whether that may happen", "  expect yes")
    comes_out(tmp_path, *told, *more, *asked, book="e6")


def test_a_number_card_by_its_figure(tmp_path: Path) -> None:
    for said in ("a 3", "a 3 card", "a 3 NUMBER card", "THREE"):
        told = ("wizard Nell", "Nell's turn, round 2", f"  Nell plays {said} for movement")
        comes_out(tmp_path, *told, "ask the movement points of Nell", "  expect 6", book="e6")


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Ann and Bob are beside each other", "whether Bob is beside Ann"),
        ("Ann and Bob greet each other", "whether Bob greets Ann"),
        ("Bob greets Ann and Umpire", "whether Bob greets Umpire"),
        ("Ann and Bob are beside Umpire", "whether Bob is beside Umpire"),
        ("Bob owns SNARL, GROWL and GRUMP", "whether Bob owns GRUMP"),
    ],
)
def test_what_is_said_in_one_breath(said: str, asked: str, tmp_path: Path) -> None:
    found = settled(tmp_path, "players Ann, Bob", "trolls SNARL, GROWL, GRUMP", said, f"ask {asked}", "  expect yes")
    assert found.exit_code == 0, found.output


def test_what_two_do_is_a_deed_of_each_and_said(tmp_path: Path) -> None:
    """It is no state of both, which would be said in one breath: the page makes two lines of it."""
    found = settled(tmp_path, "players Ann, Bob", "in order", "  Ann and Bob walk 1 step", "ask the life of Ann")
    assert found.exit_code == 0
    assert all(f"unheard: {who} walks 1 step (line 6)" in found.output for who in ("Ann", "Bob"))


@pytest.mark.parametrize(
    "line", ["player Cid owns a TROLL", "a player called Cid owns a TROLL", "player Cid is beside Ann", "a player called Cid is beside Ann"]
)
def test_what_a_line_says_besides_is_read_and_no_part_of_the_name(line: str, tmp_path: Path) -> None:
    asked = "ask whether Cid owns TROLL" if "owns" in line else "ask whether Cid is beside Ann"
    found = settled(tmp_path, "players Ann, Bob", line, asked, "  expect yes")
    assert found.exit_code == 0, found.output


def test_two_in_the_same_place_and_whose_what_is(tmp_path: Path) -> None:
    told = ("wizards Ann, Bob", "chest RED CHEST", "Ann and Bob are in the same square", "RED CHEST is Bob's")
    asked = ("ask is Bob in the same space as Ann?", "  expect yes", "ask the owner of RED CHEST?", "  expect Bob")
    comes_out(tmp_path, *told, "Bob has 0 life", *asked, "ask does Bob die?", "  expect yes", book="e6")
    comes_out(tmp_path, "wizards Ann, Bob", "Ann's turn, round 2", "ask whose turn is it?", "  expect Ann", book="e6")


FOUGHT = ("wizards Nell, Otto", "Otto has 9 life", "Nell's turn, round 2", "  Nell casts FIREBALL at Otto")


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("is it an attack?", "yes"),
        ("is the FIREBALL an attack?", "yes"),
        ("is it still Nell's turn?", "yes"),
        ("has Otto won?", "no"),
    ],
)
def test_the_one_event_told_is_meant(asked: str, answer: str, tmp_path: Path) -> None:
    comes_out(tmp_path, *FOUGHT, f"ask {asked}", f"  expect {answer}", book="e6")


@pytest.mark.parametrize("said", ["Otto does nothing", "Otto does not counter", "Otto passes"])
def test_who_does_nothing_is_no_answer(said: str, tmp_path: Path) -> None:
    comes_out(tmp_path, *FOUGHT, f"    {said}", "ask how many answers", "  expect 0", book="e6")


def test_what_nobody_spoke_of_yet_comes_to_the_table(tmp_path: Path) -> None:
    told = ("wizards Nell, Otto", "there is a wall between Nell and Otto", "Otto carries a treasure")
    asked = ("ask whether Otto carries the treasure", "  expect yes", "ask how many walls", "  expect 1")
    comes_out(tmp_path, *told, *asked, book="e6")
    several = settled(tmp_path, "players Ann, Bob", "trolls SNARL, GROWL", "Ann owns a beast", "ask the life of Ann")
    assert several.exit_code == 2 and "say which: `SNARL`, `GROWL`; or put it on the table first" in several.output


def test_at_the_line_between_two_spaces(tmp_path: Path) -> None:
    told = ("wizards Nell, Otto", "map", *(f"    {row}" for row in (MAP[0], MAP[1], "1 | N   O |", MAP[1], "N  Nell", "O  Otto")))
    for where in ("between A1 and B1", "between B1 and A1", "at the line between A1 and B1", "at the border line between A1 and B1"):
        asked = ("Nell's turn, round 2", f"  Nell casts CREATE WALL {where}", "ask whether Nell has LOS to Otto", "  expect no")
        comes_out(tmp_path, *told, *asked, book="e6")


@pytest.mark.parametrize("said", ["Nell has already attacked this turn", "Nell already attacked this turn"])
def test_what_was_done_once(said: str, tmp_path: Path) -> None:
    comes_out(tmp_path, "wizards Nell, Otto", said, "ask the attacks made by Nell this turn", "  expect 1", book="e6")


@pytest.mark.parametrize("where", ["her home base", "Nell's home base", "the home base of Nell"])
def test_what_is_somebodys(where: str, tmp_path: Path) -> None:
    """It is what is told to be it; or comes to the table by that, where there is none yet."""
    moved = ("Nell's turn, round 2", f"  Nell walks to {where}")
    told = ("wizards Nell, Otto", "home bases HEARTH, MILL", "the home base of Nell is MILL")
    comes_out(tmp_path, *told, *moved, "ask where Nell is", "  expect MILL", book="e6")
    told = (
        "wizards Nell, Otto",
        "chests RED CHEST",
        "RED CHEST belongs to Otto",
        f"RED CHEST is lying on {where.replace('her', 'Nell' + chr(39) + 's')}",
    )
    asked = ("ask whether Nell is in the same space as RED CHEST", "  expect yes")
    comes_out(tmp_path, *told, *moved, *asked, book="e6")


def test_a_list_with_a_figure_in_it(tmp_path: Path) -> None:
    asked = ("ask whether Nell holds FIVE", "  expect yes", "ask whether Nell holds BLUNT", "  expect yes")
    comes_out(tmp_path, "wizards Nell, Otto", "Nell holds FIREBALL, a 5 and BLUNT", *asked, book="e6")


@pytest.mark.parametrize("said", ["the treasure GOLD", "GOLD"])
def test_a_name_behind_its_kind(said: str, tmp_path: Path) -> None:
    told = ("wizards Nell, Otto", "treasure GOLD", "Nell carries GOLD", "Nell's turn, round 2")
    comes_out(
        tmp_path, *told, f"  proposed: Nell drops {said}, called the drop", "ask whether the drop may happen", "  expect yes", book="e6"
    )


@pytest.mark.parametrize("said", ["the destination of it is A1", "its destination is A1", "the destination of the cast is A1"])
def test_it_behind_a_comma_is_the_deed(said: str, tmp_path: Path) -> None:
    told = ("wizards Nell, Otto", "map", *(f"    {row}" for row in (MAP[0], MAP[1], "1 |     N |", MAP[1], "N  Nell")))
    told = (*told, "Nell's turn, round 2", f"  Nell casts TELEPORT at Nell, {said}")
    comes_out(tmp_path, *told, "ask where Nell is", "  expect A1", book="e6")


@pytest.mark.parametrize("asked", ["cards Nell has", "cards does Nell have", "cards has Nell", "cards are in Nell's hand"])
def test_how_many_somebody_has(asked: str, tmp_path: Path) -> None:
    comes_out(tmp_path, "wizards Nell, Otto", "Nell has 3 cards", f"ask how many {asked}", "  expect 3", book="house")


@pytest.mark.parametrize("line", ["a beast REX of Bob", "beast REX of Bob", "Bob's beast REX", "Bob's beasts REX and FIDO"])
def test_somebodys_thing_is_put_on_the_table(line: str, tmp_path: Path) -> None:
    found = settled(tmp_path, "players Ann, Bob", line, "ask the keeper of REX", "  expect Bob")
    assert found.exit_code == 0, found.output


def test_several_of_one_kind_are_his(tmp_path: Path) -> None:
    found = settled(tmp_path, "players Ann, Bob", "beasts REX, FIDO of Bob", "ask the keeper of REX")
    assert found.exit_code == 0 and "=> Bob" in found.output
    each = settled(tmp_path, "players Ann, Bob", "beasts REX of Ann, FIDO of Bob", "ask the keeper of REX")
    assert each.exit_code == 2, each.output
    found = settled(tmp_path, "players Ann, Bob", "beasts REX, Tower of London", "ask the keeper of Tower of London")
    assert found.exit_code == 0, found.output


def test_a_line_as_on_a_sheet(tmp_path: Path) -> None:
    asked = ("ask the life of Bob", "  expect 4", "ask whether Bob is beside Ann", "  expect yes", "ask whether Bob is well off")
    found = settled(tmp_path, "players Ann, Bob", "Bob: 4 life, beside Ann", *asked)
    assert found.exit_code == 0, found.output


@pytest.mark.parametrize(
    ("question", "help"),
    [
        ("is Bob besides Ann?", "did you mean `beside`?"),
        ("can Bob greet?", "Bob greets Ann"),
        ("whether Bob may walk", "Bob walks 3 steps"),
        ("does Bob gret Ann?", "did you mean `greets`?"),
    ],
)
def test_a_question_of_yes_or_no_is_answered_with_sentences(question: str, help: str, tmp_path: Path) -> None:
    """Nobody who asks whether something is so is helped by a list of values."""
    found = settled(tmp_path, "players Ann, Bob", f"ask {question}")
    assert found.exit_code == 2 and help in found.output and "no phrase gives this value" not in found.output, found.output
