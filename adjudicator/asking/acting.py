"""Things that act by themselves and are somebody's: `Ann's HOUND bites Bob` is told of HOUND, and that it is hers before it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from adjudicator.language.words import as_named
from adjudicator.model.expressions import Apply, Compare, Literal, Sentence
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.values import Ref
from adjudicator.model.vocabulary import Slot

if TYPE_CHECKING:
    from adjudicator.asking.telling import Teller

_PERSON = r"[A-Z][\w-]*"
_PRINTED = r"[A-Z][A-Z'!-]+(?: [A-Z][A-Z'!-]*)*"
_HIS = re.compile(rf"(?<![\w'-])(?P<who>{_PERSON})'s (?:own )?(?P<what>{_PRINTED})(?![\w'-])")
_OF_HIM = re.compile(rf"(?<![\w'-])(?:[Tt]he )?(?P<what>{_PRINTED}) of (?P<who>[A-Z][a-z][\w-]*)(?!'s)(?![\w-])")


def told_of_itself(teller: Teller, text: str) -> tuple[str, str, str] | None:
    """Who has a thing that acts by itself, which it is, and the text told of it alone; None where a text speaks of none.

    Who is told to have two of that name, or of whom another has one, is not told of here: then it takes names of their own.
    """
    for match in (*_HIS.finditer(text), *_OF_HIM.finditer(text)):
        who, what = match["who"], match["what"]
        if what not in teller.loaded.book.cards or who not in teller.people and who not in teller.named or who.isupper():
            continue
        if not acts(teller.loaded.book, (what,), teller.kind) or sum(one in text for one in (f"'s {what}", f"{what} of ")) > 1:
            continue
        if text.count(what) == 1 and master_of(teller, what) in ("", who):
            return who, what, f"{text[: match.start()]}{what}{text[match.end() :]}"
    return None


_IT_DOES = re.compile(r"^(?:[Ii]t|[Tt]his|[Tt]hat) (?=(?:then |now |also )?(?!is\b|was\b|has\b|does\b|goes\b|happens\b|works\b)[a-z]+s )")


def of_it_that_acts(teller: Teller, text: str) -> str:
    """`it bites Bob` as `the hound bites Bob`, where what was spoken of last acts by itself."""
    last = teller._last_thing() if _IT_DOES.match(text) else ""
    thing = teller.reader.things.get(last.removeprefix("the "))
    return _IT_DOES.sub(f"{last} ", text) if thing is not None and acts(teller.loaded.book, thing.kinds, teller.kind) else text


def acts(book: Rulebook, kinds: tuple[str, ...], seats: str) -> bool:
    """Whether a thing of these kinds is one of a kind that does what also those do who take turns."""
    above = book.upwards(kinds)
    return any(kind != "thing" and kind in above and kind != seats and book.is_a(seats, kind) for kind in _doers(book)) if seats else False


def _doers(book: Rulebook) -> Iterator[str]:
    """The kinds of those who do something, by the first phrase of each event."""
    for event in book.events.values():
        first = event.phrases[0].parts[0] if event.phrases else ""
        if isinstance(first, Slot):
            yield first.kind


def master_of(teller: Teller, what: str) -> str:
    """Whose a thing was said to be, in the nearest words in which that was said; empty where nobody said it."""
    told = {line for _, line in teller.lines}
    for who in teller.people:
        if any(way.format(who=who, what=as_named(what)) in told for way in COMMANDS):
            return who
    return ""


_TWO = re.compile(
    rf"(?<![\w'-])(?P<who>{_PERSON})'s (?:own )?(?P<what>{_PRINTED})\b.*?(?<![\w'-])(?!(?P=who)\b){_PERSON}'s (?:own )?(?P=what)(?![\w'-])"
)


def of_one_name(teller: Teller, text: str) -> str:
    """What acts by itself and is told to be of two people: they are two of one name, and would be one; empty where there is none."""
    both = _TWO.search(text)
    if both is not None and acts(teller.loaded.book, (both["what"],), teller.kind):
        return both["what"]
    for match in (*_HIS.finditer(text), *_OF_HIM.finditer(text)):
        master = master_of(teller, match["what"]) if acts(teller.loaded.book, (match["what"],), teller.kind) else ""
        if master and match["who"] != master and match["who"] in {*teller.people, *teller.named}:
            return match["what"]
    return ""


COMMANDS = ("the controller of {what} is {who}", "the owner of {what} is {who}", "{what} belongs to {who}")


def nearest_word(book: Rulebook, said: dict[str, Sentence], what: str) -> str:
    """Of several ways to say whose a thing is, the one whose place for it is of the narrowest kind; the first of those alike."""
    width = {way: _width(book, sentence, what) for way, sentence in said.items()}
    return min(width, key=lambda way: width[way], default="")


def _width(book: Rulebook, said: Sentence, what: str) -> int:
    """Of how many kinds things can be that stand where a sentence has this one."""
    of = said.left if isinstance(said, Compare) else said
    if not isinstance(of, Apply) or of.property not in book.properties:
        return len(book.kinds)
    prop = book.properties[of.property]
    places = zip(of.args, prop.kinds, strict=False)
    kind = next((kind for arg, kind in places if isinstance(arg, Literal) and arg.value == Ref(what.removeprefix("the "))), "thing")
    return sum(book.is_a(one, kind) for one in book.kinds)
