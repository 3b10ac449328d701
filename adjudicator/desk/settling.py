"""What `settle` and `explain` do with scenario files: open, settle one by one, show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from rich.console import Console

from adjudicator.cache.sealed import KEPT_FILES
from adjudicator.desk.working import working
from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import LimitReached, Limits
from adjudicator.engine.worlds import Ground
from adjudicator.explaining.accounts import ARGUMENT, UNSAID, account_of, obstacles_to
from adjudicator.language.choices import NoSuchChoice, suppose
from adjudicator.language.diagnostics import Diagnostic, LanguageError, Messages
from adjudicator.language.files import STANDARD_INPUT
from adjudicator.language.loading import Reword, read_scenarios
from adjudicator.model.outcomes import Answer, Outcome, Settlement
from adjudicator.model.places import Place
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Question, Scenario
from adjudicator.model.values import show as value_text
from adjudicator.precedence.claims import claims_of
from adjudicator.records import dataclass
from adjudicator.report import text
from adjudicator.report.argument import SHORT, argument
from adjudicator.report.changes import changes
from adjudicator.report.lines import Said, line
from adjudicator.report.story import story
from adjudicator.report.whynot import why_not
from adjudicator.report.wrapping import blank
from adjudicator.settling.changing.searching import BRIEF, walks_of, what_would_change
from adjudicator.settling.remarks import with_remarks
from adjudicator.settling.settling import settle_on


@dataclass(frozen=True)
class Settled:
    """A settled scenario with what is needed to explain it; `supposed` is what the command line supposes besides."""

    scenario: Scenario
    book: Rulebook
    ground: Ground
    settlement: Settlement
    supposed: tuple[str, ...] = ()


def open_files(
    files: tuple[str, ...],
    switches: tuple[str, ...] = (),
    tables: tuple[str, ...] = (),
    under: str = "",
    reword: Reword | None = None,
) -> list[tuple[Scenario, Rulebook]]:
    """The scenarios of all files (and folders), with the cards of these tables; everything that is wrong in one LanguageError.

    `under`: another book than they name, without what is expected under their own. What cannot be read is tried as `reword` would say it.
    """
    messages = Messages()
    found: list[tuple[Scenario, Rulebook]] = []
    paths = _paths(files, messages)
    for path in paths:
        with working(f"reading `{path}`"):
            found += read_scenarios(path, messages, tables, under, len(paths) <= KEPT_FILES, reword)
    messages.stop_on_errors()
    books = {id(book): book for _, book in found}
    for book in books.values():
        if claims_of(book).cycles():
            from adjudicator.vetting.checking import refuse_circles

            refuse_circles(book)
    for switch in switches:
        found = _suppose(found, switch)
    return found


def _paths(files: tuple[str, ...], messages: Messages) -> list[Path]:
    paths: list[Path] = []
    for name in files:
        path = STANDARD_INPUT if name == "-" else Path(name)
        if path.is_dir():
            inside = sorted(path.rglob("*.scenario"))
            if not inside:
                messages.add("file", f"the folder `{name}` holds no .scenario file", Place("", 0))
            paths += inside
        else:
            paths.append(path)
    return paths


def _suppose(opened: list[tuple[Scenario, Rulebook]], switch: str) -> list[tuple[Scenario, Rulebook]]:
    """The scenarios with what the command line supposes; it has to switch something in one of them at least."""
    name, equals, value = (part.strip() for part in switch.partition("="))
    found, faults = [], []
    for scenario, book in opened:
        situation = scenario.situation
        try:
            if not (name and equals):
                raise NoSuchChoice("nothing stands before the `=`" if equals else "there is no `=` in it",
                                   "write ID=on, ID=off or READING=ALTERNATIVE")  # fmt: skip
            situation = suppose(book, situation, name, value)
        except NoSuchChoice as wrong:
            faults.append(wrong)
        found.append((replace(scenario, situation=situation), book))
    if opened and len(faults) == len(opened):
        message = f"`--suppose {switch}` switches nothing: {faults[0].message}"
        raise LanguageError([Diagnostic("suppose", message, Place("", 0), help=faults[0].help)])
    return found


def settle_all(opened: list[tuple[Scenario, Rulebook]], limits: Limits = Limits(), supposed: tuple[str, ...] = ()) -> Iterator[Settled]:
    """Settle one after another; the engine of a rulebook is shared by its scenarios."""
    engines: dict[str, Engine] = {}
    tables: dict[str, frozenset[str]] = {}
    for scenario, _ in opened:
        things = scenario.situation.things.values()
        tables[scenario.file] = tables.get(scenario.file, frozenset()).union(*((thing.name, *thing.kinds) for thing in things))
    try:
        for scenario, book in opened:
            engine = engines.setdefault(book.digest, Engine(book, limits))
            ground = Ground(engine, scenario.situation, scenario.questions)
            with working(f"settling `{scenario.title}`"):
                ground, settlement = settle_on(ground, scenario)
                settlement = engine.room.kept(partial(with_remarks, ground, settlement, tables.get(scenario.file, frozenset())))
            settlement = replace(settlement, notes=(*scenario.reworded, *settlement.notes))
            yield Settled(scenario, book, ground, settlement, supposed)
    finally:
        for engine in engines.values():
            engine.close()


def unsaid(settled: Settled) -> list[str]:
    """What nobody said and the answers rest on, each once: `nothing says that ...`, `nothing gives ...`."""
    found: dict[str, None] = {}
    for number, answer in enumerate(settled.settlement.answers):
        question = settled.scenario.questions[number]
        for outcome in answer.outcomes[:2]:
            argued = account_of(settled.ground, question, outcome).argument
            found |= dict.fromkeys((*argued.missing, *(one for step in argued.steps for one in step.missing)))
    return list(found)


def show(console: Console, settled: Settled, brief: bool = False) -> None:
    """The settlement of one scenario on the terminal."""
    settled.ground.engine.room.kept(lambda: _show(console, settled, brief))


def _show(console: Console, settled: Settled, brief: bool) -> None:
    text.title(console, settled.settlement, settled.book, settled.supposed)
    board = settled.scenario.situation.board
    if board is not None and not brief:
        from adjudicator.report.board import board_text

        text.picture(console, board_text(board, settled.settlement.answers, settled.scenario.questions))
    text.remarks(console, settled.settlement)
    said, walks = Said(), walks_of(settled.scenario.situation)
    for number, answer in enumerate(settled.settlement.answers, 1):
        settled.ground.engine.clock.begin()
        text.answer_head(console, number, answer, bool(settled.supposed))
        if brief:
            text.conflict(console, answer)
            for outcome in (one for one in answer.outcomes if one.grade in UNSAID):
                text.near(console, obstacles_to(settled.ground, settled.scenario.questions[number - 1], outcome))
            continue
        show_impossible(console, settled, number)
        shown = answer.outcomes[:1] if answer.status != "several" else answer.outcomes[:3]
        question = settled.scenario.questions[number - 1]
        for outcome in shown:
            show_account(console, settled, question, outcome, len(answer.outcomes) > 1, said)
        if answer.status == "several" and len(shown) < len(answer.outcomes):
            more = len(answer.outcomes) - len(shown)
            line(console, 3, f"(the reasons for {more} more outcome{'s' * (more > 1)}: `adjudicator explain`)", "")
        if answer.status in ("forced", "several") and not _is_long(answer):
            situation = settled.scenario.situation
            found = what_would_change(settled.ground.engine, situation, question, BRIEF, walks)
            changes(console, found, settled.book, situation, most=3)
    blank(console)


LONG = 12
"""Steps of a story after which a glance at what would change an answer takes too long: each change is the whole story again."""


def _is_long(answer: Answer) -> bool:
    return any(len(outcome.world.steps) > LONG for outcome in answer.outcomes)


def show_impossible(console: Console, settled: Settled, number: int) -> None:
    """Why the situation cannot be, and what would mend it, where a question found it so."""
    if settled.settlement.answers[number - 1].status == "impossible":
        from adjudicator.report.mending import impossible
        from adjudicator.settling.mending.impossible import why_impossible

        situation, question = settled.scenario.situation, settled.scenario.questions[number - 1]
        impossible(console, why_impossible(settled.ground.engine, situation, question), settled.book, situation)


def show_account(console: Console, settled: Settled, question: Question, outcome: Outcome, several: bool, said: Said,
                 depth: str = "", much: str = SHORT) -> None:  # fmt: skip
    """Why one outcome comes about: its story, its argument, and the nearest clauses that would have said otherwise."""
    if several:
        answer = value_text(outcome.answer) if outcome.world.decided else "undecided"
        line(console, 3, f"for {answer}", "bold")
    with working(f"explaining `{question.text}`"):
        account = account_of(settled.ground, question, outcome, depth or ARGUMENT, 1 if much == SHORT else 3)
    try:
        settled.ground.engine.clock.insist()
    except LimitReached as limit:  # what is left of it might name more than it takes, or less
        line(console, 3, f"(not explained within the limits: {limit})", "")
        return
    story(console, account.story, said, account.left_out)
    argument(console, account.argument, said, much)
    why_not(console, list(account.obstacles), said)
