"""Names as they are printed, with commas, too; whose something is; and questions as people ask them."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.language.diagnostics import LanguageError
from adjudicator.language.loading import load_scenarios
from adjudicator.settling.settling import settle

BOOK = """\
book relics
  title Relics
  source sheet

source sheet
  rank 1

kind knight
kind relic
property {relic} is worn by {knight}
property {relic} is bright
property {knight} is strong
card ROD, PART 7 is a relic
card ROD is a relic

clause worn
  for a knight k
  k is strong
  when ROD, PART 7 is worn by k
"""
TABLE = """\
scenario One part of two
  uses relics

  knights Ann, Bob
  ROD, PART 7 is worn by Ann, is bright
  ROD is worn by Bob
  ask whether Ann is strong
    expect yes
  ask whether Bob is strong
    expect no
  ask whether ROD, PART 7 is bright
    expect yes
  ask whether ROD is bright
    expect no
"""


def test_a_card_may_have_a_comma_in_its_name(tmp_path: Path) -> None:
    (tmp_path / "relics").mkdir()
    (tmp_path / "relics" / "relics.rules").write_text(BOOK, encoding="utf-8")
    table = tmp_path / "table.scenario"
    table.write_text(TABLE.replace("uses relics", f"uses {tmp_path / 'relics'}"), encoding="utf-8")
    [(scenario, book)] = load_scenarios(table)
    assert [answer.met for answer in settle(book, scenario).answers] == [True] * 4


LISTED = """\
scenario Two on one verb
  uses relics

  knights Ann, Bob
  Ann owes Bob, ROD, ROD, PART 7, wears ROD, is strong
  ask whether Ann owes Bob
    expect yes
  ask whether Ann owes ROD, PART 7
    expect yes
  ask whether Ann wears ROD
    expect yes
  ask whether Ann wears ROD, PART 7
    expect no
"""


def test_a_name_alone_carries_on_the_verb(tmp_path: Path) -> None:
    (tmp_path / "relics").mkdir()
    words = "kind relic\nproperty {knight} wears {relic}\nproperty {knight owing} owes {thing}\n"
    (tmp_path / "relics" / "relics.rules").write_text(BOOK.replace("kind relic\n", words), encoding="utf-8")
    table = tmp_path / "table.scenario"
    table.write_text(LISTED.replace("uses relics", f"uses {tmp_path / 'relics'}"), encoding="utf-8")
    [(scenario, book)] = load_scenarios(table)
    assert [answer.met for answer in settle(book, scenario).answers] == [True] * 4


TWO_BLOWS = """\
scenario Two blows
  uses relics

  knights Ann, Bob
  Ann strikes Bob, the force of the blow is 2
  Bob strikes Ann, the force of the blow is 3
  ask the force of the second blow
    expect 3
"""


def test_what_stands_behind_an_event_is_said_of_it(tmp_path: Path) -> None:
    (tmp_path / "relics").mkdir()
    words = "kind relic\nevent blow\n  {knight striker} strikes {knight struck}\nproperty the force of {blow} is a whole number\n"
    (tmp_path / "relics" / "relics.rules").write_text(BOOK.replace("kind relic\n", words), encoding="utf-8")
    table = tmp_path / "table.scenario"
    table.write_text(TWO_BLOWS.replace("uses relics", f"uses {tmp_path / 'relics'}"), encoding="utf-8")
    [(scenario, book)] = load_scenarios(table)
    assert [answer.met for answer in settle(book, scenario).answers] == [True]


OWNED = """\
book gardens
  title Gardens
  source sheet

source sheet
  rank 1

kind gnome
kind hat
property the height of {gnome} is a whole number from 0
property the gift of {gnome} to {gnome receiver} is a whole number from 0
property the owner of {hat} is a gnome or nobody, default nobody
property {gnome} is tall

clause tall
  for a gnome
  the gnome is tall
  when the gnome's height is more than the gnome's gift to the gnome
"""
PARTY = """\
scenario Whose is what
  uses gardens

  gnomes Ann, Bob
  a hat called the king's hat
  Ann's height is 5, Ann's gift to Bob is 2, Ann's gift to Ann is 4
  the king's hat's owner is Ann
  ask Ann's height
    expect 5
  ask whether Ann's gift to Bob plus 3 is Ann's height
    expect yes
  ask the king's hat's owner
    expect Ann
  ask the owner of the king's hat
    expect Ann
  ask whether Ann is tall
    expect yes
"""


def test_whose_it_is_may_be_said_the_other_way_round(tmp_path: Path) -> None:
    (tmp_path / "gardens").mkdir()
    (tmp_path / "gardens" / "gardens.rules").write_text(OWNED, encoding="utf-8")
    table = tmp_path / "table.scenario"
    table.write_text(PARTY.replace("uses gardens", f"uses {tmp_path / 'gardens'}"), encoding="utf-8")
    [(scenario, book)] = load_scenarios(table)
    assert [answer.met for answer in settle(book, scenario).answers] == [True] * 5


QUESTIONS = """\
scenario Asked as at a table
  uses gardens

  gnomes Ann, Bob
  Ann's height is 5, Ann's gift to Ann is 4, Bob's height is 1, Bob's gift to Bob is 1
  ask is Ann tall?
    expect yes
  ask what is the height of Ann?
    expect 5
  ask if Ann's height is at least 6
    expect no
  ask which gnomes are tall
    expect Ann
"""


def test_a_question_may_be_put_as_people_put_it(tmp_path: Path) -> None:
    (tmp_path / "gardens").mkdir()
    (tmp_path / "gardens" / "gardens.rules").write_text(OWNED, encoding="utf-8")
    table = tmp_path / "table.scenario"
    table.write_text(QUESTIONS.replace("uses gardens", f"uses {tmp_path / 'gardens'}"), encoding="utf-8")
    [(scenario, book)] = load_scenarios(table)
    answers = settle(book, scenario).answers
    assert [answer.ask for answer in answers] == ["whether Ann is tall", "the height of Ann", "whether Ann's height is at least 6",
                                                  "which gnomes x such that x is tall"]  # fmt: skip
    assert [answer.met for answer in answers] == [True] * 4


KEPT = """\
book keepers
  title Keepers
  source sheet

source sheet
  rank 1

kind knight
kind relic
property the keeper of {relic} is a knight or nobody
property the weight of {relic} is a whole number
property {knight} is strong

clause keepers-of-what-is-heavy-are-strong
  for a knight k, a relic r
  k is strong
  when the keeper of r is k
  and the weight of r is 3
"""
KEEPER = """\
scenario Who keeps it
  uses keepers

  knights Ann, Bob
  a relic called ROD
  Ann is the keeper of ROD
  3 is the weight of ROD
  ask whether Ann is strong
    expect yes
  ask whether Bob is strong
    expect no
"""


@pytest.mark.parametrize(("turned", "met"), [("Ann is the keeper of ROD", [True, True]), ("Bob is the keeper of ROD", [False, False])])
def test_what_one_is_to_a_thing_is_said_either_way_round(tmp_path: Path, turned: str, met: list[bool]) -> None:
    (tmp_path / "keepers").mkdir()
    (tmp_path / "keepers" / "keepers.rules").write_text(KEPT, encoding="utf-8")
    table = tmp_path / "table.scenario"
    told = KEEPER.replace("uses keepers", f"uses {tmp_path / 'keepers'}").replace("Ann is the keeper of ROD", turned)
    table.write_text(told, encoding="utf-8")
    [(scenario, book)] = load_scenarios(table)
    assert [answer.met for answer in settle(book, scenario).answers] == met


def test_two_keepers_contradict_each_other_whichever_way_they_are_said(tmp_path: Path) -> None:
    (tmp_path / "keepers").mkdir()
    (tmp_path / "keepers" / "keepers.rules").write_text(KEPT, encoding="utf-8")
    table = tmp_path / "table.scenario"
    told = KEEPER.replace("uses keepers", f"uses {tmp_path / 'keepers'}").replace("  3 is", "  the keeper of ROD is Bob\n  3 is")
    table.write_text(told, encoding="utf-8")
    with pytest.raises(LanguageError) as raised:
        load_scenarios(table)
    assert [diagnostic.code for diagnostic in raised.value.diagnostics] == ["contradiction"]


SONGS = """\
book songs
  title Songs
  source sheet

source sheet
  rank 1

kind singer
event song
  {singer agent} sings to {singer listener}
property the length of {song} is a whole number
property the patience of {singer} is a whole number
  state

clause songs-wear-out
  for a song s, a singer x
  then subtract the length of s from the patience of x
  when the listener of s is x
"""
EVENING = """\
scenario What a line says of its event before the event has its name
  uses songs

  singers Ann, Bob
  the patience of Bob is 9
  in order
    Ann sings to Bob, the length of the song is 2, called the ballad
    Ann sings to Bob, called the hymn, the length of the song is 3
    Ann sings to Bob, the length of the song is 1
  ask the length of the ballad
    expect 2
  ask the patience of Bob
    expect 3
"""


def test_what_is_said_of_an_event_stays_said_when_it_is_named_behind(tmp_path: Path) -> None:
    (tmp_path / "songs").mkdir()
    (tmp_path / "songs" / "songs.rules").write_text(SONGS, encoding="utf-8")
    table = tmp_path / "table.scenario"
    table.write_text(EVENING.replace("uses songs", f"uses {tmp_path / 'songs'}"), encoding="utf-8")
    [(scenario, book)] = load_scenarios(table)
    assert [answer.met for answer in settle(book, scenario).answers] == [True] * 2
