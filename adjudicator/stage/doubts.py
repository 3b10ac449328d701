"""What speaks against a situation coming about at a table, though nothing in the book rules it out: told beside what it shows, and
the reason to look for another one first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Situation
from adjudicator.model.values import Ref, Value

OUTRIGHT = "something is told outright that clauses could give"
TWO_PARTS = "one and the same plays two parts"
AT_ONCE = "several events that have nothing to do with each other happen at one moment"
OUT_OF_PLACE = "something is told in a place for things of a kind that it is not"
COPIES = "two copies of one card are on the table"
SHARED = "one thing is with two at once, or in two places"
NO_MAP = "no drawn map has both"
WHERE = ("position", "stands on")
"""The ways in which a map answers where something is."""
EXCLUSIVE = (("same space", "next to"), ("same space", "at a corner"), ("next to", "at a corner"), ("borders", "at a corner"))
"""The ways in which a map answers how two things stand to each other, of which it gives one at most."""
ONE_STATEMENT = "both sides carry one and the same statement, which says it in parts"


def doubt_of(book: Rulebook, situation: Situation, outright: bool = False) -> str:
    """The first thing that speaks against a situation; empty where nothing does. `outright`: whether it tells what clauses could give."""
    if outright:
        return OUTRIGHT
    if in_two_parts(situation):
        return TWO_PARTS
    if has_copies(book, situation):
        return COPIES
    if is_shared(book, situation):
        return SHARED
    if is_no_map(book, situation):
        return NO_MAP
    return AT_ONCE if several_at_once(situation) else ""


def in_two_parts(situation: Situation) -> bool:
    """Whether somebody plays two roles in one event, or is two things of which there is one (the attacker and the defender), or
    something stands in a relation to itself."""
    played = [[value for _, value in thing.roles if isinstance(value, Ref)] for thing in situation.things.values()]
    told = [[value for value in (*node[1], fact.value) if isinstance(value, Ref)] for node, fact in situation.facts.items()]
    alone = [fact.value for node, fact in situation.facts.items() if not node[1] and isinstance(fact.value, Ref)]
    return any(len(set(values)) < len(values) for values in (*played, *told, alone))


def told_as(book: Rulebook, situation: Situation) -> Iterator[tuple[Ref, str]]:
    """Each thing that is told in a place for things of a kind that it is not declared to be of, with the kind."""
    places: list[tuple[Value, str]] = []
    for thing in situation.things.values():
        declared = next((book.events[kind] for kind in thing.kinds if kind in book.events), None)
        if declared is not None:
            places += [(value, declared.kind_of(role) or "thing") for role, value in thing.roles]
    for (name, args), fact in situation.facts.items():
        prop = book.properties.get(name)
        if prop is not None:
            places += [*zip(args, prop.kinds, strict=False), (fact.value, prop.type.kind)]
    for value, kind in places:
        found = situation.things.get(value.name) if isinstance(value, Ref) and kind in book.changeable_kinds else None
        if isinstance(value, Ref) and found is not None and not any(book.is_a(own, kind) for own in found.kinds):
            yield value, kind


def has_copies(book: Rulebook, situation: Situation) -> bool:
    """Whether there are two of what is printed once."""
    counted = Counter(thing.kinds[0] for thing in situation.things.values())
    return any(count > 1 and kind in book.kinds and book.kinds[kind].printed for kind, count in counted.items())


def is_shared(book: Rulebook, situation: Situation) -> bool:
    """Whether the table tells of a thing that two have it of those who take turns, or of somebody that he is in two places of the map."""
    seats = book.clock.seats if book.clock is not None else ""
    places = answering(book, *WHERE)
    told: Counter[tuple[object, ...]] = Counter()
    for (name, args), fact in situation.facts.items():
        prop = book.properties.get(name)
        if fact.value is not True or prop is None or not prop.state or len(args) != 2:
            continue
        if name in places:
            told[name, "of", args[0]] += 1
        elif seats and prop.kinds[0] != "thing" and book.may_meet(prop.kinds[0], seats) and not book.may_meet(prop.kinds[1], seats):
            told[name, "by", args[1]] += 1
    return any(count > 1 for count in told.values())


def is_no_map(book: Rulebook, situation: Situation) -> bool:
    """Whether two things stand to each other in two ways of which a drawn map has only one."""
    ways: dict[frozenset[Value], set[str]] = {}
    for (name, args), fact in situation.facts.items():
        if fact.value is True and len(args) == 2:
            ways.setdefault(frozenset(args), set()).add(name)
    return any(
        names & answering(book, one) and names & answering(book, other)
        for names in ways.values()
        for one, other in EXCLUSIVE
        if len(names) > 1
    )


def answering(book: Rulebook, *keys: str) -> frozenset[str]:
    """The properties that a drawn map answers in these ways."""
    return (
        frozenset(setting.property for setting in book.geometry.answers if setting.key in keys)
        if book.geometry is not None
        else frozenset()
    )


def several_at_once(situation: Situation) -> bool:
    """Whether events happen together of which none plays a role in another."""
    events = {name: thing for name, thing in situation.things.items() if thing.roles and thing.happens}
    told = {node[1][0] for node, fact in situation.facts.items() if node[0] == "answers" and fact.value}
    bound = {value for thing in events.values() for _, value in thing.roles} | told
    free = [name for name, thing in events.items() if Ref(name) not in bound
            and not any(isinstance(value, Ref) and value.name in events for _, value in thing.roles)]  # fmt: skip
    return len(free) > 1
