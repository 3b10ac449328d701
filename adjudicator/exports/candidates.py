"""Clause instances of a ground theory: when each speaks, and when it survives each rung of the ladder.

The same meaning as engine/instances.py and precedence/climb.py (docs/meaning.md
1.3 and 4), stated for all worlds at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.engine.instances import equation, free_vars, occurs_bindable, unify
from adjudicator.engine.judging import WorldJudge, contrary_values
from adjudicator.engine.truth import Binding
from adjudicator.exports.formulas import NO, YES, Cases, Formula, Unknown, all_of, any_of, compared, negated
from adjudicator.exports.grounding import Expressions
from adjudicator.exports.refusing import Refused
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import Occurs, Sentence
from adjudicator.model.ladder import Key, Rung
from adjudicator.model.outcomes import Instance
from adjudicator.model.situation import Node
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Value, show
from adjudicator.precedence.contradictions import contradictions_between
from adjudicator.records import dataclass

MOST_CANDIDATES = 120


@dataclass(eq=False)
class Candidate:
    """A clause instance with one of its possible values, and when it speaks; `stands` follows it up the ladder."""

    instance: Instance
    speaks: Formula
    stands: Formula

    @property
    def clause(self) -> Clause:
        return self.instance.clause

    @property
    def value(self) -> Value:
        return self.instance.value

    @property
    def text(self) -> str:
        binding = ", ".join(f"{name} {show(value)}" for name, value in self.instance.binding)
        return f"{self.clause.name} [{binding}]" if binding else self.clause.name


Guarded = tuple[Binding, Formula]


class Clauses:
    """Finds the instances of clauses; `reading` gives the selector of a reading's alternative."""

    def __init__(self, expressions: Expressions, reading: Callable[[Clause, Formula], Formula]) -> None:
        self.expressions = expressions
        self.world = expressions.world
        self.reading = reading

    def instances(self, node: Node, fallback: bool, modifiers: bool) -> list[Candidate]:
        """All clause instances about the node that may speak in some world."""
        found: list[Candidate] = []
        world = self.world
        for clause, index in world.book.clauses_about.get(node[0], ()):
            modifies = clause.conclusions[index].form != "is"
            if clause.fallback != fallback or modifies != modifiers or not world.engine.awake(world.situation, clause):
                continue
            for binding, when in self._bindings(clause, index, node):
                when = all_of([when, *(self.expressions.truth(u, binding).not_true for u in clause.unlesses)])
                if when.known is False:
                    continue
                when = all_of([when, self.reading(clause, when)])
                if when.known is not False:
                    found += self._valued(clause, index, binding, when)
        if len(found) > MOST_CANDIDATES:
            raise Refused(f"{len(found)} clause instances about {self.world.text(node)}")
        return found

    def _valued(self, clause: Clause, index: int, binding: Binding, when: Formula) -> Iterator[Candidate]:
        for value, so in self.expressions.cases(clause.conclusions[index].value, binding):
            speaks = all_of([when, so])
            if speaks.known is not False:
                instance = Instance(clause, clause.conclusions[index], tuple(sorted(binding.items())), value)
                yield Candidate(instance, speaks, speaks)

    def _bindings(self, clause: Clause, index: int, node: Node) -> Iterator[Guarded]:
        start = unify(clause, index, node)
        if start is None:
            return
        kinds = {p.name: p.kind for p in clause.parameters}
        when = all_of([self.expressions.kind(value, kinds[name]).true for name, value in start.items()])
        if when.known is not False:
            yield from self.solve(clause.whens, start, kinds, when)

    def solve(self, conditions: tuple[Sentence, ...], binding: Binding, kinds: dict[str, str], when: Formula) -> Iterator[Guarded]:
        """Extend the binding to all variables, with the formula that says when every condition is true."""
        waiting: list[Sentence] = []
        for condition in conditions:
            if free_vars(condition) <= binding.keys():
                when = all_of([when, self.expressions.truth(condition, binding).true])
                if when.known is False:
                    return
            else:
                waiting.append(condition)
        if not waiting and all(name in binding for name in kinds):
            yield binding, when
            return
        for longer, so, rest in self._extended(tuple(waiting), binding, kinds):
            both = all_of([when, so])
            if both.known is not False:
                yield from self.solve(rest, longer, kinds, both)

    def _extended(
        self, waiting: tuple[Sentence, ...], binding: Binding, kinds: dict[str, str]
    ) -> Iterator[tuple[Binding, Formula, tuple[Sentence, ...]]]:
        """One more variable bound, by the condition that leaves fewest choices."""
        for condition in waiting:
            equated = equation(condition, binding)
            if equated is not None:
                name, term = equated
                rest = tuple(c for c in waiting if c is not condition)
                for value, when in self.expressions.cases(term, binding):
                    if value is not UNDECIDED:
                        of_kind = self.expressions.kind(value, kinds.get(name, "thing")).true
                        yield {**binding, name: value}, all_of([when, of_kind]), rest
                return
        for condition in waiting:
            if isinstance(condition, Occurs) and occurs_bindable(condition, binding):
                rest = tuple(c for c in waiting if c is not condition)
                for found, when in self.expressions.matching(condition.event, condition.roles, binding):
                    new = [self.expressions.kind(found[n], kinds[n]).true for n in found if n not in binding and n in kinds]
                    yield found, all_of([when, *new]), rest
                return
        wanted = [name for name in kinds if name not in binding]
        name = min(wanted, key=lambda n: len(self.world.rough_extent(kinds[n])))
        for ref in self.world.rough_extent(kinds[name]):
            yield {**binding, name: ref}, self.expressions.kind(ref, kinds[name]).true, waiting


class Ladder:
    """The elimination, rung by rung, of the candidates for one property instance.

    `named` gives a formula a variable of its own, so that formulas stay short.
    """

    def __init__(self, expressions: Expressions, name: str, named: Callable[[str, Formula], Formula]) -> None:
        self.expressions = expressions
        self.name = name
        self.named = named
        self.judge = WorldJudge(expressions.world, name)
        self._keys: dict[tuple[str, Value], list[Cases] | None] = {}

    def contrary(self, a: Candidate, b: Candidate) -> Formula:
        if a.instance.key == b.instance.key:
            return NO
        if UNDECIDED in (a.value, b.value):
            return YES if a.value is not b.value else NO
        if isinstance(a.value, Unknown) or isinstance(b.value, Unknown):
            return negated(compared("=", a.value, b.value))
        return YES if contrary_values(self.name, a.value, b.value) else NO

    def conflict(self, candidates: list[Candidate]) -> Formula:
        """When two that are contrary both stand."""
        pairs = [(a, b) for i, a in enumerate(candidates) for b in candidates[i + 1 :]]
        return any_of([all_of([self.contrary(a, b), a.stands, b.stands]) for a, b in pairs])

    def eliminate(self, rung: Rung, candidates: list[Candidate]) -> None:
        """Whoever a contrary candidate that itself survives this rung beats does not survive it."""
        after: dict[Candidate, Formula] = {}
        begun: set[Candidate] = set()

        def survives(candidate: Candidate) -> Formula:
            if candidate in after:
                return after[candidate]
            if candidate in begun:
                raise Refused(f"an order on the rung {rung.title} that differs between worlds (at {candidate.clause.name})")
            begun.add(candidate)
            falls = []
            for other in candidates:
                meets = all_of([self.contrary(other, candidate), other.stands, candidate.stands])
                beats = NO if other is candidate or meets.known is False else self.beats(rung, other, candidate)
                if beats.known is not False:
                    falls.append(all_of([beats, self.contrary(other, candidate), survives(other)]))
            stays = all_of([candidate.stands, *(negated(fall) for fall in falls)])
            after[candidate] = self.named(f"after {rung.title}: {candidate.text}", stays) if falls else stays
            return after[candidate]

        for candidate in candidates:
            survives(candidate)
        for candidate in candidates:
            candidate.stands = after[candidate]

    def beats(self, rung: Rung, a: Candidate, b: Candidate) -> Formula:
        if rung.form == "contradiction":
            self._must_be_chosen(a.clause, b.clause)
        if rung.form != "key":
            return YES if self.judge.beats(rung, a.instance, b.instance) else NO
        first, second = self._keys_of(rung, a), self._keys_of(rung, b)
        if first is None or second is None:
            return NO
        return self._before(rung, list(zip(rung.keys, first, second, strict=True)))

    def _must_be_chosen(self, a: Clause, b: Clause) -> None:
        """Raises Refused where the two clauses carry the sides of a contradiction that the scenario leaves open."""
        world = self.expressions.world
        for one in contradictions_between(world.book, a, b):
            if one.name not in world.situation.readings:
                raise Refused(f"the contradiction {one.name}, of which the scenario does not say which side is played")

    def _before(self, rung: Rung, steps: list[tuple[Key, Cases, Cases]]) -> Formula:
        if not steps:
            return NO
        (key, xs, ys), *rest = steps
        ways: list[Formula] = []
        for x, when in xs:
            for y, so in ys:
                if x is UNDECIDED or y is UNDECIDED or all_of([when, so]).known is False:
                    continue
                equal = compared("=", x, y)
                wins = NO if equal.known else all_of([negated(equal), compared("<" if key.lowest else ">", x, y)])
                later = NO if equal.known is False else all_of([equal, self._before(rung, rest)])
                ways.append(all_of([when, so, any_of([wins, later])]))
        return any_of(ways)

    def _keys_of(self, rung: Rung, candidate: Candidate) -> list[Cases] | None:
        """The keys of the clause's bearer, as in judging.WorldJudge.keys."""
        clause = candidate.clause
        bearer = dict(candidate.instance.binding).get(clause.bearer) if clause.bearer else None
        if bearer is None or (rung.numbered and clause.number is not None):
            fixed = self.judge.keys(rung, candidate.instance)
            return None if fixed is None else [((value, YES),) for value in fixed]
        known = (rung.title, bearer)
        if known not in self._keys:
            self._keys[known] = [self.expressions.cases(key.term, {"it": bearer}) for key in rung.keys]
        return self._keys[known]


def values_standing(name: str, candidates: list[Candidate]) -> list[tuple[Value, Formula]]:
    """The distinct values and when a candidate for them stands; of `may` and `must` the stronger."""
    found: dict[tuple[object, Value], tuple[Value, list[Formula]]] = {}
    for candidate in candidates:
        found.setdefault((type(candidate.value), candidate.value), (candidate.value, []))[1].append(candidate.stands)
    standing = [(value, any_of(whens)) for value, whens in found.values()]
    if name == "may":
        must = any_of([when for value, when in standing if value == "must"])
        standing = [(v, all_of([when, negated(must)]) if v == "may" else when) for v, when in standing]
    return [(value, when) for value, when in standing if when.known is not False]
