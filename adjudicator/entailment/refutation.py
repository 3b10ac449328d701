"""The question "can the premise hold and the goal not?" as a list of assertions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

import z3

from adjudicator.entailment.encode import Encoder, Environment, TooWide
from adjudicator.entailment.forms import Goal, Opened, Part, Premise, kinds_in, named_kinds
from adjudicator.entailment.vocabulary import NotAnalysable, Vocabulary
from adjudicator.model.expressions import Literal

MOST_INSTANCES = 400
"""How many ways to fill the sought variables of one part of a goal are tried."""

MOST_THINGS = 32
"""Over how many things a denied `some` is spelled out; leaving one out only weakens what is assumed."""


def refutation(vocabulary: Vocabulary, premise: Premise, goal: Goal) -> list[z3.BoolRef]:
    """Assertions that can hold together exactly when the premise does not entail the goal."""
    encoder = Encoder(vocabulary, kinds_in(premise.condition) | kinds_in(goal.condition))
    numbers = {name for form in (premise, goal) for name, kind in form.condition.variables if kind == "number"}
    variables = [name for name, _ in premise.condition.variables]
    env = {name: _new(encoder, name in numbers) for name in (*variables, *premise.opened.names)}
    encoder.asked_kinds = kinds_in(goal.condition)
    encoder.typing = True
    _gather(encoder, premise, env)
    encoder.typing = False
    denials = [(part.denial, list(_instances(encoder, part, env, numbers))) for part in goal.parts]
    for _, instances in denials:
        for instance in instances:
            known = {term.get_id() for term, _ in encoder.universe}
            new = [t for t in instance.values() if t.sort() == vocabulary.thing and t.get_id() not in known]
            room = max(0, MOST_THINGS - len(encoder.universe))
            encoder.universe += [(term, frozenset()) for term in new[:room]]
    failing = [vocabulary.all_of([_denied(encoder, denial, one) for one in all_]) for denial, all_ in denials]
    encoder.typing = True
    holding = encoder.sentence(premise.opened.sentence, env, True)
    _count(encoder, premise.opened, env)
    encoder.typing = False
    for name, term in encoder.named.items():
        encoder.state_kinds(term, named_kinds(vocabulary.book, name))
    return [*encoder.vocabulary_facts(), holding, vocabulary.any_of(failing)]


def _new(encoder: Encoder, number: bool) -> z3.ExprRef:
    return encoder.fresh(encoder.vocabulary.fraction if number else None)


def _gather(encoder: Encoder, premise: Premise, env: Environment) -> None:
    """Put all that the premise mentions into the universe."""
    seen: set[int] = set()
    for term, stated in premise.things:
        try:
            thing = encoder.term(term, env)
        except NotAnalysable:
            continue
        nobody = isinstance(term, Literal) and term.value is None
        if thing.sort() == encoder.vocabulary.thing and thing.get_id() not in seen and not nobody:
            seen.add(thing.get_id())
            encoder.universe.append((thing, stated))


def _instances(encoder: Encoder, part: Part, env: Environment, numbers: set[str]) -> Iterator[dict[str, z3.ExprRef]]:
    """Every way to fill the sought variables with things at hand, and names for what the denial says there is."""
    places = {name: term for name, term in env.items() if name.startswith("@")}
    choices = [_choices(encoder, kind, env) for _, kind in part.sought]
    ways = list(islice(product(*choices), MOST_INSTANCES + 1))
    if len(ways) > MOST_INSTANCES:
        raise TooWide
    for way in ways:
        sought = {name: thing for (name, _), thing in zip(part.sought, way, strict=True)}
        yield {**places, **sought, **{name: _new(encoder, name in numbers) for name in part.denial.names}}


def _choices(encoder: Encoder, kind: str, env: Environment) -> list[z3.ExprRef]:
    if kind == "number":
        return [term for term in env.values() if z3.is_arith(term)]
    return encoder.candidates(kind)


def _denied(encoder: Encoder, denial: Opened, env: Environment) -> z3.BoolRef:
    failing = z3.Not(encoder.sentence(denial.sentence, env, False))
    _count(encoder, denial, env)
    return failing


def _count(encoder: Encoder, form: Opened, env: Environment) -> None:
    for count, name in form.counts:
        try:
            encoder.count(count, env, env[name])
        except NotAnalysable:
            continue
