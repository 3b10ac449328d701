"""A changed book made ready for settling, at the cost of what the change touches."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from adjudicator.demonstrating.mutations import Mutation, changed_clause, changed_definition
from adjudicator.engine.engine import Engine
from adjudicator.engine.speakers import index_speakers
from adjudicator.model.clauses import Clause
from adjudicator.model.ladder import Ladder
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.triggers import Trigger, trigger_of

R = TypeVar("R")
STAYS = ("ancestors", "known_upwards", "known_meetings", "descendants", "voices", "readers", "definition_of", "changeable_kinds",
         "possible_kinds", "_reached", "asked_when_over", "asking_of_the_past", "dependencies")  # fmt: skip
"""What of a book a changed clause leaves as it was, or makes less: more than there is does no harm there."""
READY = ("circles", "counting", "entailment", "plain_relations", "symbols", "told_kinds")
"""The same of an engine; what only the facts can make true may be more than there is without a clause, never less."""


def changed_book(book: Rulebook, mutation: Mutation) -> Rulebook:
    """The book after a change, with nothing worked out yet."""
    match mutation.sort:
        case "clause":
            clause = changed_clause(book.clauses[mutation.rule], mutation)
            return replace(book, clauses=_put(book.clauses, mutation.rule, clause), digest="")
        case "definition":
            changed = changed_definition(book.definitions[mutation.rule], mutation)
            return replace(book, definitions=_put(book.definitions, mutation.rule, changed), digest="")
        case "invariant":
            return replace(book, invariants=_put(book.invariants, mutation.rule, None), digest="")
        case "rung":
            rungs = tuple(rung for rung in book.ladder.rungs if rung.title != mutation.rule)
            return replace(book, ladder=Ladder(rungs, book.ladder.cites, book.ladder.place), digest="")
    assert mutation.sort == "setting" and book.geometry is not None
    answers = tuple(setting for setting in book.geometry.answers if setting.property != mutation.rule)
    return replace(book, geometry=replace(book.geometry, answers=answers), digest="")


def changed_engine(engine: Engine, mutation: Mutation) -> Engine:
    """The engine of the changed book; what the change cannot touch is shared with the engine of the book as it is."""
    book = changed_book(engine.book, mutation)
    if mutation.change != "wider":  # with less said there is less to be computed from
        book.__dict__["dependencies"] = engine.book.dependencies
    if mutation.sort != "clause":
        return Engine(book, engine.limits)
    before, after = engine.book.clauses[mutation.rule], book.clauses.get(mutation.rule)
    if _touches_kinds(engine.book, before, after):
        return _with_entailment(Engine(book, engine.limits), engine)
    for name in STAYS:
        book.__dict__[name] = getattr(engine.book, name)
    properties = {c.property for clause in (before, after) if clause is not None for c in clause.conclusions}
    book.__dict__["clauses_about"] = _clauses_about(engine.book, properties, before, after)
    found = Engine(book, engine.limits)
    for name in READY:
        found.__dict__[name] = getattr(engine, name)
    if after is not None and after.claims == before.claims:
        found.claims, found.calls = engine.claims, engine.calls
    if after is not None:
        found.__dict__["fluents"] = engine.fluents
    kept = {key: speakers for key, speakers in engine.speakers.items() if key[0] not in properties}
    found.__dict__["speakers"] = kept | index_speakers(book, properties)
    found.__dict__["triggers"] = _triggers(engine, book, before, after)
    return found


def _with_entailment(found: Engine, engine: Engine) -> Engine:
    """Verdicts go by what conditions say and by the vocabulary, which no changed clause changes."""
    found.__dict__["entailment"] = engine.entailment
    return found


def _touches_kinds(book: Rulebook, before: Clause, after: Clause | None) -> bool:
    """Whether the change bears on what things count as: then everything is worked out anew."""
    concluded = any(c.property.removeprefix("after:").startswith("kind:") for c in before.conclusions)
    return concluded or after is not None and any(p.kind in book.changeable_kinds for p in after.parameters if p not in before.parameters)


def _clauses_about(book: Rulebook, properties: set[str], before: Clause, after: Clause | None) -> dict[str, tuple[tuple[Clause, int], ...]]:
    found = dict(book.clauses_about)
    for name in properties:
        pairs = ((after if clause is before else clause, index) for clause, index in book.clauses_about[name])
        found[name] = tuple((clause, index) for clause, index in pairs if clause is not None)
        if not found[name]:
            del found[name]
    return found


def _triggers(engine: Engine, book: Rulebook, before: Clause, after: Clause | None) -> tuple[Trigger, ...]:
    if not before.is_effect:
        return engine.triggers
    found = []
    for trigger in engine.triggers:
        if trigger.clause is not before:
            found.append(trigger)
        elif after is not None:
            found.append(trigger_of(book, after))
    return tuple(found)


def _put(rules: dict[str, R], name: str, rule: R | None) -> dict[str, R]:
    """The rules with one of them changed, or without it."""
    if rule is None:
        return {key: kept for key, kept in rules.items() if key != name}
    return {**rules, name: rule}
