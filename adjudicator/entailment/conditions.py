"""What a clause requires, as one sentence: of everything it speaks of, or only of its subject.

These are the two sides of specificity (docs/meaning.md 5.1).  A place of the
conclusion is the variable ``@0``, ``@1`` ... in both clauses, which is how the
places of two conclusions are identified one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from adjudicator.entailment.rewriting import Normaliser, kind_test, negated
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import (
    TRUE,
    And,
    Apply,
    Compare,
    Literal,
    Or,
    Quantified,
    Sentence,
    Term,
    Var,
    applying,
    conjoin,
    conjuncts,
    free_variables,
)
from adjudicator.model.rebuilding import substitute
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.values import Ref
from adjudicator.records import dataclass


@dataclass(frozen=True, slots=True)
class Condition:
    """A sentence in normal form over places and further variables, each with its kind ("" if any)."""

    sentence: Sentence
    variables: tuple[tuple[str, str], ...]


def place(index: int | str) -> Var:
    return Var(f"@{index}")


def whole_condition(book: Rulebook, clause: Clause, index: int, more: Mapping[str, Term] = {}) -> Condition:
    """All that must hold for the clause to speak: kinds, `when`, and no `unless` of its own; `more` are further places, for terms of it."""
    kinds = {p.name: p.kind for p in clause.parameters}
    bound = free_variables_of([*clause.whens, *clause.conclusions[index].args]) | kinds.keys()
    parts: list[Sentence] = [kind_test(p.kind, Var(p.name)) for p in clause.parameters]
    parts += clause.whens
    parts += [negated(_closed(unless, bound)) for unless in clause.unlesses if not applying(unless)]
    places = _places(clause.conclusions[index].args)
    return _condition(book, parts, kinds, [*places, *((place(name), term) for name, term in more.items())])


def free_variables_of(nodes: Iterable[Term | Sentence]) -> frozenset[str]:
    return frozenset().union(*(free_variables(node) for node in nodes))


def _closed(unless: Sentence, bound: frozenset[str]) -> Sentence:
    """The exception, with what the rest of the clause does not bind as existential (docs/meaning.md 1.3)."""
    for name in sorted(free_variables(unless) - bound):
        unless = Quantified("some", name, "", TRUE, unless)
    return unless


def _places(args: tuple[Term, ...]) -> list[tuple[Var, Term]]:
    return [(place(i), arg) for i, arg in enumerate(args)]


def _condition(book: Rulebook, parts: list[Sentence], kinds: Mapping[str, str], places: list[tuple[Var, Term]]) -> Condition:
    """The parts in normal form, with places put for the variables that stand there."""
    given: dict[str, Term] = {}
    equal: list[Sentence] = []
    for at, arg in places:
        if isinstance(arg, Var) and arg.name not in given:
            given[arg.name] = at
        else:
            equal.append(Compare("=", at, arg))
    normal = Normaliser(book).normal(conjoin([*parts, *equal]), kinds)
    rest = sorted(free_variables_of([normal]) - given.keys())
    variables = [(at.name, _kind_at(arg, kinds)) for at, arg in places]
    variables += [(name, kinds.get(name, "")) for name in rest if not name.startswith("@")]
    return Condition(conjoin(conjuncts(substitute(normal, given))), tuple(variables))


def _kind_at(arg: Term, kinds: Mapping[str, str]) -> str:
    match arg:
        case Var(name):
            return kinds.get(name, "")
        case Literal(Fraction()):
            return "number"
        case _:
            return ""


def subject_condition(book: Rulebook, clause: Clause, index: int, roles: Iterable[str] = ()) -> Condition:
    """What the clause requires of the thing in the subject place: its kinds, and which thing it is.

    For a permission the subject is the event, together with those who play `roles` in it.
    """
    conclusion = clause.conclusions[index]
    if not conclusion.args or subject_place(book, conclusion.property) < 0:
        return Condition(TRUE, ())
    subject = conclusion.args[min(subject_place(book, conclusion.property), len(conclusion.args) - 1)]
    played = [(place(role), Apply(f"role:{role}", (subject,))) for role in sorted(roles)]
    about: list[tuple[Var, Term]] = [(place(0), subject), *played]
    required = [part for at, term in about for part in _required_of(book, clause, at, term)]
    required += [part for at, role in played for part in _role_kinds(book, clause, subject, at, role)]
    return _condition(book, required, {}, [(at, at) for at, _ in about])


def subject_place(book: Rulebook, name: str) -> int:
    """Which place of a property specificity looks at first; negative where it looks at none."""
    for family in ("after:", "decider:"):
        name = name.removeprefix(family)
    declared = book.properties.get(name)
    return declared.subject if declared is not None else 0


def subject_roles(book: Rulebook, clause: Clause, index: int) -> frozenset[str]:
    """For a permission, the roles that the event's declaration (or one above it) names as subject."""
    conclusion = clause.conclusions[index]
    if conclusion.property != "may" or not conclusion.args:
        return frozenset()
    events = (book.events.get(kind) for kind in _event_kinds(book, clause, conclusion.args[0]))
    return frozenset(event.subject for event in events if event is not None and event.subject)


def _event_kinds(book: Rulebook, clause: Clause, event: Term) -> frozenset[str]:
    same = _same_as(clause, event)
    stated = [clause.kind_of(term.name) for term in same if isinstance(term, Var)]
    for part in (part for when in clause.whens for part in conjuncts(when)):
        if isinstance(part, Apply) and part.property.startswith("kind:") and part.args[0] in same:
            stated.append(part.property.removeprefix("kind:"))
    return frozenset(stated).union(*(book.ancestors.get(kind, frozenset()) for kind in stated))


def _same_as(clause: Clause, term: Term) -> list[Term]:
    """The term and all that the clause's plain conditions say it is."""
    equations = [
        (part.left, part.right) for when in clause.whens for part in conjuncts(when) if isinstance(part, Compare) and part.op == "="
    ]
    same = [term]
    for known in same:
        for left, right in equations:
            same += [new for old, new in ((left, right), (right, left)) if old == known and new not in same]
    return same


def _required_of(book: Rulebook, clause: Clause, at: Var, subject: Term) -> Iterator[Sentence]:
    same = _same_as(clause, subject)
    for term in same:
        match term:
            case Var(name):
                yield kind_test(clause.kind_of(name), at)
            case Literal(Ref()):
                yield Compare("=", at, term)
            case Apply(name, _) if name in book.properties and book.properties[name].type.base == "thing":
                yield kind_test(book.properties[name].type.kind, at)
    for when in clause.whens:
        for part in conjuncts(when):
            required = _about_only(part, same, at)
            if required is not None:
                yield required


def _about_only(sentence: Sentence, same: list[Term], at: Var) -> Sentence | None:
    """The sentence said of `at`, if it is made of nothing but `is a` and identity tests on the subject."""
    match sentence:
        case Apply(name, (term,)) if name.startswith("kind:") and term in same:
            return Apply(name, (at,))
        case Compare("=", term, Literal(Ref()) as thing) | Compare("=", Literal(Ref()) as thing, term) if term in same:
            return Compare("=", at, thing)
        case And(parts) | Or(parts):
            said = [_about_only(part, same, at) for part in parts]
            known = tuple(one for one in said if one is not None)
            return None if len(known) < len(said) else And(known) if isinstance(sentence, And) else Or(known)
        case _:
            return None


def _role_kinds(book: Rulebook, clause: Clause, event: Term, at: Var, role: Apply) -> Iterator[Sentence]:
    """The kinds that the declarations of the event give to whoever plays the role."""
    for kind in sorted(_event_kinds(book, clause, event)):
        declared = book.events.get(kind)
        for name, filler in zip(declared.roles, declared.kinds, strict=False) if declared else ():
            if role.property == f"role:{name}":
                yield kind_test(filler, at)
