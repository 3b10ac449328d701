"""Whether "forced" is true: what the book does not say is taken every way it could be, and the answer must stay.

    python -m tests.trust.forced [FILE ...]

For each answer that is said to be one that cannot come out otherwise (14.1), every value that was asked for in its moments and that
nothing gives (a gap, 9.6) is declared unknown, and the question settled again. Where it is not forced to the same answer then, a silence
of the book decided it: it is told, and counted. Without files: all scenarios.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from adjudicator.desk.settling import open_files
from adjudicator.model.outcomes import Answer, Resolution, World
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Fact, Node, Question, Scenario
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import show
from adjudicator.settling.grades import SURE
from adjudicator.settling.settling import settle

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Unfounded:
    """An answer said to be forced that a value nobody gave would change."""

    scenario: str
    ask: str
    answer: str
    otherwise: tuple[str, ...]
    gaps: tuple[Node, ...]


def is_sure(answer: Answer) -> bool:
    """Whether the text says that it cannot come out otherwise."""
    return answer.status == "forced" and answer.outcomes[0].grade in SURE


def gaps_of(book: Rulebook, world: World, told: frozenset[str]) -> tuple[Node, ...]:
    """What was asked in the moments of a world and has no value, of what a scenario could tell at its start."""
    moments: list[dict[Node, Resolution]] = [world.resolutions, *(step.resolutions for step in world.steps)]
    nodes = dict.fromkeys(node for moment in moments for node, found in moment.items() if found.value is UNDECIDED and found.how == "gap")
    return tuple(node for node in nodes if _could_be_told(book, node, told))


def _could_be_told(book: Rulebook, node: Node, told: frozenset[str]) -> bool:
    prop = book.properties.get(node[0])
    open_ended = prop is None or prop.type.base in ("set", "text") or prop.type.kind == "thing" or node[0] in book.definition_of
    return not open_ended and all(arg is None or not hasattr(arg, "name") or arg.name in told for arg in node[1])


def unfounded(book: Rulebook, scenario: Scenario) -> Iterator[Unfounded | bool]:
    """For each answer said to be forced: what a silence would change of it, or False."""
    told = frozenset(scenario.situation.things)
    for question, answer in zip(scenario.questions, settle(book, scenario).answers, strict=True):
        if is_sure(answer):
            gaps = gaps_of(book, answer.outcomes[0].world, told)
            yield _told_otherwise(book, scenario, question, answer, gaps) if gaps else False


def _told_otherwise(book: Rulebook, scenario: Scenario, question: Question, answer: Answer, gaps: tuple[Node, ...]) -> Unfounded | bool:
    situation = scenario.situation
    facts = {**{node: Fact(node, None, True, str(node)) for node in gaps}, **situation.facts}
    again = settle(book, replace(scenario, situation=replace(situation, facts=facts), questions=(question,))).answers[0]
    got = tuple(show(one.answer) if one.world.decided else "undecided" for one in again.outcomes)
    if again.status == "forced" and again.outcomes[0].answer == answer.outcomes[0].answer:
        return False
    needed = {cause.what for one in again.outcomes for cause in one.because_of}
    return Unfounded(
        scenario.title, question.text, show(answer.outcomes[0].answer), got or (again.status, again.note), tuple(sorted(needed)) or gaps
    )


def main(files: list[str]) -> None:
    """Go through the files; the last line counts."""
    sure = wrong = 0
    for file in files or [str(path) for path in sorted((ROOT / "scenarios").rglob("*.scenario"))]:
        for scenario, book in open_files((file,)):
            for found in unfounded(book, scenario):
                sure += 1
                if isinstance(found, Unfounded):
                    wrong += 1
                    where = Path(file).relative_to(ROOT) if Path(file).is_absolute() else file
                    print(f"{where}: {found.scenario}: {found.ask}: {found.answer}", flush=True)
                    print(f"  otherwise {', '.join(found.otherwise)[:90]}: {', '.join(map(str, found.gaps[:3]))}", flush=True)
    print(f"{sure} answers said to be forced; a silence of the book would change {wrong}")


if __name__ == "__main__":
    main(sys.argv[1:])
