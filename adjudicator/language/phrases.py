"""Phrases: how properties and events are said, and all the forms a phrase can take in a sentence.

The idea of declared sentence templates is that of Logical English and Inform 7.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import replace

from adjudicator.language.diagnostics import SentenceError
from adjudicator.language.words import AUXILIARIES, base_form, negations, tokens_of
from adjudicator.model.values import FRACTION, Type
from adjudicator.model.vocabulary import Event, Phrase, Property, Slot
from adjudicator.records import dataclass

_SLOT = re.compile(r"\{([^{}]*)\}")


def parse_phrase(text: str, verb: str = "", needs_verb: bool = False, kinds: Container[str] = ()) -> Phrase:
    """Read `{player} holds {toy}`; `verb` names the verb where it is not plain.
    `kinds` are the known kinds: `{long boat}` is one slot of that kind.

    Raises SentenceError when braces do not match or no verb can be found.
    """
    if text.count("{") != text.count("}") or "{}" in text:
        raise SentenceError("phrase", "the braces of this phrase do not match", 0, len(text))
    parts: list[str | Slot] = []
    position = 0
    for match in _SLOT.finditer(text):
        parts += [t.text for t in tokens_of(text[position : match.start()])]
        parts.append(_slot(match.group(1).strip(), kinds))
        position = match.end()
    parts += [t.text for t in tokens_of(text[position:])]
    index = _verb_index(parts, verb)
    if verb and index < 0 and needs_verb:
        raise SentenceError("phrase", f"this phrase has no word `{verb}` to be its verb", 0, max(1, len(text)))
    if needs_verb and index < 0:
        raise SentenceError("phrase", "the verb of this phrase is not plain", 0, len(text),
                            "add a line `verb ...` below it that names the verb")  # fmt: skip
    return Phrase(text.strip(), tuple(parts), index)


def _slot(inside: str, kinds: Container[str]) -> Slot:
    words = inside.split()
    if words == ["value"]:
        return Slot("value", "value")
    if inside in kinds:
        return Slot(inside, inside)
    kind, role = (" ".join(words[:-1]), words[-1]) if len(words) > 1 else (words[0], words[0])
    number = FRACTION if kind == "number" or (len(words) == 1 and kind == "number") else None
    return Slot(role, kind, number)


def _verb_index(parts: list[str | Slot], verb: str) -> int:
    words = [part if isinstance(part, str) else "" for part in parts]
    if verb:
        return words.index(verb) if verb in words else -1
    if parts and isinstance(parts[0], Slot) and len(parts) > 1 and words[1]:
        return 1
    plain = next((i for i, word in enumerate(words) if word in AUXILIARIES), -1)
    if plain >= 0:
        return plain
    after_slot = (i for i, word in enumerate(words) if i and isinstance(parts[i - 1], Slot) and word.endswith("s"))
    return next(after_slot, -1)


@dataclass(frozen=True, slots=True)
class Pattern:
    """One form of a phrase that a sentence can take.

    `use` says what it makes: term, holds, denied, equals, unequal (a property with
    its value), occurs, occurs-not, may, must or may not.
    """

    parts: tuple[str | Slot, ...]
    use: str
    owner: Property | Event
    phrase: Phrase

    @property
    def literals(self) -> frozenset[str]:
        """The fixed words of the pattern."""
        return frozenset(part for part in self.parts if isinstance(part, str))


def _with_verb(phrase: Phrase, words: tuple[str, ...]) -> tuple[str | Slot, ...]:
    return phrase.parts[: phrase.verb] + words + phrase.parts[phrase.verb + 1 :]


def property_patterns(prop: Property) -> list[Pattern]:
    """All forms of a property's phrases."""
    found: list[Pattern] = []
    for phrase in prop.phrases:
        valued = any(slot.role == "value" for slot in phrase.slots)
        if prop.type.base != "yes/no" and not valued:
            found.append(Pattern(phrase.parts, "term", prop, phrase))
            continue
        yes, no = ("equals", "unequal") if valued else ("holds", "denied")
        found.append(Pattern(phrase.parts, yes, prop, phrase))
        if phrase.verb >= 0:
            verb = str(phrase.parts[phrase.verb])
            found += [Pattern(_with_verb(phrase, words), no, prop, phrase) for words in negations(verb)]
    return found


POSSESSIVE = "'s"


def possessive_pattern(pattern: Pattern) -> Pattern | None:
    """`the life of {player}` said the other way round: `{player}'s life`; None where it cannot be."""
    parts = pattern.parts
    owner = next((i for i, part in enumerate(parts) if isinstance(part, Slot)), 0)
    if pattern.use != "term" or owner < 3 or (parts[0], parts[owner - 1]) != ("the", "of"):
        return None
    return replace(pattern, parts=(parts[owner], POSSESSIVE, *parts[1 : owner - 1], *parts[owner + 1 :]))


MODALS = (
    (("may",), "may"), (("must",), "must"), (("may", "not"), "may not"), (("must", "not"), "may not"),
    (("cannot",), "may not"),
)  # fmt: skip


def event_patterns(event: Event) -> list[Pattern]:
    """All forms of an event's phrases: that it takes place, that it does not, and its permission."""
    found: list[Pattern] = []
    for phrase in event.phrases:
        verb = str(phrase.parts[phrase.verb])
        found.append(Pattern(phrase.parts, "occurs", event, phrase))
        found += [Pattern(_with_verb(phrase, words), "occurs-not", event, phrase) for words in negations(verb)]
        for words, modality in MODALS:
            found.append(Pattern(_with_verb(phrase, (*words, base_form(verb))), modality, event, phrase))
    return found


def slot_type(slot: Slot, owner: Property | Event) -> Type | None:
    """The type a slot asks for, None where it takes a thing of the slot's kind."""
    if slot.role == "value" and isinstance(owner, Property):
        return owner.type
    return slot.type
