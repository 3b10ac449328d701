"""Findings as a page: what hurts most, by section, each finding with its sentences, the statements they rest on and its witness."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.language.wording import called
from adjudicator.model.rulebook import RegisterEntry
from adjudicator.report.findings import many, repair_text, shown_place
from adjudicator.report.html.elements import Child, Element, el, written
from adjudicator.report.html.style import STYLE
from adjudicator.stage.codes import BY_CODE, SEVERITIES
from adjudicator.vetting.findings import Finding, Report, Side
from adjudicator.vetting.overview import Item, causes_of, sections_of

TONES = {"error": "bad", "warning": "maybe"}


def found_page(report: Report, items: Sequence[Item], register: Mapping[str, RegisterEntry]) -> str:
    """One self-contained HTML document about the findings that `items` stand for, in their order, with links between its parts."""
    by_id = {finding.id: finding for finding in report.findings}
    shown = [by_id[item.id] for item in items if item.id in by_id]
    noted = [item for item in items if item.id not in by_id]
    head = el("head", el("meta", charset="utf-8"), el("meta", name="viewport", content="width=device-width, initial-scale=1"),
              el("title", f"{report.subject}: findings"), el("style", STYLE))  # fmt: skip
    parts: list[Child] = [
        el("h1", f"{report.subject}: {_weights(items) or 'nothing found'}"),
        el("p", f"with {report.stage}", class_="faint"),
    ]
    if not report.complete:
        parts.append(el("p", "interrupted: this is not all", class_="bad"))
    parts += [*_causes(items, by_id), *_sections(items, by_id)]
    parts += [el("h2", "Findings")] * bool(shown)
    parts += [_finding(finding, register) for finding in shown]
    if noted:
        parts += [
            el("h2", "Of the book as a whole"),
            el("ul", *(el("li", f"{one.severity} ({one.code}): {one.sentence}") for one in noted)),
        ]
    parts += list(_classes(shown))
    return written(el("html", head, el("body", el("main", *parts)), lang="en"))


def _weights(items: Sequence[Item]) -> str:
    counts = Counter(item.severity for item in items)
    return ", ".join(many(counts[severity], severity) for severity in SEVERITIES if counts[severity])


def _causes(items: Sequence[Item], by_id: Mapping[str, Finding]) -> Iterator[Child]:
    causes = [cause for cause in causes_of(items) if cause.items[0].id in by_id]
    if causes:
        yield el("h2", "What hurts most")
    for cause in causes:
        first, *others = cause.items
        more = [_link(other) for other in others]
        told: list[Child] = [_link(first), f" {first.sentence}"]
        if more:
            told += [el("br"), f"and {len(more)} more of this cause: "]
        yield el("p", *told, *(part for link in more for part in (link, " ")))


def _sections(items: Sequence[Item], by_id: Mapping[str, Finding]) -> Iterator[Child]:
    sections = [(s.name, [item for item in s.items if item.id in by_id], s.items) for s in sections_of(items)]
    if any(inside for _, inside, _ in sections):
        yield el("h2", "By section")
    for name, inside, all_of_it in sections:
        if inside:
            links = [part for item in inside for part in (_link(item), " ")]
            yield el("details", el("summary", f"{name}: {_weights(all_of_it)}"), el("div", el("p", *links)))


def _link(item: Item) -> Element:
    return el("a", item.id, href=f"#{item.id}", title=item.sentence)


def _finding(finding: Finding, register: Mapping[str, RegisterEntry]) -> Element:
    tone = TONES.get(finding.severity, "faint")
    heading = el("h3", el("span", finding.severity, class_=tone), " ", el("a", finding.of_class.name, href=f"#{finding.code}"),
                 " ", el("a", finding.id, href=f"#{finding.id}", class_="number"))  # fmt: skip
    told: list[Child] = [heading, el("p", finding.sentence)]
    told += [part for side in dict.fromkeys(finding.sides) for part in _side(side, register)]
    if finding.when:
        told.append(el("p", "when ", el("span", "; ".join(finding.when), class_="said")))
    if finding.doubt:
        told.append(el("p", f"in doubt: {finding.doubt}", class_="maybe"))
    if finding.today:
        told.append(el("p", f"today: {finding.today}"))
    if finding.repairs:
        told.append(el("ul", *(el("li", repair_text(finding, repair)) for repair in finding.repairs)))
    if finding.witness:
        told.append(el("details", el("summary", "the situation as a scenario file"), el("pre", finding.witness)))
    return el("article", *told, id=finding.id)


def _side(side: Side, register: Mapping[str, RegisterEntry]) -> Iterator[Child]:
    where = f" ({shown_place(side.place)})" if side.place.line else ""
    who = f"{side.card}, " if side.card else ""
    yield el("p", el("span", side.says or called(side.clause), class_="clause"), f" {who}{called(side.clause)}{where}")
    for cited in side.cites:
        if cited in register:
            yield el("p", f"{cited}: {register[cited].says}", class_="said")


def _classes(shown: Sequence[Finding]) -> Iterator[Child]:
    """What each class that is there means."""
    codes = sorted({finding.code for finding in shown})
    if codes:
        yield el("h2", "What the classes mean")
    for code in codes:
        one = BY_CODE[code]
        yield el("section", el("h3", f"{code}: {one.name}"), el("p", one.means), el("p", one.matters), el("p", one.repair), id=code)
