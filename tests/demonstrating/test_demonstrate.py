"""`demonstrate`: a book of known score, each class of change noticed and not; the short cuts against settling everything; resuming."""

from __future__ import annotations

import json
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from adjudicator.cli.main import main
from adjudicator.demonstrating import demonstrate as running
from adjudicator.demonstrating.changed import changed_book
from adjudicator.demonstrating.demonstrate import Demonstration, Part, Run, demonstrate, files_of
from adjudicator.demonstrating.mutations import Mutation, mutations_of
from adjudicator.demonstrating.noticing import Watchers
from adjudicator.demonstrating.reaching import Reaching, change_of, is_stepwise
from adjudicator.demonstrating.scoring import scored
from adjudicator.demonstrating.trying import Tried, tried_on
from adjudicator.demonstrating.units import Seen, again, reached, seen, units_of
from adjudicator.engine.engine import Engine
from adjudicator.language.diagnostics import Messages
from adjudicator.language.loading import load_rulebook, read_scenarios
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Scenario

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the quarrel and its scenarios, and a cache folder of its own."""
    for name in ("quarrel", "scenarios"):
        shutil.copytree(HERE / name, tmp_path / name)
    monkeypatch.setenv("ADJUDICATOR_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def of(table: Path, **more: object) -> Run:
    return demonstrate(str(table / "quarrel"), files_of(str(table / "quarrel"), (table / "scenarios",)), **more)  # type: ignore[arg-type]


def edit(file: Path, before: str, after: str) -> None:
    text = file.read_text("utf-8")
    assert before in text
    file.write_text(text.replace(before, after), "utf-8")


def verdicts(run: Run, rule: str, change: str) -> list[str]:
    """How each change of one kind was noticed: by what, as play or with the reason why not; empty where it was not."""
    found = [run.verdicts[m.key] for m in run.mutations if m.rule == rule and m.change == change]
    return [verdict.spoilt or verdict.by if verdict.unit else "" for verdict in found]


def test_every_class_of_change_is_noticed_where_it_shows_and_only_there(table: Path) -> None:
    run = of(table)
    assert verdicts(run, "a-throw-hits", "out") == ["answer"]
    assert verdicts(run, "nobody-asks", "out") == [""]
    assert verdicts(run, "who-is-hit-is-cold", "condition") == ["answer"]
    assert verdicts(run, "a-throw-hits", "condition") == ["", ""]  # only one missile is ever thrown, and nothing is proposed
    assert verdicts(run, "who-is-hit-is-cold", "exception") == ["its own word"]
    assert verdicts(run, "chill-of-a-hard-one", "claim") == ["its own word"]
    assert verdicts(run, "chill-of-a-hit", "number") == ["answer", "answer"]
    assert verdicts(run, "too-cold", "number") == ["told outright", ""]  # at least 4 comes to the same for a chill of 5, and of 3
    assert verdicts(run, "no-throw-with-a-face", "denied") == ["answer"]
    assert verdicts(run, "nobody-asks", "denied") == [""]
    assert set(verdicts(run, "who-is-hit-is-cold", "wider")) == {""}


def test_a_wider_kind_shows_where_something_of_it_is_met(table: Path) -> None:
    edit(table / "quarrel" / "book.rules", "kind snowball is a missile", "kind snowball is a missile\nkind apple is a missile")
    scenario = table / "scenarios" / "apple.scenario"
    scenario.write_text(
        """scenario An apple
  uses ../quarrel

  persons Ann, Bob
  apple RED
  Ann throws RED at Bob

  ask whether Bob is cold
    expect no
""",
        "utf-8",
    )
    assert verdicts(of(table), "who-is-hit-is-cold", "wider") == ["answer"]


def test_the_statements_and_the_score(table: Path) -> None:
    score = scored(of(table))
    assert {s.entry.id: s.standing for s in score.statements} == {
        "quarrel-01": "partly", "quarrel-02": "partly", "quarrel-03": "partly", "quarrel-04": "only with its own word",
        "quarrel-05": "only with its own word", "quarrel-06": "only with its own word", "quarrel-07": "demonstrated",
        "quarrel-08": "only cited", "quarrel-09": "merged", "quarrel-10": "left out",
    }  # fmt: skip
    assert (score.demonstrated, score.encoded, score.percent) == (1, 8, 12.5)
    (exception,) = next(s for s in score.statements if s.entry.id == "quarrel-02").missing
    assert exception.mutation.says == "`unless the person has mittens`"


def test_told_as_play_raises_the_score_and_told_outright_does_not(table: Path) -> None:
    more = table / "scenarios" / "more.scenario"
    played = """scenario Somebody too cold to go on
  uses ../quarrel

  persons Ann, Bob
  snowball GREY
  GREY is packed hard
  Ann throws GREY at Bob

  ask whether Bob is out of the game
    expect yes
"""
    more.write_text(played, "utf-8")
    assert verdicts(of(table), "too-cold", "out") == ["answer"]
    more.write_text(played.replace("Ann throws GREY at Bob", "Bob is hit by GREY"), "utf-8")
    assert verdicts(of(table), "too-cold", "out") == ["told outright"]  # what the throw should bring about is told


def test_what_is_printed_on_cards_is_told_as_play(table: Path) -> None:
    """Some card of the book has the same words printed on it; the scenario tells them of another."""
    book, more = table / "quarrel" / "book.rules", table / "scenarios" / "more.scenario"
    book.write_text(book.read_text("utf-8") + "\ncard OLD GREY is a snowball\n  this card is packed hard\n", "utf-8")
    told = "uses ../quarrel\n\n  persons Ann, Bob\n  snowball GREY\n  GREY is packed hard\n  Ann throws GREY at Bob\n"
    asked = "  ask whether Bob is out of the game\n    expect yes\n"
    more.write_text(f"scenario Somebody too cold to go on\n  {told}\n{asked}", "utf-8")
    assert verdicts(of(table), "too-cold", "out") == ["answer"]


def test_a_word_is_a_statements_own_until_a_second_reads_it_or_the_table_gives_it(table: Path) -> None:
    book = table / "quarrel" / "book.rules"
    text = book.read_text("utf-8")
    assert verdicts(of(table), "no-throw-with-a-hat", "out") == ["its own word"]
    book.write_text(text.replace("{person} wears a hat\n", "{person} wears a hat\n  input what one wears, one shows\n"), "utf-8")
    assert verdicts(of(table), "no-throw-with-a-hat", "out") == ["answer"]
    book.write_text(
        text
        + """
clause hats-are-warm
  cites quarrel-08
  for a person
  the person is not cold
  when the person wears a hat
  overrides who-is-hit-is-cold
""",
        "utf-8",
    )
    assert verdicts(of(table), "no-throw-with-a-hat", "out") == ["answer"]


def test_how_the_dice_fell_is_told_as_play_but_not_for_the_clause_that_rolls_them(table: Path) -> None:
    book = table / "quarrel" / "book.rules"
    rolls = """
property the toss of {person} is a whole number
property {person} begins

clause a-toss
  cites quarrel-08
  for a person
  the toss of the person is random: 1 with chance 5/6, 6 with chance 1/6

clause a-six-begins
  cites quarrel-08
  for a person
  the person begins
  when the toss of the person is 6
"""
    book.write_text(book.read_text("utf-8") + rolls, "utf-8")
    told = """scenario A six
  uses ../quarrel

  persons Ann
  the toss of Ann is 6

  ask whether Ann begins
    expect yes
"""
    (table / "scenarios" / "toss.scenario").write_text(told, "utf-8")
    run = of(table)
    assert verdicts(run, "a-six-begins", "out") == ["answer"]
    assert verdicts(run, "a-toss", "out") == [""]


def test_a_question_that_does_not_come_out_as_expected_notices_nothing(table: Path) -> None:
    edit(table / "scenarios" / "quarrel.scenario", "ask the chill of Bob\n    expect 3", "ask the chill of Bob\n    expect 4")
    run = of(table)
    assert verdicts(run, "chill-of-a-hit", "number") == ["", ""]
    assert len(run.unmet) == 1


def test_what_was_found_stands_until_an_edit_bears_on_it(table: Path) -> None:
    first = of(table)
    assert first.kept == 0 and first.settled == 1
    second = of(table)
    assert second.kept == len(second.mutations) and second.settled == 0 and second.verdicts == first.verdicts
    edit(table / "quarrel" / "book.rules", "the chill of the person is at least 5", "the chill of the person is at least 3")
    third = of(table)
    assert 0 < third.kept < len(third.mutations)
    shutil.rmtree(table / "cache")
    assert {k: (v.unit, v.by) for k, v in of(table).verdicts.items()} == {k: (v.unit, v.by) for k, v in third.verdicts.items()}


def test_a_run_interrupted_while_it_settles_again_goes_on_with_all_scenarios(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = of(table)
    edit(table / "quarrel" / "book.rules", "the chill of the person is at least 5", "the chill of the person is at least 3")

    def stopped(work: object) -> list[Seen]:
        raise KeyboardInterrupt

    asked = running._settled
    monkeypatch.setattr(running, "_settled", stopped)
    assert not of(table).complete
    settled: list[int] = []
    monkeypatch.setattr(running, "_settled", lambda work: settled.append(len(work[4])) or asked(work))
    assert of(table).units.keys() == first.units.keys()
    assert 0 < settled[0] < len(first.units), "only what the edit bears on is settled again"


def test_who_noticed_nothing_before_an_interruption_is_not_asked_again(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = of(table)
    shutil.rmtree(table / "cache")
    file = table / "scenarios" / "quarrel.scenario"
    shutil.copy(file, file.with_name("once-more.scenario"))
    asked, silent = running._tried, set[tuple[str, str]]()

    def first_part(work: Part) -> list[Tried]:
        if silent:
            raise KeyboardInterrupt
        found = asked(work)
        silent.update((one.key, one.unit) for one in found if not one.by)
        return found

    monkeypatch.setattr(running, "_tried", first_part)
    assert not of(table).complete and silent
    later: list[Tried] = []
    monkeypatch.setattr(running, "_tried", lambda work: later.extend(found := asked(work)) or found)
    resumed = of(table)
    assert resumed.complete and later and silent.isdisjoint((one.key, one.unit) for one in later)
    assert {k: bool(v.unit) for k, v in resumed.verdicts.items()} == {k: bool(v.unit) for k, v in whole.verdicts.items()}


@pytest.mark.parametrize("how", ["Ctrl-C", "SIGTERM"])
def test_an_interrupted_run_says_what_it_knows_and_goes_on_from_there(
    table: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, how: str
) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background may have been started deaf to it
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, before))
    asked = running._tried
    parts: list[set[str]] = []

    def stopped(work: Part) -> list[Tried]:
        if len(parts) == 1:
            signal.raise_signal(signal.SIGINT if how == "Ctrl-C" else signal.SIGTERM)
        found = asked(work)
        parts.append({one.key for one in found if one.by})
        return found

    usual, keep = signal.getsignal(signal.SIGTERM), Demonstration._save

    def once_more(self: Demonstration) -> None:
        if how == "SIGTERM":  # as `timeout` passes it on when it is sent to both
            signal.raise_signal(signal.SIGTERM)
        keep(self)

    file = table / "scenarios" / "quarrel.scenario"
    shutil.copy(file, file.with_name("once-more.scenario"))
    monkeypatch.setattr(running, "_tried", stopped)
    monkeypatch.setattr(Demonstration, "_save", once_more)
    run = of(table)
    assert signal.getsignal(signal.SIGTERM) == usual
    assert not run.complete and run.stopped.startswith("interrupted")
    known = {key for key, verdict in run.verdicts.items() if verdict.reached}
    assert known and parts[0] <= known < run.verdicts.keys(), "what the first part noticed is known"
    monkeypatch.setattr(running, "_tried", asked)
    monkeypatch.setattr(Demonstration, "_save", keep)
    resumed = of(table)
    assert resumed.complete and resumed.kept == len(known)
    shutil.rmtree(table / "cache")
    whole = of(table).verdicts
    assert {k: (v.unit, v.by) for k, v in whole.items()} == {k: (v.unit, v.by) for k, v in resumed.verdicts.items()}


@pytest.mark.parametrize("what", ["a clause taken out", "a fault in the rules", "a scenario"])
@pytest.mark.parametrize("when", ["_settled", "_tried"])
def test_an_edit_while_it_runs_ends_it_with_what_is_known(table: Path, monkeypatch: pytest.MonkeyPatch, what: str, when: str) -> None:
    """What other processes read then belongs to another book; so does what this one reads from there on."""
    asked, calls = getattr(running, when), []

    def edited(work: object) -> object:
        calls.append(work)
        if len(calls) == (2 if when == "_tried" else 1):
            if what == "a scenario":
                edit(table / "scenarios" / "quarrel.scenario", "A soft snowball", "A very soft snowball")
            else:
                book = table / "quarrel" / "book.rules"
                text = book.read_text("utf-8")
                book.write_text(
                    text.replace("clause too-cold", "clause much-too-cold" if what == "a clause taken out" else "claus"), "utf-8"
                )
            running.forget()  # as a process that has read nothing yet
        return asked(work)

    monkeypatch.setattr(running, when, edited)
    run = of(table)
    assert not run.complete and "was edited meanwhile" in run.stopped
    assert any(verdict.reached for verdict in run.verdicts.values()) == (when == "_tried")


def test_how_many_statements_are_judged_is_said_on_the_way(table: Path) -> None:
    told: list[str] = []
    run = of(table, told=lambda what, done, all_: told.append(what))
    judged = [what.partition("; ")[2] for what in told if what.startswith("changes tried; ")]
    assert judged[-1] == "8 of 8 statements judged, 1 demonstrated"
    assert judged[0] == "0 of 8 statements judged, 0 demonstrated"
    score = scored(run)
    assert score.judged == score.encoded == 8


def test_time_that_is_over_counts_as_not_noticed(table: Path) -> None:
    run = of(table, seconds=0)
    assert not any(verdict.reached for verdict in run.verdicts.values())
    score = scored(run)
    assert score.demonstrated == score.judged == 0


def test_time_that_is_over_while_the_scenarios_are_settled_is_said_and_the_next_run_goes_on(table: Path) -> None:
    first = next(iter(sorted((table / "scenarios").glob("*.scenario"))))
    shutil.copy(first, first.with_name("once-more.scenario"))
    run = of(table, seconds=0)
    assert not run.complete and "1 of 2 scenario files were settled" in run.stopped
    assert not any(verdict.reached for verdict in run.verdicts.values())
    later = of(table)
    assert later.complete and later.settled == 1


def test_processes_share_the_work_and_find_the_same(table: Path) -> None:
    shared = {k: (v.unit, v.by, v.spoilt, v.equal) for k, v in of(table, jobs=2).verdicts.items()}
    shutil.rmtree(table / "cache")
    assert {k: (v.unit, v.by, v.spoilt, v.equal) for k, v in of(table).verdicts.items()} == shared


# ---- the short cuts against settling everything ----


def _scenarios(book: Rulebook, files: list[Path]) -> Iterator[tuple[str, int, Scenario]]:
    for file in files:
        messages = Messages()
        for place, (scenario, used) in enumerate(read_scenarios(file, messages)):
            if used.name == book.name and used.clauses.keys() == book.clauses.keys():
                yield str(file), place, scenario


def _differs(book: Rulebook, found: dict[str, tuple[Seen, Scenario]], mutation: Mutation) -> bool:
    """Whether any answer is another, everything worked out anew and every unit settled."""
    engine = Engine(changed_book(book, mutation))
    return any(again(engine, one, scenario).prints != one.prints for one, scenario in found.values())


@pytest.mark.slow
@pytest.mark.parametrize(("name", "files", "tried"), [
    ("e6", ("08-winning", "13-story-winning"), 8), ("e8", ("03-objects", "11-story-life"), 8), ("quarrel", (), 60),
])  # fmt: skip
def test_what_nothing_notices_changes_no_answer(name: str, files: tuple[str, ...], tried: int) -> None:
    book = load_rulebook(str(HERE / "quarrel") if name == "quarrel" else name)
    paths = [HERE / "scenarios" / "quarrel.scenario"]
    if files:
        paths = [path for path in sorted((ROOT / "scenarios" / name).glob("*.scenario")) if path.stem in files]
    assert paths
    engine = Engine(book)
    every = mutations_of(book)
    units: dict[str, tuple[Seen, Scenario]] = {}
    for file, place, scenario in _scenarios(book, paths):
        for unit in units_of(file, place, scenario):
            units[unit.key] = (seen(engine, unit, scenario), scenario)
    assert units
    watchers = Watchers(engine, [one for one, _ in units.values()])
    looked = [m for m in every if m.sort != "clause" or any(m.rule in one.considered for one, _ in units.values())]
    for mutation in Random(len(every)).sample(looked, min(tried, len(looked))):
        found = (_tried(engine, one, units[one.unit.key][1], mutation) for one in watchers.of(mutation))
        assert any(found) == _differs(book, units, mutation), mutation.key


def _tried(engine: Engine, one: Seen, scenario: Scenario, mutation: Mutation) -> bool:
    """Whether a unit notices a change by the steps that it takes there, and by the changed book."""
    if mutation.key in _reached(engine, [mutation], one, scenario) or not is_stepwise(engine.book, mutation):
        return any(found.by for found in tried_on(engine, scenario, one, [mutation]))
    return False


def _reached(engine: Engine, mutations: list[Mutation], one: Seen, scenario: Scenario) -> frozenset[str]:
    steps = [change_of(engine, m) for m in mutations if is_stepwise(engine.book, m)]
    return reached(engine, one, scenario, Reaching(engine, steps))


def test_a_change_is_settled_only_where_some_step_comes_out_otherwise() -> None:
    book = load_rulebook(str(HERE / "quarrel"))
    engine, every = Engine(book), mutations_of(book)
    scenarios = _scenarios(book, [HERE / "scenarios" / "quarrel.scenario"])
    units = [(seen(engine, unit, scenario), scenario) for file, place, scenario in scenarios for unit in units_of(file, place, scenario)]
    looked = [(one, scenario) for one, scenario in units if "a-throw-hits" in one.considered]
    assert looked, "some question asks for it"
    found = frozenset().union(*(_reached(engine, every, one, scenario) for one, scenario in looked))
    assert "clause:a-throw-hits:out::0::" in found
    assert "clause:a-throw-hits:condition:when:0::" not in found  # there is no other throw of which the condition could be untrue
    one, scenario = looked[0]
    by = {tried.key: tried.by for tried in tried_on(engine, scenario, one, every)}
    assert len(by) == len(every) and not by["clause:a-throw-hits:condition:when:0::"]
    assert engine.probe is None and engine.trace is None


COMPANY = """book company
  title Merry company
  source the-rules

source the-rules
  rank 1

ladder
  rung explicit claim
  rung specificity

kind person

property {person} sits beside {person neighbour}
property {person} has wine
property {person} is ill
property {person} is merry
property {person} sings

clause wine
  for a person
  the person is merry
  when the person has wine

clause company
  for a person, a person other
  the person is merry
  when the other is merry
  and the person sits beside the other
  and the other is not the person
  unless the person is ill

clause the-merry-sing
  for a person
  the person sings
  when the person is merry

clause songs-spread
  for a person, a person other
  the person is merry
  when the other sings
  and the person sits beside the other
"""
ROUND = """scenario A round
  uses company

  persons Ann, Bob, Cid, Dan
  Ann has wine
  Bob sits beside Ann
  Ann sits beside Bob
  Cid sits beside Bob
  Dan sits beside Dan
  Cid is ill

  ask whether Cid is merry
    expect yes
  ask whether Bob is merry
    expect yes
  ask whether Dan sings
    expect no
"""


def test_what_depends_on_itself_is_reached_only_where_its_rounds_come_out_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "company").mkdir()
    (tmp_path / "company" / "company.rules").write_text(COMPANY, "utf-8")
    file = tmp_path / "round.scenario"
    file.write_text(ROUND, "utf-8")
    book = load_rulebook("company")
    engine, every = Engine(book), mutations_of(book)
    found = [(seen(engine, unit, scenario), scenario) for name, place, scenario in _scenarios(book, [file])
             for unit in units_of(name, place, scenario)]  # fmt: skip
    assert [len(one.counted) for one, _ in found] == [1, 1, 1]
    reached = {(one.unit.key, key) for one, scenario in found for key in _reached(engine, every, one, scenario)}
    differs = {(one.unit.key, m.key) for m in every if m.sort == "clause" for one, scenario in found
               if _differs(book, {one.unit.key: (one, scenario)}, m)}  # fmt: skip
    assert differs
    assert differs <= reached
    idle = {m.key for m in every if m.rule in ("company", "songs-spread", "wine")} - {key for _, key in reached}
    assert idle, "each of these is met in the rounds, and some come to the same in all of them"


# ---- the command ----


def run(*args: str) -> Result:
    result = CliRunner().invoke(main, list(args))
    assert "Traceback" not in result.output
    return result


def test_the_command_prints_statements_then_the_score(table: Path) -> None:
    result = run("demonstrate", "quarrel", "--in", "scenarios")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert "quarrel-08  only cited" in lines
    assert "quarrel: 1 of 8 encoded statements are demonstrated as play (12.5 %)" in lines
    brief = run("demonstrate", "quarrel", "--in", "scenarios", "--brief").stdout.splitlines()
    assert brief[0] == "quarrel: 1 of 8 encoded statements are demonstrated as play (12.5 %)"


def test_the_command_has_a_status_and_json(table: Path) -> None:
    assert run("demonstrate", "quarrel", "--in", "scenarios", "--at-least", "12.5").exit_code == 0
    below = run("demonstrate", "quarrel", "--in", "scenarios", "--at-least", "13", "--json")
    assert below.exit_code == 1
    data = json.loads(below.stdout)
    assert data["score"] == 12.5 and data["standings"]["only cited"] == 1 and data["complete"] is True
    assert {"rule", "change", "what", "noticed_by", "only"} <= data["unnoticed"][0].keys()


def test_one_statement_alone(table: Path) -> None:
    """Before a whole run and after it: alone, it is looked for alone, and what the whole run has kept stays as it is."""
    for _ in range(2):
        result = run("demonstrate", "quarrel", "--in", str(table / "scenarios"), "--only", "quarrel-07")
        assert "quarrel: 1 of 1 encoded statements are demonstrated as play (100.0 %)" in result.stdout
        whole = of(table)
    assert whole.kept == len(whole.mutations) and whole.settled == 0


@pytest.mark.parametrize("args", [
    ("quarel", "--in", "scenarios"), ("quarrel",), ("quarrel", "--in", "nowhere"), ("quarrel", "--in", "quarrel"),
    ("quarrel", "--jobs", "0"), ("quarrel", "--in", "scenarios", "--only", "quarrel-99"),
])  # fmt: skip
def test_bad_input(table: Path, args: tuple[str, ...]) -> None:
    if args == ("quarrel",):
        shutil.move("scenarios", "elsewhere")
    assert run("demonstrate", *args).exit_code == 2


def witnessed(table: Path) -> dict[tuple[str, str], str]:
    """Who is written down for each change, by the rule and the change in words."""
    rows = map(json.loads, (table / "quarrel/reading/witnesses.jsonl").read_text("utf-8").splitlines())
    return {(row["rule"], change): who for row in rows for change, who in row["noticed"].items()}


def asked(run: Run) -> int:
    return sum(one.tried for one in run.verdicts.values())


def test_who_noticed_a_change_is_asked_first_on_another_machine(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the book stands who noticed what; a machine that knows nothing else comes to the same, and asks less."""
    first = of(table)
    running.note_witnesses(str(table / "quarrel"), first)
    monkeypatch.setenv("ADJUDICATOR_CACHE", str(table / "another"))
    second = of(table)
    by_play = {key for key, one in first.verdicts.items() if one.unit and not one.spoilt}
    assert by_play and by_play == {key for key, one in second.verdicts.items() if one.unit and not one.spoilt}
    core = {m.key for m in first.mutations if m.change in ("out", "condition", "exception", "claim")}
    assert {second.verdicts[key].tried for key in by_play & core} == {1}
    assert asked(second) < asked(first)


def test_a_witness_that_notices_nothing_any_more_is_no_verdict(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong name beside the book costs a question; what comes out is the same, and the name goes."""
    first = of(table)
    file = running.note_witnesses(str(table / "quarrel"), first)
    true = witnessed(table)
    names = sorted(set(true.values()))
    wrong = {change: next(name for name in names if name != who) for change, who in true.items()}
    text = file.read_text("utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    for row in rows:
        row["noticed"] = {change: wrong[row["rule"], change] for change in row["noticed"]} | {"never heard of": "scenarios/none 1.1"}
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    monkeypatch.setenv("ADJUDICATOR_CACHE", str(table / "another"))
    second = of(table)
    assert {k: bool(v.unit) and not v.spoilt for k, v in first.verdicts.items()} == {
        k: bool(v.unit) and not v.spoilt for k, v in second.verdicts.items()
    }
    running.note_witnesses(str(table / "quarrel"), second)
    assert witnessed(table).keys() == true.keys()


def test_a_run_on_some_files_leaves_the_witnesses_in_others(table: Path) -> None:
    running.note_witnesses(str(table / "quarrel"), of(table))
    before = witnessed(table)
    text = (table / "scenarios/quarrel.scenario").read_text("utf-8")
    one = text[text.index("scenario ") :]
    (table / "scenarios/one.scenario").write_text(one[: one.index("\nscenario ")] + "\n", "utf-8")
    alone = demonstrate(str(table / "quarrel"), [table / "scenarios/one.scenario"])
    running.note_witnesses(str(table / "quarrel"), alone)
    assert witnessed(table).keys() == before.keys()
    assert any(one.reached and not one.unit for one in alone.verdicts.values())


def test_what_is_no_list_of_witnesses_is_as_though_there_were_none(table: Path) -> None:
    (table / "quarrel/reading").mkdir()
    (table / "quarrel/reading/witnesses.jsonl").write_text("[1, 2\n", "utf-8")
    assert of(table).complete


def test_what_comes_round_to_a_step_that_is_tried_reaches_every_change() -> None:
    """A kind of a drawn card that is asked for itself on the way: the run goes on, and each change is tried."""
    file = "scenarios/e8/178-a-firewall-drawn-on-the-map.scenario"
    result = CliRunner().invoke(main, ["demonstrate", "e8", "--only", "an-added-counter-spell-answers", "--in", file, "--json"])
    assert result.exit_code == 0 and json.loads(result.output)["changes"]["out"] == {
        "total": 1, "noticed": 0, "only otherwise": 0, "not reached": 0, "equal": 0
    }  # fmt: skip
