"""Worlds: every consistent branch of a question, followed to its answer.

A world is evaluated until it meets a branching it has not decided; each
alternative is then a world of its own.  Worlds that break an invariant are
set aside with the invariant they break.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from dataclasses import replace

from adjudicator.engine.decisions import Decisions, Fork
from adjudicator.engine.engine import Engine
from adjudicator.engine.instances import solve
from adjudicator.engine.limits import LimitReached, TooDeep
from adjudicator.engine.resolve import World
from adjudicator.engine.symbols import Condition, bounds_text
from adjudicator.engine.table import Table
from adjudicator.engine.tried import Tried
from adjudicator.engine.truth import Binding, truth
from adjudicator.model.clauses import Invariant
from adjudicator.model.expressions import conjuncts
from adjudicator.model.outcomes import Decision, Resolution
from adjudicator.model.outcomes import World as Outcome
from adjudicator.model.situation import Node, Question, Situation
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Ref, Value
from adjudicator.records import dataclass


@dataclass(frozen=True)
class Broken:
    """A world that is not possible: the invariant it breaks, for which things, resting on what."""

    invariant: Invariant
    binding: tuple[tuple[str, Value], ...]
    decisions: tuple[Decision, ...]
    rests_on: tuple[Node, ...]
    world: World


@dataclass
class Worlds:
    """All branches of one question: the possible ones and the broken ones."""

    possible: list[Outcome]
    broken: list[Broken]


Finish = Callable[[World, Question, Worlds], None]


class Ground:
    """A situation made ready: its table, and what holds of it whatever is decided.

    What a world computed before it met a branching holds in all branches from there on.
    What its instances on circles come to is kept by what was read for each (`tried`).
    A story is walked once for all the `questions` of its scenario; `walked` keeps what came of it.
    """

    def __init__(self, engine: Engine, situation: Situation, questions: tuple[Question, ...] = ()) -> None:
        self.engine = engine
        self.table = Table(engine.book, situation)
        self.certain: dict[Node, Resolution] = {}
        self.tried = Tried()
        self.questions = questions
        self.walked: object = None
        self._without: dict[tuple[str, ...], Ground] = {}

    def without(self, *clauses: str) -> Ground:
        """The same situation with some clauses (named as in `suppose`) off; kept, since every question of a scenario may ask."""
        if clauses not in self._without:
            situation = self.table.situation
            supposed = replace(situation, suppose={**situation.suppose, **dict.fromkeys(clauses, False)})
            self._without[clauses] = Ground(self.engine, supposed, self.questions)
        return self._without[clauses]


Start = tuple[tuple[Decision, ...], list[tuple[Condition, bool]], MutableMapping[Node, Resolution]]
"""Where a world begins: what it has decided, which conditions hold, and what is known already."""


def explore_moment(ground: Ground, question: Question, most: int | None = None, enough: int | None = None) -> Worlds:
    """Every world of a question about a single moment, or as many as are `enough`.

    Raises LimitReached when there are too many: more than `most`, if that is said.
    """
    found = Worlds([], [])
    follow(ground.engine, ground.table, question, ((), [], ground.certain), found, _finish, most, enough, ground.tried)
    return found


def follow(engine: Engine, table: Table, question: Question, start: Start, found: Worlds, finish: Finish,
           most: int | None = None, enough: int | None = None, tried: Tried | None = None) -> None:  # fmt: skip
    """Every world of a question that begins here (until so many are possible); `finish` takes down the answer of each."""
    waiting = [start]
    limit = engine.limits.worlds if most is None else min(most, engine.limits.worlds)
    while waiting and (enough is None or len(found.possible) < enough):
        taken, path, known = waiting.pop()
        if len(found.possible) + len(found.broken) + len(waiting) > limit:
            raise LimitReached(f"more than {limit:,} branches; say more about what is unknown")
        world = World(engine, table, Decisions(taken), path, known if taken == start[0] else dict(known), tried)
        try:
            finish(world, question, found)
        except Fork as fork:
            for decision in reversed(fork.alternatives):
                longer = [*path, (fork.condition, decision.taken is True)] if fork.condition is not None else path
                waiting.append(((*taken, decision), longer, world.resolved))
        except RecursionError:
            raise TooDeep("the chain of reasons is too deep to follow") from None


def _finish(world: World, question: Question, found: Worlds) -> None:
    value, root = world.answer(question)
    broken = broken_by(world)
    if broken is not None:
        found.broken.append(broken)
        return
    found.possible.append(outcome_of(world, value, root))


def outcome_of(world: World, value: Value, root: tuple[Node, ...]) -> Outcome:
    """A world with its answer, as results speak of it."""
    where = bounds_text(world.path) if world.path else ""
    decided = value is not UNDECIDED
    return Outcome(world.decisions.taken, value if decided else None, decided, world.resolved, root, where, table=world.table,
                   path=tuple(world.path), terms=world.terms, missing=world.missing)  # fmt: skip


def broken_by(world: World) -> Broken | None:
    """The first invariant that this world breaks."""
    for invariant in world.book.invariants.values():
        kinds = {p.name: p.kind for p in invariant.parameters}
        with world.reading() as read:
            for start in _concerned(world, invariant):
                for binding in solve(world, conjuncts(invariant.when), start, kinds):
                    if truth(world, invariant.always, binding) is False:
                        return Broken(invariant, tuple(sorted(binding.items())), world.decisions.taken, tuple(read), world)
    return None


def _concerned(world: World, invariant: Invariant) -> list[Binding]:
    """Of whom an invariant is asked now: in a story, what is said of events is asked in the moments of these events (11.14)."""
    now = world.table.happening
    events = [p for p in invariant.parameters if world.book.is_a(p.kind, "event")]
    if now is None or not events:
        return [{}]
    current = None if now.current is None else Ref(now.current)
    return [{p.name: current} for p in events if current is not None and world.is_kind(current, p.kind)]
