"""A card's name used as a verb: `may Ann teleport away` as `may Ann cast TELEPORT`, `Ann drags it over` as `Ann casts DRAG at it`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product

from adjudicator.language.words import NAME, PRINTED, base_form, third_person, verbs_from

_DEED = re.compile(
    rf"^(?P<opener>(?:[Mm]ay|[Cc]an|[Cc]ould) )?(?P<who>{NAME}|[Hh]e|[Ss]he) (?P<verb>[a-z]+|[A-Z][A-Z'!-]+)"
    rf"(?: (?P<what>him|her|it|the [a-z]+|{NAME}|{PRINTED})(?![\\w'-]))?"
    rf"(?: (?:away|over|out|back|off|(?:over )?to (?P<to>him|her|{NAME})))?$"
)
_PLAYED = ("cast", "play", "use")


def named_deeds(text: str, carded: Callable[[str], str]) -> Iterator[str]:
    """A deed called as a card is: that the card is played, at whom or what stands behind it; what comes of it is the card's to say."""
    match = _DEED.match(text.removesuffix("?"))
    if match is None or bool(match["opener"]) is not text.endswith("?"):
        return
    verb, mark, asks = match["verb"].lower(), "?" if match["opener"] else "", bool(match["opener"])
    start = f"{match['opener'] or ''}{match['who']}"
    for base in (verb,) if asks else dict.fromkeys((base_form(verb), *map(base_form, verbs_from(verb)))):
        card = carded(base)
        if not card.isupper():
            continue
        goals = (match["what"],) if match["what"] else dict.fromkeys((match["to"], None))  # drawn to somebody, or led to a place
        for play, goal in product(_PLAYED, goals):
            yield f"{start} {play if asks else third_person(play)} {card}{f' at {goal}' if goal else ''}{mark}"
