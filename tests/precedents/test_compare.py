"""Compare: the same situations under two rulebooks."""

from __future__ import annotations

import json
from pathlib import Path

from commanding import edit, run


def compared(plot: Path, *books: str) -> dict:
    result = run("compare", "--json", *(books or ("garden", "hothouse")), str(plot))
    return json.loads(result.stdout)


def test_answers_that_differ_are_grouped_by_the_clauses_responsible(plot: Path) -> None:
    data = compared(plot)
    assert data["counts"] == {"same": 1, "answer": 2, "silence": 1, "causes": 0, "clauses": 1, "limit": 0, "cannot": 1}
    group = next(g for g in data["groups"] if g["clauses"]["garden"] == ["water-makes-tall"])
    assert group["clauses"]["hothouse"] == ["growth-under-glass"]
    (question,) = group["questions"]
    assert [side["answer"] for side in question["books"]] == ["3", "4"]
    assert (question["written_for"], question["expected_there"]) == ("garden", "3")


def test_a_book_that_says_nothing_is_not_taken_for_one_that_says_otherwise(plot: Path) -> None:
    (group,) = (g for g in compared(plot)["groups"] if g["what"] == "silence")
    assert group["clauses"] == {"garden": ["herbs-stay-small"], "hothouse": []}


def test_what_a_book_cannot_express_is_said_in_a_line(plot: Path) -> None:
    (question,) = compared(plot)["cannot"]
    assert question["ask"] == "whether FERN is shared"
    assert question["books"][1]["cannot"] == "no phrase says this: `ask whether FERN is shared`"
    edit(str(plot), "  Ann waters FERN\n", "  Ann waters FERN\n  FERN is not shared\n")
    text = run("compare", "garden", "hothouse", str(plot)).stdout
    assert text.count("no phrase says this: `FERN is not shared`") == 1
    assert compared(plot)["counts"]["cannot"] == 3


def test_the_book_that_a_file_names_is_set_aside(plot: Path) -> None:
    before = compared(plot)["counts"]
    edit(str(plot), "uses garden", "uses hothouse")
    assert compared(plot)["counts"] == before


def test_causes_that_differ_are_told_apart(plot: Path) -> None:
    edit("hothouse/hothouse.rules", "clause nobody-cuts", CUTS + "\nclause nobody-cuts")
    data = compared(plot)
    assert data["counts"]["causes"] == 1
    (group,) = (g for g in data["groups"] if g["what"] == "causes")
    (question,) = group["questions"]
    assert [[c["cause"] for c in side["because_of"]] for side in question["books"]] == [["reading"], ["open"]]


CUTS = "clause everybody-cuts\n  for a gardener, a plant\n  the gardener may cut the plant\n"


def test_a_book_that_is_torn_is_not_silent(plot: Path) -> None:
    edit("hothouse/hothouse.rules", "clause nobody-cuts", "clause nobody-cuts\n  status open")
    groups = [g["clauses"] for g in compared(plot)["groups"] if g["what"] == "answer"]
    assert {"garden": ["no-cutting"], "hothouse": ["nobody-cuts"]} in groups


def test_a_book_does_not_differ_from_itself(plot: Path) -> None:
    result = run("compare", "garden", "garden", str(plot))
    assert result.exit_code == 0
    assert "6 questions: 6 the same altogether" in result.stdout


def test_status_and_bad_input(plot: Path) -> None:
    assert run("compare", "garden", "hothouse", str(plot)).exit_code == 1
    assert run("compare", "garden", "hothuose", str(plot)).exit_code == 2
    assert run("compare", "garden", "hothouse", "nowhere.scenario").exit_code == 2


def test_the_place_where_derivations_part_is_found_below_the_answer(plot: Path) -> None:
    for name, deep in (("garden", "rain-makes-wet"), ("hothouse", "glass-keeps-dry")):
        edit(f"{name}/{name}.rules", "event cut", "property {plant} is wet\nproperty {plant} thrives\n\nevent cut")
        path = plot.parent / name / f"{name}.rules"
        says = "the plant is wet" if name == "garden" else "the plant is not wet"
        more = f"\nclause {deep}\n  for a plant\n  {says}\n"
        more += f"\nclause wet-thrives-in-{name}\n  for a plant\n  the plant thrives\n  when the plant is wet\n"
        path.write_text(path.read_text(encoding="utf-8") + more, encoding="utf-8")
    edit(str(plot), "  ask the height of FERN\n    expect 3  -- as every spring\n", "  ask whether FERN thrives\n")
    groups = [g["clauses"] for g in compared(plot)["groups"] if g["questions"][0]["ask"] == "whether FERN thrives"]
    assert groups == [{"garden": ["rain-makes-wet"], "hothouse": ["glass-keeps-dry"]}]
