"""Repairs are tried before they are told, and do what they say; accepted findings stay silent until a side changes."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.cli.main import main
from adjudicator.resources import rulebase_folder
from adjudicator.stage.codes import CLASSES
from adjudicator.vetting.accepting import acceptance
from adjudicator.vetting.findings import Finding, Repair, Report
from adjudicator.vetting.repairing.editing import edited
from adjudicator.vetting.vetter import Wishes
from adjudicator.vetting.vetting import vet

CARDS = Path(__file__).parent / "cards"
COLLAR = CARDS / "V105-only-the-numbers.rules"
LAMP = CARDS / "V104-same-number.rules"


def run(*args: str) -> Result:
    result = CliRunner().invoke(main, list(args))
    assert "Traceback" not in result.output
    return result


def vetted(file: Path, repairs: bool = False) -> Report:
    code = file.stem.partition("-")[0]
    return vet(str(file), "house", wishes=Wishes(specificity=code in ("V109", "V110")), repairs=repairs)


@cache
def repaired(stem: str) -> tuple[Report, list[tuple[Finding, Repair]]]:
    """All that is found on a card, and the repairs of the first findings."""
    report = vetted(CARDS / f"{stem}.rules", repairs=True)
    return report, [(f, r) for f in report.findings[:2] for r in f.repairs]


STEMS = sorted(path.stem for path in CARDS.glob("*.rules"))

EXPECTED = {
    "V101": {"before"}, "V102": {"value"}, "V103": {"chosen", "unless"}, "V104": {"overrides", "number", "unless"},
    "V105": {"overrides", "yields", "unless", "narrower"}, "V106": {"overrides", "unless"}, "V107": {"settle", "unless"},
    "V108": {"overrides", "yields", "unless", "narrower"}, "V109": {"overrides", "unless"},
    "V110": {"unless"}, "V201": {"leave out"},
    "V202": {"leave out"}, "V203": {"leave out"}, "V204": {"leave out"}, "V205": set(), "V301": {"permit"}, "V302": {"decide", "default"},
    "V303": {"state", "default"}, "V304": {"state"},
}  # fmt: skip


def test_every_class_is_expected_to_have_repairs() -> None:
    assert set(EXPECTED) == {one.code for one in CLASSES}


def written(text: str, repair: Repair) -> str:
    """The text changed by hand as the printed words say; clauses and cards are found as a reader finds them."""
    lines = text.rstrip().split("\n")
    what = repair.text.split(": ", 1)[-1]
    quoted = re.findall("`([^`]*)`", what)
    if what.startswith("leave out the clause"):
        start, end = stretch(lines, f"  clause {quoted[0]}")
        del lines[start:end]
    elif what.startswith("leave out"):
        start, end = stretch(lines, f"  clause {repair.clause}")
        at = next(i for i in range(start, end) if lines[i].strip() == quoted[0])
        if quoted[0].startswith("when ") and at + 1 < end:
            lines[at + 1] = lines[at + 1].replace("and ", "when ", 1)
        del lines[at]
    elif "instead of" in what:
        start, end = next((stretch(lines, head) for head in (f"  clause {repair.clause}",) if head in lines), (0, len(lines)))
        if quoted[0].startswith(("this card", "property")):
            card = repair.text.split(": ")[0]
            start = next((i for i, line in enumerate(lines) if line.startswith(f"card {card} ")), 0)
            end = len(lines)
        at = next(i for i in range(start, end) if lines[i].strip() == quoted[1])
        lines[at] = lines[at].replace(quoted[1], quoted[0])
    elif what.startswith("below"):
        lines.insert(lines.index(quoted[0]) + 1, f"  {quoted[1]}")
    elif what.startswith("add `clause"):
        rows = quoted[0].split(" / ")
        lines += [f"  {rows[0]}", *(f"    {row}" for row in rows[1:])]
    elif repair.text.startswith("event"):
        lines.insert(stretch(lines, f"event {repair.clause}")[1], f"  {quoted[0]}")
    else:
        lines.insert(stretch(lines, f"  clause {repair.clause}")[1], f"    {quoted[0]}")
    return "\n".join(lines) + "\n"


def stretch(lines: list[str], head: str) -> tuple[int, int]:
    """Where a block begins and ends."""
    start = lines.index(head)
    margin = len(head) - len(head.lstrip())
    inside = (i for i in range(start + 1, len(lines)) if not lines[i].strip() or len(lines[i]) - len(lines[i].lstrip()) <= margin)
    return start, next(inside, len(lines))


def kept(report: Report) -> set[tuple[str, frozenset[str]]]:
    return {(f.code, frozenset(f.clauses)) for f in report.findings}


@pytest.mark.parametrize("stem", STEMS)
def test_a_repair_written_down_does_what_it_says(stem: str, tmp_path: Path) -> None:
    """Made in the file itself, by the words and by the edits: what is said to be mended is gone, and nothing is new but what is said."""
    report, repairs = repaired(stem)
    assert {r.kind for _, r in repairs} == EXPECTED[stem.partition("-")[0]]
    text = (CARDS / f"{stem}.rules").read_text(encoding="utf-8")
    by_id = {f.id: (f.code, frozenset(f.clauses)) for f in report.findings}
    file = tmp_path / f"{stem}.rules"
    for finding, repair in repairs:
        assert finding.id in repair.removes or (finding.code == "V110" and f"{finding.called(repair.clause)} wins" in repair.effect)
        assert all(said.split(" ")[0] > finding.code for said in repair.creates)
        texts = [edited(text, repair.edits)] + ([written(text, repair)] if repair.kind != "chosen" else [])
        for changed in dict.fromkeys(row.rstrip() + "\n" for row in texts):
            file.write_text(changed, encoding="utf-8")
            now = kept(vetted(file))
            assert now.isdisjoint(by_id[i] for i in repair.removes), (repair.text, now)
            new = {code for code, _ in now - kept(report)} - {"V109", "V110"}
            assert new == {said.split(" ")[0] for said in repair.creates}, (repair.text, now)


def test_the_range_of_free_numbers_is_so(tmp_path: Path) -> None:
    """Any free number of the range does what the one shown does; one outside does not."""
    _, repairs = repaired("V104-same-number")
    (low,) = (r for f, r in repairs if r.kind == "number" and "from 0 to 39" in r.text)
    winner = low.effect.split(" wins")[0]
    file = tmp_path / "V104.rules"
    text = LAMP.read_text(encoding="utf-8")
    for number, wins in ((0, True), (17, True), (41, False)):
        file.write_text(text.replace("precedence number 40", f"precedence number {number}", 1), encoding="utf-8")
        (finding,) = vetted(file).findings
        assert (finding.code, finding.called(finding.winner) == winner) == ("V105", wins)


def test_an_exception_is_made_of_the_witness() -> None:
    """A fact that the other clause needs and this one does not: under the other card, say."""
    texts = {r.text for stem in ("V107-who-knows", "V109-exception") for _, r in repaired(stem)[1]}
    assert "GUEST BOOK: add `unless the creature is under CLOSED DOORS`" in texts
    assert "BAD KNEE: add `unless the creature carries CRUTCH`" in texts


def test_a_clause_of_a_book_is_repaired_where_it_stands() -> None:
    """A card vetted as if it were new: the edits are of the book's own file, where they read."""
    report = vet(against="house", cards=("BUDDY",), repairs=True)
    for repair in (r for f in report.findings for r in f.repairs):
        text = (rulebase_folder().parent / repair.file).read_text(encoding="utf-8")
        assert edited(text, repair.edits) != text


def test_an_accepted_finding_is_silent_until_a_side_changes(tmp_path: Path) -> None:
    card = tmp_path / "collar.rules"
    card.write_text(COLLAR.read_text(encoding="utf-8"), encoding="utf-8")
    result = run("vet", str(card), "--against", "house", "--no-repairs", "--json")
    assert result.exit_code == 1
    (finding,) = json.loads(result.stdout)["findings"]
    (tmp_path / "accepted.toml").write_text(acceptance(finding["id"], "the numbers are meant to decide"), encoding="utf-8")
    quiet = run("vet", str(card), "--against", "house")
    assert quiet.exit_code == 0
    assert "1 accepted finding is not shown" in quiet.stdout
    assert "not found any more" not in quiet.stdout
    card.write_text(card.read_text(encoding="utf-8").replace("-- The", "-- A longer comment,\n-- The"), encoding="utf-8")
    assert run("vet", str(card), "--against", "house").exit_code == 0
    card.write_text(
        card.read_text(encoding="utf-8").replace("under this card", "under this card\n    and the wizard is not dead"), encoding="utf-8"
    )
    again = run("vet", str(card), "--against", "house", "--no-repairs")
    assert again.exit_code == 1
    assert f"not found any more (a side has changed, or it is mended): {finding['id']}" in " ".join(again.stdout.split())
    assert "accepted finding" not in again.stdout


def test_what_is_accepted_badly_is_said(tmp_path: Path) -> None:
    card = tmp_path / "collar.rules"
    card.write_text(COLLAR.read_text(encoding="utf-8"), encoding="utf-8")
    for wrong in ("[[accepted]]\nid = 1\n", "not toml", "accepted = 3\n"):
        (tmp_path / "accepted.toml").write_text(wrong, encoding="utf-8")
        result = run("vet", str(card), "--against", "house")
        assert result.exit_code == 2
        assert "accepted" in result.stderr
