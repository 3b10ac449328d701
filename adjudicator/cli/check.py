"""`adjudicator check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adjudicator.cli.completing import complete_book
from adjudicator.cli.shared import FINDING, WELL, guarded, say, say_json
from adjudicator.cli.sweeping import Asked, sweeping_options

if TYPE_CHECKING:
    from adjudicator.vetting.checking import Check


@click.command("check")
@click.argument("book", shell_complete=complete_book)
@click.option("--quick", is_flag=True, help="Only names, types, ladder, circles of claims and the register; no search for clashes.")
@click.option("--deep", is_flag=True, help="Also compute specificity between all clauses that can disagree, and look for circles in it.")
@sweeping_options
@guarded
def command(book: str, quick: bool, deep: bool, asked: Asked) -> int:
    """Check a rulebook (a name or a folder): clashes of its clauses with witnesses, circles, gaps, coverage of its register."""
    from adjudicator.language.loading import load_rulebook
    from adjudicator.vetting.checking import check

    loaded = load_rulebook(book)
    entailment = None
    if deep:
        from adjudicator.engine.engine import Engine

        engine = Engine(loaded)
        entailment = engine.entailment
    result = check(loaded, entailment)
    if deep:
        engine.close()
    faulty = any(f.severity == "error" for f in result.findings)
    if quick or any(f.code == "cycle" for f in result.findings):
        if asked.as_json:
            say_json(_json(result))
        else:
            _show(result)
            say("nothing found" if not result.findings else f"{len(result.findings)} found")
        return FINDING if faulty else WELL
    return max(_swept(book, result, asked), FINDING if faulty else WELL)


def _swept(book: str, result: Check, asked: Asked) -> int:
    """The sweep over all pairs, shown below what the quick check found."""
    from adjudicator.cli.sweeping import show_report, swept
    from adjudicator.vetting.opening import Subject

    report = swept(Subject(book, wishes=asked.wishes()), asked)
    if not asked.as_json:
        _show(result)
    return show_report(report, asked, _json(result))


def _json(result: Check) -> dict:
    return {
        "schema": 1,
        "book": result.book,
        "counts": dict(result.counts),
        "register": {"total": result.coverage.total, "cited": result.coverage.cited, **dict(result.coverage.stands)},
        "findings": [{"code": f.code, "message": f.message, "clauses": list(f.clauses), "severity": f.severity,
                      "at": str(f.place) if f.place.line else None} for f in result.findings],
    }  # fmt: skip


def _show(result: Check) -> None:
    say(f"{result.book}: " + ", ".join(f"{count} {what}" for what, count in result.counts))
    cover = result.coverage
    if cover.total:
        stands = ", ".join(f"{count} {what}" for what, count in cover.stands)
        say(f"register: {cover.total} statements: {stands}")
    for finding in result.findings:
        where = f"{finding.place}: " if finding.place.line else ""
        say(f"{finding.severity}[{finding.code}] {where}{finding.message}")
