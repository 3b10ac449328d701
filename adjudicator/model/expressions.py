"""Conditions and terms: the little logic that clauses are written in.

All nodes are frozen; `Term` and `Sentence` are unions of them.  A term has a
value, a sentence is true or false.  Event phrases, permissions and kinds are
applications of built-in property families:

    kind:K(x)      x counts as a K            may(e)       permission of event e
    role:R(e)      who plays R in event e     happens(e)   e takes place
    before(x, y)   x comes before y           after:P(..)  P when the moment is over
    decider:P(..)  who decides P              copies:R,..(e, x, ..)  how often e is copied, with x as its R
    causes:E(..)   how often E comes of the current event
    instead(e)     which event happens instead of e

and what a story tells of events: answers(x, y), caused by(x, y), copy of(x, y),
pending(e), happened(e), happened this turn(e), happened this round(e).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.model.values import Ref, Value
from adjudicator.records import dataclass


@dataclass(frozen=True, slots=True)
class Var:
    """A variable of a clause."""

    name: str


@dataclass(frozen=True, slots=True)
class Literal:
    """A fixed value; a thing is ``Literal(Ref(name))``."""

    value: Value


@dataclass(frozen=True, slots=True)
class Apply:
    """A property of things: a term, or a sentence where its type is yes/no."""

    property: str
    args: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Arith:
    """Exact arithmetic; op is + - * / min or max."""

    op: str
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Round:
    """The one place where a fraction becomes whole: direction is up or down."""

    direction: str
    term: Term


@dataclass(frozen=True, slots=True)
class Aggregate:
    """Over the things of a kind that satisfy a sentence: op is count, sum,
    least, greatest (of `term`), set, or nearest (the thing where `term` is least)."""

    op: str
    var: str
    kind: str
    such_that: Sentence
    term: Term | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """A value left to chance, or to the choice of one (`by`): the weighted alternatives, or any member of a set."""

    cases: tuple[tuple[Term, Term], ...] = ()
    among: Term | None = None
    by: Term | None = None


@dataclass(frozen=True, slots=True)
class Deed:
    """An event that would be, by its kind and who plays each of its roles: what happens instead of another."""

    event: str
    roles: tuple[tuple[str, Term], ...]


COMES_WITH_TIME = ("pending", "happened", "happened this turn", "happened this round")
"""What changes of an event only because time goes by."""
COPY = "copy of"
TOLD = ("answers", "caused by", COPY, *COMES_WITH_TIME)
"""What only a story tells of its events."""
EVENTFUL = ("causes:", "copies:")
"""The families of events that come of events; their values are numbers of times."""
EFFECTS = ("after:", *EVENTFUL)
"""The families that say what the current event brings about."""
KIND = "kind:"
"""Whether a thing counts as one of a kind, by the name of the kind."""
APPLIES = "applies:"
"""Whether a clause applies to these things, by the family and the name of the clause (docs/meaning.md 3.2)."""
INSTEAD = "instead"
"""Which event happens instead of another."""
INSTEAD_BY = "instead by:"
"""By which clauses an event stands in the place of another (docs/meaning.md 11.7)."""
CHANCE = "chance"
SAME_TIME = "at the same time"
"""Who decides an order that is left to chance."""


@dataclass(frozen=True, slots=True)
class Compare:
    """op is = != < <= > >= or in (member of a set)."""

    op: str
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class TextTest:
    """A test on printed text: op is word (the name contains it) or digit."""

    op: str
    term: Term
    text: str


@dataclass(frozen=True, slots=True)
class Occurs:
    """An event of this name with these roles takes place (roles not named are free)."""

    event: str
    roles: tuple[tuple[str, Term], ...]


@dataclass(frozen=True, slots=True)
class Permitted:
    """Doing this is permitted (modality may), required (must) or forbidden (may not)."""

    modality: str
    event: str
    roles: tuple[tuple[str, Term], ...]


@dataclass(frozen=True, slots=True)
class OptionOn:
    """The optional rule is in use."""

    name: str


@dataclass(frozen=True, slots=True)
class Not:
    """The denial of a sentence."""

    body: Sentence


@dataclass(frozen=True, slots=True)
class And:
    """All of the sentences."""

    parts: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one of the sentences."""

    parts: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Quantified:
    """op is every, some or no; over the things of `kind` that satisfy `such_that`."""

    op: str
    var: str
    kind: str
    such_that: Sentence
    body: Sentence


Term = Var | Literal | Apply | Arith | Round | Aggregate | Draw | Deed
Sentence = Literal | Apply | Compare | TextTest | Occurs | Permitted | OptionOn | Not | And | Or | Quantified
TRUE = Literal(True)


def as_sentence(expression: Term | Sentence) -> Sentence:
    """The expression, which is a sentence. Raises TypeError where it is not."""
    if isinstance(expression, Sentence):
        return expression
    raise TypeError(f"not a sentence: {expression!r}")


def as_term(expression: Term | Sentence) -> Term:
    """The expression, which is a term. Raises TypeError where it is not."""
    if isinstance(expression, Term):
        return expression
    raise TypeError(f"not a term: {expression!r}")


def conjoin(parts: list[Sentence] | tuple[Sentence, ...]) -> Sentence:
    """The conjunction, flat and without what is plainly true."""
    flat: list[Sentence] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, And) else [part] if part != TRUE else [])
    if not flat:
        return TRUE
    return flat[0] if len(flat) == 1 else And(tuple(flat))


def conjuncts(sentence: Sentence) -> tuple[Sentence, ...]:
    """The parts of a conjunction, to any depth; none for what is plainly true."""
    if isinstance(sentence, And):
        return tuple(part for inner in sentence.parts for part in conjuncts(inner))
    return () if sentence == TRUE else (sentence,)


def applying(exception: Sentence) -> Apply | None:
    """Whether the clause applies, where an exception of it stands for those that are made elsewhere; None where it is one of its own."""
    asked = exception.body if isinstance(exception, Not) else None
    return asked if isinstance(asked, Apply) and asked.property.startswith(APPLIES) else None


def in_binding(applied: Apply, binding: Mapping[str, Value]) -> tuple[str, tuple[Value, ...]]:
    """The property instance that it is about, its places being variables and fixed things."""
    places = (arg for arg in applied.args if isinstance(arg, (Var, Literal)))
    return (applied.property, tuple(arg.value if isinstance(arg, Literal) else binding[arg.name] for arg in places))


def children(node: Term | Sentence) -> tuple[Term | Sentence, ...]:
    """The direct sub-expressions of a node, in reading order."""
    match node:
        case Apply(_, args):
            return args
        case Arith(_, left, right) | Compare(_, left, right):
            return (left, right)
        case Round(_, term) | TextTest(_, term, _):
            return (term,)
        case Aggregate(such_that=such, term=term):
            return (such,) if term is None else (such, term)
        case Draw(cases, among, by):
            parts = [part for case in cases for part in case]
            return (*parts, *(term for term in (among, by) if term is not None))
        case Occurs(_, roles) | Permitted(_, _, roles) | Deed(_, roles):
            return tuple(term for _, term in roles)
        case Not(body):
            return (body,)
        case And(parts) | Or(parts):
            return parts
        case Quantified(such_that=such, body=body):
            return (such, body)
        case _:
            return ()


def free_variables(node: Term | Sentence) -> frozenset[str]:
    """The variables that are not bound inside the node."""
    if isinstance(node, Var):
        return frozenset((node.name,))
    inner = frozenset().union(*(free_variables(child) for child in children(node)))
    if isinstance(node, (Quantified, Aggregate)):
        return inner - {node.var}
    return inner


def walk(node: Term | Sentence) -> Iterator[Term | Sentence]:
    """All nodes of an expression, outermost first."""
    yield node
    for child in children(node):
        yield from walk(child)


@dataclass(frozen=True, slots=True)
class Names:
    """What expressions speak of by name: properties, kinds, events (as taking place or permitted), things and optional rules."""

    properties: frozenset[str]
    kinds: frozenset[str]
    events: frozenset[str]
    things: frozenset[str]
    options: frozenset[str]


def names_in(*expressions: Term | Sentence) -> Names:
    """All names in these expressions, at any depth."""
    properties, kinds, events, things, options = set[str](), set[str](), set[str](), set[str](), set[str]()
    for node in (node for expression in expressions for node in walk(expression)):
        match node:
            case Apply(name):
                properties.add(name)
                if name.startswith(KIND):
                    kinds.add(name.removeprefix(KIND))
            case Quantified(kind=kind) | Aggregate(kind=kind):
                kinds.add(kind)
            case Occurs(event) | Permitted(_, event):
                events.add(event)
            case Literal(Ref(name)):
                things.add(name)
            case OptionOn(name):
                options.add(name)
    return Names(*map(frozenset, (properties, kinds, events, things, options)))
