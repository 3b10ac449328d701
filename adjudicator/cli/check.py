"""`adjudicator check`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli.completing import complete_book
from adjudicator.cli.shared import FINDING, WELL, guarded, say, say_json
from adjudicator.cli.sweeping import Asked, known_codes, status_of, sweeping_options, swept, width_of_output, write_beside
from adjudicator.records import dataclass
from adjudicator.stage.codes import SEVERITIES

if TYPE_CHECKING:
    from adjudicator.model.rulebook import Rulebook
    from adjudicator.vetting.checking import Check
    from adjudicator.vetting.findings import Report
    from adjudicator.vetting.noted import Finding as Noted
    from adjudicator.vetting.overview import Item

NOTED = ("cycle", "ladder", "register", "contradiction", "declared", "settled", "open", "claims", "may", "call")
"""The codes of what the quick check finds."""


@click.command("check")
@click.argument("book", shell_complete=complete_book)
@click.option("--quick", is_flag=True, help="Only names, types, ladder, circles of claims and the register; no search for clashes.")
@click.option("--deep", is_flag=True, help="Also compute specificity between all clauses that can disagree, and look for circles in it.")
@click.option("--section", "sections", multiple=True, metavar="NAME",
              help="Show in full what touches this section of the register (its name, or how it begins).")  # fmt: skip
@click.option("--code", "codes", multiple=True, metavar="CODE", help="Show in full the findings of this class, as V101.")
@click.option("--all", "everything", is_flag=True, help="Show every finding in full.")
@sweeping_options
@guarded
def command(book: str, quick: bool, deep: bool, sections: tuple[str, ...], codes: tuple[str, ...], everything: bool, asked: Asked) -> int:
    """Check a rulebook (a name or a folder): clashes of its clauses with witnesses, circles, gaps, coverage of its register.

    The first screen is a summary, by what hurts; --section, --code and --all show the findings in full (so do --brief and --every).
    JSON, SARIF, witnesses and the exit status are about all that is found, whatever is shown.
    """
    from adjudicator.language.loading import load_rulebook
    from adjudicator.vetting.checking import check

    loaded = load_rulebook(book)
    chosen = _chosen(loaded, codes, sections)
    entailment = None
    if deep:
        from adjudicator.engine.engine import Engine

        engine = Engine(loaded)
        entailment = engine.entailment
    result = check(loaded, entailment)
    if deep:
        engine.close()
    status = FINDING if any(f.severity == "error" for f in result.findings) else WELL
    if quick or any(f.code == "cycle" for f in result.findings):
        if asked.as_json:
            say_json(_json(result))
        else:
            _show(result)
            _list(chosen.noted(loaded, result))
            say("nothing found" if not result.findings else f"{len(result.findings)} found")
        return status
    return max(_swept(book, loaded, result, chosen, everything, asked), status)


@dataclass(frozen=True)
class Chosen:
    """What is to be shown in full: findings of these codes, with a side in these sections; of all, where none is named."""

    codes: frozenset[str]
    sections: frozenset[str]

    def items(self, items: Sequence[Item]) -> list[Item]:
        """Those of the items."""
        return [item for item in items if (not self.codes or item.code in self.codes)
                and (not self.sections or self.sections.intersection((*item.sections, *item.rows)))]  # fmt: skip

    def noted(self, book: Rulebook, result: Check) -> list[Noted]:
        """Those of the quick check's findings, errors first."""
        from adjudicator.vetting.overview import noted_item

        return sorted((f for f in result.findings if self.items([noted_item(book, f)])), key=lambda f: SEVERITIES.index(f.severity))


def _chosen(book: Rulebook, codes: Sequence[str], sections: Sequence[str]) -> Chosen:
    """What is asked for by name. Raises LanguageError where there is no such code or section."""
    from adjudicator.language.diagnostics import Diagnostic, LanguageError, did_you_mean
    from adjudicator.model.places import NOWHERE
    from adjudicator.vetting.overview import NO_SECTION, row_of

    asked_codes, wrong = known_codes(codes, NOTED)
    entries = book.register.values()
    there = list(dict.fromkeys((*(entry.section for entry in entries), *(row_of(book, entry) for entry in entries), NO_SECTION)))
    found: set[str] = set()
    for name in sections:
        exact = [one for one in there if one.casefold() == name.casefold()]
        several = exact or [one for one in there if one.casefold().startswith(name.casefold())]
        if not several:
            help = did_you_mean(name, there) or f"the sections are: {'; '.join(there)}"
            wrong.append(Diagnostic("name", f"the register has no section `{name}`", NOWHERE, help=help))
        found.update(several)
    if wrong:
        raise LanguageError(wrong)
    return Chosen(asked_codes, frozenset(found))


def _swept(book: str, loaded: Rulebook, result: Check, chosen: Chosen, everything: bool, asked: Asked) -> int:
    """The sweep over all pairs: a summary of what it and the quick check found, or what is asked for in full."""
    from adjudicator.report.findings import lines_of
    from adjudicator.report.overview import overview_json, screen
    from adjudicator.vetting.opening import Subject
    from adjudicator.vetting.overview import by_hurt, items_of, read_contradictions

    read = read_contradictions(book)
    report = swept(Subject(book, wishes=asked.wishes()), asked)
    report = replace(report, findings=by_hurt(report.findings, read or ()))
    items = items_of(loaded, result, report, read or ())
    write_beside(report, asked, book, items)
    if asked.as_json:
        _say_whole(result, report, overview_json(items, read))
    elif chosen.codes or chosen.sections:
        _show_some(loaded, result, report, chosen, items, asked)
    elif everything or asked.brief or asked.every:
        _show(result)
        _list(result.findings)
        for line in lines_of(report, asked.brief, width_of_output(), asked.every):
            say(line)
    else:
        width = width_of_output()
        head = list(_head(result, width))
        for line in (*head, *screen(items, report, read, len(head), width)):
            say(line)
    return status_of(report, asked)


def _show_some(book: Rulebook, result: Check, report: Report, chosen: Chosen, items: Sequence[Item], asked: Asked) -> None:
    """The findings that are asked for, in full."""
    from adjudicator.report.findings import lines_of_some

    noted, ids = chosen.noted(book, result), {item.id for item in chosen.items(items)}
    some = tuple(finding for finding in report.findings if finding.id in ids)
    _list(noted)
    for line in lines_of_some(some, asked.brief, width_of_output(), asked.every):
        say(line)
    say(f"{len(noted) + len(some)} of {len(items)} found, with {report.stage}")
    if not report.complete:
        say("interrupted: this is not all")


def _say_whole(result: Check, report: Report, overview: dict[str, Any]) -> None:
    """Both parts and the summary as one object."""
    from adjudicator.report.findings import report_json

    quick, whole = _json(result), report_json(report)
    say_json({**quick, **whole, **overview, "counts": quick["counts"], "pairs": whole["counts"],
              "findings": [*quick["findings"], *whole["findings"]]})  # fmt: skip


def _json(result: Check) -> dict[str, Any]:
    return {
        "schema": 1,
        "book": result.book,
        "counts": dict(result.counts),
        "register": {"total": result.coverage.total, "cited": result.coverage.cited, **dict(result.coverage.stands)},
        "findings": [{"code": f.code, "message": f.message, "clauses": list(f.clauses), "severity": f.severity,
                      "at": str(f.place) if f.place.line else None} for f in result.findings],
    }  # fmt: skip


def _show(result: Check) -> None:
    for line in _head(result, 10_000):
        say(line)


def _head(result: Check, width: int) -> Iterator[str]:
    """What the book has, and how its register stands."""
    from textwrap import wrap

    yield from wrap(f"{result.book}: " + ", ".join(f"{count} {what}" for what, count in result.counts), width, subsequent_indent="  ")
    cover = result.coverage
    if cover.total:
        stands = ", ".join(f"{count} {what}" for what, count in cover.stands)
        yield from wrap(f"register: {cover.total} statements: {stands}", width, subsequent_indent="  ")


def _list(findings: Iterable[Noted]) -> None:
    for finding in findings:
        where = f"{finding.place}: " if finding.place.line else ""
        say(f"{finding.severity}[{finding.code}] {where}{finding.message}")
