"""How things stand, told in another order or form: `in the hall stands Bob`, `it is Ann's`, `is unlocked`, `has no hats left`.

Each way says exactly the same in words that a book is likelier to have; none knows a word of a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.asking.everyday import Rephrased
from adjudicator.asking.wordings import OWNS
from adjudicator.language.words import NAME, PAST

_THING = rf"(?:{NAME}(?: {NAME})*|[Tt]he [a-z]+(?: [a-z]+)?)"
_PLACE_FIRST = re.compile(
    rf"^(?P<where>(?:in|on|at|inside|behind|under|beside|next to|between) .+?) (?P<is>is|stands|sits|lies) (?P<what>{_THING})$",
    re.IGNORECASE,
)
_IS_HIS = re.compile(rf"^(?P<what>{_THING}) (?:is|was) (?P<who>{NAME})'s(?: own)?$")
_NOT_SO = re.compile(rf"^(?P<what>{_THING}) (?P<is>is|was|has been) un(?P<so>[a-z]+)(?P<rest>.*)$")
_ALIVE_OR_NOT = frozenset(("dead",))
"""What is no opposite with `un`: the undead are dead."""
_PARTICLE = re.compile(
    r"\b(?P<is>is|are|stands?|sits?|lies?|lying|sitting|standing) (?P<how>back|down|up|over|out|right|deep|safely|stuck|trapped) "
    r"(?=(?:in|on|at|inside|within|under|behind|beside|next to)\b)"
)
_NONE_LEFT = re.compile(
    rf"^(?P<who>{_THING}) (?:has|is left with|has got) (?:no|no more|not any) (?P<what>[a-z]+(?: [a-z]+)?s)"
    r"(?P<left>(?: left| remaining)?)(?P<rest>(?: (?:in|on) (?:his|her|their) [a-z]+(?: [a-z]+)?)?)$"
)
_NOTHING_IN = re.compile(
    rf"^(?:there is nothing(?: left| more)? (?:in|on|inside) (?P<where>{_THING})|nothing is (?:left )?(?:in|on|inside) (?P<there>{_THING})|"
    rf"(?P<itself>{_THING}) has nothing (?:left )?(?:in|on) it)$",
    re.IGNORECASE,
)
_HIS_PHASE = re.compile(rf"^(?P<who>{NAME}) is (?:now |still |already )?in (?:the )?phase (?P<phase>[a-z]+|\d+)$")
_BECAME = re.compile(
    rf"^(?P<who>{NAME}) (?:has been|was|has|is|got) (?:now )?(?:turned|changed|transformed) into (?P<what>.+)$"
    rf"|^(?P<he>{NAME}) (?:has become|became|turned into|changed into) (?P<it>.+)$"
)


def facts(text: str, question: bool) -> Iterator[Rephrased]:
    """Other ways to say how things stand."""
    if question:
        return
    if (first := _PLACE_FIRST.match(text)) is not None:
        yield Rephrased((f"{first['what']} {first['is']} {first['where'][:1].lower()}{first['where'][1:]}",))
    if (his := _IS_HIS.match(text)) is not None:
        yield from (Rephrased((own.format(who=his["who"], what=his["what"]),)) for own in OWNS[:3])
    denied = _NOT_SO.match(text)
    if denied is not None and denied["so"] not in _ALIVE_OR_NOT and (denied["so"].endswith(("ed", "en")) or denied["so"] in PAST):
        yield Rephrased((f"{denied['what']} {denied['is'].replace('has been', 'is')} not {denied['so']}{denied['rest']}",))
    if (particle := _PARTICLE.search(text)) is not None:
        yield Rephrased((f"{text[: particle.start('how')]}{text[particle.end() :]}",), f"`{particle['how']}` is left out")
    if (none := _NONE_LEFT.match(text)) is not None:
        for left in dict.fromkeys((none["left"], "", " left")):
            yield Rephrased((f"{none['who']} has 0 {none['what']}{left}{none['rest']}",))
    if (nothing := _NOTHING_IN.match(text)) is not None:
        where = nothing["where"] or nothing["there"] or nothing["itself"]
        yield Rephrased((f"{where} is empty",), f"`{text}` is read as that {where} is empty")
    if (phase := _HIS_PHASE.match(text)) is not None:
        yield Rephrased((f"it is the turn of {phase['who']}", f"it is phase {phase['phase']}"))
    if (became := _BECAME.match(text)) is not None:
        yield Rephrased((so := f"{became['who'] or became['he']} is {became['what'] or became['it']}",), f"`{text}` is read as `{so}`")
