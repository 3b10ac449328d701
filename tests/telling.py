"""A random case in few words, for the message of a failing test."""

from __future__ import annotations

from collections.abc import Iterator

from generators import Case

from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import (
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
    Or,
    Quantified,
    Sentence,
    Term,
    Var,
)
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.story import END, AtOnce, Awaited, Entry, Moment, Phase, Said, Telling, Turn
from adjudicator.model.values import show
from adjudicator.model.vocabulary import Default

EXTRAS = ("source", "groups", "bearer", "number", "fallback", "reading", "option")


def tell(case: Case) -> str:
    """The whole case, a line for each thing that can matter."""
    return "\n".join((*_book(case.book), *_scenario(case)))


def _book(book: Rulebook) -> Iterator[str]:
    yield "kinds " + ", ".join(f"{k.name} < {' '.join(k.parents)}" if k.parents else k.name for k in book.kinds.values())
    for p in book.properties.values():
        extras = " averages" * p.averages + " order by being" * bool(p.order_by)
        yield f"property {p.name}: {p.type}, default {_default(p.default)}{extras}"
    for event in book.events.values():
        yield f"event {event.name}({', '.join(event.roles)}), normally {event.default or 'undecided'}"
    for definition in book.definitions.values():
        yield f"definition {definition.property} means {said(definition.meaning)}"
    for invariant in book.invariants.values():
        yield f"invariant for {invariant.parameters[0].kind} x: {said(invariant.always)} when {said(invariant.when)}"
    for clause in book.clauses.values():
        yield _clause(clause)
    if book.clock:
        yield f"clock {book.clock}"
    yield "ladder " + ", ".join(" ".join((r.title, *r.order, *("lowest" * k.lowest for k in r.keys))) for r in book.ladder.rungs)


def _scenario(case: Case) -> Iterator[str]:
    situation = case.scenario.situation
    for thing in situation.things.values():
        roles = "".join(f", {role} {show(value)}" for role, value in thing.roles)
        yield f"{thing.name} is a {', a '.join(thing.kinds)}{roles}"
    for fact in situation.facts.values():
        yield f"fact {fact.node[0]}({', '.join(map(show, fact.node[1]))}) is {'unknown' if fact.unknown else show(fact.value)}"
    for name in ("options", "readings", "suppose"):
        if getattr(situation, name):
            yield f"{name} {getattr(situation, name)}"
    for entry in situation.story.entries if situation.story else ():
        yield from _entry(entry)
    for question in case.scenario.questions:
        yield f"ask {said(question.ask)}{_moment(question.moment)}"


def _entry(entry: Entry) -> Iterator[str]:
    match entry:
        case AtOnce(tellings=tellings):
            yield "at the same time" if entry.same_time else "at once"
            for telling in tellings:
                yield from _told(telling, 1)
        case Said(facts):
            yield "said: " + ", ".join(f"{name}({', '.join(map(show, args))}) is {show(value)}" for (name, args), value in facts)
        case Turn(who, number):
            yield f"turn of {who or 'the next'}" + (f", round {number}" if number else "")
        case Phase(name):
            yield f"phase {name}"
        case _:
            yield from _told(entry, 0)


def _told(line: Telling | Awaited, depth: int) -> Iterator[str]:
    if isinstance(line, Telling):
        yield "  " * depth + "- " + line.event
    else:
        yield "  " * depth + f"- answering a {line.kind} with {', '.join(f'{role} {value}' for role, value in line.roles) or 'anyone'}"
    for below in line.answers:
        yield from _told(below, depth + 1)


def _moment(moment: Moment) -> str:
    if moment == END:
        return ""
    return f" at {moment.when} {moment.event or moment.who or ''} (entry {moment.entry}, nth {moment.nth})"


def _default(default: Default) -> str:
    if default.must_be_told:
        return "none: must be told"
    return "undecided" if default.undecided else "unknown" if default.unknown else show(default.value)


def _clause(clause: Clause) -> str:
    parameters = ", ".join(f"{p.kind} {p.name}" for p in clause.parameters)
    told = "; ".join(f"{c.property}({', '.join(map(said, c.args))}) {c.form} {said(c.value)}" for c in clause.conclusions)
    conditions = "".join(f" when {said(s)}" for s in clause.whens) + "".join(f" unless {said(s)}" for s in clause.unlesses)
    extras = [f"{name} {getattr(clause, name)}" for name in EXTRAS if getattr(clause, name)]
    extras += [clause.status] * (clause.status != "rule")
    extras += [f"{c.verb} {c.target}" for c in clause.claims] + [f"before {name}" for name in clause.before]
    return f"{clause.name} for {parameters}: {told}{conditions} [{', '.join(extras)}]"


def said(expression: Term | Sentence) -> str:
    """A term or sentence as a formula."""
    match expression:
        case Var(name):
            return name
        case Literal(value):
            return show(value)
        case Apply(name, args):
            return f"{name}({', '.join(map(said, args))})"
        case Compare(op, left, right) | Arith(op, left, right):
            return f"({said(left)} {op} {said(right)})"
        case Deed(event, roles):
            return f"{event}({', '.join(f'{role} {said(filler)}' for role, filler in roles)})"
        case Not(body):
            return f"not {said(body)}"
        case And(parts):
            return f"({' and '.join(map(said, parts))})"
        case Or(parts):
            return f"({' or '.join(map(said, parts))})"
        case Quantified(op, var, kind, _, body):
            return f"{op} {kind} {var}: {said(body)}"
        case Aggregate(op, var, kind, such, _):
            return f"{op} of {kind} {var} such that {said(such)}"
        case Occurs(event, roles):
            return f"a {event} with {', '.join(f'{role} {said(term)}' for role, term in roles)} takes place"
        case Draw(_, among, by) if among is not None:
            return f"{'random' if by is None else 'chosen by ' + said(by)} among {said(among)}"
        case Draw(cases):
            return "random: " + ", ".join(f"{said(value)} with chance {said(chance)}" for value, chance in cases)
    return repr(expression)
