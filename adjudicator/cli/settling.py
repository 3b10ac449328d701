"""What `settle` and `explain` do with scenario files: open, settle one by one, show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console

from adjudicator.adjudication.changes import NumbersSay, numbers_say
from adjudicator.adjudication.changing.searching import BRIEF, what_would_change
from adjudicator.adjudication.explaining import Argument, argue
from adjudicator.adjudication.mending.impossible import why_impossible
from adjudicator.adjudication.notes import forbidden_events
from adjudicator.adjudication.retelling import Beat, retell
from adjudicator.adjudication.settling import settle_on
from adjudicator.adjudication.whynot import why_not
from adjudicator.cli.shared import refuse_circles
from adjudicator.language.choices import known_switch, switches
from adjudicator.language.diagnostics import Diagnostic, LanguageError, Messages, did_you_mean
from adjudicator.language.loading import read_scenarios
from adjudicator.logic.limits import Limits
from adjudicator.logic.walking.engine import Engine
from adjudicator.logic.walking.worlds import Ground
from adjudicator.model.outcomes import Outcome, Settlement
from adjudicator.model.places import Place
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Scenario
from adjudicator.report import text
from adjudicator.report.board import board_text
from adjudicator.report.changes import changes
from adjudicator.report.mending import impossible
from adjudicator.report.story import story


@dataclass(frozen=True)
class Settled:
    """A settled scenario with what is needed to explain it."""

    scenario: Scenario
    book: Rulebook
    ground: Ground
    settlement: Settlement


def open_files(files: tuple[str, ...], suppose: tuple[str, ...] = ()) -> list[tuple[Scenario, Rulebook]]:
    """The scenarios of all files (and folders); everything that is wrong with them in one LanguageError."""
    messages = Messages()
    found: list[tuple[Scenario, Rulebook]] = []
    for path in _paths(files, messages):
        found += read_scenarios(path, messages)
    messages.stop_on_errors()
    books = {id(book): book for _, book in found}
    for book in books.values():
        refuse_circles(book)
    return [(_suppose(scenario, book, suppose), book) for scenario, book in found]


def _paths(files: tuple[str, ...], messages: Messages) -> list[Path]:
    paths: list[Path] = []
    for name in files:
        path = Path(name)
        if path.is_dir():
            inside = sorted(path.rglob("*.scenario"))
            if not inside:
                messages.add("file", f"the folder `{name}` holds no .scenario file", Place("", 0))
            paths += inside
        else:
            paths.append(path)
    return paths


def _suppose(scenario: Scenario, book: Rulebook, suppose: tuple[str, ...]) -> Scenario:
    situation = scenario.situation
    switched, readings, options = dict(situation.suppose), dict(situation.readings), dict(situation.options)
    for text_ in suppose:
        name, _, value = text_.partition("=")
        on = value == "on"
        if name in book.readings and value in book.readings[name].alternatives:
            readings[name] = value
        elif name in book.options and value in ("on", "off"):
            options[name] = on
        elif name == ALL_OPTIONS and value in ("on", "off") and book.options:
            options |= dict.fromkeys(book.options, on)
            if known_switch(book, name):
                switched[name] = on
        elif value in ("on", "off") and known_switch(book, name):
            switched[name] = on
        else:
            known = [*switches(book), *book.readings, *book.options]
            if name in book.readings:
                help = "it can be read as " + " or ".join(book.readings[name].alternatives)
            else:
                help = "write ID=on or ID=off" if known_switch(book, name) or name in book.options else did_you_mean(name, known)
            raise LanguageError([Diagnostic("suppose", f"`--suppose {text_}` switches nothing", Place("", 0), help=help)])
    return replace(scenario, situation=replace(situation, suppose=switched, readings=readings, options=options))


ALL_OPTIONS = "optional"
"""The switch of everything optional: clauses of this status, and the options of the book."""


def settle_all(opened: list[tuple[Scenario, Rulebook]], worlds: int = Limits().worlds, steps: int = Limits().steps) -> Iterator[Settled]:
    """Settle one after another; the engine of a rulebook is shared by its scenarios."""
    engines: dict[str, Engine] = {}
    try:
        for scenario, book in opened:
            engine = engines.setdefault(book.digest, Engine(book, Limits(worlds=worlds, steps=steps)))
            ground = Ground(engine, scenario.situation, scenario.questions)
            yield Settled(scenario, book, ground, settle_on(ground, scenario))
    finally:
        for engine in engines.values():
            engine.close()


def show(console: Console, settled: Settled, brief: bool = False) -> None:
    """The settlement of one scenario on the terminal."""
    text.title(console, settled.settlement, settled.book)
    board = settled.scenario.situation.board
    if board is not None and not brief:
        text.picture(console, board_text(board, settled.settlement.answers))
    if not brief:
        text.forbidden(console, forbidden_events(settled.ground))
    told: tuple[Beat, ...] = ()
    for number, answer in enumerate(settled.settlement.answers, 1):
        text.answer_head(console, number, answer)
        if brief:
            text.conflict(console, answer)
            continue
        show_impossible(console, settled, number)
        shown = answer.outcomes[:1] if answer.status != "several" else answer.outcomes[:3]
        for outcome in shown:
            told = show_argument(console, settled, outcome, len(answer.outcomes) > 1, told=told)
        if answer.status == "several" and len(shown) < len(answer.outcomes):
            console.print(f"   (the reasons for {len(answer.outcomes) - len(shown)} more outcomes: `adjudicator explain`)")
        question = settled.scenario.questions[number - 1]
        if answer.status in ("forced", "several"):
            situation = settled.scenario.situation
            changes(console, what_would_change(settled.ground.engine, situation, question, BRIEF), settled.book, situation, most=3)
    console.print()


def show_impossible(console: Console, settled: Settled, number: int) -> None:
    """Why the situation cannot be, and what would mend it, where a question found it so."""
    if settled.settlement.answers[number - 1].status == "impossible":
        situation, question = settled.scenario.situation, settled.scenario.questions[number - 1]
        impossible(console, why_impossible(settled.ground.engine, situation, question), settled.book, situation)


def show_argument(console: Console, settled: Settled, outcome: Outcome, several: bool, deep: bool = False,
                  told: tuple[Beat, ...] = ()) -> tuple[Beat, ...]:  # fmt: skip
    """Why one outcome comes about; a story that was told just before (`told`) is not told again. Returns the story."""
    if several:
        from adjudicator.model.values import show as value_text

        answer = value_text(outcome.answer) if outcome.world.decided else "undecided"
        console.print(f"   [bold]for {answer}[/bold]")
    things = outcome.world.things if outcome.world.things is not None else settled.ground.table.all_things
    beats = retell(settled.book, outcome.world)
    if beats:
        story(console, beats, told, deep)
    argument = argue(settled.book, outcome, things)
    text.argument(console, argument, _numbers(settled, outcome, argument), deep)
    text.why_not(console, why_not(settled.ground, outcome, most=3 if deep else 1))
    return beats or told


def _numbers(settled: Settled, outcome: Outcome, argument: Argument) -> dict[int, NumbersSay]:
    found: dict[int, NumbersSay] = {}
    for step in argument.steps:
        says = numbers_say(settled.ground, outcome, outcome.world.resolutions[step.node])
        if says is not None:
            found[step.number] = says
    return found
