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
from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import Limits
from adjudicator.engine.worlds import Ground
from adjudicator.model.outcomes import Answer
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Question, Scenario
from adjudicator.model.values import show
from adjudicator.settling.settling import settle, settle_question
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
    """What was found of a file: how many answers are said to be forced, those that are not, in words, and how many have silences behind
    them that could not be followed."""

    file: str
    sure: int
    wrong: tuple[str, ...]
    left: int


def unfounded(book: Rulebook, scenario: Scenario) -> Iterator[Unfounded | bool]:
    """For each answer said to be forced: what a silence would change of it, or else whether some silence could not be followed."""
    told = frozenset(scenario.situation.things)
    engine = Engine(book, Limits())
    answers = settle(book, scenario, engine=engine).answers
    silent = [
        (question, answer, silences_in(book, answer.outcomes[0].world, told))
        for question, answer in zip(scenario.questions, answers, strict=True)
        if is_sure(answer)
    ]
    every = frozenset(gap for *_, gaps in silent for gap in gaps)
    followed = _Followed(engine, scenario)
    for question, answer, gaps in silent:
        yield _told_otherwise(followed, question, answer, gaps, every) if gaps else False
    engine.close()


class _Followed:
    """The same scenario with silences followed: each set of them once for all questions, and not again where it is too much."""

    def __init__(self, engine: Engine, scenario: Scenario) -> None:
        self.engine, self.scenario = engine, scenario
        self.grounds: dict[frozenset[Node], Ground] = {}
        self.too_much: set[frozenset[Node]] = set()

    def answer(self, question: Question, gaps: frozenset[Node]) -> Answer | None:
        """The answer where these are followed; None where they cannot be."""
        situation = self.scenario.situation
        if gaps in self.too_much:
            return None
        if gaps not in self.grounds:
            followed = replace(situation, followed=situation.followed | gaps)
            self.grounds[gaps] = Ground(self.engine, followed, self.scenario.questions)
        answer = settle_question(self.grounds[gaps], question)
        if answer.status != "limit":
            return answer
        if situation.story is not None:
            self.too_much.add(gaps)
        return None


def _told_otherwise(
    followed: _Followed, question: Question, answer: Answer, gaps: tuple[Node, ...], every: frozenset[Node]
) -> Unfounded | bool:
    """What changes it of all silences of the scenario together (in a story, which is walked once for all its questions), of those
    behind this answer, or, where that is too much, of each by itself; True where one of these is too much, too."""
    together = (every, frozenset(gaps)) if followed.scenario.situation.story is not None else (frozenset(gaps),)
    left = False
    for some in (*together, *(frozenset((gap,)) for gap in gaps)):
        again = followed.answer(question, some)
        if again is None:
            left = left or len(some) == 1
            continue
        if not (again.status == "forced" and again.outcomes[0].answer == answer.outcomes[0].answer):
            return _found(followed.scenario, question, answer, again, gaps)
        if some in together:
            return False
    return left


def _found(scenario: Scenario, question: Question, answer: Answer, again: Answer, gaps: tuple[Node, ...]) -> Unfounded:
    got = tuple(show(one.answer) if one.world.decided else "undecided" for one in again.outcomes)
    needed = {cause.what for one in again.outcomes for cause in one.because_of}
    otherwise = got or (again.status, again.note)
    return Unfounded(scenario.title, question.text, show(answer.outcomes[0].answer), otherwise, tuple(sorted(needed)) or gaps)


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
        sum(one is True for one in found),
    )


def _kept(log: Path | None) -> dict[str, Measured]:
    lines = log.read_text(encoding="utf-8").splitlines() if log and log.exists() else []
    every = [json.loads(line) for line in lines]
    return {one["file"]: Measured(one["file"], one["sure"], tuple(one["wrong"]), one.get("left", 0)) for one in every}


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
                    end.write(json.dumps({"file": found.file, "sure": found.sure, "wrong": found.wrong, "left": found.left}) + "\n")
        every.append(found)
        for line in found.wrong:
            print(f"{found.file}: {line}", flush=True)
    sure, wrong = sum(one.sure for one in every), sum(len(one.wrong) for one in every)
    left = sum(one.left for one in every)
    print(f"{sure} answers said to be forced; a silence of the book would change {wrong}; of {left} not every silence could be followed")


if __name__ == "__main__":
    main(sys.argv[1:])
