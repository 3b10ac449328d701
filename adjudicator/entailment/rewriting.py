"""Expressions rewritten into a small normal form, before any solver sees them.

In normal form there are no event phrases, no `every` or `no` (only `some` and
`it is not true that`), no defined properties, and of the comparisons only
`=`, `<`, `<=` and `in`.  Definitions are strict, so putting their meaning in
their place changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from adjudicator.model.clauses import Definition
from adjudicator.model.expressions import (
    TRUE,
    Aggregate,
    And,
    Apply,
    Arith,
    Compare,
    Deed,
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
    walk,
)
from adjudicator.model.rulebook import Rulebook

UNDEFINED = "undefined:"
"""Family of a defined property where its definition does not reach (things of other kinds)."""

REPEATS = 2
Node = Term | Sentence


def mapped(node: Node, change: Callable[[Node], Node]) -> Node:
    """The same node over changed children."""
    match node:
        case Var() | Literal() | OptionOn():
            return node
        case Apply(name, args):
            return Apply(name, tuple(map(change, args)))
        case Arith(op, left, right):
            return Arith(op, change(left), change(right))
        case Round(direction, term):
            return Round(direction, change(term))
        case Aggregate(op, var, kind, such, term):
            return Aggregate(op, var, kind, change(such), None if term is None else change(term))
        case Draw(cases, among, by):
            changed = tuple((change(value), change(chance)) for value, chance in cases)
            return Draw(changed, None if among is None else change(among), None if by is None else change(by))
        case Compare(op, left, right):
            return Compare(op, change(left), change(right))
        case TextTest(op, term, text):
            return TextTest(op, change(term), text)
        case Occurs(event, roles):
            return Occurs(event, tuple((role, change(term)) for role, term in roles))
        case Permitted(modality, event, roles):
            return Permitted(modality, event, tuple((role, change(term)) for role, term in roles))
        case Deed(event, roles):
            return Deed(event, tuple((role, change(term)) for role, term in roles))
        case Not(body):
            return Not(change(body))
        case And(parts):
            return And(tuple(map(change, parts)))
        case Or(parts):
            return Or(tuple(map(change, parts)))
        case Quantified(op, var, kind, such, body):
            return Quantified(op, var, kind, change(such), change(body))


def substitute(node: Node, terms: Mapping[str, Term]) -> Node:
    """The node with terms for free variables. The terms must not mention a variable bound in the node."""
    if not terms:
        return node
    match node:
        case Var(name):
            return terms.get(name, node)
        case Quantified(var=var) | Aggregate(var=var) if var in terms:
            inner = {name: term for name, term in terms.items() if name != var}
            return mapped(node, lambda child: substitute(child, inner))
        case _:
            return mapped(node, lambda child: substitute(child, terms))


def with_bound_renamed(node: Node, prefix: str) -> Node:
    """The node with `prefix` before the name of every bound variable."""
    match node:
        case Quantified(op, var, kind, such, body):
            new = {var: Var(prefix + var)}
            such, body = (with_bound_renamed(substitute(part, new), prefix) for part in (such, body))
            return Quantified(op, prefix + var, kind, such, body)
        case Aggregate(op, var, kind, such, term):
            new = {var: Var(prefix + var)}
            such = with_bound_renamed(substitute(such, new), prefix)
            return Aggregate(op, prefix + var, kind, such, term and with_bound_renamed(substitute(term, new), prefix))
        case _:
            return mapped(node, lambda child: with_bound_renamed(child, prefix))


def pattern_of(node: Node) -> tuple[str, tuple[str, ...]]:
    """A text that is equal for nodes that differ only in names of variables, and the free ones in order."""
    free: dict[str, None] = {}

    def numbered(part: Node, bound: dict[str, str]) -> Node:
        match part:
            case Var(name):
                if name in bound:
                    return Var(bound[name])
                free.setdefault(name)
                return Var(f"free {list(free).index(name)}")
            case Quantified(var=var) | Aggregate(var=var):
                name = f"bound {len(bound)}"
                again = mapped(part, lambda child: numbered(child, {**bound, var: name}))
                if isinstance(again, Quantified):
                    return Quantified(again.op, name, again.kind, again.such_that, again.body)
                return Aggregate(again.op, name, again.kind, again.such_that, again.term)
            case _:
                return mapped(part, lambda child: numbered(child, bound))

    return stable(numbered(node, {})), tuple(free)


def stable(node: object) -> str:
    """The same text for the same node on every run (a set's members are put in order)."""
    if isinstance(node, Literal) and isinstance(node.value, frozenset):
        return f"Literal({sorted(map(repr, node.value))})"
    sets = isinstance(node, Node) and any(isinstance(n, Literal) and isinstance(n.value, frozenset) for n in walk(node))
    if not sets:
        return repr(node)
    return repr(mapped(node, lambda child: Var(stable(child))))


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

    def normal(self, node: Node, kinds: Mapping[str, str], within: tuple[str, ...] = ()) -> Node:
        """The node in normal form; `kinds` are those of its variables as declared.

        `within` names the definitions whose meaning it is part of: one that is
        defined by itself is put in twice and then left as it stands.
        """
        match node:
            case Quantified():
                return self._quantified(node, kinds, within)
            case Occurs() | Permitted():
                return self.normal(event_sentence(node, f"event {len(within)} of {len(kinds)}"), kinds, within)
            case Aggregate(var=var, kind=kind):
                inner = {**kinds, var: kind}
                return mapped(node, lambda child: self.normal(child, inner, within))
            case Not(body):
                return negated(self.normal(body, kinds, within))
            case Compare(op, left, right):
                return self._compare(op, self.normal(left, kinds, within), self.normal(right, kinds, within))
            case And(parts):
                return conjoin([self.normal(part, kinds, within) for part in parts])
            case Apply(name, _):
                applied = mapped(node, lambda child: self.normal(child, kinds, within))
                definition = self._definition(name, len(applied.args), within)
                return applied if definition is None else self._defined(definition, applied, kinds, within)
            case _:
                return mapped(node, lambda child: self.normal(child, kinds, within))

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
    def _compare(op: str, left: Term, right: Term) -> Sentence:
        if op == "=" and isinstance(left, Literal) and isinstance(left.value, bool):
            left, right = right, left
        match op, right:
            case ("=" | "!=", Literal(bool() as value)) if isinstance(left, Sentence):
                return left if value == (op == "=") else negated(left)
            case "!=", _:
                return Not(Compare("=", left, right))
            case ">" | ">=", _:
                return Compare("<" if op == ">" else "<=", right, left)
            case _:
                return Compare(op, left, right)

    def _defined(self, definition: Definition, applied: Apply, kinds: Mapping[str, str], within: tuple[str, ...]) -> Node:
        """The meaning in place of the property; where the things may be of other kinds, only for those it is about."""
        meaning = with_bound_renamed(definition.meaning, f"{definition.name} {len(within)} ")
        terms = {p.name: arg for p, arg in zip(definition.parameters, applied.args, strict=True)}
        meaning = self.normal(substitute(meaning, terms), kinds, (*within, definition.name))
        if applied.property.startswith("kind:"):
            kind = self.book.kinds.get(applied.property.removeprefix("kind:"))
            return conjoin([*(kind_test(k, applied.args[0]) for k in (kind.parents if kind else ())), meaning])
        declared = self.book.properties.get(applied.property)
        if declared is not None and declared.type.base != "yes/no":
            return meaning
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
