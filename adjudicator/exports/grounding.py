"""Sentences and terms as formulas over the variables of a ground theory.

The same meaning as engine/truth.py (docs/meaning.md 9), stated for all worlds at
once: a sentence becomes the conditions under which it is true, false or
neither; a term becomes its possible values, each with its condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from adjudicator.engine.resolve import World
from adjudicator.engine.truth import ENOUGH_FOR, Binding, text_holds
from adjudicator.exports.formulas import (
    NO,
    YES,
    Cases,
    Formula,
    Kleene,
    Of,
    T,
    Unknown,
    all_of,
    any_of,
    combined,
    compared,
    merged,
    negated,
    rounded,
)
from adjudicator.exports.refusing import MOST_CASES, Refused
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
)
from adjudicator.model.situation import Node
from adjudicator.model.undecided import UNDECIDED, Undecided
from adjudicator.model.values import Drawn, Ref, Value

State = tuple[Value, ...] | Undecided
"""What an aggregate has gathered: a tuple of what matters, or that it is undecided."""
HOLDS, FAILS, NEITHER = Kleene(YES, NO), Kleene(NO, YES), Kleene(NO, NO, YES)


def settled(holds: bool) -> Kleene:
    return HOLDS if holds else FAILS


def is_true(when: Formula) -> Kleene:
    """A sentence that is never undecided."""
    return Kleene(when, negated(when))


class Expressions:
    """Expressions over a table; `of_node` gives the cases of a property instance."""

    def __init__(self, world: World, of_node: Callable[[Node], Cases]) -> None:
        self.world = world
        self.table = world.table
        self.of_node = of_node

    # ---- sentences ----

    def truth(self, sentence: Sentence, binding: Binding) -> Kleene:
        match sentence:
            case Literal(value):
                return settled(bool(value))
            case Apply(name, args):
                return self._applied(name, args, binding)
            case Compare(op, left, right):
                return self._compare(op, left, right, binding)
            case Not(body):
                found = self.truth(body, binding)
                return Kleene(found.false, found.true, found.neither)
            case And(parts):
                return _every(self.truth(part, binding) for part in parts)
            case Or(parts):
                return _some(self.truth(part, binding) for part in parts)
            case Quantified(op, var, kind, such, body):
                return self._quantified(op, var, kind, such, body, binding)
            case Occurs(event, roles):
                return is_true(any_of([when for _, when in self.matching(event, roles, binding)]))
            case Permitted(modality, event, roles):
                return self._permitted(modality, event, roles, binding)
            case OptionOn(name):
                return settled(self.table.situation.options.get(name, False))
            case TextTest(op, term, text):
                return self._tested(self.cases(term, binding), lambda v: _as_kleene(text_holds(_plain(v), op, text)))
        raise TypeError(f"not a sentence: {sentence!r}")

    def _tested(self, cases: Of[T | Undecided], test: Callable[[T], Kleene]) -> Kleene:
        """The truth of a test on each possible value."""
        if len(cases) == 1 and cases[0][1] == YES:
            value = cases[0][0]
            return NEITHER if isinstance(value, Undecided) else test(value)
        sides: tuple[list[Formula], ...] = ([], [], [])
        for value, when in cases:
            result = NEITHER if isinstance(value, Undecided) else test(value)
            for side, so in zip(sides, (result.true, result.false, result.neither), strict=True):
                if so.known is not False:
                    side.append(all_of((when, so)))
        return Kleene(*map(any_of, sides))

    def _tuples(self, parts: list[Cases]) -> Of[tuple[Value, ...] | Undecided]:
        """The combinations of several values, undecided as soon as one is."""
        if all(len(part) == 1 and part[0][1] == YES for part in parts):
            only = tuple(part[0][0] for part in parts)
            return ((UNDECIDED if any(v is UNDECIDED for v in only) else only, YES),)
        found: list[tuple[tuple[Value, ...] | Undecided, Formula]] = []
        for combination in product(*parts):
            values = tuple(value for value, _ in combination)
            when = all_of([when for _, when in combination])
            found.append((UNDECIDED if any(v is UNDECIDED for v in values) else values, when))
        return checked(merged(found))

    def _applied(self, name: str, args: tuple[Term, ...], binding: Binding) -> Kleene:
        def test(values: tuple[Value, ...]) -> Kleene:
            if name.startswith("kind:"):
                return self.kind(values[0], name[5:])
            return self._tested(self.of_node((name, values)), lambda value: settled(value is True))

        return self._tested(self._tuples([self.cases(arg, binding) for arg in args]), test)

    def kind(self, value: Value, kind: str) -> Kleene:
        """Whether a thing is of a kind, declared or counted as."""
        world = self.world
        if not isinstance(value, Ref):
            return settled(kind == "number" and isinstance(value, (Fraction, Unknown)))
        if kind == "thing" or kind not in world.book.changeable_kinds:
            return settled(kind == "thing" or kind in self.table.declared_kinds(value))
        if not world.can_be_here(value, kind):
            return settled(False)
        return self._tested(self.of_node((f"kind:{kind}", (value,))), lambda found: settled(found is True))

    def _compare(self, op: str, left: Term, right: Term, binding: Binding) -> Kleene:
        pairs = self._tuples([self.cases(left, binding), self.cases(right, binding)])
        if isinstance(left, Apply) and left.property == "may":
            return self._tested(pairs, lambda pair: settled(pair[0] in ENOUGH_FOR.get(str(pair[1]), ())))
        return self._tested(pairs, lambda pair: is_true(compared(op, pair[0], pair[1])))

    def members(self, kind: str, var: str, such: Sentence, binding: Binding) -> Iterator[tuple[Ref, Binding, Formula, Formula]]:
        """The things that may be members, each with when it is one and when not."""
        for ref in self.world.rough_extent(kind):
            inner = {**binding, var: ref}
            of_kind = self.kind(ref, kind)
            if of_kind.true.known is False:
                continue
            member = _every(iter((of_kind, self.truth(such, inner))))
            if member.true.known is not False:
                yield ref, inner, member.true, member.not_true

    def _quantified(self, op: str, var: str, kind: str, such: Sentence, body: Sentence, binding: Binding) -> Kleene:
        def said() -> Iterator[Kleene]:
            for _, inner, member, outside in self.members(kind, var, such, binding):
                found = self.truth(body, inner)
                true, false, neither = (all_of([member, side]) for side in (found.true, found.false, found.neither))
                yield Kleene(any_of([outside, true]), false, neither) if op == "every" else Kleene(true, any_of([outside, false]), neither)

        if op == "every":
            return _every(said())
        some = _some(said())
        return some if op == "some" else Kleene(some.false, some.true, some.neither)

    def matching(self, event: str, roles: tuple[tuple[str, Term], ...], binding: Binding) -> Iterator[tuple[Binding, Formula]]:
        """Events that may take place with these roles; unbound variables among the roles are bound."""
        for ref in self.table.events(event):
            found, whens = dict(binding), []
            for role, term in roles:
                whens.append(self._fill(ref, role, term, found))
                if whens[-1].known is False:
                    break
            else:
                takes_place = self._tested(self.of_node(("happens", (ref,))), lambda v: settled(v is True)).true
                when = all_of([*whens, takes_place])
                if when.known is not False:
                    yield found, when

    def _fill(self, event: Ref, role: str, term: Term, binding: Binding) -> Formula:
        filler = self.table.role(event, role)
        if isinstance(term, Var) and term.name not in binding:
            if filler is None:
                return NO
            binding[term.name] = filler
            return YES
        return any_of([when for value, when in self.cases(term, binding) if value == filler])

    def _permitted(self, modality: str, event: str, roles: tuple[tuple[str, Term], ...], binding: Binding) -> Kleene:
        names = [role for role, _ in roles]

        def test(values: tuple[Value, ...]) -> Kleene:
            proposal = self.table.find_event(event, dict(zip(names, values, strict=True)))
            return self._tested(self.of_node(("may", (proposal,))), lambda v: settled(v in ENOUGH_FOR[modality]))

        return self._tested(self._tuples([self.cases(term, binding) for _, term in roles]), test)

    # ---- terms ----

    def cases(self, term: Term, binding: Binding) -> Cases:
        """The possible values of a term."""
        match term:
            case Var(name):
                return ((binding[name], YES),)
            case Literal(value):
                return ((value, YES),)
            case Apply(name, args):
                return self._mapped(self._tuples([self.cases(arg, binding) for arg in args]), lambda values: self._value(name, values))
            case Arith(op, left, right):
                pairs = self._tuples([self.cases(left, binding), self.cases(right, binding)])
                return self._mapped(pairs, lambda pair: combined(op, pair[0], pair[1]))
            case Round(direction, inner):
                return self._mapped(self.cases(inner, binding), lambda value: ((rounded(direction, value), YES),))
            case Aggregate():
                return self._aggregate(term, binding)
            case Draw():
                return self._drawn(term, binding)
        raise TypeError(f"not a term: {term!r}")

    def _value(self, name: str, values: tuple[Value, ...]) -> Cases:
        if name.startswith("role:") and values[0] is None:
            return ((UNDECIDED, YES),)
        if name.startswith("kind:"):
            found = self.kind(values[0], name[5:])
            return merged([(True, found.true), (False, found.false), (UNDECIDED, found.neither)])
        return self.of_node((name, values))

    def _mapped(self, cases: Of[T | Undecided], function: Callable[[T], Cases]) -> Cases:
        found: list[tuple[Value, Formula]] = []
        for value, when in cases:
            results = ((UNDECIDED, YES),) if isinstance(value, Undecided) else function(value)
            found += [(result, all_of([when, so])) for result, so in results]
        return checked(merged(found))

    def _aggregate(self, term: Aggregate, binding: Binding) -> Cases:
        states: Of[State] = (((), YES),)
        for ref, inner, member, outside in self.members(term.kind, term.var, term.such_that, binding):
            found = [(state, all_of([when, outside])) for state, when in states]
            values: Cases = ((ref, YES),) if term.term is None else self.cases(term.term, inner)
            for (state, when), (value, so) in product(states, values):
                added = self._added(term.op, state, value, ref)
                found += [(longer, all_of([when, member, so, also])) for longer, also in added]
            states = checked(merged(found))
        return merged([(self._result(term.op, state), when) for state, when in states])

    def _added(self, op: str, state: State, value: Value, ref: Ref) -> Of[State]:
        """What has been gathered, with one more member: a tuple of what matters, or UNDECIDED."""
        if isinstance(state, Undecided) or (value is UNDECIDED and op not in ("count", "set")):
            return ((UNDECIDED, YES),)
        if op == "set":
            return (((*state, ref), YES),)
        if op in ("count", "sum") or (op in ("least", "greatest") and state):
            word = {"count": "+", "sum": "+", "least": "min", "greatest": "max"}[op]
            found = combined(word, state[0] if state else Fraction(0), Fraction(1) if op == "count" else value)
            return tuple((v if isinstance(v, Undecided) else (v,), when) for v, when in found)
        if op != "nearest" or not state:
            return (((value, ref), YES),)
        less, equal = compared("<", value, state[0]), compared("=", value, state[0])
        return merged([((value, ref), less), ((*state, ref), equal), (state, all_of([negated(less), negated(equal)]))])

    def _result(self, op: str, state: State) -> Value:
        if isinstance(state, Undecided):
            return UNDECIDED
        match op:
            case "set":
                return frozenset(state)
            case "count" | "sum":
                return state[0] if state else Fraction(0)
            case "nearest":
                return state[1] if len(state) == 2 else UNDECIDED
        return state[0] if state else UNDECIDED

    def _drawn(self, term: Draw, binding: Binding) -> Cases:
        if term.cases:
            parts = [part for case in term.cases for part in case]
            combinations = self._tuples([self.cases(part, binding) for part in parts])
            return self._mapped(combinations, lambda vs: ((_lots(vs), YES),))
        if term.among is None:
            return ((Drawn(()), YES),)

        def pool(values: Value) -> Cases:
            if not isinstance(values, frozenset) or not values:
                return ((UNDECIDED, YES),)
            return ((Drawn(tuple((v, Fraction(1, len(values))) for v in sorted(values, key=str))), YES),)

        return self._mapped(self.cases(term.among, binding), pool)


def checked(cases: Of[T]) -> Of[T]:
    if len(cases) > MOST_CASES:
        raise Refused(f"an expression with more than {MOST_CASES} possible values")
    return cases


def _lots(values: tuple[Value, ...]) -> Drawn:
    if any(isinstance(v, Unknown) for v in values):
        raise Refused("a random draw with weights that are not known")
    return Drawn(tuple(zip(values[::2], values[1::2], strict=True)))


def _plain(value: Value) -> Value:
    return UNDECIDED if isinstance(value, Unknown) else value


def _as_kleene(truth: bool | None) -> Kleene:
    return NEITHER if truth is None else settled(truth)


def _every(truths: Iterator[Kleene]) -> Kleene:
    """Conjunction; what comes after a part that is false in all worlds is not looked at."""
    met: list[Kleene] = []
    for found in truths:
        if found.false.known:
            return Kleene(NO, found.false)
        met.append(found)
    false = any_of([k.false for k in met])
    doubt = any_of([k.neither for k in met])
    return Kleene(all_of([k.true for k in met]), false, all_of([doubt, negated(false)]))


def _some(truths: Iterator[Kleene]) -> Kleene:
    met: list[Kleene] = []
    for found in truths:
        if found.true.known:
            return Kleene(found.true, NO)
        met.append(found)
    true = any_of([k.true for k in met])
    doubt = any_of([k.neither for k in met])
    return Kleene(true, all_of([k.false for k in met]), all_of([doubt, negated(true)]))
