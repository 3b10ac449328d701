"""Regress: what comes out differently today from what was ruled (or is expected), and which clauses made it so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from adjudicator.engine.engine import Engine
from adjudicator.language.diagnostics import Messages
from adjudicator.language.loading import read_scenarios
from adjudicator.model.outcomes import Answer
from adjudicator.model.places import Place
from adjudicator.model.situation import Question, Scenario
from adjudicator.records import dataclass
from adjudicator.rulings.became import what_became
from adjudicator.rulings.ruling import Ruled, Table, ruled, same_answer
from adjudicator.vetting.sharing import shared


@dataclass(frozen=True)
class Checked:
    """A question settled again: what was recorded of it, what comes out today, and what follows.

    `what` is same, answer (another answer), clauses (the same by other clauses), expected (nothing is recorded,
    and not what is expected), limit (no answer today) or new (nothing to compare with). `why` names the clauses.
    """

    scenario: Scenario
    question: Question
    today: Ruled
    what: str
    why: tuple[str, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether it comes out differently."""
        return self.what in ("answer", "clauses", "expected", "limit")


@dataclass(frozen=True)
class Unsettled:
    """A file that can no longer be read, or a scenario of it that cannot be settled."""

    file: str
    title: str
    why: str


def regress(files: list[Path], jobs: int = 1) -> Iterator[Checked | Unsettled]:
    """Settle every scenario of the files and compare with what they record; several processes can share the files."""
    if jobs == 1 or len(files) < 2:
        with Table() as table:
            for file in files:
                yield from _of_file(table, file)
        return
    done: dict[Path, list[Checked | Unsettled]] = {}
    waiting = list(dict.fromkeys(files))
    for file, found in shared(elsewhere, list(waiting), min(jobs, len(files)), lambda: None):
        done[file] = found
        while waiting and waiting[0] in done:
            yield from done.pop(waiting.pop(0))


@lru_cache(maxsize=1)
def _own_table() -> Table:
    return Table()


def elsewhere(file: Path) -> list[Checked | Unsettled]:
    """One file, in a process that shares the work; what only serves to say why stays there."""
    table = _own_table()
    found = [replace(one, today=replace(one.today, beaten=())) if isinstance(one, Checked) else one for one in _of_file(table, file)]
    table.close()
    return found


def _of_file(table: Table, file: Path) -> Iterator[Checked | Unsettled]:
    messages = Messages()
    found = read_scenarios(file, messages)
    if messages.errors:
        first, more = messages.errors[0], len(messages.errors) - 1
        more_errors = f", and {more} more {'error' if more == 1 else 'errors'}" if more else ""
        yield Unsettled(str(file), "", f"{first.message} ({_where(first.place, file)}){more_errors}")
        return
    for scenario, book in found:
        answers = table.answers(scenario, book)
        if isinstance(answers, str):
            yield Unsettled(str(file), scenario.title, answers)
            continue
        for question, answer in zip(scenario.questions, answers, strict=True):
            yield _checked(scenario, table.engine(book), question, answer)


def _where(place: Place, file: Path) -> str:
    """The line, and the file where it is not the scenario's own: the fault may be the rulebook's."""
    return f"line {place.line}" if place.file == str(file) else f"{place.file}:{place.line}"


def _checked(scenario: Scenario, engine: Engine, question: Question, answer: Answer) -> Checked:
    today, before = ruled(answer), question.ruled
    if not today.decided:
        return Checked(scenario, question, today, "limit", (answer.note,) if answer.note else ())
    if before is None:
        if question.expected is None:
            return Checked(scenario, question, today, "new")
        return Checked(scenario, question, today, "same") if answer.met else Checked(
            scenario, question, today, "expected", _against_expectation(question, today))  # fmt: skip
    why = tuple(what_became(engine, before, answer, today))
    if not same_answer(before.answer, today.answer):
        return Checked(scenario, question, today, "answer", why)
    return Checked(scenario, question, today, "clauses" if set(before.clauses) != set(today.clauses) else "same", why)


def _against_expectation(question: Question, today: Ruled) -> tuple[str, ...]:
    assert question.expected is not None
    decided = "it is decided by " + ", ".join(today.clauses) if today.clauses else "no clause decides it"
    same = same_answer(question.expected.text.partition(" by ")[0], today.answer)
    return (decided, "the answer is the same, but nothing cited there decides it") if same else (decided,)
