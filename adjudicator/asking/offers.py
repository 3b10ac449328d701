"""For a piece that is not understood: the whole sentences of the book that are nearest to it, said of the things on the table."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from adjudicator.asking.happening import asked_for, asked_of, changeable
from adjudicator.asking.known import MOST_READS, GivenUp
from adjudicator.asking.meaning import may_be_meant, means_alike, meant_by, named_in, near_in_meaning
from adjudicator.asking.shortening import shorter
from adjudicator.asking.unread import turned_round_at_name
from adjudicator.asking.wordings import plain
from adjudicator.language.asked import amounts, opens_question, without_lead
from adjudicator.language.idioms import plainer
from adjudicator.language.near_phrases import nearest_in_plain_words, nearest_sentences, usual_sentences
from adjudicator.language.words import PRINTED, as_named
from adjudicator.model.expressions import Occurs, names_in

if TYPE_CHECKING:
    from adjudicator.asking.telling import Teller

MOST = 4
"""So many sentences are offered for a piece."""
FEW = 3
"""Where fewer are near, so many are shown as a message would show them."""
LOOKED_AT = 10
"""So many of the nearest are read, to see whether a scenario takes them."""
MOST_TRIED = 7
"""So often a piece is tried with something left out."""
MOST_SHORTER = 2
"""So many of what is left of it are offered."""
_UNUSABLE = re.compile(r"\{|\ban event\b")


def offers(teller: Teller, said: str, heard: bool = False) -> list[str]:
    """Sentences near to a piece, nearest first, each of which the teller understands as it stands; questions for a question.

    Whether a deed has to be said otherwise is known of one that was just `heard`, and need not be found out again. Where a piece has
    more wordings than are read, nothing is offered for it.
    """
    kept, teller._reads = teller.all_known(), MOST_READS
    question = said.endswith("?") or opens_question(said)
    try:
        ways = [] if heard else teller.ways(said)
        if ways:
            return ways[:MOST]
        teller.back_to(kept)
        text = plain(teller.seat_named(said).rstrip("?"), teller.cards_not_there())
        found = [_numbered(one, text) for one in _near(teller, text, question)]
        usable = [one for one in found if not _UNUSABLE.search(one) and not teller.answers_with_itself(teller.meaning(one))]
        usable = [one for one in usable if question or not _comes_too_late(teller, one)]
        said_so = (text, *islice(plainer(text), 2))
        alike = [one for one in usable if any(means_alike(way, one, teller.people) for way in said_so)]
        spoken = teller.of_spoken(text)
        came, rest = _what_came(teller, spoken) if question else ([], [])
        nearly = [one for one in usable if any(near_in_meaning(way, one, teller.people) for way in said_so)]
        close = [one for one in nearly if len(meant_by(text) & meant_by(one, near=False)) > 1]
        left, doer = _left_of(teller, said), _doer(said)
        near = [*dict.fromkeys((*alike, *came, *close, *([] if left or alike or came or close else (*nearly, *rest))))]
        near.sort(key=lambda one: bool(doer) and doer not in one)
        understood = [*dict.fromkeys((*left, *islice((one for one in near if teller.would_hear(one)), MOST)))]
        if len(understood) < FEW and not question:  # nothing so near: what a message would show
            farther = (
                one for one in usable[:FEW] if one not in understood and any(may_be_meant(way, one, teller.people) for way in said_so)
            )
            understood += islice((one for one in farther if teller.would_hear(one)), FEW - len(understood))
        shown = [] if question else _shown(teller, text, usable[:FEW])
        return [*dict.fromkeys((*understood[:MOST], *shown))]
    except GivenUp:
        return []
    finally:
        teller.back_to(kept)


def _shown(teller: Teller, text: str, nearest: list[str]) -> list[str]:
    """What a message would show besides, as far as it is understood and does not come too late: of several things that a piece names the
    nearest sentences that speak of all of them, and what is mostly said of it."""
    named = _named(teller, text)
    usual = [one for one in usual_sentences(teller.chart(text)) if not _comes_too_late(teller, one)]
    of_all = [one for one in nearest if all(name in one for name in named)] if len(named) > 1 else []
    return [one for one in (*of_all, *usual) if teller.would_hear(one)]


def _named(teller: Teller, text: str) -> list[str]:
    """The people and things of the table that a piece names, each once."""
    there = dict.fromkeys((*teller.people, *teller.reader.things))
    named = named_in(text, there)
    return [name for name in there if name in named]


def _comes_too_late(teller: Teller, said: str) -> bool:
    """Whether a fact is of a deed that was told before: rules that act on the deed would not hear it behind."""
    meaning, events = teller.meaning(said), {event for event, *_ in teller.row}
    return meaning is not None and not isinstance(meaning, Occurs) and not events.isdisjoint(names_in(meaning).things)


def _doer(said: str) -> str:
    """Whoever or whatever a piece names first as doing something: not whose it is."""
    found = re.search(
        rf"(?<![\w'-])(?:{PRINTED}|[A-Z][a-z]+)(?!'s|[\w-])",
        said.partition(" ")[2] if opens_question(said) else said,
    )
    return found[0] if found is not None else ""


def _left_of(teller: Teller, said: str) -> list[str]:
    """What is understood of a piece when a part of it is left out, in the sentences that a scenario has for it."""
    found: dict[str, None] = {}
    for one in islice(shorter(said), MOST_TRIED):
        heard = teller.heard_as(one)
        if heard and heard[-1].endswith("?") == said.endswith("?"):
            found[heard[0] if len(heard) == 1 else one] = None
        if len(found) == MOST_SHORTER:
            break
    return [*found]


def _near(teller: Teller, text: str, question: bool) -> list[str]:
    """The nearest sentences as they are said to a teller: statements, or questions with their mark."""
    text = text[:1].lower() + text[1:] if question else text
    if not question:
        return nearest_in_plain_words(teller.chart(text), LOOKED_AT)
    value = next(amounts(text), without_lead(text).removeprefix("how "))
    asks = nearest_sentences(teller.chart(value), "value", 3)
    says = nearest_sentences(teller.chart(turned_round_at_name(teller, text) or value), "sentence", LOOKED_AT)
    return list(dict.fromkeys(f"{one.removesuffix('?')}?" for one in (*asks, *says)))


def _what_came(teller: Teller, text: str) -> tuple[list[str], list[str]]:
    """Questions how it stands with whom or what a question names: what the events told can change of it, and what a book has to be asked.

    First those with a word near to one that was said, then the others.
    """
    events = [teller.reader.things[event].kinds[0] for event, *_ in teller.row]
    book, said = teller.loaded.book, meant_by(text)
    named = _named(teller, text)
    found: dict[str, int] = {}
    for name in named if events else ():
        thing = teller.reader.things[name]
        asked = () if thing.is_event else changeable(book, events, thing.kinds)
        for prop in (*asked_for(book, thing.kinds), *asked):
            words = " ".join(re.sub(r"\{[^{}]*\}", "", phrase.text) for phrase in prop.phrases)
            ask = f"{asked_of(prop, as_named(name)).removeprefix('whether ')}?"
            found.setdefault(ask, len(said & meant_by(words, near=False)))
    ranked = sorted(found, key=lambda ask: -found[ask])
    return [ask for ask in ranked if found[ask]], [ask for ask in ranked if not found[ask]]


def _numbered(sentence: str, said: str) -> str:
    """A sentence that was given a number nobody said speaks of one."""
    return sentence if re.search(r"\d", said) else re.sub(r"\b3\b", "1", sentence)
