"""Repairs are tried before they are told, and do what they say; accepted findings stay silent until a side changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.analysis.accepting import acceptance
from adjudicator.analysis.findings import Finding
from adjudicator.analysis.vetting import vet
from adjudicator.cli.main import main

CARDS = Path(__file__).parent / "cards"
COLLAR = CARDS / "V105-only-the-numbers.rules"
LAMP = CARDS / "V104-same-number.rules"


def run(*args: str) -> Result:
    result = CliRunner().invoke(main, list(args))
    assert "Traceback" not in result.output
    return result


@pytest.fixture(scope="module")
def lamp() -> Finding:
    (finding,) = vet(str(LAMP), "house", repairs=True).findings
    return finding


def test_every_kind_of_repair_is_offered(lamp: Finding) -> None:
    assert {repair.kind for repair in lamp.repairs} >= {"overrides", "yields", "number"}
    assert all(lamp.id in repair.removes for repair in lamp.repairs)


@pytest.mark.parametrize("kind", ["overrides", "yields", "number"])
def test_a_repair_written_down_does_what_it_says(kind: str, lamp: Finding, tmp_path: Path) -> None:
    """The change made in the file itself: the finding is gone, or has become the milder one it promised."""
    text = LAMP.read_text(encoding="utf-8")
    for number, repair in enumerate(r for r in lamp.repairs if r.kind == kind):
        if kind == "number":
            card, new = repair.text.split(":")[0], repair.text.split("Number ")[1].split(" ")[0]
            head, _, rest = text.partition(f"card {card} ")
            changed = f"{head}card {card} " + rest.replace("precedence number 40", f"precedence number {new}", 1)
        else:
            line = repair.text.split("`")[1]
            lines = text.split("\n")
            at = lines.index(f"  clause {repair.clause}")
            end = next((i for i in range(at + 1, len(lines)) if not lines[i].startswith("    ")), len(lines))
            changed = "\n".join([*lines[:end], f"    {line}", *lines[end:]])
        file = tmp_path / f"{number}.rules"
        file.write_text(changed, encoding="utf-8")
        codes = [f.code for f in vet(str(file), "house").findings]
        assert codes == (["V105"] if kind == "number" else []), repair.text


def test_an_exception_is_made_of_the_witness(tmp_path: Path) -> None:
    report = vet(str(CARDS / "V108-printed-elsewhere.rules"), "house", repairs=True)
    texts = {repair.text for finding in report.findings for repair in finding.repairs}
    assert "OPEN HAND: add `unless the item of the pickup is a wizard`" in texts
    file = tmp_path / "open-hand.rules"
    original = (CARDS / "V108-printed-elsewhere.rules").read_text(encoding="utf-8").rstrip()
    file.write_text(f"{original}\n    unless the item of the pickup is a wizard\n", encoding="utf-8")
    again = vet(str(file), "house")
    assert not any("nobody-is-picked-up" in f.clauses for f in again.findings)


def test_an_accepted_finding_is_silent_until_a_side_changes(tmp_path: Path) -> None:
    card = tmp_path / "collar.rules"
    card.write_text(COLLAR.read_text(encoding="utf-8"), encoding="utf-8")
    result = run("vet", str(card), "--against", "house", "--no-repairs", "--json")
    assert result.exit_code == 1
    (finding,) = json.loads(result.stdout)["findings"]
    (tmp_path / "accepted.toml").write_text(acceptance(finding["id"], "the numbers are meant to decide"), encoding="utf-8")
    quiet = run("vet", str(card), "--against", "house")
    assert quiet.exit_code == 0
    assert "1 accepted" in quiet.stdout
    card.write_text(card.read_text(encoding="utf-8").replace("-- The", "-- A longer comment,\n-- The"), encoding="utf-8")
    assert run("vet", str(card), "--against", "house").exit_code == 0
    card.write_text(
        card.read_text(encoding="utf-8").replace("under this card", "under this card\n    and the wizard is not dead"), encoding="utf-8"
    )
    assert run("vet", str(card), "--against", "house", "--no-repairs").exit_code == 1


def test_what_is_accepted_badly_is_said(tmp_path: Path) -> None:
    card = tmp_path / "collar.rules"
    card.write_text(COLLAR.read_text(encoding="utf-8"), encoding="utf-8")
    for wrong in ("[[accepted]]\nid = 1\n", "not toml", "accepted = 3\n"):
        (tmp_path / "accepted.toml").write_text(wrong, encoding="utf-8")
        result = run("vet", str(card), "--against", "house")
        assert result.exit_code == 2
        assert "accepted" in result.stderr
