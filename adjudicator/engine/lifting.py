"""Sentences and terms for all worlds together: of quantifiers and aggregates, each member by itself (docs/meaning.md 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any

from adjudicator.engine.instances import free_vars
from adjudicator.engine.truth import Binding, arithmetic, compare_values, nearest_of, rounded, truth, value_of
from adjudicator.model.expressions import (
    TRUE,
    Aggregate,
    And,
    Apply,
    Arith,
    Compare,
    Not,
    Or,
    Quantified,
    Round,
    Sentence,
    Term,
)
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Ref

if TYPE_CHECKING:
    from adjudicator.engine.guarded import Guarded

Lifted = And | Or | Quantified | Aggregate | Arith
"""Expressions with parts of their own, worked out for all worlds together."""
_NONE_YET = "none yet"


def _and(a: bool | None, b: bool | None) -> bool | None:
    return False if a is False or b is False else None if a is None or b is None else True


def _or(a: bool | None, b: bool | None) -> bool | None:
    return True if a is True or b is True else None if a is None or b is None else False


def _not(a: bool | None) -> bool | None:
    return None if a is None else not a


class Lifting:
    """The diagrams of expressions in their bindings."""

    def __init__(self, guarded: Guarded) -> None:
        self.guarded = guarded
        self.diagrams = guarded.diagrams
        self._kept: dict[int, object] = {}

    def of(self, expression: Lifted, binding: Binding) -> int | None:
        """The diagram of an expression with parts of its own; None where it depends on itself."""
        is_term = isinstance(expression, (Aggregate, Arith))
        if self.guarded.is_inside(self._key(expression, binding, is_term)):
            return None
        if isinstance(expression, (Aggregate, Arith)):
            return self.term(expression, binding)
        return self.truth(expression, binding)

    def _key(self, expression: Sentence | Term, binding: Binding, is_term: bool) -> tuple[Any, ...]:
        self._kept[id(expression)] = expression  # an id is only good as long as what it belongs to is there
        free = free_vars(expression)
        return (id(expression), is_term, *((name, value) for name, value in binding.items() if name in free))

    def truth(self, sentence: Sentence, binding: Binding) -> int:
        """When a sentence is true, false, or (None) neither."""
        return self.guarded.case(
            self._key(sentence, binding, False), lambda: self._truth(sentence, binding), lambda world: truth(world, sentence, binding)
        )

    def term(self, term: Term, binding: Binding) -> int:
        """The values of a term."""
        return self.guarded.case(
            self._key(term, binding, True), lambda: self._term(term, binding), lambda world: value_of(world, term, binding)
        )

    def _truth(self, sentence: Sentence, binding: Binding) -> int:
        combined = self.diagrams.combined
        match sentence:
            case And(parts):
                return reduce(lambda a, b: combined("and", _and, a, b), [self.truth(part, binding) for part in parts])
            case Or(parts):
                return reduce(lambda a, b: combined("or", _or, a, b), [self.truth(part, binding) for part in parts])
            case Not(body):
                return combined("not so", _not, self.truth(body, binding))
            case Quantified(op, var, kind, such, body):
                found = self.diagrams.constant(op == "every")
                name, function = ("and", _and) if op == "every" else ("or", _or)
                for ref, inside in self._members(kind, var, such, binding):
                    so = self.truth(body, {**binding, var: ref})
                    found = combined(name, function, found, self.diagrams.chosen(inside, so, self.diagrams.constant(op == "every")))
                return combined("not so", _not, found) if op == "no" else found
            case Compare(op, left, right) if not (isinstance(left, Apply) and left.property == "may"):
                a, b = self.term(left, binding), self.term(right, binding)
                return combined(("compared", op), lambda a, b: self._compared(op, a, b), a, b)
        return self.guarded.unit(lambda world: truth(world, sentence, binding))

    def _compared(self, op: str, a: Any, b: Any) -> bool | None:
        return None if a is UNDECIDED or b is UNDECIDED else compare_values(self.guarded.nowhere, op, a, b)

    def _members(self, kind: str, var: str, such: Sentence, binding: Binding) -> Iterator[tuple[Ref, int]]:
        """The things that may be of the kind and of which the sentence may be true, each with the guard under which it is so."""
        for ref in self.guarded.nowhere.rough_extent(kind):
            inside = self.kind(ref, kind)
            if inside != self.diagrams.no and such != TRUE:
                inside = self.diagrams.both(inside, self.diagrams.where(self.truth(such, {**binding, var: ref}), True))
            if inside != self.diagrams.no:
                yield ref, inside

    def kind(self, value: Any, kind: str) -> int:
        """The guard under which a thing is of a kind."""
        world = self.guarded.nowhere
        if not isinstance(value, Ref) or kind == "thing" or kind not in world.book.changeable_kinds or not world.can_ever_be(value, kind):
            return self.diagrams.constant(world.is_kind(value, kind))
        node = (f"kind:{kind}", (value,))
        if self.guarded.is_inside(node):
            return self.guarded.unit(lambda world: world.is_kind(value, kind))
        return self.diagrams.where(self.guarded.node(node), True)

    def _term(self, term: Term, binding: Binding) -> int:
        combined = self.diagrams.combined
        match term:
            case Arith(op, left, right):
                return combined(("arithmetic", op), self._arithmetic(op), self.term(left, binding), self.term(right, binding))
            case Round(direction, inner):
                return combined(("rounded", direction), lambda a: rounded(self.guarded.nowhere, direction, a), self.term(inner, binding))
            case Aggregate():
                return self._aggregate(term, binding)
        return self.guarded.unit(lambda world: value_of(world, term, binding))

    def _arithmetic(self, op: str) -> Callable[[Any, Any], Any]:
        return lambda a, b: arithmetic(self.guarded.nowhere, op, a, b)

    def _aggregate(self, term: Aggregate, binding: Binding) -> int:
        """Member by member: what has come together so far, and with this one."""
        adding, begin, end = self._way(term)
        found = self.diagrams.constant(begin)
        for ref, inside in self._members(term.kind, term.var, term.such_that, binding):
            values = self.diagrams.constant(None) if term.term is None else self.term(term.term, {**binding, term.var: ref})
            longer = self.diagrams.combined(("member", term.op, ref), lambda a, b, ref=ref: adding(a, b, ref), found, values)
            found = self.diagrams.chosen(inside, longer, found)
        return self.diagrams.combined(("end", term.op), end, found)

    def _way(self, term: Aggregate) -> tuple[Callable[[Any, Any, Ref], Any], Any, Callable[[Any], Any]]:
        """How a member is added, what there is before the first, and what comes of it in the end."""
        if term.op == "count":
            return lambda sofar, _, __: sofar + 1, Fraction(0), lambda sofar: sofar
        if term.op == "set":
            return lambda sofar, _, ref: sofar | {ref}, frozenset(), lambda sofar: sofar
        if term.op == "sum":
            return lambda sofar, value, _: arithmetic(self.guarded.nowhere, "+", sofar, value), Fraction(0), lambda sofar: sofar
        if term.op == "nearest":
            return lambda sofar, value, ref: (*sofar, (ref, value)), (), lambda sofar: nearest_of(self.guarded.nowhere, list(sofar))
        op = "max" if term.op == "greatest" else "min"

        def better(sofar: Any, value: Any, _: Ref) -> Any:
            if value is UNDECIDED or sofar is UNDECIDED:
                return UNDECIDED
            return value if sofar == _NONE_YET else arithmetic(self.guarded.nowhere, op, sofar, value)

        return better, _NONE_YET, lambda sofar: UNDECIDED if sofar == _NONE_YET else sofar
