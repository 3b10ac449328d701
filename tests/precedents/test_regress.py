"""Regress: what comes out differently from its ruling, which clause made it so, and how rulings are written down."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

from commanding import edit, run

from adjudicator import VERSION
from adjudicator.language.formatting import format_text
from adjudicator.language.loading import load_scenarios
from adjudicator.rulings.ruling import same_answer
from adjudicator.rulings.since import changes_since

GARDEN = "garden/garden.rules"
CUTTING = "clause no-cutting\n  for a gardener, a plant\n  the gardener may not cut the plant\n"


def differences(plot: Path) -> list[dict]:
    result = run("regress", "--json", str(plot))
    data = json.loads(result.stdout)
    assert result.exit_code == (1 if data["differences"] or data["unsettled"] else 0)
    return data["differences"]


def test_nothing_differs_as_long_as_nothing_changes(plot: Path) -> None:
    result = run("regress", str(plot.parent))
    assert result.exit_code == 0
    assert "3 with a ruling, 1 with only an expectation, 2 with neither" in result.stdout
    assert "nothing comes out differently" in result.stdout


def test_several_processes_find_the_same(plot: Path) -> None:
    edit(GARDEN, CUTTING, "")
    for number in range(3):
        plot.with_name(f"evening-{number}.scenario").write_text(plot.read_text(encoding="utf-8"), encoding="utf-8")
    alone, shared = (json.loads(run("regress", "--json", *more, str(plot.parent)).stdout) for more in ((), ("--jobs", "2")))
    assert len(alone["differences"]) == 8
    assert shared == alone


def test_a_clause_that_is_gone_is_named(plot: Path) -> None:
    edit(GARDEN, CUTTING, "")
    first, second = differences(plot)
    assert (first["what"], first["today"]["answer"]) == ("answer", "yes")
    assert first["why"] == ["gone: the rulebook has no clause no-cutting any more"]
    assert (second["ruled"]["answer"], second["today"]["answer"]) == ("either no or yes", "yes")


def test_a_clause_that_newly_wins_is_named_with_the_rung(plot: Path) -> None:
    edit(GARDEN, CUTTING, CUTTING + "\nclause the-keen-cut\n  overrides no-cutting\n  for a gardener\n  the gardener may cut FERN\n")
    edit(GARDEN, "kind herb is a plant\n", "kind herb is a plant\nthing FERN is a plant\n")
    edit(str(plot), "  plant FERN\n", "")
    (found,) = differences(plot)
    assert found["what"] == "answer"
    assert found["why"][0].startswith('newly winning: the-keen-cut beats no-cutting on the rung "explicit claim"')


def test_a_clause_that_no_longer_speaks_is_named(plot: Path) -> None:
    edit(GARDEN, "  the height of the herb is 2\n", "  the height of the herb is 2\n  when the herb is thirsty\n")
    (found,) = differences(plot)
    assert (found["what"], found["today"]) == ("answer", {"answer": "1", "clauses": []})
    (why,) = found["why"]
    assert why == "silent: herbs-stay-small is still there, but does not apply any more: it does not hold that the herb is thirsty"


def test_a_clause_that_is_switched_off_is_said_to_be(plot: Path) -> None:
    edit(GARDEN, "clause herbs-stay-small\n", "clause herbs-stay-small\n  with option frost\n")
    assert differences(plot)[0]["why"] == [
        "silent: herbs-stay-small is still there, but it is not in force: the option frost is not in use"
    ]


def test_a_clause_with_an_exception_that_holds_now_is_told(plot: Path) -> None:
    edit(GARDEN, "  the height of the herb is 2\n", "  the height of the herb is 2\n  unless the herb is not thirsty\n")
    assert differences(plot)[0]["why"][0].endswith("but does not apply any more: it holds that the herb is not thirsty")


def test_a_clause_that_says_something_else_is_called_edited(plot: Path) -> None:
    edit(GARDEN, "the height of the herb is 2", "the height of the herb is 4")
    (found,) = differences(plot)
    assert found["what"] == "answer"
    assert found["why"] == ["edited: herbs-stay-small decides it as then, but says something else now, or what it rests on has changed"]


def test_a_fault_of_the_rulebook_is_said_once_with_its_file(plot: Path) -> None:
    edit(GARDEN, "  the height of the herb is 2\n", "  the heigth of the herb is 2\n")
    plot.with_name("second.scenario").write_bytes(plot.read_bytes())
    text = run("regress", str(plot.parent)).stdout
    assert text.count("garden/garden.rules:") == 1
    assert "cannot be settled any more, for the same reason" in text


def test_the_same_answer_by_another_clause_is_said_apart(plot: Path) -> None:
    edit(GARDEN, "clause herbs-stay-small", "clause herbs-stay-low")
    (found,) = differences(plot)
    assert found["what"] == "clauses"
    assert found["why"] == ["gone: the rulebook has no clause herbs-stay-small any more; herbs-stay-low decides now"]
    assert "the same answer, by other clauses" in run("regress", str(plot)).stdout


def test_without_a_ruling_the_expectation_counts(plot: Path) -> None:
    edit(GARDEN, "the height of the plant is 3", "the height of the plant is 5")
    (found,) = differences(plot)
    assert (found["what"], found["expected"], found["today"]["answer"]) == ("expected", "3", "5")


def test_a_file_that_cannot_be_read_any_more_is_a_finding_and_stops_nothing(plot: Path) -> None:
    edit(GARDEN, "property {gardener} waters {plant}", "property {gardener} tends {plant}")
    edit(GARDEN, "the gardener waters the plant", "the gardener tends the plant")
    plot.with_name("zucchini.scenario").write_text("scenario Left\n  uses garden\n\n  plant IVY\n\n  ask the height of IVY\n    expect 1\n")
    result = run("regress", "--json", str(plot.parent))
    data = json.loads(result.stdout)
    assert result.exit_code == 1
    assert data["questions"] == 1
    assert "no phrase" in data["unsettled"][0]["why"]


def test_recording_writes_below_what_is_expected_and_keeps_all_else(plot: Path) -> None:
    before = plot.read_text(encoding="utf-8").split("\n")
    today = datetime.date.today().isoformat()
    result = run("regress", "--record", str(plot))
    assert "3 rulings written into 1 file" in result.stdout
    after = plot.read_text(encoding="utf-8").split("\n")
    added = [line for line in after if line not in before]
    assert added == [
        f"    ruled 3 on {today} with {VERSION} by clause water-makes-tall",
        f"    ruled either yes or no on {today} with {VERSION} by clause some-share",
        f"    ruled no on {today} with {VERSION}",
    ]
    assert [line for line in after if line not in added] == before
    assert after[after.index("    expect 3  -- as every spring") + 1] == added[0]
    assert format_text("\n".join(after)) == "\n".join(after)


def test_recording_again_writes_nothing(plot: Path) -> None:
    run("regress", "--record", str(plot))
    once = plot.read_bytes()
    assert "0 rulings written" in run("regress", "--record", str(plot)).stdout
    assert plot.read_bytes() == once


def test_a_changed_ruling_is_replaced_and_its_comment_stays(plot: Path) -> None:
    edit(GARDEN, "clause no-cutting", "clause no-cuts")
    assert run("regress", "--record", str(plot)).exit_code == 1
    text = plot.read_text(encoding="utf-8")
    assert f"    ruled no on {datetime.date.today().isoformat()} with {VERSION} by clause no-cuts  -- a long evening\n" in text
    assert run("regress", str(plot)).exit_code == 0


def test_line_ends_and_a_last_line_without_one_are_kept(plot: Path) -> None:
    text = plot.read_text(encoding="utf-8").rstrip("\n").replace("\n", "\r\n")
    plot.write_bytes(text.encode())
    run("regress", "--record", str(plot))
    raw = plot.read_bytes()
    assert raw.count(b"\n") == raw.count(b"\r\n")
    assert not raw.endswith(b"\n")
    assert run("regress", str(plot)).exit_code == 0


def test_settling_does_not_heed_rulings(plot: Path) -> None:
    edit(str(plot), "ruled no on", "ruled yes on")
    assert "EXPECTED" not in run("settle", "--brief", str(plot)).stdout
    assert run("settle", str(plot)).exit_code == 0


def test_a_ruling_is_read_with_names_that_hold_commas(plot: Path) -> None:
    edit(str(plot), "by clause no-cutting", 'by clauses no-cutting, "FERN, as printed"')
    ruled = load_scenarios(plot)[0][0].questions[1].ruled
    assert ruled is not None
    assert (ruled.answer, ruled.date, ruled.clauses) == ("no", "2026-01-31", ("no-cutting", "FERN, as printed"))


def test_what_has_changed_since_another_version_recorded_a_ruling_is_told(plot: Path) -> None:
    edit(str(plot), "ruled no on 2026-01-31", "ruled no on 2026-01-31 with 0.0.1")
    assert "0.0.1" not in run("regress", str(plot)).stdout
    edit(GARDEN, CUTTING, "")
    told = run("regress", str(plot)).stdout
    assert f"recorded with version 0.0.1; this is {VERSION}" in told and "what has changed in the program since 0.0.1" in told
    data = json.loads(run("regress", "--json", str(plot)).stdout)
    assert data["differences"][0]["ruled"]["version"] == "0.0.1" and data["since"]["0.0.1"]
    assert data["differences"][1]["ruled"]["version"] is None and [*data["since"]] == ["0.0.1"]


def test_what_has_changed_since_a_version_stands_above_its_section() -> None:
    page = "# Changes\n\n## 0.3.0\n\n* **Maps.** New.\n\n## 0.2.0 (June)\n\n* **Stories**\n\n## 0.1.0\n\n* **All.**\n"
    assert changes_since("0.1.0", page, "0.3.0") == ("Maps", "Stories") and changes_since("0.2.0", page, "0.3.0") == ("Maps",)
    assert changes_since("0.3.0", page, "0.3.0") == () and changes_since("0.0.9", page, "0.3.0") == ("Maps", "Stories", "All")


def test_a_ruling_without_a_day_is_an_error(plot: Path) -> None:
    edit(str(plot), "ruled no on 2026-01-31", "ruled no")
    result = run("settle", str(plot))
    assert result.exit_code == 2
    assert "a ruling has an answer and a day" in result.stderr


def test_answers_are_the_same_however_they_are_written() -> None:
    assert same_answer("either no or yes", "either yes or no")
    assert same_answer("either 2 or 5", "either 2 with chance 1/6 or 5 with chance 5/6")
    assert not same_answer("either 2 with chance 1/2 or 5 with chance 1/2", "either 2 with chance 1/6 or 5 with chance 5/6")
    assert same_answer("Bob, Ann", "Ann, Bob")
    assert same_answer("the Widow", "Widow")
    assert not same_answer("either yes or no", "yes")


def test_no_folder_and_no_file_are_bad_input(plot: Path) -> None:
    assert run("regress", "nowhere").exit_code == 2
    assert run("regress", "garden").exit_code == 2


def test_claims_that_go_round_in_a_circle_are_a_finding(plot: Path) -> None:
    edit(GARDEN, "clause no-cutting\n", "clause no-cutting\n  overrides herbs-are-cut\n")
    edit(GARDEN, "clause herbs-are-cut\n", "clause herbs-are-cut\n  overrides no-cutting\n")
    result = run("regress", str(plot))
    assert result.exit_code == 1
    assert "cannot be settled any more" in result.stdout
