"""The deed that a book has for such a thing, where somebody said a verb that fits everything: `puts on HAT` for `takes HAT`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from adjudicator.language.synonyms import same_words
from adjudicator.language.words import as_named, base_form, with_article
from adjudicator.model.expressions import Apply, Compare, Literal, Occurs, Permitted, Sentence, Var, walk
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Thing
from adjudicator.model.values import Ref
from adjudicator.model.vocabulary import Slot


def of_such_things(book: Rulebook, text: str, said: Sentence | None, read: Callable[[str], Sentence | None]) -> str:
    """The text with another verb that people put for the one said, where the book has it for just such things as are named.

    Empty where the verb said is the nearest one already, or where several others are as near.
    """
    if not isinstance(said, Occurs | Permitted):
        return ""
    found: dict[str, str] = {}
    for word in dict.fromkeys(re.findall(r"(?<![\w-])[a-z]+(?![\w-])", text)):
        for other in same_words(word):
            one = re.sub(rf"(?<![\w-]){word}(?![\w-])", other, text, count=1)
            meant = read(one) if " " not in other else None
            if isinstance(meant, Occurs | Permitted) and type(meant) is type(said) and _is_of_narrower_things(book, meant, said):
                found[meant.event] = one
    return next(iter(found.values())) if len(found) == 1 else ""


def _is_of_narrower_things(book: Rulebook, meant: Occurs | Permitted, said: Occurs | Permitted) -> bool:
    """Whether an event is said of the same as another, and has a narrower kind for one of them, and a wider one for none."""
    here, there = _kinds(book, meant), _kinds(book, said)
    if meant.event == said.event or here.keys() != there.keys() or getattr(meant, "modality", "") != getattr(said, "modality", ""):
        return False
    doers = {there[str(filler)] for _, filler in said.roles[:1]}
    other = {filler for filler in here if here[filler] != there[filler]}
    return bool(other) and all(
        book.is_a(here[one], there[one]) and not any(book.may_meet(here[one], doer) for doer in doers) for one in other
    )


def _kinds(book: Rulebook, said: Occurs | Permitted) -> dict[str, str]:
    """For whom and what an event is said of: which kind the event has in that place."""
    event = book.events[said.event]
    return {str(filler): event.kind_of(role) for role, filler in said.roles}


def spoken_of(book: Rulebook) -> dict[tuple[str, str], set[str]]:
    """For each place of an event, the kinds of things there of which the conditions of clauses about such events speak."""
    found: dict[tuple[str, str], set[str]] = {}
    for clause in book.clauses.values():
        kinds = {parameter.name: parameter.kind for parameter in clause.parameters}
        for part in (part for condition in (*clause.whens, *clause.unlesses) for part in walk(condition)):
            for place, kind in _places(part, kinds):
                if place[0] in book.events:
                    found.setdefault(place, set()).add(kind)
    return found


def _places(part: object, kinds: Mapping[str, str]) -> Iterator[tuple[tuple[str, str], str]]:
    """`the card of the play is a hat`, `the card of the play is the hat`: the place of the event, and the kind of what is there."""
    match part:
        case Apply(kind, (Apply(role, (Var(event),)),)) if kind.startswith("kind:") and role.startswith("role:"):
            yield (kinds.get(event, ""), role.removeprefix("role:")), kind.removeprefix("kind:")
        case Compare("=", Apply(role, (Var(event),)), Var(thing)) | Compare("=", Var(thing), Apply(role, (Var(event),))):
            if role.startswith("role:"):
                yield (kinds.get(event, ""), role.removeprefix("role:")), kinds.get(thing, "")


def other_deeds(
    book: Rulebook, spoken: Mapping[tuple[str, str], set[str]], said: Sentence | None, things: Mapping[str, Thing]
) -> list[str]:
    """What rules say one does with such a thing as is named, where rules speak of the deed that was said with other kinds of things only.

    As sentences, or for leave as questions; empty where a rule speaks of just this, or of no kind of things that it may be done with.
    """
    if not isinstance(said, Occurs | Permitted):
        return []
    event = book.events[said.event]
    found: dict[str, None] = {}
    named = {role: filler.value.name for role, filler in said.roles if isinstance(filler, Literal) and isinstance(filler.value, Ref)}
    first = event.phrases[0].parts[0] if event.phrases else ""
    if not isinstance(first, Slot) or first.role not in named:
        return []
    for role, wide in zip(event.roles, event.kinds, strict=True):
        thing = things.get(named.get(role, ""))
        above = book.upwards(thing.kinds) if thing is not None else book.ancestors.get(named.get(role, ""), frozenset())
        here = {kind for kind in spoken.get((said.event, role), ()) if kind != wide and book.is_a(kind, wide)}
        if wide == "thing" or not above or first.kind in above or not here - {*book.cards} or here & {*above, named[role]}:
            continue
        for (other, place), there in spoken.items():
            alike = other != said.event and (place, wide) in zip(book.events[other].roles, book.events[other].kinds, strict=True)
            if alike and any(kind in above and kind != wide and book.is_a(kind, wide) for kind in there):
                way = _said_of(book, other, first.kind, named[first.role], place, named[role], isinstance(said, Permitted))
                found |= {way: None} if way else {}
    return list(found)


def _said_of(book: Rulebook, event: str, doer: str, who: str, place: str, what: str, asked: bool) -> str:
    """An event in the words of its first phrase, said of who does it and of the thing in that place; empty where no such one does it."""
    phrase = book.events[event].phrases[0]
    first, words = phrase.parts[0], []
    if not isinstance(first, Slot) or first.kind != doer or place not in {slot.role for slot in phrase.slots}:
        return ""
    for index, part in enumerate(phrase.parts):
        if isinstance(part, Slot):
            thing = as_named(what)
            words.append(who if part is first else thing if part.role == place else with_article(part.kind))
        else:
            words.append(base_form(part) if asked and index == phrase.verb else part)
    return f"may {' '.join(words)}?" if asked else " ".join(words)
