"""SARIF logs have what version 2.1.0 requires of them, and point to what is there."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

from adjudicator.report.sarif import sarif
from adjudicator.stage.codes import CLASSES
from adjudicator.vetting.findings import Report
from adjudicator.vetting.vetting import vet

REQUIRED = {
    "log": {"version": str, "runs": list}, "run": {"tool": dict}, "driver": {"name": str}, "rule": {"id": str},
    "result": {"message": dict}, "invocation": {"executionSuccessful": bool}, "fix": {"artifactChanges": list},
    "change": {"artifactLocation": dict, "replacements": list}, "replacement": {"deletedRegion": dict},
}  # fmt: skip
"""The properties that the published schema requires of each object, as far as the log has such objects."""
ALLOWED = {
    "log": {"$schema", "version", "runs"}, "run": {"tool", "results", "invocations", "columnKind"},
    "driver": {"name", "version", "rules"},
    "rule": {"id", "name", "shortDescription", "fullDescription", "help", "defaultConfiguration"},
    "result": {"ruleId", "ruleIndex", "level", "message", "partialFingerprints", "locations", "relatedLocations", "fixes"},
    "invocation": {"executionSuccessful"}, "fix": {"description", "artifactChanges"}, "change": {"artifactLocation", "replacements"},
    "replacement": {"deletedRegion", "insertedContent"},
}  # fmt: skip
"""The schema allows no properties that it does not name; these are the named ones that are used."""


@pytest.fixture(scope="module")
def card(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("my cards") / "guest book.rules"
    file.write_text((Path(__file__).parent / "cards" / "V107-who-knows.rules").read_text(encoding="utf-8"), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def report(card: Path) -> Report:
    return vet(str(card), "house", repairs=True)


def is_a(kind: str, found: dict) -> None:
    for name, type_ in REQUIRED[kind].items():
        assert isinstance(found[name], type_), (kind, name)
    assert found.keys() <= ALLOWED[kind], (kind, found.keys())


def is_a_place(found: dict, card: Path) -> None:
    place = found["physicalLocation"]
    region = place["region"]
    path = Path(unquote(urlparse(place["artifactLocation"]["uri"]).path))
    assert path == card
    assert 1 <= region["startLine"] <= len(card.read_text(encoding="utf-8").splitlines())
    assert region["startColumn"] >= 1


def test_a_log_is_as_the_standard_has_it(report: Report, card: Path) -> None:
    log = json.loads(json.dumps(sarif(report)))
    is_a("log", log)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    is_a("run", run)
    assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
    is_a("driver", run["tool"]["driver"])
    rules = run["tool"]["driver"]["rules"]
    for rule in rules:
        is_a("rule", rule)
        assert all(rule[text]["text"] for text in ("shortDescription", "fullDescription", "help"))
        assert rule["name"].isalnum()
    assert [rule["id"] for rule in rules] == [one.code for one in CLASSES]
    is_a("invocation", run["invocations"][0])
    assert run["results"]
    for result in run["results"]:
        is_a("result", result)
        assert result["message"]["text"]
        assert result["level"] in ("none", "note", "warning", "error")
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        for place in (*result["locations"], *result.get("relatedLocations", [])):
            is_a_place(place, card)
        ids = [place["id"] for place in result.get("relatedLocations", [])]
        assert len(set(ids)) == len(ids)


def test_fixes_are_edits_of_the_file(report: Report, card: Path) -> None:
    """Each fix, applied as a host of code would, reads and leaves the card without the finding."""
    (result,) = sarif(report)["runs"][0]["results"]
    assert result["fixes"]
    for fix in result["fixes"]:
        is_a("fix", fix)
        lines = card.read_text(encoding="utf-8").splitlines(keepends=True)
        for change in fix["artifactChanges"]:
            is_a("change", change)
            for replacement in change["replacements"]:
                is_a("replacement", replacement)
                region = replacement["deletedRegion"]
                lines[region["startLine"] - 1 : region["endLine"] - 1] = [replacement["insertedContent"]["text"]]
        changed = card.with_name("changed.rules")
        changed.write_text("".join(lines), encoding="utf-8")
        assert vet(str(changed), "house").findings == ()


def test_an_interrupted_run_is_said_to_be_one(report: Report) -> None:
    assert sarif(report)["runs"][0]["invocations"] == [{"executionSuccessful": True}]
    assert sarif(replace(report, complete=False))["runs"][0]["invocations"] == [{"executionSuccessful": False}]
