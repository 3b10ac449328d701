"""Conditions opened up for a proof: one as the premise, the other as the goal to refute.

To show that A entails B one looks for a situation in which A holds and B does
not.  Things that A says there are get names of their own (skolem constants);
things that B wants there to be are looked for among all that A mentions.  B is
first cut into parts that share none of these, so that each can be looked for alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from adjudicator.entailment.conditions import Condition, free_variables_of
from adjudicator.entailment.rewriting import kind_test
from adjudicator.model.expressions import (
    Aggregate,
    And,
    Apply,
    Compare,
    Literal,
    Not,
    Or,
    Quantified,
    Sentence,
    Term,
    Var,
    children,
    conjoin,
    conjuncts,
    free_variables,
    names_in,
    walk,
)
from adjudicator.model.rebuilding import substitute
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.values import Ref
from adjudicator.records import dataclass


@dataclass
class Opened:
    """A sentence whose outermost `some` are named; `holds` tells whether it is asserted or denied.

    `counts` are the numbers of things in it, each with a name for one thing that
    is counted if any is.
    """

    sentence: Sentence
    holds: bool
    names: list[str] = field(default_factory=list)
    counts: list[tuple[Aggregate, str]] = field(default_factory=list)


def opened(sentence: Sentence, holds: bool, prefix: str) -> Opened:
    """Name what the sentence (or its denial) says there is."""
    result = Opened(sentence, holds)

    def fresh() -> str:
        return f"{prefix}{len(result.names)}"

    def walked(part: Sentence, positive: bool) -> Sentence:
        match part:
            case And(parts):
                return And(tuple(walked(p, positive) for p in parts))
            case Or(parts):
                return Or(tuple(walked(p, positive) for p in parts))
            case Not(body):
                return Not(walked(body, not positive))
            case Quantified("some", var, kind, _, body) if positive:
                name = fresh()
                result.names.append(name)
                body = substitute(body, {var: Var(name)})
                return conjoin([kind_test(kind, Var(name)), walked(body, positive)])
            case Quantified():
                return part
            case _:
                for count in _counts(part):
                    if all(count != known for known, _ in result.counts):
                        name = fresh()
                        result.names.append(name)
                        result.counts.append((count, name))
                return part

    result.sentence = walked(sentence, holds)
    return result


def _counts(node: Term | Sentence) -> Iterator[Aggregate]:
    """The counts in an atomic sentence that are not inside another aggregate."""
    if isinstance(node, Aggregate):
        if node.op == "count":
            yield node
        return
    for child in children(node):
        yield from _counts(child)


@dataclass(frozen=True)
class Premise:
    """The condition that is supposed to hold, and the things it mentions with their stated kinds."""

    condition: Condition
    opened: Opened
    things: tuple[tuple[Term, frozenset[str]], ...]


@dataclass(frozen=True)
class Part:
    """A part of the goal: variables to be found, with their kinds, such that the denial fails."""

    sought: tuple[tuple[str, str], ...]
    denial: Opened


@dataclass(frozen=True)
class Goal:
    """The condition that is to follow, in independent parts."""

    condition: Condition
    parts: tuple[Part, ...]


def premise_of(book: Rulebook, condition: Condition) -> Premise:
    form = opened(condition.sentence, True, "witness ")
    return Premise(condition, form, _things_in(book, form, [name for name, _ in condition.variables]))


def _things_in(book: Rulebook, form: Opened, variables: list[str]) -> tuple[tuple[Term, frozenset[str]], ...]:
    """Everything the premise names, in reading order; without stated kinds where nothing tells."""
    parts = list(walk(form.sentence))
    bound = {part.var for part in parts if isinstance(part, Quantified | Aggregate)}
    kinds: dict[Term, set[str]] = {Var(name): set() for name in (*variables, *form.names)}
    in_general = False
    for count, name in form.counts:
        kinds[Var(name)].add(count.kind)
    for part in parts:
        match part:
            case Apply(name, (term,)) if name.startswith("kind:"):
                kinds.setdefault(term, set()).add(name.removeprefix("kind:"))
                in_general = in_general or bool(free_variables(term) & bound)
            case Literal(Ref(name)):
                kinds.setdefault(part, set()).update(named_kinds(book, name))
            case Apply(name, _) if name.startswith("role:"):
                kinds.setdefault(part, set())
            case Apply(name, _) if name in book.properties and book.properties[name].type.base == "thing":
                kinds.setdefault(part, set()).add(book.properties[name].type.kind)
    # Where things in general are said to be of a kind, what is stated of each does not tell its kinds.
    return tuple((term, frozenset() if in_general else frozenset(said)) for term, said in kinds.items() if not free_variables(term) & bound)


def named_kinds(book: Rulebook, name: str) -> frozenset[str]:
    """The kinds that a thing of this name has wherever it lies: those of its card, or those it is declared with."""
    card = book.cards.get(name)
    kinds = (name, *(card.kinds if card else ()), *book.constants.get(name, ()))
    return frozenset(kind for kind in kinds if kind in book.kinds)


def goal_of(condition: Condition) -> Goal:
    kinds = dict(condition.variables)
    parts: list[Sentence] = []
    for part in conjuncts(condition.sentence):
        parts += _flattened(part, kinds)
    sought = {name: kind for name, kind in kinds.items() if not name.startswith("@")}
    return Goal(condition, tuple(_part(group, sought) for group in _groups(parts, sought)))


def _flattened(sentence: Sentence, kinds: dict[str, str]) -> list[Sentence]:
    """The conjuncts, those of an outermost `some` among them; its variable joins the variables sought."""
    match sentence:
        case Quantified("some", var, kind, _, body):
            name = f"sought {len(kinds)}"
            kinds[name] = kind
            said = [kind_test(kind, Var(name)), substitute(body, {var: Var(name)})]
            return [p for part in said for inner in conjuncts(part) for p in _flattened(inner, kinds)]
        case And():
            return [p for part in conjuncts(sentence) for p in _flattened(part, kinds)]
        case _:
            return [sentence]


def _groups(parts: list[Sentence], sought: dict[str, str]) -> list[tuple[set[str], list[Sentence]]]:
    """Parts that share a sought variable belong together."""
    groups: list[tuple[set[str], list[Sentence]]] = []
    for part in parts:
        names = set(free_variables_of([part]) & sought.keys())
        said = [part]
        apart = []
        for others, sentences in groups:
            if names & others or not (names or others):
                names, said = names | others, sentences + said
            else:
                apart.append((others, sentences))
        groups = [*apart, (names, said)]
    return groups


def _part(group: tuple[set[str], list[Sentence]], sought: dict[str, str]) -> Part:
    names, sentences = group
    denial = opened(conjoin(sentences), False, "counterexample ")
    return Part(tuple((name, sought[name]) for name in sorted(names)), denial)


def kinds_in(condition: Condition) -> frozenset[str]:
    """Every kind that the condition speaks of."""
    found = {kind for _, kind in condition.variables} | names_in(condition.sentence).kinds
    return frozenset(found) - {"", "thing", "number"}


def identity_and_kinds(condition: Condition) -> dict[str, tuple[frozenset[str], frozenset[str]]] | None:
    """For each variable the kinds and names required, if the condition is a plain list of such tests."""
    said: dict[str, tuple[set[str], set[str]]] = {}
    for part in conjuncts(condition.sentence):
        match part:
            case Apply(name, (Var(var),)) if name.startswith("kind:"):
                said.setdefault(var, (set(), set()))[0].add(name.removeprefix("kind:"))
            case Compare("=", Var(var), Literal(Ref(thing))):
                said.setdefault(var, (set(), set()))[1].add(thing)
            case _:
                return None
    return {var: (frozenset(kinds), frozenset(names)) for var, (kinds, names) in said.items()}
