"""Compare without files: the search for situations in which two rulebooks differ."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from commanding import edit, run

from adjudicator.comparing.duel import verdict_of
from adjudicator.comparing.two_books import compare


def searched(*args: str) -> dict:
    return json.loads(run("compare", "--json", *args).stdout)


def differences(data: dict) -> list[dict]:
    return [one for group in data["groups"] for one in group["differences"]]


def copied(plot: Path, *edits: tuple[str, str]) -> str:
    """Another revision of the garden."""
    shutil.copytree(plot.parent / "garden", plot.parent / "later")
    for old, new in edits:
        edit("later/garden.rules", old, new)
    return "later"


def test_differences_are_grouped_by_the_clause_behind_them_and_told(plot: Path) -> None:
    result = run("compare", "garden", "hothouse")
    assert result.exit_code == 1
    text = " ".join(result.stdout.split())
    assert "Both books answer, and differ (2) When a gardener waters a herb: in garden the height of the herb is 2" in text
    assert "(+1 by the same rule)" in text and "Both books answer, one leaves it open (1) In garden whether a gardener may cut" in text
    whole = " ".join(run("compare", "garden", "hothouse", "--all").stdout.split())
    assert "growth-under-glass" in whole
    assert "in garden the height of the plant is 3; in hothouse the height of the plant is 4." in whole
    data = searched("garden", "hothouse")
    assert {k: n for k, n in data["counts"].items() if n} == {"contrary": 2, "open": 1}
    assert data["questions"] == {"all": 3, "differing": 2, "alike": 0, "no_difference_found": 1}


def test_what_cannot_be_compared_is_listed_and_counted(plot: Path) -> None:
    cannot = {one["sort"]: one["only"] for one in searched("garden", "hothouse")["cannot"]}
    assert cannot == {"phrases": {"garden": ["plant is shared"], "hothouse": []},
                      "options": {"garden": ["drought", "frost"], "hothouse": []}}  # fmt: skip


def test_every_witness_shows_under_both_books_what_is_claimed(plot: Path) -> None:
    run("compare", "garden", "hothouse", "--witnesses", "shown")
    told = {one["id"]: one for one in differences(searched("garden", "hothouse"))}
    files = sorted(Path("shown").iterdir())
    assert {path.stem for path in files} == told.keys()
    for path in files:
        (one,) = compare(("garden", "hothouse"), [path])
        assert [side.ruled.answer for side in one.sides if side.ruled] == [side["answer"] for side in told[path.stem]["books"]]


@pytest.mark.parametrize("edits", [
    (),
    (("clause no-cutting", "clause nobody-cuts-here"),),
    (("property {gardener} waters {plant}\n", "-- a remark\nproperty {gardener} waters {plant}\n"),),
    (("clause herbs-stay-small\n  for an herb\n  the height of the herb is 2\n", ""),
     ("event cut\n", "clause herbs-stay-small\n  for an herb\n  the height of the herb is 2\n\nevent cut\n")),
])  # fmt: skip
def test_an_edit_that_changes_nothing_is_no_difference(plot: Path, edits: tuple) -> None:
    result = run("compare", "garden", copied(plot, *edits))
    assert result.exit_code == 0, result.stdout
    assert "garden and later: 0 differences" in result.stdout


EDITS = {
    "a value": (("the height of the plant is 3", "the height of the plant is 5"), {"the height of plant"}),
    "a kind": (("herbs-stay-small\n  for an herb\n  the height of the herb", "herbs-stay-small\n  for a plant\n  the height of the plant"),
               {"the height of plant"}),
    "a clause that is gone": (("clause herbs-stay-small\n  for an herb\n  the height of the herb is 2\n", ""), {"the height of plant"}),
    "a default": (("is a whole number, default 1", "is a whole number, default 2"), {"the height of plant"}),
    "a permission": (("normally may", "normally may not"), set()),
    "a status": (("  status disputed\n", ""), {"may"}),
    "a condition": (("when the gardener waters the plant", "when the gardener waters the plant\n  unless the plant is thirsty"),
                    {"the height of plant"}),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
def test_of_two_revisions_exactly_the_edit_is_found(plot: Path, name: str) -> None:
    change, about = EDITS[name]
    found = differences(searched("garden", copied(plot, change)))
    assert {one["about"] for one in found} == about


def test_a_difference_is_carried_on_to_what_rests_on_it(plot: Path) -> None:
    more = "\nproperty {plant} is in the way, default no\n\nclause tall-is-in-the-way\n  for a plant\n  the plant is in the way\n"
    more += "  when the height of the plant is at least 3\n"
    path = plot.parent / "garden" / "garden.rules"
    path.write_text(path.read_text(encoding="utf-8") + more, encoding="utf-8")
    later = copied(plot, ("the height of the plant is 3", "the height of the plant is 2"))
    found = {one["about"]: one for one in differences(searched("garden", later))}
    assert found.keys() == {"the height of plant", "plant is in the way"}
    named = [side["clauses"][0]["clause"] for side in found["plant is in the way"]["books"]]
    assert named == ["water-makes-tall", "water-makes-tall"]


def test_invariants_that_only_one_book_has(plot: Path) -> None:
    held = "\ninvariant no-giants\n  for a plant\n  always the height of the plant is at most 2\n"
    later = copied(plot)
    path = plot.parent / later / "garden.rules"
    path.write_text(path.read_text(encoding="utf-8") + held, encoding="utf-8")
    found = differences(searched("garden", later))
    assert {one["what"] for one in found} == {"impossible"}
    assert "this cannot be" in found[0]["sentence"]
    assert [c["clause"] for side in found[0]["books"] for c in side["clauses"]] == ["no-giants"]


def test_a_definition_that_was_edited(plot: Path) -> None:
    more = "\nproperty {plant} is tall, default no\n\ndefinition tallness\n  for a plant\n"
    more += "  the plant is tall means the height of the plant is at least 2\n"
    path = plot.parent / "garden" / "garden.rules"
    path.write_text(path.read_text(encoding="utf-8") + more, encoding="utf-8")
    (found,) = differences(searched("garden", copied(plot, ("is at least 2", "is at least 3"))))
    assert found["about"] == "plant is tall"
    assert [[c["clause"] for c in side["clauses"]] for side in found["books"]] == [["tallness"], ["tallness"]]


def test_an_interrupted_search_keeps_what_it_found(plot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from adjudicator.comparing import versus

    def few(ready, tasks, jobs, progress):
        for task in tasks[:1]:
            yield versus._one(ready.contraster, task)
        raise KeyboardInterrupt

    monkeypatch.setattr(versus, "_parts", few)
    result = run("compare", "garden", "hothouse")
    assert result.exit_code == 1
    assert "not searched to the end" in result.stdout
    assert "1 difference" in result.stdout or "2 differences" in result.stdout


def test_processes_share_the_search(plot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from adjudicator.comparing import versus

    alone = searched("garden", "hothouse")
    monkeypatch.setattr(versus, "CHUNK", 3)
    shared = searched("garden", "hothouse", "--jobs", "2")
    assert {one["id"] for one in differences(shared)} == {one["id"] for one in differences(alone)}


def test_the_same_answer_is_no_verdict(plot: Path) -> None:
    (one, *_) = compare(("garden", "hothouse"), [plot])
    first, second = (side.answer for side in one.sides)
    assert first is not None and second is not None
    assert verdict_of(first, first) is None
    verdict = verdict_of(first, second)
    assert verdict is not None and verdict.what == "contrary"
