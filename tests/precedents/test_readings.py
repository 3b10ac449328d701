"""Readings: what is switched by --suppose, and which reading leads to which answer."""

from __future__ import annotations

import json
from pathlib import Path

from commanding import run


def answers(plot: Path, *suppose: str) -> list[list]:
    options = [part for one in suppose for part in ("--suppose", one)]
    data = json.loads(run("settle", "--json", *options, str(plot)).stdout)
    outcomes = [q["outcomes"] for s in data["settlements"] for q in s["questions"]]
    return [[o["taken_as"] if o["grade"] == "silent" else o["answer"] for o in found] for found in outcomes]


def test_all_disputed_rulings_are_switched_at_once(plot: Path) -> None:
    assert answers(plot)[4] == [True, False]
    assert answers(plot, "disputed=off")[4] == [False]
    assert answers(plot, "disputed=on")[4] == [True]


def test_all_options_or_one_are_switched(plot: Path) -> None:
    assert answers(plot)[5] == [False]
    assert answers(plot, "optional=on")[5] == [True]
    assert answers(plot, "drought=on")[5] == [True]
    assert answers(plot, "frost=on")[5] == [False]
    assert answers(plot, "optional=on", "drought=off")[5] == [False]
    assert run("settle", "--suppose", "drougth=on", str(plot)).exit_code == 2


def test_a_question_that_turns_on_a_reading_says_which_gives_which(plot: Path) -> None:
    text = run("settle", "--brief", str(plot)).stdout
    no = "=> no   (by default: nothing says otherwise)"
    assert f"=> yes\n        if who-shares is read as all-share\n   {no}\n        if who-shares is read as none-share" in text
    data = json.loads(run("settle", "--json", str(plot)).stdout)
    assert data["settlements"][0]["questions"][2]["readings"] == [
        {"reading": "who-shares", "taken": "all-share", "answers": ["yes"]},
        {"reading": "who-shares", "taken": "none-share", "answers": ["no"]},
    ]
    assert data["settlements"][1]["questions"][1]["readings"] == [
        {"reading": "herbs-are-cut (disputed)", "taken": True, "answers": ["yes"]},
        {"reading": "herbs-are-cut (disputed)", "taken": False, "answers": ["no"]},
    ]


PERSONS = """
person Rose
  title Rose, who keeps the book
  ruled herbs-stay-small
  holds who-shares: none-share
  disputes herbs-are-cut

person Basil
  holds herbs-are-cut

ladder loose
  rung explicit claim
"""


def more(plot: Path, text: str = PERSONS) -> None:
    rules = plot.parent / "garden" / "garden.rules"
    rules.write_text(rules.read_text(encoding="utf-8") + text, encoding="utf-8")


def test_all_that_is_somebodys_is_switched(plot: Path) -> None:
    more(plot)
    assert answers(plot, "Rose=on") == [[3], [False], [False], [2], [False], [False]]
    assert answers(plot, "Rose=off") == [[3], [False], [True], [1], [True], [False]]
    assert answers(plot, "Basil=on")[4] == [True]
    assert answers(plot, "Rose=off", "herbs-stay-small=on")[3] == [2]


def test_a_reading_says_who_is_in_which_camp(plot: Path) -> None:
    more(plot)
    text = run("settle", "--brief", str(plot)).stdout
    assert "if the ruling herbs-are-cut (held by Basil, disputed by Rose) holds" in text


def test_a_clause_says_itself_whose_it_is(plot: Path) -> None:
    rules = plot.parent / "garden" / "garden.rules"
    text = rules.read_text(encoding="utf-8").replace("clause herbs-stay-small\n", "clause herbs-stay-small\n  ruled by Rose\n")
    rules.write_text(text, encoding="utf-8")
    assert "no person is called that" in run("settle", str(plot)).stderr
    more(plot, "\nperson Rose\n")
    assert answers(plot, "Rose=off")[3] == [1]


def test_another_ladder_and_rungs_off_or_elsewhere(plot: Path) -> None:
    more(plot)
    assert answers(plot, "ladder=loose", "disputed=on")[4] == [True, False]
    assert answers(plot, "specificity=off", "disputed=on")[4] == [True, False]
    assert answers(plot, "specificity=off", "specificity=on", "disputed=on")[4] == [True]
    assert answers(plot, "ladder=loose", "specificity=before explicit claim", "disputed=on")[4] == [True]


def test_a_scenario_supposes_the_same(plot: Path) -> None:
    more(plot)
    text = plot.read_text(encoding="utf-8")
    herb = "scenario An herb\n  uses garden\n"
    for line, answer in (("Rose off", [True]), ("ladder loose", [True, False]), ("specificity off", [True, False])):
        plot.write_text(text.replace(herb, f"{herb}  suppose disputed on\n  suppose {line}\n"), encoding="utf-8")
        assert answers(plot)[4] == answer


def test_a_switch_that_is_none_says_what_could_be_meant(plot: Path) -> None:
    more(plot)
    for switch, help in (
        ("Rase=on", "did you mean `Rose`?"), ("ladder=lose", "did you mean `loose`?"), ("who-shares=nobody", "all-share or none-share"),
        ("specificity=first", "before"), ("specificity=before explicit", "explicit claim"), ("drought", "ID=on"),
    ):  # fmt: skip
        result = run("settle", "--suppose", switch, str(plot))
        assert result.exit_code == 2
        assert f"`--suppose {switch}` switches nothing" in result.stderr
        assert help in result.stderr


def test_an_alternative_says_who_reads_it_so(plot: Path) -> None:
    more(plot)
    text = run("settle", "--brief", str(plot)).stdout
    assert "if who-shares is read as none-share (as Rose would have it)" in text
    rules = plot.parent / "garden" / "garden.rules"
    said = "clause some-share\n  held by Basil\n"
    rules.write_text(rules.read_text(encoding="utf-8").replace("clause some-share\n", said), encoding="utf-8")
    assert "if who-shares is read as all-share (as Basil would have it)" in run("settle", "--brief", str(plot)).stdout
    assert answers(plot, "Basil=on")[2] == [True]
