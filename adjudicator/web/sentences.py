"""The sentences a book understands, as things to pick: searched by words, their slots to be filled from the table."""

from __future__ import annotations

import re
from dataclasses import dataclass

from adjudicator.language.words import base_form
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Thing
from adjudicator.model.vocabulary import Event, Phrase, Property, Slot
from adjudicator.web.debate import EVENT, FACT, PROPOSED, QUESTION, with_line, with_thing

VALUE = "value"
MOST_CHOICES = 400


@dataclass(frozen=True)
class Pick:
    """One sentence to pick: `key` names it, `shown` is how it is listed, `sorts` what it can be in a scenario."""

    key: str
    shown: str
    sorts: tuple[str, ...]


@dataclass(frozen=True)
class Gap:
    """A slot of a picked sentence: what it is called, what may be put in (and which of that is on the table already)."""

    role: str
    label: str
    here: tuple[str, ...]
    known: tuple[str, ...]


def picks(book: Rulebook, words: str, most: int = 30) -> list[Pick]:
    """The sentences in which every word of the search begins some word, those with the words in front first."""
    wanted = re.findall(r"[\w'-]+", words.casefold())
    found: list[tuple[tuple, Pick]] = []
    for declared in (*book.events.values(), *book.properties.values()):
        for number, phrase in enumerate(declared.phrases):
            own = re.findall(r"[\w'-]+", phrase.text.casefold())
            places = [next((i for i, word in enumerate(own) if word.startswith(one)), None) for one in wanted]
            if own and None not in places:
                pick = _pick(declared, phrase, f"{declared.name}#{number}")
                found.append(((sum(places), len(own), phrase.text), pick))  # type: ignore[arg-type]
    return [pick for _, pick in sorted(found, key=lambda one: one[0])[:most]]


def phrase_of(book: Rulebook, key: str) -> tuple[Property | Event, Phrase]:
    """What a pick's key names. Raises KeyError where there is no such sentence."""
    name, _, number = key.rpartition("#")
    declared = book.events.get(name) or book.properties[name]
    if not number.isdecimal() or int(number) >= len(declared.phrases):
        raise KeyError(key)
    return declared, declared.phrases[int(number)]


def gaps(book: Rulebook, key: str, table: dict[str, Thing]) -> list[Gap]:
    """The slots of a sentence with what fits; a property whose value is no slot of its own gets one for the value at the end."""
    declared, phrase = phrase_of(book, key)
    found = [_gap(book, declared, slot, table) for slot in phrase.slots]
    if isinstance(declared, Property) and declared.type.base != "yes/no" and VALUE not in {slot.role for slot in phrase.slots}:
        found.append(_gap(book, declared, Slot(VALUE, "", declared.type), table))
    return found


def _gap(book: Rulebook, declared: Property | Event, slot: Slot, table: dict[str, Thing]) -> Gap:
    type_ = slot.type or (declared.type if slot.role == VALUE and isinstance(declared, Property) else None)
    kind = slot.kind or (type_.kind if type_ else "")
    if type_ is not None and not kind:
        return Gap(slot.role, str(type_), type_.options, ())
    if kind not in book.kinds and kind != "thing":
        return Gap(slot.role, kind or slot.role, (), ())
    fitting = [name for name, thing in table.items() if kind in book.upwards(thing.kinds) or kind == "thing"]
    printed = [name for name, k in book.kinds.items() if k.printed and (kind == "thing" or book.is_a(name, kind))]
    always = [name for name, kinds in book.constants.items() if kind == "thing" or kind in book.upwards(kinds)]
    label = kind if slot.role == kind else f"{slot.role}: {kind}"
    return Gap(slot.role, label, tuple(fitting), tuple(sorted({*printed, *always})[:MOST_CHOICES]))


def kind_of(book: Rulebook, key: str, role: str) -> str:
    """The kind that fits a slot; empty for a value that is no thing."""
    declared, phrase = phrase_of(book, key)
    slot = next((slot for slot in phrase.slots if slot.role == role), None)
    if slot is not None and slot.kind:
        return slot.kind
    return declared.type.kind if isinstance(declared, Property) and role == VALUE else ""


def line_of(book: Rulebook, key: str, filled: dict[str, str], sort: str) -> str:
    """The sentence with its slots filled, as a line of this sort. Raises KeyError where a slot is left empty."""
    declared, phrase = phrase_of(book, key)
    words = [part if isinstance(part, str) else filled[part.role].strip() for part in phrase.parts]
    own = {slot.role for slot in phrase.slots}
    if isinstance(declared, Event):
        if sort == QUESTION:
            return "whether " + " ".join(_permitted(words, phrase.verb))
        return " ".join(words)
    if declared.type.base == "yes/no":
        return ("whether " if sort == QUESTION else "") + " ".join(words)
    if sort == QUESTION:
        return " ".join(words)
    return " ".join(words) if VALUE in own else f"{' '.join(words)} is {filled[VALUE].strip()}"


def _permitted(words: list[str], verb: int) -> list[str]:
    """`Ann casts it` as `Ann may cast it`."""
    if verb < 0:
        return words
    return [*words[:verb], "may", base_form(words[verb]), *words[verb + 1 :]]


def pick_of(book: Rulebook, key: str) -> Pick:
    """The pick that a key names. Raises KeyError where there is none."""
    declared, phrase = phrase_of(book, key)
    return _pick(declared, phrase, key)


def _pick(declared: Property | Event, phrase: Phrase, key: str) -> Pick:
    shown = " ".join(part if isinstance(part, str) else f"[{part.role}]" for part in phrase.parts)
    return Pick(key, shown, (EVENT, PROPOSED) if isinstance(declared, Event) else (FACT, QUESTION))


def put_into(scenario: str, book: Rulebook, key: str, filled: dict[str, str], sort: str, table: dict[str, Thing]) -> str:
    """The scenario with the sentence in it as a line of this sort; what it names and nobody knows yet is introduced first.

    Raises KeyError where there is no such sentence or a slot is missing, ValueError where one is empty.
    """
    declared, phrase = phrase_of(book, key)
    empty = [slot.role for slot in phrase.slots if not filled.get(slot.role)]
    if empty:
        raise ValueError(", ".join(empty))
    made = scenario
    for slot in phrase.slots:
        kind, name = kind_of(book, key, slot.role), filled[slot.role]
        if kind in book.kinds and name not in table and name not in book.constants and name not in book.kinds and _is_name(name):
            made = with_thing(made, book, _introduced_as(book, kind), name)
    if sort == PROPOSED:
        made = with_line(made, line_of(book, key, filled, EVENT), PROPOSED)
        return with_line(made, line_of(book, key, filled, QUESTION), QUESTION)
    return with_line(made, line_of(book, key, filled, sort), sort)


def _introduced_as(book: Rulebook, kind: str) -> str:
    """The kind under which somebody new is introduced: one who takes turns, where such a one fits."""
    seats = book.clock.seats if book.clock else ""
    return seats if seats and book.is_a(seats, kind) else kind


def _is_name(text: str) -> bool:
    """Whether it is one thing's name and not a phrase (`the owner of Bob`, `nobody`)."""
    return text[:1].isupper() and len(text.split()) <= 3
