"""What an answer rests on, what is told and has no effect, and what an expectation asks for (docs/meaning.md 14)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli.main import main
from adjudicator.language.loading import load_scenarios
from adjudicator.settling.settling import settle

BOOK = """book graded
  title Graded
  register register.jsonl

ladder
  rung explicit claim
  rung specificity

kind person
kind giant is a person
kind hat
card PLUME is a hat
card CREST is a hat
card CROWN is a hat
  it is shiny
  the weight of it is 2
kind bonnet is a hat
card LACE is a bonnet
  it is shiny
card FRILL is a bonnet
  in part
card CAP is a hat
  it is shiny
  the weight of it is 3

property {hat} is shiny
  label
property the weight of {hat} is a whole number, default 2
property {person} is tall
property {person} is green
property {person} is proud
property {person} wears {hat}
property {person} glows
property {sing} is quiet
property the age of {person} is a whole number
  default 7 by graded-04
property the height of {person} is a whole number
  default 3
property the fame of {person} is a whole number
  default 0
  state
event sing
  {person singer} sings
  normally may by graded-03
event dance
  {person dancer} dances
  normally may
event don
  {person wearer} dons {bonnet worn}
  normally may
event lift
  {person lifter} lifts {hat lifted}
  normally may
event shout
  {person shouter} shouts

option vanity
  says the tall are proud

clause giants-are-tall
  cites graded-01
  for a person p
  p is tall
  when the age of p is at least 9

clause elders-are-tall
  cites graded-02
  for a person p
  p is tall
  when the age of p is at least 8
  and p is green

clause tall-is-proud
  cites graded-08
  with option vanity
  for a person p
  p is proud
  when p is tall

property {person} is tidy

card FRILL
  clause a-frill-makes-tidy
    cites graded-01
    for a person p
    p is tidy
    when p wears this card

clause giants-do-not-dance
  cites graded-05
  for a giant p
  p may not dance
  when p wears a hat

clause singing-makes-famous
  cites graded-06
  for a sing, a person p
  then add 1 to the fame of p
  when the singer of the sing is p
  unless the sing is quiet

property {person} shines
property {person} is bright

definition the-bright-shine-or-are-green
  for a person p
  p is bright means p shines or p is green

event hum
  {person hummer} hums
  normally may

property {person} is shy

clause everybody-is-shy
  cites graded-08
  for a person p
  p is shy

clause a-hat-gives-courage
  cites graded-09
  for a person p
  p is not shy
  when p wears a hat

clause the-shy-do-not-hum
  cites graded-08
  for a person p
  p may not hum
  when p is shy

clause hats-add
  cites graded-07
  for a person p
  add 2 to the height of p
  when p is green
"""
REGISTER = "".join(f'{{"id": "graded-0{n}", "says": "statement {n}", "stands": "encoded"}}\n' for n in range(1, 10))
REGISTER = REGISTER.replace('"says": "statement 9"', '"section": "PLUME, first edition", "says": "statement 9"')


@pytest.fixture
def told(tmp_path: Path):
    (tmp_path / "graded").mkdir()
    (tmp_path / "graded/book.rules").write_text(BOOK, encoding="utf-8")
    (tmp_path / "graded/register.jsonl").write_text(REGISTER, encoding="utf-8")

    def write(*lines: str) -> Path:
        file = tmp_path / "one.scenario"
        head = ("scenario One", "  uses graded", "  persons Ann, Bob", "  a giant called Gog", "  a hat called Bowler")
        file.write_text("\n".join([*head, *(f"  {line}" for line in lines)]) + "\n", encoding="utf-8")
        return file

    return write


def run(*args: str):
    return CliRunner().invoke(main, [*args], env={"NO_COLOR": "1", "COLUMNS": "200"})


GRADES = [
    (("the age of Ann is 9", "ask whether Ann is tall"), "ruled", True),
    (("ask whether Ann is tall",), "default", False),
    (("ask whether Ann glows",), "default", False),
    (("ask whether Ann is proud",), "silent", None),
    (("with option vanity", "ask whether Ann is proud"), "default", False),
    (("Ann wears Bowler", "ask whether Ann wears Bowler"), "given", True),
    (("ask the age of Ann",), "ruled", 7),
    (("ask the height of Ann",), "default", 3),
    (("Ann is green", "ask the height of Ann"), "ruled", 5),
    (("ask whether Ann may sing",), "ruled", True),
    (("ask whether Ann may dance",), "silent", None),
    (("ask whether Gog may dance",), "default", True),
    (("Gog wears Bowler", "ask whether Gog may dance"), "ruled", False),
    (("the age of Ann is 9", "ask whether Ann is tall or Ann is proud"), "ruled", True),
    (("the age of Ann is 9", "ask whether Ann is tall and Ann is proud"), "silent", None),
    (("the age of Ann is 9", "ask whether Bob is tall and Ann is proud"), "default", False),
    (("the age of Ann is 9", "ask which person p such that p is tall"), "ruled", ["Ann"]),
    (("ask how many persons p such that p is proud",), "silent", None),
    (("the age of Ann is 9", "ask the age of Ann + the height of Bob"), "default", 12),
    (("unknown: Ann is green", "ask whether Ann glows"), "default", False),
    (("in order", "  Ann sings", "ask the fame of Ann"), "ruled", 1),
    (("in order", "  Ann sings", "ask the fame of Bob"), "default", 0),
    (("the fame of Bob is 4", "in order", "  Ann sings", "ask the fame of Bob"), "default", 4),
    (("the fame of Bob is 4", "in order", "  Ann sings", "ask the fame of Bob at the start"), "given", 4),
]


@pytest.mark.parametrize(("lines", "grade", "answer"), GRADES)
def test_the_grade_says_what_the_answer_rests_on(told, lines: tuple[str, ...], grade: str, answer: object) -> None:
    result = run("settle", "--json", str(told(*lines)))
    (outcome,) = json.loads(result.stdout)["settlements"][0]["questions"][0]["outcomes"]
    assert (outcome["grade"], outcome["answer"]) == (grade, answer), result.output


def test_forced_is_said_only_of_what_a_clause_or_the_scenario_says(told) -> None:
    for lines, grade, _ in GRADES:
        for brief in ((), ("--brief",)):
            text = run("settle", *brief, str(told(*lines))).stdout
            sure, granted = grade in ("ruled", "given"), "taking it that" in text
            assert ("cannot come out otherwise" in text) == (sure and not granted), text
            assert ("forced by what is told and what is taken for granted" in text) == (sure and granted), text
            assert ("the book does not say" in text) == (grade == "silent"), text
            assert ("by default" in text) == (grade == "default"), text


def test_a_default_names_the_clause_that_lacks_least(told) -> None:
    text = run("settle", "--brief", str(told("ask whether Ann is tall"))).stdout
    assert "elders-are-tall" not in text  # it lacks two of its conditions
    assert "giants-are-tall (graded-01) would say: p is tall" in text and "the age of p is at least 9" in text
    text = run("settle", "--brief", str(told("ask whether Ann is proud"))).stdout
    assert "tall-is-proud" in text and "not in force" in text


MET = [
    ("whether Ann is tall", "no", True),
    ("whether Ann is tall", "no by default", True),
    ("whether Ann is tall", "silent", False),
    ("whether Ann is proud", "no", False),
    ("whether Ann is proud", "no by default", False),
    ("whether Ann is proud", "silent", True),
    ("whether Ann may sing", "yes by graded-03", True),
    ("the age of Ann", "7 by graded-04", True),
    ("whether Gog is tall", "yes by graded-01", False),  # the other clause gives it, too
    ("whether Gog is tall", "yes by graded-02", False),
    ("whether Gog is tall", "yes by graded-01, graded-02", True),
    ("whether Gog is tall", "yes by default", False),
    ("whether Bob is tall", "yes by graded-01", True),
    ("whether Bob is tall", "yes by graded-02", False),
    ("the fame of Ann", "1 by graded-06", True),
    ("the fame of Bob", "0 by graded-06", False),
]


@pytest.mark.parametrize(("ask", "expect", "met"), MET)
def test_what_is_expected_has_to_carry_the_answer(told, ask: str, expect: str, met: bool) -> None:
    story = ("in order", "  Ann sings") if "fame" in ask else ()
    facts = ("the age of Gog is 9", "Gog is green", "the age of Bob is 9", *story)
    (scenario, book), *_ = load_scenarios(told(*facts, f"ask {ask}", f"  expect {expect}"))
    assert settle(book, scenario).answers[0].met is met


def test_what_is_told_and_nothing_hears_is_said_beside_the_answers(told) -> None:
    heard = told("the age of Ann is 9", "ask whether Ann is tall").read_text(encoding="utf-8")
    file = told("Ann glows", "the age of Ann is 9", "ask whether Ann is tall")
    for brief in ((), ("--brief",)):
        result = run("settle", *brief, str(file))
        assert "unheard: Ann glows (line 6)" in result.stdout and result.exit_code == 0
    assert run("settle", "--strict", str(file)).exit_code == 1
    (one,) = json.loads(run("settle", "--json", str(file)).stdout)["settlements"][0]["unheard"]
    assert one["says"] == "Ann glows" and one["at"].endswith("one.scenario:6:3")
    file.write_text(heard, encoding="utf-8")
    assert run("settle", "--strict", str(file)).exit_code == 0 and "unheard" not in run("settle", str(file)).stdout


def test_what_only_a_word_that_nobody_asks_means_is_heard_by_nobody(told) -> None:
    """Nor is the word itself, where it is no fact that it means; whoever asks in it hears both."""
    asked = "ask whether Ann is tall"
    for fact, heard in (("Ann shines", "ask whether Ann is bright"), ("Ann is bright", "ask whether Ann is bright")):
        assert f"unheard: {fact}" in run("settle", str(told(fact, asked))).stdout
        assert "unheard" not in run("settle", str(told(fact, heard))).stdout


def test_a_question_hears_and_so_does_an_option_in_use(told) -> None:
    assert "unheard" not in run("settle", str(told("Ann glows", "ask whether Ann glows"))).stdout
    assert "unheard: Ann shouts" in run("settle", str(told("in order", "  Ann shouts", "ask whether Ann is tall"))).stdout
    assert "unheard" not in run("settle", str(told("in order", "  Ann sings", "ask whether Ann is tall"))).stdout


def test_a_card_that_a_rule_for_its_kind_cites_is_known(told) -> None:
    """The rule names hats; the statement that it cites stands under PLUME, and none under CREST."""
    asked = "ask whether Ann is shy"
    assert "unheard" not in run("settle", str(told("Ann wears PLUME", asked))).stdout
    assert "unheard: CREST (line 6): the book knows no more of this card" in run("settle", str(told("Ann wears CREST", asked))).stdout


def test_of_a_card_with_labels_alone_no_more_is_known(told) -> None:
    """A label says nothing of what a card does, nor does what is so where nothing is said; nor that a question names the card."""
    for asked in ("ask whether Ann is shy", "ask whether Ann wears CROWN"):
        assert "unheard: CROWN (line 6): the book knows no more" in run("settle", str(told("Ann wears CROWN", asked))).stdout
    assert "the book knows no more" not in run("settle", str(told("Ann wears CAP", "ask whether Ann is shy"))).stdout


def test_nothing_is_forced_where_a_card_is_played_that_the_book_does_not_know(told) -> None:
    """Played is what stands in a place for something narrower than a card; who only handles it has not played it."""
    asked = "ask whether Ann wears CAP"
    beside = ("Ann wears CAP", "in order")
    played = run("settle", "--json", str(told(*beside, "  Ann dons LACE", asked))).stdout
    (outcome,) = json.loads(played)["settlements"][0]["questions"][0]["outcomes"]
    assert outcome["beyond"] == ["LACE"]
    for deed in ("Ann dons LACE", "Ann lifts LACE"):
        shown = " ".join(run("settle", "--brief", str(told(*beside, f"  {deed}", asked))).stdout.split())
        assert ("leaving aside what the book does not say of LACE" in shown) is ("dons" in deed)


def test_nothing_is_forced_where_a_card_is_played_that_the_book_knows_in_part(told) -> None:
    beside = ("Ann wears FRILL", "in order")
    for deed in ("Ann dons FRILL", "Ann lifts FRILL"):
        shown = " ".join(run("settle", "--brief", str(told(*beside, f"  {deed}", "ask whether Ann is tidy"))).stdout.split())
        assert "unheard: FRILL (line 6): the book knows only a part of what this card does" in shown
        assert ("=> yes (leaving aside what the book does not say of FRILL)" in shown) is ("dons" in deed)


def test_a_fact_about_an_event_that_is_over_comes_too_late(told) -> None:
    late = told("in order", "  Ann sings, called the song", "  Bob sings", "  the song is quiet", "ask the fame of Bob")
    text = run("settle", "--brief", str(late)).stdout
    assert "the song is quiet" in text and "it comes too late: song is over by then" in " ".join(text.split())
    assert "nearest: say it in the line of song, after a comma" in " ".join(text.split())
    assert "too late" not in run("settle", str(told("in order", "  Ann sings, called the song, is quiet", "ask the fame of Ann"))).stdout


def test_a_fact_about_what_is_only_considered_holds_from_the_start(told) -> None:
    lines = ("in order", "  proposed: Ann sings, called the song", "  the song is quiet", "ask whether the song is quiet")
    text = run("settle", "--brief", str(told(*lines))).stdout
    assert "too late" not in text and "=> yes" in text


def test_a_told_value_that_rules_would_have_changed_is_noted(told) -> None:
    file = told("Ann is green", "the height of Ann is 5", "ask the height of Ann")
    said = " ".join(run("settle", "--brief", str(file)).stdout.split())
    assert "what is told is final: the height of Ann is 5; hats-add (graded-07) would add 2" in said
    assert run("settle", "--strict", str(file)).exit_code == 1


def test_what_only_keeps_another_rule_from_speaking_carries_the_answer(told) -> None:
    """Without the statement on hats a ban would speak; the argument for the permission does not show it."""
    for wears, expect, met in (("", "yes by graded-09", True), ("", "yes by graded-06", False), ("not ", "no by graded-09", False)):
        fact = "Ann does not wear Bowler" if wears else "Ann wears Bowler"
        (scenario, book), *_ = load_scenarios(told(fact, "ask whether Ann may hum", f"  expect {expect}"))
        assert settle(book, scenario).answers[0].met is met, expect
