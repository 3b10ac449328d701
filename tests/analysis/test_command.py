"""The command line of `vet` and `check`: exit statuses, JSON, SARIF, witnesses, jobs, bad input."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path

from click.testing import CliRunner, Result

from adjudicator.cli.main import main
from adjudicator.language.loading import load_rulebook
from adjudicator.stage.codes import CLASSES
from adjudicator.vetting.opening import Subject, open_subject
from adjudicator.vetting.vetting import Progress
from adjudicator.vetting.vetting import run as sweep

CARDS = Path(__file__).parent / "cards"
COLLAR = str(CARDS / "V105-only-the-numbers.rules")
ORCHARD = str(Path(__file__).resolve().parents[1] / "language" / "book")


def run(*args: str) -> Result:
    result = CliRunner().invoke(main, list(args))
    assert "Traceback" not in result.output
    return result


def test_statuses() -> None:
    assert run("vet", COLLAR, "--against", "house", "--no-repairs").exit_code == 1
    assert run("vet", COLLAR, "--against", "house", "--no-repairs", "--level", "error").exit_code == 0
    assert run("vet", "no-such.rules", "--against", "house").exit_code == 2
    assert run("vet", COLLAR, "--against", "hous").exit_code == 2
    assert run("vet", "--against", "house").exit_code == 2
    assert run("vet", "--card", "REVERS", "--against", "house").exit_code == 2
    assert run("vet", COLLAR, "--against", "house", "--suppose", "nothing-so-called").exit_code == 2


def test_a_clean_card_says_how_large_the_stage_was(tmp_path: Path) -> None:
    card = tmp_path / "clean.rules"
    card.write_text("card PEBBLE is an object\n", encoding="utf-8")
    result = run("vet", str(card), "--against", "house", "--things", "3", "--events", "2")
    assert result.exit_code == 0
    assert "no clash with up to 3 things of each kind, and 2 events" in result.stdout


def test_json_sarif_and_witnesses(tmp_path: Path) -> None:
    log, folder = tmp_path / "log.sarif", tmp_path / "witnesses"
    result = run("vet", COLLAR, "--against", "house", "--json", "--sarif", str(log), "--witnesses", str(folder))
    report = json.loads(result.stdout)
    assert {"schema", "book", "subject", "complete", "stage", "counts", "summary", "findings"} <= report.keys()
    (finding,) = report["findings"]
    assert {"code", "id", "class", "severity", "sentence", "winner", "rung", "sides", "when", "witness", "repairs"} <= finding.keys()
    assert finding["repairs"]
    (written,) = folder.glob("*.scenario")
    assert written.stem == finding["id"]
    settled = run("settle", "--brief", str(written))
    assert settled.exit_code == 0, settled.output
    sarif = json.loads(log.read_text(encoding="utf-8"))
    assert sarif["version"] == "2.1.0"
    (one,) = sarif["runs"]
    assert [rule["id"] for rule in one["tool"]["driver"]["rules"]] == [c.code for c in CLASSES]
    (result_,) = one["results"]
    assert one["tool"]["driver"]["rules"][result_["ruleIndex"]]["id"] == result_["ruleId"] == "V105"
    place = result_["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"].endswith(".rules")
    assert place["region"]["startLine"] > 0
    assert result_["partialFingerprints"]["finding/v1"] == finding["id"]


def test_a_page_of_findings_holds_together(tmp_path: Path) -> None:
    """Every link leads somewhere on the page, and what a finding rests on is there in the register's words."""
    page = tmp_path / "found.html"
    asked = ["vet", COLLAR, "--against", "house", "--no-repairs", "--json", "--html"]
    result = run(*asked, str(page), "--sarif", str(tmp_path / "log.sarif"))
    text = page.read_text(encoding="utf-8")
    findings = json.loads(result.stdout)["findings"]
    assert findings
    assert set(re.findall(r'href="#([^"]*)"', text)) <= set(re.findall(r' id="([^"]*)"', text))
    assert {finding["id"] for finding in findings} <= set(re.findall(r'<article id="([^"]*)"', text))
    register = load_rulebook("house").register
    cited = [i for finding in findings for side in finding["sides"] for i in side["cites"] if i in register]
    assert cited
    assert all(escape(register[i].says, quote=False) in text for i in cited)
    assert "<script" not in text


def test_two_processes_find_what_one_finds() -> None:
    subject = Subject("house", cards=("BUDDY", "OPPORTUNITY FIRE", "REMOVE CURSE"))
    assert [f.id for f in sweep(subject, jobs=2).findings] == [f.id for f in sweep(subject).findings]


def test_an_interrupted_sweep_reports_what_it_has() -> None:
    def stop_after(limit: int) -> Progress:
        def tell(done: int, total: int) -> None:
            if done >= limit:
                raise KeyboardInterrupt

        return tell

    subject = Subject(ORCHARD)
    whole = sweep(subject)
    part = sweep(subject, progress=stop_after(1))
    assert whole.complete
    assert not part.complete
    assert {f.id for f in part.findings} <= {f.id for f in whole.findings}


def test_check_sweeps_a_whole_book() -> None:
    result = run("check", ORCHARD, "--json")
    report = json.loads(result.stdout)
    assert {"register", "counts", "pairs", "findings", "summary", "stage"} <= report.keys()
    quick = run("check", ORCHARD, "--quick", "--json")
    assert json.loads(quick.stdout)["counts"] == report["counts"]


def test_a_new_version_of_a_card_is_vetted_without_the_old_one(tmp_path: Path) -> None:
    file = tmp_path / "magnet.rules"
    text = ("card MONSTER MAGNET\n  clause magnet-takes-those-with-iron\n    for a wizard, a monster\n"
            "    the wizard may take control of the monster with this card\n    when the monster carries an object\n")  # fmt: skip
    file.write_text(text, encoding="utf-8")
    opened = open_subject(Subject("house", str(file), left_out=("MONSTER MAGNET",)))
    assert "magnet-takes-any-monster" not in opened.book.clauses
    assert opened.subjects == {"magnet-takes-those-with-iron"}
    assert run("vet", str(file), "--against", "house", "--without", "MONSTER MAGNET").exit_code in (0, 1)
