"""A rulebook's words as Z3 sorts, functions and constants, each made once.

Things are one uninterpreted sort; kinds are predicates on it; a property is a
function of its places.  The words of a choice are whole numbers by a registry,
so that two words are never the same value.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import z3

from adjudicator.entailment.session import Session
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.values import FRACTION, PERMISSION, YES_NO, Ref, Type

BUILT_IN = {
    "happens": YES_NO,
    "before": YES_NO,
    "may": PERMISSION,
    "response": Type("thing", kind="event", nobody=True),
}
KEPT_TERMS = 50_000


class NotAnalysable(Exception):
    """The expression has no term in this logic; the atom around it is treated as a black box."""


def property_type(book: Rulebook, name: str) -> Type | None:
    """The type of a property, also of the built-in families; None where it is not declared."""
    if name in book.properties:
        return book.properties[name].type
    if name in BUILT_IN:
        return BUILT_IN[name]
    family, _, rest = name.partition(":")
    match family:
        case "kind":
            return YES_NO
        case "role":
            return role_type(book, rest)
        case "decider":
            return Type("thing")
        case "after" | "undefined":
            return property_type(book, rest)
        case _:
            return None


def role_type(book: Rulebook, role: str) -> Type:
    """A thing, unless every event that has the role declares a value for it."""
    slots = [s for e in book.events.values() for phrase in e.phrases for s in phrase.slots if s.role == role]
    types = [s.type for s in slots if s.type is not None]
    if slots and len(types) == len(slots):
        return types[0]
    filled = [kind for e in book.events.values() for r, kind in zip(e.roles, e.kinds, strict=False) if r == role]
    return FRACTION if filled and all(kind == "number" for kind in filled) else Type("thing")


class Vocabulary:
    """Names to Z3 terms for one rulebook in one session."""

    def __init__(self, book: Rulebook, session: Session) -> None:
        self.book = book
        self.context = session.context
        self.thing = z3.DeclareSort("Thing", self.context)
        self.truth = z3.BoolSort(self.context)
        self.whole = z3.IntSort(self.context)
        self.fraction = z3.RealSort(self.context)
        self.true = z3.BoolVal(True, self.context)
        self.false = z3.BoolVal(False, self.context)
        self.defined_kinds = frozenset(p.removeprefix("kind:") for p in book.definition_of if p.startswith("kind:"))
        self._types: dict[str, Type | None] = {}
        self._words: dict[str, z3.ArithRef] = {}
        self._numbers: dict[Fraction, z3.ArithRef] = {}
        self._constants: dict[tuple[str, str], z3.ExprRef] = {}
        self._functions: dict[tuple[str, ...], z3.FuncDeclRef] = {}
        self._applied: dict[tuple[object, ...], tuple[z3.ExprRef, Sequence[z3.ExprRef]]] = {}

    def type_of(self, name: str) -> Type | None:
        if name not in self._types:
            self._types[name] = property_type(self.book, name)
        return self._types[name]

    def sort_of(self, value_type: Type) -> z3.SortRef:
        """The sort of a type's values; sets have none."""
        match value_type.base:
            case "yes/no":
                return self.truth
            case "whole" | "choice" | "text":
                return self.whole
            case "fraction":
                return self.fraction
            case "thing":
                return self.thing
            case _:
                raise NotAnalysable(value_type.base)

    def constant(self, name: str, sort: z3.SortRef) -> z3.ExprRef:
        key = (name, sort.name())
        if key not in self._constants:
            self._constants[key] = z3.Const(f"{name} of {sort.name()}", sort)
        return self._constants[key]

    def named(self, ref: Ref) -> z3.ExprRef:
        return self.constant(f"named {ref.name}", self.thing)

    @property
    def nobody(self) -> z3.ExprRef:
        return self.constant("nobody", self.thing)

    def word(self, text: str) -> z3.ArithRef:
        if text not in self._words:
            self._words[text] = z3.IntVal(len(self._words), self.context)
        return self._words[text]

    def number(self, value: Fraction) -> z3.ArithRef:
        value = Fraction(value)
        if value not in self._numbers:
            make = z3.IntVal if value.denominator == 1 else z3.RealVal
            self._numbers[value] = make(str(value), self.context)
        return self._numbers[value]

    def apply(self, name: str, args: Sequence[z3.ExprRef], sort: z3.SortRef) -> z3.ExprRef:
        """The function of this name on the arguments; the same term each time."""
        args = [self.as_fraction(a) if z3.is_int(a) else a for a in args]
        key = (name, sort.name(), *(a.get_id() for a in args))
        if key not in self._applied:
            if len(self._applied) > KEPT_TERMS:
                self._applied.clear()
            self._applied[key] = (self._function(name, args, sort)(*args), args)
        return self._applied[key][0]

    def _function(self, name: str, args: Sequence[z3.ExprRef], sort: z3.SortRef) -> z3.FuncDeclRef:
        sorts = [*(a.sort() for a in args), sort]
        key = (name, *(s.name() for s in sorts))
        if key not in self._functions:
            self._functions[key] = z3.Function(name, *sorts)
        return self._functions[key]

    def as_fraction(self, term: z3.ArithRef) -> z3.ArithRef:
        if not z3.is_int(term):
            return term
        return z3.RealVal(term.as_long(), self.context) if z3.is_int_value(term) else z3.ToReal(term)

    def all_of(self, terms: Sequence[z3.BoolRef]) -> z3.BoolRef:
        if not terms:
            return self.true
        return terms[0] if len(terms) == 1 else z3.And(*terms)

    def any_of(self, terms: Sequence[z3.BoolRef]) -> z3.BoolRef:
        if not terms:
            return self.false
        return terms[0] if len(terms) == 1 else z3.Or(*terms)

    def is_a(self, kind: str, term: z3.ExprRef, among: frozenset[str]) -> z3.BoolRef:
        """The term is of the kind or of one below it, of the kinds that are spoken of (`among`).

        Kept as a disjunction over raw predicates, the lattice needs no axioms.
        """
        below = self.book.descendants.get(kind, frozenset((kind,))) & among
        return self.any_of([self.apply(f"kind:{k}", (term,), self.truth) for k in sorted(below)])
