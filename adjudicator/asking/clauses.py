"""The clauses of a sentence, each to be understood by itself."""

from __future__ import annotations

import re

from adjudicator.language.words import NAME, NUMERALS, PAST, PRINTED

_JOINT = r"(?:,? and then|, ?then|,? then|,? and now|,? and so|,? and also|,? and|,? but then|,? but|,? so now|,? so then|,? so|,|;)"
_ADVERBS = r"(?:(?:now|then|also|immediately|just|already|still|finally|later|again) )*"
_PAST = "|".join(sorted({word for word in PAST if word not in ("left", "done", "been", "cast", "put")}, key=len, reverse=True))
_WHOSE = rf"{NAME}'s (?:{PRINTED}|[\w'-]+)"
"""A thing of somebody, as the one who does something."""
_SO_MUCH_OF = r"(?:all|none|half)(?: of)? (?:the |his |her |that )?[a-z]+"
_CLAUSE = re.compile(rf"{_JOINT} (?="
                     rf"(?:in the (?:fight|battle|combat|meantime),? )?"
                     rf"(?:{_WHOSE}|{NAME}|[Hh]e|[Ss]he|[Tt]hey|[Ii]t|the [a-z]+|{_SO_MUCH_OF}|[Nn]obody|[Nn]o one) {_ADVERBS}"
                     rf"(?!and\b|or\b)(?:[a-z]+(?:s|ed|as|id|ot|ew|aw|ook|ast|ut|ays)|{_PAST}|can|may|will)\b)")  # fmt: skip
_OBJECT = (
    rf"(?:{NAME}|{'|'.join(NUMERALS[1:11])}|\d+|the|an?|another|all|both|some|his|her|their|my|its|him|it|them|me|himself|herself|not|at|on|with|"
    r"to|for|from|into|onto|through|over|past|around|out|off|up|down|away|back|forward|next to|in|inside|behind|beside|near|against|"
    r"between|straight|directly|right)"
)
"""How what is said behind a verb begins."""
_SAME_DOER = re.compile(
    rf"{_JOINT} (?=[a-z]+s$|did not |does not |(?:can|cannot) (?:see|reach) |{_ADVERBS}(?:[a-z]+(?:s|ed)|{_PAST}|cast|put|hit) {_OBJECT}\b|"
    rf"{_ADVERBS}[a-z]+s (?:again|too)$)"
)
_ASKS = re.compile(
    r"^(?P<said>.+?),? (?:so |then |and |now )?(?P<asked>(?:do|does|did|may|can|is|are|was|will|must|has|who|how|what|which) [^,]+\?)$"
)
_WHILE = r"while(?= (?:the )?\S+ (?:is|are|was|has|had|carries|wears|holds|stands|sits|lies|can|cannot|does not)\b)"
"""Only of how things are: `while she moves` is said of a deed that was told before, and tells none."""
_IF_FIRST = re.compile(rf"^(?:if|when|{_WHILE}|once|after|suppose|as) (?P<said>[^,]+), (?:then )?(?P<asked>.+)$", re.IGNORECASE)
_IF_LAST = re.compile(rf"^(?P<asked>.+?),? (?:if|when|{_WHILE}|once|after|although|though|because|since) "
                      rf"(?P<said>(?:{NAME}|he|she|they|it|the [a-z]+|there) .+?)\??$")  # fmt: skip


_ELSEWHERE = re.compile(rf"^(?P<said>(?P<who>{NAME}|the [a-z]+) (?:is|stands|sits|lies) (?!not\b).+?),? (?:and |but )?"
                        r"not (?P<where>(?:in|on|at|inside|next to|with) .+)$")  # fmt: skip
_WHO_LAST = re.compile(rf"^(?P<said>.*?\b{NAME}.*?),? who (?:then |now |also |immediately )*(?P<does>[a-z]+ [^,]+)$")
_WHICH_LAST = re.compile(
    rf"^(?P<said>.*(?<![\w'-])(?P<what>{PRINTED})), which (?:still |now |also )*"
    r"(?P<how>(?:is|are|was|has|lies|stands|sits|hangs) [^,?]+)$"
)
_STATE = re.compile(r"(?:is|are|was|has|had|carries|wears|holds|stands|sits|lies|can|cannot|does not|did not|wants)\b")


def _who_last(text: str) -> list[str]:
    """`Ann throws PIPPIN at Bob, who answers with LID`: the deed, and then what he does; how he is comes before it."""
    match = _WHO_LAST.match(text)
    people = (
        [name for name in re.findall(rf"(?<![\w'-]){NAME}(?!'s)(?![\w-])", match["said"]) if not name.isupper()]
        if match is not None
        else []
    )
    if match is None or not people:
        return []
    told = [match["said"], f"{people[-1]} {match['does']}"]
    return told[::-1] if _STATE.match(match["does"]) else told


_AND_DIES = re.compile(rf"^(?P<deed>.+?),? and (?P<dies>(?:{NAME}|he|she) (?:is (?:now )?dead|dies|died|is killed))$")


def death_apart(text: str) -> tuple[str, str] | None:
    """A deed, and that somebody dies then: what comes of it is no state beside it."""
    match = _AND_DIES.match(text)
    return None if match is None else (match["deed"], re.sub(r"is (?:now )?dead$", "dies", match["dies"]))


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
    which = _WHICH_LAST.match(text)
    if which is not None:
        return [f"{which['what']} {which['how']}", *clauses(which["said"])]
    told = _who_last(text)
    if told:
        return [part for one in told for part in clauses(one)]
    parts = _CLAUSE.split(text)
    first = re.match(rf"{_WHOSE}(?= [a-z])|{NAME}(?!'s)|he\b|she\b|they\b|it\b", text)
    found = []
    for part in parts:
        own = re.match(rf"{_WHOSE}(?= [a-z])|{NAME}(?!'s)|(?:[Hh]e|[Ss]he|[Tt]hey|[Ii]t)\b|the [a-z]+(?= [a-z]+s\b)", part) or first
        one, *more = _SAME_DOER.split(part)
        found += [one, *(f"{own[0]} {rest}" if own else rest for rest in more)]
    return found
