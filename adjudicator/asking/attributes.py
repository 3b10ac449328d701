"""What is said of a thing beside its name, as a piece of its own: `a box that is open`, `the wall next to Bob`, `a 5 point PIE`.

What is said of it is told first, then what is told or asked of it; nothing is lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from adjudicator.asking.everyday import Events, Rephrased
from adjudicator.language.words import NAME, NUMERALS, PRINTED

_THING = r"(?:an?|the|another) (?P<what>[a-z]+(?: [a-z]+)?)"
_OF_WHICH = re.compile(rf"(?<![\w'-]){_THING},? (?:that|which|who) (?P<said>(?:is|are|was|has|had|does|did|can|lies|stands|"
                       r"[a-z]+(?:s|ed)) .+)$", re.IGNORECASE)  # fmt: skip
_AIMED = r"(?:through|at|attacks?|punch(?:es)?|hits?|opens?|close|closes|destroys?|breaks?|picks? up|smash(?:es)?)"
_AT_PLACE = re.compile(rf"\b(?P<deed>{_AIMED}) {_THING} (?P<where>(?:in|on|next to|beside|behind|between) [^,]+)$")
_POINTS = re.compile(r"(?<![\w'-])(?:(?:an?|the|his|her|their|another|[A-Z][\w-]*'s) )?(?P<count>\d+)[- ]points? "
                     rf"(?P<card>{PRINTED})(?P<rest>.*)$")  # fmt: skip
_FOR_POINTS = re.compile(
    rf"(?<![\w'-])(?:(?:an?|the|his|her|their|another) )?(?P<card>{PRINTED}) (?:(?:for|of|worth) |\((?=\d+\)))"
    r"(?P<count>\d+)\)?(?: points?(?: of (?:damage|harm))?)?(?P<rest> (?:at|on|against) .+)$"
)
_DOES_POINTS = re.compile(r"^(?P<card>)(?P<rest>.*\b[A-Za-z][\w'-]*) for (?P<count>\d+)(?: points?)?$")
"""`the troll hits Ann for 3`: the points of a deed at its end."""
_WHERE_ONE_IS = re.compile(rf"\bthe (?P<space>space|square) (?:where|in which|that|which) (?P<who>{NAME}) "
                           r"(?:is(?: (?:standing|sitting|waiting))?|stands|sits|waits)(?: (?:in|on))?\b")  # fmt: skip
_IS_STANDING = re.compile(r"\b(?P<is>is|are) (?:both |all )?(?:standing|sitting|lying|waiting) (?:right )?"
                          r"(?=(?:in|on|at|inside|next to|beside|behind|between|adjacent to)\b)")  # fmt: skip
_FOLLOWS = re.compile(
    rf"^(?P<start>(?:(?:may|can|could|does|will|must) )?{NAME} (?:still |also |then )?)(?P<verb>follows?) "
    rf"(?:{NAME}|him|her|it) (?P<way>through|into|onto|over|across)(?: (?P<where>(?:the|an?|that) .+))?$",
    re.IGNORECASE,
)
_HIS_OWN = re.compile(
    rf"^(?P<start>(?:[Hh]ow (?:many|much) [a-z]+ )?(?:[Mm]ay|[Cc]an|[Cc]ould|[Dd]oes|[Mm]ust) (?P<who>{NAME}) "
    rf"(?:(?!{NAME}\b)[\w' -])*?)(?<![\w'-])(?P=who)'s (?=(?P<what>[A-Z]{{2}}[A-Z' !-]*)|(?:hand|turn)\b)"
)
_SO_MUCH = re.compile(
    rf"(?<![\w'-])(?P<who>{PRINTED}|{NAME}),? (?:\((?=[a-z]+ \d+\)))?(?:of |at |with |an? "
    rf")?(?P<measure>[a-z]+) (?P<count>\d+)\)?(?=,|$| (?:and|but)\b)"
)
"""`HAMPER, size 6`: how much of something it has, told beside its name."""
_WITH_SO_MANY = re.compile(
    rf"^(?P<said>(?P<who>(?:{NAME}'s |[Hh]is |[Hh]er )?(?:[A-Z][A-Z'!-]+(?: [A-Z][A-Z'!-]*)*|the [a-z]+(?: [a-z]+)?)) "
    r"(?:is|are|lies?|stands?) .+?),? "
    r"(?:with|and has) (?P<count>\d+) (?P<what>[a-z]+(?: [a-z]+)?)(?: (?:left|still))? (?:on|in) it$"
)
"""What lies on a thing, told beside what is said of it: `THE POT is on the stove with 2 eggs in it`."""
_DOER = rf"(?P<who>{NAME}|[Hh]e|[Ss]he)"
_CARRYING = re.compile(rf"^(?P<deed>{_DOER} [a-z]+ .+?),? (?:while |and is )?(?P<doing>carrying|holding|wearing) (?P<what>.+)$")
_IN_HIS_HANDS = re.compile(rf"^(?P<deed>{_DOER} [a-z]+ .+?),? with (?P<what>.+) in (?:his|her|their|(?P=who)'s) (?:own )?(?:hands|arms)$")
_BETWEEN = re.compile(
    rf"^(?P<deed>(?P<who>{NAME}) [a-z]+ (?P<what>(?:(?:an?|the|another) )?(?:[a-z]+(?: [a-z]+)?|{PRINTED}))) "
    rf"(?P<where>between (?:{NAME}|the [a-z]+) and (?:{NAME}|the [a-z]+))$"
)
_WITH_HIM = re.compile(
    rf"^(?P<said>(?P<who>{NAME}|he|she) (?:is|stands|sits) (?:in|on|at) .+?) with (?P<what>(?:his|her|the|an?|{NAME}'s) .+)$"
)
_ALL_SO = re.compile(
    rf"^(?P<has>.+ ha[sd] )(?P<count>\d+|{'|'.join(NUMERALS[2:11])}) (?P<what>[a-z]+s)(?P<where> in [a-z]+)?, "
    r"(?:all|every one)(?: of them)? (?P<how>[a-z]+)$"
)
_FROM_NEXT = re.compile(
    rf"^(?P<deed>(?P<who>{NAME}|he|she) .+ (?:at|on|against) (?P<whom>{NAME}|him|her)),? (?:from|in) "
    r"(?P<near>the same|(?:the|an?) (?:next|adjacent|neighbouring|adjoining)) (?P<space>space|square)(?: (?:over|to (?:him|her)))?$"
)
_FROM_PLACE = re.compile(
    rf"^(?P<deed>{_DOER} [a-z]+ (?:.* )?(?P<what>the [a-z]+(?: [a-z]+)?|[A-Z][A-Z' !-]+[A-Z]|{NAME})),? "
    rf"(?:straight |directly )?(?:from|out of) (?:his|her|their|(?P=who)'s) (?:own )?(?P<place>[a-z]+(?: [a-z]+)?)"
    r"(?P<rest>(?: (?:at|on|against|into|onto) .+)?)$"
)
_ONTO = re.compile(
    rf"^{_DOER} (?:now |then )?(?:walks?|moves?|goes|steps?|comes|runs|gets|lands|walked|moved|went|stepped|came|ran) "
    r"(?:on ?to|into|over|to|on|upon|across) (?:an?|the) (?P<space>square|space) "
    r"(?:with|containing|holding|that (?:has|holds)|where there is) (?P<what>.+?)(?: (?:in|on) it| lying (?:there|in it|on it))?$"
)
_FINDS = re.compile(
    rf"^{_DOER} (?:now |then )?(?:finds|found|comes across|came across|comes upon|came upon|stumbles (?:up)?on|steps onto|lands on) "
    r"(?P<what>(?:an?|another|the|one of) [a-z].+|(?:an? |the |another )?[A-Z][A-Z' !-]+)$"
)
"""Ways to come to be where something lies."""
MEASURES = ("strength", "points", "damage")
"""What a book may call the points of a deed."""
_DOES = {"carrying": "carries", "holding": "holds", "wearing": "wears"}
MOST_WORDS = 6
"""So many words may be said of a thing before it is told what becomes of it."""


_ALREADY = re.compile(r"\b(?P<is>is|are|was|were|has|have|had) (?:already|just|currently|now|also) (?=[a-z]+(?:ing|ed)\b)")
_NOW_DOES = re.compile(rf"^(?P<who>{NAME}|[Hh]e|[Ss]he) (?:now|then|also|just|still|already) (?=(?:has|[a-z]+[a-rt-z]s)\b)")


_OF_WHOM = re.compile(
    rf"\b(?P<by>by|from|with|of|to) (?:an? |the )?(?P<card>{PRINTED}) (?:(?:that|which) )?(?:(?P<who>{NAME}) (?:has |had )?|)"
    rf"(?:cast|threw|thrown|played|used|fired)(?(who)| by (?P<whom>{NAME}))(?: at (?:him|her|it|them))?\b"
)
_DIES_FROM = re.compile(
    rf"^(?P<who>{NAME}|the [a-z]+) (?:dies|died|is dead|was dead) (?:from|of|by|to|because of|through) "
    rf"(?P<what>{NAME}'s {PRINTED})$"
)


def nearer(text: str) -> str:
    """The same in plainer words: `Bob's space` for where Bob is standing, `is lying` for what is already so, `has` for `still has`,
    `by Bob's PIE` for by a pie that was thrown by Bob, `is killed by` for who dies from it."""
    text = _OF_WHOM.sub(lambda found: f"{found['by']} {found['who'] or found['whom']}'s {found['card']}", text)
    text = _ALL_SO.sub(lambda found: f"{found['has']}{found['count']} {found['how']} {found['what']}{found['where'] or ''}", text)
    text = _DIES_FROM.sub(r"\g<who> is killed by \g<what>", text)
    text = _NOW_DOES.sub(r"\g<who> ", _ALREADY.sub(r"\g<is> ", text))
    text = _WHERE_ONE_IS.sub(r"\g<who>'s \g<space>", text)
    return _IS_STANDING.sub(r"\g<is> ", text)


def his_own(text: str, another_s: Callable[[str], bool]) -> str:
    """`his` for what is of him who is asked about, where it is not told to be another's: `may Ann throw Ann's PIE`."""
    match = _HIS_OWN.match(text) if text.endswith("?") else None
    if match is None or match["what"] and another_s(match["what"].strip()):
        return text
    return his_own(f"{match['start']}his {text[match.end() :]}", another_s)


def attributes(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """A deed of so many points, and the way of another."""
    match = _FOLLOWS.match(text)
    if match is not None:
        goes = "goes" if match["verb"].endswith("s") else "go"
        said = f"{match['start']}{goes} {match['way']} {match['where'] or 'it'}"
        yield Rephrased((said,), f"`{text}` is read as `{said}`")
    match = (_POINTS.search(text) or _FOR_POINTS.search(text) or _DOES_POINTS.match(text)) if not question else None
    if match is not None:
        deed = f"{text[: match.start()]}{match['card']}{match['rest']}"
        yield from (Rephrased((f"{deed}, the {measure} of {{event}} is {match['count']}",)) for measure in MEASURES)


def told_apart(text: str) -> Iterator[tuple[str, ...]]:
    """What is said of a thing, and then what is told or asked of it: each a piece of its own."""
    mark, text = "?" if text.endswith("?") else "", text.removesuffix("?")
    match = _AT_PLACE.search(text)
    if match is not None:
        said = f"the {match['what']}"
        yield f"{said} is {match['where']}", f"{text[: match.start()]}{match['deed']} {said}{mark}"
    match = _SO_MUCH.search(text) if not mark else None
    if match is not None:
        measured = f"{match['who']} is {match['measure']} {match['count']}"
        yield measured, f"{text[: match.start()]}{match['who']}{text[match.end() :]}"
    match = _WITH_SO_MANY.match(text) if not mark else None
    if match is not None:
        yield match["said"], f"{match['who']} has {match['count']} {match['what']}"
    yield from _beside_the_deed(text) if not mark else ()
    match = _OF_WHICH.search(text)
    if match is not None:
        said, before = f"the {match['what']}", text[: match.start()]
        words = match["said"].split(" ")
        yield f"{said} {match['said']}", f"{before}{said}{mark}"
        for k in range(2, min(MOST_WORDS, len(words) - 1) + 1) if mark else ():
            yield f"{said} {' '.join(words[:k])}", f"{before}{said} {' '.join(words[k:])}?"


def _beside_the_deed(text: str) -> Iterator[tuple[str, ...]]:
    """What he has with him who does something, before the deed: `goes home carrying a PIE`.

    Likewise where it lies that he does it with: `throws a PIE from her bag`; what lies where he goes: `finds a PIE`.
    """
    match = _CARRYING.match(text)
    if match is not None:
        yield f"{match['who']} {_DOES[match['doing']]} {match['what']}", match["deed"]
    match = _IN_HIS_HANDS.match(text)
    if match is not None:
        yield f"{match['who']} carries {match['what']}", match["deed"]
    match = _BETWEEN.match(text)
    if match is not None:
        what = re.sub("^(?:an?|the|another) (?=[A-Z])", "", match["what"])
        yield f"{re.sub('^(?:an?|another) ', 'the ', what)} is {match['where']}", match["deed"]
    match = _WITH_HIM.match(text)
    if match is not None:
        owner, what = re.findall(rf"({NAME})'s", match["said"]), match["what"]
        what = re.sub("^(?:his|her) ", f"{owner[-1]}'s ", what) if owner else what
        yield match["said"], f"{match['who']} carries {what}"
    match = _FROM_NEXT.match(text)
    if match is not None:
        near = "is adjacent to" if match["near"] != "the same" else f"is in the same {match['space']} as"
        yield f"{match['who']} {near} {match['whom']}", match["deed"]
    match = _FROM_PLACE.match(text)
    if match is not None:
        yield from ((f"{match['what']} is in {the}{match['place']}", match["deed"] + match["rest"]) for the in ("", "the "))
    match = _ONTO.match(text)
    if match is not None:
        yield (f"{match['who']} is in the same {match['space']} as {match['what']}",)
    match = _FINDS.match(text)
    if match is not None:
        yield from ((f"{match['who']} is in the same {space} as {match['what']}",) for space in ("space", "square"))
