"""One situation under two rulebooks: what each answers, of which class the difference is, and which clauses make it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adjudicator.comparing.divergence import Names, parting
from adjudicator.engine.decisions import Fork
from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import LimitReached, RuleFault
from adjudicator.engine.worlds import Ground, broken_by
from adjudicator.language.wording import called
from adjudicator.model.expressions import Apply, Compare, Literal
from adjudicator.model.outcomes import NOT_KNOWN, Answer
from adjudicator.model.situation import Node, Question, Situation
from adjudicator.records import dataclass
from adjudicator.rulings.ruling import Ruled, ruled, same_answer
from adjudicator.settling.settling import settle_question
from adjudicator.stage.clashes import worlds
from adjudicator.stage.writing import question_text

WHAT = ("contrary", "impossible", "open", "silence", "causes", "clauses")
"""The classes of differences, worst first."""
TORN = ("open", "reading", *NOT_KNOWN)


@dataclass(frozen=True)
class Verdict:
    """How two books differ about one instance in one situation; the answers as rulings, the clauses responsible in each."""

    what: str
    rulings: tuple[Ruled, Ruled]
    responsible: tuple[Names, Names]

    @property
    def rank(self) -> int:
        """The worse, the lower."""
        return WHAT.index(self.what)

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes two verdicts about one property the same."""
        return (self.what, self.responsible)


@dataclass(frozen=True)
class Glimpse:
    """The values an instance has in the worlds of a situation, what the worlds come of, and the clauses that give the values."""

    values: frozenset[str]
    causes: frozenset[str]
    winners: frozenset[str]


class Duel:
    """Two rulebooks made ready to settle the same situations; belongs to one thread."""

    def __init__(self, engines: tuple[Engine, Engine], clauses: bool = False) -> None:
        self.engines = engines
        self.clauses = clauses
        """Whether other deciding clauses behind the same answer are a difference, too."""

    def seen(self, situation: Situation, node: Node) -> tuple[Glimpse, Glimpse] | None:
        """What the two say, at a glance; nothing where they say the same or a limit is reached.

        Invariants are only asked where the values differ, or where no possible world may be left.
        """
        for possible in (False, True):
            found = tuple(self._glimpse(engine, situation, node, possible) for engine in self.engines)
            if None in found or not self._apart(*found):  # type: ignore[arg-type]
                return None
        return found  # type: ignore[return-value]

    def ruled_out(self, situation: Situation, node: Node) -> bool:
        """Whether just one of the two rules the situation out."""
        found = [self._glimpse(engine, situation, node, True) for engine in self.engines]
        return None not in found and bool(found[0].values) != bool(found[1].values)  # type: ignore[union-attr]

    def against_the_rules(self, situation: Situation, given: tuple[Node, ...]) -> bool:
        """Whether a fact says otherwise than the clauses of one of the books would, of what is no state: then it cannot come about."""
        return any(self._contradicts(engine, situation, node) for node in given for engine in self.engines)

    @staticmethod
    def _contradicts(engine: Engine, situation: Situation, node: Node) -> bool:
        if node[0] in engine.fluents or node[0] not in engine.book.clauses_about:
            return False
        bare = replace(situation, facts={n: fact for n, fact in situation.facts.items() if n != node})
        try:
            found = [world.resolve(node) for world in worlds(Ground(engine, bare), node)]
        except (LimitReached, RuleFault, Fork, RecursionError):
            return False
        return bool(found) and all(r.winners and r.value != situation.facts[node].value for r in found)

    def _apart(self, one: Glimpse, two: Glimpse) -> bool:
        if one.values != two.values or len(one.values) > 1 and one.causes != two.causes:
            return True
        return self.clauses and one.winners != two.winners

    @staticmethod
    def _glimpse(engine: Engine, situation: Situation, node: Node, possible: bool) -> Glimpse | None:
        try:
            found = list(worlds(Ground(engine, situation), node, possible))
        except (LimitReached, RuleFault, RecursionError):
            return None
        return Glimpse(
            frozenset(repr(world.told(node)) for world in found),
            frozenset(decision.cause.cause for world in found for decision in world.decisions.taken),
            frozenset(called(i.clause.name) for world in found for i in world.resolve(node).winners),
        )

    def verdict(self, situation: Situation, node: Node) -> Verdict | None:
        """How the two differ about the instance, settled in full; nothing where they do not, or one of them gives no answer."""
        question = question_of(self.engines[0], situation, node)
        try:
            one, two = (settle_question(Ground(engine, situation), question) for engine in self.engines)
        except (RuleFault, RecursionError):
            return None
        verdict = verdict_of(one, two, self.clauses)
        if verdict is None or verdict.what != "impossible":
            return verdict
        sides = zip(self.engines, (one, two), verdict.responsible, strict=True)
        first, second = (_broken(e, situation, node) if a.status == "impossible" else r for e, a, r in sides)
        return replace(verdict, responsible=(first, second))


def verdict_of(one: Answer, two: Answer, clauses: bool = False) -> Verdict | None:
    """How two answers to one question differ."""
    rulings = (ruled(one), ruled(two))
    if not all(r.decided for r in rulings) or one.status == two.status == "impossible":
        return None
    what = ""
    responsible = _responsible(one, two, rulings)
    if "impossible" in (one.status, two.status):
        what = "impossible"
    elif not same_answer(rulings[0].answer, rulings[1].answer):
        torn = [_torn(answer) for answer in (one, two)]
        speaks = [_speaks(*side) for side in zip((one, two), responsible, strict=True)]
        what = "silence" if not all(speaks) else "open" if any(torn) else "contrary"
    elif [c.cause for c in rulings[0].causes] != [c.cause for c in rulings[1].causes]:
        what = "causes"
    elif clauses and rulings[0].clauses != rulings[1].clauses:
        what = "clauses"
    return Verdict(what, rulings, responsible) if what else None


def _broken(engine: Engine, situation: Situation, node: Node) -> Names:
    """The invariants that rule the situation out."""
    try:
        found = [broken_by(world) for world in worlds(Ground(engine, situation), node, possible=False)]
    except (LimitReached, RuleFault, Fork, RecursionError):
        return ()
    return tuple(sorted({one.invariant.name for one in found if one is not None}))


def _speaks(answer: Answer, names: Names) -> bool:
    """Whether the book has a rule there: a clause is behind what it answers, or it is torn between several."""
    return bool(names) and any(outcome.world.decided for outcome in answer.outcomes)


def _torn(answer: Answer) -> bool:
    """Whether the book leaves the answer open: undecided, or turning on an open conflict, a reading or something unknown."""
    undecided = any(not outcome.world.decided for outcome in answer.outcomes)
    return undecided or len(answer.outcomes) > 1 and any(c.cause in TORN for o in answer.outcomes for c in o.because_of)


def _responsible(one: Answer, two: Answer, rulings: tuple[Ruled, Ruled]) -> tuple[Names, Names]:
    """The clauses at which the derivations part; where they do not, those that decide under one book alone."""
    if "impossible" in (one.status, two.status):
        return tuple(r.clauses if a.status == "impossible" else () for a, r in zip((one, two), rulings, strict=True))  # type: ignore[return-value]
    if not same_answer(rulings[0].answer, rulings[1].answer):
        parted = parting(one, two)
        if any(parted):
            sides = zip(parted, rulings, (one, two), strict=True)
            return tuple(_spoken(names, r, a) for names, r, a in sides)  # type: ignore[return-value]
    mine, other = (set(r.clauses) for r in rulings)
    return tuple(sorted(mine - other)), tuple(sorted(other - mine))


def _spoken(parted: Names, ruling: Ruled, answer: Answer) -> Names:
    """The clauses where derivations part; of a book with several answers that has none there, those it is torn between."""
    return tuple(sorted({called(name) for name in parted})) or (ruling.clauses if len(answer.outcomes) > 1 else ())


def question_of(engine: Engine, situation: Situation, node: Node) -> Question:
    """The question that a witness asks about an instance (as stage/writing.py words it)."""
    name, args = node
    ask = Apply(name, tuple(map(Literal, args)))
    prop = engine.book.properties.get(name.removeprefix("after:"))
    base = prop.type.base if prop is not None else ""
    yes_no = base == "yes/no" or name in ("may", "happens", "before") or name.startswith("kind:")
    text = question_text(engine.book, situation, node)
    return Question(text, Compare("=", ask, Literal("may")) if name == "may" else ask, yes_no)
