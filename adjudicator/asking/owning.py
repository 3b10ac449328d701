"""What is somebody's: `Ann's hamper`, `both of Bob's pies`, `the cards of Bob`; and what one does with a thing that is told as the doer."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from adjudicator.asking.pronouns import HE
from adjudicator.asking.wordings import OWNS, ones_of
from adjudicator.language.words import NUMERALS, as_named, base_form, third_person
from adjudicator.model.defined import fact_of
from adjudicator.model.vocabulary import Kind
from adjudicator.records import dataclass

if TYPE_CHECKING:
    from adjudicator.asking.telling import Teller

_PERSON = r"[A-Z][\w-]*"
_NAMED = r"[A-Z][A-Za-z'!-]*(?: [A-Z][A-Za-z'!-]*)*"
_COUNT = r"(?:(?P<count>(?i:both|all|two|three|four|one|another|each|any|some))(?: of)? )?"
_HIS = re.compile(
    rf"\b{_COUNT}(?P<whose>{_PERSON}'s|[Hh]is|[Hh]er|[Tt]heir) (?:own )?"
    rf"(?:(?P<many>two|three|four|both) )?(?P<what>[a-z]+(?: [a-z]+){{0,2}})"
)
_HIS_PRINTED = re.compile(rf"\b(?P<whose>{_PERSON}'s|[Hh]is|[Hh]er|[Tt]heir) (?:own )?(?P<what>{_NAMED})(?![\w'-])")
_OF_HIM = re.compile(rf"\b{_COUNT}(?i:the|a|an) (?P<what>[a-z]+(?: [a-z]+){{0,2}}?) of (?P<whose>{_PERSON})\b(?!'s)")
_HIS_CARD = re.compile(rf"\b(?P<whose>{_PERSON}'s|[Hh]is|[Hh]er|[Tt]heir) (?P<what>[a-z]+(?: [a-z]+){{0,2}})")
_INTO_HIS = re.compile(rf"^(?P<what>{_NAMED}|the [a-z]+) (?P<does>[a-z]+(?: [a-z]+)* (?:to|into|in|on|from)) "
                       rf"(?P<whose>{_PERSON})'s (?P<where>[a-z]+(?: [a-z]+)?)$")  # fmt: skip
_NUMBER = {"both": 2, "two": 2, "three": 3, "four": 4}
_PLURAL_VERBS = {"are": "is", "were": "is", "have": "has", "had": "has", "do": "does"}
_HAS_ALL = re.compile(
    rf"^(?P<who>{_PERSON}) (?:has|keeps) (?P<what>(?:both|all|two|three) of {_PERSON}'s [a-z ]+?) (?P<where>(?:in|on|at) .+)$"
)
IN_HAND = "{who} has {what} in hand"


@dataclass(frozen=True)
class Owned:
    """Things that a text calls somebody's: where it does so, whose they are, of which kind, how many (none: all, without a number).

    It may be `another` than those that are there.
    """

    start: int
    end: int
    who: str
    kind: Kind
    count: int | None
    another: bool = False


def things_of(teller: Teller, text: str) -> Owned | None:
    """The first things that a text calls somebody's by their kind; None where it speaks of none."""
    found = []
    for match in (*_HIS.finditer(text), *_OF_HIM.finditer(text)):
        kind, words, several = _kind_at_start(teller, match["what"])
        if kind is None or match.re is _OF_HIM and words != match["what"]:
            continue
        who = _who(teller, match["whose"], text[: match.start()])
        if not who:
            continue
        end = match.end() if match.re is _OF_HIM else match.start("what") + len(words)
        said = (match["count"] or match.groupdict().get("many") or "").lower()
        count = _NUMBER.get(said, None if said == "all" else 1) if said or not several else None
        found.append(Owned(match.start(), end, who, kind, count, said == "another"))
    return min(found, key=lambda one: one.start, default=None)


def without_owner(teller: Teller, text: str) -> str:
    """`the rug is below Ann's HAMPER` as `the rug is below HAMPER`, when that is said to be hers; empty where it speaks of no such card."""
    for match in _HIS_PRINTED.finditer(text):
        who = _who(teller, match["whose"], text[: match.start()])
        if who and match["what"] in teller.loaded.book.cards:
            teller.seat_people(who)
            if any(own.format(who=who, what=match["what"]) in {line for _, line in teller.lines} for own in OWNS) or teller.owns(
                who, match["what"]
            ):
                return text[: match.start()] + text[match.start("what") :]
    return ""


def into_his_place(teller: Teller, text: str) -> str:
    """`HAMPER goes back to Ann's bag` as `HAMPER goes back to the bag`, where HAMPER is hers; else empty."""
    match = _INTO_HIS.match(text)
    if match is None or match["where"] in teller.loaded.book.kinds or handler(teller, match["what"]) != match["whose"]:
        return ""
    return f"{match['what']} {match['does']} the {match['where']}"


_GETS = re.compile(
    r"\b(?:gets?|got|receives?|inherits?|takes?|took|takes? over|steals?|wins?)(?: to (?:have|keep|take))?(?: all| some| both)?(?: of)? $"
)
"""How it is said that somebody comes to have something: what is his own he has already."""


def _who(teller: Teller, whose: str, before: str) -> str:
    """Whose a thing is said to be, where that is somebody at the table; what somebody gets is another's."""
    if whose.lower() in ("his", "her", "their") and _GETS.search(before) and (named := teller.doer(before)):
        return teller.other_than(named, whose)
    name = teller.doer(before) if whose.lower() in ("his", "her", "their") else whose.removesuffix("'s")
    return name if name in teller.people or name in teller.named else ""


def _kind_at_start(teller: Teller, said: str) -> tuple[Kind | None, str, bool]:
    """The kind of things that words begin with, how it is said, and whether of several."""
    book, seats = teller.loaded.book, teller.kind
    found = []
    for kind in book.kinds.values():
        people = bool(seats) and (book.is_a(kind.name, seats) or book.is_a(seats, kind.name))
        if kind.printed or people or book.is_a(kind.name, "event") or kind.name == "thing":
            continue
        names = ((kind.name, False), (kind.plural, True), *((word, bool(number % 2)) for number, word in enumerate(kind.also)))
        found += [(kind, words, several) for words, several in names
                  if words and re.match(rf"{re.escape(words)}\b(?!-)", said)]  # fmt: skip
    return max(found, key=lambda one: len(one[1]), default=(None, "", False))


def put_on_the_table(teller: Teller, owned: Owned, question: bool) -> list[str]:
    """The names of those things, which come to the table as his where they are not there; empty where that cannot be said.

    A question is about what was told: where deeds or such things were told of, only of the cards in a hand, which are all alike to it,
    one may come for all of them.
    """
    teller.seat_people(owned.who)
    wanted = owned.count or 1
    there = [] if owned.another else his_things(teller, owned.who, owned.kind)[:wanted]
    book = teller.loaded.book
    among = bool(teller.row) or any(book.is_a(kind, owned.kind.name) for thing in teller.reader.things.values() for kind in thing.kinds)
    if question and among and len(there) < wanted and (owned.count is not None or IN_HAND not in _ways(teller, owned.kind)):
        return []
    for _ in range(wanted - len(there)):
        name = teller.new_thing(owned.kind)
        if not owns_so(teller, owned, f"the {name}"):
            return []
        there.append(name)
    return [as_named(name) for name in there]


def owns_so(teller: Teller, owned: Owned, what: str) -> bool:
    """Say that a thing is his: in the words for just such things, else in any."""
    ways = [way.format(who=owned.who, what=what) for way in _ways(teller, owned.kind)]
    return any(teller.tells(way) for way in ways) or teller.owns(owned.who, what)


def _ways(teller: Teller, kind: Kind) -> tuple[str, ...]:
    """The words in which things of just this kind are said to be somebody's; of what is held in a hand, that they are there."""
    phrases = (phrase for prop in teller.loaded.book.properties.values() for phrase in prop.phrases if " in hand" in phrase.text)
    held = any(slot.kind == kind.name for phrase in phrases for slot in phrase.slots)
    return (f"the {kind.name} of {{who}} is {{what}}", *ones_of(kind.name), *([IN_HAND] if held else []))


def lying_there(text: str) -> str:
    """`Ann has both of Ben's pies in her bag` as `both of Ben's pies lie in Ann's bag`."""
    match = _HAS_ALL.match(text)
    if match is None:
        return text
    where = re.sub(r"\b(?:his|her|their) ", f"{match['who']}'s ", match["where"])
    return f"{match['what']} lie {where}"


_IN_HIS_HAND = re.compile(r" in (?:his|her|their) hand$")


def his_things(teller: Teller, who: str, kind: Kind) -> list[str]:
    """The things of a kind that were said to be his, in the order in which they came to the table."""
    book, told = teller.loaded.book, {_IN_HIS_HAND.sub(" in hand", line) for _, line in teller.lines}
    just_these = _ways(teller, kind)
    ways = just_these if IN_HAND in just_these else (*just_these, *OWNS)
    names = [name for name, thing in teller.reader.things.items() if any(book.is_a(one, kind.name) for one in thing.kinds)]
    found = []
    for name in names:
        what = as_named(name)
        if any(way.format(who=who, what=what) in told for way in ways):
            found.append(name)
    return found


def with_his_cards(text: str, carded: Callable[[str], str]) -> str:
    """`Ann's pippin bites` as `Ann's PIPPIN bites`: a card in small letters behind whose it is."""

    def printed(match: re.Match[str]) -> str:
        words = match["what"].split(" ")
        for count in range(len(words), 0, -1):
            name = carded(" ".join(words[:count]))
            if name.isupper():
                return " ".join((f"{match['whose']} {name}", *words[count:]))
        return match[0]

    return _HIS_CARD.sub(printed, text)


_HAS_MANY = re.compile(rf"^(?P<who>{_PERSON}) (?:has|holds|keeps|owns|controls) (?P<count>[2-9]|10|{'|'.join(NUMERALS[1:11])}) "
                       r"(?P<said>[a-z]+(?: [a-z]+){0,3}?)(?: left)? (?P<where>(?:in|on|at) .+)$")  # fmt: skip


def has_many(teller: Teller, text: str) -> bool:
    """`Ben has six ripe pears in his bag`: so many things come to the table (fewer where some are there already), each his, and
    so, and there; they are counted."""
    match = _HAS_MANY.match(HE.sub(teller.subject, text) if teller.subject in teller.people else text)
    if match is None:
        return False
    words = match["said"].split(" ")
    kind, named, so = None, "", ""
    for skip in range(len(words)):
        kind, named, several = _kind_at_start(teller, " ".join(words[skip:]))
        if kind is not None:
            so = " ".join(words[:skip])
            break
    if kind is None or not match["said"].endswith(named):
        return False
    count = NUMERALS.index(match["count"]) if match["count"] in NUMERALS else int(match["count"])
    teller.seat_people(match["who"])
    spoken_of = teller._last_fact  # of several none is `it`
    where = re.sub(rf"^(in|on|at) (?:his|her|their|the|{match['who']}'s) ", r"\1 ", match["where"])
    spots = [f"{verb} {spot}" for verb in ("lies", "is") for spot in (where, where.replace(" ", " the ", 1))]
    there_already = [
        name
        for name, thing in teller.reader.things.items()
        if any(teller.loaded.book.is_a(one, kind.name) for one in thing.kinds)
        and any(_is_told(teller, own.format(who=match["who"], what=as_named(name))) for own in OWNS)
        and (not so or _is_told(teller, f"{as_named(name)} is {so}"))
        and any(_is_told(teller, f"{as_named(name)} {spot}") for spot in spots)
    ]
    if len(there_already) > count:
        return False
    if there_already:
        these = " and ".join(map(as_named, there_already))
        teller.taken[f"{these} {'is' if len(there_already) == 1 else 'are'} of the {match['count']} {match['said']}"] = None
    for _ in range(count - len(there_already)):
        name = f"the {teller.new_thing(kind)}"
        how = (f"{name} is {so}", *([f"{name} is not {so[2:]}"] if so.startswith("un") else []))
        there = [f"{name} {spot}" for spot in spots]
        if not (teller.owns(match["who"], name) and (not so or any(map(teller.tells, how))) and any(map(teller.tells, there))):
            return False
    teller.tells(f"{match['who']} has his {kind.plural} counted")
    teller._last_fact = spoken_of
    return True


def in_the_singular(text: str) -> str:
    """What is told of several, as it is told of one of them: `lie in it` as `lies in it`."""
    word, space, rest = text.lstrip().partition(" ")
    if not word.isalpha() or not word.islower():
        return text
    return f" {_PLURAL_VERBS.get(word) or third_person(base_form(word))}{space}{rest}"


_DOES = re.compile(rf"^(?P<what>{_NAMED}|the [a-z]+(?: [a-z]+)?) (?P<verb>[a-z]+s) (?P<rest>.+?)"
                   rf"(?: for (?P<who>{_PERSON}))?$")  # fmt: skip
_ASKED = re.compile(
    r"^(?P<modal>[Mm]ay|[Cc]an|[Cc]ould) (?P<what>[A-Z][A-Za-z'!-]*(?: [A-Z][A-Za-z'!-]*)*) (?P<verb>[a-z]+) (?P<rest>.+?)\??$"
)


def done_with_it(teller: Teller, text: str) -> list[str]:
    """`HAMPER hits Bob` as `Ann hits Bob with HAMPER`: a deed of a thing as that of whoever has it, or did something with it before."""
    match, question = _DOES.match(text), _ASKED.match(text)
    match = question or match
    if match is None or match["what"] in teller.people or match["what"].removeprefix("the ") not in teller.reader.things:
        return []
    what, verb = match["what"], match["verb"]
    who = match.groupdict().get("who") or handler(teller, what)
    if not who:
        return []
    start = f"{match['modal']} {who} {verb}" if question is not None else f"{who} {verb}"
    rest, mark = match["rest"], "?" if question is not None else ""
    ways = [f"{start} {rest} with {what}{mark}"]
    ways += [f"{start} {rest[: at.start()]} with {what}{rest[at.start() :]}{mark}" for at in re.finditer(r" (?:at|on|against) ", rest)]
    return ways


def _is_told(teller: Teller, text: str) -> bool:
    """Whether a fact was told, in whatever words."""
    sentence = teller._sentence(text)
    fact = fact_of(sentence) if sentence is not None else None
    return fact is not None and (known := teller.reader.facts.get(fact[0])) is not None and known.value == fact[1]


def handler(teller: Teller, what: str) -> str:
    """Who has a thing, as it was told, or who was the last to do something with it; empty where nobody said either."""
    told = {line for _, line in teller.lines}
    for is_so in (told.__contains__, partial(_is_told, teller)):
        for who in teller.people:
            if any(is_so(own.format(who=who, what=what)) for own in OWNS):
                return who
    name = what.removeprefix("the ")
    for event, line, _ in reversed(teller.row):
        if any(getattr(filler, "name", "") == name for _, filler in teller.reader.things[event].roles):
            agent = teller._agent(line)
            if re.search(rf"\bwith {re.escape(what)}\b", line) and agent in teller.people:
                return agent
    return ""
