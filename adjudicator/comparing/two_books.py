"""Compare: scenarios settled under two rulebooks, whatever book they were written for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from adjudicator.comparing.divergence import Names, parting
from adjudicator.language.diagnostics import Diagnostic, Messages
from adjudicator.language.files import read_source
from adjudicator.language.interrupts import doing
from adjudicator.language.layout import Line, parse_layout
from adjudicator.language.loading import Loaded, apart_from_its_book, extend, load
from adjudicator.language.scenarios import ScenarioReader
from adjudicator.language.wording import called
from adjudicator.model.outcomes import Answer
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Scenario
from adjudicator.records import dataclass
from adjudicator.rulings.ruling import Ruled, Table, ruled, same_answer


@dataclass(frozen=True)
class Side:
    """What one book says to a question: a ruling, or in one line why it cannot express it."""

    book: str
    ruled: Ruled | None = None
    cannot: str = ""
    whole: bool = False
    """Whether it is the situation, and not only the question, that the book cannot express."""
    answer: Answer | None = None


@dataclass(frozen=True)
class Compared:
    """One question under both books; `home` is the book that the file names, `expected` what it expects there."""

    file: str
    line: int
    title: str
    ask: str
    home: str
    expected: str
    sides: tuple[Side, Side]

    @property
    def what(self) -> str:
        """cannot, limit, answer, silence (other answers, but one book says nothing), causes, clauses or same."""
        one, two = self.sides
        if one.ruled is None or two.ruled is None:
            return "cannot"
        if not (one.ruled.decided and two.ruled.decided):
            return "limit"
        if not same_answer(one.ruled.answer, two.ruled.answer):
            return "answer" if all(self.responsible) else "silence"
        if [c.cause for c in one.ruled.causes] != [c.cause for c in two.ruled.causes]:
            return "causes"
        return "same" if one.ruled.clauses == two.ruled.clauses else "clauses"

    @cached_property
    def responsible(self) -> tuple[Names, Names]:
        """The clauses of each book that make the difference: those at which the derivations part.

        Where they do not part in what they say, or have none, the clauses that decide under one book alone.
        """
        one, two = self.sides
        if one.ruled is None or two.ruled is None:
            return (), ()
        if one.answer and two.answer and not same_answer(one.ruled.answer, two.ruled.answer):
            parted = parting(one.answer, two.answer)
            if any(parted):
                return _spoken(parted[0], one), _spoken(parted[1], two)
        mine, other = set(one.ruled.clauses), set(two.ruled.clauses)
        return tuple(sorted(mine - other)), tuple(sorted(other - mine))


def _spoken(parted: Names, side: Side) -> Names:
    """The clauses where derivations part; of a book with several answers that has none there, those it is torn between."""
    torn = side.answer is not None and side.ruled is not None and len(side.answer.outcomes) > 1
    return tuple(sorted({called(name) for name in parted})) or (side.ruled.clauses if torn and side.ruled else ())


def compare(books: tuple[str, str], files: list[Path]) -> Iterator[Compared]:
    """Every question of the files under both books. Raises LanguageError where a book or file cannot be read."""
    messages = Messages()
    loaded = tuple(load(name, messages) for name in books)
    read = [(path, _blocks(path, messages)) for path in files]
    messages.stop_on_errors()
    with Table() as table:
        for path, blocks in read:
            yield from _compare_file(books, tuple(one for one in loaded if one is not None), path, blocks, table, messages.sources)


def compared_text(books: tuple[str, str], loaded: tuple[Loaded, Loaded], text: str, table: Table) -> list[Compared]:
    """The questions of one scenario file, given as its text, under both books; none where it cannot be read."""
    messages = Messages()
    blocks = parse_layout(text, "", messages)
    return [] if messages.errors else list(_compare_file(books, loaded, Path(), blocks, table, {}))


def groups(found: list[Compared]) -> dict[tuple[Names, Names], list[Compared]]:
    """Comparisons by the clauses responsible, those behind most questions first."""
    grouped: dict[tuple[Names, Names], list[Compared]] = {}
    for one in found:
        grouped.setdefault(one.responsible, []).append(one)
    return dict(sorted(grouped.items(), key=lambda group: (-len(group[1]), group[0])))


def _blocks(path: Path, messages: Messages) -> list[Line]:
    text = read_source(path, messages, str(path))
    return parse_layout(text, str(path), messages) if text is not None else []


def _compare_file(books: tuple[str, str], loaded: tuple[Loaded, ...], path: Path, blocks: list[Line], table: Table,
                  sources: dict[str, list[str]]) -> Iterator[Compared]:  # fmt: skip
    own = [block for block in blocks if block.form != "scenario"]
    extended = [_extended(one, own) for one in loaded]
    for block in (block for block in blocks if block.form == "scenario"):
        with doing(f"settling `{block.text.strip(chr(34))}` under both books"):
            sides = [_sides(name, one, block, table, sources) for name, one in zip(books, extended, strict=True)]
        uses = block.one("uses")
        for ask in block.asks():
            expected = ask.one("expect")
            yield Compared(str(path), ask.place.line, block.text.strip('"'), ask.text, uses.text if uses else "",
                           expected.text if expected else "", (sides[0][ask.place.line], sides[1][ask.place.line]))  # fmt: skip


def _extended(loaded: Loaded, own: list[Line]) -> Loaded | str:
    """The book with the file's own blocks; in a line why they do not fit it."""
    if not own:
        return loaded
    messages = Messages()
    made = extend(loaded, own, messages)
    return _line(messages.errors) if messages.errors else made


def _line(errors: list[Diagnostic]) -> str:
    """The first message with the line it is about, and how many there are more."""
    first = errors[0]
    shown = f": `{first.line.strip()}`" if first.line and first.message.startswith("no phrase ") else ""
    return first.message + shown + (f" (and {len(errors) - 1} more)" if len(errors) > 1 else "")


def _sides(name: str, loaded: Loaded | str, block: Line, table: Table, sources: dict[str, list[str]]) -> dict[int, Side]:
    """What a book says to each question of a scenario, by the line of the question."""
    asks = tuple(block.asks())
    if isinstance(loaded, str):
        return {ask.place.line: Side(name, cannot=loaded, whole=True) for ask in asks}
    messages = Messages(sources)
    scenario = ScenarioReader(loaded.book, loaded.phrasebook, messages).read(apart_from_its_book(block))
    wrong: dict[int, list[Diagnostic]] = {}
    for error in messages.errors:
        wrong.setdefault(error.place.line, []).append(error)
    lines = {ask.place.line for ask in asks}
    situation = [error for line, errors in wrong.items() if line not in lines for error in errors]
    if situation:
        return {line: Side(name, cannot=_line(situation), whole=True) for line in lines}
    sides = {line: Side(name, cannot=_line(wrong[line])) for line in lines if line in wrong}
    fitting = replace(scenario, questions=tuple(q for q in scenario.questions if q.place.line not in wrong))
    return sides | _settled(name, fitting, loaded.book, table)


def _settled(name: str, scenario: Scenario, book: Rulebook, table: Table) -> dict[int, Side]:
    if not scenario.questions:
        return {}
    answers = table.answers(scenario, book)
    if isinstance(answers, str):
        return {q.place.line: Side(name, cannot=answers, whole=True) for q in scenario.questions}
    return {q.place.line: Side(name, ruled(answer), answer=answer) for q, answer in zip(scenario.questions, answers, strict=True)}
