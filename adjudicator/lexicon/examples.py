"""Examples of a sentence: where the scenarios that come with the program use it, and a small scenario made for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from functools import cached_property
from pathlib import Path

from adjudicator.language.diagnostics import Messages
from adjudicator.language.files import read_source
from adjudicator.language.filling import Hand, filled
from adjudicator.language.layout import Line, parse_layout
from adjudicator.language.phrases import Pattern, event_patterns, property_patterns
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.values import Type
from adjudicator.model.vocabulary import Event, Property, Slot
from adjudicator.records import dataclass


@dataclass(frozen=True)
class Shown:
    """A line of a scenario that uses a sentence: the line, its place, and the title."""

    text: str
    file: str
    line: int
    title: str


@dataclass
class Shelf:
    """The scenarios of a book, line by line, for finding sentences in them."""

    book: Rulebook
    folder: Path

    @cached_property
    def lines(self) -> list[tuple[str, Shown]]:
        """Every line of the scenarios that use the book (or one that it extends): a line for each part between commas."""
        found = []
        for path in sorted((self.folder / self.book.name).glob("*.scenario")):
            messages = Messages()
            text = read_source(path, messages, str(path))
            for block in parse_layout(text, str(path), messages) if text else ():
                for line in _below(block):
                    for part in re.split(r",\s+|^whether ", line.text):
                        found.append((part.strip(), Shown(line.text, str(path), line.place.line, block.text.strip('"'))))
        return found

    def shown(self, owner: Property | Event) -> Shown | None:
        """The first line that uses a sentence, told before asked; None where no scenario has it."""
        patterns = [pattern for pattern in patterns_of(owner) if pattern.use not in ("denied", "occurs-not", "unequal")]
        literals = [max((part for part in pattern.parts if isinstance(part, str)), key=len, default="") for pattern in patterns]
        tests = [(literal, _expression(pattern)) for literal, pattern in zip(literals, patterns, strict=True)]
        return next((shown for part, shown in self.lines for literal, test in tests if literal in part and test.fullmatch(part)), None)


def _below(block: Line) -> Iterator[Line]:
    """The lines in which something is told or asked, the told ones first."""
    told = [line for line in block.lines if line.form in ("statement", "proposed", "unknown")]
    todo = [*told, *block.all("ask")]
    while todo:
        line = todo.pop(0)
        if line.form not in ("expect", "ruled"):
            yield line
            todo = [*line.lines, *todo]


def patterns_of(owner: Property | Event) -> list[Pattern]:
    """Every form of the phrases of a declaration."""
    return property_patterns(owner) if isinstance(owner, Property) else event_patterns(owner)


def _expression(pattern: Pattern) -> re.Pattern[str]:
    """What a line that says this looks like; a place is any few words, but for the values of a choice."""
    words = []
    for part in pattern.parts:
        if isinstance(part, str):
            words.append(re.escape(part))
        elif part.role == "value" and isinstance(pattern.owner, Property) and pattern.owner.type.options:
            words.append("(?:" + "|".join(map(re.escape, pattern.owner.type.options)) + ")")
        else:
            words.append(r"\S+(?: \S+){0,3}")
    end = "(?: is .+)?" if pattern.use == "term" else ""
    return re.compile("(?i:" + " ".join(words) + ")" + end + "(?: afterwards)?")


PEOPLE = ("Ann", "Bob", "Cid", "Dora")


def made(book: Rulebook, owner: Property | Event) -> str:
    """A small scenario that tells a sentence and asks for it: it can be copied and settled."""
    table = _Table(book)
    pattern = patterns_of(owner)[0]
    hand = Hand(tuple((table.thing(slot.kind), (slot.kind,)) for slot in _things(pattern, owner)), ())
    said = filled(book, pattern, hand, False).text
    if isinstance(owner, Event):
        told, asked = [f"{said}, called the deed"], "whether the deed happens"
    elif pattern.use == "term":
        told, asked = [f"{said} is {value}"] if (value := table.value(owner.type)) else [], said
    else:
        told, asked = [said], f"whether {said}"
    lines = (*table.lines, *told, f"ask {asked}")
    return "\n".join((f"scenario {said}", f"  uses {book.name}", "", *(f"  {line}" for line in lines), ""))


def _things(pattern: Pattern, owner: Property | Event) -> Iterator[Slot]:
    for slot in pattern.phrase.slots:
        if slot.role != "value" and (slot.type is None or slot.type.base == "thing"):
            yield slot


@dataclass
class _Table:
    """The things that an example puts on its table."""

    book: Rulebook
    lines: list[str] = field(default_factory=list)
    cards: set[str] = field(default_factory=set)
    people: int = 0

    def thing(self, kind: str) -> str:
        """A new thing of a kind: a person for whoever takes turns, a card where one is of the kind, an event told, or something named."""
        seats = self.book.clock.seats if self.book.clock else ""
        if kind in ("thing", seats) or seats and self.book.is_a(seats, kind):
            name = PEOPLE[self.people % len(PEOPLE)]
            self.people += 1
            self.lines.append(f"{seats or 'thing'} {name}")
            return name
        if self.book.is_a(kind, "event"):
            return self._event(kind)
        cards = (name for name, card in self.book.cards.items() if kind in card.kinds and "," not in name and name not in self.cards)
        card = next(cards, "")
        if card:
            self.cards.add(card)
            return card
        name = self._name(kind)
        self.lines.append(f"{kind} {name}")
        return name

    def _name(self, kind: str) -> str:
        """A name for a thing of a kind that nothing has yet."""
        said = " ".join(self.lines)
        names = (f"{kind.split()[-1].capitalize()} {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        return next(name for name in names if name not in said and name not in self.book.constants and name not in self.book.kinds)

    def _event(self, kind: str) -> str:
        """An event of the kind, told on a line of its own; one that speaks of no other event."""
        below = [event for name, event in self.book.events.items() if kind == "event" or self.book.is_a(name, kind)]
        plain = [event for event in below if not any(self.book.is_a(place, "event") for place in event.kinds if place in self.book.kinds)]
        if not plain:
            name = self._name(kind)
            self.lines.append(f"a {kind} called {name}")
            return name
        event, number = plain[0], sum(", called the" in line for line in self.lines)
        pattern = event_patterns(event)[0]
        hand = Hand(tuple((self.thing(slot.kind), (slot.kind,)) for slot in _things(pattern, event)), ())
        name = f"{('first', 'second', 'third', 'fourth')[number % 4]} deed"
        self.lines.append(f"{filled(self.book, pattern, hand).text}, called the {name}")
        return f"the {name}"

    def value(self, kind: Type) -> str:
        """A value of a type; empty for what is not told in one word."""
        if kind.options and kind.base == "choice":
            return kind.options[0]
        if kind.is_number:
            return "3"
        return self.thing(kind.kind) if kind.base == "thing" else ""
