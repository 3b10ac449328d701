"""The search: sets of changes by size, each tried by settling again, the smallest that lead to other answers kept.

A set of two can only matter if one of its changes is to something that the settling looked at, and the other to
something looked at once the first is made. So sets grow from those that changed nothing, by what each of these looked at;
no set that could matter is passed over (the proof: if nothing of the rest is looked at, the rest changes nothing).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import TYPE_CHECKING

from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import LimitReached, RuleFault
from adjudicator.engine.trace import Trace
from adjudicator.engine.worlds import Ground
from adjudicator.model.outcomes import Outcome
from adjudicator.model.situation import Question, Situation
from adjudicator.model.values import show
from adjudicator.records import dataclass
from adjudicator.settling.changing.applying import changed
from adjudicator.settling.changing.change import TABLE, Change, Changes, Flip, Tried
from adjudicator.settling.changing.possible import Possible
from adjudicator.settling.exploring import explore
from adjudicator.settling.outcomes import outcomes_of

if TYPE_CHECKING:
    from adjudicator.settling.changing.walks import Walks


@dataclass(frozen=True, slots=True)
class Effort:
    """How many sets are tried of each size, until `work` instances in all have been asked for (at least `least` sets).

    Larger sets are tried only when all smaller ones have been; with `enough`, only where no change of the table alone does it.
    """

    tries: tuple[int, ...] = (500, 200)
    enough: bool = True
    work: int = 200_000
    least: int = 3


BRIEF = Effort((12,), work=15_000, least=4)
"""For a glance: about as long as a dozen plain questions take."""

FEW = 8
"""How many questions of a scenario are looked into with all effort when they are asked at once; each of more gets a glance."""


def effort_for(questions: int) -> Effort:
    """How far to look for what would change each of so many answers of a scenario."""
    return Effort() if questions <= FEW else BRIEF


@dataclass(frozen=True)
class Trial:
    """What comes out with some changes made, None where nothing does; what was looked at; and whether it was given up for its work."""

    answers: tuple[str, ...] | None
    trace: Trace
    given_up: bool = False


FAR = 8
AT_LEAST = 800
"""A trial is given up where it asks for so many times what the settling without changes asked for, and for so many instances at least:
what leaves out the sides of all dice, say, leaves all their orders open."""


def answers_of(outcomes: list[Outcome]) -> tuple[str, ...]:
    """The distinct answers as words, sorted."""
    return tuple(sorted({show(o.answer) if o.world.decided else "undecided" for o in outcomes}))


def settled(engine: Engine, situation: Situation, question: Question, most: int = 0,
            walks: Walks | None = None, changes: tuple[Change, ...] = ()) -> Trial:  # fmt: skip
    """The answers to one question, with a trace. A situation that is impossible or cannot be settled has none, nor one that
    asks for instances more than `most` times (0: as often as need be).

    `walks` keeps the story of the scenario as it goes with the `changes` that are made in the situation.
    """
    outer, trace = engine.trace, Trace(most=most)
    engine.trace = trace
    ground = Ground(engine, situation, (question,))
    try:
        if walks is not None:
            ground.walked = walks.walked(ground, question, changes, trace)
        worlds = explore(ground, question)
        return Trial(answers_of(outcomes_of(worlds.possible)) if worlds.possible else None, trace)
    except (LimitReached, RuleFault):
        return Trial(None, trace, bool(most) and trace.work > most)
    finally:
        engine.trace = outer


def what_would_change(
    engine: Engine, situation: Situation, question: Question, effort: Effort = Effort(), walks: Walks | None = None
) -> Changes:
    """The smallest sets of changes under which the question is answered otherwise, those a table cares about first.

    `walks` (made by `walks_of`) is what the questions of one scenario share.
    """
    start = settled(engine, situation, question, walks=walks)
    if start.answers is None:
        return Changes((), (), ())
    search = _Search(engine, situation, question, start.answers, effort,
                     Possible(engine.book, situation, question, start.trace), max(AT_LEAST, FAR * start.trace.work), walks)  # fmt: skip
    frontier = [_Set((), start.trace)]
    for size, most in enumerate(effort.tries, 1):
        frontier = search.grow(frontier, size, most)
        if search.stopped:
            break
        if effort.enough and any(all(c.sort in TABLE for c in flip.changes) for flip in search.flips):
            break
    return Changes(start.answers, tuple(search.nearest()), tuple(search.tried))


def walks_of(situation: Situation) -> Walks | None:
    """What the searches for the questions of one scenario can share; None where it tells no story."""
    if situation.story is None:
        return None
    from adjudicator.settling.changing.walks import Walks

    return Walks()


@dataclass(frozen=True)
class _Set:
    """Changes that, together, changed no answer; and what was looked at with them made."""

    changes: tuple[Change, ...]
    trace: Trace


@dataclass
class _Search:
    engine: Engine
    situation: Situation
    question: Question
    today: tuple[str, ...]
    effort: Effort
    possible: Possible
    most: int
    walks: Walks | None
    flips: list[Flip] = field(default_factory=list)
    tried: list[Tried] = field(default_factory=list)
    work: int = 0

    @property
    def stopped(self) -> bool:
        """Whether sets that can matter were left untried."""
        return bool(self.tried) and self.tried[-1].tried < self.tried[-1].possible

    def grow(self, frontier: list[_Set], size: int, most: int) -> list[_Set]:
        """All sets one larger, tried; those that changed nothing."""
        waiting = list(self._larger(frontier))
        following: list[_Set] = []
        count = possible = given_up = 0
        for changes in waiting:
            if self._goes_without_saying(changes):
                continue
            possible += 1
            if count == most or (count >= self.effort.least and self.work > self.effort.work) or self.engine.clock.over:
                continue
            count += 1
            trial = settled(self.engine, changed(self.situation, changes), self.question, self.most, self.walks, changes)
            self.work += trial.trace.work
            if trial.given_up:
                given_up += 1
            elif trial.answers is not None and trial.answers != self.today:
                self.flips.append(Flip(changes, trial.answers))
            else:
                following.append(_Set(changes, trial.trace))
        if possible:
            self.tried.append(Tried(size, count, possible, given_up))
        return following

    def nearest(self) -> list[Flip]:
        """What was found, without what only goes farther than another."""
        found = self.flips
        return [f for f in found if not any(g is not f and dominates(g.changes, f.changes) for g in found)]

    def _larger(self, frontier: Iterable[_Set]) -> Iterator[tuple[Change, ...]]:
        seen: set[frozenset[Change]] = set()
        for one in frontier:
            touched = frozenset().union(*(change.touches for change in one.changes))
            for change in self.possible.among(one.trace):
                changes = (*one.changes, change)
                if touched.isdisjoint(change.touches) and frozenset(changes) not in seen:
                    seen.add(frozenset(changes))
                    yield changes

    def _goes_without_saying(self, changes: tuple[Change, ...]) -> bool:
        """Whether part of it, or less of it, is known to change the answer already."""
        return any(dominates(flip.changes, changes) for flip in self.flips)


def dominates(fewer: tuple[Change, ...], more: tuple[Change, ...]) -> bool:
    """Whether every change of the one is in the other, or goes less far than one in it."""
    return all(any(change.reaches(one) for change in more) for one in fewer)
