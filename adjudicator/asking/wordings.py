"""Other ways to write what somebody said, nearest to his own words first, until one is a sentence of the book.

What is forgiven: articles before printed names, cards in small letters, short forms (`can't`), numbers in words,
`Bob's life`, and a verb in another form. Nothing here knows what a sentence means.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from itertools import islice, takewhile

from adjudicator.language.faults import CONTRACTED
from adjudicator.language.words import (
    NUMERALS,
    PAST,
    STRUCTURE_WORDS,
    base_form,
    third_person,
    tokens_of,
    verbs_from,
    with_article,
    with_digits,
)
from adjudicator.model.rulebook import Rulebook

MOST = 120
"""So many wordings of one piece are tried."""

_ARTICLE = re.compile(r"\b(?i:an?|the|his|her|their|its|my|your|another|some) (?=[A-Z][A-Z'!-]+\b)")
_NAMED = re.compile(r"(?<!^)\b[A-Z][a-z]+(?:[ -][A-Z][a-z]+)*\b(?!'s)")
_PRINTED = re.compile(r"[A-Z][A-Z'!-]+")
_OWNED = re.compile(r"(?P<who>\b[A-Z][\w-]*(?: [A-Z][\w'-]*)*|\bthe [a-z]+)'s (?P<what>[a-z]+(?: [a-z]+){0,3})")
TOWARDS = ("at", "on", "upon", "against", "to", "with")
"""Small words that people put for each other before what something is aimed at."""
_LISTED = re.compile(r"\b[Tt]he (?=[a-z]+(?:-[a-z]+)+\b)")
_DID_NOT = re.compile(r"(?<!^)\bdid not\b")
_PLACED = re.compile(r"\b(?:the )?(?P<nth>first|second|third|fourth|fifth|sixth|seventh|eighth) (?P<what>[a-z]+)\b")
_NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def wordings(text: str, cards: Mapping[tuple[str, ...], str]) -> Iterator[str]:
    """The text and its other wordings, each once; `cards` are printed names by their words in small letters."""
    return islice(dict.fromkeys(_all(text, cards)), MOST)


def plain(text: str, cards: Mapping[tuple[str, ...], str]) -> str:
    """The wording that messages speak of: all that is forgiven is mended, but for the verb."""
    said = with_digits(without_articles(with_cards(short_forms(text), cards)))
    return ([said, *of_whom(said)])[-1]


def _all(text: str, cards: Mapping[tuple[str, ...], str]) -> Iterator[str]:
    known = [text]
    for change in (short_forms, not_in_the_past, lambda said: with_cards(said, cards), without_articles, with_digits, counted, of_a_list):
        known += [changed for said in list(known) if (changed := change(said)) != said]
    yield from known
    owned = [changed for said in known for changed in of_whom(said)]
    yield from owned
    for said in (known[-1], *owned):
        yield from other_verbs(said)
    yield from aimed_otherwise(known[-1])


def short_forms(text: str) -> str:
    """`can't` as `cannot`."""
    return " ".join(CONTRACTED.get(word.lower(), word) for word in text.split(" "))


def not_in_the_past(text: str) -> str:
    """`did not play it` as `does not play it`."""
    return _DID_NOT.sub("does not", text)


def without_articles(text: str) -> str:
    """`throws a PIPPIN` as `throws PIPPIN`."""
    return _ARTICLE.sub("", text)


def counted(text: str) -> str:
    """`the first round` as `round 1`."""
    return _PLACED.sub(lambda found: f"{found['what']} {_NTH.index(found['nth']) + 1}", text)


def of_a_list(text: str) -> str:
    """`comes from the far-east` as `comes from far-east`, as a book writes the words of its lists."""
    return _LISTED.sub("", text)


def aimed_otherwise(text: str) -> Iterator[str]:
    """`throws PIPPIN on Bob` as `throws PIPPIN at Bob`: one of the small words for another."""
    words = text.split(" ")
    for i, word in enumerate(words):
        if word in TOWARDS and i > 1 and not (words[1:2] == ["has"] and words[i + 1 :] in (["him"], ["her"])):  # on him: not with him
            yield from (" ".join((*words[:i], other, *words[i + 1 :])) for other in TOWARDS if other != word)


def with_cards(text: str, cards: Mapping[tuple[str, ...], str]) -> str:
    """`a pippin` as `PIPPIN`, where a card is called so."""
    tokens, longest = tokens_of(text), max(map(len, cards), default=0)
    parts, end, i = [], 0, 0
    while i < len(tokens):
        for length in range(min(longest, len(tokens) - i), 0, -1):
            card = cards.get(tuple(token.text.casefold() for token in tokens[i : i + length]))
            last = tokens[i + length - 1]
            if card is not None and text[tokens[i].start : last.start + len(last.text)] != card:
                before = re.sub(r"\b(?:an?|the|his|her) $", "", text[end : tokens[i].start], flags=re.IGNORECASE)
                parts.append(before + card)
                end, i = last.start + len(last.text), i + length - 1
                break
        i += 1
    return "".join(parts) + text[end:]


def with_options(text: str, options: Collection[str], cards: Mapping[tuple[str, ...], str]) -> str:
    """`The Far East` as `the far-east`: what is written as a name, where that is a value of a book, and no card's name."""

    def option(name: re.Match[str]) -> str:
        words = name[0].casefold().split(" ")
        return "-".join(words) if "-".join(words) in options and tuple(words) not in cards else name[0]

    return _NAMED.sub(option, text)


def of_whom(text: str) -> Iterator[str]:
    """`Bob's life` as `the life of Bob`, with as many words as may belong to it."""
    match = _OWNED.search(text)
    if match is None:
        return
    words = list(takewhile(lambda word: word not in STRUCTURE_WORDS, match["what"].split()))
    after = match["what"].split()[len(words) :]
    for count in range(1, len(words) + 1):
        rest = "".join(f" {word}" for word in (*words[count:], *after))
        yield f"{text[: match.start()]}the {' '.join(words[:count])} of {match['who']}{rest}{text[match.end() :]}"


def other_verbs(text: str) -> Iterator[str]:
    """`Ann throwed PIPPIN`, `Ann carry it`: each small word as the verb that it may be a form of."""
    words = text.split(" ")
    for i, word in enumerate(words):
        if not word.isalpha() or not word.islower() or word in STRUCTURE_WORDS and word not in PAST:
            continue
        for form in dict.fromkeys((PAST.get(word, ""), third_person(base_form(word)), third_person(word), *_from_past(word))):
            if form and form != word:
                yield " ".join((*words[:i], form, *words[i + 1 :]))


def _from_past(word: str) -> Iterator[str]:
    if word.endswith("ied"):
        yield third_person(word[:-3] + "y")
    elif word.endswith("ed"):
        yield third_person(word[:-2])
        yield third_person(word[:-1])
        if len(word) > 4 and word[-3] == word[-4]:
            yield third_person(word[:-3])


def names_as_in(book: Rulebook, text: str, people: Collection[str]) -> str:
    """The text with what a book calls by a name in its capital letters: `became lava` as `became Lava`."""
    names = {name.casefold(): name for name in book.constants if name.istitle() and name.isalpha()}
    others = {one.casefold() for one in people}

    def spelt(found: re.Match[str]) -> str:
        return found[0] if found[0] in others else names.get(found[0], found[0])

    return re.sub(r"(?<![\w'-])(?<!\ban )(?<!\ba )[a-z]{3,}(?![\w'-])", spelt, text)


def kinds_by_name(book: Rulebook, text: str) -> str:
    """The text with the other words that a book has for its kinds turned into their names: `the hamper` into `the picnic basket`."""
    named = {words: (kind.plural if number % 2 else kind.name) for kind in book.kinds.values() for number, words in enumerate(kind.also)}
    if not named:
        return text
    others = "|".join(map(re.escape, sorted(named, key=len, reverse=True)))
    return re.sub(rf"(?<![\w'-])(?:{others})(?![\w'-])", lambda found: named[found[0]], text)


def kinds_as_in(book: Rulebook, text: str) -> str:
    """The text with what a book calls a kind of things in two words written so: `tablecloth` as `table cloth`."""
    kinds = {name.replace(" ", ""): name for kind in book.kinds.values() for name in (kind.name, kind.plural) if " " in name}
    return re.sub(r"(?<![\w'-])[a-z]{6,}(?![\w'-])", lambda found: kinds.get(found[0], found[0]), text)


@lru_cache(maxsize=8)
def _cards_of(names: tuple[str, ...]) -> dict[tuple[str, ...], str]:
    return {tuple(token.text.casefold() for token in tokens_of(name)): name for name in names}


def cards_of(book: Rulebook) -> dict[tuple[str, ...], str]:
    """The printed names of a book by their words in small letters; names that are also a kind, a word of a phrase, or a number
    (`two steps` are no TWO) are left out."""
    phrases = [phrase for prop in book.properties.values() for phrase in prop.phrases]
    phrases += [phrase for event in book.events.values() for phrase in event.phrases]
    common = {word for phrase in phrases for word in phrase.parts if isinstance(word, str)}
    kinds = {name for kind in book.kinds.values() if not kind.printed for name in (kind.name, kind.plural)}
    common |= kinds.union(NUMERALS)
    names = tuple(name for name in book.cards if name.casefold() not in common)
    return _cards_of(names)


def is_printed(name: str) -> bool:
    """Whether a word stands in capitals, as printed names do."""
    return _PRINTED.fullmatch(name) is not None


def participle_of(word: str) -> list[str]:
    """The verbs, as one says them of one who does it, of which a word may be the participle: `bitten` of `bites`, `hit` of `hits`."""
    return list(dict.fromkeys((*verbs_from(word), *([PAST[word]] if word in PAST else []))))


OWNS = ("the controller of {what} is {who}", "the owner of {what} is {who}", "{what} belongs to {who}", "{who} carries {what}",
        "{who} has {what}")  # fmt: skip
"""Ways to say whose something is, the nearest first."""


def ones_of(kind: str) -> tuple[str, ...]:
    """Ways to say whose something of a kind is, where a book has a word for just that: `the kite is a KITE of Ann`."""
    return tuple(dict.fromkeys(f"{{what}} is {with_article(name)} of {{who}}" for name in (kind, kind.upper())))
