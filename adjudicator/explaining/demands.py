"""What an answer that did not come about would have asked for: which property instances would have to be otherwise, and how."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from adjudicator.engine.resolve import World
from adjudicator.engine.truth import Binding, events_meant, instance_meant, leave_meant, truth, value_of
from adjudicator.model.expressions import (
    KIND,
    Aggregate,
    And,
    Apply,
    Arith,
    Compare,
    Literal,
    Not,
    Occurs,
    Or,
    Permitted,
    Quantified,
    Round,
    Sentence,
    Term,
    Var,
)
from adjudicator.model.situation import Node
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Value
from adjudicator.records import dataclass

OTHERWISE = object()
"""Any other value than it has."""
ANYTHING = object()
"""In a place of an instance: whatever it be."""
CAUSES = "causes:"


@dataclass(frozen=True, slots=True)
class Demand:
    """An instance that would have to have another value: this one, or OTHERWISE."""

    node: Node
    value: object

    def met_by(self, value: object, now: object) -> bool:
        """Whether a value is one that is asked for; `now` is the one that came about."""
        if self.value is OTHERWISE:
            return value != now
        if self.node[0] == "may" and isinstance(self.value, str):
            return value == self.value or (self.value == "may" and value == "must")
        return value == self.value


def demands(world: World, ask: Term | Sentence, wanted: Value, yes_no: bool, binding: Binding | None = None) -> list[Demand]:
    """The instances that the question reads which would have to be otherwise, in the order of the question."""
    found = _of_sentence(world, ask, binding or {}, bool(wanted)) if yes_no else _of_term(world, ask, binding or {}, wanted)  # type: ignore[arg-type]
    return list(dict.fromkeys(found))


def of_condition(world: World, condition: Sentence, binding: Binding, wanted: bool) -> list[Demand]:
    """The same for a condition of a clause."""
    return list(dict.fromkeys(_of_sentence(world, condition, binding, wanted)))


def of_value(world: World, term: Term, binding: Binding) -> list[Demand]:
    """The instances from which a value is worked out: any of them would have to be otherwise."""
    return list(dict.fromkeys(_of_term(world, term, binding, OTHERWISE)))


def _of_sentence(world: World, sentence: Sentence, binding: Binding, wanted: bool) -> Iterator[Demand]:
    """Nothing where the sentence is as wanted already."""
    if truth(world, sentence, binding) is wanted:
        return
    match sentence:
        case Apply():
            node = _node(world, sentence, binding)
            if node is not None:
                yield Demand(node, wanted)
        case Not(body):
            yield from _of_sentence(world, body, binding, not wanted)
        case And(parts) | Or(parts):
            for part in parts:
                yield from _of_sentence(world, part, binding, wanted)
        case Quantified():
            yield from _of_quantified(world, sentence, binding, wanted)
        case Compare(op, left, right):
            yield from _of_comparison(world, op, left, right, binding, wanted)
        case Occurs(event, roles):
            if wanted:
                yield from _of_event(world, event, binding, dict(roles))
            yield from (Demand(("happens", (ref,)), wanted) for ref in events_meant(world, sentence, binding))
        case Permitted(modality):
            if (leave := leave_meant(world, sentence, binding)) is not None:
                yield Demand(leave, modality if wanted else OTHERWISE)


def _of_quantified(world: World, sentence: Quantified, binding: Binding, wanted: bool) -> Iterator[Demand]:
    of_each = wanted if sentence.op != "no" else not wanted
    if of_each is True and sentence.op != "every" and sentence.kind in world.book.events:
        yield from _of_event(world, sentence.kind, binding, _roles(sentence))
    for ref in world.meant_by(sentence):
        inner = {**binding, sentence.var: ref}
        meant = truth(world, sentence.such_that, inner)
        if meant is True:
            yield from _of_sentence(world, sentence.body, inner, of_each)
        elif (sentence.op == "some") is wanted:
            yield from _of_sentence(world, sentence.such_that, inner, True)


def _of_event(world: World, event: str, binding: Binding, roles: Mapping[str, Term]) -> Iterator[Demand]:
    """That an event of these roles had come of another."""
    named = {role: value_of(world, term, binding) for role, term in roles.items()}
    if UNDECIDED not in named.values():
        yield Demand((CAUSES + event, tuple(named.get(role, ANYTHING) for role in world.book.events[event].roles)), OTHERWISE)  # type: ignore[arg-type]


def _roles(sentence: Quantified) -> dict[str, Term]:
    """Who plays which role in an event that is quantified over, as far as the sentence says so."""
    found: dict[str, Term] = {}
    for part in _parts(And((sentence.such_that, sentence.body))):
        match part:
            case Compare("=", Apply(name, (Var(sentence.var),)), who) if name.startswith("role:"):
                found[name.removeprefix("role:")] = who
    return found


def _parts(sentence: Sentence) -> Iterator[Sentence]:
    for part in sentence.parts if isinstance(sentence, And) else ():
        yield from _parts(part)
    if not isinstance(sentence, And):
        yield sentence


def _of_comparison(world: World, op: str, left: Term, right: Term, binding: Binding, wanted: bool) -> Iterator[Demand]:
    """`P is 3` asks P for 3; other comparisons ask for any other value."""
    for asked, other in ((left, right), (right, left)):
        if isinstance(asked, Apply):
            node = _node(world, asked, binding)
            exact = value_of(world, other, binding) if (op == "=") is wanted and op in ("=", "!=") else OTHERWISE
            if node is not None:
                yield Demand(node, OTHERWISE if exact is UNDECIDED else exact)
        elif isinstance(asked, (Arith, Round, Aggregate)):
            yield from _of_term(world, asked, binding, OTHERWISE)


def _of_term(world: World, term: Term, binding: Binding, wanted: object) -> Iterator[Demand]:
    match term:
        case Apply():
            node = _node(world, term, binding)
            if node is not None:
                yield Demand(node, wanted)
        case Arith(_, left, right):
            yield from _of_term(world, left, binding, OTHERWISE)
            yield from _of_term(world, right, binding, OTHERWISE)
        case Round(_, inner):
            yield from _of_term(world, inner, binding, OTHERWISE)
        case Aggregate():
            yield from _of_aggregate(world, term, binding, wanted)
        case Literal():
            return


def _of_aggregate(world: World, term: Aggregate, binding: Binding, wanted: object) -> Iterator[Demand]:
    """Of a set, who is missing from it and who is too many in it; of a number, whoever could be counted or not."""
    now = value_of(world, term, binding)
    for ref in world.meant_by(term):
        inner = {**binding, term.var: ref}
        meant = truth(world, term.such_that, inner) is True
        if isinstance(wanted, frozenset):
            asked = (ref in wanted) != meant
        else:
            asked = not (isinstance(now, Fraction) and isinstance(wanted, Fraction)) or meant == (now > wanted)
        if asked:
            yield from _of_sentence(world, term.such_that, inner, not meant)
        if meant and term.term is not None:
            yield from _of_term(world, term.term, inner, OTHERWISE)


def _node(world: World, applied: Apply, binding: Binding) -> Node | None:
    node = instance_meant(world, applied, binding)
    nobody = applied.property.startswith(KIND) and node is not None and node[1][0] is None  # who is of no kind, whatever else were so
    return None if nobody else node
