"""What `vet` and `check` share: options, progress, showing what was found."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, TextIO

import click

from adjudicator.cli.shared import FINDING, WELL, say, say_json, write_out
from adjudicator.records import dataclass
from adjudicator.stage.codes import BY_CODE, CLASSES, SEVERITIES

if TYPE_CHECKING:
    from adjudicator.language.diagnostics import Diagnostic
    from adjudicator.vetting.findings import Report
    from adjudicator.vetting.opening import Subject
    from adjudicator.vetting.overview import Item
    from adjudicator.vetting.vetter import Wishes


@dataclass(frozen=True)
class Asked:
    """The options of a sweep."""

    as_json: bool
    sarif: str | None
    html: str | None
    witnesses: str | None
    brief: bool
    every: bool
    repairs: bool | None
    specificity: bool
    thorough: bool
    suppose: tuple[str, ...]
    level: str
    things: int
    events: int
    jobs: int
    cluster: str

    def wishes(self) -> Wishes:
        """What is looked for."""
        from adjudicator.stage.stages import Stage
        from adjudicator.vetting.vetter import Wishes

        return Wishes(Stage(self.things, self.events), self.specificity, frozenset(self.suppose), self.thorough)


def sweeping_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a sweep, gathered into one argument `asked`."""

    @wraps(function)
    def run(**kwargs: object) -> object:
        own = {name: kwargs.pop(name) for name in Asked.__dataclass_fields__}
        return function(**kwargs, asked=Asked(**own))  # type: ignore[arg-type]

    for option in reversed((
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
        click.option("--sarif", type=click.Path(dir_okay=False), help="Also write the findings as SARIF 2.1.0."),
        click.option("--html", type=click.Path(dir_okay=False), help="Also write them as one self-contained page, with links."),
        click.option("--witnesses", type=click.Path(file_okay=False), help="Write each witness as a scenario file into this folder."),
        click.option("--brief", is_flag=True, help="One line for each finding."),
        click.option("--every", is_flag=True, help="Show findings that are alike one by one."),
        click.option("--repairs/--no-repairs", default=None, help="Try out what could be changed (by default only for `vet`)."),
        click.option("--exceptions", "--specificity", "specificity", is_flag=True,
                     help="Also show what is decided by specificity or by a claim, as exceptions are, and what a book says twice."),
        click.option("--thorough", is_flag=True, help="Settle every situation of a pair up to 20,000 (otherwise 300)."),
        click.option("--suppose", multiple=True, metavar="CLAUSE", help="Wake a suggestion or an overruled clause."),
        click.option("--level", type=click.Choice(SEVERITIES), default="warning", show_default=True, help="What makes the exit status 1."),
        click.option("--things", type=click.IntRange(min=1), default=4, show_default=True, help="The stage: how many things of each kind."),
        click.option("--events", type=click.IntRange(min=1), default=3, show_default=True, help="The stage: how many events."),
        click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="How many processes share the work."),
        click.option("--cluster", default="", metavar="ADDRESS", help="Spread the work over the Dask cluster whose scheduler is at this "
                     "address (needs `pip install adjudicator[cluster]`)."),
    )):  # fmt: skip
        run = option(run)
    return run


def status_of(report: Report, asked: Asked) -> int:
    """The exit status: whether something was found at the level asked for, or the search was interrupted."""
    level = SEVERITIES.index(asked.level)
    return FINDING if not report.complete or any(SEVERITIES.index(f.severity) <= level for f in report.findings) else WELL


def width_of_output() -> int:
    """How wide a line of a report may be."""
    from adjudicator.report.findings import WIDTH

    return min(WIDTH, get_terminal_size().columns) if sys.stdout.isatty() else WIDTH


def sweep_and_show(subject: Subject, asked: Asked, codes: Sequence[str] = (), everything: bool = False) -> int:
    """Run the sweep, show it in the form asked for, and say by the exit status whether something was found."""
    chosen, wrong = known_codes(codes)
    if wrong:
        from adjudicator.language.diagnostics import LanguageError

        raise LanguageError(wrong)
    return show_report(swept(subject, asked, repairs=True), asked, subject, chosen, everything)


def known_codes(codes: Sequence[str], more: Sequence[str] = ()) -> tuple[frozenset[str], list[Diagnostic]]:
    """The codes that are asked for, however they are written, and what is to be said of those that there are not."""
    from adjudicator.language.diagnostics import Diagnostic, did_you_mean
    from adjudicator.model.places import NOWHERE

    there = {known.casefold(): known for known in (*BY_CODE, *more)}
    wrong = []
    for code in codes:
        if code.casefold() not in there:
            known = ", ".join((f"{CLASSES[0].code} to {CLASSES[-1].code}", *more))
            near = did_you_mean(code.upper(), BY_CODE) or did_you_mean(code, more)
            wrong.append(Diagnostic("name", f"there is no code `{code}`", NOWHERE, help=near or known))
    return frozenset(there[code.casefold()] for code in codes if code.casefold() in there), wrong


def swept(subject: Subject, asked: Asked, repairs: bool = False) -> Report:
    """What the sweep finds, with its progress on the terminal."""
    from adjudicator.vetting.vetting import run

    told = progress()
    report = run(subject, asked.jobs, told, repairs if asked.repairs is None else asked.repairs, asked.cluster)
    if told is not None:
        told.end()
    if not report.complete:
        say(f"{report.stopped or 'interrupted'}: what was found until then follows", err=True)
    if report.counts.get("lost"):
        say("a process that shared the work was lost; its part was done again", err=True)
    return report


def show_report(report: Report, asked: Asked, subject: Subject, codes: frozenset[str], everything: bool) -> int:
    """The report in the form asked for, and the exit status."""
    from adjudicator.report.findings import report_json
    from adjudicator.vetting.overview import items_by_card

    write_beside(report, asked, subject.book, items_by_card(report, _cards_of(report, subject)))
    if asked.as_json:
        say_json(report_json(report))
        return status_of(report, asked)
    full = everything or asked.brief or asked.every
    for line in lines_shown(report, subject, codes, full, asked.brief, asked.every, width_of_output()):
        say(line)
    return status_of(report, asked)


def lines_shown(report: Report, subject: Subject, codes: frozenset[str] = frozenset(), full: bool = False, brief: bool = False,
                every: bool = False, width: int = 100) -> list[str]:  # fmt: skip
    """A report on cards as text: in full where that is no more than a screen or is asked for, else summed up, card by card."""
    from adjudicator.report.findings import lines_of, lines_of_some
    from adjudicator.report.overview import BY_CARD, LINES, screen
    from adjudicator.vetting.overview import items_by_card

    if codes:
        some = tuple(finding for finding in report.findings if finding.code in codes)
        return [*lines_of_some(some, brief, width, every), f"{len(some)} of {len(report.findings)} found, with {report.stage}"]
    lines = list(lines_of(report, brief, width, every))
    if full or len(lines) <= LINES:
        return lines
    return screen(items_by_card(report, _cards_of(report, subject)), report, width=width, rows_are=BY_CARD)


def _cards_of(report: Report, subject: Subject) -> frozenset[str]:
    """The cards that are vetted, as far as something was found about them."""
    return frozenset(side.card for finding in report.findings for side in finding.sides
                     if side.card and (side.place.file == subject.file or side.card in subject.cards))  # fmt: skip


def write_beside(report: Report, asked: Asked, book: str, items: Sequence[Item]) -> None:
    """The files that are asked for: witnesses, SARIF, a page."""
    if asked.witnesses:
        from adjudicator.vetting.vetting import write_witnesses

        write_witnesses(report, Path(asked.witnesses))
    if asked.sarif:
        from adjudicator.report.sarif import sarif

        write_out(Path(asked.sarif), json.dumps(sarif(report), indent=2, ensure_ascii=False) + "\n")
    if asked.html:
        from adjudicator.language.loading import load_rulebook
        from adjudicator.report.html.found import found_page

        write_out(Path(asked.html), found_page(report, items, load_rulebook(book).register))


def progress() -> Progress | None:
    """A line that counts, where somebody looks on."""
    return Progress(sys.stderr) if sys.stderr.isatty() else None


class Progress:
    """How far it is, on one line that is written over again and again."""

    def __init__(self, stream: TextIO) -> None:
        self.stream, self.shown = stream, 100

    def __call__(self, done: int, total: int) -> None:
        percent = 100 * done // max(total, 1)
        if percent != self.shown:
            self.shown = percent
            self.stream.write(f"\r  {percent:3d} %  {done:,} of {total:,} looked into ")
            self.stream.flush()
            if percent == 100:
                self.stream.write("\n")

    def end(self) -> None:
        """The line is over; what comes next stands below it."""
        if self.shown < 100:
            self.stream.write("\n")
            self.stream.flush()
