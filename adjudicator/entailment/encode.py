"""Conditions as Z3 terms over a few named things.

Everything is ground: a denied `some` is spelled out over the things at hand, an
asserted one gets a new name.  Spelling out weakens what is assumed, never
strengthens it, so that "unsatisfiable" is always right.  What has no term
(tests on printed text, products of unknowns, draws) becomes a black box named
by the expression: equal expressions still entail each other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import assert_never

import z3

from adjudicator.entailment.rewriting import Normaliser, kind_test
from adjudicator.entailment.vocabulary import NotAnalysable, Vocabulary
from adjudicator.model.expressions import (
    Aggregate,
    And,
    Apply,
    Arith,
    Compare,
    Draw,
    Literal,
    Not,
    Occurs,
    OptionOn,
    Or,
    Permitted,
    Quantified,
    Round,
    Sentence,
    Term,
    TextTest,
    Var,
    conjoin,
)
from adjudicator.model.rebuilding import pattern_of
from adjudicator.model.values import Ref, Type

MOST_COUNTS, MOST_COUNTED = 6, 8
"""How many numbers of things are explained in one question, and over how many things at hand."""

MOST_SPELLED_OUT = 1_500
"""How many instances of denied `some` one question may have."""

Environment = Mapping[str, z3.ExprRef]


class TooWide(Exception):
    """The question speaks of too many things at once to be spelled out."""


class Encoder:
    """Encodes the sentences of one question; `kinds` are all kinds the question speaks of.

    `universe` holds the things at hand with their stated kinds, `facts` what
    the vocabulary says of the terms met.  While `typing`, values of properties
    are taken to be of their declared types: only what the premise mentions is
    known to have a value.
    """

    def __init__(self, vocabulary: Vocabulary, kinds: frozenset[str]) -> None:
        self.vocabulary = vocabulary
        self.book = vocabulary.book
        self.kinds = kinds
        self.universe: list[tuple[z3.ExprRef, frozenset[str]]] = []
        self.facts: list[z3.BoolRef] = []
        self.named: dict[str, z3.ExprRef] = {}
        self.typing = False
        self.asked_kinds: frozenset[str] = frozenset()
        self._spelled_out = 0
        self._empty: set[Apply] = set()  # Roles that are said to be played by nobody, or not.
        self._typed: set[int] = set()
        self._counted: set[int] = set()
        self._fresh = 0

    def fresh(self, sort: z3.SortRef | None = None) -> z3.ExprRef:
        """A thing (or value) of which nothing is known."""
        self._fresh += 1
        return self.vocabulary.constant(f"x{self._fresh}", self.vocabulary.thing if sort is None else sort)

    def candidates(self, kind: str, asked: frozenset[str] = frozenset()) -> list[z3.ExprRef]:
        """The things at hand that are stated to be of the kind, or of which too little is stated to tell.

        Of any thing it might be `asked` whether it is of these kinds.
        """
        if kind in ("", "thing") or kind in self.vocabulary.defined_kinds:
            return [term for term, _ in self.universe]
        below = self.book.descendants.get(kind, frozenset((kind,)))
        if below & asked:
            return [term for term, _ in self.universe]
        loose = self.vocabulary.defined_kinds
        return [term for term, stated in self.universe if not stated or stated & below or stated & loose]

    def sentence(self, node: Sentence, env: Environment, holds: bool | None) -> z3.BoolRef:
        """The sentence; `holds` tells whether it is going to be asserted, denied, or (None) either."""
        v = self.vocabulary
        match node:
            case Literal(value):
                return v.true if value else v.false
            case Not(body):
                return z3.Not(self.sentence(body, env, None if holds is None else not holds))
            case And(parts):
                return v.all_of([self.sentence(part, env, holds) for part in parts])
            case Or(parts):
                return v.any_of([self.sentence(part, env, holds) for part in parts])
            case Quantified("some", var, kind, such, body):
                return self._some(node, var, conjoin([kind_test(kind, Var(var)), such, body]), env, holds)
            case Quantified() | Occurs() | Permitted():
                return self.sentence(Normaliser(self.book).normal(node, {}), env, holds)
            case OptionOn(name):
                return v.constant(f"option {name}", v.truth)
            case Apply() | Compare() | TextTest():
                try:
                    return self._atom(node, env, holds)
                except NotAnalysable:
                    return self._black_box(node, env, v.truth)
            case _:
                assert_never(node)

    def _some(self, node: Quantified, var: str, body: Sentence, env: Environment, holds: bool | None) -> z3.BoolRef:
        if holds is None:
            return self._black_box(node, env, self.vocabulary.truth)
        if holds:
            return self.sentence(body, {**env, var: self.fresh()}, holds)
        things = self.candidates(node.kind, self.asked_kinds)
        self._spelled_out += len(things)
        if self._spelled_out > MOST_SPELLED_OUT:
            raise TooWide
        instances = [self.sentence(body, {**env, var: thing}, holds) for thing in things]
        return self.vocabulary.any_of(instances)

    def _black_box(self, node: Term | Sentence, env: Environment, sort: z3.SortRef) -> z3.ExprRef:
        pattern, free = pattern_of(node)
        return self.vocabulary.apply(f"as written: {pattern}", [env[name] for name in free], sort)

    def _atom(self, node: Apply | Compare | TextTest, env: Environment, holds: bool | None) -> z3.BoolRef:
        match node:
            case Apply(name, (term,)) if name.startswith("kind:"):
                return self.vocabulary.is_a(name.removeprefix("kind:"), self.term(term, env), self.kinds)
            case Apply():
                truth = self._applied(node, env, default=self.vocabulary.truth)
                if not z3.is_bool(truth):
                    raise NotAnalysable(node.property)
                return truth
            case TextTest(op, Literal(Ref(name)), text) if op == "word":
                found = text.casefold() in re.findall(r"[^\s]+", name.casefold())
                return self.vocabulary.true if found else self.vocabulary.false
            case TextTest(op, Literal(Fraction() as value), text) if op == "digit":
                return self.vocabulary.true if text in str(value) else self.vocabulary.false
            case TextTest():
                raise NotAnalysable("text")
            case Compare("in", left, right):
                return self._member(left, right, env, holds)
            case Compare(op, left, right):
                return self._compared(op, left, right, env)
            case _:
                assert_never(node)

    def _applied(self, node: Apply, env: Environment, default: z3.SortRef | None = None) -> z3.ExprRef:
        declared = self.vocabulary.type_of(node.property)
        if declared is None and default is None:
            raise NotAnalysable(node.property)
        sort = default if declared is None else self.vocabulary.sort_of(declared)
        term = self.vocabulary.apply(node.property, [self.term(arg, env) for arg in node.args], sort)
        if self.typing and declared is not None and term.get_id() not in self._typed:
            self._typed.add(term.get_id())
            self._type(node, term, declared, env)
        return term

    def _type(self, node: Apply, term: z3.ExprRef, declared: Type, env: Environment) -> None:
        v = self.vocabulary
        if declared.base == "choice":
            self.facts.append(v.any_of([term == v.word(option) for option in declared.options]))
        elif node.property.startswith("role:"):
            self._type_role(node, term, env)
        elif declared.base == "thing":
            known = self._known_kinds(term, frozenset((declared.kind,)))
            if known and declared.nobody:
                self.facts.append(z3.Or(term == v.nobody, v.all_of(known)))
            else:
                self.facts += known

    def _type_role(self, node: Apply, term: z3.ExprRef, env: Environment) -> None:
        role, event = node.property.removeprefix("role:"), self.term(node.args[0], env)
        for declared in self.book.events.values():
            if self.kinds & self.book.descendants.get(declared.name, frozenset()):
                for name, kind in zip(declared.roles, declared.kinds, strict=False):
                    known = self._known_kinds(term, frozenset((kind,))) if name == role else []
                    if known:
                        of_kind = self.vocabulary.is_a(declared.name, event, self.kinds)
                        played = self.vocabulary.all_of(known)
                        if node in self._empty:
                            played = z3.Or(term == self.vocabulary.nobody, played)
                        self.facts.append(z3.Implies(of_kind, played))

    def _known_kinds(self, term: z3.ExprRef, kinds: frozenset[str]) -> list[z3.BoolRef]:
        """That a thing is of these kinds, as far as the question speaks of them or of kinds above."""
        above = frozenset().union(*(self.book.ancestors.get(kind, frozenset()) for kind in kinds)) & self.kinds
        return [self.vocabulary.apply(f"kind:{kind}", (term,), self.vocabulary.truth) for kind in sorted(above)]

    def state_kinds(self, term: z3.ExprRef, kinds: frozenset[str]) -> None:
        """Take it for a fact that the thing is of the kinds (a card is of the kinds printed on it)."""
        self.facts += self._known_kinds(term, kinds)

    def _member(self, left: Term, right: Term, env: Environment, holds: bool | None) -> z3.BoolRef:
        match right:
            case Apply(name, args):
                terms = [self.term(arg, env) for arg in (*args, left)]
                return self.vocabulary.apply(f"member of {name}", terms, self.vocabulary.truth)
            case Aggregate("set", var, kind, such):
                inner = {**env, var: self.term(left, env)}
                return self.sentence(conjoin([kind_test(kind, Var(var)), such]), inner, holds)
            case Literal(frozenset() as values):
                parts = [self._compared("=", left, Literal(value), env) for value in sorted(values, key=repr)]
                return self.vocabulary.any_of(parts)
            case _:
                raise NotAnalysable("set")

    def _compared(self, op: str, left: Term, right: Term, env: Environment) -> z3.BoolRef:
        for one, other in ((left, right), (right, left)):
            if isinstance(other, Literal) and other.value is None and isinstance(one, Apply):
                self._empty.add(one)
        a, b = self.term(left, env), self.term(right, env)
        if z3.is_arith(a) and z3.is_arith(b):
            if z3.is_int(a) != z3.is_int(b):
                a, b = self.vocabulary.as_fraction(a), self.vocabulary.as_fraction(b)
        elif a.sort() != b.sort():
            raise NotAnalysable("values of different types")
        match op:
            case "=":
                return a == b
            case "!=":
                return a != b
            case "<" | "<=" | ">" | ">=" if z3.is_arith(a):
                return {"<": a.__lt__, "<=": a.__le__, ">": a.__gt__, ">=": a.__ge__}[op](b)
            case _:
                raise NotAnalysable(op)

    def term(self, node: Term, env: Environment) -> z3.ExprRef:
        v = self.vocabulary
        match node:
            case Var(name):
                return env[name]
            case Literal(value):
                return self._value(value)
            case Apply():
                return self._applied(node, env)
            case Arith(op, left, right):
                return self._arithmetic(node, op, self.term(left, env), self.term(right, env), env)
            case Round(direction, inner):
                number = self.term(inner, env)
                if not z3.is_arith(number):
                    raise NotAnalysable("rounding")
                number = v.as_fraction(number)
                return z3.ToInt(number) if direction == "down" else -z3.ToInt(-number)
            case Aggregate("count"):
                return self._black_box(node, env, v.whole)
            case Aggregate("nearest"):
                return self._black_box(node, env, v.thing)
            case Aggregate("sum" | "least" | "greatest"):
                return self._black_box(node, env, v.fraction)
            case Aggregate() | Draw():
                raise NotAnalysable("set or draw")
            case _:
                raise NotAnalysable("a sentence used as a value")

    def _value(self, value: object) -> z3.ExprRef:
        v = self.vocabulary
        match value:
            case bool():
                return v.true if value else v.false
            case int() | Fraction():
                return v.number(Fraction(value))
            case str():
                return v.word(value)
            case Ref(name):
                return self.named.setdefault(name, v.named(value))
            case None:
                return self.named.setdefault("", v.nobody)
            case _:
                raise NotAnalysable("set")

    def _arithmetic(self, node: Arith, op: str, a: z3.ExprRef, b: z3.ExprRef, env: Environment) -> z3.ArithRef:
        v = self.vocabulary
        if not (z3.is_arith(a) and z3.is_arith(b)):
            raise NotAnalysable("arithmetic")
        if op == "/" or z3.is_int(a) != z3.is_int(b):
            a, b = v.as_fraction(a), v.as_fraction(b)
        fixed = z3.is_int_value(b) or z3.is_rational_value(b)
        match op:
            case "+":
                return a + b
            case "-":
                return a - b
            case "*" if fixed or z3.is_int_value(a) or z3.is_rational_value(a):
                return a * b
            case "/" if fixed and b.as_fraction() != 0:
                return a / b
            case "min":
                return z3.If(a <= b, a, b)
            case "max":
                return z3.If(a <= b, b, a)
            case _:
                return self._black_box(node, env, a.sort())

    def count(self, node: Aggregate, env: Environment, example: z3.ExprRef) -> None:
        """What is known of a number of things: the example is counted if any is; all things at hand that fit are."""
        v = self.vocabulary
        number = self._black_box(node, env, v.whole)
        if number.get_id() in self._counted or len(self._counted) >= MOST_COUNTS:
            return
        self._counted.add(number.get_id())

        def fits(thing: z3.ExprRef) -> z3.BoolRef:
            body = conjoin([kind_test(node.kind, Var(node.var)), node.such_that])
            return self.sentence(body, {**env, node.var: thing}, None)

        self.facts += [number >= 0, z3.Implies(number >= 1, fits(example))]
        things = self.candidates(node.kind)[:MOST_COUNTED]
        fitting = [fits(thing) for thing in things]
        new = [
            v.all_of([fit, *(z3.Not(z3.And(fitting[j], thing == things[j])) for j in range(i))])
            for i, (thing, fit) in enumerate(zip(things, fitting, strict=True))
        ]
        if new:
            one, zero = v.number(Fraction(1)), v.number(Fraction(0))
            self.facts.append(number >= z3.Sum(*(z3.If(term, one, zero) for term in new)))

    def vocabulary_facts(self) -> list[z3.BoolRef]:
        """That things of different names differ, and that nobody is of no kind."""
        v = self.vocabulary
        facts = list(self.facts)
        if len(self.named) > 1:
            facts.append(z3.Distinct(*(self.named[name] for name in sorted(self.named))))
        if "" in self.named:
            facts += [z3.Not(v.apply(f"kind:{kind}", (v.nobody,), v.truth)) for kind in sorted(self.kinds)]
        return facts
