"""Findings in SARIF 2.1.0, as hosts of code show them."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from adjudicator import VERSION
from adjudicator.stage.codes import CLASSES, ORDER
from adjudicator.vetting.findings import Finding, Repair, Report, Side

LEVELS = {"error": "error", "warning": "warning", "note": "note", "info": "note"}
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(report: Report) -> dict[str, object]:
    """The report as one SARIF log."""
    rules = [{"id": one.code, "name": one.name.title().replace(" ", "").replace("'", ""), "shortDescription": {"text": one.name},
              "fullDescription": {"text": one.means}, "help": {"text": f"{one.matters} {one.repair}"},
              "defaultConfiguration": {"level": LEVELS[one.severity]}} for one in CLASSES]  # fmt: skip
    driver = {"name": "adjudicator", "version": VERSION, "rules": rules}
    run = {
        "tool": {"driver": driver},
        "results": [_result(finding) for finding in report.findings],
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": report.complete}],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(finding: Finding) -> dict[str, object]:
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
    fixes = [_fix(repair) for repair in finding.repairs if repair.edits]
    if fixes:
        result["fixes"] = fixes
    return result


def _fix(repair: Repair) -> dict[str, object]:
    """A repair as edits of its file: the lines from the first to before the last are replaced."""
    changes = [{"deletedRegion": {"startLine": e.line, "startColumn": 1, "endLine": e.line + len(e.old), "endColumn": 1},
                "insertedContent": {"text": "".join(f"{line}\n" for line in e.new)}} for e in repair.edits]  # fmt: skip
    return {"description": {"text": f"{repair.text}: {repair.effect}"},
            "artifactChanges": [{"artifactLocation": {"uri": uri(repair.file)}, "replacements": changes}]}  # fmt: skip


def uri(file: str) -> str:
    """The file as a reference: as it was named from here, or as a whole one where the name is absolute."""
    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())


def _location(side: Side) -> dict[str, object]:
    region = {"startLine": side.place.line, "startColumn": side.place.column}
    return {"physicalLocation": {"artifactLocation": {"uri": uri(side.place.file)}, "region": region},
            "logicalLocations": [{"name": side.clause, "kind": "member"}]}  # fmt: skip
