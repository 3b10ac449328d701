"""Who and what is named in a telling: several at once, with the kind before the name, out of a table of cards, on the board."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adjudicator.language.diagnostics import Messages
from adjudicator.language.loading import Loaded, with_printed
from adjudicator.language.printed import kinds_of, names_in
from adjudicator.language.printings import Printings, folded
from adjudicator.language.words import NAME, as_named, opens_name, with_article
from adjudicator.model.vocabulary import Kind

if TYPE_CHECKING:
    from adjudicator.asking.telling import Teller

_NAME = r"[A-Z][\w'!-]*(?: [A-Z][\w'!-]*)*"
_NAMES = rf"{_NAME}(?:, {_NAME})*,? and {_NAME}|{_NAME}(?:, {_NAME})*"
_MANY = r"(?:(?:the|both|all|two|three|four|five|six) )*"
_KIND_FIRST = re.compile(rf"^{_MANY}(?P<kind>[a-z]+(?: [a-z]+){{0,2}}) (?P<names>{_NAMES})$")
_KIND_LAST = re.compile(rf"^(?P<names>{_NAMES}) are {_MANY}(?P<kind>[a-z]+(?: [a-z]+){{0,2}})$")
_CAPITALS = re.compile(r"(?<![\w'-])[A-Z][A-Z'!-]+(?: [A-Z][A-Z'!-]*)*(?![\w'-])")
_ENDS = re.compile(r"(?<=[^\s.])[.;?](?=\s|$)")
MOST_WORDS = 3
"""So many words the name of a kind has, where it stands before a name."""


def knowing(loaded: Loaded, text: str) -> Loaded:
    """The book with those printed cards of its tables that a text names: in capitals, by several words, or inside a sentence."""
    if not loaded.book.tables:
        return loaded
    taken = {folded(name) for name, kind in loaded.book.kinds.items() if not kind.printed}
    words = _ENDS.sub(" ", text)
    found = {one.name: one for one in names_in(words, Printings(loaded.book, Messages()), taken) if _is_title(one.name, text)}
    printed = {name.casefold(): name for name in found if name.isupper()}  # written in two ways it is one card, and called as it is printed
    new = tuple(one for name, one in found.items() if name not in loaded.book.kinds and printed.get(name.casefold(), name) == name)
    return with_printed(loaded, new) if new else loaded


def _is_title(name: str, text: str) -> bool:
    return name.isupper() and len(name) > 1 or " " in name or re.search(rf"[a-z,] {re.escape(name)}\b(?!'s)", text) is not None


def named_in_tables(teller: Teller, text: str) -> str:
    """The text, when a printed card that it names by the first part of its title (`HAMPER`) lies on the table."""
    book = teller.loaded.book
    for name in _CAPITALS.findall(text) if book.tables else ():
        if name in book.kinds or name in teller.reader.things:
            continue
        kinds = _kinds_of_short(teller, name) & {*book.kinds}
        for kind in kinds if len(kinds) == 1 else ():
            teller.reader.put(name, kind, teller.line(name))
            teller.things.append(f"{kind} {name}")
            teller.taken[f"{name} is taken to be {with_article(kind)}, as the card is that is called so"] = None
    return text


def _kinds_of_short(teller: Teller, name: str) -> set[str]:
    """The kinds of the printed cards whose title begins with this name, before a comma."""
    printings, short = Printings(teller.loaded.book, Messages()), f"{folded(name)} ,"
    return {kinds_of(printings.of(title)[0])[0] for title in printings.titles() if title.startswith(short)}


def introduces_several(teller: Teller, text: str) -> bool:
    """`guests Ann and Bob`, `Ann and Bob are guests`, `guest Ann`: they come to the table; False where a text says something else."""
    said = text[:1].lower() + text[1:] if not text[1:2].isupper() else text
    match = _KIND_FIRST.match(said) or _KIND_LAST.match(text)
    kind = _kind_named(teller, match["kind"]) if match is not None else None
    if match is None or kind is None:
        return False
    names = re.split(r",? and |, ", match["names"])
    if kind.name != teller.kind and (len(names) == 1 or any(name in teller.reader.things for name in names)):
        return False
    if not all(opens_name(name) for name in names) or any(name in teller.loaded.book.cards for name in names):
        return False
    new = [name for name in names if name not in teller.reader.things]
    for name in new:
        if kind.name == teller.kind:
            teller.seat(name)
        else:
            teller.reader.put(name, kind.name, teller.line(name))
    if kind.name != teller.kind and new:
        teller.things.append(f"{kind.plural} {', '.join(new)}")
    elif not teller.people:
        return False
    return True


_IS_ONE = re.compile(rf"^(?P<names>{_NAME}) is an? (?P<kind>[a-z]+(?: [a-z]+){{0,2}})$")


def gives_names(teller: Teller, text: str) -> bool:
    """`guests Ann, Bob`, `Rex is a dog`: that somebody or something is called so, whatever else a book calls so."""
    match = _KIND_FIRST.match(text[:1].lower() + text[1:]) or _KIND_LAST.match(text) or _IS_ONE.match(text)
    return match is not None and _kind_named(teller, match["kind"]) is not None


_PLACED = re.compile(rf"\b(?:in|into|inside|(?:lies|stands|rests|sits|is|waits) (?:at|on)) (?P<name>{NAME})(?!['\w-]| [A-Z])")


def places_named(teller: Teller, text: str) -> str:
    """The text, when a place that it names has come to the table (`HAT lies in Nook`), where a book has places that need no more."""
    book = teller.loaded.book
    kind = next((kind for kind in book.kinds.values() if kind.freely), None)
    if kind is None or text.endswith("?"):
        return text
    for match in _PLACED.finditer(text):
        name = match["name"]
        if name in teller.reader.things or name.isupper() or any(" ".join(words) == name.casefold() for words in teller.cards):
            continue
        teller.reader.put(name, kind.name, teller.line(name))
        teller.things.append(f"{with_article(kind.name)} called {name}")
        teller.taken[f"{name} is taken as {with_article(kind.name)}, since something is there"] = None
    return text


_SEVERAL_DO = re.compile(rf"^(?:[Tt]he )?(?P<kind>[A-Za-z][a-z]+(?: [a-z]+)?) (?P<names>{_NAME}(?:, {_NAME})*,? and {_NAME})(?= [a-z])")
_IS_HIS = re.compile(rf"^(?!(?:It|This|That|He|She|There) )(?P<name>{_NAME}) is (?P<who>[A-Z][\w-]*)'s (?P<kind>[a-z]+(?: [a-z]+){{0,2}})$")
_THERE_IS = re.compile(
    r"^there (?:is|are|stands|lies) (?:an?|one) (?P<what>[A-Za-z][A-Za-z' -]*?)(?: (?:on|in) (?:the )?(?:board|table|play|game)| here)?$",
    re.IGNORECASE,
)


_IN_HIS = re.compile(rf"^(?P<what>{_NAME}) (?:is|lies) (?:still |already |now )?in (?P<who>[A-Z][\w-]*)'s (?P<where>[a-z]+(?: [a-z]+)?)$")
_HIS_HAS = re.compile(rf"^(?P<who>[A-Z][\w-]*)'s (?P<where>[a-z]+(?: [a-z]+)?) (?:has|holds|contains) (?P<what>{_NAME})(?: in it)?$")


def in_his_place(teller: Teller, text: str) -> bool:
    """`PIPPIN is in Ann's bag`, `Ann's bag has PIPPIN in it`: where it is, and that it is hers; only of a place that is no thing itself.

    Who is in Ann's room is not hers.
    """
    match = _IN_HIS.match(text) or _HIS_HAS.match(text)
    if match is None or match["where"] in teller.loaded.book.kinds or not _is_card(teller, match["what"]):
        return False
    kept = teller.all_known()
    teller.seat_people(match["who"])
    if teller.tells(f"{match['who']} has {match['what']} in {match['where']}"):
        return True
    if teller.tells(f"{match['what']} is in the {match['where']}") and teller.owns(match["who"], match["what"]):
        return True
    teller.back_to(kept)
    return False


def _is_card(teller: Teller, name: str) -> bool:
    """Whether it is the name of a printed card, or of a thing on the table that is of a kind of such cards."""
    thing, book = teller.reader.things.get(name), teller.loaded.book
    printed = {kind for card in book.cards.values() for kind in card.kinds}
    return name in book.cards or thing is not None and not printed.isdisjoint(thing.kinds)


def belongs(teller: Teller, text: str) -> bool:
    """`HAMPER is Ann's basket`, `there is a bush on the board`: what is, and whose it is."""
    match = _IS_HIS.match(text)
    kind = _kind_named(teller, match["kind"]) if match is not None else None
    if match is not None and kind is not None and (new := _fits_or_is_new(teller, match["name"], kind)) is not None:
        if new:
            teller.reader.put(match["name"], kind.name, teller.line(match["name"]))
            teller.things.append(f"{kind.name} {match['name']}")
        return teller.owns(match["who"], match["name"])
    match = _THERE_IS.match(text)
    kind = _kind_named(teller, match["what"].lower()) if match is not None else None
    if kind is None or kind.name in teller.reader.things:
        return False
    teller.new_thing(kind)
    return True


def _several_that_do(teller: Teller, text: str) -> str:
    """`Guests Ann and Bob are there` as `Ann and Bob are there`, when they have come to the table."""
    match = _SEVERAL_DO.match(text)
    if match is None or not introduces_several(teller, f"{match['kind'][:1].lower()}{match['kind'][1:]} {match['names']}"):
        return text
    return text[match.start("names") :]


def described(teller: Teller, text: str) -> str:
    """`Ben's basket HAMPER` as `Ben's HAMPER`: what is named with its kind is such a thing, and comes to the table where it is new."""
    text = _several_that_do(teller, text)
    said, end = "", 0
    for match in _CAPITALS.finditer(text):
        before = text[end : match.start()]
        name = match[0]
        found = _kind_before(teller, before, name)
        if found is not None and (new := _fits_or_is_new(teller, name, found[0])) is not None:
            kind, start, whose = found
            if new:
                teller.reader.put(name, kind.name, teller.line(name))
                teller.things.append(f"{kind.name} {name}")
            owner = _owner(teller, whose, said + before[:start])
            if owner:
                teller.seat_people(text)
            before = before[:start] + ("" if not owner or teller.owns(owner, name) else f"{owner}'s ")
        said += before + name
        end = match.end()
    return said + text[end:]


def _owner(teller: Teller, whose: str, before: str) -> str:
    """Whose a thing is said to be: `Ben's`, or `her` of who does it; empty where it is nobody's."""
    return teller.doer(before) if whose.strip() in ("his", "her", "their") else whose.removesuffix("'s ") if whose.endswith("'s ") else ""


def _kind_before(teller: Teller, before: str, name: str) -> tuple[Kind, int, str] | None:
    """The kind that the words before a name say, where they begin, and whose it is (`Ben's `)."""
    words = before.split(" ")[:-1]
    for count in range(min(MOST_WORDS, len(words)), 0, -1):
        kind = _kind_called(teller, " ".join(words[-count:]), name)
        if kind is None:
            continue
        whose = words[-count - 1] if len(words) > count else ""
        owned = whose.endswith("'s") or whose.lower() in ("his", "her", "their", "the", "a", "an", "another")
        kept = words[: -count - 1] if owned else words[:-count]
        return kind, len("".join(f"{word} " for word in kept)), f"{whose} " if owned else ""
    return None


def _kind_called(teller: Teller, said: str, name: str) -> Kind | None:
    """The kind of that name; for a card in the book also one of its kinds that has a word more (`the soup PIPPIN`: a soup dish)."""
    book = teller.loaded.book
    kinds = [book.kinds[said]] if said in book.kinds else []
    if name in book.cards:
        kinds += [kind for kind in book.kinds.values() if kind.name.startswith(f"{said} ") and book.is_a(name, kind.name)]
    fitting = [kind for kind in kinds if not kind.printed and (name not in book.cards or book.is_a(name, kind.name))]
    return next(iter(fitting or [kind for kind in kinds if not kind.printed]), None)


def _fits_or_is_new(teller: Teller, name: str, kind: Kind) -> bool | None:
    """False for a thing or card of that kind, True for a name that nothing has; None for one of another kind."""
    book = teller.loaded.book
    thing, card = teller.reader.things.get(name), book.kinds.get(name)
    if thing is not None:
        return False if any(book.is_a(one, kind.name) for one in thing.kinds) else None
    if card is not None:
        return False if book.is_a(name, kind.name) else None
    return True


def _kind_named(teller: Teller, said: str) -> Kind | None:
    kinds = teller.loaded.book.kinds.values()
    return next((kind for kind in kinds if said in (kind.name, kind.plural, *kind.also) and not kind.printed), None)


_THE_HEAD = re.compile(r"\b(?P<article>[Tt]he|[Tt]hat|[Tt]his|[Hh]is|[Hh]er|[Tt]heir) (?P<head>[a-z]+)\b(?! of\b)")


def by_head_nouns(teller: Teller, text: str) -> str:
    """`the bag` as `the picnic bag`, where that is the only thing on the table whose kind ends so, and no kind or thing is called a bag."""
    book = teller.loaded.book

    def meant(match: re.Match[str]) -> str:
        head = match["head"]
        told_of = " ".join(line for _, line in teller.lines)
        ends = f" {head.upper()}"
        printed = [name for name in book.cards if name.endswith(ends) and name in told_of]
        of_kind = head in book.kinds and any(book.is_a(kind, head) for thing in teller.reader.things.values() for kind in thing.kinds)
        if len(printed) == 1 and not of_kind and head not in teller.reader.things:
            return printed[0]
        if head in book.kinds or head in teller.reader.things:
            return match[0]
        told = " ".join(teller.things)
        found = [name for name, thing in teller.reader.things.items() if thing.kinds[0].endswith(f" {head}") and name in told]
        return as_named(found[0]) if len(found) == 1 else match[0]

    return _THE_HEAD.sub(meant, text)


_A_HEAD = re.compile(
    r"\b(?P<article>an?|another|any|no|some|\d+|[Hh]is|[Hh]er|[Tt]heir|[Tt]he|[A-Z][\w-]*'s) "
    r"(?P<head>[a-z]+?)(?P<many>s?)\b(?! (?:of|card)s?\b)"
)


def as_cards(teller: Teller, text: str) -> str:
    """`a hat` as `a hat card`, where the book has no other hats."""
    book = teller.loaded.book

    def meant(match: re.Match[str]) -> str:
        head = match["head"]
        known = (head in book.kinds or head in teller.reader.things) and head != "event"
        return match[0] if known or f"{head} card" not in book.kinds else f"{match['article']} {head} card{match['many']}"

    return _A_HEAD.sub(meant, text)


_NAMES_IT = re.compile(rf"^(?:an? )?(?P<kind>[a-z]+(?: [a-z]+){{0,2}}?)(?: called| named)?(?: {_NAME},?(?: and)?)* $")


def on_the_board(teller: Teller, text: str, question: bool) -> str:
    """`inside the BUSH` as `inside the bush`, where a kind of thing is called as the card is and the card is none; else empty.

    A question speaks only of one that is on the table.
    """
    book = teller.loaded.book
    said, end = "", 0
    for match in _CAPITALS.finditer(text):
        kind = book.kinds.get(match[0].lower())
        if kind is None or kind.printed or book.is_a(match[0], kind.name) or match[0] in teller.reader.things:
            continue
        if question and kind.name not in teller.reader.things:
            continue
        named = _NAMES_IT.match(text[: match.start()])
        if named is not None and _kind_named(teller, named["kind"]) is not None:
            continue  # `a bush called BUSH`, `plants TREE, BUSH`: that is its name
        before = text[end : match.start()]
        article = re.search(r"\b(?:the|an?|another|same|one|this|that|his|her|their|[A-Z][\w-]*'s) $", before)
        said += before + ("" if article else "the ") + kind.name
        end = match.end()
    return said + text[end:] if said else ""
