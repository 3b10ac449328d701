"""`What happens to Bob?`: what of somebody the events told can change, by the effects that the book has for such events."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from adjudicator.language.words import base_form
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import Literal, Permitted, Term, Var, names_in
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.values import Ref
from adjudicator.model.vocabulary import Event, Property, Slot

TO_BE_ASKED = "to be asked"
"""How the use of a property begins that a book has for questions."""
_PAST = ("happened", "happened this turn", "happened this round")
THE_GAME = "the game"
MOST = 6
"""So many questions are made of one."""
WHAT_HAPPENS = re.compile(r"what (?:will |would |then )?happens?(?: now| then| next)?(?: (?:to|with) (?P<who>.+))?", re.IGNORECASE)


def changeable(book: Rulebook, events: Collection[str], kinds: Collection[str]) -> list[Property]:
    """The states of one thing of these kinds that an effect of events of those kinds changes: numbers before yes and no."""
    found = [
        prop for prop in book.properties.values() if prop.state and _said_of_one(book, prop, kinds) and _changes(book, prop, events, kinds)
    ]
    return sorted(found, key=lambda prop: prop.type.base == "yes/no")


def asked_for(book: Rulebook, kinds: Collection[str]) -> list[Property]:
    """What a book has to be asked of one thing of these kinds, as its declarations say."""
    return [prop for prop in book.properties.values() if prop.use.startswith(TO_BE_ASKED) and _said_of_one(book, prop, kinds)]


def asked_of(prop: Property, name: str) -> str:
    """The question for a property of one thing."""
    said = re.sub(r"\{[^{}]*\}", lambda _: name, prop.phrases[0].text)
    return f"whether {said}" if prop.type.base == "yes/no" else said


def _said_of_one(book: Rulebook, prop: Property, kinds: Collection[str]) -> bool:
    slots = [slot for slot in prop.phrases[0].slots if slot.role != "value"]
    return len(slots) == 1 and any(book.is_a(kind, slots[0].kind) for kind in kinds)


def _changes(book: Rulebook, prop: Property, events: Collection[str], kinds: Collection[str] = ()) -> bool:
    """Whether an effect on the property belongs to events of these kinds; `kinds`: an effect on something of these."""
    heard = {
        one.kind
        for clause, index in book.clauses_about.get(f"after:{prop.name}", ())
        if not kinds or _may_be_of(book, clause, clause.conclusions[index].args, kinds)
        for one in clause.parameters
        if book.is_a(one.kind, "event")
    }
    return any(book.may_meet(event, kind) for kind in heard for event in events)


def _may_be_of(book: Rulebook, clause: Clause, args: tuple[Term, ...], kinds: Collection[str]) -> bool:
    """Whether what a clause says it of may be something of these kinds: not where it names one card."""
    parameters = {one.name: one.kind for one in clause.parameters}
    said = [parameters.get(arg.name, "") for arg in args if isinstance(arg, Var)]
    fits = all(not kind or any(book.may_meet(kind, one) for one in kinds) for kind in said)
    return fits and not any(isinstance(arg, Literal) for arg in args)


def rests_on_changes(book: Rulebook, asked: str) -> bool:
    """Whether the rules find a property out from states that effects of events change, or it counts what has happened.

    A yes or no that its definition does not find out so is no count: it may rest on the deed in its own moment.
    """
    seen, todo = {asked}, [asked]
    number = asked in book.properties and book.properties[asked].type.is_number
    while todo:
        name = todo.pop()
        definition = book.definition_of.get(name)
        said = [definition.meaning] if definition is not None else []
        for clause, index in book.clauses_about.get(name, ()):
            said += (*clause.whens, *clause.unlesses, clause.conclusions[index].value)
        read = names_in(*said).properties - seen
        counts = definition is not None and "happened" in read or number and not read.isdisjoint(_PAST)
        if counts or any(f"after:{prop}" in book.clauses_about for prop in read):
            return True
        seen |= read
        todo += read
    return False


def several_to_win(book: Rulebook) -> bool:
    """Whether there is more to be won in a book than the game: a round, a fight."""
    return any(what != THE_GAME for what in contests(book))


def contests(book: Rulebook, events: Collection[str] = ()) -> list[str]:
    """What there is to be won in a book, as it is called there; where `events` were told only what comes of them."""
    seats, found = book.clock.seats if book.clock else "", dict[str, None]()
    events = _with_what_comes_of(book, events) if events else events
    owners: tuple[Property | Event, ...] = (*book.properties.values(), *book.events.values())
    for owner in owners:
        if events and not (isinstance(owner, Property) and _changes(book, owner, events)):
            continue
        for phrase in owner.phrases:
            if phrase.parts and isinstance(phrase.parts[0], Slot) and phrase.parts[0].kind == seats:
                said = [part if isinstance(part, str) else "{}" for part in phrase.parts[1:]]
                if said and said[said[0] == "has"] in ("wins", "won"):
                    found[" ".join(said[1 + (said[0] == "has") :]) or THE_GAME] = None
    return [*found]


def _with_what_comes_of(book: Rulebook, events: Collection[str]) -> set[str]:
    """Events of these kinds, and of those that clauses say come of them, directly or not."""
    found, grown = {*events}, True
    causing = {
        name.removeprefix("causes:"): {one.kind for clause, _ in about for one in clause.parameters if book.is_a(one.kind, "event")}
        for name, about in book.clauses_about.items()
        if name.startswith("causes:")
    }
    while grown:
        new = {
            event
            for event, kinds in causing.items()
            if event not in found and any(book.may_meet(kind, one) for kind in kinds for one in found)
        }
        found |= new
        grown = bool(new)
    return found


def tells_of_the_past(book: Rulebook, asked: str) -> bool:
    """Whether a definition finds a property out from what has happened, itself or by other definitions."""
    seen, todo = {asked}, [asked]
    while todo:
        definition = book.definition_of.get(todo.pop())
        read = names_in(*([definition.meaning] if definition is not None else [])).properties
        if "happened" in read:
            return True
        todo += read - seen
        seen |= read
    return False


def ways_to(book: Rulebook, said: Permitted, kinds_of: Callable[[str], Collection[str]]) -> list[str]:
    """Deeds of the same sort that somebody can do to the other with nothing else: `Ann punch Bob` for a fight of Ann and Bob in general.

    Those named are taken in the order in which the words of the deed name them: who does it stands first.
    """
    names = [term.value.name for _, term in said.roles if isinstance(term, Literal) and isinstance(term.value, Ref)]
    target = dict(said.roles).get("target")
    if isinstance(target, Literal) and isinstance(target.value, Ref):
        names = [*(name for name in names if name != target.value.name), target.value.name]
    sorts, found = {*book.events[said.event].parents}, []
    for event in book.events.values():
        phrase = event.phrases[0] if event.phrases and sorts & {*event.parents} else None
        if phrase is None or len(phrase.slots) != len(names) or phrase.verb < 0:
            continue
        fits = (any(book.is_a(kind, slot.kind) for kind in kinds_of(name)) for name, slot in zip(names, phrase.slots, strict=True))
        if all(fits):
            rest = iter(names)
            words = (base_form(part) if isinstance(part, str) and i == phrase.verb else part for i, part in enumerate(phrase.parts))
            found.append(" ".join(part if isinstance(part, str) else next(rest) for part in words))
    return found[:MOST]
