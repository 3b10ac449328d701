"""What is printed as a conflict is one: settled by itself it is impossible, and nothing in it can be spared, or it says so."""

from __future__ import annotations

import json
import os
import time
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from generators import Case, case_of
from telling import tell
from trying import tried

from adjudicator.cli.main import main
from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import Limits
from adjudicator.model.situation import Question, Situation
from adjudicator.settling.conflicts import NONE_FOUND, NOT_SMALLEST
from adjudicator.settling.mending.impossible import Conflict, one_conflict, why_impossible
from adjudicator.settling.mending.loosening import can_be_taken_back, loosened, worlds_of

SHARE = int(os.environ.get("ADJUDICATOR_CHANGES_SHARE", "200"))
BOOK = """book attic
  title The attic
  source attic-book

source attic-book
  rank 1

kind child
kind hat
kind hole
property {child} wears {hat}
property {child} is tall
property {child} is small
property {child} is tired
property the age of {child} is a whole number, default 7
property the place of {child} is a hole, default unknown
property {child} sits in {hole}

clause grown
  for a child
  the child is tall
  when the age of the child is at least 12

clause sleepy
  for a child
  the child is tired
  when the child is small

invariant one-hat
  for a child, a hat first, a hat second
  always the child does not wear the second
  when the child wears the first
  and the first is not the second

invariant not-both
  for a child
  always the child is not small
  when the child is tall

invariant apart
  for a child x, a child y
  always the place of x is not the place of y
  when x is not y

ladder
  rung explicit claim
  rung specificity
"""
HEAD = "scenario Alone\n  uses attic\n  child Ann, Bob\n  hat RED, BLUE, GREEN\n  hole H1, H2, H3, H4, H5, H6\n"
TABLES = {
    "two hats": "  Bob wears GREEN\n  Ann is tired\n  Ann wears RED\n  the age of Bob is 40\n  Ann wears BLUE\n",
    "three hats": "  Ann wears RED\n  Ann wears BLUE\n  Ann wears GREEN\n",
    "a clause is part of it": "  Bob wears RED\n  the age of Ann is 13\n  Ann is small\n",
    "two reasons": "  Ann wears RED\n  Ann wears BLUE\n  the age of Bob is 12\n  Bob is small\n",
}


def settled(folder: Path, text: str, *options: str) -> Result:
    (folder / "attic").mkdir(exist_ok=True)
    (folder / "attic" / "a.rules").write_text(BOOK, encoding="utf-8")
    (folder / "one.scenario").write_text(text, encoding="utf-8")
    return CliRunner().invoke(main, ["settle", str(folder / "one.scenario"), *options])


def asked_of(told: Result) -> dict:
    assert told.exit_code in (0, 1), told.output
    return json.loads(told.stdout)["settlements"][0]["questions"][0]


@pytest.mark.parametrize("name", TABLES)
def test_a_printed_conflict_settled_by_itself_is_impossible(name: str, tmp_path: Path) -> None:
    """The facts that are printed, told alone, with every clause off that is not printed; and without any one of them it is possible."""
    question = asked_of(settled(tmp_path, HEAD + TABLES[name] + "  ask whether Ann is tired\n", "--json"))
    assert question["status"] == "impossible"
    assert question["conflict_minimal"] is True
    sets = [(question["conflict_facts"], [c["clause"] for c in question["conflict"]])]
    sets += [(c["facts"], [clause["clause"] for clause in c["clauses"]]) for c in question["impossible"]["conflicts"]]
    for printed, clauses in sets:
        facts = [fact for fact in printed if not fact.startswith("given that")]
        off = [f"--suppose={clause}=off" for clause in ("grown", "sleepy") if clause not in clauses]

        def alone(kept: list[str], *switched: str) -> str:
            text = HEAD + "".join(f"  {fact}\n" for fact in kept) + "  ask whether Ann is tired\n"
            return asked_of(settled(tmp_path, text, "--json", *switched))["status"]  # noqa: B023

        assert alone(facts, *off) == "impossible"
        for spared in facts:
            assert alone([fact for fact in facts if fact != spared], *off) != "impossible"
        for spared in clauses:
            assert alone(facts, *off, f"--suppose={spared}=off") != "impossible"


@pytest.mark.parametrize("name", TABLES)
def test_the_brief_text_names_the_same_conflict(name: str, tmp_path: Path) -> None:
    text = HEAD + TABLES[name] + "  ask whether Ann is tired\n"
    question, brief = asked_of(settled(tmp_path, text, "--json")), settled(tmp_path, text, "--brief")
    assert brief.exit_code == 1
    for fact in question["conflict_facts"]:
        assert " ".join(f"- {fact}".split()) in " ".join(brief.stdout.split())
    for clause in question["conflict"]:
        assert f"the clause {clause['clause']}" in brief.stdout
    assert brief.stdout.count(" - ") == len(question["conflict_facts"]) + len(question["conflict"])


@pytest.mark.slow
@pytest.mark.parametrize(("pigeons", "holes"), [(3, 2), (5, 4)])
def test_a_pigeonhole_explains_itself(pigeons: int, holes: int, tmp_path: Path) -> None:
    names, places = ", ".join(f"P{n}" for n in range(pigeons)), ", ".join(f"N{n}" for n in range(holes))
    text = f"scenario Pigeons\n  uses attic\n  child {names}\n  hole {places}\n  P0 is tired\n  ask the place of P0\n"
    began = time.process_time()
    for options in ((), ("--brief",), ("--json",)):
        told = settled(tmp_path, text, *options)
        assert told.exit_code == 1
        said = " ".join(told.stdout.split())
        assert "given that always the place of x is not the place of y" in said
        assert "tired" not in said[said.index("the place of P0") :], "it is told as unheard, and belongs to no conflict"
        assert NOT_SMALLEST not in said
    assert time.process_time() - began < 30, "ten seconds each"


def test_without_time_none_is_made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudicator.settling.mending.impossible.SECONDS", 0.0)
    monkeypatch.setattr("adjudicator.engine.clock.EVERY", 1)
    text = HEAD + TABLES["two hats"] + "  ask whether Ann is tired\n"
    question = asked_of(settled(tmp_path, text, "--json"))
    assert question["status"] == "impossible"
    assert question["conflict_minimal"] is False
    assert question["note"] == NONE_FOUND
    assert question["conflict"] == []
    assert all(fact.startswith("given that always") for fact in question["conflict_facts"])
    assert NONE_FOUND in " ".join(settled(tmp_path, text, "--brief").stdout.split())


# ---- on random books ----


def impossible_alone(engine: Engine, situation: Situation, question: Question, conflict: Conflict) -> bool | None:
    """Whether the conflict by itself is impossible: all else may be as it likes."""
    out = [fact.node for fact in situation.facts.values()
           if not fact.unknown and can_be_taken_back(engine.book, fact) and fact.node not in conflict.facts]  # fmt: skip
    out += [name for name, clause in engine.book.clauses.items() if name not in conflict.clauses and engine.awake(situation, clause)]
    worlds, _ = worlds_of(engine, loosened(situation, out), question)
    return None if worlds is None else not worlds.possible


def is_a_conflict(case: Case) -> None:
    situation = case.scenario.situation
    for question in case.scenario.questions:
        engine = Engine(case.book, Limits(worlds=2_048, steps=40))
        worlds, _ = worlds_of(engine, situation, question)
        if worlds is None or worlds.possible:
            continue
        found = one_conflict(engine, situation, question)
        if not (found.minimal or found.facts or found.clauses or found.given):
            return  # there was no time to find one, and it says so
        assert impossible_alone(engine, situation, question, found) is not False, tell(case)
        for element in (*found.facts, *found.clauses) if found.minimal else ():
            facts, clauses = ({e: None for e in part if e != element} for part in (found.facts, found.clauses))
            fewer = replace(found, facts=tuple(facts), clauses=tuple(clauses))
            assert impossible_alone(engine, situation, question, fewer) is not True, tell(case)
        for one in why_impossible(engine, situation, question).conflicts:
            assert impossible_alone(engine, situation, question, one) is not False, tell(case)
        return


def test_on_random_books_every_conflict_is_one() -> None:
    tried(case_of, is_a_conflict, SHARE // 4 or 1)
