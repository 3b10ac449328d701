"""Circles are followed each way they can go; paradoxes have no value, and what reads one is followed under each (docs/meaning.md 7)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from generators import case_of

from adjudicator.cli.main import main
from adjudicator.engine.limits import Limits
from adjudicator.engine.resolve import World
from adjudicator.settling.settling import settle

BOOK = """book circles "Circles"
ladder
  rung explicit claim
kind guest
property {guest} is loud
property {guest} is shy
property {guest} is odd
property {guest} is late
property {guest} waits
property {guest} stays
property {guest} is there
property {guest} is glad
property {guest} is sad
property the bill of {guest} is a whole number
clause loud-unless-shy
  for a guest g
  g is loud
  unless g is shy
clause shy-unless-loud
  for a guest g
  g is shy
  unless g is loud
clause odd-unless-odd
  for a guest g
  g is odd
  unless g is odd
clause late-when-odd
  for a guest g
  g is late
  when g is odd
clause waits-unless-shy
  for a guest g
  g waits
  unless g is shy
clause stays-when-late
  for a guest g
  g stays
  when g waits
clause there-when-loud
  for a guest g
  g is there
  when g is loud
clause there-when-shy
  for a guest g
  g is there
  when g is shy
clause glad-unless-sad
  for a guest g
  g is glad
  unless g is sad
clause sad-unless-glad
  for a guest g
  g is sad
  unless g is glad
  unless g is sad
clause bills
  for a guest g
  the bill of g is 3
  when g is loud
"""
ROUND = {"clauses": ["loud-unless-shy", "shy-unless-loud"], "paradox": False}
CAUSE = {"cause": "circle", "what": "the circle of loud-unless-shy and shy-unless-loud: Ann is loud, Ann is shy", "who": None}
PARADOX = {"clauses": ["odd-unless-odd"], "paradox": True}


@pytest.fixture
def asked(tmp_path: Path):
    """Settles one question about Ann, with what is told before; as JSON, and as text."""
    folder = tmp_path / "circles"
    folder.mkdir()
    (folder / "circles.rules").write_text(BOOK, encoding="utf-8")

    def ask(question: str, *told: str) -> tuple[dict, str]:
        file = tmp_path / "one.scenario"
        lines = ['scenario "One"', f"  uses {folder}", "  guest Ann", *(f"  {line}" for line in told), f"  ask {question}"]
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        done = CliRunner().invoke(main, ["settle", "--json", str(file)])
        text = CliRunner().invoke(main, ["settle", "--brief", str(file)])
        [answer] = json.loads(done.stdout)["settlements"][0]["questions"]
        return answer, " ".join(text.stdout.split())

    return ask


def ways(answer: dict) -> dict:
    """Each answer, with the first of its conditions."""
    return {one["answer"]: [(each["cause"], each["taken"]) for each in one["when"][0]] for one in answer["outcomes"]}


LOUD = [("circle", "Ann is loud, Ann is not shy")]
SHY = [("circle", "Ann is not loud, Ann is shy")]


def test_a_circle_goes_each_of_its_ways(asked) -> None:
    """One branching, with its clauses; no third outcome in which nobody is anything."""
    answer, text = asked("whether Ann is loud")
    assert (answer["status"], ways(answer)) == ("several", {True: LOUD, False: SHY})
    assert [one["circles"] for one in answer["outcomes"]] == [[ROUND], [ROUND]]
    assert [one["because_of"] for one in answer["outcomes"]] == [[CAUSE], [CAUSE]]
    assert "Ann is loud, Ann is not shy (the circle of loud-unless-shy and shy-unless-loud goes one way)" in text


def test_what_can_be_no_way_at_all_is_a_paradox(asked) -> None:
    answer, text = asked("whether Ann is odd")
    assert (answer["status"], answer["outcomes"][0]["why"], answer["outcomes"][0]["circles"]) == ("undecided", "circle", [PARADOX])
    assert "it is a paradox, which can be no way at all: odd-unless-odd" in text
    assert asked("whether Ann is not odd")[0]["status"] == "undecided"


@pytest.mark.parametrize("ask", ["whether Ann waits", "whether Ann stays"])
def test_what_rests_on_a_circle_goes_its_ways(ask: str, asked) -> None:
    answer, text = asked(ask)
    assert (answer["status"], ways(answer)) == ("several", {True: LOUD, False: SHY})
    assert "cannot come out otherwise" not in text


def test_what_reads_a_paradox_is_followed_under_each_value(asked) -> None:
    answer, text = asked("whether Ann is late")
    assert (answer["status"], ways(answer)) == ("several", {True: [("circle", "Ann is odd")], False: [("circle", "Ann is not odd")]})
    assert "Ann is odd (taken so: the paradox of odd-unless-odd can be no way at all)" in text


def test_what_is_so_whichever_way_is_forced(asked) -> None:
    answer, text = asked("whether Ann is there")
    [outcome] = answer["outcomes"]
    assert (answer["status"], outcome["answer"], outcome["grade"], outcome["because_of"]) == ("forced", True, "ruled", [])
    assert "forced: it cannot come out otherwise" in text


def test_a_circle_that_has_one_way_only_goes_it(asked) -> None:
    answer, text = asked("whether Ann is glad")
    assert (answer["status"], answer["outcomes"][0]["answer"], "circles" in answer["outcomes"][0]) == ("forced", True, False)
    assert "forced: it cannot come out otherwise" in text


def test_two_circles_that_are_alike_go_their_own_ways(asked) -> None:
    answer, _ = asked("how many guests g such that g is loud", "guest Bob")
    assert [one["answer"] for one in answer["outcomes"]] == [0, 1, 2]
    assert all(len(one["because_of"]) == 2 for one in answer["outcomes"])


def test_a_value_that_is_missing_in_one_of_the_ways_says_so(asked) -> None:
    answer, _ = asked("the bill of Ann")
    told = [(one["answer"], one["why"]) for one in answer["outcomes"]]
    assert (answer["status"], told, ways(answer)) == ("several", [(3, None), (None, "not told")], {3: LOUD, None: SHY})


def test_a_fact_that_opens_the_circle_leaves_nothing_of_it(asked) -> None:
    answer, text = asked("whether Ann waits", "Ann is loud")
    [outcome] = answer["outcomes"]
    assert (outcome["answer"], outcome["grade"], "circles" in outcome) == (True, "ruled", False)
    assert "forced: it cannot come out otherwise" in text


@pytest.mark.parametrize("seed", [5000396, 5000008])
def test_what_is_read_alike_is_worked_out_once(seed, monkeypatch) -> None:
    """Of dense circles that can go many ways: some 4,000 pieces of work, where each world and each round anew takes over 100,000."""
    work, computed = [], World._computed
    monkeypatch.setattr(World, "_computed", lambda world, node: work.append(node) or computed(world, node))
    case = case_of(seed)
    settle(case.book, case.scenario, Limits(seconds=None))
    assert len(work) < 10_000
