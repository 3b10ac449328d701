"""The sentences a book understands, as things to pick: searched by words, their slots to be filled from the table."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from adjudicator.language.near_phrases import shown as shown_phrase
from adjudicator.language.words import base_form
from adjudicator.lexicon.entries import Entry, entries
from adjudicator.lexicon.search import Lexicon
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Thing
from adjudicator.model.vocabulary import Event, Phrase, Property, Slot
from adjudicator.records import dataclass
from adjudicator.web.debate import EVENT, FACT, PROPOSED, QUESTION, with_line, with_thing

VALUE = "value"
MOST_CHOICES = 400


@dataclass(frozen=True)
class Pick:
    """One sentence to pick: `key` names it, `shown` is how it is listed, `sorts` what it can be told as, `use` the author's word on it."""

    key: str
    shown: str
    sorts: tuple[str, ...]
    use: str = ""


@dataclass(frozen=True)
class Gap:
    """A slot of a picked sentence: what it is called, what may be put in (and which of that is on the table already)."""

    role: str
    label: str
    here: tuple[str, ...]
    known: tuple[str, ...]


def lexicon_of(book: Rulebook) -> Lexicon:
    """The sentences of a book for searching."""
    return Lexicon(book, tuple(entries(book)))


def picks(lexicon: Lexicon, words: str, most: int = 14) -> list[Pick]:
    """The sentences about some words, as `adjudicator words` finds them; before them those in which every word begins a word,
    because somebody is still typing."""
    found = _begun(lexicon, words) if words.strip() else []
    known = {entry.owner.name for entry, _ in found}
    found += [(entry, _wording(entry, words)) for entry in lexicon.find(words) if entry.owner.name not in known]
    return [_listed(entry, number) for entry, number in found[:most]]


def sayable(lexicon: Lexicon, said: str, table: dict[str, Thing]) -> tuple[list[str], list[Pick]]:
    """The things and cards that a text names, and every sentence that has a place for all of them, each shown with the names in it: those
    first that are likeliest to be said of them in such words. No sentence where none is named."""
    kinds = {name: (name,) for name in lexicon.book.cards} | {name: thing.kinds for name, thing in table.items()}
    longest = "|".join(re.escape(name) for name in sorted(kinds, key=lambda name: -len(name)))
    name_in = re.compile(rf"(?<![\w-])(?:{longest})(?![\w-])")
    named = list(dict.fromkeys(name_in.findall(said))) if kinds else []
    if not named:
        return [], []
    there = {name: Thing(name, kinds[name]) for name in named}
    found = lexicon.of([thing.kinds for thing in there.values()], name_in.sub(" ", said))
    return named, [_said_of(lexicon.book, entry, there) for entry in found]


def _said_of(book: Rulebook, entry: Entry, there: dict[str, Thing]) -> Pick:
    """A sentence to pick that is shown with these things in its places, each once."""
    made = _listed(entry, 0)
    places = [replace(gap, known=()) for gap in gaps(book, made.key, there)]
    filled = filled_from(places, ", ".join(there))
    shown = re.sub(r"\[([^\]]*)\]", lambda place: filled.get(place[1], place[0]), made.shown)
    value = filled.get(VALUE, "")
    return replace(made, shown=f"{shown} is {value}" if value and f"[{VALUE}]" not in made.shown else shown)


def _begun(lexicon: Lexicon, words: str) -> list[tuple[Entry, int]]:
    """The sentences in which every word of the search begins some word of a phrase, those with the words in front first."""
    wanted = _words(words)
    found: list[tuple[tuple[Any, ...], Entry, int]] = []
    for entry in lexicon.entries:
        for number, phrase in enumerate(entry.owner.phrases):
            own = _words(" ".join(part for part in phrase.parts if isinstance(part, str)))
            places = [next((i for i, word in enumerate(own) if word.startswith(one)), -1) for one in wanted]
            if own and min(places) >= 0:
                heard = len(entry.heard_by) + len(entry.others)
                found.append(((not heard, sum(places), entry.told == CONCLUDED, len(own), -heard, phrase.text), entry, number))
                break
    return [(entry, number) for _, entry, number in sorted(found, key=lambda one: one[0])]


CONCLUDED = "the rules conclude it"


def _words(text: str) -> list[str]:
    return re.findall(r"[\w'-]+", text.casefold())


def _wording(entry: Entry, words: str) -> int:
    """Which wording of a sentence has most of the words."""
    wanted = set(_words(words))
    return max(range(len(entry.owner.phrases)), key=lambda n: (len(wanted & set(_words(entry.owner.phrases[n].text))), -n))


def _listed(entry: Entry, number: int) -> Pick:
    made = _pick(entry.owner, entry.owner.phrases[number], f"{entry.owner.name}#{number}")
    asked_first = entry.told == CONCLUDED
    return replace(made, use=entry.use if entry.own_use else "", sorts=made.sorts[::-1] if asked_first else made.sorts)


def key_of(book: Rulebook, shown: str) -> str:
    """The key of the sentence that is written so in messages; empty where there is none."""
    known: tuple[Property | Event, ...] = (*book.properties.values(), *book.events.values())
    for declared in known:
        for number, phrase in enumerate(declared.phrases):
            if shown in (phrase.text, shown_phrase(phrase.text)):
                return f"{declared.name}#{number}"
    return ""


def filled_from(found: list[Gap], said: str) -> dict[str, str]:
    """What a line says already, for the slots of another sentence: things of the table that fit, each once, in their order there."""
    filled: dict[str, str] = {}
    for gap in found:
        fitting = [
            name for name in (*gap.here, *gap.known) if name not in filled.values() and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said)
        ]
        if fitting:
            filled[gap.role] = min(fitting, key=said.index)
    return filled


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
    label = kind if slot.role in (kind, VALUE) else f"{slot.role} ({kind})"
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
