"""A scenario and its rulebook as plain data for other programs: names, clauses with their texts, things, facts."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.board.printing import drawn
from adjudicator.model.clauses import Clause, Conclusion, Definition, Invariant
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Fact, Question, Scenario, Thing
from adjudicator.model.story import AtOnce, Awaited, Entry, Phase, Said, Telling, Turn
from adjudicator.model.values import plain
from adjudicator.model.vocabulary import Event, Property


def book_data(book: Rulebook, clauses: Iterable[Clause] | None = None) -> dict[str, object]:
    """The rulebook; of its clauses only those given, where some are."""
    return {
        "schema": 1,
        "rulebook": book.name,
        "title": book.title,
        "ladder": [{"form": rung.form, "title": rung.title} for rung in book.ladder.rungs],
        "sources": [{"name": s.name, "rank": s.rank, "number": s.number} for s in book.sources.values()],
        "kinds": [{"name": kind.name, "parents": list(kind.parents)} for kind in book.kinds.values() if not kind.printed],
        "properties": [_property(prop) for prop in book.properties.values()],
        "events": [_event(event) for event in book.events.values()],
        "cards": [{"name": card.name, "kinds": list(card.kinds), "cites": list(card.cites)} for card in book.cards.values()],
        "options": [{"name": option.name, "default": option.default} for option in book.options.values()],
        "readings": [{"name": reading.name, "alternatives": list(reading.alternatives)} for reading in book.readings.values()],
        "definitions": [_strict(definition) for definition in book.definitions.values()],
        "invariants": [_strict(invariant) for invariant in book.invariants.values()],
        "clauses": [clause_data(clause) for clause in (book.clauses.values() if clauses is None else clauses)],
    }


def scenario_data(scenario: Scenario) -> dict[str, object]:
    """The situation as it is on the table, and what is asked."""
    situation = scenario.situation
    return {
        "schema": 1,
        "scenario": scenario.title,
        "rulebook": scenario.book,
        "from": list(scenario.origin),
        "things": [_thing(thing) for thing in situation.things.values()],
        "facts": [_fact(fact) for fact in situation.facts.values()],
        "options": dict(sorted(situation.options.items())),
        "readings": dict(sorted(situation.readings.items())),
        "suppose": dict(sorted(situation.suppose.items())),
        "board": None if situation.board is None else drawn(situation.board.board),
        "story": None if situation.story is None else [_entry(entry) for entry in situation.story.entries],
        "questions": [_question(question) for question in scenario.questions],
    }


def clause_data(clause: Clause) -> dict[str, object]:
    """A clause with its sentences as they are written."""
    return {
        "name": clause.name,
        "cites": list(clause.cites),
        "status": clause.status,
        "source": clause.source or None,
        "card": clause.card or None,
        "number": clause.number,
        "groups": list(clause.groups),
        "fallback": clause.fallback,
        "option": clause.option or None,
        "reading": list(clause.reading) if clause.reading else None,
        "for": [{"name": p.name, "kind": p.kind} for p in clause.parameters],
        "says": [_conclusion(conclusion) for conclusion in clause.conclusions],
        "when": list(clause.when_texts),
        "unless": list(clause.unless_texts),
        "claims": [{"verb": c.verb, "target": c.target, "about": c.aspect or None} for c in clause.claims],
        "at": str(clause.place) if clause.place.line else None,
    }


def _conclusion(conclusion: Conclusion) -> dict[str, object]:
    return {"property": conclusion.property, "form": conclusion.form, "text": conclusion.text}


def _property(prop: Property) -> dict[str, object]:
    return {"name": prop.name, "phrases": [phrase.text for phrase in prop.phrases], "type": str(prop.type)}


def _event(event: Event) -> dict[str, object]:
    return {"name": event.name, "phrases": [phrase.text for phrase in event.phrases], "roles": list(event.roles)}


def _strict(rule: Definition | Invariant) -> dict[str, object]:
    return {"name": rule.name, "cites": list(rule.cites), "text": rule.text}


def _thing(thing: Thing) -> dict[str, object]:
    roles = {role: plain(value) for role, value in thing.roles}
    return {"name": thing.name, "kinds": list(thing.kinds), "roles": roles, "happens": thing.happens}


def _fact(fact: Fact) -> dict[str, object]:
    name, args = fact.node
    value = None if fact.unknown else plain(fact.value)
    return {"property": name, "of": [plain(arg) for arg in args], "value": value, "unknown": fact.unknown, "text": fact.text}


def _entry(entry: Entry | Awaited) -> dict[str, object]:
    match entry:
        case Telling(event, answers):
            return {"event": event, "answers": [_entry(answer) for answer in answers]}
        case Awaited(kind, roles, answers):
            return {"awaited": kind, "roles": {role: plain(value) for role, value in roles}, "answers": [_entry(a) for a in answers]}
        case AtOnce(tellings=tellings):
            return {"same_time" if entry.same_time else "at_once": [_entry(telling) for telling in tellings]}
        case Said(facts):
            return {"said": [{"property": node[0], "of": [plain(arg) for arg in node[1]], "value": plain(value)} for node, value in facts]}
        case Turn(who, number):
            return {"turn": plain(who), "round": number}
        case Phase(name):
            return {"phase": name}


def _question(question: Question) -> dict[str, object]:
    expected = question.expected
    return {
        "ask": question.text,
        "when": question.moment.text or question.moment.when,
        "expect": None if expected is None else [*(plain(v) for v in expected.answers), *([expected.status] if expected.status else [])],
        "by": [] if expected is None else list(expected.by),
    }
