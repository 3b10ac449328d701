"""The ground theories, solved by others, give the answers of the engine; and what `export` writes is well made.

This checks the walking engine against a static encoding that shares none of its
evaluation: scenarios of the house rules that have a theory (some of every second file, others every day; all with
`ADJUDICATOR_SAMPLE=all`), and random rulebooks.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import fromstring

import clingo
import pytest
from click.testing import CliRunner
from generators import case_of
from sampling import sample, some
from solving import answers_of, clingo_answers, z3_answers

from adjudicator.cli.export import command
from adjudicator.desk.settling import open_files
from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import Limits, RuleFault
from adjudicator.engine.symbols import Symbol
from adjudicator.engine.worlds import Ground
from adjudicator.exports.asp import asp
from adjudicator.exports.refusing import Refused
from adjudicator.exports.smt2 import smt2
from adjudicator.exports.theories import GOES_ROUND, theory_of
from adjudicator.exports.theory import Defined, Theory
from adjudicator.model.outcomes import Answer
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Scenario
from adjudicator.settling.settling import settle_question

ROOT = Path(__file__).resolve().parent.parent
HOUSE = sorted((ROOT / "scenarios" / "house").glob("*.scenario"))
SECONDS = 5
"""For a question of a random case; hardly one takes more than a second, and those that do would take a minute and come to a limit."""
RANDOM_CASES = int(os.environ.get("ADJUDICATOR_EXPORT_CASES", "120"))
MOST = 8
"""Scenarios of one file that are exported: others every day."""
ENGINES: dict[str, Engine] = {}
ACCEPTED: set[tuple[str, str]] = set()
REFUSED: Counter[str] = Counter()

UNKNOWN_LIFE = """scenario A blast at somebody of unknown life
  uses house

  wizards Ann, Bob
  unknown: the life of Bob
  Ann casts FIREBALL at Bob, called the shot

  ask whether the life of Bob is less than 3
  ask the life of Bob
  ask whether Bob is dead
"""


def theories(opened: list[tuple[Scenario, Rulebook]]):
    """The questions of the scenarios that have a theory, with that and with what settling says."""
    for scenario, book in opened:
        engine = ENGINES.setdefault(book.digest, Engine(book))
        for question in scenario.questions:
            try:
                theory = theory_of(Ground(engine, scenario.situation), question)
            except Refused as refused:
                REFUSED[re.split(r"[:(]", str(refused))[0].strip()] += 1
                continue
            ACCEPTED.add((scenario.file, scenario.title))
            yield question, theory, settle_question(Ground(engine, scenario.situation), question)


def agree(found: set[str], answer: Answer) -> bool:
    """Whether a theory has the answers of the engine; where instances go round for ever, those of the worlds in which they do not."""
    return found - {GOES_ROUND} <= answers_of(answer) if GOES_ROUND in found else found == answers_of(answer)


def is_circular(theory: Theory) -> bool:
    """Whether a theory states the rounds of a circle."""
    return any(isinstance(one, Defined) and ", round " in one.variable.name for one in theory.statements)


@pytest.mark.parametrize("file", sample(HOUSE, 2), ids=lambda f: f.stem)
def test_z3_finds_the_answers_of_the_engine(file: Path) -> None:
    for question, theory, answer in theories(some(open_files((str(file),)), MOST)):
        if answer.status != "limit":
            assert agree(z3_answers(smt2(theory)), answer), question.text


def test_most_scenarios_have_a_theory(capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print(f"\n{len(ACCEPTED)} scenarios have a theory; questions refused: {dict(REFUSED.most_common())}")
    assert len(ACCEPTED) >= 30 or len(ACCEPTED) == 0


@pytest.mark.parametrize("file", sample(HOUSE, 11), ids=lambda f: f.stem)
def test_clingo_finds_the_answers_of_the_engine(file: Path) -> None:
    for question, theory, answer in theories(some(open_files((str(file),)), MOST)):
        if answer.status != "limit" and not theory.numbers:
            found, sets = clingo_answers(clingo, asp(theory))
            assert agree(found, answer), question.text
            assert sets >= len(found)


def test_random_rulebooks_agree() -> None:
    """Branchings of every cause, exceptions, modifiers, ties and circles, which worked examples seldom have."""
    causes: Counter[str] = Counter()
    circles, restless = 0, 0
    for seed in range(RANDOM_CASES):
        case = case_of(seed)
        engine = Engine(case.book, Limits(worlds=60, seconds=SECONDS))
        for question in case.scenario.questions:
            try:
                answer = settle_question(Ground(engine, case.scenario.situation), question)
                theory = theory_of(Ground(engine, case.scenario.situation), question)
            except (Refused, RuleFault):
                continue
            if answer.status == "limit":
                continue
            found = z3_answers(smt2(theory))
            assert agree(found, answer), f"case {seed}: {question.text}"
            if is_circular(theory):
                circles, restless = circles + (GOES_ROUND not in found), restless + (GOES_ROUND in found)
                if not theory.numbers:
                    assert clingo_answers(clingo, asp(theory))[0] == found, f"case {seed}: {question.text}"
            causes.update(cause.cause for outcome in answer.outcomes for cause in outcome.because_of)
    if RANDOM_CASES >= 120:
        assert set(causes) >= {"unknown", "open", "choice", "chance", "reading"}
        assert circles >= 45 and restless >= 8


def test_an_unknown_number_stays_a_number(tmp_path: Path) -> None:
    file = tmp_path / "unknown.scenario"
    file.write_text(UNKNOWN_LIFE, encoding="utf-8")
    (_, less, answer), (_, life, _), (_, dead, alive) = theories(open_files((str(file),)))
    assert z3_answers(smt2(less)) == answers_of(answer) == {"yes", "no"}
    assert life.answer.is_number
    assert z3_answers(smt2(dead)) == answers_of(alive) == {"no"}  # within the bounds of the number
    with pytest.raises(Refused, match="not known"):
        asp(less)


def test_what_is_not_linear_is_refused(tmp_path: Path) -> None:
    """The engine keeps what a share is made of and says both; a theory would have to say more of it, or less."""
    file = tmp_path / "share.scenario"
    told = "scenario A share of who knows how many\n  uses house\n  tranche T99\n  the number cards of T99 is 20\n"
    file.write_text(told + "  unknown: the total of T99\n  ask whether T99 is on target for number cards\n", encoding="utf-8")
    ((scenario, book),) = open_files((str(file),))
    ground = Ground(Engine(book, Limits()), scenario.situation)
    assert settle_question(ground, scenario.questions[0]).status == "several"
    with pytest.raises(Refused, match="a quotient of numbers that are not known"):
        theory_of(ground, scenario.questions[0])


def loosened(scenario: Scenario, most: int = 3) -> Scenario:
    """The same scenario with some of its facts, spread over it, made unknown: worlds the author never saw."""
    facts = scenario.situation.facts
    known = [node for node, fact in facts.items() if not fact.unknown and not isinstance(fact.value, frozenset)]
    open_now = known[:: max(1, len(known) // most)][:most]
    looser = {node: replace(fact, unknown=True, value=None) if node in open_now else fact for node, fact in facts.items()}
    return replace(scenario, situation=replace(scenario.situation, facts=looser))


@pytest.mark.parametrize("file", sample(HOUSE, 3), ids=lambda f: f.stem)
def test_they_agree_when_facts_are_made_unknown(file: Path) -> None:
    for scenario, book in some(open_files((str(file),)), MOST):
        for question, theory, answer in theories([(loosened(scenario), book)]):
            symbolic = theory.answer.is_number or any(isinstance(o.answer, Symbol) for o in answer.outcomes)
            if answer.status != "limit" and not symbolic:
                assert agree(z3_answers(smt2(theory)), answer), f"{scenario.title}: {question.text}"


# ---- the command ----


def run(*args: str):
    return CliRunner().invoke(command, list(args))


CLOAKS = str(ROOT / "scenarios" / "house" / "30-cloaks-and-paper.scenario")


def test_smt2_names_clauses_and_citations_and_ends_with_the_question() -> None:
    text = run(CLOAKS, "--to", "smt2", "--question", "3").output
    assert text.rstrip().endswith("(check-sat)\n(get-value (|answer|))")
    assert re.search(r"^; [\w-]+ \(house-\d\d-\d\d", text, re.MULTILINE)
    assert text.count("(") == text.count(")")


@pytest.mark.parametrize("form", ["smt2", "asp", "dot", "json"])
def test_the_same_bytes_on_every_run(form: str) -> None:
    def once(seed: str) -> bytes:
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        words = [sys.executable, "-m", "adjudicator.cli.main", "export", CLOAKS, "--to", form]
        return subprocess.run(words, env=environment, capture_output=True, check=True, timeout=120).stdout

    assert once("1") == once("2") != b""


def test_a_circle_is_stated_round_by_round() -> None:
    file = str(ROOT / "scenarios" / "house" / "06-two-codes-on-a-card.scenario")
    for form in ("smt2", "asp"):
        done = run(file, "--to", form)
        assert done.exit_code == 0
        assert ", round 2" in done.output
    [(_, theory, answer), *_] = theories(open_files((file,)))
    assert is_circular(theory) and z3_answers(smt2(theory)) == clingo_answers(clingo, asp(theory))[0] == answers_of(answer)


def test_wrong_questions_and_forms_are_bad_input() -> None:
    assert run(CLOAKS, "--to", "smt2", "--question", "99").exit_code == 2
    assert run("house", "--to", "asp").exit_code == 2
    assert run("no-such-book", "--to", "dot").exit_code == 2


NODE = re.compile(r'  "(?P<name>(?:[^"\\]|\\.)*)" \[label="(?:[^"\\]|\\.)*"\];')
EDGE = re.compile(r'  "((?:[^"\\]|\\.)*)" -> "((?:[^"\\]|\\.)*)" \[label="(?:[^"\\]|\\.)*", color="#\w+"(?:, dir=none, style=dashed)?\];')


def nodes_of(text: str) -> set[str]:
    """The nodes of a DOT text; fails where a line is neither node nor edge, or an edge ends nowhere."""
    first, second, *lines, last = text.splitlines()
    assert first == 'digraph "precedence" {' and second.startswith("  rankdir=TB;") and last == "}"
    names = {match["name"] for line in lines if (match := NODE.fullmatch(line))}
    for line in lines:
        edge = EDGE.fullmatch(line)
        assert edge or NODE.fullmatch(line), line
        assert not edge or {edge[1], edge[2]} <= names
    return names


def test_dot_names_every_clause_of_the_conflict() -> None:
    found = 0
    for file in HOUSE:
        opened = open_files((str(file),))
        number = 0
        for scenario, book in opened:
            engine = ENGINES.setdefault(book.digest, Engine(book))
            for question in scenario.questions:
                number += 1
                answer = settle_question(Ground(engine, scenario.situation), question)
                beaten = {b.instance.clause.name for o in answer.outcomes for n in o.world.root
                          if n in o.world.resolutions for b in o.world.resolutions[n].beaten}  # fmt: skip
                wanted = beaten | {i.clause.name for i in answer.conflict}
                if wanted:
                    assert wanted <= nodes_of(run(str(file), "--to", "dot", "--question", str(number)).output)
                    found += 1
                    break
            if number:
                break
        if found == 6:
            return
    pytest.fail("too few conflicts in the worked examples")


def test_dot_of_a_rulebook_and_of_one_of_its_files() -> None:
    everything = nodes_of(run("house", "--to", "dot").output)
    part = nodes_of(run(str(ROOT / "rulebase" / "house" / "23-damage-blocking.rules"), "--to", "dot").output)
    assert part & everything


def _boxes(drawn: str) -> set[str]:
    """The names in the boxes of a picture; every box lies within it."""
    root = fromstring(drawn)
    _, _, wide, high = map(float, root.attrib["viewBox"].split())
    for rect in root.iterfind(".//{*}rect"):
        x, y, width, height = (float(rect.attrib[name]) for name in ("x", "y", "width", "height"))
        assert x >= 0 and y >= 0 and x + width <= wide and y + height <= high
    return {text.text or "" for text in root.iterfind(".//{*}g/{*}text")}


def test_svg_draws_what_dot_names() -> None:
    for source in (CLOAKS, "house", str(ROOT / "rulebase" / "house" / "23-damage-blocking.rules")):
        assert nodes_of(run(source, "--to", "dot").output) <= _boxes(run(source, "--to", "svg").output)


def test_the_picture_of_a_whole_book_can_be_looked_at() -> None:
    _, _, wide, _ = map(float, fromstring(run("house", "--to", "svg").output).attrib["viewBox"].split())
    assert wide < 3_000


def test_an_unwritable_file_is_bad_input(tmp_path: Path) -> None:
    done = run(CLOAKS, "--to", "dot", "--out", str(tmp_path / "nowhere" / "x.dot"))
    assert done.exit_code == 2 and "cannot be written" in done.output and done.exception.__class__ is SystemExit


def test_json_is_plain_data() -> None:
    data = json.loads(run(CLOAKS, "--to", "json").output)
    assert data["scenarios"][0]["things"] and data["scenarios"][0]["facts"]
    clause = next(c for c in data["rulebook"]["clauses"] if c["when"])
    assert clause["says"][0]["text"]


def test_out_writes_a_file(tmp_path: Path) -> None:
    target = tmp_path / "theory.lp"
    done = run(CLOAKS, "--to", "asp", "--out", str(target))
    assert (done.exit_code, done.output) == (0, "")
    assert target.read_text(encoding="utf-8").endswith("#show answer/1.\n")
