"""A declared phrase said of things at hand: for messages, examples and completion."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.language.phrases import Pattern, slot_type
from adjudicator.language.words import joined, with_article
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.values import Type
from adjudicator.model.vocabulary import Event, Property, Slot
from adjudicator.records import dataclass


@dataclass(frozen=True)
class Hand:
    """What a sentence can be filled with.

    `meant` are the things that were named, in order; `others` the rest that is there: each the words for it and its
    kinds. `values` are the numbers and words that were written, `example` is a number where none was. With `invent` false
    a place that nothing fits stays open: `{player}`; with it true it takes `a player`.
    """

    meant: tuple[tuple[str, tuple[str, ...]], ...] = ()
    others: tuple[tuple[str, tuple[str, ...]], ...] = ()
    values: tuple[str, ...] = ()
    invent: bool = False
    example: str = "3"


@dataclass(frozen=True, slots=True)
class Filled:
    """A whole sentence, how many of the things meant it speaks of, how many places nothing fits, and the form of a phrase that it fills.

    `told` are the numbers and words in it that were written, `made_up` counts those that nobody wrote.
    """

    text: str
    used: int
    open: int
    pattern: Pattern
    told: tuple[str, ...] = ()
    made_up: int = 0


def filled(book: Rulebook, pattern: Pattern, hand: Hand, with_value: bool = True) -> Filled:
    """One form of a phrase, its places filled; a value is put behind a term unless told not to."""
    taken: set[int] = set()
    words: list[str] = []
    used = left_open = 0
    values: list[str] = []
    things = (*hand.meant, *hand.others)
    for part in pattern.parts:
        if isinstance(part, str):
            words.append(part)
            continue
        wanted = slot_type(part, pattern.owner)
        if wanted is not None and wanted.base != "thing":
            values.append(_value(wanted, hand.values, hand.example))
            words.append(values[-1])
            continue
        kind = wanted.kind if wanted is not None else part.kind
        number = _choose(book, kind, things, taken)
        if number is None:
            left_open += 1
            words.append(with_article(kind) if hand.invent else "{" + kind + "}")
        else:
            taken.add(number)
            used += number < len(hand.meant)
            words.append(things[number][0])
    if pattern.use == "term" and with_value and isinstance(pattern.owner, Property):
        of_things = _thing_value(book, pattern.owner.type, things, taken)
        values += [] if of_things else [_value(pattern.owner.type, hand.values, hand.example)]
        words += ["is", of_things or values[-1]]
    told = tuple(value for value in values if value in hand.values)
    return Filled(joined(words), used, left_open, pattern, told, len(values) - len(told))


def _choose(book: Rulebook, kind: str, things: tuple[tuple[str, tuple[str, ...]], ...], taken: set[int]) -> int | None:
    """The first thing that is of this kind, else the first that can be."""
    free = [i for i in range(len(things)) if i not in taken]
    of_kind = next((i for i in free if any(book.is_a(own, kind) for own in things[i][1])), None)
    if of_kind is not None:
        return of_kind
    return next((i for i in free if any(book.may_meet(own, kind) for own in things[i][1])), None)


def _thing_value(book: Rulebook, wanted: Type, things: tuple[tuple[str, tuple[str, ...]], ...], taken: set[int]) -> str:
    if wanted.base != "thing":
        return ""
    number = _choose(book, wanted.kind, things, taken)
    if number is not None:
        return things[number][0]
    return "nobody" if wanted.nobody else "{" + wanted.kind + "}"


def _value(wanted: Type, written: Iterable[str], example: str) -> str:
    """A value of the type: one that was written, else an example."""
    if wanted.options:
        return next((word for word in written if word in wanted.options), wanted.options[0])
    if wanted.is_number:
        return next((word for word in written if word[:1].isdigit()), example)
    return "{" + (wanted.kind or wanted.base) + "}"


def places(owner: Property | Event) -> tuple[Slot, ...]:
    """The places of the first phrase of a declaration, that for a value left out."""
    return tuple(slot for slot in owner.phrases[0].slots if slot.role != "value")
