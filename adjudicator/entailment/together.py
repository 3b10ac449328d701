"""The sweep: for many pairs of conclusions, whether both can be drawn about the same things.

The conditions of a clause become one term, made once; the places of the conclusions are shared constants.  Each
outer clause is pushed once, and every inner one pushed, checked and popped.  What they say must differ, and two effects
must come about with one event (docs/meaning.md 11.6).  What is assumed is never stronger than what is meant, so that
"cannot clash" is always right; "can" is for a witness to show.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from itertools import groupby

import z3

from adjudicator.entailment.conditions import Condition, whole_condition
from adjudicator.entailment.encode import Encoder, TooWide
from adjudicator.entailment.forms import kinds_in, named_kinds, premise_of
from adjudicator.entailment.session import DEFAULT_LIMITS, Limits, Result, Session, session_for
from adjudicator.entailment.vocabulary import NotAnalysable, Vocabulary, property_type
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import EFFECTS, Aggregate, Arith, Draw, Literal, Round, Term, Var, walk
from adjudicator.model.rebuilding import substitute
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.triggers import trigger_of
from adjudicator.model.values import Usual

Side = tuple[str, int]
OTHER = "other "
"""Before the names of what is the second clause's own."""
VALUE, EVENT = "@value", "@event"
"""Places beside those of the conclusions: what is said, each its own; the event that effects wait for, the same for both."""


class Together:
    """Asks for the clauses of one rulebook; belongs to one thread."""

    def __init__(self, book: Rulebook, limits: Limits = DEFAULT_LIMITS) -> None:
        self.book = book
        self.session: Session = session_for(f"clashing {book.digest}", limits)
        self.vocabulary = Vocabulary(book, self.session)
        self.asked = 0
        self.seconds = 0.0
        self._terms: dict[tuple[Side, frozenset[str], str], z3.BoolRef | None] = {}
        self._conditions: dict[Side, Condition] = {}
        self._kinds: dict[str, frozenset[str]] = {}

    def condition(self, side: Side) -> Condition:
        """The whole condition of a conclusion, with its places as shared variables."""
        if side not in self._conditions:
            clause = self.book.clauses[side[0]]
            found = whole_condition(self.book, clause, side[1], further_places(self.book, clause, side[1]))
            said = property_type(self.book, clause.conclusions[side[1]].property)
            if said is not None and said.is_number:
                numbers = tuple((name, "number" if name == VALUE else kind) for name, kind in found.variables)
                found = Condition(found.sentence, numbers)
            self._conditions[side] = found
        return self._conditions[side]

    def sweep(self, pairs: Iterable[tuple[Side, Side]]) -> Iterator[tuple[tuple[Side, Side], bool]]:
        """For each pair whether both can hold; what the solver cannot decide counts as "can"."""
        ordered = sorted(pairs, key=lambda p: (self.property_of(p[0]), p[0], p[1]))
        for _, of_property in groupby(ordered, key=lambda p: self.property_of(p[0])):
            group = list(of_property)
            kinds = frozenset().union(*(kinds_in(self.condition(side)) for side in {s for p in group for s in p}))
            for first, inner in groupby(group, key=lambda p: p[0]):
                yield from self._of_outer(first, [p[1] for p in inner], kinds)

    def possible(self, side: Side) -> bool:
        """Whether the condition of one conclusion can hold at all."""
        term = self._term(side, kinds_in(self.condition(side)), "")
        return term is None or self.session.check_all([term]) is not Result.UNSAT

    def covered(self, side: Side, others: list[Side]) -> bool:
        """Whether wherever the condition of one conclusion holds, that of one of the others does, too; only where it is proved.

        Others that speak of more than the places of their conclusion are left out.
        """
        plain = [other for other in others if all(name.startswith("@") for name, _ in self.condition(other).variables)]
        kinds = frozenset().union(*(kinds_in(self.condition(one)) for one in (side, *plain)))
        own, terms = self._term(side, kinds, ""), [self._term(other, kinds, "") for other in plain]
        if own is None or len(plain) < 2 or None in terms:
            return False
        return self.session.check_all([own, *(z3.Not(term) for term in terms)]) is Result.UNSAT

    def property_of(self, side: Side) -> str:
        """What the conclusion is about."""
        return self.book.clauses[side[0]].conclusions[side[1]].property

    def _of_outer(self, first: Side, seconds: list[Side], kinds: frozenset[str]) -> Iterator[tuple[tuple[Side, Side], bool]]:
        outer = self._term(first, kinds, "")
        solver = self.session.solver()
        if outer is not None:
            solver.add(outer)
        for second in seconds:
            inner = self._term(second, kinds, OTHER)
            self.asked += 1
            if outer is None or inner is None:
                yield (first, second), True
                continue
            solver.push()
            solver.add(inner)
            differing = self._differing(first, second)
            if differing is not None:
                solver.add(differing)
            start = time.perf_counter()
            result = self.session.check(solver)
            self.seconds += time.perf_counter() - start
            solver.pop()
            if result is Result.UNKNOWN:
                solver = self.session.solver()
                solver.add(outer)
            yield (first, second), result is not Result.UNSAT

    def _differing(self, first: Side, second: Side) -> z3.BoolRef | None:
        """What the two say is not the same; None where their values are no terms of this logic."""
        a, b = (self.book.clauses[name].conclusions[index] for name, index in (first, second))
        if any(VALUE not in dict(self.condition(side).variables) for side in (first, second)):
            return None
        if _calculated(a.value, b.value) and first != second:
            return None
        number = dict(self.condition(first).variables)[VALUE] == "number"
        sort = self.vocabulary.fraction if number else self.vocabulary.thing
        return self.vocabulary.constant(VALUE, sort) != self.vocabulary.constant(f"{OTHER}{VALUE}", sort)

    def _term(self, side: Side, kinds: frozenset[str], prefix: str) -> z3.BoolRef | None:
        """The condition as one term; the variables of the second clause have names of their own."""
        key = (side, kinds, prefix)
        if key not in self._terms:
            try:
                self._terms[key] = self._encoded(side, kinds, prefix)
            except (NotAnalysable, TooWide):
                self._terms[key] = None
        return self._terms[key]

    def _encoded(self, side: Side, kinds: frozenset[str], prefix: str) -> z3.BoolRef:
        condition = self.condition(side)
        encoder = Encoder(self.vocabulary, kinds)
        opened = premise_of(self.book, _renamed(condition, prefix))
        numbers = {name for name, kind in opened.condition.variables if kind == "number"}
        env: dict[str, z3.ExprRef] = {}
        for name in (*(n for n, _ in opened.condition.variables), *opened.opened.names):
            sort = self.vocabulary.fraction if name in numbers else self.vocabulary.thing
            own = name if name.removeprefix(prefix).startswith("@") else f"{prefix}{name} of {side[0]} {side[1]}"
            env[name] = self.vocabulary.constant(own, sort)
        for term, stated in opened.things:
            try:
                thing = encoder.term(term, env)
            except NotAnalysable:
                continue
            if thing.sort() == self.vocabulary.thing and not (isinstance(term, Literal) and term.value is None):
                encoder.universe.append((thing, stated))
        encoder.typing = True
        holding = encoder.sentence(opened.opened.sentence, env, True)
        encoder.typing = False
        for name, term in encoder.named.items():
            encoder.state_kinds(term, named_kinds(self.book, name))
        return self.vocabulary.all_of([*encoder.vocabulary_facts(), holding])


def _renamed(condition: Condition, prefix: str) -> Condition:
    if not prefix:
        return condition
    new = {name: Var(prefix + name) for name, _ in condition.variables if not name.startswith("@") or name == VALUE}
    variables = tuple((new[name].name if name in new else name, kind) for name, kind in condition.variables)
    return Condition(substitute(condition.sentence, new), variables)


def further_places(book: Rulebook, clause: Clause, index: int) -> dict[str, Term]:
    """Terms of a conclusion that are to be spoken of from outside: its value, and the one event that an effect waits for."""
    conclusion = clause.conclusions[index]
    found: dict[str, Term] = {}
    said = property_type(book, conclusion.property)
    if conclusion.form == "is" and said is not None and (said.is_number or said.base == "thing") and not _gives_none(conclusion.value):
        found[VALUE[1:]] = conclusion.value
    if conclusion.property.startswith(EFFECTS):
        trigger = trigger_of(book, clause)
        if len(trigger.events) == 1 and not trigger.phrases:
            found[EVENT[1:]] = Var(trigger.events[0])
    return found


def _gives_none(value: Term) -> bool:
    """Whether no value can be spoken of: it is left to chance, or is as usual."""
    return isinstance(value, Draw) or isinstance(value, Literal) and isinstance(value.value, Usual)


def _calculated(*terms: Term) -> bool:
    """Whether something is reckoned in one of the terms: there, what is equal to the solver may be undecided to the engine."""
    return any(isinstance(part, (Arith, Round, Aggregate)) for term in terms for part in walk(term))
