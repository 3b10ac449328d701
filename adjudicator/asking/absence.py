"""Sentences that tell what was not done: heard where nobody told anything else, because then they say what is taken so anyway."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.language.synonyms import same_words
from adjudicator.language.words import base_form, stem_of, third_person, verbs_from
from adjudicator.model.rulebook import Rulebook
from adjudicator.records import dataclass

_DOES = r"(?:plays?|casts?|uses?|does|do|answers?|responds?|reacts?|counteracts?|counters?|adds?|throws?)"
_DONE = r"(?:played|cast|done|used|told|said|added|happens?|happened|follows|followed|comes|came)"
_WHO = r"(?P<who>[A-Z][\w-]*|he|she|they|nobody|no one|neither(?: of them)?)"
_NOTHING = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:and )?(?:nothing|no (?:one|(?:more|further|other) [a-z]+))(?: else| more| further| other)?"
        rf"(?: (?:is|are|was|were|gets|has been|have been))?(?: {_DONE})?(?: against (?:it|this|that)| to (?:it|this|that)| then| now)*",
        rf"(?:nobody|no one|neither(?: of them)?)(?: else)? (?:{_DOES}|(?:wants|wishes|is able|cares|chooses) to (?:play|"
        rf"cast|use|do|answer|respond|react|add))"
        r"(?: anything| (?:any|a|an|another)(?: (?:more|other|further))? [a-z]+)?(?: else| more| further)?"
        r"(?: against (?:it|this|that)| to (?:it|this|that)| then| now)*",
        rf"{_WHO} (?:has|have|plays|casts|uses|does|says|adds) (?:nothing|no (?:answer|response|reply|counter[a-z]*|defen[sc]e))"
        r"(?: more| else| further| left)*(?: to (?:play|cast|use|do|answer|say|add|counter))?(?: with)?"
        r"(?: (?:against|to) (?:it|this|that|[A-Z][A-Z' ]+))?(?: then| now)*",
        rf"{_WHO} (?:does not|do not|did not|cannot|can not|could not) (?:play|cast|use|do|answer|respond|react|counter|counteract|add)"
        r"(?: anything| any [a-z]+| it| to it| against it)?(?: else| more| further)*",
        r"(?:that|this) (?:is|was) (?:all|everything|it)(?: that happen(?:s|ed))?",
    )
)  # fmt: skip
_AND = re.compile(r",? (?:and|but) |, ")
_NOT_DONE = re.compile(
    r"^(?P<who>[A-Z][\w-]*|he|she|they) (?P<helper>has|have|had|did|does|do|is|was) (?:not|never)(?: yet| even| ever)? (?P<verb>[a-z]+)"
    r"(?P<rest>.*?)(?: (?:yet|so far|before|at all|until now|this turn|this round|in (?:this|her|his|their) turn))*$"
)


_NOBODY = re.compile(
    r"^(?:and )?(?:nobody|no one|none of them|neither(?: of them)?)(?: else)? "
    r"(?P<helper>is |was |has |have )?(?P<verb>[a-z]+)(?P<rest>.*)$",
    re.IGNORECASE,
)


_ABLE = ("can", "could", "may", "might", "must")


@dataclass(frozen=True)
class NotDone:
    """Somebody is said not to have done something: who, the ways in which it would be told, and the verbs of those."""

    who: str
    tellings: tuple[str, ...]
    verbs: frozenset[str]


def says_nothing_more(text: str) -> bool:
    """Whether a sentence only says that nothing else is done: `nothing more is played`, `Bob does not answer`."""
    return any(pattern.fullmatch(text) for pattern in _NOTHING)


def apart_from_nothing(text: str) -> tuple[str, str]:
    """A sentence without an end that only says that nothing else is done, and that end: `Ann casts it` and `nobody answers`."""
    for match in reversed(list(_AND.finditer(text))):
        if says_nothing_more(text[match.end() :]):
            return text[: match.start()], text[match.end() :]
    return text, ""


def not_done(text: str) -> NotDone | None:
    """What a sentence says was not done (`Ann has not moved yet`); None where it says no such thing."""
    match = _NOT_DONE.match(text)
    if match is None or match["helper"] == "is" and match["rest"].startswith(" by "):  # how it stands, not what was done
        return None
    verbs = dict.fromkeys((*verbs_from(match["verb"]), third_person(base_form(match["verb"]))))
    every = dict.fromkeys(other for verb in verbs for other in (verb, *same_words(verb)))
    told = tuple(f"{match['who']} {verb}{match['rest']}" for verb in every)
    return NotDone(match["who"], told, frozenset(stem_of(verb) for verb in every))


def nobody_does(text: str) -> tuple[str, ...]:
    """What a sentence says that nobody does (`nobody is holding it`: `holds it`), in the forms that it may be told in."""
    match = _NOBODY.match(text)
    if match is None:
        return ()
    helper, verb, rest = match["helper"] or "", match["verb"], match["rest"]
    if verb in _ABLE:  # what nobody can: something keeps them from it
        return ()
    plain = () if helper else (f"{verb}{rest}",)
    return (*(f"{one}{rest}" for one in verbs_from(verb)), *plain, *((f"is {verb}{rest}",) if helper in ("is ", "was ") else ()))


def verbs_of_events(book: Rulebook) -> Iterator[tuple[str, str]]:
    """The stem of each verb by which an event is told, with the event."""
    for event in book.events.values():
        for phrase in event.phrases:
            word = phrase.parts[phrase.verb] if phrase.verb >= 0 else ""
            if isinstance(word, str) and word:
                yield stem_of(word), event.name
