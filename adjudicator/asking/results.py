"""What came of what was done, as people ask for it: `does Bob die`, `who gets it`, `what damage does he take`, `is that a hat`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from adjudicator.asking.everyday import Events, Rephrased
from adjudicator.language.words import NAME, participles

_GETS = re.compile(rf"(?:(?i:does|do|did|will|would|can|may) )?(?P<who>{NAME}|he|she|(?i:who)) "
                   r"(?:gets?|got|receives?|takes? over|inherits?|keeps?)(?: to keep)? "
                   r"(?P<what>the [a-z].*|(?:the )?[A-Z][A-Z' !-]+)")  # fmt: skip
_COSTS = re.compile(rf"how (?:much|many) (?P<what>[a-z]+(?: [a-z]+)?) (?:does|do|did|will|would) (?:it|that|this) (?P<verb>[a-z]+)"
                    rf"(?: (?:him|her|{NAME}))?", re.IGNORECASE)  # fmt: skip
_DOES_HARM = re.compile(
    rf"(?:how (?:much|many)|what|which)(?: points? of| points?)? (?P<what>[a-z]+) (?:does|do|did|will|would) "
    rf"(?:{NAME}|he|she|it|that|this) (?:do|deal|cause|inflict)(?: (?:to|on) (?P<whom>{NAME}|him|her|the [a-z]+))?",
    re.IGNORECASE,
)
_ANY_LEFT = re.compile(
    rf"(?:does|do|did|has|will) (?P<who>{NAME}|he|she|the [a-z]+) (?:still )?(?:have|got|keep) any (?P<what>[a-z]+)(?: left| at all)?",
    re.IGNORECASE,
)
_WHOSE_IS = re.compile(rf"whose (?P<what>[a-z]+) (?:is|was) (?P<it>it|that|this|the [a-z]+|{NAME})", re.IGNORECASE)
_DOES_IT = re.compile(
    rf"(?:does|did|will|would) (?:it|that|this|(?:the )?[A-Z][A-Z' !-]+) (?P<verb>(?!not\b)[a-z]+) (?P<whom>{NAME}|him|her|the [a-z]+)",
    re.IGNORECASE,
)
_RESULTS = {**dict.fromkeys(("die", "dies", "died"), ("is dead",)),
            **dict.fromkeys(("survive", "survives"), ("is not dead", "is not destroyed"))}  # fmt: skip


def that(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`is that a hat`: whether the last event is."""
    match = re.fullmatch(r"(is|was) (?:that|this|it) (an? .+)", text, re.IGNORECASE) if question else None
    if match is not None:
        yield from (Rephrased((f"is the {event} {match[2]}",)) for event, _ in events)


def results(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`does Bob die`: whether he is dead then. `what damage does Bob take`: the damage to Bob. `is that a hat`: what was used is."""
    if not question:
        match = re.fullmatch(r"(.+?) (dies|died)", text)
        if match and " and " not in match[1]:
            yield Rephrased((f"{match[1]} is dead",))
        return
    match = re.fullmatch(r"(?:does|will|would|did|can|do) (.+) (\w+)", text, re.IGNORECASE)
    for result in _RESULTS.get(match[2], ()) if match else ():
        yield Rephrased((f"whether {match[1]} {result}",))  # type: ignore[index]
        if "destroyed" in result:
            yield from (Rephrased((f"whether {match[1]} {result} by the {event}",)) for event, _ in events)  # type: ignore[index]
    match = _GETS.fullmatch(text) if events else None
    if match:
        who, note = match["who"], f"`{text}` is asked as who has it then"
        has = "who has" if who.lower() == "who" else f"does {who} have"
        if who.lower() not in ("who", "he", "she") and match["what"].removeprefix("the ").isupper():
            what = match["what"].removeprefix("the ")  # what is in a hand, or what one carries: he has it either way
            yield from (Rephrased((f"whether {who} has {what} in hand or {who} {verb} {what}",), note) for verb in ("carries", "has"))
        yield from (Rephrased((f"{has} {match['what']}{where}",), note) for where in (" in hand", ""))
    match = re.fullmatch(r"(?:how (?:much|many)|what|which)(?: points? of| points?)? (\w+) (?:does|do|did|will|would|is|are) (.+?)"
                         r" (?:take|takes|suffer|suffers|get|receive|lose)", text, re.IGNORECASE)  # fmt: skip
    if match:
        yield Rephrased((f"the {match[1]} to {match[2]}",))
        yield from (Rephrased((f"the {match[1]} of the {event} to {match[2]}",)) for event, _ in events)
        yield Rephrased((f"the {match[1]} of {match[2]}",))
    match = _DOES_HARM.fullmatch(text) if len(events) == 1 else None
    for event, aimed in events if match is not None else ():
        whom = match["whom"] or aimed  # type: ignore[index]
        yield from (Rephrased((f"the {match['what']} of the {event}{to}",)) for to in (*([f" to {whom}"] if whom else []), ""))  # type: ignore[index]
    match = _DOES_IT.fullmatch(text)
    for word in participles(match["verb"]) if match is not None else ():
        yield Rephrased((f"is {match['whom']} {word}",))  # type: ignore[index]
    match = _ANY_LEFT.fullmatch(text)
    if match is not None:
        yield Rephrased((f"whether the {match['what']} of {match['who']} is at least 1",))
    match = _WHOSE_IS.fullmatch(text)
    if match is not None:
        yield Rephrased((f"the owner of {match['it'] if match['it'] not in ('it', 'that', 'this') else 'the ' + match['what']}",))
    match = _COSTS.fullmatch(text)
    for event, _ in events if match is not None else ():
        what, verb = match["what"], match["verb"]  # type: ignore[index]
        for said in dict.fromkeys((f"{what} {verb}", f"{what.split(' ')[0]} {verb}", what, verb)):
            yield Rephrased((f"the {said} of the {event}",))
    match = re.fullmatch(r"(?:what|which) (?:kind|sort|type) of (\w+) (?:is|was) (?:it|that|this)", text, re.IGNORECASE)
    if match:
        for kind in ("kind", "nature", "type"):
            yield Rephrased((f"the {kind} of the {match[1]}",))
            yield from (Rephrased((f"the {kind} of the {match[1]} of the {event} to {whom}",)) for event, whom in events if whom)
    match = re.fullmatch(r"(?:what|which) (\w+) (?:is|are|was) (.+?)(?: (?:at|in))?", text, re.IGNORECASE)
    if match:
        yield Rephrased((f"the {match[1]} of {match[2]}",))
