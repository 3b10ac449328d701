"""What can be otherwise in a rulebook, one thing at a time: every change that `demonstrate` tries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import count
from typing import TypeVar

from adjudicator.model.clauses import Clause, Definition
from adjudicator.model.expressions import And, Draw, Literal, Sentence, Term, Var, applying, children, conjoin, conjuncts, free_variables
from adjudicator.model.rebuilding import Change, E, mapped
from adjudicator.model.rulebook import Rulebook
from adjudicator.records import dataclass

P = TypeVar("P")
CORE = ("out", "condition", "exception", "claim")
"""The changes by which a statement is demonstrated (docs/demonstrate.md); the others only tell how closely a book is watched."""
CHANGES = (*CORE, "number", "wider", "denied")
NAMES = {
    "out": "rules left out", "condition": "conditions dropped", "exception": "exceptions dropped", "claim": "claims dropped",
    "number": "numbers one more or less", "wider": "kinds one wider", "denied": "conclusions denied",
}  # fmt: skip

Path = tuple[int, ...]
"""The way down an expression: which child, and which child of that."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """One change of a book.

    `sort` is clause, definition, invariant, rung or setting (of the map); `rule` its name. `change` is one of CHANGES;
    `where` is the part of the clause (when, unless, value, argument, claim, fallback, number, before, parameter),
    `index` which of them, `path` the way down from there, `by` what it becomes. `says` tells the part in words.
    """

    sort: str
    rule: str
    change: str
    where: str = ""
    index: int = 0
    path: Path = ()
    by: str = ""
    says: str = ""

    @property
    def key(self) -> str:
        """What tells the mutation from all others of its book."""
        return f"{self.sort}:{self.rule}:{self.change}:{self.where}:{self.index}:{'.'.join(map(str, self.path))}:{self.by}"


def mutations_of(book: Rulebook) -> list[Mutation]:
    """Every change of a book, in its order."""
    found = [mutation for clause in book.clauses.values() for mutation in of_clause(book, clause)]
    for definition in book.definitions.values():
        found.append(Mutation("definition", definition.name, "out", says="the definition"))
        if isinstance(definition.meaning, And):
            found += [Mutation("definition", definition.name, "condition", index=place, says=f"part {place + 1} of what it means")
                      for place in range(len(conjuncts(definition.meaning)))]  # fmt: skip
    found += [Mutation("invariant", name, "out", says="what always holds") for name in book.invariants]
    found += [Mutation("rung", rung.title, "out", says=f"the rung `{rung.title}`") for rung in book.ladder.rungs]
    if book.geometry is not None:
        found += [Mutation("setting", s.property, "out", says=f"that a drawn map answers `{s.property}`") for s in book.geometry.answers]
    return found


def of_clause(book: Rulebook, clause: Clause) -> Iterator[Mutation]:
    """The changes of one clause."""

    def change(kind: str, where: str, index: int, says: str, path: Path = (), by: str = "") -> Mutation:
        return Mutation("clause", clause.name, kind, where, index, path, by, says)

    yield change("out", "", 0, "the clause")
    for kind, where, parts, texts in (
        ("condition", "when", clause.whens, clause.when_texts), ("exception", "unless", clause.unlesses, clause.unless_texts),
    ):  # fmt: skip
        for index, (part, text) in enumerate(zip(parts, texts, strict=False)):  # what follows tells who `the target of the throw` is
            if applying(part):  # it goes with the clause that says so
                continue
            said = f"`{where} {text}`"
            yield change(kind, where, index, said)
            for path, size in _conjunctions(part):
                for place in range(size):
                    yield change(kind, where, index, f"part {place + 1} of {size} in {said}", (*path, place), "part")
            for path, number, value in _numbers(part):
                yield change("number", where, index, f"{said} {value} for {number}", path, value)
    for index, claim in enumerate(clause.claims):
        yield change("claim", "claim", index, f"`{claim.verb} {claim.target}`")
    if clause.fallback:
        yield change("claim", "fallback", 0, "`fallback`")
    yield from (change("claim", "before", index, f"`applies before {target}`") for index, target in enumerate(clause.before))
    if clause.number is not None:
        yield change("claim", "number", 0, f"`number {clause.number}`")
        yield from (change("number", "number", 0, f"`number {clause.number + by}`", (), str(clause.number + by)) for by in (1, -1))
    for index, conclusion in enumerate(clause.conclusions):
        said = f"`{conclusion.text}`" if conclusion.text else f"conclusion {index + 1}"
        for path, number, value in _numbers(conclusion.value):
            yield change("number", "value", index, f"{said} with {value} for {number}", path, value)
        for place, arg in enumerate(conclusion.args):
            for path, number, value in _numbers(arg):
                yield change("number", "argument", index, f"{said} with {value} for {number}", (place, *path), value)
        if denied(conclusion.property, conclusion.value) is not None:
            yield change("denied", "value", index, f"the contrary of {said}")
    for index, parameter in enumerate(clause.parameters):
        for wider in _wider(book, clause, parameter.name, parameter.kind):
            yield change("wider", "parameter", index, f"{wider} for {parameter.kind} {parameter.name}", (), wider)


def _conjunctions(sentence: Sentence | Term, path: Path = ()) -> Iterator[tuple[Path, int]]:
    """The conjunctions inside a condition (not the condition itself), each with the number of its parts."""
    if isinstance(sentence, And):
        yield path, len(sentence.parts)
    for place, child in enumerate(children(sentence)):
        yield from _conjunctions(child, (*path, place))


def _numbers(node: Term | Sentence, path: Path = ()) -> Iterator[tuple[Path, str, str]]:
    """The numbers in an expression, each with one more and one less; of how likely something is, with one more."""
    if isinstance(node, Literal) and isinstance(node.value, Fraction):
        yield from ((path, str(node.value), str(node.value + by)) for by in (1, -1))
    weights = range(1, 2 * len(node.cases), 2) if isinstance(node, Draw) else ()
    for place, child in enumerate(children(node)):
        found = list(_numbers(child, (*path, place)))
        yield from found[::2] if place in weights else found


def denied(name: str, value: Term) -> Literal | None:
    """The contrary of what is concluded; None where it has no one contrary."""
    if not isinstance(value, Literal):
        return None
    if isinstance(value.value, bool):
        return Literal(not value.value)
    if name == "may" and isinstance(value.value, str):
        return Literal("may" if value.value == "may not" else "may not")
    return None


def _wider(book: Rulebook, clause: Clause, variable: str, kind: str) -> Iterator[str]:
    """The kinds right above one, but for those that the place where the variable stands rules out anyhow, and for the card itself."""
    if kind in ("", "thing", "number") or kind not in book.kinds or kind in book.cards or variable.startswith("place "):
        return
    declared = [slot for c in clause.conclusions for arg, slot in zip(c.args, _kinds_at(book, c.property), strict=False)
                if isinstance(arg, Var) and arg.name == variable]  # fmt: skip
    if any(book.is_a(slot, kind) and slot not in book.changeable_kinds for slot in declared):
        return
    event = book.is_a(kind, "event")
    yield from (above for above in book.kinds[kind].parents if above != kind and not (event and above == "thing"))


def _kinds_at(book: Rulebook, name: str) -> tuple[str, ...]:
    """The kinds of the places of a property as it is declared."""
    prop = book.properties.get(name.removeprefix("after:").removeprefix("decider:"))
    return prop.kinds if prop is not None else ()


# ---- what a change makes of a rule ----


def changed_clause(clause: Clause, mutation: Mutation) -> Clause | None:
    """The clause after the change; None where it is out."""
    index, path = mutation.index, mutation.path
    match mutation.change, mutation.where:
        case "out", _:
            return None
        case (("condition" | "exception"), ("when" | "unless")) if not path:
            if mutation.where == "when":
                less = replace(clause, whens=_without(clause.whens, index), when_texts=_without(clause.when_texts, index))
            else:
                less = replace(clause, unlesses=_without(clause.unlesses, index), unless_texts=_without(clause.unless_texts, index))
            return _without_idle(clause, less)
        case (("condition" | "exception"), ("when" | "unless")):
            return _without_idle(clause, _with_part(clause, mutation, lambda part: at(part, path[:-1], lambda both: _less(both, path[-1]))))
        case "number", ("when" | "unless"):
            return _with_part(clause, mutation, lambda part: at(part, path, lambda _: Literal(Fraction(mutation.by))))
        case "number", "number":
            return replace(clause, number=int(mutation.by))
        case "claim", "claim":
            return replace(clause, claims=_without(clause.claims, index))
        case "claim", "fallback":
            return replace(clause, fallback=False)
        case "claim", "before":
            return replace(clause, before=_without(clause.before, index))
        case "claim", "number":
            return replace(clause, number=None)
        case "wider", _:
            wider = replace(clause.parameters[index], kind=mutation.by)
            return replace(clause, parameters=_put(clause.parameters, index, wider))
    conclusion = clause.conclusions[index]
    if mutation.change == "denied":
        said = replace(conclusion, value=denied(conclusion.property, conclusion.value) or conclusion.value)
    elif mutation.where == "value":
        said = replace(conclusion, value=at(conclusion.value, path, lambda _: Literal(Fraction(mutation.by))))
    else:
        arg = at(conclusion.args[path[0]], path[1:], lambda _: Literal(Fraction(mutation.by)))
        said = replace(conclusion, args=_put(conclusion.args, path[0], arg))
    return replace(clause, conclusions=_put(clause.conclusions, index, said))


def _without_idle(before: Clause, after: Clause) -> Clause:
    """A clause that lost a condition, without the variables that nothing else in it named: an author would not write them."""
    named = _named(after)
    idle = _named(before) - named - {before.bearer}
    return replace(after, parameters=tuple(p for p in after.parameters if p.name not in idle)) if idle else after


def _named(clause: Clause) -> frozenset[str]:
    """The variables that a clause names in what it says and asks."""
    said = (term for conclusion in clause.conclusions for term in (*conclusion.args, conclusion.value))
    return frozenset().union(*map(free_variables, (*clause.whens, *clause.unlesses, *said)))


def changed_definition(definition: Definition, mutation: Mutation) -> Definition | None:
    """The definition after the change; None where it is out."""
    if mutation.change == "out":
        return None
    return replace(definition, meaning=conjoin(_without(conjuncts(definition.meaning), mutation.index)))  # type: ignore[arg-type]


def _with_part(clause: Clause, mutation: Mutation, change: Callable[[Sentence], Sentence]) -> Clause:
    parts = clause.whens if mutation.where == "when" else clause.unlesses
    now = _put(parts, mutation.index, change(parts[mutation.index]))
    return replace(clause, whens=now) if mutation.where == "when" else replace(clause, unlesses=now)


def at(node: E, path: Path, change: Change) -> E:
    """The expression with one of its nodes changed."""
    if not path:
        return change(node)
    places = count()
    return mapped(node, lambda child: at(child, path[1:], change) if next(places) == path[0] else child)


def _less(both: E, place: int) -> E:
    return conjoin(_without(both.parts, place)) if isinstance(both, And) else both


def _without(parts: tuple[P, ...], index: int) -> tuple[P, ...]:
    return (*parts[:index], *parts[index + 1 :])


def _put(parts: tuple[P, ...], index: int, part: P) -> tuple[P, ...]:
    return (*parts[:index], part, *parts[index + 1 :])
