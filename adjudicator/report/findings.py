"""Findings for people, as data, and as a summary table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from textwrap import wrap
from typing import Any

from adjudicator.language.wording import called
from adjudicator.model.places import Place
from adjudicator.resources import rulebase_folder
from adjudicator.stage.codes import BY_CODE
from adjudicator.vetting.findings import Finding, Repair, Report, Side
from adjudicator.vetting.repairing.repairs import OUT_OF_TIME

WIDTH = 100
ALIKE = 3
"""So many findings that are alike are told once, with a list of the others."""


def lines_of(report: Report, brief: bool = False, width: int = WIDTH, every: bool = False) -> Iterator[str]:
    """The whole report as text, worst first; findings that are alike are told once, unless `every` one is wanted."""
    yield from lines_of_some(report.findings, brief, width, every)
    yield from _summary(report, width)


def lines_of_some(findings: tuple[Finding, ...], brief: bool = False, width: int = WIDTH, every: bool = False) -> Iterator[str]:
    """Some findings of a report in full, or one line each."""
    if brief:
        yield from (_head(finding, number, len(findings)) for number, finding in enumerate(findings, 1))
    else:
        yield from _told(findings, width, every)


def _told(findings: tuple[Finding, ...], width: int, every: bool) -> Iterator[str]:
    alike = {} if every else _alike(findings)
    meant: set[str] = set()
    listed: set[str] = set()
    for number, finding in enumerate(findings, 1):
        if finding.id in listed:
            continue
        others = alike.get(finding.id, [])
        listed |= {other.id for other in others}
        yield from _finding(finding, number, len(findings), width, finding.code not in meant)
        yield from _likewise(finding, others, width)
        yield ""
        meant.add(finding.code)


def _alike(findings: tuple[Finding, ...]) -> dict[str, list[Finding]]:
    """For the first of some that are alike, the others: of one class, about one clause that wins (or loses) in the same way."""
    often = Counter((f.code, clause) for f in findings for clause in set(f.clauses))
    groups: dict[tuple[object, ...], list[Finding]] = {}
    for finding in findings:
        if len(finding.sides) == 2 and finding.code < "V200":
            common = max(finding.clauses, key=lambda c: (often[finding.code, c], c))
            groups.setdefault((finding.code, common, finding.winner == common, bool(finding.winner), finding.rung), []).append(finding)
    return {group[0].id: group[1:] for group in groups.values() if len(group) >= ALIKE}


def _likewise(finding: Finding, others: list[Finding], width: int) -> Iterator[str]:
    if not others:
        return
    here = set(finding.clauses)
    common = here.intersection(*(other.clauses for other in others))
    name = next((finding.called(c) for c in finding.clauses if c in common), "")
    yield from _folded(f"  {'also':<6} {name}, in the same way, with {len(others)} more (--every shows each):", "         ", width)
    for other in others:
        side = next((s for s in other.sides if s.clause not in common), other.sides[0])
        yield from _folded(f"         {other.id}  {_who(side)}", "           ", width)


def _head(finding: Finding, number: int, total: int) -> str:
    return f"{finding.of_class.severity}[{finding.id}] {finding.of_class.name}: {finding.sentence}   ({number} of {total})"


def _finding(finding: Finding, number: int, total: int, width: int, meant: bool) -> Iterator[str]:
    """Verdict, the two sentences with their places, the situation, what decides, what to change."""
    yield from _folded(_head(finding, number, total), "  ", width)
    for side in dict.fromkeys(finding.sides):
        yield from _folded(f"  {_place(side)}{side.says}", "      ", width)
        if not _declares(finding, side):
            yield f"      {_who(side)}" + (", twice" if finding.sides.count(side) > 1 else "")
    for word, texts in (("when", finding.when), ("given", finding.given)):
        for index, text in enumerate(texts):
            note = "  (said outright here, though clauses could give it)" if word == "given" else ""
            yield from _folded(f"  {word if not index else '':<6} {text}{note}", "         ", width)
    if finding.doubt and not finding.given:
        yield from _folded(f"  {'doubt':<6} {finding.doubt}", "         ", width)
    if finding.today:
        yield from _folded(f"  {'today':<6} {finding.today}", "         ", width)
    if meant:
        yield from _folded(f"  {'means':<6} {finding.of_class.matters}", "         ", width)
    for index, repair in enumerate(finding.repairs):
        told = f"{'abcdefgh'[index % 8]}. {repair_text(finding, repair)}"
        yield from _folded(f"  {'fix' if not index else '':<6} {told}", "            ", width)
    if finding.note and finding.note != OUT_OF_TIME:
        yield from _folded(f"  {'note':<6} {finding.note}", "         ", width)


def _declares(finding: Finding, side: Side) -> bool:
    """Whether this is where a word is declared: its name would say the same again."""
    return finding.code > "V300" and side is finding.sides[-1]


def repair_text(finding: Finding, repair: Repair) -> str:
    """A repair, and what comes of it, with what it does to other findings."""
    parts = [f"{repair.text}  -> {repair.effect}"]
    more = len([i for i in repair.removes if i != finding.id])
    if more:
        parts.append(f"also mends {more} more")
    if repair.creates:
        parts.append(f"but new: {', '.join(repair.creates)}".replace("with the same two", "between the two"))
    if any(not t.endswith("the same two") for t in repair.turns):
        parts.append(f"and it turns round {', '.join(t for t in repair.turns if not t.endswith('the same two'))}")
    return "; ".join(parts)


def _place(side: Side) -> str:
    return f"{shown_place(side.place)}: " if side.place.line else ""


def shown_place(place: Place) -> str:
    """File and line, as seen from here or from where the rulebooks are."""
    return f"{_file(place.file)}:{place.line}"


def _file(name: str) -> str:
    """The file, as seen from here or from where the rulebooks are."""
    for above in (Path.cwd(), rulebase_folder().parent):
        if Path(name).is_absolute() and Path(name).is_relative_to(above):
            return str(Path(name).relative_to(above))
    return name


def _who(side: Side) -> str:
    cites = f" ({', '.join(side.cites)})" if side.cites else ""
    status = f", {side.status}" if side.status not in ("rule", "effect") else ""
    card = f"{side.card}, " if side.card and not side.clause.startswith(f"{side.card}, ") else ""
    return f"{card}{called(side.clause)}{cites}{status}"


def _folded(text: str, indent: str, width: int = WIDTH) -> Iterator[str]:
    start = text[: len(text) - len(text.lstrip())]
    yield from wrap(text.lstrip(), width, initial_indent=start, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _summary(report: Report, width: int) -> Iterator[str]:
    counts = report.counts
    if not report.complete:
        yield "interrupted: what follows is not all"
    for code, count in report.by_class().items():
        yield f"{count:>6}  {code}  {BY_CODE[code].name}"
    yield from _readings(report, width)
    if report.silent:
        yield f"{report.silent} accepted {'finding is' if report.silent == 1 else 'findings are'} not shown"
    for identity in report.stale:
        yield from _folded(f"accepted, but not found any more (a side has changed, or it is mended): {identity}", "  ", width)
    if counts and (counts["contrary"] or counts["asked"] or counts["remembered"]):
        yield from _folded(f"{many(counts['contrary'], 'contrary pair')}: {counts['thinned']:,} cannot meet, "
                           f"{counts['settled_by_claim']:,} settled by a claim, {counts['settled_by_specificity']:,} by specificity, "
                           f"{counts['asked'] + counts['remembered']:,} looked into", "  ", width)  # fmt: skip
        yield from how_far(counts, width)
    if not report.findings:
        yield f"no clash with {report.stage}" if report.complete else f"no clash until then, with {report.stage}"
    else:
        given = sum(bool(finding.given) for finding in report.findings)
        if given:
            yield from _folded(
                f"in {many(given, 'finding')} something is said outright that clauses could give: look whether it can be so", "  ", width
            )
        untried = sum(finding.note == OUT_OF_TIME for finding in report.findings)
        if untried:
            yield from _folded(f"for {many(untried, 'finding')} {OUT_OF_TIME}", "  ", width)
        yield f"{len(report.findings)} found, with {report.stage}"


def _readings(report: Report, width: int) -> Iterator[str]:
    """The open and disputed rulings that change answers, those that change most first, each with a finding that shows it."""
    rulings = report.by_reading()
    if rulings:
        yield "open and disputed rulings on which answers turn:"
    for name, ids in rulings:
        finding = next(f for f in report.findings if f.id == ids[0])
        yield from _folded(f"{len(ids):>6}  {name}, as in {finding.id}: {'; '.join(finding.when) or finding.about}", "        ", width)
    if report.unturned:
        yield from _folded(
            f"{len(report.unturned):>6}  on which nothing that was found turns: {', '.join(report.unturned)}", "        ", width
        )


def many(count: int, what: str) -> str:
    """A number of things, in words."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def how_far(counts: dict[str, int], width: int) -> Iterator[str]:
    """How far the pairs were looked into, so that "no clash" says no more than is known."""
    asked = counts["asked"] + counts["remembered"] if counts else 0
    if not asked:
        return
    clean = asked - counts["witnessed"] - counts["apart"] - counts["unshown"]
    said = ((counts["witnessed"], "with a clash"), (counts["apart"], "that can never clash"),
            (clean, "that do not clash in any situation of the stage"),
            (counts["unshown"], "with no clash found, which is no proof that there is none"))  # fmt: skip
    yield from _folded(f"looked into: {', '.join(f'{number:,} {what}' for number, what in said if number)}", "  ", width)
    if counts["whole"] == asked:
        yield "every situation of the stage was tried"
    elif counts["whole"]:
        yield f"every situation of the stage was tried for {counts['whole']:,} of {asked:,} pairs; the others were searched"
    else:
        yield "the pairs have too many situations to try every one, so they were searched"


def report_json(report: Report) -> dict[str, Any]:
    """The report as one object."""
    return {
        "schema": 1, "book": report.book, "subject": report.subject, "complete": report.complete, "stage": report.stage,
        "accepted": report.silent, "counts": report.counts, "summary": report.by_class(),
        "stale": list(report.stale), "unturned": list(report.unturned),
        "readings": [{"reading": name, "findings": ids} for name, ids in report.by_reading()],
        "findings": [_finding_json(finding) for finding in report.findings],
    }  # fmt: skip


def _finding_json(finding: Finding) -> dict[str, object]:
    return {
        "code": finding.code, "id": finding.id, "class": finding.of_class.name, "severity": finding.severity, "sentence": finding.sentence,
        "about": finding.about, "winner": finding.winner or None, "rung": finding.rung or None, "today": finding.today,
        "sides": [{"clause": s.clause, "says": s.says, "card": s.card or None, "cites": list(s.cites), "status": s.status,
                   "at": f"{s.place.file}:{s.place.line}" if s.place.line else None} for s in finding.sides],
        "when": list(finding.when), "given": list(finding.given), "doubt": finding.doubt or None, "witness": finding.witness or None,
        "repairs": [asdict(repair) for repair in finding.repairs],
    }  # fmt: skip
