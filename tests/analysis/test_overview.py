"""The first screen of `check`: never more than a screen, by what hurts, one for one cause; and what is behind it on demand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from shutil import copytree

import pytest
from click.testing import CliRunner, Result

from adjudicator.cli.main import main
from adjudicator.model.places import Place
from adjudicator.model.rulebook import RegisterEntry, Rulebook
from adjudicator.report.overview import LINES, screen
from adjudicator.stage.codes import CLASSES, SEVERITIES
from adjudicator.vetting.checking import Check, Coverage
from adjudicator.vetting.checking import Finding as Noted
from adjudicator.vetting.findings import Finding, Report, Side, worst_first
from adjudicator.vetting.overview import NO_SECTION, Contradiction, by_hurt, causes_of, changes_of, items_of, sections_of

ORCHARD = Path(__file__).resolve().parents[1] / "language" / "book"
GOLDEN = Path(__file__).with_name("first-screen.txt")
QUARREL = """
clause nobody-is-strong
  cites orchard-02-01
  for a gatherer
  the energy of the gatherer is 1
  when the round is 2

clause who-carries-is-tired
  cites orchard-03-01
  for a gatherer, a fruit
  the energy of the gatherer is 2
  when the gatherer carries the fruit

clause who-carries-ripe-fruit-is-glad
  cites orchard-04-01
  for a gatherer, a fruit
  the energy of the gatherer is 3
  when the fruit is ripe
"""
READ = {"a": ["orchard-02-01"], "b": ["orchard-04-01"], "about": "Two energies.", "book": "says nothing", "played": None,
        "today": "both encoded", "because": "", "meet": []}  # fmt: skip


def run(*args: str) -> Result:
    result = CliRunner().invoke(main, list(args))
    assert "Traceback" not in result.output
    return result


def side(clause: str, *cites: str, reading: str = "", card: str = "") -> Side:
    return Side(clause, f"what {clause} says", Place("made-up.rules", 7), card, cites, "rule", reading)


def clash(code: str, *sides: Side) -> Finding:
    return Finding(code, f"{code}-{'-'.join(one.clause for one in sides)}", f"{sides[0].clause} and {sides[-1].clause} disagree", sides)


def report_of(*findings: Finding) -> Report:
    return Report("made-up", "made-up", findings, "up to 4 of every kind")


def book_of(sections: int) -> Rulebook:
    entries = [RegisterEntry(f"s-{n}", f"{n:02} A section with quite a long title of its own", "", "encoded") for n in range(sections)]
    return Rulebook("made-up", register={entry.id: entry for entry in entries})


def check_of(*findings: Noted) -> Check:
    return Check("made-up", (), Coverage(0, (), 0), findings)


@pytest.mark.parametrize("width", [80, 100, 110])
@pytest.mark.parametrize("seed", range(25))
def test_whatever_is_found_the_summary_fits_a_screen(seed: int, width: int) -> None:
    random = Random(seed)
    book = book_of(random.choice((1, 5, 60, 250)))
    names = [f"a-clause-with-quite-a-long-name-so-that-lines-are-full-{n}" for n in range(random.choice((2, 40, 300)))]

    def any_side() -> Side:
        cites = random.sample(list(book.register), min(len(book.register), random.randrange(3)))
        return side(random.choice(names), *cites, reading=random.choice(("", random.choice(names))), card=random.choice(("", "A CARD")))

    def any_finding() -> Finding:
        return clash(random.choice(CLASSES).code, *(any_side() for _ in range(random.choice((1, 2)))))

    findings = [any_finding() for _ in range(random.choice((random.randrange(401), 400)))]
    noted = [Noted("register", f"s-{n} is said to be encoded " * 9, cites=(f"s-{n}",)) for n in range(random.choice((0, 3, 90)))]
    whether = ("says nothing", "leaves it open", "says which", "record only")
    read = [Contradiction((frozenset(("s-0",)), frozenset((f"s-{n}",))), whether[n % 4], "declared open") for n in range(80)]
    counts = {"asked": 900, "remembered": 0, "witnessed": 300, "apart": 200, "unshown": 100, "whole": 50}
    report = replace(report_of(*findings), counts=counts, complete=random.random() < 0.8, silent=3, stale=("V101-0",),
                     unturned=tuple(names), stage="up to 4 of every kind, " * 20)  # fmt: skip
    items = items_of(book, check_of(*noted), report, read)
    lines = screen(items, report, read, above=5, width=width)
    assert len(lines) + 5 <= LINES
    assert max(map(len, lines)) <= width
    assert any(line.startswith("interrupted") for line in lines) != report.complete
    assert sum(len(cause.items) for cause in causes_of(items)) == len(items) == len(findings) + len(noted)
    shown = "\n".join(lines)
    assert not items or (f"{len(items)} finding" in shown and items[0].code in shown)


def test_what_hurts_comes_first() -> None:
    one, two, three = side("one", "s-1"), side("two", "s-2"), side("three", "s-3")
    read = clash("V105", one, three)
    found = clash("V101", one, two)
    turns = Finding("V107", "V107-x", "it turns", (side("four", "s-1", reading="a-reading"),))
    stays = clash("V101", one, side("five", "s-1"))
    dead, chance, number, beaten, nothing = (Finding(code, code, "", (side("six"),)) for code in ("V201", "V103", "V105", "V202", "V203"))
    said = Contradiction((frozenset(("s-3",)), frozenset(("s-1",))), "says nothing", "both encoded")
    right = (read, found, turns, stays, chance, dead, number, beaten, nothing)
    assert by_hurt(right[::-1], [said]) == right
    noted = clash("V108", one, three)
    assert by_hurt([noted, found], [said]) == (found, noted), "a note is no error, whoever has read it"
    silent = replace(said, book="record only")
    assert by_hurt(right[::-1], [silent])[0] == found, "no game turns on what is in the record only"


def test_errors_stand_before_warnings_before_notes() -> None:
    found = worst_first([Finding(one.code, one.code, "", (side("a"),)) for one in CLASSES])
    weights = [SEVERITIES.index(finding.severity) for finding in found]
    assert weights == sorted(weights)
    assert [f.code for f in found].index("V204") < [f.code for f in found].index("V105")


def test_findings_with_one_clause_on_one_side_are_one_cause() -> None:
    hub = side("hub", "s-1")
    findings = [clash("V101", hub, side(f"rim-{n}", "s-2")) for n in range(5)]
    items = items_of(book_of(3), check_of(), report_of(*findings, clash("V101", side("other", "s-1"), side("lone", "s-2"))))
    causes = causes_of(items)
    assert [(len(cause.items), cause.common) for cause in causes][0] == (5, "hub")
    assert len(causes) == 2
    (change,) = changes_of(items)
    assert (change.name, len(change.ids), change.place.line) == ("hub", 5, 7)


def test_a_finding_between_two_sections_stands_in_both() -> None:
    items = items_of(book_of(3), check_of(Noted("register", "s-2 is left out", cites=("s-2",))),
                     report_of(clash("V101", side("a", "s-0"), side("b", "s-1")), clash("V301", side("c"))))  # fmt: skip
    assert [(section.name[:2], [item.code for item in section.items]) for section in sections_of(items)] == [
        ("00", ["V101"]), ("01", ["V101"]), ("02", ["register"]), (NO_SECTION[:2], ["V301"])]  # fmt: skip


@pytest.fixture
def quarrel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The orchard with three clauses that disagree in pairs, two of which somebody has read as contrary."""
    folder = copytree(ORCHARD, tmp_path / "quarrel")
    (folder / "quarrel.rules").write_text(QUARREL.lstrip(), encoding="utf-8")
    rules = (folder / "orchard.rules").read_text(encoding="utf-8")
    (folder / "orchard.rules").write_text(rules.replace("  rung Precedence Number: the precedence number of it, lowest first, otherwise "
                                                        "1000\n  rung chance\n", ""), encoding="utf-8")  # fmt: skip
    (folder / "reading").mkdir()
    (folder / "reading" / "contradictions.jsonl").write_text(json.dumps(READ) + "\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "quarrel"


def test_contradictions_that_are_told_and_those_that_are_not_are_counted() -> None:
    """What is settled is told, whichever side stands first; what no list and no finding sets against each other is not."""
    one, other = (
        Contradiction((frozenset((a,)), frozenset((b,))), "says which", "both encoded") for a, b in (("s-0", "s-1"), ("s-0", "s-2"))
    )
    settled = Noted("settled", "s-1 goes before s-0", severity="info", sides=(("s-1", "s-3"), ("s-0", "s-2")))
    report = report_of()
    lines = screen(items_of(book_of(5), check_of(settled), report, (one, other)), report, (one, other))
    assert "1 settled, 0 met by findings below, 1 not told (--code settled)" in " ".join(line.strip() for line in lines)


def test_the_first_screen_of_a_small_book(quarrel: str) -> None:
    result = run("check", quarrel)
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) <= LINES
    assert result.stdout == GOLDEN.read_text(encoding="utf-8")


def test_details_come_on_demand(quarrel: str) -> None:
    everything = run("check", quarrel, "--all")
    assert everything.stdout.count("  today") == 5, "two of the seven are told with the first that is like them"
    assert run("check", quarrel, "--every").stdout.count("  today") == 7
    windfall = run("check", quarrel, "--section", "4 windfall", "--every")
    assert windfall.stdout.count("  today") == 3 and "3 of 7 found" in windfall.stdout
    assert run("check", quarrel, "--section", "4").stdout.splitlines()[-1] == windfall.stdout.splitlines()[-1]
    notes = run("check", quarrel, "--code", "v108", "--brief")
    assert [line[:10] for line in notes.stdout.splitlines()] == ["note[V108-"] * 3 + [notes.stdout.splitlines()[-1][:10]]
    both = run("check", quarrel, "--code", "V108", "--section", "3", "--section", "no statement")
    assert "3 of 7 found" in both.stdout
    assert "0 of 7 found" in run("check", quarrel, "--code", "V204").stdout
    assert {r.exit_code for r in (everything, windfall, notes, both)} == {1}, "the status is about all that is found"
    assert run("check", quarrel, "--code", "V101", "--level", "error").exit_code == 1
    for args, said in ((("--code", "V801"), "there is no code `V801`"), (("--section", "Widnfall"), "no section `Widnfall`")):
        wrong = run("check", quarrel, *args)
        assert wrong.exit_code == 2 and said in wrong.output
    assert "did you mean `V204`" in run("check", quarrel, "--code", "v2o4").output


def test_json_holds_everything_and_the_summary(quarrel: str) -> None:
    whole = json.loads(run("check", quarrel, "--json").stdout)
    narrowed = json.loads(run("check", quarrel, "--json", "--code", "V204").stdout)
    assert {**narrowed, "pairs": {}} == {**whole, "pairs": {}}, "but for what is remembered of the pairs"
    ids = [finding["id"] for finding in whole["findings"]]
    assert len(ids) == 7 and whole["read"] == {"says nothing": 1}
    assert sorted(i for cause in whole["causes"] for i in cause["findings"]) == sorted(ids)
    assert whole["sections"][0]["findings"][0] == ids[0] == whole["causes"][0]["findings"][0]
    first = whole["changes"][0]
    assert first["change"] == "nobody-is-strong" and len(first["findings"]) == 3 and set(first["findings"]) < set(ids)


def test_a_list_of_contradictions_that_cannot_be_read_is_told(quarrel: str) -> None:
    file = Path(quarrel, "reading", "contradictions.jsonl")
    for line in ("{", '{"a": 1}', "[]", json.dumps({**READ, "a": [None]})):
        file.write_text(f"{json.dumps(READ)}\n\n{line}\n", encoding="utf-8")
        result = run("check", quarrel)
        assert result.exit_code == 2 and "contradictions.jsonl:3" in result.output, line
    file.unlink()
    assert "read by its keepers" not in run("check", quarrel).stdout


def test_the_first_screen_of_a_real_book() -> None:
    """What it counts is what the JSON holds; every section of it can be asked for, and shows as many findings as it says."""
    lines = run("check", "e6").stdout.splitlines()
    whole = json.loads(run("check", "e6", "--json").stdout)
    assert len(lines) <= LINES and max(map(len, lines)) <= 100
    assert lines[2].startswith(f"{len(whole['findings'])} findings (")
    assert any(line.startswith("read by its keepers: 20 contradictions") for line in lines)
    assert any("treasure-of-the-killed" in line for line in lines)
    section = whole["sections"][0]
    head = next(i for i, line in enumerate(lines) if "by section of the register" in line)
    assert lines[head + 1].split()[0] == str(section["counts"]["error"]) and section["section"] in lines[head + 1]
    shown = run("check", "e6", "--section", section["section"], "--brief").stdout.splitlines()
    assert len(shown) - 1 == len(section["findings"]) and shown[-1].startswith(f"{len(section['findings'])} of ")
