"""From a sketch to a situation: names for the things, events that can be told, facts that are not said by default."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from adjudicator.model.expressions import COPY
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Fact, Node, Situation, Thing
from adjudicator.model.values import Ref, Value
from adjudicator.model.vocabulary import Event
from adjudicator.stage.achieving import Achiever
from adjudicator.stage.frames import NOTHING
from adjudicator.stage.naming import first_free
from adjudicator.stage.sketch import Item, Sketch, met_kinds, replace, with_item
from adjudicator.stage.timing import can_be_told

MOST_EVENTS, MOST_ADDED = 8, 24
"""So many events may wait to be told in full at once, and so many things be added that they need."""
UNSAID = ("may", "before", "happens")


def completed(sketch: Sketch, achiever: Achiever) -> Sketch | None:
    """Every event is one that the rulebook has a phrase for, with the roles that the phrase needs; copies are as their originals."""
    book = achiever.book
    waiting = [name for name, item in sketch.items.items() if item.event]
    most = len(sketch.items) + MOST_ADDED
    while waiting:
        name = waiting.pop(0)
        item = sketch.items[name]
        alike = _alike(sketch, name)
        filled = {role for (event, role), value in sketch.roles.items() if event in alike and value is not None}
        told = _told(book, item.kind, filled, name not in sketch.proposed)
        if told is None:
            return None
        event, roles = told
        kind = item.kind if item.kind in book.events else event.name
        if any(not met_kinds(book, sketch.items[other].kind, kind) for other in alike):
            return None
        sketch = replace(sketch, items={**sketch.items, **{other: Item(kind, True) for other in alike}})
        for role in roles:
            if sketch.roles.get((name, role)) is None:
                kind = event.kinds[event.roles.index(role)]
                filler = next((v for other in sorted(alike) if (v := sketch.roles.get((other, role))) is not None), None)
                if filler is None and role == event.answers:
                    filler = next((ref for ref in sketch.of_kind(book, kind) if _could_be_answered(sketch, book, ref, alike)), None)
                if filler is None and kind == "number":
                    filler = Fraction(1)
                elif filler is None:
                    sketch, filler = with_item(sketch, book, kind)
                    if sketch.items[filler.name].event:
                        waiting.append(filler.name)
                    if len(waiting) > MOST_EVENTS or len(sketch.items) > most:
                        return None
                sketch = replace(sketch, roles={**sketch.roles, (name, role): filler})
    return sketch


def _alike(sketch: Sketch, name: str) -> set[str]:
    """The event, what it is a copy of, and the copies of it: all of one kind."""
    copies = [args for (prop, args), value in sketch.wanted.items() if prop == COPY and value is True]
    found = {name}
    while more := {str(v) for args in copies if not found.isdisjoint(map(str, args)) for v in args} - found:
        found |= more
    return found


def _could_be_answered(sketch: Sketch, book: Rulebook, ref: Ref, alike: set[str]) -> bool:
    """Whether an event that is there is one that an event with these copies can answer: it happens, and answers none itself."""
    item = sketch.items[ref.name]
    happens = item.event and ref.name not in alike and ref.name not in sketch.proposed
    return happens and not (item.kind in book.events and book.events[item.kind].answers)


def _told(book: Rulebook, kind: str, filled: set[str], happens: bool) -> tuple[Event, tuple[str, ...]] | None:
    """The event that the kind is or that is below it, and the roles of its shortest phrase with those filled; what answers an event
    and happens says which, as in any scenario."""
    below = (n for n in book.events if book.is_a(n, kind))
    names = [kind] if kind in book.events else sorted(below, key=lambda n: (happens and bool(book.events[n].answers), n))
    for name in names:
        event = book.events[name]
        phrases = [tuple(s.role for s in p.slots) for p in event.phrases]
        needed = filled | {event.answers} if happens and event.answers else filled
        fitting = [roles for roles in phrases if needed <= set(roles)]
        if fitting:
            return event, min(fitting, key=len)
    return None


def situation_of(sketch: Sketch, achiever: Achiever, node: Node) -> tuple[Situation, Node] | None:
    """The situation that a scenario would describe, and the instance in question in it."""
    whole = completed(sketch, achiever)
    if whole is None:
        return None
    names = _names(whole, achiever.book)

    def named(value: Value) -> Value:
        value = whole.now(value)
        return Ref(names.get(value.name, value.name)) if isinstance(value, Ref) else value

    about = {whole.now(v).name for v in node[1] if isinstance(v, Ref)} if node[0] == "may" else set[str]()
    things = dict(furniture(achiever.book))
    for name, item in whole.items.items():
        if name in things:
            continue
        roles: tuple[tuple[str, Value], ...] = ()
        if item.event:
            declared = _declared(achiever.book, item.kind)
            roles = tuple((role, named(whole.roles.get((name, role)))) for role in declared.roles)
        happens = name in whole.happening or (name not in whole.proposed and name not in about)
        things[names[name]] = Thing(names[name], (_kind(achiever.book, item),), roles, happens if item.event else True)
    facts = {}
    for wanted, value in whole.wanted.items():
        if _is_said(whole, achiever, wanted, value):
            place = (wanted[0], tuple(named(v) for v in wanted[1]))
            facts[place] = Fact(place, named(value))
    made = Situation(things, facts, dict.fromkeys(sorted(whole.options), True))
    if not is_sayable(achiever.book, made) or not can_be_told(achiever.book, made):
        return None
    return made, (node[0], tuple(named(v) for v in node[1]))


def is_sayable(book: Rulebook, situation: Situation) -> bool:
    """Whether the phrases of the book take all these things in their places; no number that is said is below 0."""

    def fits(value: Value, kind: str) -> bool:
        if isinstance(value, Fraction):
            return value >= 0
        if not isinstance(value, Ref) or kind in ("", "thing", "number"):
            return True
        return value.name in situation.things and any(book.may_meet(own, kind) for own in situation.things[value.name].kinds)

    for (name, args), fact in situation.facts.items():
        prop = book.properties.get(name)
        if prop is not None and not (all(map(fits, args, prop.kinds)) and fits(fact.value, prop.type.kind)):
            return False
    for thing in situation.things.values():
        declared = next((book.events[k] for k in thing.kinds if k in book.events), None)
        if declared is not None and not all(fits(dict(thing.roles).get(r), k) for r, k in zip(declared.roles, declared.kinds, strict=True)):
            return False
    return True


def names_in(sketch: Sketch, achiever: Achiever) -> dict[str, str]:
    """What the things of the situation are called in the sketch of which it was made."""
    whole = completed(sketch, achiever)
    return {} if whole is None else {name: own for own, name in _names(whole, achiever.book).items()}


@lru_cache(maxsize=8)
def _lying(constants: tuple[tuple[str, tuple[str, ...]], ...]) -> dict[str, Thing]:
    return {name: Thing(name, kinds) for name, kinds in constants}


def furniture(book: Rulebook) -> dict[str, Thing]:
    """The things that are on every table; not to be changed."""
    return _lying(tuple(book.constants.items()))


def _declared(book: Rulebook, kind: str) -> Event:
    above = [book.events[k] for k in book.ancestors[kind] if k in book.events]
    return max(above, key=lambda e: len(book.ancestors[e.name]))


def _is_said(sketch: Sketch, achiever: Achiever, node: Node, value: Value) -> bool:
    """Whether the scenario has to say it: clauses do not give it, and it would not be so by default."""
    name, book = node[0], achiever.book
    if name in UNSAID or ":" in name and name not in book.properties:
        return False
    if node in sketch.given:
        return True
    if name in book.clauses_about or name in book.definition_of:
        return False
    default = achiever.default(sketch, node)
    return default is NOTHING or default != value or (default is None) != (value is None)


def _kind(book: Rulebook, item: Item) -> str:
    """A kind that a scenario can put on the table."""
    if item.kind != "thing":
        return item.kind
    plain = (k.name for k in book.kinds.values() if not k.printed and k.name not in ("thing", "event") and not book.is_a(k.name, "event"))
    return next(plain, "thing")


def _names(sketch: Sketch, book: Rulebook) -> dict[str, str]:
    """A name for each thing: cards as they are printed, those who act by first names, the rest by their kind."""
    names = {name: name for name in sketch.items if not name.startswith("#")}
    taken = set(names.values()) | set(book.constants)
    for name, item in sketch.items.items():
        if name not in names:
            names[name] = first_free(book, _kind(book, item), item.event, taken)
            taken.add(names[name])
    return names
