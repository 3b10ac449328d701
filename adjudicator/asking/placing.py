"""What is told as so, or as happening, with what stands on its line and with things that have no name: they come to the table."""

from __future__ import annotations

import re
from itertools import islice

from adjudicator.asking.coming import Coming
from adjudicator.asking.known import SOME
from adjudicator.asking.stating import OWNING
from adjudicator.asking.wordings import wordings
from adjudicator.language.words import as_named
from adjudicator.model.expressions import Literal, Occurs, Term
from adjudicator.model.values import Ref
from adjudicator.model.vocabulary import Kind
from adjudicator.records import dataclass

_LEAVE = re.compile(r"(?:may|can|could|must)\b", re.IGNORECASE)
MOST_SAID_SO = 2
"""So many words before the name of a kind may say how such a thing is."""
MOST_NAMED = 3
"""So many things without a name one sentence may put on the table."""


@dataclass
class Placing(Coming):
    """Understands what is told of things, which come to the table by that."""

    _named: int = 0

    def _statement(self, text: str) -> bool:
        """A fact or an event, or several joined by `and`."""
        found = self._with_whom_it_takes(self._understood(text))
        parts = [found] if found is not None else self._of_both(text) or self._joined(text)
        self._note_small_words(text, " ".join(parts))
        for part in (*parts, *(turned for part in parts if (turned := self._from_the_other_side(part)))):
            self._say(part)
        return bool(parts) or self._with_some(text)

    def _with_whom_it_takes(self, found: str | None) -> str | None:
        """A deed whose main wording has one place more, for somebody of a kind of its own: he comes to the table, without a name.

        `Bob enters the race` as `Bob enters the race with the horse`: nobody says so who has none; the places of things that may be
        anything, of events and of spaces stay empty.
        """
        said = self._sentence(found) if found is not None and ", " not in found else None
        if found is None or not isinstance(said, Occurs):
            return found
        book, roles = self.loaded.book, dict(said.roles)
        main = book.events[said.event].phrases[0]
        left = [slot for slot in main.slots if slot.role not in roles]
        if len(left) != 1 or not self._is_of_its_own(left[0].kind) or len(main.slots) < 2:
            return found
        parts = [part if isinstance(part, str) else self._filler(roles.get(part.role or "")) for part in main.parts]
        name = f"the {self.new_thing(book.kinds[left[0].kind])}"
        whole = " ".join(part or name for part in parts)
        if not self._is_sentence(whole) or not self._taken_by_reader(whole):
            return found
        self.taken[f"`{found}`: {name}, of which nothing is said, is taken to do it"] = None
        return whole

    def _filler(self, term: Term | None) -> str:
        return as_named(term.value.name) if isinstance(term, Literal) and isinstance(term.value, Ref) else ""

    def _is_of_its_own(self, kind: str) -> bool:
        """Whether things of a kind act by themselves, and most cards are none of them."""
        book = self.loaded.book
        acts = any(event.phrases and event.phrases[0].slots and event.phrases[0].slots[0].kind == kind for event in book.events.values())
        sits = bool(self.kind) and (book.is_a(self.kind, kind) or book.is_a(kind, self.kind))
        of_it = sum(book.is_a(card, kind) for card in book.cards)
        return acts and kind in book.kinds and not sits and 0 < 2 * of_it < len(book.cards)

    def _deed_with_detail(self, text: str) -> bool:
        """`Ann throws PIPPIN, the weight of {event} is 5`: what is said of the deed, on its line, by the name that it gets.

        `the {number} of {event} is 5` is the first number that the book declares for such a deed.
        """
        deed, _, detail = text.partition(", ")
        if "{number}" in detail:
            return any(
                self._deed_with_detail(f"{deed}, {detail.replace('the {number} of {event}', said)}") for said in self._numbers_of(deed)
            )
        found = self._understood(deed)
        if found is None or not isinstance(self._sentence(found.split(", ")[0]), Occurs):
            return False
        trial, before = self.trial(), set(self.reader.things)
        trial._statement(self.line(found), self._answered(found)[0])
        event = next((name for name in trial.things if name not in before and trial.things[name].is_event), "")
        return bool(event) and self._statement(f"{found}, {detail.replace('{event}', f'the {event}')}")

    def _numbers_of(self, deed: str) -> list[str]:
        """The number that a book declares first for such a deed, as it is said of {event}."""
        book, found = self.loaded.book, self._understood(deed)
        sentence = self._sentence(found.split(", ")[0]) if found else None
        if not isinstance(sentence, Occurs):
            return []
        said = [prop.phrases[0] for prop in book.properties.values() if prop.type.is_number and not prop.name.startswith("role:")]
        plain = [phrase for phrase in said if re.fullmatch(r"the \w+ of \{[^{}]+\}", phrase.text)]
        fitting = [phrase for phrase in plain if book.is_a(sentence.event, phrase.slots[0].kind)]
        return [" ".join(part if isinstance(part, str) else "{event}" for part in phrase.parts) for phrase in fitting[:1]]

    def _with_some(self, text: str, question: bool = False) -> bool:
        """`Ann picks up a basket`, where none has a name: one comes to the table, and is called the basket; `two baskets` are two."""
        if self._named >= MOST_NAMED:
            return False
        self._named += 1
        try:
            return self._with_one(text, question)
        finally:
            self._named -= 1

    def _with_one(self, text: str, question: bool) -> bool:
        for wording in islice(wordings(text, self.cards), 8):
            if self._hopeless(OWNING.sub(" ", wording.rpartition("{event}")[2])) and not question:
                continue
            for match in SOME.finditer(wording):
                how, kind, words = self._kind_so(match["rest"], match["count"] is not None)
                there = match["article"] == "the" and kind is not None and kind.name in self.reader.things
                of_somebody = match["article"] == "the" and match["rest"][len(words) :].startswith(" of ")
                if kind is None or there or of_somebody or self.loaded.book.is_a(kind.name, "event"):
                    continue
                if question and match["count"] and _LEAVE.match(text):  # leave for each of several is no leave for all of them
                    return False
                only = self._only_one(kind) if match["article"] == "the" and not how else ""
                if only:
                    one = f"{wording[: match.start()]}{only}{match['rest'][len(words) :]}"
                    if self._answerable(one) if question else self._statement(one):
                        self.taken[f"`the {words}` is taken to be {only}"] = None
                        return True
                    continue
                kept, lines, things = self._state(), list(self.lines), list(self.things)
                names = [self.new_thing(kind) for _ in range(int(match["count"] or 1))]
                rest = match["rest"][len(words) :]
                said = [f"{wording[: match.start()]}the {name}{rest}" for name in names]
                so = [f"the {name} is {how}" for name in names] if how else []
                if all(map(self._statement, so)) and all(
                    self._answerable(one) or self._with_some(one, True) if question else self._statement(one) for one in said
                ):
                    self.taken[f"`{match[0]}{words}` is put on the table as the {' and the '.join(names)}"] = None
                    return True
                self._back_to(kept)
                self.lines, self.things = lines, things
        return False

    def _only_one(self, kind: Kind) -> str:
        """The only thing of a kind on the table, as it is called there; or what is drawn as the card of that name."""
        alike = [name for name, thing in self.reader.things.items() if any(self.loaded.book.is_a(one, kind.name) for one in thing.kinds)]
        alike = alike or [*self.reader.things.drawn.get(kind.name.upper(), ())]
        return as_named(alike[0]) if len(alike) == 1 else ""

    def _kind_so(self, text: str, several: bool) -> tuple[str, Kind | None, str]:
        """The kind that words begin with, how such a thing is said to be before it (`ripe` in `ripe quince`), and all of these words."""
        words = text.split(" ")
        for count in range(min(len(words), MOST_SAID_SO + 1)):
            how = " ".join(words[:count])
            kind, named = self._kind_at_start(" ".join(words[count:]), several)
            if kind is not None or count and not words[count - 1].isalpha():
                return how, kind, f"{how} {named}" if how else named
        return "", None, ""
