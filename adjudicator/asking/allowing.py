"""`Is she allowed to`, `has he got to`, `he wants to`: leave and duty, and what is only wanted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from adjudicator.asking.everyday import Events, Rephrased
from adjudicator.language.words import NAME, third_person

_MAY = (
    re.compile(
        r"^(?:is|are|was|were) (?P<who>.+?) (?:(?:still |even |then )?(?:allowed|permitted|able|free|entitled)) to (?P<does>.+)$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?:is|was|would) it (?:be )?(?:allowed|permitted|legal|possible|ok|okay) (?:for|that) (?P<who>.+?) to (?P<does>.+)$",
        re.IGNORECASE,
    ),
    re.compile(r"^(?:does|do|has|have) (?P<who>.+?) (?:have |got )?the right to (?P<does>.+)$", re.IGNORECASE),
    re.compile(r"^(?:can|could|may) (?P<who>.+?) (?:choose|decide|try|want|elect) to (?P<does>.+)$", re.IGNORECASE),
)
_MUST = (
    re.compile(r"^(?:does|do|has|have) (?P<who>.+?) (?:have|got|need|has) to (?P<does>.+)$", re.IGNORECASE),
    re.compile(r"^(?:is|are) (?P<who>.+?) (?:forced|obliged|required|compelled) to (?P<does>.+)$", re.IGNORECASE),
)
_WANTS = re.compile(
    rf"^(?P<who>{NAME}(?: {NAME})*|he|she|they|the [a-z]+(?: [a-z]+)?) (?:wants|wishes|would like|tries|intends|hopes|plans|is about|"
    r"is going|is trying|attempts) to (?P<does>.+)$"
)


_STOPS = re.compile(
    r"^(?P<may>may|can|could) (?P<who>[A-Z][\w-]*|he|she) (?:stop|block|cancel|negate|prevent|counter|undo) "
    r"(?P<what>it|that|this|the [a-z]+|[A-Z][A-Z' !-]+) (?:with|by playing|by casting|using) (?P<means>.+)$",
    re.IGNORECASE,
)


def as_leave(text: str) -> str:
    """`is he allowed to do it?` as `may he do it?`: a question for leave in the plainest words; any other text as it is."""
    match = _MAY[0].match(text.removesuffix("?")) if text.endswith("?") else None
    return f"May {match['who']} {match['does']}?" if match is not None else text


def allowed(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`is Ann allowed to do it` as `may Ann do it`; `has she got to` as `must she`; `Ann wants to do it` proposes it."""
    if not question:
        match = _WANTS.match(text)
        if match is not None:
            verb, _, rest = match["does"].partition(" ")
            yield Rephrased((f"proposed: {match['who']} {third_person(verb)} {rest}".rstrip(),))
        return
    stops = _STOPS.match(text)
    if stops is not None:
        leave = (f"answer with {stops['means']}", f"play {stops['means']} on {stops['what']}", f"cast {stops['means']} at {stops['what']}")
        yield from (Rephrased((said := f"may {stops['who']} {way}",), f"`{text}` is asked as `{said}`") for way in leave)
    for modal, ways in (("may", _MAY), ("must", _MUST)):
        for way in ways:
            match = way.match(text)
            if match is not None:
                yield Rephrased((f"{modal} {match['who']} {match['does']}",))
