"""Climbing the ladder (4): all candidates together, rung by rung."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from adjudicator.model.clauses import Clause, Conclusion
from adjudicator.model.expressions import APPLIES
from adjudicator.model.ladder import Rung
from adjudicator.model.situation import Node
from adjudicator.model.values import AS_USUAL, Value
from adjudicator.model.vocabulary import Contradiction
from reference.branching import Branching, ordered
from reference.claims import Above
from reference.expressions import UNDECIDED, Known, evaluate

if TYPE_CHECKING:
    from reference.instances import World


@dataclass(frozen=True)
class Drawn:
    """10.2: a value left to chance (or to `who`), with its weighted alternatives; two are the same if these are."""

    cases: tuple[tuple[Value, Fraction], ...]
    who: str | None = None


@dataclass(frozen=True)
class Candidate:
    """1.3: a clause instance: a conclusion in a binding, with the value it gives.

    `turned` marks one that speaks of an order the other way round (11.4).
    """

    clause: Clause
    conclusion: Conclusion
    binding: tuple[tuple[str, Value], ...]
    value: Known | Drawn
    turned: bool = False

    def __hash__(self) -> int:
        """Of the clause's name and the binding alone: whole clauses are slow to hash."""
        return hash((self.clause.name, self.binding))


@dataclass(frozen=True)
class Fall:
    """A candidate that is out: on which rung, and everyone who beat it there."""

    loser: Candidate
    rung: int
    by: tuple[Candidate, ...]


@dataclass(frozen=True)
class Climb:
    """What came of the climb: a value, the title of the rung that decided, and who is left.

    `exceptions` is the length of the longest chain in which each is contrary to the one
    below and beats it, whether or not it is itself out (for the tests of the generator).
    """

    value: Known | Drawn
    rung: str | None
    standing: tuple[Candidate, ...]
    falls: tuple[Fall, ...] = ()
    branching: Branching | None = None
    exceptions: int = 0


@dataclass(frozen=True)
class Resolved:
    """How an instance came to its value in one world; of a paradox (7.3), what it `could` be."""

    value: Known
    how: str
    climb: Climb | None = None
    modifiers: tuple[Candidate, ...] = ()
    could: tuple[Known, ...] = ()

    @property
    def rung(self) -> str | None:
        """4.1: the title of the rung that decided."""
        return self.climb.rung if self.climb else None


def contrary(node: Node, a: Candidate, b: Candidate) -> bool:
    """3.1, 3.5 and 10.1: the values differ; of permissions, only `may not` is contrary to the others."""
    if node[0] == "may" and UNDECIDED not in (a.value, b.value) and AS_USUAL not in (a.value, b.value):
        return (a.value == "may not") != (b.value == "may not")
    return a.value != b.value


def at_odds(node: Node, candidates: tuple[Candidate, ...]) -> bool:
    """3.1: whether some two are contrary."""
    return any(contrary(node, a, b) for a in candidates for b in candidates)


def agreed(node: Node, candidates: tuple[Candidate, ...]) -> Known | Drawn:
    """3.1: where no two are contrary they have one value; `may` and `must` make `must`."""
    values = {c.value for c in candidates}
    if node[0] == "may" and "must" in values:
        return "must"
    (value,) = values
    return value


def sides(node: Node, standing: tuple[Candidate, ...]) -> tuple[Value, ...]:
    """4.9 and 4.10: the distinct values that survive; a surviving `must` speaks for `may` too (3.1)."""
    values = {c.value for c in standing}
    if node[0] == "may" and "must" in values:
        values.discard("may")
    return ordered(values)


def climb(world: World, node: Node, candidates: tuple[Candidate, ...]) -> Climb:
    """4.1, and 4.10: contrary candidates that survive the whole ladder leave the instance open."""
    top = survivors(world, node, candidates)
    if top.branching is None and at_odds(node, top.standing) and top.value is UNDECIDED:
        branching = Branching("open", world.what(node), "", sides(node, top.standing))
        return replace(top, value=world.path.take(branching), branching=branching)
    return top


def survivors(world: World, node: Node, candidates: tuple[Candidate, ...]) -> Climb:
    """4.1: the survivors of each rung go on to the next, until no two of them are contrary.

    The value is undecided where contrary ones survive the whole ladder.
    """
    standing, falls, decided, depth = candidates, [], None, 0
    for index, rung in enumerate((world.frame.situation.ladder or world.frame.book.ladder).rungs):
        if not at_odds(node, standing):
            break
        if rung.form == "averaging":
            if (mean := averaged(world, node, standing)) is not None:
                return Climb(mean, rung.title, standing, tuple(falls))
        elif rung.form == "chance":
            values = sides(node, standing)
            even = (Fraction(1, len(values)),) * len(values)
            branching = Branching("chance", world.what(node), "rung", values, even)
            return Climb(world.path.take(branching), rung.title, standing, tuple(falls), branching)
        else:
            depth = max(depth, exceptions(world, node, rung, standing))
            fallen = eliminate(world, node, index, rung, standing)
            falls += fallen
            losers = [fall.loser for fall in fallen]
            standing = tuple(c for c in standing if c not in losers)
            decided = rung.title if fallen else decided
    value = UNDECIDED if at_odds(node, standing) else agreed(node, standing)
    return Climb(value, decided, standing, tuple(falls), None, depth)


def averaged(world: World, node: Node, standing: tuple[Candidate, ...]) -> Fraction | None:
    """4.7: the exact mean over the surviving instances, if the property averages."""
    about = world.frame.property_of(node)
    values = [c.value for c in standing]
    if about is None or not about.averages or not all(isinstance(v, Fraction) for v in values):
        return None
    return sum(values, Fraction(0)) / len(values)


def eliminate(world: World, node: Node, index: int, rung: Rung, standing: tuple[Candidate, ...]) -> list[Fall]:
    """4.1: in is who is beaten only by those that are out, out who is beaten by one that is in; of a circle the rung says nothing."""
    above = {b: tuple(a for a in standing if a is not b and contrary(node, a, b) and beats(world, node, rung, a, b)) for b in standing}
    inside: set[Candidate] = set()
    fallen: set[Candidate] = set()
    before = -1
    while before < len(inside) + len(fallen):
        before = len(inside) + len(fallen)
        fallen |= {c for c in standing if any(a in inside for a in above[c])}
        inside |= {c for c in standing if all(a in fallen for a in above[c])}
    return [Fall(c, index, tuple(a for a in above[c] if a in inside)) for c in standing if c in fallen]


def exceptions(world: World, node: Node, rung: Rung, standing: tuple[Candidate, ...]) -> int:
    """How deep exceptions to exceptions go on one rung."""

    def depth(candidate: Candidate, below: tuple[Candidate, ...] = ()) -> int:
        """How many stand above a candidate, each contrary to the next; once round in a circle."""
        above = (a for a in standing if a not in below and contrary(node, a, candidate) and beats(world, node, rung, a, candidate))
        return max((1 + depth(a, (*below, candidate)) for a in above), default=0)

    return max(depth(c) for c in standing)


def beats(world: World, node: Node, rung: Rung, a: Candidate, b: Candidate) -> bool:
    """4.2 to 4.8: the strict partial order of one rung."""
    if insists(a) or insists(b):
        return stands(world, node, rung, a, b)
    match rung.form:
        case "claim":
            return (a.clause.name, b.clause.name) in world.claims(node[0])
        case "call":
            return world.frame.situation.suppose.get("calls") is not False and (a.clause.name, b.clause.name) in world.calls(node[0])
        case "contradiction":
            return any(_played(world, one, a.clause, b.clause) for one in world.frame.book.contradictions.values())
        case "specificity":
            return world.specificity.more_specific((a.clause, a.conclusion), (b.clause, b.conclusion), turned=a.turned != b.turned)
        case "source":
            return _higher(world.frame.book.sources, a.clause.source, b.clause.source)
        case "status":
            order = rung.order
            both = a.clause.status in order and b.clause.status in order
            return both and order.index(a.clause.status) < order.index(b.clause.status)
        case "key":
            return _first(rung, key_of(world, rung, a), key_of(world, rung, b))
        case "alphabet":
            first, second = _name(rung, a), _name(rung, b)
            return None not in (first, second) and first < second
    raise ValueError(rung.form)


def insists(candidate: Candidate) -> bool:
    """3.3: whether the candidate is that a clause itself applies."""
    return candidate.conclusion.property == APPLIES + candidate.clause.name


def stands(world: World, node: Node, rung: Rung, a: Candidate, b: Candidate) -> bool:
    """3.3: that a clause applies stands by its claims alone, against the exceptions over which it claims."""
    if (a.clause.name, b.clause.name) in claims_on(world, node, rung):
        return True
    if insists(a):
        return False
    rungs = [one for one in (world.frame.situation.ladder or world.frame.book.ladder).rungs if one.form in ("claim", "call")]
    return rung not in rungs or not any((b.clause.name, a.clause.name) in claims_on(world, node, one) for one in rungs)


def claims_on(world: World, node: Node, rung: Rung) -> Above:
    """4.2 and 4.11: what is claimed on a rung; on any other rung, nothing."""
    if rung.form == "claim":
        return world.claims(node[0])
    called = rung.form == "call" and world.frame.situation.suppose.get("calls") is not False
    return world.calls(node[0]) if called else frozenset()


def _played(world: World, contradiction: Contradiction, a: Clause, b: Clause) -> bool:
    """4.12: whether one clause cites the side of a contradiction that this world plays, and the other the other side."""
    mine, other = _sides(contradiction, a), _sides(contradiction, b)
    if len(mine) != 1 or len(other) != 1 or mine == other:
        return False
    alternatives = (contradiction.played, contradiction.other)
    return world.read_as(contradiction.name, alternatives) == contradiction.sides[mine[0]][0]


def _sides(contradiction: Contradiction, clause: Clause) -> list[int]:
    """Which sides of a contradiction a clause cites."""
    return [number for number, side in enumerate(contradiction.sides) if set(side) & set(clause.cites)]


def _name(rung: Rung, candidate: Candidate) -> str | None:
    """4.8: the name of the card, else of the bearer; never that of a clause."""
    clause = candidate.clause
    name = clause.card or (dict(candidate.binding)[clause.bearer] if clause.bearer else None)
    return None if name is None else str(name).casefold()


def _higher(sources: dict, a: str, b: str) -> bool:
    """4.4: the higher rank beats the lower; a clause without a source does not take part."""
    return a in sources and b in sources and sources[a].rank > sources[b].rank


def key_of(world: World, rung: Rung, candidate: Candidate) -> tuple[Fraction, ...] | None:
    """4.6: the key of a clause; None if it does not take part."""
    clause = candidate.clause
    numbered = rung.otherwise is not None
    if numbered and clause.name in world.frame.situation.numbers:
        return (Fraction(world.frame.situation.numbers[clause.name]),)
    if numbered and clause.number is not None:
        return (Fraction(clause.number),)
    if clause.bearer:
        it: dict[str, Value] = {"it": dict(candidate.binding)[clause.bearer]}
        values = tuple(evaluate(key.term, it, world) for key in rung.keys)
        return None if UNDECIDED in values else values
    if not numbered:
        return None
    source = world.frame.book.sources.get(clause.source)
    number = source.number if source and source.number is not None else rung.otherwise
    return (Fraction(number),)


def _first(rung: Rung, a: tuple | None, b: tuple | None) -> bool:
    """4.6: the key terms one after another; the first difference decides."""
    if a is None or b is None:
        return False
    for key, x, y in zip(rung.keys, a, b, strict=True):
        if x != y:
            return x < y if key.lowest else x > y
    return False
