"""Silences that would change what is said to be sure: they are followed under every value (docs/meaning.md 9.7).

A condition that reads a value which nobody gave is not true (9.1), so an answer may stand only because of a silence. Where an answer
is said to be one that cannot come out otherwise, it is worked out once more with each such value followed as what is missing (9.5);
if it does not stay, so it is followed in the whole scenario.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

from adjudicator.engine.limits import LimitReached, OutOfTime, RuleFault
from adjudicator.engine.worlds import Ground
from adjudicator.language.wording import node_text
from adjudicator.model.outcomes import Answer, Resolution, World
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Question
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Ref
from adjudicator.settling.exploring import outcomes_in
from adjudicator.settling.grades import SURE
from adjudicator.settling.outcomes import status_of

WORLDS = 64
"""So many worlds are followed to see whether silences make a difference; where there are more, each is followed by itself."""
WORK, PART = 2_000, 2
"""So many pieces of work may be spent on that, and one in so many of what the answers themselves have taken."""
OPEN_ENDED = ("set", "text")
"""Types whose values cannot all be listed."""


def is_sure(answer: Answer) -> bool:
    """Whether it is said that the answer cannot come out otherwise (14.1)."""
    return answer.status == "forced" and answer.outcomes[0].grade in SURE


def silences_in(book: Rulebook, world: World, told: frozenset[str]) -> tuple[Node, ...]:
    """What was asked for in the moments of a world and has a value in none of them, of what a scenario could tell at its start of
    the things that it names (`told`).

    What is asked for itself is no silence behind the answer.
    """
    moments: list[Mapping[Node, Resolution]] = [world.resolutions, *(step.resolutions for step in world.steps)]
    silent = dict.fromkeys(node for moment in moments for node, found in moment.items() if found.how == "gap" and found.value is UNDECIDED)
    later = {node for moment in moments for node, found in moment.items() if node in silent and found.value is not UNDECIDED}
    asked = {(node[0].partition("@")[0].removeprefix("after:"), node[1]) for node in world.root}
    return tuple(node for node in silent if node not in later | asked and _could_be_told(book, node, told))


def _could_be_told(book: Rulebook, node: Node, told: frozenset[str]) -> bool:
    name, args = node
    prop = book.properties.get(name)
    if prop is None or prop.type.base in OPEN_ENDED or prop.type.kind == "thing" or name in book.definition_of or None in args:
        return False
    return all(not isinstance(arg, Ref) or arg.name in told for arg in args)


def on_firm_ground(ground: Ground, answers: Sequence[Answer], work: int) -> tuple[Ground, Set[Node]]:
    """The ground as it is; or, where a silence would change what is said to be sure of it, one on which such silences are followed. And
    the silences of which it was not found out whether they would.

    `work` is what the answers have taken (`Clock.spent`): looking into silences may take a part of it more.
    """
    book, told = ground.engine.book, frozenset(ground.table.situation.things)
    sure = ((question, answer) for question, answer in zip(ground.questions, answers, strict=True) if is_sure(answer))
    found = [(question, answer, silences_in(book, answer.outcomes[0].world, told)) for question, answer in sure]
    silent = [one for one in found if one[2]]
    if not silent:
        return ground, frozenset()
    looking = _Looking(ground, WORK + work // PART)
    every = frozenset(node for *_, nodes in silent for node in nodes)
    matter = frozenset(node for question, answer, nodes in silent for node in looking.mattering(question, answer, nodes, every))
    return looking.following(matter) if matter else ground, looking.unknown - matter


def open_to(ground: Ground, answer: Answer, unknown: Set[Node]) -> tuple[Node, ...]:
    """Those silences of which it was not found out whether they change an answer that is said to be sure."""
    if not unknown or not is_sure(answer):
        return ()
    behind = silences_in(ground.engine.book, answer.outcomes[0].world, frozenset(ground.table.situation.things))
    return tuple(node for node in behind if node in unknown)


class _Looking:
    """Looks into silences, as far as the work goes: the grounds on which some of them are followed, each made once."""

    def __init__(self, ground: Ground, work: int) -> None:
        self.ground, self.left = ground, work
        self.unknown: set[Node] = set()
        self.grounds: dict[frozenset[Node], Ground] = {}

    def following(self, nodes: frozenset[Node]) -> Ground:
        """The same situation with these silences followed."""
        if nodes not in self.grounds:
            situation = self.ground.table.situation
            followed = replace(situation, followed=situation.followed | nodes)
            self.grounds[nodes] = Ground(self.ground.engine, followed, self.ground.questions)
        return self.grounds[nodes]

    def mattering(self, question: Question, answer: Answer, nodes: tuple[Node, ...], every: frozenset[Node]) -> tuple[Node, ...]:
        """Those of the silences behind an answer that change it; where they cannot all be followed together, each by itself."""
        causes = self.otherwise(every, question, answer)
        if causes is None:
            alone = {node: self.otherwise(frozenset((node,)), question, answer) if every != {node} else None for node in nodes}
            self.unknown |= {node for node, found in alone.items() if found is None}
            return tuple(node for node, found in alone.items() if found)
        book, things = self.ground.engine.book, self.ground.table.all_things
        named = tuple(node for node in nodes if node_text(book, node, things) in causes)
        return named or (nodes if causes else ())

    def otherwise(self, followed: frozenset[Node], question: Question, answer: Answer) -> frozenset[str] | None:
        """On what an answer turns that is not the same where these are followed; nothing where it is the same; None where they cannot
        be followed, or there is no work left for it."""
        engine = self.ground.engine
        if self.left <= 0:
            return None
        before = engine.clock.spent
        with engine.within(replace(engine.limits, worlds=WORLDS)), engine.clock.at_most(self.left):
            try:
                outcomes = outcomes_in(self.following(followed), question).outcomes
            except OutOfTime:
                raise
            except (LimitReached, RuleFault):
                return None
            finally:
                self.left -= engine.clock.spent - before
        if status_of(outcomes) == "forced" and outcomes[0].answer == answer.outcomes[0].answer:
            return frozenset()
        return frozenset(cause.what for outcome in outcomes for cause in outcome.because_of) or frozenset(("",))
