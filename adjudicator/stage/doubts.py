"""What speaks against a situation coming about at a table, though nothing in the book rules it out: told beside what it shows, and
the reason to look for another one first."""

from __future__ import annotations

from collections import Counter

from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Situation
from adjudicator.model.values import Ref

OUTRIGHT = "something is told outright that clauses could give"
TWO_PARTS = "one and the same plays two parts"
AT_ONCE = "several events that have nothing to do with each other happen at one moment"
COPIES = "two copies of one card are on the table"


def doubt_of(book: Rulebook, situation: Situation, outright: bool = False) -> str:
    """The first thing that speaks against a situation; empty where nothing does. `outright`: whether it tells what clauses could give."""
    if outright:
        return OUTRIGHT
    if in_two_parts(situation):
        return TWO_PARTS
    if has_copies(book, situation):
        return COPIES
    return AT_ONCE if several_at_once(situation) else ""


def in_two_parts(situation: Situation) -> bool:
    """Whether somebody plays two roles in one event, or something stands in a relation to itself."""
    played = [[value for _, value in thing.roles if isinstance(value, Ref)] for thing in situation.things.values()]
    told = [[value for value in (*node[1], fact.value) if isinstance(value, Ref)] for node, fact in situation.facts.items()]
    return any(len(set(values)) < len(values) for values in (*played, *told))


def has_copies(book: Rulebook, situation: Situation) -> bool:
    """Whether there are two of what is printed once."""
    counted = Counter(thing.kinds[0] for thing in situation.things.values())
    return any(count > 1 and kind in book.kinds and book.kinds[kind].printed for kind, count in counted.items())


def several_at_once(situation: Situation) -> bool:
    """Whether events happen together of which none plays a role in another."""
    events = {name: thing for name, thing in situation.things.items() if thing.roles and thing.happens}
    told = {node[1][0] for node, fact in situation.facts.items() if node[0] == "answers" and fact.value}
    bound = {value for thing in events.values() for _, value in thing.roles} | told
    free = [name for name, thing in events.items() if Ref(name) not in bound
            and not any(isinstance(value, Ref) and value.name in events for _, value in thing.roles)]  # fmt: skip
    return len(free) > 1
