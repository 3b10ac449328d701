"""Expressions rewritten into a small normal form, before any solver sees them.

In normal form there are no event phrases, no `every` or `no` (only `some` and
`it is not true that`), no defined properties, and of the comparisons only
`=`, `<`, `<=` and `in`.  Definitions are strict, so putting their meaning in
their place changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.model.clauses import Definition
from adjudicator.model.expressions import (
    TRUE,
    Aggregate,
    And,
    Apply,
    Compare,
    Literal,
    Not,
    Occurs,
    Or,
    Permitted,
    Quantified,
    Sentence,
    Term,
    Var,
    as_sentence,
    as_term,
    conjoin,
)
from adjudicator.model.rebuilding import Expression, over, substitute, with_bound_renamed
from adjudicator.model.rulebook import Rulebook
from adjudicator.records import dataclass

UNDEFINED = "undefined:"
"""Family of a defined property where its definition does not reach (things of other kinds)."""

REPEATS = 2


def kind_test(kind: str, term: Term) -> Sentence:
    """`term is a kind`; plainly true of the kind of all things."""
    return TRUE if kind in ("", "thing", "number") else Apply(f"kind:{kind}", (term,))


def negated(sentence: Sentence) -> Sentence:
    return sentence.body if isinstance(sentence, Not) else Not(sentence)


def event_sentence(node: Occurs | Permitted, var: str) -> Quantified:
    """An event phrase as the event it speaks of: some event of that kind with these roles."""
    event = Var(var)
    roles = [Compare("=", Apply(f"role:{role}", (event,)), term) for role, term in node.roles]
    if isinstance(node, Occurs):
        test: Sentence = Apply("happens", (event,))
    else:
        allowed = ("may", "must") if node.modality == "may" else (node.modality,)
        tests = tuple(Compare("=", Apply("may", (event,)), Literal(word)) for word in allowed)
        test = tests[0] if len(tests) == 1 else Or(tests)
    return Quantified("some", var, node.event, TRUE, conjoin([*roles, test]))


@dataclass(frozen=True)
class Normaliser:
    """Brings expressions of one rulebook into normal form."""

    book: Rulebook

    def normal(self, sentence: Sentence, kinds: Mapping[str, str], within: tuple[str, ...] = ()) -> Sentence:
        """The sentence in normal form; `kinds` are those of its variables as declared.

        `within` names the definitions whose meaning it is part of: one that is
        defined by itself is put in twice and then left as it stands.
        """
        return as_sentence(self._either(sentence, kinds, within))

    def _term(self, term: Term, kinds: Mapping[str, str], within: tuple[str, ...]) -> Term:
        return as_term(self._either(term, kinds, within))

    def _either(self, node: Expression, kinds: Mapping[str, str], within: tuple[str, ...]) -> Expression:
        """A term that is a property defined as yes or no is a sentence then, as it is in a comparison."""
        match node:
            case Quantified():
                return self._quantified(node, kinds, within)
            case Occurs() | Permitted():
                return self._either(event_sentence(node, f"event {len(within)} of {len(kinds)}"), kinds, within)
            case Aggregate(var=var, kind=kind):
                return self._inside(node, {**kinds, var: kind}, within)
            case Not(body):
                return negated(self.normal(body, kinds, within))
            case Compare(op, left, right):
                return self._compare(op, self._either(left, kinds, within), self._either(right, kinds, within))
            case And(parts):
                return conjoin([self.normal(part, kinds, within) for part in parts])
            case Apply(name, args):
                applied = Apply(name, tuple(self._term(arg, kinds, within) for arg in args))
                definition = self._definition(name, len(args), within)
                return applied if definition is None else self._defined(definition, applied, kinds, within)
            case _:
                return self._inside(node, kinds, within)

    def _inside(self, node: Expression, kinds: Mapping[str, str], within: tuple[str, ...]) -> Expression:
        return over(node, lambda term: self._term(term, kinds, within), lambda sentence: self.normal(sentence, kinds, within))

    def _definition(self, name: str, places: int, within: tuple[str, ...]) -> Definition | None:
        definition = self.book.definition_of.get(name)
        if definition is None or len(definition.parameters) != places or within.count(definition.name) >= REPEATS:
            return None
        return definition

    def _quantified(self, node: Quantified, kinds: Mapping[str, str], within: tuple[str, ...]) -> Sentence:
        op, var, kind, such, body = node.op, node.var, node.kind, node.such_that, node.body
        inner = {**kinds, var: kind}
        such, body = self.normal(such, inner, within), self.normal(body, inner, within)
        match op:
            case "every":
                return Not(Quantified("some", var, kind, TRUE, conjoin([such, negated(body)])))
            case "no":
                return Not(Quantified("some", var, kind, TRUE, conjoin([such, body])))
            case _:
                return Quantified("some", var, kind, TRUE, conjoin([such, body]))

    @staticmethod
    def _compare(op: str, left: Expression, right: Expression) -> Sentence:
        if op == "=" and isinstance(left, Literal) and isinstance(left.value, bool):
            left, right = right, left
        match op, right:
            case ("=" | "!=", Literal(bool() as value)) if isinstance(left, Sentence):
                return left if value == (op == "=") else negated(left)
            case "!=", _:
                return Not(Compare("=", as_term(left), as_term(right)))
            case ">" | ">=", _:
                return Compare("<" if op == ">" else "<=", as_term(right), as_term(left))
            case _:
                return Compare(op, as_term(left), as_term(right))

    def _defined(self, definition: Definition, applied: Apply, kinds: Mapping[str, str], within: tuple[str, ...]) -> Expression:
        """The meaning in place of the property; where the things may be of other kinds, only for those it is about."""
        renamed = with_bound_renamed(definition.meaning, f"{definition.name} {len(within)} ")
        terms = {p.name: arg for p, arg in zip(definition.parameters, applied.args, strict=True)}
        either = self._either(substitute(renamed, terms), kinds, (*within, definition.name))
        declared = self.book.properties.get(applied.property)
        if declared is not None and declared.type.base != "yes/no":
            return either
        meaning = as_sentence(either)
        if applied.property.startswith("kind:"):
            kind = self.book.kinds.get(applied.property.removeprefix("kind:"))
            return conjoin([*(kind_test(k, applied.args[0]) for k in (kind.parents if kind else ())), meaning])
        guards = [
            kind_test(p.kind, arg)
            for p, arg in zip(definition.parameters, applied.args, strict=True)
            if not self._surely(arg, p.kind, kinds)
        ]
        guard = conjoin(guards)
        if guard == TRUE:
            return meaning
        beyond = Apply(UNDEFINED + applied.property, applied.args)
        return Or((conjoin([guard, meaning]), conjoin([negated(guard), beyond])))

    def _surely(self, term: Term, kind: str, kinds: Mapping[str, str]) -> bool:
        match term:
            case Var(name):
                return self.book.is_a(kinds.get(name, ""), kind)
            case Apply(name, _) if name in self.book.properties:
                return self.book.is_a(self.book.properties[name].type.kind, kind)
            case _:
                return False
