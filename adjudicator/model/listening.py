"""Who listens to a sentence: the rules that read a property or an event, and those that conclude it.

A rule reads what stands in its conditions, in the values and places of its conclusions, in its effects, and the kinds of
events that its variables range over.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import field

from adjudicator.model.clauses import Clause, Definition, Invariant, Parameter
from adjudicator.model.expressions import Aggregate, Apply, Occurs, Permitted, Quantified, Sentence, Term, Var, walk
from adjudicator.model.hearing import base_name
from adjudicator.model.rulebook import Rulebook
from adjudicator.records import dataclass

LADDER, MAP, CLOCK = "the ladder", "the drawn map", "the clock"


@dataclass
class Hearing:
    """For each declaration, the names of the clauses, definitions and invariants that read it and that conclude it.

    Properties stand by their names, events by theirs. `others` are the ladder, the map and the clock, where they read it.
    """

    read: dict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    concluded: dict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    others: dict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    answered: dict[str, str] = field(default_factory=dict)


def hearing(book: Rulebook) -> Hearing:
    """Who reads and who concludes each property and event of the book."""
    found = Hearing()
    for clause in book.clauses.values():
        _hear_clause(book, clause, found)
    rules: tuple[Definition | Invariant, ...] = (*book.definitions.values(), *book.invariants.values())
    for rule in rules:
        _hear_rule(book, rule, found)
    for ladder in (book.ladder, *book.ladders.values()):
        for rung in ladder.rungs:
            for name in _names(book, (key.term for key in rung.keys), {}):
                found.others[name][LADDER] = None
    if book.geometry is not None:
        for setting in book.geometry.tells:
            found.others[setting.property][MAP] = None
        found.answered = dict.fromkeys(book.geometry.answered, MAP)
    if book.clock is not None:
        clock = book.clock
        for name in (clock.on_turn, clock.round, clock.phase, clock.left, clock.next, clock.open, clock.turn_begins, clock.turn_ends,
                     clock.round_begins, clock.phase_begins, clock.loop):  # fmt: skip
            if name:
                found.others[name][CLOCK] = None
    return found


def _hear_clause(book: Rulebook, clause: Clause, found: Hearing) -> None:
    kinds = _kinds(clause)
    read = _names(book, (*clause.whens, *clause.unlesses), kinds)
    for conclusion in clause.conclusions:
        read |= _names(book, (*conclusion.args, conclusion.value), kinds)
        name = conclusion.property
        if name.startswith(("causes:", "copies:")):
            found.concluded[name.partition(":")[2]][clause.name] = None
            continue
        if name == "before" or name.startswith("role:"):
            continue
        found.concluded[base_name(name)][clause.name] = None
        if conclusion.form != "is":
            read.add(base_name(name))
    for name in read | _events_of(book, clause.parameters):
        found.read[name][clause.name] = None


def _hear_rule(book: Rulebook, rule: Definition | Invariant, found: Hearing) -> None:
    if isinstance(rule, Definition):
        found.concluded[base_name(rule.property)][rule.name] = None
        sentences: tuple[Sentence | Term, ...] = (rule.meaning,)
    else:
        sentences = (rule.always, rule.when)
    for name in _names(book, sentences, _kinds(rule)) | _events_of(book, rule.parameters):
        found.read[name][rule.name] = None


def _kinds(rule: Clause | Definition | Invariant) -> dict[str, str]:
    """The variables of a rule with their kinds."""
    return {parameter.name: parameter.kind for parameter in rule.parameters}


def _names(book: Rulebook, nodes: Iterable[Sentence | Term], kinds: dict[str, str]) -> set[str]:
    """The properties and events that these expressions read."""
    found: set[str] = set()
    for part in (part for node in nodes for part in walk(node)):
        match part:
            case Apply(name, args) if name.startswith("role:"):
                of = kinds.get(args[0].name, "event") if isinstance(args[0], Var) else ""
                if of in ("event", "thing"):
                    found |= {event.name for event in book.events.values() if name[len("role:") :] in event.roles}
            case Apply(name, _):
                found.add(base_name(name))
            case Occurs(event, _) | Permitted(_, event, _):
                found.add(event)
            case Quantified(kind=kind) | Aggregate(kind=kind):
                found |= _events_of(book, (Parameter("", kind),))
    return found


def _events_of(book: Rulebook, parameters: Iterable[Parameter]) -> set[str]:
    """The events that variables of these kinds range over."""
    found: set[str] = set()
    for parameter in parameters:
        if parameter.kind not in ("thing", "event"):
            found |= {name for name in book.descendants.get(parameter.kind, ()) if name in book.events}
    return found
