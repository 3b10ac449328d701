"""The command line's contract: outputs, exit statuses, messages on standard error, no traceback."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.cli.main import main

ROOT = Path(__file__).resolve().parent.parent
SHIFT = str(ROOT / "scenarios/house/39-stone-and-shift.scenario")
FIREBALL = str(ROOT / "scenarios/house/23-soulstone-fireball.scenario")


def run(*args: str) -> Result:
    result = CliRunner().invoke(main, list(args))
    assert "Traceback" not in result.output
    return result


def test_settle_prints_the_answer_first_then_why_then_what_was_beaten() -> None:
    result = run("settle", SHIFT)
    assert result.exit_code == 0
    text = result.stdout
    order = [text.index(part) for part in ("=> yes", "why", "beaten", 'on the rung "specificity"', "Precedence Number", "\n   else")]
    assert order == sorted(order)


WITHOUT = (
    "z3", "networkx", "html", "adjudicator.board.maps", "adjudicator.engine.guarded", "adjudicator.language.building",
    "adjudicator.map.geometry", "adjudicator.report.as_json", "adjudicator.settling.mending.impossible", "adjudicator.story.walk",
    "adjudicator.vetting.checking",
)  # fmt: skip


def test_settling_loads_only_what_a_scenario_needs() -> None:
    """Half of the wait for a plain answer was the loading of what it had no use for."""
    plain = str(ROOT / "scenarios/house/39-magnet-and-plant.scenario")
    subprocess.run(
        [sys.executable, "-m", "adjudicator", "settle", plain], capture_output=True, check=True, cwd=ROOT
    )  # now the book is kept
    code = f"""
import atexit, sys
from adjudicator.cli.main import main
atexit.register(lambda: print("loaded", *(name for name in {WITHOUT} if name in sys.modules), file=sys.stderr))
main(["settle", {plain!r}])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0 and done.stderr.splitlines() == ["loaded"], done.stderr


def test_the_numbers_would_have_said_the_opposite() -> None:
    for name in ("39-stone-and-shift", "39-magnet-and-plant"):
        text = run("settle", str(ROOT / f"scenarios/house/{name}.scenario")).stdout
        assert "the opposite" in text


def test_json_keeps_the_contract() -> None:
    result = run("settle", "--json", SHIFT)
    data = json.loads(result.stdout)
    assert data["schema"] == 2 and data.keys() == {"schema", "settlements"}
    first = data["settlements"][0]
    assert first.keys() == {"scenario", "rulebook", "unheard", "notes", "questions"}
    question = first["questions"][0]
    assert {"ask", "status", "outcomes", "conflict", "expected", "met"} <= question.keys()
    outcome = question["outcomes"][0]
    assert {"answer", "taken_as", "grade", "probability", "because_of", "when", "taking", "decided_by"} <= outcome.keys()
    assert outcome["grade"] == "ruled" and outcome["taken_as"] is None
    assert {"clause", "cites", "rung", "warrant", "beat"} == outcome["decided_by"][0].keys()
    assert outcome["decided_by"][0]["rung"] == "specificity"
    assert outcome["decided_by"][0]["beat"][0]["clause"] == "stone-keeps-its-type"


def test_json_has_one_shape_for_one_scenario_and_for_many(tmp_path: Path) -> None:
    one = tmp_path / "one.scenario"
    one.write_text("scenario One\n  uses house\n  wizard Ann\n  ask the life of Ann\n", encoding="utf-8")
    alone, both = (json.loads(run("settle", "--json", *files).stdout) for files in ((str(one),), (str(one), SHIFT)))
    assert [s["scenario"] for s in alone["settlements"]] == ["One"]
    assert both["settlements"][0] == alone["settlements"][0] and both["schema"] == alone["schema"] == 2


def test_json_does_not_change_the_status(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.scenario"
    wrong.write_text(Path(SHIFT).read_text(encoding="utf-8").replace("expect yes", "expect no"), encoding="utf-8")
    assert run("settle", str(wrong)).exit_code == 1
    assert run("settle", "--json", str(wrong)).exit_code == 1


def test_supposing_a_clause_off_changes_the_answer() -> None:
    result = run("settle", "--json", "--suppose", "shift-changes-the-stone=off", SHIFT)
    assert json.loads(result.stdout)["settlements"][0]["questions"][0]["outcomes"][0]["answer"] is False
    assert result.exit_code == 1
    unknown = run("settle", "--suppose", "shift-changes-the-stoen=off", SHIFT)
    assert unknown.exit_code == 2
    assert "shift-changes-the-stone" in unknown.stderr


def test_a_limit_is_its_own_status_and_never_zero(tmp_path: Path) -> None:
    """A story, whose worlds are followed one by one."""
    lines = ["scenario Too many unknowns", "  uses house", "  wizards Ann, Bob, Cid, Dan, Eve, Flo"]
    names = ["Ann", "Bob", "Cid", "Dan", "Eve", "Flo"]
    lines += [f"  unknown: {a} has LOS to {b}" for a in names for b in names if a != b]
    asked = "  ask how many wizards w such that w has LOS to Ann"
    file = tmp_path / "many.scenario"
    file.write_text("\n".join([*lines, asked]) + "\n", encoding="utf-8")
    assert run("settle", "--json", "--worlds", "8", str(file)).exit_code == 0, "all worlds of one moment are followed at once"
    file.write_text("\n".join([*lines, "  Ann's turn", asked]) + "\n", encoding="utf-8")
    result = run("settle", "--json", "--worlds", "8", str(file))
    assert json.loads(result.stdout)["settlements"][0]["questions"][0]["status"] == "limit"
    assert result.exit_code == 1


def test_many_unknown_facts_are_followed_at_once(tmp_path: Path) -> None:
    """Whatever the limit on worlds that are followed one by one: 2 to the 30th of them."""
    names = ["Ann", "Bob", "Cid", "Dan", "Eve", "Flo"]
    lines = ["scenario Many unknowns", "  uses house", "  wizards Ann, Bob, Cid, Dan, Eve, Flo"]
    lines += [f"  unknown: {a} has LOS to {b}" for a in names for b in names if a != b]
    lines += ["  ask how many wizards w such that (w is not Ann and w has LOS to Ann)"]
    file = tmp_path / "many.scenario"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = run("settle", "--json", "--worlds", "8", str(file))
    [question] = json.loads(result.stdout)["settlements"][0]["questions"]
    assert [outcome["answer"] for outcome in question["outcomes"]] == [0, 1, 2, 3, 4, 5]
    assert [len(outcome["when"]) for outcome in question["outcomes"]] == [1, 5, 10, 10, 5, 1]


def test_explain_shows_every_step_and_the_register() -> None:
    result = run("explain", FIREBALL, "1")
    assert result.exit_code == 0
    assert "house-23-07" in result.stdout
    assert "more steps" not in result.stdout


BAD = [("settle", "no-such.scenario"), ("check", "no-such-book"), ("settle",), ("sette", SHIFT), ("explain", SHIFT, "99"),
       ("settle", "--worlds", "0", SHIFT), ("settle", SHIFT, "--html", "/no-such-folder/x.html")]  # fmt: skip


@pytest.mark.parametrize("args", BAD)
def test_bad_input_ends_with_two(args: tuple[str, ...]) -> None:
    assert run(*args).exit_code == 2


def test_check_of_the_house_book_finds_nothing_to_mend() -> None:
    result = run("check", "house", "--quick")
    assert result.exit_code == 0, result.output
    assert "register:" in result.stdout
    report = json.loads(run("check", "house", "--quick", "--json").stdout)
    assert report["register"]["total"] == 932
    assert [one for one in report["findings"] if one["severity"] not in ("note", "info")] == []
    assert {one["code"] for one in report["findings"]} <= {"call", "claims", "contradiction", "declared", "may", "open", "settled"}


def test_circular_claims_are_refused_with_the_circle(tmp_path: Path) -> None:
    file = tmp_path / "circle.scenario"
    file.write_text(
        "clause one\n  for a wizard\n  the life of the wizard is 1\n  overrides two\n\n"
        "clause two\n  for a wizard\n  the life of the wizard is 2\n  overrides one\n\n"
        "scenario A circle\n  uses house\n  wizard Ann\n  ask the life of Ann\n",
        encoding="utf-8",
    )
    result = run("settle", str(file))
    assert result.exit_code == 2
    assert "circle" in result.stderr and "one overrides two" in result.stderr


def test_html_is_one_page(tmp_path: Path) -> None:
    page = tmp_path / "answer.html"
    assert run("settle", SHIFT, "--html", str(page)).exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert "ILLUSIONARY SHIFT" in text and "http" not in text.replace("http-equiv", "")


def test_the_python_interface_is_what_the_commands_use() -> None:
    import adjudicator

    (scenario, rulebook), *_ = adjudicator.load_scenarios(SHIFT)
    settlement = adjudicator.settle(rulebook, scenario)
    assert adjudicator.settlement_json(settlement) == json.loads(run("settle", "--json", SHIFT).stdout)["settlements"][0]
    assert adjudicator.load_rulebook("house").name == rulebook.name
    with pytest.raises(adjudicator.LanguageError):
        adjudicator.load_scenarios("no-such.scenario")


def test_two_dice_that_contradict_each_other_are_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "yard").mkdir()
    book = "book yard\n  title Y\n  source one\n\nsource one\n  rank 1\n\nkind child\n\nproperty the roll of {child} is a whole number\n"
    for name, chances in (("small", "1 with chance 1/2, 2 with chance 1/2"), ("great", "2 with chance 1/4, 5 with chance 3/4")):
        book += f"\nclause {name}\n  for a child\n  the roll of the child is random: {chances}\n"
    (tmp_path / "yard" / "a.rules").write_text(book, encoding="utf-8")
    scenario = tmp_path / "dice.scenario"
    scenario.write_text("scenario Dice\n  uses yard\n  child Ann\n  ask the roll of Ann\n", encoding="utf-8")
    for told in (run("settle", str(scenario)).stdout, run("explain", str(scenario)).stdout, run("settle", "--json", str(scenario)).stdout):
        assert "Fraction" not in told
    assert "random: 2 with chance 1/4, 5 with chance 3/4" in run("settle", str(scenario)).stdout


def test_chances_that_nobody_said_are_a_limit_and_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "yard").mkdir()
    (tmp_path / "yard" / "a.rules").write_text(
        "book yard\n  title Y\n  source one\n\nsource one\n  rank 1\n\nkind child\n\n"
        "property the number of sweets is a whole number, default unknown\n\n"
        "property {child} wins is yes/no\n\n"
        "property the luck of {child} is one of good, bad\n\n"
        "clause luck\n  for a child\n  the luck of the child is random: good with chance the number of sweets, bad with chance 0\n",
        encoding="utf-8",
    )
    asked = "scenario Luck\n  uses yard\n  child Ann\n{}  ask the luck of Ann\n"
    scenario = tmp_path / "luck.scenario"
    for told, answer in (("", "rest on what nobody said: the number of sweets"), ("  the number of sweets is 2\n", "=> good"),
                         ("  the number of sweets is 0\n", "=> undecided")):  # fmt: skip
        scenario.write_text(asked.format(told), encoding="utf-8")
        assert answer in run("settle", str(scenario)).stdout


def test_a_scenario_can_be_settled_under_another_book() -> None:
    file = str(ROOT / "scenarios" / "house" / "20-ducked.scenario")
    home, other = (CliRunner().invoke(main, ["settle", file, "--brief", *more]) for more in ((), ("--under", "e6")))
    assert home.exit_code == other.exit_code == 0
    assert "under Wiz-War house rules" in home.output and "as expected" in home.output
    assert "sixth edition" in other.output and "expected" not in other.output
    wrong = CliRunner().invoke(main, ["settle", file, "--under", "nonsense"])
    assert wrong.exit_code == 2 and "there is no rulebook `nonsense`" in wrong.output
