"""The first screen of `check`: what was found, by what hurts, in at most LINES lines; and what leads on from there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import wrap

from adjudicator.report.findings import WIDTH, how_far, many, shown_place
from adjudicator.stage.codes import SEVERITIES
from adjudicator.vetting.findings import Report
from adjudicator.vetting.overview import (
    LISTS,
    RECORD_ONLY,
    Cause,
    Change,
    Contradiction,
    Item,
    Section,
    causes_of,
    changes_of,
    meets,
    sections_of,
    tells,
)

LINES = 40
"""What a screen holds."""

SIZES = ((8, 16, 6), (6, 14, 5), (5, 12, 4), (5, 10, 3), (4, 8, 3), (3, 6, 2), (2, 4, 2), (1, 3, 1), (1, 1, 1))
"""How many of the worst, of the sections and of the changes are told; the first that leaves the screen within LINES is taken."""


BY_SECTION, BY_CARD = "by section of the register (between two: in both)", "by card (between two: at both)"
"""What the rows of the table are."""


def screen(items: Sequence[Item], report: Report, read: Sequence[Contradiction] | None = None, above: int = 0,
           width: int = WIDTH, rows_are: str = BY_SECTION) -> list[str]:  # fmt: skip
    """The summary, in at most LINES lines together with the `above` lines that are printed over it already; of cards, the worst of
    each comes before the second worst of any."""
    causes, sections, changes = causes_of(items), sections_of(items), changes_of(items)
    if rows_are == BY_CARD:
        causes = _of_each_first(causes, sections)
    head = [*_totals(items, causes, report, width), *_read(read, report, items, width)]
    rulings = list(_readings(report, width))
    foot = [*_searched(report, width), *_onward(items, width, rows_are)]
    body: list[str] = []
    for worst, rows, first in SIZES if items else ():
        body = [*_hurting(causes, worst, width), *rulings, *_by_section(sections, rows, width, rows_are),
                *_to_change(changes, first, len(items), width)]  # fmt: skip
        if above + len(head) + len(body) + len(foot) <= LINES:
            break
    return [*head, *(body or rulings), *foot]


def _of_each_first(causes: Sequence[Cause], sections: Sequence[Section]) -> list[Cause]:
    """The causes, the first of each section before the others."""
    first = {next((place for place, cause in enumerate(causes) if section.name in cause.items[0].sections), 0) for section in sections}
    return [*(causes[place] for place in sorted(first)), *(cause for place, cause in enumerate(causes) if place not in first)]


def _totals(items: Sequence[Item], causes: Sequence[Cause], report: Report, width: int) -> Iterator[str]:
    if not report.complete:
        yield "interrupted: what follows is not all"
    if items:
        weights = Counter(item.severity for item in items)
        told = ", ".join(many(weights[severity], severity) for severity in SEVERITIES if weights[severity])
        doubted = sum(bool(finding.doubt) for finding in report.findings)
        also = f"; {doubted} in doubt, told after the others" if doubted else ""
        yield from _clipped(f"{many(len(items), 'finding')} ({told}), of {many(len(causes), 'cause')}{also}", "  ", width)


def _read(read: Sequence[Contradiction] | None, report: Report, items: Sequence[Item], width: int) -> Iterator[str]:
    """The contradictions that were read in the book, and how many of them the rules declare, settle, leave open, or the search meets."""
    if read is None:
        return
    does = ", ".join(f"{count} where the book {what}" if what != RECORD_ONLY else f"{count} on which no game turns"
                     for what, count in Counter(one.book for one in read).most_common())  # fmt: skip
    matter = [one for one in read if one.book != RECORD_ONLY]
    met = {one for one in matter if any(meets(finding, one) for finding in report.findings)}
    listed = [(code, {one for one in matter if any(item.code == code and tells(item, one) for item in items)}) for code in LISTS]
    told = "".join(f"{len(ones)} {code}, " for code, ones in listed if ones)
    codes = f" ({', '.join(f'--code {code}' for code, ones in listed if ones)})" if told else ""
    left = len(matter) - len(met.union(*(ones for _, ones in listed)))
    count = many(len(read), "contradiction")
    found = f"{told}{len(met)} met by findings below, {left} not told{codes}"
    yield from _clipped(f"read by its keepers: {count}{': ' * bool(does)}{does}; {found}", "  ", width)


def _hurting(causes: Sequence[Cause], most: int, width: int) -> Iterator[str]:
    yield "what hurts most:"
    for cause in causes[:most]:
        first = cause.items[0]
        others = f" (+{len(cause.items) - 1} with {f'`{cause.common}`' if cause.common else 'the same fault'})" * (len(cause.items) > 1)
        label = first.id if first.code.startswith("V") else first.code
        yield from _clipped(f"  {first.severity}[{label}]{others} {first.sentence}", "      ", width)


def _by_section(sections: Sequence[Section], most: int, width: int, rows_are: str) -> Iterator[str]:
    yield _cut(f"{'error':>6}{'warning':>8}{'note':>6}  {rows_are}, with the worst of each", width)
    names = min(max(len(section.name) for section in sections[:most]), 30)
    for section in sections[:most]:
        worst = section.items[0]
        row = f"{_weights(section.items)}  {_cut(section.name, names):<{names}}  {worst.code} {worst.short or worst.sentence}"
        yield _cut(row, width)
    left = sections[most:]
    if left:
        rest = {item.id: item for section in left for item in section.items}
        yield _cut(f"{_weights(tuple(rest.values()))}  in {len(left)} more: {', '.join(s.name for s in left)}", width)


def _weights(items: Sequence[Item]) -> str:
    counts = Counter(item.severity for item in items)
    light = counts["note"] + counts["info"]
    return f"{counts['error'] or '':>6}{counts['warning'] or '':>8}{light or '':>6}"


def _to_change(changes: Sequence[Change], most: int, total: int, width: int) -> Iterator[str]:
    if changes:
        reach = sum(len(change.ids) for change in changes[:most])
        yield _cut(f"look at first: what stands in most findings, then in most of the others ({reach} of {total} in all)", width)
    for change in changes[:most]:
        yield _cut(f"{len(change.ids):>6}  {change.name}{f'  {shown_place(change.place)}' if change.place.line else ''}", width)


def _readings(report: Report, width: int) -> Iterator[str]:
    rulings = report.by_reading()
    if rulings:
        told = ", ".join(f"{name} {len(ids)}" for name, ids in rulings)
        yield from _clipped(f"{many(len(rulings), 'open or disputed ruling')} on which answers turn: {told}", "  ", width)
    if report.unturned:
        yield _cut(f"{many(len(report.unturned), 'more ruling')} on which nothing that was found turns", width)


def _searched(report: Report, width: int) -> Iterator[str]:
    """How far the search went, so that nobody takes its silence for more than it is."""
    lines = [line for text in how_far(report.counts, 10_000) for line in _clipped(text, "  ", width)]
    yield from lines[:4]
    if report.silent or report.stale:
        stale = f"; {many(len(report.stale), 'accepted id')} found no more" * bool(report.stale)
        yield f"{many(report.silent, 'accepted finding')} not shown{stale}"
    what = "searched" if report.findings else "no clash" if report.complete else "no clash until then,"
    yield from _clipped(f"{what} with {report.stage}", "  ", width)


def _onward(items: Sequence[Item], width: int, rows_are: str) -> Iterator[str]:
    if items:
        section = "--section NAME (or how it begins), " if rows_are == BY_SECTION else ""
        yield _cut(f"in full: {section}--code {items[0].code}, --all", width)


def _clipped(text: str, indent: str, width: int) -> list[str]:
    """A text on at most two lines, cut where it is longer."""
    start = text[: len(text) - len(text.lstrip())]
    return wrap(text.lstrip(), width, initial_indent=start, subsequent_indent=indent, max_lines=2, placeholder=" ...",
                break_on_hyphens=False)  # fmt: skip


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 4].rstrip()} ..."


def overview_json(items: Sequence[Item], read: Sequence[Contradiction] | None) -> dict[str, object]:
    """What the first screen is made from, as data; a finding is named by its id, or by its code and message where it has none."""
    return {
        "sections": [{"section": section.name, "counts": dict(Counter(item.severity for item in section.items)),
                      "findings": [item.id for item in section.items]} for section in sections_of(items)],
        "causes": [{"code": cause.items[0].code, "clause": cause.common or None, "findings": [item.id for item in cause.items]}
                   for cause in causes_of(items)],
        "changes": [{"change": change.name, "findings": list(change.ids)} for change in changes_of(items)],
        "read": None if read is None else dict(Counter(one.book for one in read)),
    }  # fmt: skip
