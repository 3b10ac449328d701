"""What has no value: nothing that nobody said is ever taken as no, or printed as forced (docs/meaning.md 9.5 and 9.6)."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli.main import main
from adjudicator.engine.limits import OutOfTime
from adjudicator.engine.symbols import Condition, ranges_of
from adjudicator.language.loading import load_scenarios
from adjudicator.model.outcomes import Answer
from adjudicator.model.values import show
from adjudicator.settling.settling import settle

BOOK = """book small
  title The small book

kind wizard
kind giant is a wizard
kind ball
kind rod
kind tool is a ball
thing Rod is a rod

clock
  seats wizard
  on turn the mover

ladder
  rung explicit claim
  rung weight: the weight of it, lowest first

property the mover is a wizard or nobody
property {wizard} sees {wizard target}, must be told
property {wizard} is blind, told or no
property {ball} glows
  must be told for a tool
property the life of {wizard} is a whole number from 0
  must be told
  state
property the strength of {ball} is a whole number from 0 to 9, must be told
property the weight of {ball} is a whole number from 1, must be told
property the mood of {wizard} is one of red, green, must be told
property the foe of {wizard} is a wizard or nobody, must be told
property the gift of {wizard} is a ball, must be told
property the rod of {wizard} is a rod, must be told
property the bag of {wizard} is a set of ball, must be told
property the harm of {ball} is a whole number, default 0
property the worth of {ball} is a whole number, default 5
property the heat of {ball} is a whole number, default 0
property the look of {ball} is one of plain, fine
property {wizard} is angry
property {wizard} is calm
property {wizard} is lost
property {wizard} is tired
property {ball} hits {wizard}
property {wizard} is alone
property {wizard} is weak
property {wizard} is halved
property the luck of {wizard} is a whole number from 0 to 2, must be told
property the tally of {wizard} is a whole number, default 0
  state

property {wizard} meets {wizard other}, must be told
property {wizard} calls {wizard other}
property {wizard} is proud, told or no
property the pride of {wizard} is a whole number, default 0
  state

event nod
  {wizard nodder} nods
  normally may
event throw
  {wizard thrower} throws {ball}
  normally may
event draw
  {wizard drawer} draws
  normally may
event rest
  {wizard rester} rests
  normally may

definition weak
  for a wizard w
  w is weak  means  the life of w is less than 3

clause harm-small
  for a ball b
  the harm of b is 1
  when the strength of b is less than 3

clause harm-big
  for a ball b
  the harm of b is 2
  when the strength of b is at least 3

clause hot
  for a ball b
  the heat of b is the strength of b plus 1
  when the strength of b is at least 9

clause not-so-hot
  for a ball b
  the heat of b is 10
  when the strength of b is less than 9

clause angry
  for a wizard w, a wizard o
  w is angry
  when w sees o

clause calm
  for a wizard w
  w is calm
  unless some wizard o sees w

clause lost
  for a wizard w
  w is lost
  when the mood of w is red
  unless the foe of w is nobody

clause tired
  for a wizard w
  w is tired
  when the number of wizard o such that w sees o is at least 2

clause hits
  for a ball b, a wizard w
  b hits w
  when the strength of b is at least 0

clause plain-look
  for a ball b
  the look of b is plain

clause fine-look
  for a ball b
  the look of b is fine

clause heavier
  for a ball b
  add 1 to the worth of b
  when the strength of b is at least 8

clause no-throw
  for a throw e
  e may not happen
  when the thrower of e sees the thrower of e

clause lucky
  for a ball b
  b glows
  when the weight of b contains the digit 7

clause heavy-harm
  for a wizard w
  w is alone
  when the life of w times the strength of the gift of w is at least 10

clause half
  for a wizard w
  w is halved
  when 6 divided by the life of w is at least 2

clause rest-draws
  for a rest e
  then the rester of e draws, the luck of the rester of e times

clause draw-counts
  for a draw e
  the tally of the drawer of e becomes the tally of the drawer of e plus 1

clause meeting-goes-both-ways
  for a wizard w, a wizard o
  w meets o
  when o meets w
  fallback

clause calling-goes-both-ways
  for a wizard w, a wizard o
  w calls o
  when o calls w

clause silence-goes-both-ways
  for a wizard w, a wizard o
  w does not call o
  when o does not call w

clause nodding-makes-proud
  for a nod e
  the pride of the nodder of e becomes 1
  when the mood of the nodder of e is red
  and (the nodder of e sees the nodder of e or the life of the nodder of e is more than 3)
  unless the nodder of e is blind

clause throw-tires
  for a throw e
  the life of the thrower of e becomes 5
  when the mood of the thrower of e is red
"""
TABLE = "wizards Ann, Bob\n  balls Fire, Ice\n"


def answers(folder: Path, asked: str, told: str = "", table: str = TABLE) -> list[Answer]:
    """What becomes of the questions (a line each) about what is told."""
    (folder / "small").mkdir(exist_ok=True)
    (folder / "small/a.rules").write_text(BOOK, encoding="utf-8")
    lines = [line.strip() for line in told.strip().splitlines()]
    body = "".join(f"  {line}\n" for line in lines)
    questions = "".join(f"  ask {line.strip()}\n" for line in asked.strip().splitlines())
    file = folder / "a.scenario"
    file.write_text(f'scenario "Missing"\n  uses small\n  {table}{body}{questions}', encoding="utf-8")
    return [a for scenario, book in load_scenarios(file) for a in settle(book, scenario).answers]


def shown(answer: Answer) -> list[str]:
    """The status, the answers, and why there are several, or none."""
    causes = sorted({cause.cause for outcome in answer.outcomes for cause in outcome.because_of})
    values = [show(o.answer) if o.world.decided else f"{o.world.terms or 'undecided'} ({o.why})" for o in answer.outcomes]
    return [answer.status, *values, *causes]


SITUATIONS = [
    # (what is told, what is asked, what comes of it)
    ("", "the harm of Fire", ["several", "1", "2", "not told"]),
    ("the strength of Fire is 4", "the harm of Fire", ["forced", "2"]),
    ("", "the strength of Fire", ["undecided", "undecided (not told)"]),
    ("", "whether Ann sees Bob", ["undecided", "undecided (not told)"]),
    ("", "whether Ann does not see Bob", ["undecided", "undecided (not told)"]),
    ("", "whether Ann sees Bob or Ann does not see Bob", ["forced", "yes"]),
    ("", "whether Ann is angry", ["several", "yes", "no", "not told"]),
    ("Ann sees Bob", "whether Ann is angry", ["forced", "yes"]),
    ("Ann does not see Bob\nAnn does not see Ann", "whether Ann is angry", ["forced", "no"]),
    ("", "whether Ann is calm", ["several", "yes", "no", "not told"]),
    ("", "whether Ann is tired", ["several", "yes", "no", "not told"]),
    ("Ann does not see Bob", "whether Ann is tired", ["forced", "no"]),
    ("", "whether Ann is lost", ["several", "yes", "no", "not told"]),
    ("the mood of Ann is green", "whether Ann is lost", ["forced", "no"]),
    ("the mood of Ann is red", "whether Ann is lost", ["several", "yes", "no", "not told"]),
    ("the mood of Ann is red\nthe foe of Ann is nobody", "whether Ann is lost", ["forced", "no"]),
    ("", "the mood of Ann", ["undecided", "undecided (not told)"]),
    ("", "the foe of Ann", ["undecided", "undecided (not told)"]),
    ("", "whether Fire hits Ann", ["forced", "yes"]),
    ("", "whether Ann is weak", ["several", "yes", "no", "not told"]),
    ("", "whether the life of Ann is at least 3 or the life of Ann is less than 3", ["forced", "yes"]),
    ("", "whether the life of Ann is less than 0", ["forced", "no"]),
    ("", "whether the strength of Fire is at most 9", ["forced", "yes"]),
    (
        "the strength of Ice is 2",
        "the strength of Fire minus the strength of Ice",
        ["undecided", "the strength of Fire minus 2 (not told)"],
    ),
    (
        "",
        "2 times the strength of Fire plus the strength of Ice",
        ["undecided", "2 times the strength of Fire plus the strength of Ice (not told)"],
    ),
    ("", "the heat of Fire", ["forced", "10"]),
    ("", "the worth of Fire", ["several", "5", "6", "not told"]),
    ("the weight of Ice is 3", "the look of Fire", ["several", "fine", "plain", "open"]),
    ("", "the harm of the gift of Ann", ["several", "1", "2", "not told"]),
    ("", "whether the rod of Ann is Rod", ["forced", "yes"]),
    ("", "whether the foe of Ann is nobody", ["several", "yes", "no", "not told"]),
    ("", "whether the foe of Ann is Ann and the foe of Ann is Bob", ["forced", "no"]),
    ("", "the number of wizard o such that Ann sees o", ["several", "0", "1", "2", "not told"]),
    ("", "the least of the strength of b over balls b", ["undecided", "undecided (not told)"]),
    ("", "the bag of Ann", ["undecided", "undecided (gap)"]),
    ("", "whether Ann may throw Ice", ["several", "yes", "no", "not told"]),
    ("Ann does not see Ann", "whether Ann may throw Ice", ["forced", "yes"]),
    ("", "whether Ann is blind", ["forced", "no"]),
    ("", "whether Fire glows", ["several", "yes", "no", "not told"]),
    ("the weight of Fire is 70", "whether Fire glows", ["forced", "yes"]),
    ("the weight of Fire is 68", "whether Fire glows", ["forced", "no"]),
    ("", "whether Ann is alone", ["several", "yes", "no", "not told"]),
    ("", "whether Ann is halved", ["several", "yes", "no", "not told"]),
    ("the life of Ann is 3", "whether Ann is halved", ["forced", "yes"]),
    ("", "whether Ann meets Bob", ["undecided", "undecided (not told)"]),
    ("", "whether Ann calls Bob", ["forced", "no"]),
    ("Bob meets Ann", "whether Ann meets Bob", ["forced", "yes"]),
    ("Bob does not meet Ann", "whether Ann meets Bob", ["undecided", "undecided (not told)"]),
]


@pytest.mark.parametrize(("told", "asked", "wanted"), SITUATIONS, ids=[f"{a} [{t}]" for t, a, _ in SITUATIONS])
def test_what_is_missing_is_followed(tmp_path: Path, told: str, asked: str, wanted: list[str]) -> None:
    """A3 to A5: wherever a value is used, what is missing can be any of what it could be."""
    (answer,) = answers(tmp_path, asked, told)
    assert shown(answer) == wanted


STORY = """in order
    Ann throws Fire
"""


@pytest.mark.parametrize(
    ("told", "asked", "wanted"),
    [
        ("", "whether the life of Ann is 5", ["several", "yes", "no", "not told"]),
        ("the mood of Ann is red", "the life of Ann", ["forced", "5"]),
        ("the mood of Ann is green", "the life of Ann", ["undecided", "undecided (not told)"]),
        ("", "the life of Ann", ["several", "5", "undecided (not told)", "not told"]),
    ],
)
def test_in_a_story_too(tmp_path: Path, told: str, asked: str, wanted: list[str]) -> None:
    """What an effect needs is followed; where the effect does not come about, what was missing is missing still."""
    lines = "".join(f"{line}\n  " for line in told.splitlines())
    (answer,) = answers(tmp_path, asked, table=f"{TABLE}  {lines}{STORY}")
    assert shown(answer) == wanted


@pytest.mark.parametrize(
    ("told", "met"),
    [
        ("", ["Ann sees Ann", "the life of Ann", "the mood of Ann"]),
        ("Ann is blind", []),
        ("the mood of Ann is green", []),
        ("the life of Ann is 2\nAnn does not see Ann", []),
        ("the life of Ann is 4", ["the mood of Ann"]),
        ("Ann sees Ann", ["the mood of Ann"]),
    ],
)
def test_only_what_nothing_else_settles_is_followed(tmp_path: Path, told: str, met: list[str]) -> None:
    """A condition that fails, a part that is enough or an exception that holds, wherever it stands, leaves nothing to be followed."""
    lines = "".join(f"{line}\n  " for line in told.splitlines())
    (answer,) = answers(tmp_path, "the pride of Ann", table=f"{TABLE}  {lines}in order\n    Ann nods\n")
    assert sorted({d.cause.what for outcome in answer.outcomes for d in outcome.world.decisions}) == met


def test_how_often_something_comes_is_followed(tmp_path: Path) -> None:
    """A missing number of times is every number that it could be."""
    (answer,) = answers(tmp_path, "the tally of Ann", table=f"{TABLE}  in order\n    Ann rests\n")
    assert shown(answer) == ["several", "0", "1", "2", "not told"]


def test_a_missing_number_is_one_number(tmp_path: Path) -> None:
    """All comparisons of one number share it: at least 8 and not at least 3 it never is."""
    both, harm = answers(
        tmp_path, "whether the strength of Fire is at least 8 and the harm of Fire is 1\nthe harm of Fire plus the worth of Fire"
    )
    assert shown(both) == ["forced", "no"]
    assert shown(harm) == ["several", "6", "7", "8", "not told"]


def test_many_missing_facts_do_not_explode(tmp_path: Path) -> None:
    """Who sees whom of twelve, nobody said: 144 facts, followed at once."""
    names = "Ann, Bob, Cid, Dan, Eve, Fay, Gus, Hal, Ivy, Jan, Kim, Leo"
    (answer,) = answers(tmp_path, "whether some wizard w is angry", table=f"wizards {names}\n")
    assert shown(answer) == ["several", "yes", "no", "not told"]
    assert len({cause.what for outcome in answer.outcomes for cause in outcome.because_of}) == 144


def test_many_numbers_are_told_as_a_range(tmp_path: Path) -> None:
    """In the text; the data have each of them."""
    names = "Ann, Bob, Cid, Dan, Eve, Fay, Gus, Hal, Ivy, Jan"
    (answer,) = answers(tmp_path, "the number of wizard o such that Ann sees o", table=f"wizards {names}\n")
    told = CliRunner().invoke(main, ["settle", str(tmp_path / "a.scenario"), "--brief"]).output
    assert len(answer.outcomes) == 11
    assert "=> any whole number from 0 to 10" in told and "nobody said: Ann sees Ann" in told and "and 6 more" in told


def test_words_say_what_must_be_told(tmp_path: Path) -> None:
    """Whoever looks for a sentence learns that it has to be said."""
    answers(tmp_path, "the harm of Fire")
    told = CliRunner().invoke(main, ["words", str(tmp_path / "small"), "sees"]).output
    assert "it must be told" in told


def test_why_is_told_as_text_and_as_data(tmp_path: Path) -> None:
    """The reason stands beside the answer."""
    answers(tmp_path, "the harm of Fire\nthe strength of Fire\nthe life of Ann minus 2")
    told = CliRunner().invoke(main, ["settle", str(tmp_path / "a.scenario"), "--brief"]).output
    assert "if the strength of Fire is at least 3 (nobody said)" in told
    assert "undecided   (nobody said)" in told
    assert "undecided: the life of Ann minus 2   (nobody said)" in told
    data = json.loads(CliRunner().invoke(main, ["settle", str(tmp_path / "a.scenario"), "--json"]).stdout)
    harm, strength, life = data["settlements"][0]["questions"]
    assert [one["why"] for one in (*strength["outcomes"], *life["outcomes"])] == ["not told", "not told"]
    assert life["outcomes"][0]["in_terms"] == "the life of Ann minus 2"
    assert {cause["cause"] for one in harm["outcomes"] for cause in one["because_of"]} == {"not told"}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("property the age of {wizard} is a whole number, told or no", "only what is so or not is `told or no`"),
        ("property the age of {wizard} is a whole number from 9 to 3, must be told", "no number is both at least 9 and at most 3"),
    ],
)
def test_a_declaration_that_cannot_be_is_said_so(tmp_path: Path, wrong: str, message: str) -> None:
    """At its place, with what to write instead."""
    (tmp_path / "small").mkdir()
    (tmp_path / "small/a.rules").write_text(f"book small\n  title Small\n\nkind wizard\n{wrong}\n", encoding="utf-8")
    (tmp_path / "a.scenario").write_text('scenario "S"\n  uses small\n  wizards Ann\n', encoding="utf-8")
    done = CliRunner().invoke(main, ["settle", str(tmp_path / "a.scenario")])
    assert done.exit_code == 2
    assert message in done.output and "a.rules:5:" in done.output


def test_of_what_is_told_or_no_it_is_said_that_nobody_said_so(tmp_path: Path) -> None:
    """B5: not that nothing says otherwise; where a clause could say it, or did, that stays."""
    asked = (
        "whether Ann is blind\nwhether Ann is not blind\nwhether Ann is proud\nwhich wizards w such that w is blind\nwhether Bob is lost"
    )
    answers(tmp_path, asked, told="the mood of Bob is green")
    told = CliRunner().invoke(main, ["settle", str(tmp_path / "a.scenario"), "--brief"]).output
    lines = [line.strip() for line in told.splitlines() if "=>" in line]
    assert lines == [
        "=> no   (by default: nobody said so)",
        "=> yes   (by default: nobody said otherwise)",
        "=> no   (by default: nobody said so)",
        "=> none   (by default: nobody said otherwise)",
        "=> no   (by default: nothing says otherwise)",
    ]
    data = json.loads(CliRunner().invoke(main, ["settle", str(tmp_path / "a.scenario"), "--json"]).stdout)
    why = [one["outcomes"][0]["why"] for one in data["settlements"][0]["questions"]]
    assert why == ["not told", "not told", "not told", "not told", None]


def test_a_number_that_is_part_of_a_sentence_and_was_left_out_is_compared_with_nothing(tmp_path: Path) -> None:
    book = """book toss
  title Toss

kind wizard
kind ball

event throw
  {wizard agent} throws {ball missile} with a {number figure}
  also {wizard agent} throws {ball missile}

property the strength of {throw} is a whole number, default 1

clause as-it-was-said
  for a throw
  the strength of the throw is the figure of the throw
  when the figure of the throw is at least 1
"""
    (tmp_path / "toss").mkdir()
    (tmp_path / "toss" / "book.rules").write_text(book, encoding="utf-8")
    file = tmp_path / "toss.scenario"
    file.write_text(
        """scenario Two throws
  uses toss

  wizards Ann, Bob
  balls PIP, POP
  Ann throws PIP with a 4, called the first
  Bob throws POP, called the second

  ask the strength of the first
    expect 4
  ask the strength of the second
    expect 1
""",
        encoding="utf-8",
    )
    result = CliRunner().invoke(main, ["settle", str(file), "--brief"])
    assert result.exit_code == 0, result.output


def test_ranges_of_one_number_are_drawn_together_where_they_touch() -> None:
    def at(op: str, number: int, holds: bool = True, name: str = "the life of Ann") -> tuple[Condition, bool]:
        return Condition(None, frozenset(), "", (name, op, Fraction(number))), holds

    assert ranges_of([[at("<=", 8), at("<", 5, False)], [at("<=", 8, False)]]) == ["the life of Ann is at least 5"]
    assert ranges_of([[at("<=", 2)], [at("<=", 5, False)]]) == ["the life of Ann is at most 2", "the life of Ann is more than 5"]
    assert ranges_of([[at("<", 3), at(">=", 1)], [at("=", 3)]]) == ["the life of Ann is at least 1 and at most 3"]
    assert ranges_of([[at("<=", 2)], [at("<=", 2, False)]]) == []
    assert ranges_of([[at("<=", 2)], [at("<=", 2, name="the life of Bob")]]) == []


def test_a_story_at_its_limit_says_what_nobody_told() -> None:
    limit = OutOfTime("not decided after 60 seconds")
    limit.saying("nobody said the life of Ann")
    assert "nobody said the life of Ann" in str(limit.at("the blow")) and "the blow" in str(limit.at("the blow"))


def test_of_comparisons_of_several_numbers_only_what_it_takes_is_told(tmp_path: Path) -> None:
    book = """book duel
  title Duel

kind wizard
property the might of {wizard} is a whole number, must be told
property {wizard one} crushes {wizard other}
property {wizard one} withstands {wizard other}

clause far-above-is-crushed
  for a wizard one, a wizard other
  one crushes other
  when the might of one is more than the might of other plus 4

clause who-is-not-crushed-withstands
  for a wizard one, a wizard other
  one withstands other
  when other does not crush one
  and the might of one is at least the might of other
"""
    (tmp_path / "duel").mkdir()
    (tmp_path / "duel" / "book.rules").write_text(book, encoding="utf-8")
    file = tmp_path / "duel.scenario"
    file.write_text(
        "scenario Two who meet\n  uses duel\n\n  wizards Ann, Bob\n\n  ask whether Ann withstands Bob\n  ask whether Ann crushes Bob\n",
        encoding="utf-8",
    )
    [(scenario, rules)] = load_scenarios(file)
    withstands, crushes = ([outcome.when for outcome in answer.outcomes] for answer in settle(rules, scenario).answers)
    assert [[text for one in when for _, text in one] for when in withstands] == [
        ["the might of Ann is at least the might of Bob"], ["the might of Ann is less than the might of Bob"],
    ]  # fmt: skip
    assert [[text for one in when for _, text in one] for when in crushes] == [
        ["the might of Ann is more than the might of Bob plus 4"], ["the might of Ann is at most the might of Bob plus 4"],
    ]  # fmt: skip


def test_what_nobody_plays_in_no_event_has_no_value(tmp_path: Path) -> None:
    """`the goal of the trip behind Ann`, where there is no such trip: undecided, and said so in an explanation, too."""
    (tmp_path / "inn").mkdir()
    (tmp_path / "inn/book.rules").write_text(
        "book inn\n  title The inn\n\nkind guest\nkind town\nproperty {guest} is proud\nproperty {town} is far\n"
        "event trip\n  {guest goer} goes to {town goal}\nproperty the trip behind {guest} is a trip or nobody\n\n"
        "clause proud-of-it\n  for a guest, a town\n  the guest is proud\n  when the goal of the trip behind the guest is the town\n"
        "  or the goal of the trip behind the guest is far\n",
        encoding="utf-8",
    )
    file = tmp_path / "one.scenario"
    asked = ("whether Ann is proud", "the goal of the trip behind Ann")
    told = "".join(f"  ask {one}\n" for one in asked)
    file.write_text(f"scenario One\n  uses inn\n  guest Ann\n  town Rome\n{told}", encoding="utf-8")
    for command in ("settle", "explain"):
        found = CliRunner().invoke(main, [command, str(file)])
        assert found.exit_code == 0 and "not decided whether the goal of the trip behind the guest" in " ".join(found.output.split())
        assert "undecided" in found.output
