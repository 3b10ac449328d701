"""What comes to the table in the middle of a sentence: `with a dog called Rex, size 6`, `Rex, a dog of size 6`, `her dog Rex`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adjudicator.model.vocabulary import Kind

if TYPE_CHECKING:
    from adjudicator.asking.telling import Teller

_NAME = r"[A-Z][\w'!-]*(?: [A-Z][\w'!-]*)*"
_WHOSE = r"(?P<whose>an?|another|the|his|her|their|[A-Z][\w-]*'s)"
_KIND = r"(?P<kind>[a-z]+(?: [a-z]+){0,2}?)"
_SO = r"(?:,? (?:of |with |at )?(?:an? )?(?P<what>[a-z]+) (?P<count>\d+))?"
_OPTION = r"(?:(?P<option>[a-z]+(?:-[a-z]+)*) )??"
"""A word that says of what sort a thing is, where a book has such values: `a far-east dog`."""
_CALLED = re.compile(rf"\b{_WHOSE} {_KIND} (?:called|named) (?P<name>{_NAME}){_SO}(?=[,.;]| [a-z]|$)")
_BARE = re.compile(
    rf"\b{_WHOSE} {_KIND} (?P<name>[A-Z][a-z]+){_SO}(?=[,.;]| (?:at|on|against|upon|with|to|into|in|from|and|for|[a-z]+s)\b|$)"
)
_OF_MEASURE = re.compile(
    rf"(?<!\bis )(?<!\bwas )\b{_WHOSE} (?:{_KIND},? (?:of |with |at |on )?(?:an? )?(?P<what>[a-z]+) (?P<count>\d+)"
    rf"|(?P<what_first>[a-z]+)[ -](?P<count_first>\d+) {_OPTION}(?P<kind_last>[a-z]+(?: [a-z]+)?))(?=[,.;?]| [a-z]|$)"
)
"""`a dog of size 6`, `a size 6 dog`: one that nobody gave a name; not what something is."""
_NUMBERED = re.compile(rf"\b{_WHOSE} {_KIND} (?:with|worth|of|showing) (?:an? )?(?P<count>\d+)(?=[,.;]| [a-z]|$)")
_NUMBER = re.compile(r"\ban? (?P<count>\d+)\b(?! [a-z]+s\b)")
_APART = re.compile(rf"(?<![\w'])(?P<name>(?!{_NAME}'s ){_NAME}), {_WHOSE} {_OPTION}{_KIND}{_SO}(?:, |$)")


def brought_in(teller: Teller, text: str) -> str:
    """The text about what it brings to the table, by its name alone; as it was where something of it cannot be told."""
    for pattern in (_CALLED, _APART, _BARE):
        for match in list(pattern.finditer(text)):
            option = match.groupdict().get("option") or ""
            kind = _kind_of_things(teller, match["kind"]) if not option or option in teller.options else None
            somebody = {*teller.people, *(teller.named_as_doers if pattern is _BARE else ())}
            if kind is None or match[0] == text or match["name"] in somebody:
                continue
            kept = teller.all_known()
            if _comes(teller, match, kind, text):
                end = " " if match[0].endswith(", ") else ""
                return brought_in(teller, text[: match.start()] + match["name"] + end + text[match.end() :])
            teller.back_to(kept)
    return _of_measure(teller, text)


def _of_measure(teller: Teller, text: str) -> str:
    """The text about a thing that has no name and is of such a measure, when it has come to the table, so, and whose it is."""
    for match in _OF_MEASURE.finditer(text):
        option = match["option"] if match["option"] in teller.options else ""
        said = match["kind"] or match["kind_last"]
        kind = _kind_of_things(teller, said)
        if kind is None and match["kind_last"]:
            said = said.split(" ")[0]
            kind = _kind_of_things(teller, said)
        if kind is None or match["option"] and not option:
            continue
        end = match.end() if match["kind"] else match.start("kind_last") + len(said)
        kept = teller.all_known()
        name = f"the {teller.new_thing(kind)}"
        owner = _whose(teller, match["whose"], text[: match.start()])
        if owner:
            teller.seat_people(owner)
            teller.owns(owner, name)
        measured = _measures(teller, name, match["what"] or match["what_first"], match["count"] or match["count_first"])
        if measured and (not option or _is_of(teller, name, option)):
            return brought_in(teller, f"{text[: match.start()]}{name}{text[end:]}")
        teller.back_to(kept)
    return text


def _whose(teller: Teller, whose: str, before: str) -> str:
    """Who it is whose thing is named: by his name, or as `his`; empty where it is nobody's."""
    return whose.removesuffix("'s") if whose.endswith("'s") else teller.doer(before) if whose in ("his", "her", "their") else ""


def _measures(teller: Teller, name: str, what: str, count: str) -> bool:
    """Say of what measure a thing is; False where a book has no word for it."""
    return any(teller.tells(f"{name} {said} {count}") for said in (f"has {what}", f"is of {what}"))


def _is_of(teller: Teller, name: str, option: str) -> bool:
    """Say of what sort a thing is, in the words of the property that has such a value; False where a book has none for it."""
    kinds = teller.reader.things[name.removeprefix("the ")].kinds if name.removeprefix("the ") in teller.reader.things else (name,)
    book = teller.loaded.book
    for prop in book.properties.values():
        for phrase in prop.phrases if option in prop.type.options else ():
            of = [slot for slot in phrase.slots if slot.role != "value"]
            if len(of) == 1 and any(book.is_a(kind, of[0].kind) for kind in kinds):
                words = [part if isinstance(part, str) else option if part.role == "value" else name for part in phrase.parts]
                said = " ".join(words)
                if teller.tells(said if option in words else f"{said} is {option}"):
                    return True
    return False


def _comes(teller: Teller, match: re.Match[str], kind: Kind, text: str) -> bool:
    """Put a thing on the table with all that is said of it; False where that cannot be."""
    name, whose, book = match["name"], match["whose"], teller.loaded.book
    there = teller.reader.things.get(name)
    if there is not None or name in book.kinds:
        kinds = there.kinds if there is not None else (name,)
        if not any(book.is_a(one, kind.name) for one in kinds):
            return False
    else:
        teller.reader.put(name, kind.name, teller.line(name))
        teller.things.append(f"{kind.name} {name}")
    owner = _whose(teller, whose, text[: match.start()])
    if owner:
        teller.seat_people(owner)
        teller.owns(owner, name)
    if (option := match.groupdict().get("option")) and not _is_of(teller, name, option):
        return False
    return not match["what"] or _measures(teller, name, match["what"], match["count"])


def _kind_of_things(teller: Teller, said: str) -> Kind | None:
    """The kind of that name, where such things are no people at the table."""
    book, seats = teller.loaded.book, teller.kind
    kind = next((kind for kind in book.kinds.values() if kind.name == said and not kind.printed), None)
    people = kind is not None and bool(seats) and (book.is_a(kind.name, seats) or book.is_a(seats, kind.name))
    return None if people or kind is None or book.is_a(kind.name, "event") else kind


def numbered(teller: Teller, text: str) -> str:
    """`Ann adds a slip with a 4` as `Ann adds the slip`, when such a slip lies on the table; `adds a 4`, where only one kind fits."""
    match = _NUMBERED.search(text)
    kind = _kind_of_things(teller, match["kind"]) if match is not None else None
    if match is not None and kind is not None and (said := _number_of(teller, kind)):
        return _with_number(teller, text, match, kind, said)
    match, kept, found = _NUMBER.search(text), teller.all_known(), []
    teller.seat_people(text)
    if match is None or teller.tells_alone(text):
        teller.back_to(kept)
        return text
    seated = teller.all_known()
    for kind in teller.loaded.book.kinds.values():
        if kind.printed or not (said := _number_of(teller, kind, own=True)) or _kind_of_things(teller, kind.name) is None:
            continue
        told = _with_number(teller, text, match, kind, said)
        if told != text and teller.tells_alone(told):
            found.append((kind, said))
        teller.back_to(seated)
    if len(found) == 1:
        return _with_number(teller, text, match, *found[0])
    teller.back_to(kept)
    return text


def _with_number(teller: Teller, text: str, match: re.Match[str], kind: Kind, said: str) -> str:
    kept = teller.all_known()
    name = teller.new_thing(kind)
    if not teller.tells(f"{said.replace('{}', f'the {name}')} is {match['count']}"):
        teller.back_to(kept)
        return text
    return f"{text[: match.start()]}the {name}{text[match.end() :]}"


def _number_of(teller: Teller, kind: Kind, own: bool = False) -> str:
    """The number that a book has for things of a kind, as it is said of {}: of the narrowest kind for which it has any."""
    book = teller.loaded.book
    phrases = [prop.phrases[0] for prop in book.properties.values() if prop.type.is_number and not prop.name.startswith("role:")]
    plain = [phrase for phrase in phrases if re.fullmatch(r"the [a-z]+ of \{[^{}]+\}", phrase.text) and len(phrase.slots) == 1]
    fitting = [phrase for phrase in plain if (phrase.slots[0].kind == kind.name if own else book.is_a(kind.name, phrase.slots[0].kind))]
    narrow = [one for one in fitting if all(book.is_a(one.slots[0].kind, other.slots[0].kind) for other in fitting)]
    return " ".join(part if isinstance(part, str) else "{}" for part in narrow[0].parts) if len(narrow) == 1 else ""
