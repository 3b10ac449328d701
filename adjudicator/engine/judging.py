"""What the rungs of the ladder ask of two candidates in one world."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from adjudicator.engine.limits import LimitReached
from adjudicator.engine.speaking import reading_taken
from adjudicator.engine.symbols import Symbol
from adjudicator.engine.trace import Holder
from adjudicator.engine.truth import arithmetic, compare_values, value_of
from adjudicator.entailment.entailment import Entailment, Side
from adjudicator.model.clauses import UNSAID, Warrant
from adjudicator.model.expressions import Apply
from adjudicator.model.ladder import Rung
from adjudicator.model.outcomes import Contest, Instance, Resolution, Verdict
from adjudicator.model.situation import CALLS
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Usual, Value
from adjudicator.precedence.claims import Edge
from adjudicator.precedence.contradictions import contradictions_between
from adjudicator.precedence.specificity import more_specific

if TYPE_CHECKING:
    from adjudicator.engine.resolve import World


def contrary_values(name: str, a: Value, b: Value) -> bool:
    """Two values that cannot both stand (docs/meaning.md 3.1, 3.5)."""
    if name == "may" and not (isinstance(a, Usual) or isinstance(b, Usual)):
        return (a == "may not") != (b == "may not")
    return a != b


class WorldJudge:
    """Answers for one property instance; see precedence/climb.py. What a rung has said of two candidates is kept in the `contest`."""

    def __init__(self, world: World, property_name: str, contest: Contest | None = None) -> None:
        self.world = world
        self.name = property_name
        self.contest = dict(contest or {})

    def contrary(self, a: Instance, b: Instance) -> bool:
        """Whether the two candidates cannot both stand."""
        if UNDECIDED in (a.value, b.value):
            return a.value is not b.value
        if isinstance(a.value, Usual) or isinstance(b.value, Usual):
            return type(a.value) is not type(b.value)
        if isinstance(a.value, Symbol) or isinstance(b.value, Symbol):
            if not all(isinstance(one.value, (Fraction, Symbol)) for one in (a, b)):
                return True  # what is still to be drawn (10.2), or no number at all
            return compare_values(self.world, "=", a.value, b.value) is not True
        return contrary_values(self.name, a.value, b.value)

    def averages(self) -> bool:
        """Whether the averaging rung may reconcile this property."""
        prop = self.world.book.properties.get(self.name.removeprefix("after:"))
        return bool(prop and prop.averages)

    def mean(self, standing: Sequence[Instance]) -> Value:
        """The exact mean of what is said, known numbers or not; None where the property does not average, or not all are numbers."""
        if not self.averages() or not all(isinstance(one.value, (Fraction, Symbol)) for one in standing):
            return None
        total: Value = Fraction(0)
        for one in standing:
            total = arithmetic(self.world, "+", total, one.value)
        return arithmetic(self.world, "/", total, Fraction(len(standing)))

    def beats(self, rung: Rung, a: Instance, b: Instance) -> str:
        """Why this rung puts `a` above `b`; empty when it does not."""
        return self._verdict(rung, a, b).reason

    def warrant(self, rung: Rung, a: Instance, b: Instance) -> Warrant:
        """What it rests on that this rung puts `a` above `b`."""
        return self._verdict(rung, a, b).warrant

    def _verdict(self, rung: Rung, a: Instance, b: Instance) -> Verdict:
        pair = (rung.title, a.key, a.value, b.key, b.value)
        said = self.contest.get(pair)
        if said is None:
            with self.world.reading() as read:
                reason = self._reason(rung, a, b)
            edge = self._edge(rung, a, b) if reason and rung.form in ("claim", "call") else None
            said = self.contest[pair] = Verdict(reason, UNSAID if edge is None else edge.warrant, tuple(read))
        self.world.has_read(said.read)
        return said

    def _reason(self, rung: Rung, a: Instance, b: Instance) -> str:
        if a.clause.insists or b.clause.insists:
            return self._insisting(rung, a, b)
        match rung.form:
            case "claim" | "call":
                edge = self._edge(rung, a, b)
                return "" if edge is None else edge.reason
            case "contradiction":
                return self._played(a, b)
            case "specificity":
                return self._specificity(a, b)
            case "source":
                return self._source(a, b)
            case "status":
                return _earlier(rung.order, a.clause.status, b.clause.status)
            case "key":
                return self._key(rung, a, b)
            case "alphabet":
                first, second = self._name(rung, a), self._name(rung, b)
                return f"{first} comes before {second}" if first and second and first < second else ""
        return ""

    def _edge(self, rung: Rung, a: Instance, b: Instance) -> Edge | None:
        engine, book = self.world.engine, self.world.book
        if rung.form == "call" and self.world.situation.suppose.get(CALLS) is False:
            return None
        return engine.claims_on(rung).edge(book.claimant(a.clause), book.claimant(b.clause), self.name)

    def _insisting(self, rung: Rung, a: Instance, b: Instance) -> str:
        """3.3: that a clause applies stands by its claims alone, against exceptions over which it claims."""
        edge = self._edge(rung, a, b) if rung.form in ("claim", "call") else None
        if edge is not None or a.clause.insists:
            return "" if edge is None else edge.reason
        rungs = [one for one in self.world.ladder.rungs if one.form in ("claim", "call")]
        held = rung in rungs and any(self._edge(one, b, a) for one in rungs)
        return "" if held else "it is an exception, over which the other does not claim"

    def _played(self, a: Instance, b: Instance) -> str:
        """Of two clauses that cite the sides of a contradiction, which one is played in this world."""
        for one in contradictions_between(self.world.book, a.clause, b.clause):
            if reading_taken(self.world, one.name) == one.side_of(a.clause):
                other = one.side_of(b.clause)
                why = f" ({one.because})" if one.side_of(a.clause) == one.played else ""
                return f"{one.side_of(a.clause)} and {other} contradict each other, and the first is played{why}"
        return ""

    def _specificity(self, a: Instance, b: Instance) -> str:
        if a.clause.name == b.clause.name:
            return ""
        i, j = a.clause.conclusions.index(a.conclusion), b.clause.conclusions.index(b.conclusion)
        entails = self.world.engine.entailment
        verdict = more_specific(a.clause, i, b.clause, j, entails)
        _must_be_decided(entails, (a.clause.name, i), (b.clause.name, j))
        return verdict.reason if verdict.holds else ""

    def _source(self, a: Instance, b: Instance) -> str:
        sources = self.world.book.sources
        first, second = sources.get(a.clause.source), sources.get(b.clause.source)
        if first is None or second is None or first.rank <= second.rank:
            return ""
        return f"{first.name} ranks above {second.name}"

    def _name(self, rung: Rung, instance: Instance) -> str:
        clause = instance.clause
        bearer = dict(instance.binding).get(clause.bearer) if clause.bearer and not clause.card else None
        return (clause.card or str(bearer or "")).casefold()

    def _key(self, rung: Rung, a: Instance, b: Instance) -> str:
        first, second = self.keys(rung, a), self.keys(rung, b)
        if first is None or second is None:
            return ""
        if rung.numbered and self.world.engine.trace is not None:
            self.world.engine.trace.weigh(self.holder(rung, a), first[0], self.holder(rung, b), second[0])
        for key, x, y in zip(rung.keys, first, second, strict=True):
            if x is UNDECIDED or y is UNDECIDED:
                return ""
            if compare_values(self.world, "=", x, y):
                continue
            wins = compare_values(self.world, "<" if key.lowest else ">", x, y)
            return f"{x} before {y}" if wins else ""
        return ""

    def keys(self, rung: Rung, instance: Instance) -> list[Value] | None:
        """The keys of the clause's bearer; a clause that nothing bears may have a number of its own."""
        clause = instance.clause
        bearer = dict(instance.binding).get(clause.bearer) if clause.bearer else None
        supposed = self.world.situation.numbers.get(clause.name) if rung.numbered else None
        if supposed is not None:
            return [_fraction(supposed)]
        if rung.numbered and clause.number is not None:
            return [_fraction(clause.number)]
        if bearer is not None:
            return [value_of(self.world, key.term, {"it": bearer}) for key in rung.keys]
        if not rung.numbered:
            return None
        source = self.world.book.sources.get(clause.source)
        number = source.number if source is not None and source.number is not None else rung.otherwise
        return None if number is None else [_fraction(number)]

    def holder(self, rung: Rung, instance: Instance) -> Holder:
        """What holds the number by which a numbered rung compares a clause: an instance about its bearer, or the clause."""
        clause, term = instance.clause, rung.keys[0].term
        bearer = dict(instance.binding).get(clause.bearer) if clause.bearer else None
        own = clause.number is not None or clause.name in self.world.situation.numbers
        if bearer is None or own or not isinstance(term, Apply) or len(term.args) != 1:
            return clause.name
        return (term.property, (bearer,))


class OrderJudge(WorldJudge):
    """Answers about which of two things comes first: neither of them is the subject, so only whole conditions are compared."""

    def _specificity(self, a: Instance, b: Instance) -> str:
        if a.clause.name == b.clause.name:
            return ""
        i, j = a.clause.conclusions.index(a.conclusion), b.clause.conclusions.index(b.conclusion)
        entails = self.world.engine.entailment
        narrower = entails.conditions_entail(a.clause, i, b.clause, j) and not entails.conditions_entail(b.clause, j, a.clause, i)
        _must_be_decided(entails, (a.clause.name, i), (b.clause.name, j))
        return "narrower condition" if narrower else ""


def standing_by_claims(world: World, name: str, candidates: list[Instance]) -> list[Instance]:
    """3.3: the candidates, those that stand by claims alone only where they claim over one of the others."""
    exceptions = [one for one in candidates if not one.clause.insists]
    claims = (world.engine.claims, world.engine.calls)

    def claiming(one: Instance) -> bool:
        clause = world.book.claimant(one.clause)
        return any(graph.edge(clause, other.clause, name) is not None for graph in claims for other in exceptions)

    return [one for one in candidates if not one.clause.insists or claiming(one)]


def judge_of(world: World, resolution: Resolution) -> WorldJudge:
    """What the rungs said of the candidates of an instance, as settling took it down; what it had no need to ask, they are asked now.

    Of orders in a story only whole conditions are compared.
    """
    name = resolution.node[0]
    ordering = name == "before" and world.table.happening is not None
    return (OrderJudge if ordering else WorldJudge)(world, name, resolution.contest)


def _must_be_decided(entails: Entailment, a: Side, b: Side) -> None:
    """Raises LimitReached where the solver had to give up on the two: an answer would rest on nothing."""
    if (a, b) in entails.gave_up or (b, a) in entails.gave_up:
        raise LimitReached(f"the solver did not decide, within its limits, whether `{a[0]}` or `{b[0]}` is the more specific")


def _fraction(number: int) -> Fraction:
    return Fraction(number)


def _earlier(order: tuple[str, ...], a: str, b: str) -> str:
    if a in order and b in order and order.index(a) < order.index(b):
        return f"{a} comes before {b}"
    return ""
