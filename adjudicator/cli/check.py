"""`adjudicator check`."""

from __future__ import annotations

import json

import click

from adjudicator.cli.shared import FINDING, WELL, guarded


@click.command("check")
@click.argument("book")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--deep", is_flag=True, help="Also compute specificity between all clauses that can disagree, and look for circles in it.")
@guarded
def command(book: str, as_json: bool, deep: bool) -> int:
    """Check a rulebook (a name or a folder): names, types, ladder, circles, coverage of its register."""
    from adjudicator.analysis.checking import check
    from adjudicator.language.loading import load_rulebook

    loaded = load_rulebook(book)
    entailment = None
    if deep:
        from adjudicator.logic.walking.engine import Engine

        engine = Engine(loaded)
        entailment = engine.entailment
    result = check(loaded, entailment)
    if deep:
        engine.close()
    if as_json:
        click.echo(json.dumps(_json(result), indent=2, ensure_ascii=False))
    else:
        _show(result)
    return FINDING if any(f.severity == "error" for f in result.findings) else WELL


def _json(result) -> dict:
    return {
        "schema": 1,
        "book": result.book,
        "counts": dict(result.counts),
        "register": {"total": result.coverage.total, "cited": result.coverage.cited, **dict(result.coverage.stands)},
        "findings": [{"code": f.code, "message": f.message, "clauses": list(f.clauses), "severity": f.severity,
                      "at": str(f.place) if f.place.line else None} for f in result.findings],
    }  # fmt: skip


def _show(result) -> None:
    click.echo(f"{result.book}: " + ", ".join(f"{count} {what}" for what, count in result.counts))
    cover = result.coverage
    if cover.total:
        stands = ", ".join(f"{count} {what}" for what, count in cover.stands)
        click.echo(f"register: {cover.total} statements: {stands}")
    for finding in result.findings:
        where = f"{finding.place}: " if finding.place.line else ""
        click.echo(f"{finding.severity}[{finding.code}] {where}{finding.message}")
    click.echo("nothing found" if not result.findings else f"{len(result.findings)} found")
