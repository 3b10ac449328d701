"""Whether "forced" is true: what the book does not say is taken every way it could be, and the answer must stay.

    python -m tests.trust.forced [--keep LOG] [FILE ...]

Settling does so itself, within limits (9.7). Here, for each answer that is then still said to be one that cannot come out otherwise
(14.1), every value that was asked for in its moments and that nothing gives (a gap, 9.6) is followed, and the question settled again as
far as any question is. Where it is not forced to the same answer then, a silence of the book decided it: it is told, and counted. Without
files: all scenarios; a folder means those in it. With `--keep` each file that is done is a line of the log, and is not gone through again.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from adjudicator.desk.settling import open_files
from adjudicator.model.outcomes import Answer
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Question, Scenario
from adjudicator.model.values import show
from adjudicator.settling.settling import settle
from adjudicator.settling.silences import is_sure, silences_in

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Unfounded:
    """An answer said to be forced that a value nobody gave would change."""

    scenario: str
    ask: str
    answer: str
    otherwise: tuple[str, ...]
    gaps: tuple[Node, ...]


@dataclass(frozen=True)
class Measured:
    """What was found of a file: how many answers are said to be forced, and those that are not, in words."""

    file: str
    sure: int
    wrong: tuple[str, ...]


def unfounded(book: Rulebook, scenario: Scenario) -> Iterator[Unfounded | bool]:
    """For each answer said to be forced: what a silence would change of it, or False."""
    told = frozenset(scenario.situation.things)
    for question, answer in zip(scenario.questions, settle(book, scenario).answers, strict=True):
        if is_sure(answer):
            gaps = silences_in(book, answer.outcomes[0].world, told)
            yield _told_otherwise(book, scenario, question, answer, gaps) if gaps else False


def _told_otherwise(book: Rulebook, scenario: Scenario, question: Question, answer: Answer, gaps: tuple[Node, ...]) -> Unfounded | bool:
    situation = replace(scenario.situation, followed=scenario.situation.followed.union(gaps))
    again = settle(book, replace(scenario, situation=situation, questions=(question,))).answers[0]
    if again.status == "limit":
        return _one_by_one(book, scenario, question, answer, gaps) if len(gaps) > 1 else False
    got = tuple(show(one.answer) if one.world.decided else "undecided" for one in again.outcomes)
    if again.status == "forced" and again.outcomes[0].answer == answer.outcomes[0].answer:
        return False
    needed = {cause.what for one in again.outcomes for cause in one.because_of}
    return Unfounded(
        scenario.title, question.text, show(answer.outcomes[0].answer), got or (again.status, again.note), tuple(sorted(needed)) or gaps
    )


def _one_by_one(book: Rulebook, scenario: Scenario, question: Question, answer: Answer, gaps: tuple[Node, ...]) -> Unfounded | bool:
    """Each silence by itself, where all of them together are too much; what cannot be followed is left."""
    found = (_told_otherwise(book, scenario, question, answer, (gap,)) for gap in gaps)
    return next((one for one in found if isinstance(one, Unfounded)), False)


def files_of(named: list[str]) -> list[Path]:
    """The scenario files that are named, or all; a folder means those in it."""
    paths = [Path(one) for one in named] or [ROOT / "scenarios"]
    return [file for path in paths for file in (sorted(path.rglob("*.scenario")) if path.is_dir() else [path])]


def go_through(file: Path) -> Measured:
    """All scenarios of a file."""
    found = [one for scenario, book in open_files((str(file),)) for one in unfounded(book, scenario)]
    where = file.resolve()
    return Measured(
        str(where.relative_to(ROOT) if where.is_relative_to(ROOT) else where),
        len(found),
        tuple(
            f"{one.scenario}: {one.ask}: {one.answer}; otherwise {', '.join(one.otherwise)[:90]}: {', '.join(map(str, one.gaps[:3]))}"
            for one in found
            if isinstance(one, Unfounded)
        ),
    )


def _kept(log: Path | None) -> dict[str, Measured]:
    lines = log.read_text(encoding="utf-8").splitlines() if log and log.exists() else []
    every = [json.loads(line) for line in lines]
    return {one["file"]: Measured(one["file"], one["sure"], tuple(one["wrong"])) for one in every}


def main(named: list[str]) -> None:
    """Go through the files; the last line counts."""
    log = Path(named[1]) if named[:1] == ["--keep"] else None
    kept, every = _kept(log), []
    for file in files_of(named[2:] if log else named):
        where = file.resolve()
        found = kept.get(str(where.relative_to(ROOT) if where.is_relative_to(ROOT) else where))
        if found is None:
            found = go_through(file)
            if log:
                with log.open("a", encoding="utf-8") as end:
                    end.write(json.dumps({"file": found.file, "sure": found.sure, "wrong": found.wrong}) + "\n")
        every.append(found)
        for line in found.wrong:
            print(f"{found.file}: {line}", flush=True)
    sure, wrong = sum(one.sure for one in every), sum(len(one.wrong) for one in every)
    print(f"{sure} answers said to be forced; a silence of the book would change {wrong}")


if __name__ == "__main__":
    main(sys.argv[1:])
