"""Findings for people, as data, and as a summary table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from textwrap import wrap

from adjudicator.analysis.codes import BY_CODE
from adjudicator.analysis.findings import Finding, Repair, Report, Side
from adjudicator.resources import rulebase_folder

WIDTH = 100


def lines_of(report: Report, brief: bool = False) -> Iterator[str]:
    """The whole report as text, worst first."""
    total = len(report.findings)
    for number, finding in enumerate(report.findings, 1):
        yield from ([_head(finding, number, total)] if brief else _finding(finding, number, total))
        if not brief:
            yield ""
    yield from _summary(report)


def _head(finding: Finding, number: int, total: int) -> str:
    return f"{finding.of_class.severity}[{finding.id}] {finding.of_class.name}: {finding.sentence}   ({number} of {total})"


def _finding(finding: Finding, number: int, total: int) -> Iterator[str]:
    """Verdict, the two sentences with their places, the situation, what decides, what to change."""
    yield from _folded(_head(finding, number, total), "  ")
    for side in finding.sides:
        yield from _folded(f"  {_place(side)}{side.says}", "      ")
        yield f"      {_who(side)}"
    for word, texts in (("when", finding.when), ("given", finding.given)):
        for index, text in enumerate(texts):
            note = "  (in spite of the clauses that could give it)" if word == "given" else ""
            yield from _folded(f"  {word if not index else '':<6} {text}{note}", "         ")
    if finding.today:
        yield from _folded(f"  {'today':<6} {finding.today}", "         ")
    yield from _folded(f"  {'means':<6} {finding.of_class.matters}", "         ")
    for index, repair in enumerate(finding.repairs):
        told = f"{'abcdefgh'[index % 8]}. {repair.text}  -> {_effect(finding, repair)}"
        yield from _folded(f"  {'fix' if not index else '':<6} {told}", "            ")
    if finding.note:
        yield from _folded(f"  {'note':<6} {finding.note}", "         ")


def _effect(finding: Finding, repair: Repair) -> str:
    """What comes of a repair, with what it does to other findings."""
    parts = [repair.effect]
    more = len([i for i in repair.removes if i != finding.id])
    if more:
        parts.append(f"also mends {more} more")
    if repair.creates:
        parts.append(f"but new: {', '.join(repair.creates)}".replace("with the same two", "between the two"))
    if any(not t.endswith('the same two') for t in repair.turns):
        parts.append(f"and it turns round {', '.join(t for t in repair.turns if not t.endswith('the same two'))}")
    return "; ".join(parts)


def _place(side: Side) -> str:
    return f"{_file(side.place.file)}:{side.place.line}: " if side.place.line else ""


def _file(name: str) -> str:
    """The file, as seen from here or from where the rulebooks are."""
    for above in (Path.cwd(), rulebase_folder().parent):
        if Path(name).is_absolute() and Path(name).is_relative_to(above):
            return str(Path(name).relative_to(above))
    return name


def _who(side: Side) -> str:
    cites = f" ({', '.join(side.cites)})" if side.cites else ""
    status = f", {side.status}" if side.status != "rule" else ""
    return f"{side.card + ', ' if side.card else ''}{side.clause}{cites}{status}"


def _folded(text: str, indent: str) -> Iterator[str]:
    start = text[: len(text) - len(text.lstrip())]
    yield from wrap(text.lstrip(), WIDTH, initial_indent=start, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _summary(report: Report) -> Iterator[str]:
    counts = report.counts
    if not report.complete:
        yield "interrupted: what follows is not all"
    for code, count in report.by_class().items():
        yield f"{count:>6}  {code}  {BY_CODE[code].name}"
    for name, ids in report.by_reading():
        yield f"{len(ids):>6}  turn on the open question `{name}`"
    if report.silent:
        yield f"{report.silent} accepted findings are not shown"
    if counts:
        yield (f"{counts['contrary']:,} contrary pairs: {counts['thinned']:,} cannot meet, "
               f"{counts['settled_by_claim']:,} settled by a claim, "
               f"{counts['settled_by_specificity']:,} by specificity, {counts['asked'] + counts['remembered']:,} looked into")  # fmt: skip
    if not report.findings:
        yield f"no clash with {report.stage}"
    else:
        yield f"{len(report.findings)} found, with {report.stage}"


def report_json(report: Report) -> dict:
    """The report as one object."""
    return {
        "schema": 1, "book": report.book, "subject": report.subject, "complete": report.complete, "stage": report.stage,
        "accepted": report.silent, "counts": report.counts, "summary": report.by_class(),
        "readings": [{"reading": name, "findings": ids} for name, ids in report.by_reading()],
        "findings": [_finding_json(finding) for finding in report.findings],
    }  # fmt: skip


def _finding_json(finding: Finding) -> dict:
    return {
        "code": finding.code, "id": finding.id, "class": finding.of_class.name, "severity": finding.severity, "sentence": finding.sentence,
        "about": finding.about, "winner": finding.winner or None, "rung": finding.rung or None, "today": finding.today,
        "sides": [{"clause": s.clause, "says": s.says, "card": s.card or None, "cites": list(s.cites), "status": s.status,
                   "at": f"{s.place.file}:{s.place.line}" if s.place.line else None} for s in finding.sides],
        "when": list(finding.when), "given": list(finding.given), "witness": finding.witness or None,
        "repairs": [asdict(repair) for repair in finding.repairs],
    }  # fmt: skip
