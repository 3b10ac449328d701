"""Findings in SARIF 2.1.0, as hosts of code show them."""

from __future__ import annotations

from adjudicator import VERSION
from adjudicator.analysis.codes import CLASSES, ORDER
from adjudicator.analysis.findings import Finding, Report, Side

LEVELS = {"error": "error", "warning": "warning", "note": "note", "info": "note"}
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(report: Report) -> dict:
    """The report as one SARIF log."""
    rules = [{"id": one.code, "name": one.name.title().replace(" ", "").replace("'", ""), "shortDescription": {"text": one.name},
              "fullDescription": {"text": one.means}, "help": {"text": one.repair},
              "helpUri": f"https://github.com/adjudicator/adjudicator/blob/main/docs/findings/{one.code}.md",
              "defaultConfiguration": {"level": LEVELS[one.severity]}} for one in CLASSES]  # fmt: skip
    driver = {"name": "adjudicator", "version": VERSION, "rules": rules}
    run = {
        "tool": {"driver": driver},
        "results": [_result(finding) for finding in report.findings],
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": report.complete}],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(finding: Finding) -> dict:
    placed = [side for side in finding.sides if side.place.line]
    text = finding.sentence + (f" Today: {finding.today}." if finding.today else "")
    result = {
        "ruleId": finding.code, "ruleIndex": ORDER[finding.code], "level": LEVELS[finding.severity], "message": {"text": text},
        "partialFingerprints": {"finding/v1": finding.id},
        "locations": [_location(side) for side in placed[:1]],
    }  # fmt: skip
    if placed[1:]:
        result["relatedLocations"] = [
            {**_location(side), "id": number, "message": {"text": side.says}} for number, side in enumerate(placed[1:], 1)
        ]
    return result


def _location(side: Side) -> dict:
    region = {"startLine": side.place.line, "startColumn": side.place.column}
    return {"physicalLocation": {"artifactLocation": {"uri": side.place.file.replace("\\", "/")}, "region": region},
            "logicalLocations": [{"name": side.clause, "kind": "member"}]}  # fmt: skip
