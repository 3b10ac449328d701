"""Whether a sentence of a book may be what somebody meant: the same verb or one that people put for it, and nothing that he did not say."""

from __future__ import annotations

import re
from collections.abc import Collection

from adjudicator.language.synonyms import same_words, synonyms
from adjudicator.language.thesaurus.likeness import likeness
from adjudicator.language.words import STRUCTURE_WORDS, stem_of

_IDLE = frozenset(
    stem_of(word)
    for word in (
        *STRUCTURE_WORDS, "the", "may", "can", "does", "has", "have", "been", "are", "was", "turn", "this", "about", "with", "from",
        "into", "onto", "against", "while", "some", "both", "still", "already", "again", "left", "next", "more", "most", "first", "then",
        "now", "yet", "too", "also", "only", "one", "two", "three", "four", "time", "times", "all", "any", "his", "her", "she", "their",
        "you", "they", "those", "as", "same", "stands", "sits", "lies",
    )
)  # fmt: skip
_DENIED = re.compile(r"\b(?:not|cannot|never|no|nobody|nothing)\b")
_HAS_TO_DO = 0.5
"""So near are words that have something to do with each other."""
_HARDLY_WORDS = frozenset(("is", "are", "was", "has", "have", "the", "a", "an", "of", "to", "it", "his", "her", "its"))
"""Small words that two sentences may share and have nothing to do with each other."""
_LEAVE = re.compile(r"\b(?:may|can|cannot|must|could|allowed)\b")


def means_alike(said: str, offer: str, people: Collection[str]) -> bool:
    """Whether an offer says what was said: not the opposite, of nobody else, with the verb of it and hardly anything beside.

    That a word is spelt alike, or that both have a small word, does not make two sentences near. A question may say a little more.
    """
    if bool(_DENIED.search(said)) != bool(_DENIED.search(offer)) or bool(_LEAVE.search(offer)) > bool(_LEAVE.search(said)):
        return False
    named, others = named_in(said, people), named_in(offer, people)
    if named and others - named:
        return False
    own, new = _content(said), _content(offer)
    words = re.findall(r"[a-z]{3,}", said)
    pairs = (f"{one} {other}" for one, other in zip(words, words[1:], strict=False))
    told = {*own, *(stem_of(one) for word in (*words, *pairs) for instead in same_words(word) for one in instead.split())}
    strange = {word for word in re.findall(r"\b[A-Z][\w'-]+", offer) if word not in said} - {*people}
    if not new or strange or len(told & {*new}) < len({*own}) / 2:
        return False
    share = sum(word in told for word in new) / len(new)
    verb = _content(re.sub(r"^(?:the|an?) [a-z]+ ", "", said))[:1]
    return share > 0.5 or offer.endswith("?") and share == 0.5 or verb[:1] == new[:1] and share >= 0.4


def near_in_meaning(said: str, offer: str, people: Collection[str]) -> bool:
    """Whether an offer speaks of the same in words near to those that were said: to be chosen, never to be read for it."""
    if bool(_DENIED.search(said)) != bool(_DENIED.search(offer)) or bool(_LEAVE.search(offer)) > bool(_LEAVE.search(said)):
        return False
    named, others = named_in(said, people), named_in(offer, people)
    strange = {word for word in re.findall(r"\b[A-Z][\w'-]+", offer) if word not in said} - {*people}
    return not (named and others - named) and not strange and bool(meant_by(said) & {*_content(offer)})


def may_be_meant(said: str, offer: str, people: Collection[str]) -> bool:
    """Whether an offer that is not near may yet be meant: of whom was spoken of, in a word that has to do with one that was said."""
    named, others = named_in(said, people), named_in(offer, people)
    if named and others - named:
        return False
    own, small = meant_by(said), {*re.findall(r"\b[a-z]+\b", said)} - _HARDLY_WORDS
    if not _content(offer) and small & {*re.findall(r"\b[a-z]+\b", offer)}:
        return True  # `is over it` of what creeps over it
    return any(one in own or max((likeness(one, other) for other in own), default=0.0) >= _HAS_TO_DO for one in _content(offer))


def meant_by(text: str, near: bool = True) -> set[str]:
    """The stems of the words of a text that tell something, and of those near to them in meaning."""
    own = {*_content(text)}
    return own | {other for stem in own for other in synonyms(stem)} if near else own


def is_idle(word: str) -> bool:
    """Whether a word tells nothing by itself of what a sentence says."""
    return stem_of(word) in _IDLE


def _content(text: str) -> list[str]:
    """The stems of the words in small letters that tell something, in their order."""
    return [stem for word in re.findall(r"\b[a-z]{3,}\b", text) if (stem := stem_of(word)) not in _IDLE]


def named_in(text: str, people: Collection[str]) -> set[str]:
    """Those whose names stand in a text as words of their own."""
    return {name for name in people if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)}
