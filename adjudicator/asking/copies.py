"""Several copies of one card: `Ann has two PIPPINs in her hand`, and `the other one` of them later; Ann's and Bob's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adjudicator.asking.owning import handler
from adjudicator.language.words import NAME, PRINTED

if TYPE_CHECKING:
    from adjudicator.asking.telling import Teller

_SEVERAL = re.compile(
    r"\b(?P<has>has|holds|has got|keeps) (?:two|three|four|five|[2-5]|several|a couple of|a pair of) (?:copies of |cards called )?"
    rf"(?P<card>{PRINTED})(?:'?s|es)?(?P<hand> in (?:his |her |their )?hand)$"
)
_ONE = re.compile(
    r"(?<=[a-z] )(?:the (?:first|second|third|other|last|next|remaining)(?: one| copy)?|another(?: one)?|one(?: of them)?)"
    r"(?= (?:at|on|upon|against|too|as well|in|now)\b|\??$)"
)


def several_copies(text: str) -> tuple[str, str]:
    """`Ann has two PIPPINs in her hand` with one PIPPIN, and that card; the text as it is and nothing where it tells no such thing."""
    match = _SEVERAL.search(text)
    if match is None:
        return text, ""
    return f"{text[: match.start()]}{match['has']} {match['card']}{match['hand']}", match["card"]


def of_a_copy(text: str, card: str) -> str:
    """`throws the other one at Bob` as `throws PIPPIN at Bob`."""
    return _ONE.sub(card, text)


_HAS_ONE = re.compile(
    rf"^(?P<ahead>(?:[Ii]n (?:his|her|{NAME}'s) turn,? )?(?:(?:[Mm]ay|[Cc]an) )?(?P<who>[A-Z][a-z][\w-]*|he|she|He|She) "
    r"(?:(?:also|now|still|then|wants to|tries to|would like to|has|may|can) )*"
    r"(?:has|have|holds?|draws?|drawn|plays?|puts?|brings?|lays?|put|drew) (?:down |out |in )?)"
    rf"(?:(?:an?|another|his|her|the other)(?: own)? )?(?:copy of )?(?P<card>{PRINTED})(?P<rest>(?![\w'-]).*)$"
)
"""How it is told that somebody has a card, or plays one that he has."""


_ONE_MORE = re.compile(
    r"\b(?:a (?:second|third|fourth|further)(?= [A-Za-z])(?! time| turn| round)|the (?:second|third|fourth)(?= [A-Z]{2})) "
)


def another_copy(teller: Teller, text: str) -> str:
    """`Bob has a PIPPIN`, when one is told to be Ann's, as that he has the second one, which is another copy of it.

    Only where a book knows copies of a card as things of their own; what is Bob's then stays the second one.
    """
    text = _ONE_MORE.sub("another ", text)
    match = _HAS_ONE.match(text)
    card = match["card"].strip() if match is not None else ""
    if match is None or card not in teller.loaded.book.cards:
        return text
    who = match["who"] if match["who"][:1].isupper() and match["who"] not in ("He", "She") else teller.doer(match["ahead"])
    of, name = handler(teller, card), f"Second {card}"
    if not who or not of or who == of:
        return text
    if name not in teller.reader.things:
        kept, spoken_of, kind = teller.all_known(), teller.subject, teller.loaded.book.cards[card].kinds[0]
        teller.reader.put(name, kind, teller.line(name))
        teller.things.append(f"{kind} {name}")
        if not (teller.tells(f"{name} is another copy of {card}") and teller.owns(who, name)):
            teller.back_to(kept)
            return text
        teller.subject = spoken_of
        teller.taken[f"`{card}` of {who} is another copy of that of {of}, called {name}"] = None
    elif handler(teller, name) != who:
        return text
    return f"{match['ahead']}{name}{match['rest']}"
