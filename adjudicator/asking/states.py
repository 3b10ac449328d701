"""How things stand, said again in the words of scenarios: `has a hat in the box`, `stands in the same tent`, `they see each other`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from adjudicator.asking.everyday import Events, Rephrased
from adjudicator.asking.striking import by_means
from adjudicator.asking.wordings import OWNS
from adjudicator.language.words import NAME, NUMERALS, base_form, third_person

_GOES_AND = re.compile(rf"^(?P<who>{NAME}|[Hh]e|[Ss]he) (?P<goes>(?:walks|goes|steps|moves|runs) "
                       r"(?:on|onto|to|over|over to|up to|next to) (?P<what>(?:an?|the|another) [a-z]+(?: [a-z]+)?)) and (?:then )?"
                       r"(?P<does>[a-z]+s) (?P<it>it|the [a-z]+)\b(?P<rest>.*)$")  # fmt: skip
_DURING = re.compile(r"^(?:during|in|on) (?:the|that|this|his|her) (?P<what>[a-z]+ [a-z]+),? (?P<rest>.+)$", re.IGNORECASE)
_HAS_IN = re.compile(
    rf"^(?P<who>{NAME}) has (?P<what>(?!\d)(?!{'|'.join(NUMERALS[2:])}\b).+?) (?P<where>(?:in|on|at) (?!(?:him|her|them|it)$).+)$"
)
_HAS_EACH = re.compile(rf"^(?P<who>{NAME}) has (?P<one>.+? (?:in|on|at) .+?),? and (?P<other>.+?) "
                       r"(?:(?:behind|before|next to|beside) it )?"
                       r"(?P<where>(?:in|on|at) .+)$")  # fmt: skip
_TOGETHER = re.compile(
    rf"^(?P<one>{NAME}) and (?P<other>{NAME}) (?:both )?(?:stand|are|sit|lie) (?:in|inside) (?:the same|one|an?|the) (?P<what>[a-z ]+)$"
)
_THAT_IS = re.compile(r"^.* (?P<a>an?) (?P<kind>[a-z]+(?: [a-z]+)?) (?:that|which|who) (?P<so>(?:is |was )?[a-z]+s? [^,]+)$")
_EACH_OTHER = re.compile(rf"^(?P<one>{NAME}) and (?P<other>{NAME}) (?P<does>[a-z].*?) (?:each other|one another)(?P<rest>.*)$")
_HURT = re.compile(rf"^(?P<whom>{NAME}) (?:takes|suffers|gets|receives|loses) (?P<count>\d+) (?:points? of )?(?P<what>[a-z]+) "
                   rf"from (?P<who>{NAME})'s (?P<with>.+)$")  # fmt: skip
_BESIDE = re.compile(
    rf"^(?P<what>(?:an?|the|another) [a-z]+(?: [a-z]+)?|{NAME}(?: {NAME})*) "
    r"(?P<where>(?:next to|beside|between|behind|near|adjacent to|in|inside|on|at) .+?) "
    r"(?P<so>(?:is|was|gets|has been|stands|lies|falls|has) (?!in\b|on\b).+)$",
    re.IGNORECASE,
)
_IN_SPACE = re.compile(
    rf"^(?P<what>{NAME}(?: {NAME})*|(?:an?|the|another) [a-z]+(?: [a-z]+)?) (?:is|lies|stands|sits) "
    rf"(?P<no>not )?in (?P<who>{NAME})'s (?P<where>space|square)$",
    re.IGNORECASE,
)
_TWO_DO = re.compile(
    rf"^(?P<modal>may|can|could) (?P<one>{NAME}) and (?P<other>{NAME}) (?:both )?"
    r"(?P<does>(?:make|strike|do) an? [a-z]+|deal|trade|fight|meet|swap|talk)(?P<rest>.*)$",
    re.IGNORECASE,
)
_DOES_TO = re.compile(rf"^(?P<who>{NAME}) (?P<verb>[a-z]+)s (?P<what>it|that|this|the [a-z]+(?: [a-z]+)?)$")


def in_some_state(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`Ann has a hat in the box`: it is there, and hers. `Bob takes 3 points of harm from Ann's PIE`: the deed that does it."""
    match = _HAS_IN.match(text) if not question else None
    if match is not None:
        again = re.sub(r"^(?:an?|another) ", "the ", match["what"])
        inside = re.sub(r"^in (?:his|her|their) ", "in ", match["where"])
        if inside != match["where"]:
            yield Rephrased((f"{match['what']} is {inside}", f"{again} belongs to {match['who']}"))
        for own in OWNS[:3]:
            yield Rephrased((f"{match['what']} is {match['where']}", own.format(who=match["who"], what=again)))
    match = _HAS_EACH.match(text) if not question else None
    if match is not None:
        yield Rephrased((f"{match['who']} has {match['one']}", f"{match['who']} has {match['other']} {match['where']}"))
    match = _THAT_IS.match(text)
    if match is not None:
        again = f"the {match['kind']}"
        yield Rephrased((f"{match['a']} {match['kind']} {match['so']}", f"{text[: match.start('a')]}{again}"))
    match = _GOES_AND.match(text) if not question else None
    if match is not None and match["it"] in ("it", match["what"].replace("an ", "the ", 1).replace("a ", "the ", 1)):
        yield Rephrased((f"{match['who']} {match['does']} {match['what']}{match['rest']}",), f"`{match['goes']}` is left out")
    match = _DURING.match(text)
    if match is not None and not match["what"].endswith("turn of"):
        yield Rephrased((f"{{subject}} is on a {match['what']}", match["rest"]))
    match = _TOGETHER.match(text) if not question else None
    if match is not None:
        yield Rephrased((f"{match['one']} is in the same {match['what']} as {match['other']}",))
        yield Rephrased((f"{match['one']} is in a {match['what']}", f"{match['other']} is in the {match['what']}"))
    match = _IN_SPACE.match(text) if not question else None
    if match is not None:
        for one, other in ((match["what"], match["who"]), (match["who"], match["what"])):
            yield Rephrased((f"{one} is {match['no'] or ''}in the same {match['where']} as {other}",))
    match = _BESIDE.match(text) if not question else None
    if match is not None:
        again = re.sub(r"^(?:an?|another) ", "the ", match["what"], flags=re.IGNORECASE)
        first, again = (one[:1].lower() + one[1:] for one in (match["what"], again))
        yield Rephrased((f"{first} is {match['where']}", f"{again} {match['so']}"))
    match = _TWO_DO.match(text) if question else None
    if match is not None:
        yield Rephrased((f"{match['modal']} {match['one']} {match['does']} with {match['other']}{match['rest']}",))
    match = _DOES_TO.match(text) if not question else None
    for event, _ in [*events][-1:] if match is not None and match["what"] in ("it", "that", "this") else ():
        for ending in ("ed", f"{match['verb'][-1]}ed"):  # type: ignore[index]
            so = f"the {event} is {match['verb']}{ending}"  # type: ignore[index]
            yield Rephrased((so,), f"`{text}` is read as `{so}`")
    match = _EACH_OTHER.match(text) if not question else None
    if match is not None:
        one, other, rest = match["one"], match["other"], match["rest"]
        verb, _, more = match["does"].partition(" ")
        verb = {"are": "is", "can": "can", "cannot": "cannot", "may": "may"}.get(verb) or third_person(base_form(verb))
        does = f"{verb} {more}".strip()
        yield Rephrased((f"{one} {does} {other}{rest}", f"{other} {does} {one}{rest}"))
    match = _HURT.match(text) if not question else None
    if match is not None:
        more = f" for {match['count']} points of {match['what']}"
        yield from by_means(text, match["who"], carded(match["with"]), match["whom"], more)
