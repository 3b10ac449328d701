"""What vetting found, as a fragment of HTML: each finding with its situation, and its repairs to be tapped."""

from __future__ import annotations

from adjudicator.report.html.elements import Child, Element, el
from adjudicator.vetting.findings import Finding, Repair, Report, Side
from adjudicator.vetting.repairing.editing import edited
from adjudicator.web.answers import quoted

MOST = 40
"""Findings that are shown on the page, worst first."""


def findings(report: Report, text: str, file: str) -> list[Child]:
    """The findings of a report about a text that stood in a file; a repair carries the text as it is once it is made."""
    if not report.findings:
        return [el("section", el("h2", "No clash found"), el("p", f"Looked through: {report.stage}", class_="faint"), class_="clean")]
    shown, more = report.findings[:MOST], len(report.findings) - MOST
    count = f"{len(report.findings)} finding{'s' if len(report.findings) > 1 else ''}"
    return [
        el("h2", count),
        *(_finding(one, text, file) for one in shown),
        el("p", f"and {more} more", class_="faint") if more > 0 else None,
    ]


def _finding(one: Finding, text: str, file: str) -> Element:
    sides = [_side(side, file) for side in dict.fromkeys(one.sides)]
    parts: list[Child] = [el("p", one.severity, class_="badge"), el("h3", one.sentence), el("ul", *sides, class_="sides")]
    if one.when:
        parts.append(el("p", el("strong", "When "), "; ".join(one.when)))
    if one.today:
        parts.append(el("p", el("strong", "Today: "), one.today))
    parts.append(el("p", one.of_class.matters, class_="faint"))
    if one.repairs:
        parts += [
            el("p", el("strong", "What would mend it")),
            el("ul", *(_repair(repair, text, file) for repair in one.repairs), class_="flips"),
        ]
    if one.witness:
        parts.append(el("details", el("summary", "A situation that shows it"), el("pre", one.witness.replace(file, "card.rules"))))
    return el("article", *parts, class_=f"question finding {one.severity}")


def _side(side: Side, file: str) -> Element:
    where = f"line {side.place.line} of your card" if side.place.file == file else side.clause
    return el("li", f"{side.says} ", el("span", f"({where}{', ' + ', '.join(side.cites) if side.cites else ''})", class_="clause"))


def _repair(repair: Repair, text: str, file: str) -> Element:
    """A button where the repair changes the card alone; else it is told."""
    try:
        new = edited(text, repair.edits) if repair.edits and repair.file == file else ""
    except ValueError:
        new = ""
    effect = el("div", f"→ {quoted(repair.effect)}", class_="faint small")
    if not new:
        return el("li", quoted(repair.text), effect)
    return el("li", el("button", quoted(repair.text), type="button", class_="mend", value=new), effect)
