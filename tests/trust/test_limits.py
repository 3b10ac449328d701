"""Nothing grows for ever: digits, rounds, steps, branches, time and memory end in the status `limit`, with what grew."""

from __future__ import annotations

import json
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.cli.main import main
from adjudicator.engine.clock import Clock, Room
from adjudicator.engine.limits import LimitReached, Limits, TooDeep
from adjudicator.engine.worlds import Ground
from adjudicator.language.loading import load_scenario
from adjudicator.settling.settling import settle

BOOK = """book yard
  title The yard
  source yard-book

source yard-book
  rank 1

kind child, plural children
kind coin, plural coins
property the wit of {child} is a whole number, default 1
property the luck of {child} is a number, default 1
property the cunning of {child} is a whole number, default 1
property the life of {child} is a whole number, default 3
  state
property {child} likes {coin}, default unknown
property {child} knows {child other}
property {child} trusts {child other}

event sneeze
  {child agent} sneezes

event yawn
  {child agent} yawns

event laugh
  {child agent} laughs

clock
  seats child

clause wits
  for a child
  the wit of the child is (the wit of the child plus 1) times (the wit of the child plus 1)

clause lucky
  for a child
  the luck of the child is the luck of the child divided by 2 plus the luck of the child times the luck of the child

clause sums
  for a child
  the cunning of the child is the cunning of the child plus 1 times the cunning of the child plus 1

clause squares
  for a sneeze
  then the life of the agent of the sneeze is the life of the agent of the sneeze times the life of the agent of the sneeze

clause again
  for a sneeze
  then the agent of the sneeze sneezes

clause tired
  for a yawn
  then the life of the agent of the yawn is the life of the agent of the yawn plus 1

clause still-tired
  for a yawn
  then the agent of the yawn yawns

clause company
  for a child a, a child b, a child c, a child d, a child e, a child f, a child g
  a trusts b
  when c knows d
  and e knows f
  and f knows g
  and g knows a

ladder
  rung explicit claim
  rung specificity
"""
POWERS = "".join(
    f"clause squared-{n}\n  for a child c\n  the power{n} of c is the power{n - 1} of c times the power{n - 1} of c\n\n"
    for n in range(1, 8)
)
BOOK = BOOK.replace("clause wits\n", POWERS + "clause wits\n").replace(
    "\nevent sneeze\n", "".join(f"property the power{n} of {{child}} is a whole number, default 1\n" for n in range(8)) + "\nevent sneeze\n"
)
PEOPLE = ", ".join(f"C{n}" for n in range(26))


def file_of(folder: Path, lines: str) -> Path:
    (folder / "yard").mkdir(exist_ok=True)
    (folder / "yard" / "a.rules").write_text(BOOK, encoding="utf-8")
    path = folder / "one.scenario"
    path.write_text("scenario Growing\n  uses yard\n" + lines, encoding="utf-8")
    return path


def settled(folder: Path, lines: str, *options: str) -> Result:
    return CliRunner().invoke(main, ["settle", str(file_of(folder, lines)), *options])


LIFE = "  child Ann\n  the life of Ann is 7\n  Ann's turn\n    Ann sneezes\n  ask the life of Ann\n"
YAWN = LIFE.replace("sneezes", "yawns")
COINS = ", ".join(f"K{n}" for n in range(9))
BRANCHES = f"  child Ann\n  coin {COINS}\n  Ann's turn\n  ask which coins x such that Ann likes x\n"
POWER = f"  child Ann\n  the power0 of Ann is {'9' * 40}\n  ask the power7 of Ann\n"
EVERYBODY = f"  child {PEOPLE}\n" + "".join(f"  C{n} knows C{m}\n" for n in range(1, 26) for m in range(1, 26))
COMPANY = EVERYBODY + "  ask the number of children x such that x trusts C0\n"
"""26 children and seven variables: some eight thousand million ways to fill a clause."""
GROWING = {
    "a number that squares itself": ("  child Ann\n  ask the wit of Ann\n", "the wit of Ann", "1,000 digits"),
    "a fraction that grows below": ("  child Ann\n  ask the luck of Ann\n", "the luck of Ann", "1,000 digits"),
    "a number that grows slowly": ("  child Ann\n  ask the cunning of Ann\n", "the cunning of Ann", "1,000 rounds"),
    "a caused event that squares a life": (LIFE, "the life of Ann", "1,000 digits"),
    "a caused event that adds for ever": (YAWN, "yawn", "100 steps", "--steps=100"),
    "a caused event without end": (YAWN, "yawn", "by `still-tired`, more than 200 times over"),
    "squares of squares": (POWER, "the power5 of Ann", "1,000 digits"),
    "branches": (BRANCHES, "", "200 branches", "--worlds=200"),
}  # fmt: skip


@pytest.mark.parametrize("name", GROWING)
def test_growth_ends_in_a_limit_that_says_what_grew(name: str, tmp_path: Path) -> None:
    lines, what, how, *options = GROWING[name]
    began = time.process_time()
    told = settled(tmp_path, lines, "--json", *options)
    assert time.process_time() - began < 30
    assert told.exit_code == 1, told.output
    (question,) = json.loads(told.stdout)["settlements"][0]["questions"]
    assert question["status"] == "limit"
    assert question["outcomes"] == []
    assert what in question["note"] and how in question["note"]
    text = settled(tmp_path, lines, "--brief", *options)
    assert text.exit_code == 1
    assert "not decided within the limits" in text.stdout
    assert how in " ".join(text.stdout.split())


def test_an_expectation_is_not_met_by_a_limit(tmp_path: Path) -> None:
    told = settled(tmp_path, LIFE + "    expect 7\n", "--json")
    assert json.loads(told.stdout)["settlements"][0]["questions"][0]["met"] is False
    assert told.exit_code == 1


def test_other_questions_are_answered_all_the_same(tmp_path: Path) -> None:
    told = settled(tmp_path, "  child Ann\n  the life of Ann is 7\n  ask the wit of Ann\n  ask the life of Ann\n", "--json")
    assert [q["status"] for q in json.loads(told.stdout)["settlements"][0]["questions"]] == ["limit", "forced"]


@pytest.mark.parametrize(("digits", "status"), [(1_700, "limit"), (6_000, "forced")])
def test_more_digits_on_request(digits: int, status: str, tmp_path: Path) -> None:
    told = settled(tmp_path, POWER, "--json", f"--digits={digits}")
    (question,) = json.loads(told.stdout)["settlements"][0]["questions"]
    assert question["status"] == status
    if status == "forced":
        assert sys.get_int_max_str_digits() > 5_200
        assert question["outcomes"][0]["answer"] == int("9" * 40) ** 128


def test_time_ends_in_a_limit(tmp_path: Path) -> None:
    began = time.monotonic()
    told = settled(tmp_path, COMPANY, "--json", "--seconds=1.5")
    (question,) = json.loads(told.stdout)["settlements"][0]["questions"]
    assert question["status"] == "limit"
    assert "not decided after 1.5 seconds (`--seconds`)" in question["note"]
    assert "the last thing looked into was" in question["note"]
    assert told.exit_code == 1
    assert time.monotonic() - began < 60


@pytest.mark.parametrize("options", [["--seconds=0"], ["--seconds=-1"], ["--digits=0"], ["--memory=0"], ["--seconds=x"]])
def test_limits_that_are_none_are_refused(options: list[str], tmp_path: Path) -> None:
    assert settled(tmp_path, LIFE, *options).exit_code == 2


def test_memory_ends_in_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = iter((100.0, 110.0, 900.0))
    monkeypatch.setattr("adjudicator.engine.clock._most_memory", lambda: next(taken))
    clock = Clock(Limits(memory=500))
    clock.begin()
    clock.look()
    with pytest.raises(LimitReached, match="more than 500 megabytes"):
        clock.look()


def test_the_limits_are_those_of_a_question_and_not_of_a_run() -> None:
    clock = Clock(Limits(seconds=60))
    for _ in range(3):
        clock.begin()
        clock.look()
        clock._deadline = time.monotonic() - 1
        assert clock.over
        with pytest.raises(LimitReached, match="after 60 seconds"):
            clock.look()
    clock.stop()
    clock.look()


def test_a_part_has_its_own_time_and_gives_the_rest_back() -> None:
    clock = Clock(Limits(seconds=60))
    clock.begin()
    with clock.within(0.0), pytest.raises(LimitReached, match="after 0 seconds"):
        time.sleep(0.01)
        clock.look()
    clock.look()
    assert not clock.over


def test_what_is_not_explained_in_time_is_said_not_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from adjudicator.desk import settling

    original = settling.account_of

    def late(ground: Ground, *args: object) -> object:
        ground.engine.clock._deadline = time.monotonic() - 1
        with suppress(LimitReached):
            ground.engine.clock.look()
        return original(ground, *args)

    assert "not explained" not in settled(tmp_path, "  child Ann\n  ask the life of Ann\n").stdout
    monkeypatch.setattr(settling, "account_of", late)
    told = settled(tmp_path, "  child Ann\n  ask the life of Ann\n")
    assert "not explained within the limits: not decided after 60 seconds" in " ".join(told.stdout.split())
    assert "=> 3" in told.stdout


# ---- chains of reasons ----


HEAD = "book chain\n  title A chain\n  source one\n\nsource one\n  rank 1\n\nkind child\nproperty {child} is told\n"
LINK = "clause link-{n}\n  for a child\n  the child knows of step{n}\n  when the child {before}\n\n"


def chain(folder: Path, links: int) -> Path:
    """A book in which each property rests on the one before it."""
    words = "".join(f"property {{child}} knows of step{n}\n" for n in range(links))
    clauses = "".join(LINK.format(n=n, before=f"knows of step{n - 1}" if n else "is told") for n in range(links))
    (folder / "chain").mkdir()
    ladder = "ladder\n  rung explicit claim\n  rung specificity\n"
    (folder / "chain" / "a.rules").write_text(f"{HEAD}{words}\n{clauses}{ladder}", encoding="utf-8")
    path = folder / "one.scenario"
    said = f"  uses chain\n  child Ann\n  Ann is told\n  ask whether Ann knows of step{links - 1}\n"
    path.write_text(f"scenario Chain\n{said}", encoding="utf-8")
    return path


@pytest.mark.slow
@pytest.mark.parametrize("links", [100, 1_000])
def test_a_chain_settles_and_explains(links: int, tmp_path: Path) -> None:
    path = chain(tmp_path, links)
    began = time.process_time()
    runner = CliRunner()
    told = runner.invoke(main, ["settle", "--json", str(path)])
    (question,) = json.loads(told.stdout)["settlements"][0]["questions"]
    assert (told.exit_code, question["status"], question["outcomes"][0]["answer"]) == (0, "forced", True)
    explained = runner.invoke(main, ["explain", str(path)])
    assert explained.exit_code == 0, explained.output[-500:]
    for clause in (f"link-{links - 1}", f"link-{links // 2}", "link-0"):
        assert f"{clause}\n" in explained.stdout
    assert "Ann is told" in explained.stdout
    assert "single changes that can matter" in " ".join(explained.stdout.split())
    assert runner.invoke(main, ["explain", "--json", str(path)]).exit_code == 0
    assert runner.invoke(main, ["settle", str(path)]).exit_code == 0
    assert time.process_time() - began < 120
    assert sys.getrecursionlimit() < 10_000


def test_a_chain_settles_through_the_library(tmp_path: Path) -> None:
    scenario, book = load_scenario(chain(tmp_path, 400))
    (answer,) = settle(book, scenario).answers
    assert (answer.status, answer.outcomes[0].answer) == ("forced", True)


def test_what_is_too_deep_even_so_is_a_limit() -> None:
    def deeper(n: int) -> int:
        return deeper(n + 1) + 1

    with pytest.raises(TooDeep):
        Room().given(lambda: deeper(0))


def test_errors_come_out_of_the_large_stack_as_they_are() -> None:
    room = Room()
    room.large = True
    with pytest.raises(KeyError):
        room.kept(lambda: {}["a"])
    assert room.given(lambda: room.given(lambda: 3)) == 3


def test_what_may_not_be_is_not_looked_for_without_end(tmp_path: Path) -> None:
    """Blows at once in no order: where the story is given up at a limit, the remarks beside the answers are, too, and say so."""
    duel = Path(__file__).resolve().parents[1] / "timeline" / "duel"
    file = tmp_path / "a.scenario"
    file.write_text(
        f"scenario Blows\n  uses {duel}\n  players Ann, Bob\n  at once\n" + "    Ann hits Bob\n" * 4 + "  ask the life of Bob\n"
    )
    scenario, book = load_scenario(file)
    settled = settle(book, scenario, Limits(worlds=3))
    assert [answer.status for answer in settled.answers] == ["limit"]
    assert [
        note for note in settled.notes if note.startswith("whether all that the scenario says may happen was not found out: more than 3")
    ]
