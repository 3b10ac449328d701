"""The limits that a deck breaks: every clause that speaks against it, the cards that break it, and what taking cards out does to it.

Nothing is known here of what the limits are: each is read off the clauses that the engine found to hold.  A clause about certain
cards falls with any of them; one that compares numbers falls when what it counts comes down far enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from fractions import Fraction

from adjudicator.engine.decisions import Decisions
from adjudicator.engine.resolve import World
from adjudicator.engine.truth import Binding, members, value_of
from adjudicator.engine.worlds import Ground
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import Aggregate, And, Apply, Arith, Compare, Not, Quantified, Sentence, Term
from adjudicator.model.outcomes import Instance, Outcome
from adjudicator.model.situation import Node
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Ref
from adjudicator.records import dataclass

Weights = dict[str, Fraction]


@dataclass(frozen=True)
class Load:
    """What has to come out for a limit to be kept: cards of at least this much in all.

    `weights` says how much each card counts; `need` is None where taking cards out cannot mend it.
    """

    weights: Weights
    need: Fraction | None


@dataclass(frozen=True)
class Broken:
    """A limit that is broken: by which clause, through which cards, by how much.

    `lacks` is how much more there would have to be, where there is too little; `found` and `allowed` are the numbers compared.
    """

    clause: Clause
    loads: tuple[Load, ...]
    cards: tuple[str, ...]
    lacks: Fraction | None = None
    found: Fraction | None = None
    allowed: Fraction | None = None
    near: tuple[str, ...] = ()
    """Ids cited by the clauses that give the numbers compared."""


@dataclass
class _Linear:
    """A number as a sum over cards and a rest that does not depend on them; `counts` where things are counted in it at all."""

    rest: Fraction
    weights: Weights = field(default_factory=dict)
    counts: bool = False

    def plus(self, other: _Linear, sign: int = 1) -> _Linear:
        weights = dict(self.weights)
        for card, weight in other.weights.items():
            weights[card] = weights.get(card, Fraction(0)) + sign * weight
        return _Linear(self.rest + sign * other.rest, weights, self.counts or other.counts)

    def times(self, factor: Fraction) -> _Linear:
        return _Linear(self.rest * factor, {card: weight * factor for card, weight in self.weights.items()}, self.counts)

    @property
    def total(self) -> Fraction:
        return self.rest + sum(self.weights.values())


def broken_limits(ground: Ground, outcome: Outcome, node: Node, wrong: object, cards: Sequence[str]) -> list[Broken]:
    """Every clause that gives the deck this (wrong) value, each once, with the cards among these that break it."""
    resolution = outcome.world.resolutions.get(node)
    if resolution is None or resolution.value != wrong:
        return []
    reader = _Reader(ground, outcome, frozenset(cards))
    by_clause: dict[str, list[Instance]] = {}
    for instance in resolution.winners:
        by_clause.setdefault(instance.clause.name, []).append(instance)
    return [broken for instances in by_clause.values() for broken in reader.broken(instances)]


class _Reader:
    """Reads limits off the clauses that hold in one world."""

    def __init__(self, ground: Ground, outcome: Outcome, cards: frozenset[str]) -> None:
        self.world = World(ground.engine, ground.table, Decisions(outcome.world.decisions), [], dict(outcome.world.resolutions))
        self.cards = cards

    def broken(self, instances: list[Instance]) -> list[Broken]:
        """One clause with all its instances; a property behind it (`the deck lacks something`) is looked through to the clauses of that."""
        clause = instances[0].clause
        bound = [self._bound(instance) for instance in instances]
        if all(bound):
            pairs = list(dict.fromkeys(frozenset(names) for names in bound))
            loads = tuple(Load({name: Fraction(1) for name in sorted(pair)}, Fraction(1)) for pair in pairs)
            return [Broken(clause, loads, self._ordered(name for pair in pairs for name in pair))]
        found = []
        for instance in instances:
            deeper = self._behind(instance)
            found += deeper if deeper else [replace(self._compared(instance), near=self._near(instance))]
        return found

    def _near(self, instance: Instance) -> tuple[str, ...]:
        below = [self.world.resolved[node] for node in instance.rests_on if node in self.world.resolved]
        return tuple(dict.fromkeys(cite for resolution in below for winner in resolution.winners for cite in winner.clause.cites))

    def _bound(self, instance: Instance) -> list[str]:
        """The cards that the instance is about by name."""
        return [value.name for _, value in instance.binding if isinstance(value, Ref) and value.name in self.cards]

    def _ordered(self, names: Iterable[str]) -> tuple[str, ...]:
        wanted = set(names)
        return tuple(name for name in self.world.table.situation.things if name in wanted)

    def _behind(self, instance: Instance) -> list[Broken]:
        """The limits behind a clause that only passes on what another yes/no property says of the deck."""
        conditions = _conditions(instance.clause)
        if any(isinstance(c, Compare) and self._linear_of(c, dict(instance.binding)) for c in conditions):
            return []
        found = []
        for condition in conditions:
            if not isinstance(condition, Apply) or condition.property.startswith("kind:"):
                continue
            args = tuple(value_of(self.world, arg, dict(instance.binding)) for arg in condition.args)
            resolution = self.world.resolve((condition.property, args))
            if resolution.value is True and resolution.winners and not any(isinstance(a, Ref) and a.name in self.cards for a in args):
                by_clause: dict[str, list[Instance]] = {}
                for winner in resolution.winners:
                    by_clause.setdefault(winner.clause.name, []).append(winner)
                found += [broken for winners in by_clause.values() for broken in self.broken(winners)]
        return found

    def _compared(self, instance: Instance) -> Broken:
        """A clause that compares numbers, or asks whether there is a card of some sort."""
        binding, found = dict(instance.binding), []
        for condition in _conditions(instance.clause):
            if isinstance(condition, Quantified) and condition.op == "some":
                names = self._members(replace(condition, such_that=And((condition.such_that, condition.body))), binding)
                if names:
                    return Broken(instance.clause, tuple(Load({n: Fraction(1)}, Fraction(1)) for n in names), self._ordered(names))
            if isinstance(condition, Compare) and (sides := self._linear_of(condition, binding)) is not None:
                found.append(self._of_comparison(instance.clause, condition.op, *sides))
        if not found:
            return Broken(instance.clause, (Load({}, None),), ())
        needs = [(load.need, load) for one in found for load in one.loads if load.need is not None]
        return replace(found[0], loads=(min(needs, key=lambda one: one[0])[1],)) if needs else found[0]

    def _linear_of(self, condition: Compare, binding: Binding) -> tuple[_Linear, _Linear] | None:
        """Both sides of a comparison in which cards are counted; None where it counts none."""
        left, right = self._linear(condition.left, binding), self._linear(condition.right, binding)
        if left is None or right is None or not (left.counts or right.counts):
            return None
        return left, right

    def _of_comparison(self, clause: Clause, op: str, left: _Linear, right: _Linear) -> Broken:
        if op in ("<", "<="):
            op, left, right = {"<": ">", "<=": ">="}[op], right, left
        over = left.plus(right, -1)
        down = {card: weight for card, weight in over.weights.items() if weight > 0}
        amount, found, allowed = over.total, left.total, right.total
        if op in ("!=", "=") and amount < 0:
            over, amount, down = over.times(Fraction(-1)), -amount, {c: -w for c, w in over.weights.items() if w < 0}
            left, right = right, left
        need = amount if op in (">", "!=") else amount + min(down.values(), default=Fraction(1))
        if sum(down.values()) < need:
            up = sum(1 for weight in over.weights.values() if weight < 0)
            lacks = need if up or not down else None
            return Broken(clause, (Load({}, None),), self._ordered(over.weights), lacks, right.total, left.total)
        return Broken(clause, (Load(down, need),), self._ordered(down), None, found, allowed)

    def _members(self, over: Quantified, binding: Binding) -> list[str]:
        return [ref.name for ref, _ in members(self.world, over, binding) if ref.name in self.cards]

    def _linear(self, term: Term, binding: Binding, depth: int = 0) -> _Linear | None:
        """A term as a sum over cards; None where it is no number."""
        value = value_of(self.world, term, binding)
        if value is UNDECIDED or not isinstance(value, Fraction):
            return None
        match term:
            case Arith("+" | "-" as op, a, b):
                left, right = self._linear(a, binding, depth), self._linear(b, binding, depth)
                return left.plus(right, 1 if op == "+" else -1) if left is not None and right is not None else _Linear(value)
            case Arith("*", a, b):
                left, right = self._linear(a, binding, depth), self._linear(b, binding, depth)
                if left is not None and right is not None and not (left.weights and right.weights):
                    return left.times(right.rest) if left.weights else right.times(left.rest)
            case Aggregate("count" | "sum" as op, term=counted):
                weights: Weights = {}
                for ref, inner in members(self.world, term, binding):
                    worth = Fraction(1) if op == "count" or counted is None else value_of(self.world, counted, inner)
                    if ref.name in self.cards and isinstance(worth, Fraction):
                        weights[ref.name] = weights.get(ref.name, Fraction(0)) + worth
                return _Linear(value - sum(weights.values()), weights, True)
            case Apply(name, args) if depth < DEEPEST:
                node = (name, tuple(value_of(self.world, arg, binding) for arg in args))
                resolution = self.world.resolve(node)
                if resolution.winners and not resolution.modifiers:
                    winner = resolution.winners[0]
                    within = self._linear(winner.conclusion.value, dict(winner.binding), depth + 1)
                    return within if within is not None and within.total == value else _Linear(value)
        return _Linear(value)


DEEPEST = 8
"""How many properties are looked through, one behind another, for what a number counts."""


def _conditions(clause: Clause) -> list[Sentence]:
    """The conditions of a clause, one by one; of a denied comparison, the opposite one."""
    return [_plain(part) for when in clause.whens for part in (when.parts if isinstance(when, And) else (when,))]


def _plain(condition: Sentence) -> Sentence:
    match condition:
        case Not(Compare(op, left, right)) if op in _OPPOSITE:
            return Compare(_OPPOSITE[op], left, right)
    return condition


_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
