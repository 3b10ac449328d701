"""What comes of the second tellings, each opened and settled by itself.

A *telling* is a situation that a source book works out, told once more in words of one's own, without a look at the clauses.
Run as a program (`python tests/tellings/running.py BOOK ...`) it prints a row for each telling, in the shape of `first-run.jsonl`.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from adjudicator.desk.settling import open_files, settle_all
from adjudicator.engine.limits import LimitReached, RuleFault
from adjudicator.language.diagnostics import Diagnostic, LanguageError
from adjudicator.model.outcomes import Answer
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Scenario
from adjudicator.model.values import show
from adjudicator.web.retelling import reworded

HERE = Path(__file__).resolve().parent
BOOKS = ("house", "wwrcc", "e6", "e8", "spellfire")
SECONDS = 60
"""Of processor time, for one telling; a busy machine is no reason to give up."""


@dataclass(frozen=True)
class Told:
    """One telling and what came of it: `right`, `wrong`, `undecided` or `not understood`.

    A telling is right when every question comes out as the book has it; `missed` names the others, as (question, expected, got).
    It is undecided when it is not right and nothing but undecided answers stands against it.
    """

    file: str
    origin: str
    result: str
    asked: int = 0
    missed: tuple[tuple[str, str, str], ...] = ()
    messages: tuple[str, ...] = ()

    def row(self) -> dict[str, object]:
        """The telling as a line of `first-run.jsonl`."""
        row: dict[str, object] = {"file": self.file, "from": self.origin, "result": self.result}
        if self.missed:
            row |= {"asked": self.asked, "missed": [dict(zip(("question", "expected", "got"), m, strict=True)) for m in self.missed]}
        return row | ({"messages": list(self.messages)} if self.messages else {})


def files_of(book: str) -> list[Path]:
    """The tellings of a book."""
    return sorted((HERE / book).glob("*.scenario"))


def origin_of(file: Path) -> str:
    """The worked example that a telling names."""
    return next(line[len("  from ") :].strip() for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("  from "))


def tell(files: Iterable[Path]) -> Iterator[Told]:
    """What comes of each of these, in this order."""
    for file in files:
        name, origin = f"{file.parent.name}/{file.name}", origin_of(file)
        before = signal.signal(signal.SIGPROF, _too_long)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            opened = open_files((str(file),), reword=reworded)
            yield _judged(name, origin, opened)
        except LanguageError as error:
            yield Told(name, origin, "not understood", messages=tuple(_line(d) for d in error.diagnostics if d.severity == "error"))
        except RuleFault as fault:
            yield Told(name, origin, "not understood", messages=(str(fault),))
        except (TimeoutError, LimitReached):
            yield Told(name, origin, "undecided", messages=("no answer within the limits",))
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)


def _line(d: Diagnostic) -> str:
    return f"line {d.place.line}: {d.message}" + (f" ({d.help})" if d.help else "")


def _too_long(number: int, frame: FrameType | None) -> None:
    raise TimeoutError


def _judged(name: str, origin: str, opened: list[tuple[Scenario, Rulebook]]) -> Told:
    answers = [answer for settled in settle_all(opened) for answer in settled.settlement.answers]
    missed = [(a.ask, a.expected.text if a.expected else "", _got(a)) for a in answers if a.met is not True]
    if not missed and answers:
        return Told(name, origin, "right", len(answers))
    result = "undecided" if all(got.startswith("undecided") for _, _, got in missed) else "wrong"
    return Told(name, origin, result, len(answers), tuple(missed))


def _got(answer: Answer) -> str:
    if answer.status in ("undecided", "impossible"):
        return answer.status
    return " or ".join(show(outcome.answer) if outcome.world.decided else "undecided" for outcome in answer.outcomes)


if __name__ == "__main__":
    for book in sys.argv[1:] or BOOKS:
        for told in tell(files_of(book)):
            print(json.dumps(told.row(), ensure_ascii=False), flush=True)
