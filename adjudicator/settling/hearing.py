"""What a rulebook can hear: for each property and event, the sentences of it that rules in force hold (docs/meaning.md 14.7)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from adjudicator.model.clauses import Clause, Parameter
from adjudicator.model.expressions import Aggregate, Apply, Literal, Occurs, Permitted, Quantified, Sentence, Term, Var, children
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Question
from adjudicator.model.values import Ref

Place = Ref | str
"""What stands in a place of a sentence: a thing, or a kind of things (`thing` where it may be anything)."""
Places = tuple[Place, ...]
ANYTHING = "thing"


@dataclass
class Ears:
    """The sentences that something listens to: by property its places, and by whom (None: always); the kinds that are spoken of."""

    sentences: dict[str, dict[tuple[Places, Clause | None], None]] = field(default_factory=lambda: defaultdict(dict))
    kinds: dict[tuple[str, Clause | None], None] = field(default_factory=dict)
    things: dict[tuple[str, Clause | None], None] = field(default_factory=dict)


_KNOWN: dict[str, Ears] = {}


def ears_of(book: Rulebook) -> Ears:
    """All that a rulebook listens to, worked out once in a run."""
    if not book.digest:
        return _ears(book)
    if book.digest not in _KNOWN:
        _KNOWN[book.digest] = _ears(book)
    return _KNOWN[book.digest]


def ears_of_questions(questions: Iterable[Question]) -> Ears:
    """What the questions of a scenario listen to."""
    ears = Ears()
    for question in questions:
        _hear(ears, question.ask, {}, None)
    return ears


def _ears(book: Rulebook) -> Ears:
    ears = Ears()
    for clause in book.clauses.values():
        kinds = _declare(ears, clause.parameters, clause)
        for sentence in (*clause.whens, *clause.unlesses):
            _hear(ears, sentence, kinds, clause)
        for conclusion in clause.conclusions:
            for term in (*conclusion.args, conclusion.value):
                _hear(ears, term, kinds, clause)
            own = conclusion.property.removeprefix("after:")
            if conclusion.property != own or conclusion.form != "is":  # what an effect or a modifier changes, it hears
                ears.sentences[own][(_places(conclusion.args, kinds), clause)] = None
            if own.startswith("kind:"):
                ears.kinds[(own[5:], clause)] = None
        if clause.card:
            ears.kinds[(clause.card, clause)] = None
    for definition in book.definitions.values():
        _hear(ears, definition.meaning, _declare(ears, definition.parameters, None), None)
    for invariant in book.invariants.values():
        kinds = _declare(ears, invariant.parameters, None)
        _hear(ears, invariant.when, kinds, None)
        _hear(ears, invariant.always, kinds, None)
    for rung in book.ladder.rungs:
        for key in rung.keys:
            _hear(ears, key.term, {"it": ANYTHING}, None)
    for name in _of_clock_and_map(book):
        prop = book.properties.get(name)
        if prop is not None:
            ears.sentences[name][(prop.kinds, None)] = None
    return ears


def _of_clock_and_map(book: Rulebook) -> Iterator[str]:
    clock, geometry = book.clock, book.geometry
    if clock is not None:
        yield from (clock.on_turn, clock.round, clock.phase, clock.left, clock.next, clock.open)
    if geometry is not None:
        yield from (setting.property for setting in (*geometry.answers, *geometry.tells))


def _declare(ears: Ears, parameters: Iterable[Parameter], clause: Clause | None) -> dict[str, str]:
    kinds = {parameter.name: parameter.kind for parameter in parameters}
    for kind in kinds.values():
        ears.kinds[(kind, clause)] = None
    return kinds


def _hear(ears: Ears, node: Sentence | Term, kinds: dict[str, str], clause: Clause | None) -> None:
    match node:
        case Apply(name, args):
            if name.startswith("kind:"):
                ears.kinds[(name[5:], clause)] = None
            ears.sentences[name][(_places(args, kinds), clause)] = None
        case Occurs(event, roles) | Permitted(_, event, roles):
            ears.kinds[(event, clause)] = None
            for _, term in roles:
                if isinstance(term, Literal) and isinstance(term.value, Ref):
                    ears.things[(term.value.name, clause)] = None
        case Quantified(var=var, kind=kind) | Aggregate(var=var, kind=kind):
            ears.kinds[(kind, clause)] = None
            kinds = {**kinds, var: kind}
        case Literal(Ref(name)):
            ears.things[(name, clause)] = None
    for child in children(node):
        _hear(ears, child, kinds, clause)


def _places(args: tuple[Term, ...], kinds: dict[str, str]) -> Places:
    """What stands in each place."""
    found: list[Place] = []
    for arg in args:
        match arg:
            case Var(name):
                found.append(kinds.get(name, ANYTHING))
            case Literal(Ref() as ref):
                found.append(ref)
            case _:
                found.append(ANYTHING)
    return tuple(found)
