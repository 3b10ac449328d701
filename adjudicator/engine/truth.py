"""The truth of sentences and the value of terms, in one world (docs/meaning.md 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from operator import add, contains, eq, ge, gt, le, lt, mul, ne, sub, truediv
from typing import TYPE_CHECKING, Any

from adjudicator.engine.decisions import Fork
from adjudicator.engine.limits import LimitReached, TooLong
from adjudicator.engine.symbols import Symbol
from adjudicator.language.words import tokens_of
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
)
from adjudicator.model.situation import Node
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Described, Drawn, Ref, Value

if TYPE_CHECKING:
    from adjudicator.engine.resolve import World

Binding = dict[str, Value]
Truth = bool | None
BITS = 3.3219
"""Of one digit."""
ENOUGH_FOR = {"may": ("may", "must"), "must": ("must",), "may not": ("may not",)}
"""Which permissions make a sentence with this modality true."""


COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge, "in": lambda one, several: contains(several, one)
}  # fmt: skip
"""Of values of one type, as the language sees to it; Python's own TypeError where they are not."""
OPERATIONS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {"+": add, "-": sub, "*": mul, "/": truediv}


def truth(world: World, sentence: Sentence, binding: Binding) -> Truth:
    """True, False, or None where an undecided value leaves it open."""
    match sentence:
        case Literal(value):
            return bool(value)
        case Apply(name, args):
            return _applied(world, name, args, binding)
        case Compare(op, left, right):
            return _compare(world, op, left, right, binding)
        case Not(body):
            found = truth(world, body, binding)
            return None if found is None else not found
        case And(parts):
            if (lifted := world.lifted(sentence, binding)) is not None:
                return lifted[0]
            return _all(world, parts, [binding])
        case Or(parts):
            if (lifted := world.lifted(sentence, binding)) is not None:
                return lifted[0]
            return _any(world, parts, [binding])
        case Quantified():
            if (lifted := world.lifted(sentence, binding)) is not None:
                return lifted[0]
            return _quantified(world, sentence, binding)
        case Occurs(event, roles):
            return _occurs(world, event, roles, binding)
        case Permitted():
            return _permitted(world, sentence, binding)
        case OptionOn(name):
            if world.engine.trace is not None:
                world.engine.trace.options[name] = None
            return world.situation.options.get(name, False)
        case TextTest(op, term, text):
            value = value_of(world, term, binding)
            return world.reads(value, op, text) if isinstance(value, Symbol) else text_holds(value, op, text)
    raise TypeError(f"not a sentence: {sentence!r}")


def _all(world: World, sentences: Iterable[Sentence], bindings: Iterable[Binding]) -> Truth:
    return _settled_by(False, world, sentences, bindings)


def _any(world: World, sentences: Iterable[Sentence], bindings: Iterable[Binding]) -> Truth:
    return _settled_by(True, world, sentences, bindings)


def _settled_by(enough: bool, world: World, sentences: Iterable[Sentence], bindings: Iterable[Binding]) -> Truth:
    """What several sentences come to, of which one that is `enough` settles it. A branching is met only if none settles it without."""
    result: Truth = not enough
    open_: Fork | None = None
    for binding in bindings:
        for sentence in sentences:
            try:
                found = truth(world, sentence, binding)
            except Fork as fork:
                open_ = open_ or fork
                continue
            if found is enough:
                return enough
            if found is None:
                result = None
    if open_ is not None:
        raise open_
    return result


def _arguments(world: World, args: tuple[Term, ...], binding: Binding) -> tuple[Value, ...] | None:
    """The values of the places; None where one is undecided."""
    values = tuple([binding[arg.name] if type(arg) is Var else value_of(world, arg, binding) for arg in args])
    for value in values:
        if value is UNDECIDED:
            return None
    return values


def instance_meant(world: World, applied: Apply, binding: Binding) -> Node | None:
    """The property instance of which it speaks; None where one of the places is undecided, or where it is what nobody plays in no event."""
    values = _arguments(world, applied.args, binding)
    return None if values is None or _of_no_event(applied.property, values) else (applied.property, values)


def _of_no_event(name: str, values: tuple[Value, ...]) -> bool:
    """Whether it is a role in the event that is nobody: it has no value."""
    return name.startswith("role:") and values[0] is None


def _applied(world: World, name: str, args: tuple[Term, ...], binding: Binding) -> Truth:
    values = _arguments(world, args, binding)
    if values is None:
        return None
    if name.startswith("kind:"):
        return world.kind_truth(values[0], name[5:])
    found = world.value((name, values))
    return None if found is UNDECIDED else found is True


def _compare(world: World, op: str, left: Term, right: Term, binding: Binding) -> Truth:
    a, b = value_of(world, left, binding), value_of(world, right, binding)
    if a is UNDECIDED or b is UNDECIDED:
        return None
    if isinstance(left, Apply) and left.property == "may":
        return a in ENOUGH_FOR.get(str(b), ())
    return compare_values(world, op, a, b)


def compare_values(world: World, op: str, a: Value, b: Value) -> Truth:
    """a op b for values; comparisons of unknown numbers are decided by the world. Nobody is neither less nor more than anything."""
    if (a is None or b is None) and op != "in":
        return (a is b) if op == "=" else (a is not b) if op == "!=" else False
    if isinstance(a, Symbol) or isinstance(b, Symbol):
        if op == "!=":
            return not compare_values(world, "=", a, b)
        return world.decide(world.symbols.compare(op, _number(a), _number(b)))
    if world.engine.trace is not None and isinstance(a, Fraction) and isinstance(b, Fraction):
        world.engine.trace.apart[b - a] = None
    return COMPARED[op](a, b)


def _number(value: Value) -> Fraction | Symbol:
    if isinstance(value, (Fraction, Symbol)):
        return value
    raise TypeError(f"not a number: {value!r}")


def members(world: World, over: Quantified | Aggregate, binding: Binding) -> Iterator[tuple[Ref, Binding]]:
    """The things over which a quantifier or aggregate goes, in the order of the scenario."""
    for ref in world.meant_by(over):
        world.engine.clock.tick()
        inner = {**binding, over.var: ref}
        if over.such_that == TRUE or truth(world, over.such_that, inner) is True:
            yield ref, inner


def _quantified(world: World, sentence: Quantified, binding: Binding) -> Truth:
    inside = (inner for _, inner in members(world, sentence, binding))
    if sentence.op == "every":
        return _all(world, (sentence.body,), inside)
    some = _any(world, (sentence.body,), inside)
    return some if sentence.op == "some" or some is None else not some


def _occurs(world: World, event: str, roles: tuple[tuple[str, Term], ...], binding: Binding) -> Truth:
    return any(True for _ in matching_events(world, event, roles, binding))


def matching_events(world: World, event: str, roles: tuple[tuple[str, Term], ...], binding: Binding) -> Iterator[Binding]:
    """Events that take place with these roles; unbound variables among the roles are bound."""
    for ref in world.table.events(event):
        found = dict(binding)
        if not all(fill(world, ref, role, term, found) for role, term in roles):
            continue
        if world.value(("happens", (ref,))) is True:
            yield found


def events_meant(world: World, phrase: Occurs, binding: Binding) -> list[Ref]:
    """The events that the phrase, with this binding, can mean."""
    return [ref for ref in world.table.events(phrase.event) if fits_event(world, ref, phrase, binding)]


def fits_event(world: World, event: Ref, phrase: Occurs, binding: Binding) -> bool:
    """Whether an event is one of those that the phrase, with this binding, can mean."""
    thing = world.table.thing(event)
    if thing is None or phrase.event not in world.table.declared_kinds(event):
        return False
    return all(fill(world, event, role, term, dict(binding)) for role, term in phrase.roles)


def fill(world: World, event: Ref, role: str, term: Term, binding: Binding) -> bool:
    """Whether the role of an event is played by what the term says; a variable that is not bound yet is."""
    filler = world.table.role(event, role)
    if isinstance(term, Var) and term.name not in binding:
        if filler is None:
            return False
        binding[term.name] = filler
        return True
    return value_of(world, term, binding) == filler


def _permitted(world: World, phrase: Permitted, binding: Binding) -> Truth:
    leave = leave_meant(world, phrase, binding)
    found = UNDECIDED if leave is None else world.value(leave)
    return None if found is UNDECIDED else found in ENOUGH_FOR[phrase.modality]


def leave_meant(world: World, phrase: Permitted, binding: Binding) -> Node | None:
    """The permission of which the phrase speaks; None where one of the roles is undecided."""
    filled = {role: value_of(world, term, binding) for role, term in phrase.roles}
    if any(value is UNDECIDED for value in filled.values()):
        return None
    return ("may", (world.table.find_event(phrase.event, filled),))


def text_holds(value: Value, op: str, text: str) -> Truth:
    """A test on printed text: `digit` occurs in the number, `word` is a word of the name."""
    if value is UNDECIDED or isinstance(value, Symbol):
        return None
    if op == "digit":
        return text in str(value)
    name = value.name if isinstance(value, Ref) else str(value)
    return text.casefold() in (token.text.casefold() for token in tokens_of(name))


def value_of(world: World, term: Term, binding: Binding) -> Value:
    """The value of a term, or UNDECIDED."""
    match term:
        case Var(name):
            return binding[name]
        case Literal(value):
            return value
        case Apply(name, args):
            values = _arguments(world, args, binding)
            if values is None or _of_no_event(name, values):
                return UNDECIDED
            return world.value((name, values))
        case Arith(op, left, right):
            if (lifted := world.lifted(term, binding)) is not None:
                return lifted[0]
            return arithmetic(world, op, value_of(world, left, binding), value_of(world, right, binding))
        case Round(direction, inner):
            return rounded(world, direction, value_of(world, inner, binding))
        case Aggregate():
            if (lifted := world.lifted(term, binding)) is not None:
                return lifted[0]
            return _aggregate(world, term, binding)
        case Draw():
            return drawn(world, term, binding)
        case Deed(event, roles):
            fillers = tuple((role, value_of(world, filler, binding)) for role, filler in roles)
            return UNDECIDED if any(filler is UNDECIDED for _, filler in fillers) else Described(event, fillers)
    raise TypeError(f"not a term: {term!r}")


def arithmetic(world: World, op: str, a: Value, b: Value) -> Value:
    """Exact arithmetic; undecided where a part is, or where it divides by nothing."""
    if a is UNDECIDED or b is UNDECIDED or a is None or b is None or (op == "/" and b == 0):
        return UNDECIDED
    if op in ("min", "max"):
        least = compare_values(world, "<=", a, b)
        return a if least == (op == "min") else b
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return _written_out(world, OPERATIONS[op](a, b))
    if op == "/" and compare_values(world, "=", b, Fraction(0)):
        return UNDECIDED
    return _written_out(world, world.symbols.combine(op, _number(a), _number(b)))


def _written_out(world: World, value: Fraction | Symbol) -> Fraction | Symbol:
    """The value, where all of its numbers can be written with as many digits as there may be. Raises TooLong."""
    most = world.engine.limits.digits
    for number in (value,) if isinstance(value, Fraction) else (value.linear[1], *(factor for _, factor in value.linear[0])):
        if number.numerator.bit_length() + number.denominator.bit_length() > BITS * most:
            raise TooLong(f"comes to a number of more than {most:,} digits (`--digits`)")
    return value


def rounded(world: World, direction: str, value: Value) -> Value:
    """The value rounded up or down, exactly."""
    if isinstance(value, Symbol):
        return world.symbols.round(direction, value)
    if not isinstance(value, Fraction):
        return UNDECIDED
    return Fraction(-((-value.numerator) // value.denominator) if direction == "up" else value.numerator // value.denominator)


def _aggregate(world: World, term: Aggregate, binding: Binding) -> Value:
    found = list(members(world, term, binding))
    if term.op == "count":
        return Fraction(len(found))
    if term.op == "set":
        return frozenset(ref for ref, _ in found)
    assert term.term is not None
    values = [value_of(world, term.term, inner) for _, inner in found]
    if any(v is UNDECIDED for v in values):
        return UNDECIDED
    if term.op == "sum":
        total: Value = Fraction(0)
        for value in values:
            total = arithmetic(world, "+", total, value)
        return total
    if not values:
        return UNDECIDED
    if term.op == "nearest":
        return nearest_of(world, [(ref, value) for (ref, _), value in zip(found, values, strict=True)])
    best = values[0]
    for value in values[1:]:
        best = arithmetic(world, "max" if term.op == "greatest" else "min", best, value)
    return best


def nearest_of(world: World, found: list[tuple[Ref, Value]]) -> Value:
    """The one thing with the least value; undecided where there is none, or several."""
    if not found or any(value is UNDECIDED for _, value in found):
        return UNDECIDED
    best = found[0][1]
    for _, value in found[1:]:
        best = arithmetic(world, "min", best, value)
    nearest = [ref for ref, value in found if compare_values(world, "=", value, best)]
    return nearest[0] if len(nearest) == 1 else UNDECIDED


def drawn(world: World, term: Draw, binding: Binding) -> Value:
    """The weighted alternatives of a draw, as a frozenset-like tuple of (value, chance); undecided where there is nothing to draw.

    Raises LimitReached where the chances rest on a number that nobody said.
    """
    if term.cases:
        cases = [(value_of(world, v, binding), value_of(world, w, binding)) for v, w in term.cases]
        for _, chance in cases:
            if isinstance(chance, Symbol):
                what = " and ".join(sorted(map(world.text, chance.about)))
                raise LimitReached(f"the chances of what is drawn rest on what nobody said: {what}")
        nothing = any(UNDECIDED in case for case in cases) or not any(chance for _, chance in cases)
        return UNDECIDED if nothing else Drawn(tuple(cases))
    if term.among is None:
        return Drawn(())
    pool = value_of(world, term.among, binding)
    by = None if term.by is None else value_of(world, term.by, binding)
    if not isinstance(pool, frozenset) or by is UNDECIDED or (not pool and term.by is None) or (term.by is not None and by is None):
        return UNDECIDED
    return Drawn(tuple((v, Fraction(1, len(pool))) for v in sorted(pool, key=str)), by)
