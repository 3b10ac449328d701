"""For a piece that is not understood: the whole sentences of the book that are nearest to it, said of the things on the table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adjudicator.asking.asked import amounts, opens_question, without_lead
from adjudicator.asking.meaning import means_alike
from adjudicator.asking.unread import turned_round_at_name
from adjudicator.asking.wordings import plain
from adjudicator.language.near_phrases import nearest_sentences

if TYPE_CHECKING:
    from adjudicator.asking.telling import Teller

MOST = 4
"""So many sentences are offered for a piece."""
LOOKED_AT = 10
"""So many of the nearest are read, to see whether a scenario takes them."""
_UNUSABLE = re.compile(r"\{|\ban event\b")


def offers(teller: Teller, said: str) -> list[str]:
    """Sentences near to a piece, nearest first, each of which the teller understands as it stands; questions for a question."""
    kept = teller.all_known()
    question = said.endswith("?") or opens_question(said)
    try:
        ways = teller.ways(said)
        if ways:
            return ways[:MOST]
        teller.back_to(kept)
        text = plain(teller.seat_named(said).rstrip("?"), teller.cards)
        found = [_numbered(one, text) for one in _near(teller, text, question)]
        near = (one for one in found if not _UNUSABLE.search(one) and means_alike(text, one, teller.people))
        return [one for one in near if teller.would_hear(one)][:MOST]
    finally:
        teller.back_to(kept)


def _near(teller: Teller, text: str, question: bool) -> list[str]:
    """The nearest sentences as they are said to a teller: statements, or questions with their mark."""
    text = text[:1].lower() + text[1:] if question else text
    if not question:
        return nearest_sentences(teller.chart(text), "sentence", LOOKED_AT)
    value = next(amounts(text), without_lead(text).removeprefix("how "))
    asks = nearest_sentences(teller.chart(value), "value", 3)
    says = nearest_sentences(teller.chart(turned_round_at_name(teller, text) or value), "sentence", LOOKED_AT)
    return list(dict.fromkeys(f"{one.removesuffix('?')}?" for one in (*asks, *says)))


def _numbered(sentence: str, said: str) -> str:
    """A sentence that was given a number nobody said speaks of one."""
    return sentence if re.search(r"\d", said) else re.sub(r"\b3\b", "1", sentence)
