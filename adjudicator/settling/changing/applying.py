"""A situation with changes made to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from adjudicator.engine.trace import Holder
from adjudicator.model.situation import Fact, Node, Situation
from adjudicator.model.story import AtOnce, Awaited, Entry, Said, Story, Telling
from adjudicator.model.values import Ref, Value
from adjudicator.settling.changing.change import Change, Left, Numbers, SaidAt, Swapped

Line = TypeVar("Line", Telling, Awaited, Telling | Awaited)


def changed(situation: Situation, changes: Iterable[Change]) -> Situation:
    """The situation in which all of these are so."""
    for change in changes:
        situation = _one(situation, change)
    return situation


def _one(situation: Situation, change: Change) -> Situation:
    what, value = change.what, change.value
    match change.sort:
        case "fact" | "unsaid":
            return _with_fact(situation, change.node, value)
        case "said" if isinstance(what, SaidAt):
            return _with_said(situation, what.entry, what.node, value)
        case "event":
            return _without_event(situation, str(what))
        case "thing":
            return without_thing(situation, str(what))
        case "option":
            return replace(situation, options={**situation.options, str(what): value is True})
        case "reading":
            return replace(situation, readings={**situation.readings, str(what): str(value)})
        case "ruling" | "clause":
            return replace(situation, suppose={**situation.suppose, str(what): value is True})
        case "number" if isinstance(value, Fraction):
            return _with_number(situation, change.holder, value)
        case "swap" if isinstance(what, Swapped) and isinstance(value, Numbers):
            return _with_number(_with_number(situation, what.first, value.first), what.second, value.second)
    raise ValueError(f"no such change: {change!r}")


def _with_fact(situation: Situation, node: Node, value: Value | Left | Numbers) -> Situation:
    facts = dict(situation.facts)
    if isinstance(value, (Left, Numbers)):
        facts.pop(node, None)
    else:
        known = facts.get(node)
        facts[node] = replace(known, value=value) if known is not None else Fact(node, value)
    return replace(situation, facts=facts)


def _with_number(situation: Situation, holder: Holder, number: Fraction) -> Situation:
    if isinstance(holder, str):
        return replace(situation, numbers={**situation.numbers, holder: int(number)})
    return _with_fact(situation, holder, number)


def _with_said(situation: Situation, entry: int, node: Node, value: Value | Left | Numbers) -> Situation:
    """The story with one of the things said in an entry left out or said otherwise."""
    story = situation.story
    assert story is not None
    said = story.entries[entry]
    assert isinstance(said, Said)
    if isinstance(value, (Left, Numbers)):
        facts = tuple((n, v) for n, v in said.facts if n != node)
    else:
        facts = tuple((n, value if n == node else v) for n, v in said.facts)
    return replace(situation, story=_with_entry(story, entry, replace(said, facts=facts)))


def _with_entry(story: Story, index: int, entry: Entry) -> Story:
    """The story with one entry for another; entries keep their numbers, by which moments speak of them."""
    return replace(story, entries=(*story.entries[:index], entry, *story.entries[index + 1 :]))


def _without_event(situation: Situation, event: str) -> Situation:
    """The event, with the answers to it, is not told; in a single moment it is only proposed."""
    story = situation.story
    if story is None:
        thing = situation.things[event]
        return replace(situation, things={**situation.things, event: replace(thing, happens=False)})
    for index, entry in enumerate(story.entries):
        less = _less(entry, event)
        if less != entry:
            return replace(situation, story=_with_entry(story, index, less))
    return situation


def _less(entry: Entry, event: str) -> Entry:
    """The entry without an event; an entry of which nothing is left says nothing."""
    match entry:
        case Telling(event=name) if name == event:
            return Said((), entry.place)
        case Telling():
            return _fewer(entry, event)
        case AtOnce(tellings=tellings):
            left = tuple(_fewer(telling, event) for telling in tellings if telling.event != event)
            return replace(entry, tellings=left) if left else Said((), entry.place)
    return entry


def _fewer(line: Line, event: str) -> Line:
    answers = (a for a in line.answers if not (isinstance(a, Telling) and a.event == event))
    return replace(line, answers=tuple(_fewer(answer, event) for answer in answers))


def without_thing(situation: Situation, name: str) -> Situation:
    """The thing is not on the table, and nothing is said of it."""
    ref = Ref(name)
    facts = {node: fact for node, fact in situation.facts.items() if not mentions(node, fact.value, ref)}
    things = {other: thing for other, thing in situation.things.items() if other != name}
    return replace(situation, things=things, facts=facts)


def mentions(node: Node, value: object, ref: Ref) -> bool:
    """Whether an instance with this value speaks of the thing."""
    return ref in node[1] or value == ref or (isinstance(value, frozenset) and ref in value)
