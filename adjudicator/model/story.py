"""A story: what a scenario tells to happen one after another, and the moments it can be asked about.

The meaning is docs/meaning.md 11.  A story is a list of entries in the order
told; events are named here and described (kinds, roles) among the things of
the situation.
"""

from __future__ import annotations

from adjudicator.model.places import NOWHERE, Place
from adjudicator.model.values import Ref, Value
from adjudicator.records import dataclass


@dataclass(frozen=True, slots=True)
class Telling:
    """An event that is told, with the answers it is given."""

    event: str
    answers: tuple[Telling | Awaited, ...] = ()
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Awaited:
    """An event that must come of something told before: of this kind and with these roles; and its answers."""

    kind: str
    roles: tuple[tuple[str, Value], ...]
    answers: tuple[Telling | Awaited, ...] = ()
    text: str = ""
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class AtOnce:
    """Events to which the story gives no order; with `same_time`, none of them comes first."""

    tellings: tuple[Telling, ...]
    place: Place = NOWHERE
    same_time: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """Property instances that are so from here on."""

    facts: tuple[tuple[tuple[str, tuple[Value, ...]], Value], ...]
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody's turn begins (that of whoever is next where `who` is None); `number` is the round where the heading
    gives it, `told` whether there is a heading."""

    who: Ref | None
    number: int | None = None
    told: bool = True
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of the turn begins."""

    name: str
    place: Place = NOWHERE


Entry = Telling | AtOnce | Said | Turn | Phase


@dataclass(frozen=True, slots=True)
class Moment:
    """When a question is asked.

    `when` is start, end (of all that is told), before or after (the entry of this index with all that
    comes of it), during (the moment of the event of this name), after event (when that moment is over); or
    "turn begins", "turn ends", "round begins": the `nth` time that `who` has a turn, counted from the entry of
    this index (the round with this number).
    """

    when: str
    entry: int = 0
    event: str = ""
    text: str = ""
    who: Ref | None = None
    nth: int = 1


END = Moment("end")


@dataclass(frozen=True, slots=True)
class Story:
    """The entries in the order told, and the seats of those who take turns."""

    entries: tuple[Entry, ...]
    seats: tuple[Ref, ...] = ()


def events_of(entry: object) -> list[str]:
    """The events that an entry tells, answers included."""
    match entry:
        case Telling(event, answers):
            return [event, *(name for answer in answers for name in events_of(answer))]
        case AtOnce(tellings=tellings):
            return [name for telling in tellings for name in events_of(telling)]
    return [name for answer in getattr(entry, "answers", ()) for name in events_of(answer)]


def tellings_of(entry: Entry) -> tuple[Telling, ...]:
    """The events that an entry tells, without their answers."""
    if isinstance(entry, AtOnce):
        return entry.tellings
    return (entry,) if isinstance(entry, Telling) else ()


def holds_awaited(telling: Telling | Awaited) -> bool:
    """Whether something told below an event waits for what comes of it."""
    return isinstance(telling, Awaited) or any(holds_awaited(answer) for answer in telling.answers)
