"""What is done to somebody with something: `hits Bob with a pie`, `is hit by Ann's PIE`, `shrinks Bob`; who did it may be left out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from adjudicator.asking.everyday import Events, Rephrased
from adjudicator.asking.wordings import participle_of
from adjudicator.language.words import NAME, PRINTED, base_form

DAMAGE = re.compile(r"^(?P<deed>.+?) (?:for|with|and (?:does|deals)|doing|dealing) (?P<count>\d+) (?:points? of )?(?P<what>[a-z]+)$")
_STRIKES = re.compile(rf"^(?P<who>{NAME}(?:'s [A-Z][A-Z '-]+)?) (?P<verb>hits|strikes|attacks|zaps|blasts|targets|shoots|kills|slays) "
                      r"(?P<whom>.+?) with (?P<what>.+)$")  # fmt: skip
_HIS_STRIKES = re.compile(rf"^(?P<who>{NAME})'s (?P<what>{PRINTED}) (?:hits|strikes|zaps|blasts) (?P<whom>{NAME}|him|her|the [a-z]+)$")
_BY_CARD = re.compile(rf"^(?P<whom>{NAME}|the [a-z]+) (?:is|was|gets|got|has been) (?P<verb>[a-z]+) (?:by|with) (?P<who>{NAME})'s "
                      r"(?P<what>[A-Za-z' !-]+?)(?P<more>,? (?:with|for|of) .+)?$")  # fmt: skip
_PASSIVE = re.compile(
    rf"^(?P<whom>.+?) (?:is|was|gets|got|has been|are|were) (?P<verb>[a-z]+) by (?P<who>{NAME}(?:'s [\w' !-]+)?|the [a-z ]+)$"
)
_PASSIVE_ASKED = re.compile(
    rf"^(?:is|was|are|were|does|did|may|can|could) (?P<whom>.+?) (?:be |get )?(?P<verb>[a-z]+) by (?P<who>{NAME}|the [a-z ]+)$",
    re.IGNORECASE,
)


SOMEBODY = "{somebody}"
"""Stands for whoever does what is told without saying who."""
_BY_WHAT = re.compile(
    rf"^(?P<whom>(?!(?:He|She|It|They)\b){NAME}) (?:is|was|gets|got|has been) (?:hit|struck|attacked|zapped|blasted|targeted|shot) "
    rf"(?:by|with) (?P<what>(?:an? |the |another )?{PRINTED})(?P<more>,? (?:with|for|of) (?:(?! and )[^,])+)?$"
)
_IS_DONE = re.compile(
    rf"^(?P<what>(?:(?i:an?|the|another) )?{PRINTED}|(?i:an?|the) [a-z]+) (?:is|was|gets|got|has been) "
    r"(?P<verb>[a-z]+)(?P<rest> (?:at|on|upon|against|onto|with(?= [A-Z]{2})) (?:(?! and )[^,])+)$"
)


def by_nobody(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`Bob is hit by a PIE`, `a PIE is thrown at Bob`: the deed, done by somebody of whom nothing is said."""
    match = _BY_WHAT.match(text) if not question else None
    if match is not None:
        yield from by_means(text, SOMEBODY, carded(match["what"]), match["whom"], match["more"] or "")
    match = _IS_DONE.match(text) if not question else None
    for verb in participle_of(match["verb"]) if match is not None else ():
        yield Rephrased((f"{SOMEBODY} {verb} {match['what']}{match['rest']}",))  # type: ignore[index]


def passive(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`Bob is hit by Ann's PIE` as the deed that Ann does with it; `Bob is bitten by Rex` as `Rex bites Bob`."""
    if question:
        match = _PASSIVE_ASKED.match(text)
        for verb in participle_of(match["verb"]) if match is not None else ():
            opener = text.split(" ")[0].lower()
            modal = opener if opener in ("may", "can", "could") else "does"
            yield Rephrased((f"{modal} {match['who']} {base_form(verb)} {match['whom']}",))  # type: ignore[index]
        return
    match = _BY_CARD.match(text)
    if match is not None:
        by = killing if match["verb"] in ("killed", "slain") else by_means
        yield from by(text, match["who"], carded(match["what"]), match["whom"], match["more"] or "")
    match = _PASSIVE.match(text)
    for verb in participle_of(match["verb"]) if match is not None else ():
        yield Rephrased((f"{match['who']} {verb} {match['whom']}",))  # type: ignore[index]


def strikes(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`Ann hits Bob with a pie`: the deed that is done with such a thing."""
    said = DAMAGE.match(text)
    match = _STRIKES.match(said["deed"] if said else text) or _HIS_STRIKES.match(said["deed"] if said else text)
    if match is None or question:
        return
    more = f" for {said['count']} points of {said['what']}" if said else ""
    by = killing if match.groupdict().get("verb") in ("kills", "slays") else by_means
    yield from by(text, match["who"], carded(match["what"]), match["whom"], more)


_MAKES = re.compile(
    rf"^(?P<who>{NAME}) (?:makes|made|creates|created|summons|summoned|conjures|conjured) "
    rf"(?:an? |the |another )?(?P<what>{PRINTED})$"
)


def makes(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`Ann made a GOLEM`: she is who made it, where a book asks for that."""
    match = _MAKES.match(text) if not question else None
    if match is not None:
        said = f"the creator of {match['what']} is {match['who']}"
        yield Rephrased((said,), f"`{text}` is read as `{said}`")


_VERB = re.compile(
    rf"^(?P<opener>(?:may|can|could|does|did) )?(?P<who>{NAME}|he|she) (?:still |now |then |also |just )*"
    rf"(?P<verb>[a-z]+|{PRINTED})"
    rf"(?: (?:away|off|out|now|then|again)| (?P<whom>{NAME}|him|her|it|the [a-z]+)(?P<rest>.*))?$",
    re.IGNORECASE,
)


def by_its_name(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`Ann shrinks Bob`, where a card is called SHRINK: what is done with it."""
    match = _VERB.match(text)
    verb = match["verb"] if match is not None else ""
    card = verb if verb.isupper() else carded(base_form(verb))
    if match is None or not card.isupper() or len(card) < 2 or verb.islower() and not match["whom"]:
        return
    aimed = f" at {match['whom']}{match['rest']}" if match["whom"] else ""
    for verb in ("casts", "uses", "plays"):
        said = verb if not match["opener"] else base_form(verb)
        deed = f"{match['opener'] or ''}{match['who']} {said} {card}{aimed}"
        yield Rephrased((deed,), f"`{text}` is read as `{deed}`")


def killing(text: str, who: str, what: str, whom: str, more: str) -> Iterator[Rephrased]:
    """Whom somebody kills with something: in these words, or as the deed of which he dies."""
    yield Rephrased((f"{who} kills {whom} with {what}{more}",))
    for deed in by_means(text, who, what, whom, more):
        yield Rephrased((*deed.pieces, f"{whom} dies"), deed.note)


def by_means(text: str, who: str, what: str, whom: str, more: str) -> Iterator[Rephrased]:
    """What somebody does to somebody with something, in the words in which such deeds are told."""
    what = re.sub(r"^(?:an?|the|his|her|their) ", "", what)
    for verb in ("casts", "throws", "uses", "plays"):
        deed = f"{who} {verb} {what} at {whom}"
        yield Rephrased((deed + more,), f"`{text}` is read as `{deed}`")
