"""Worlds and outcomes (8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, product
from math import prod

from adjudicator.model.expressions import Apply, Literal, Not, Term, Var, children, walk
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Question, Scenario
from adjudicator.model.values import Value
from reference.branching import NOT_TOLD, PARADOX, Branching, Path, TooLarge, every_path
from reference.expressions import UNDECIDED, Known, evaluate
from reference.frame import Frame
from reference.instances import Tables, World
from reference.invariants import NotPossible, must_be_possible
from reference.ladder import Candidate, Resolved
from reference.specificity import Specificity
from reference.story import Walk, every_walk
from reference.turns import OutOfTurn

End = tuple[Known, str | None, dict[Node, Resolved], bool]
Reason = tuple[str, object, str | None]
Condition = frozenset[tuple[Reason, Value]]
MOST_WORLDS = 96
MOST_CONDITIONS = 3_000
MOST_WORLDS_OF_A_STORY = 16
MOST_SPLITS = 5_000


@dataclass(frozen=True)
class Lived:
    """A possible world at its end: its decisions, the answer, and how each instance came about."""

    path: Path
    answer: Known
    rung: str | None
    resolutions: dict[Node, Resolved]
    possible: bool = True


@dataclass(frozen=True)
class ReferenceOutcome:
    """An answer, its probability where chance is a cause, its causes, and the rungs that decided it."""

    answer: Known
    probability: Fraction | None
    causes: frozenset[Reason]
    rungs: frozenset[str | None]
    conditions: frozenset[Condition] | None = None


@dataclass(frozen=True)
class ReferenceAnswer:
    """8.3: a settled question."""

    status: str
    outcomes: tuple[ReferenceOutcome, ...]
    worlds: tuple[Lived, ...]
    impossible: int = 0


def settle_by_force(book: Rulebook, scenario: Scenario) -> tuple[ReferenceAnswer, ...]:
    """8: every question, in every world."""
    frame = Frame(book, scenario.situation)
    tables = Tables(frame, Specificity(book), {})
    return tuple(answer(tables, question) for question in scenario.questions)


def answer(tables: Tables, question: Question) -> ReferenceAnswer:
    """8.1 to 8.3: visit all worlds, drop the impossible ones, and sum up."""
    lived = tuple(Lived(path, *end) for path, end in worlds_of(tables, question))
    possible = tuple(w for w in lived if w.possible)
    status = status_of(possible)
    outcomes = tuple(replace(outcome, conditions=conditions_of(outcome.answer, lived)) for outcome in outcomes_of(possible))
    return ReferenceAnswer(status, outcomes, possible, len(lived) - len(possible))


def worlds_of(tables: Tables, question: Question) -> Iterator[tuple[Path, End]]:
    """8.1: all worlds; 11.1: those of the one moment that there is, or of a story."""

    refused: list[OutOfTurn] = []

    def asked(find: Callable[[], World | None]) -> End:
        """The question in one world; whether it was refused for a turn out of order is kept."""

        def in_turn() -> World | None:
            try:
                return find()
            except OutOfTurn as told:
                refused.append(told)
                raise

        return live(question, in_turn)

    if tables.frame.situation.story is None:
        return every_path(World(tables, Path()), lambda world: asked(lambda: world), MOST_WORLDS)
    found = [*every_walk(Walk(tables, Path(), question.moment), asked, MOST_WORLDS_OF_A_STORY)]
    if len(refused) < len(found) or not found:
        return iter(found)
    return every_walk(Walk(tables, Path(), question.moment, passing=True), asked, MOST_WORLDS_OF_A_STORY)


def live(question: Question, find: Callable[[], World | None]) -> End:
    """One world: the answer, the rung that decided it, all resolutions, and whether it is possible."""
    try:
        world = find()
        if world is None:
            return UNDECIDED, None, {}, True
        world.asked = tuple(walk(question.ask))
        found = evaluate(question.ask, {}, world)
        asked = node_asked(question)
        rung = world.resolve(asked).rung if asked else None
        itself = asked_for_itself(question)
        if itself and (world.resolve(itself).how == PARADOX or world.frame.must_be_told(itself) and is_missing(world, itself)):
            found = UNDECIDED
        must_be_possible(world)
    except NotPossible:
        return UNDECIDED, None, {}, False
    return found, rung, world.settled, True


def asked_for_itself(question: Question) -> Node | None:
    """9.5: the instance that is asked for itself, or whether it is not so; missing, it is undecided, whatever it is elsewhere."""
    return _instance(question.ask.body if isinstance(question.ask, Not) else question.ask)


def is_missing(world: World, node: Node, above: tuple[Node, ...] = ()) -> bool:
    """9.5: whether it is missing, or what a clause only takes over from missing instances of the same property."""
    if node in above:
        return True
    found = world.settled.get(node) if above else world.resolve(node)
    if found is None or found.how != "clauses" or found.climb is None:
        return found is not None and found.how == NOT_TOLD
    return all(any(is_missing(world, n, (*above, node)) for n in _named(c, node[0])) for c in found.climb.standing)


def _named(candidate: Candidate, about: str) -> Iterator[Node]:
    """The instances of a property that the conditions and the value of a candidate name by its own variables."""
    known = dict(candidate.binding)
    waiting: list = [*candidate.clause.whens, candidate.conclusion.value]
    while waiting:
        one = waiting.pop()
        waiting += children(one)
        if isinstance(one, Apply) and one.property == about:
            args = [known.get(a.name, a) if isinstance(a, Var) else a.value if isinstance(a, Literal) else a for a in one.args]
            if not any(isinstance(arg, Term) for arg in args):
                yield about, tuple(args)


def node_asked(question: Question) -> Node | None:
    """The property instance that a plain question is about."""
    return _instance(question.ask)


def _instance(ask: object) -> Node | None:
    if isinstance(ask, Apply) and all(isinstance(arg, Literal) for arg in ask.args):
        return (ask.property, tuple(arg.value for arg in ask.args))
    return None


def status_of(worlds: tuple[Lived, ...]) -> str:
    """8.2 and 8.3."""
    if not worlds:
        return "impossible"
    answers = {w.answer for w in worlds}
    if answers == {UNDECIDED}:
        return "undecided"
    return "forced" if len(answers) == 1 else "several"


def outcomes_of(worlds: tuple[Lived, ...]) -> tuple[ReferenceOutcome, ...]:
    """8.5 and 10.4: one outcome for each answer and, where chance is a cause of one, each probability it can have."""
    found: list[ReferenceOutcome] = []
    causes = {value: causes_of(value, worlds) for value in dict.fromkeys(w.answer for w in worlds)}
    random = any(cause == "chance" for reasons in causes.values() for cause, _, _ in reasons)
    for value, reasons in causes.items():
        rungs = frozenset(w.rung for w in worlds if w.answer == value)
        for probability in probabilities(value, worlds) if random else (None,):
            found.append(ReferenceOutcome(value, probability, reasons, rungs))
    return tuple(found)


def causes_of(value: Known, worlds: tuple[Lived, ...]) -> frozenset[Reason]:
    """8.4: the members of the smallest sets of causes by which a world with this answer differs from another."""
    sets: set[frozenset[Reason]] = set()
    for here in worlds:
        for there in worlds:
            if here.answer == value and there.answer != value:
                mine, theirs = here.path.decisions, there.path.decisions
                sets.add(frozenset(b.reason for b in mine if b in theirs and mine[b] != theirs[b]))
    smallest = (one for one in sets if not any(other < one for other in sets))
    return frozenset().union(*smallest)


def conditions_of(value: Known, lived: tuple[Lived, ...]) -> frozenset[Condition] | None:
    """8.6: the smallest combinations of decisions of which some possible world, and no possible one with another answer, is.

    None where they are too many to be tried one by one.
    """
    branchings = list(dict.fromkeys(b for w in lived for b in w.path.decisions))
    tries = prod(len(branching.alternatives) + 1 for branching in branchings)
    if tries > MOST_CONDITIONS:
        return None
    worlds = [w for w in lived if w.possible]
    all_of_them = frozenset(range(len(worlds)))
    of_answer = frozenset(i for i in all_of_them if worlds[i].answer == value)
    agreeing = [[_agreeing(worlds, all_of_them, b, taken) for taken in b.alternatives] for b in branchings]
    found: list[frozenset[tuple[int, int]]] = []  # which alternative (by number) of which branching (by number)
    for size in range(len(branchings) + 1):
        for some in combinations(range(len(branchings)), size):
            for taken in product(*(range(len(branchings[b].alternatives)) for b in some)):
                condition = frozenset(zip(some, taken, strict=True))
                if not any(one <= condition for one in found):
                    left = all_of_them.intersection(*(agreeing[b][v] for b, v in condition))
                    if left and left <= of_answer:
                        found.append(condition)
    told = {frozenset((branchings[b].reason, branchings[b].alternatives[v]) for b, v in one) for one in found}
    return frozenset(one for one in told if not any(other < one for other in told))


def probabilities(value: Known, worlds: tuple[Lived, ...]) -> tuple[Fraction, ...]:
    """8.5 and 10.4: within each choice of all other decisions, the share of the chance branches; distinct shares.

    A world that does not meet a decision belongs to every alternative of it.
    """
    found: set[Fraction] = set()
    branchings = list(dict.fromkeys(b for w in worlds for b in w.path.decisions if b.cause != "chance"))
    apart = {frozenset(range(len(worlds)))}
    for branching in branchings:
        sides = {_agreeing(worlds, some, branching, taken) for some in apart for taken in branching.alternatives}
        apart = {some for some in sides if some}
        if len(apart) > MOST_SPLITS:
            raise TooLarge("too many choices of all other decisions")
    for some in apart:
        # Worlds that are not possible have no share: what is possible adds up to one.
        total = sum(worlds[i].path.chance for i in some)
        found.add(sum((worlds[i].path.chance for i in some if worlds[i].answer == value), Fraction(0)) / total)
    return tuple(sorted(found - {Fraction(0)}))


def _agreeing(worlds: Sequence[Lived], some: frozenset[int], branching: Branching, taken: Value) -> frozenset[int]:
    return frozenset(i for i in some if worlds[i].path.decisions.get(branching, taken) == taken)
