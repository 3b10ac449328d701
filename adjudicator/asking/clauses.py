"""The clauses of a sentence, each to be understood by itself."""

from __future__ import annotations

import re

from adjudicator.asking.everyday import NAME
from adjudicator.language.words import NUMERALS

_CLAUSE = re.compile(rf"(?:,? and then|, ?then|,? then|,? and|,? but|,? so|,|;) (?="
                     rf"(?:{NAME}(?:'s [\w'-]+)?|[Hh]e|[Ss]he|[Tt]hey|[Ii]t|the [a-z]+) "
                     r"(?!and\b|or\b)[a-z]+(?:s|ed|as|id|ot|ew|aw|ook|ast|ut|ays)\b)")  # fmt: skip
_SAME_DOER = re.compile(rf"(?:,? and then|, ?then|,? then|,? and|,? but|,) (?=[a-z]+s$|did not |[a-z]+s (?:(?:up|down|back|off|out|away) )?"
                        rf"(?:{NAME}|{'|'.join(NUMERALS[1:11])}|\d+|the|an?|his|her|not|at|on|with|to|"
                        r"next to|in|inside|behind|beside|near)\b)")  # fmt: skip
_ASKS = re.compile(
    r"^(?P<said>.+?),? (?:so |then |and |now )?(?P<asked>(?:do|does|did|may|can|is|are|was|will|must|has|who|how|what|which) [^,]+\?)$"
)
_IF_FIRST = re.compile(r"^(?:if|when|while|once|after|suppose|as) (?P<said>[^,]+), (?:then )?(?P<asked>.+)$", re.IGNORECASE)
_IF_LAST = re.compile(rf"^(?P<asked>.+?),? (?:if|when|while|once|after|although|though|because|since) "
                      rf"(?P<said>(?:{NAME}|he|she|they|it|the [a-z]+|there) .+?)\??$")  # fmt: skip


_ELSEWHERE = re.compile(rf"^(?P<said>(?P<who>{NAME}|the [a-z]+) (?:is|stands|sits|lies) (?!not\b).+?),? (?:and |but )?"
                        r"not (?P<where>(?:in|on|at|inside|next to|with) .+)$")  # fmt: skip


def clauses(text: str) -> list[str]:
    """The clauses of a sentence, each to be understood by itself: conditions before what they are for, a question last."""
    for match in (_IF_FIRST.match(text), _IF_LAST.match(text)):
        if match is not None:
            mark = "?" if text.endswith("?") else ""
            return [*clauses(match["said"]), *clauses(match["asked"].removesuffix("?") + mark)]
    match = _ASKS.match(text)
    if match is not None and not re.match(r"(?:who|which|what|how|does|may|can|is)\b", text, re.IGNORECASE):
        return [*clauses(match["said"]), match["asked"][:1].upper() + match["asked"][1:]]
    if text.endswith("?"):
        return [text]
    elsewhere = _ELSEWHERE.match(text)
    if elsewhere is not None:
        return [*clauses(elsewhere["said"]), f"{elsewhere['who']} is not {elsewhere['where']}"]
    parts = _CLAUSE.split(text)
    first = re.match(rf"{NAME}|he\b|she\b|they\b|it\b", text)
    found = []
    for part in parts:
        own = re.match(rf"{NAME}|[Hh]e\b|[Ss]he\b|[Tt]hey\b", part) or first
        one, *more = _SAME_DOER.split(part)
        found += [one, *(f"{own[0]} {rest}" if own else rest for rest in more)]
    return found
