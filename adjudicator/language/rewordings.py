"""What people say in one breath, as sentences that together say the same: tried where nothing else reads.

English, and no words of a game; which of the sentences a book has, its phrases say. None says more or less than what was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.language.words import NUMERALS, ORDINALS, third_person, with_digits

_NAME = r"(?:[A-Z][\w'-]*(?: [A-Z][\w'-]*)*|the [a-z]+(?: [a-z]+)?)"
_BOTH = re.compile(rf"(?P<one>{_NAME}) and (?P<other>{_NAME}) (?P<verb>[a-z]+)(?: both)? (?P<so>.+)")
_EACH_OTHER = re.compile(r"(?P<so>.*?)(?: to| with| of| from)? ?(?:each other|one another)(?P<rest>.*)")
_LIST = re.compile(rf"(?P<head>.+?) (?P<first>{_NAME}(?:, {_NAME})*) and (?P<last>{_NAME})(?P<rest>(?: [a-z].*)?)")
_HIS = re.compile(rf"(?P<what>{_NAME}) is (?P<who>[A-Z][\w-]*)'s")
_IDLE = re.compile(r"(?<!\S)(?:(?:already|just|only|still|now|then|so far) ?(?=\S|$)|yet$)")
_NONE_OF = re.compile(r"(?<!\S)no (?=[a-z])")
_NOTHING_DONE = re.compile(
    rf"{_NAME} (?:passes|does nothing|plays nothing|(?:does not|doesn't|(?:declines|refuses|chooses not) to)"
    r" (?:answer|counter|defend|interrupt|play|react|respond)(?: (?:it|this|that))?)"
)
_OF_SO_MUCH = re.compile(rf"(?P<who>{_NAME}) is an? (?P<nth>{'|'.join(ORDINALS)})[- ](?P<what>[a-z]+) [a-z]+(?: [a-z]+)?")
_TURNS_OF_PHRASE = (
    (re.compile(r" (?:cannot|can't|can not) see (?:a thing|anything)(?: at all)?$"), " sees nothing"),
    (
        re.compile(rf" (?:holds|is holding|is sitting on) (?=(?:\d+|{'|'.join(NUMERALS[1:])}) cards?$)(?P<cards>.+)$"),
        r" has \g<cards> in hand",
    ),
    (
        re.compile(r" has (?:already )?(?:used up|used) (?:his|her|its) (?:one |only )?(?P<what>[a-z]+)(?: this turn)?$"),
        r" has used 1 \g<what> this turn",
    ),
)
"""What people say for plainer words."""
_ONE_OF_IT = re.compile(r"(?<!\S)(?:1|one) (?P<what>[a-z]+)(?!\S)")
_TRIES = re.compile(rf"(?P<who>{_NAME}) (?:tries|attempts) to (?P<deed>[a-z]+)(?P<rest>.*)")
"""Whether it comes to that is for the rules to say: what somebody tries is told as what he does."""
_DONE = re.compile(rf"(?P<who>{_NAME}) (?:has )?(?P<done>[a-z]+ed)(?P<when> this turn| this round)?")
_THERE_IS = re.compile(
    r"[Tt]here (?:is|stands|lies) (?P<what>an? [a-z]+(?: [a-z]+)?) (?P<where>(?:between|in|on|at|inside|behind|under) .+)"
)
_SMALL = ("as", "to", "with", "")
"""What may stand between how two are and the second of them."""


def in_one_breath(text: str) -> Iterator[tuple[str, ...]]:
    """The ways to say a text in several sentences, or in one of another form: all of those of a way together say what it says."""
    if (both := _BOTH.fullmatch(text)) is not None:
        yield from _of_both(both["one"], both["other"], both["verb"], both["so"])
    if (several := _LIST.fullmatch(text)) is not None:
        names = (*several["first"].split(", "), several["last"])
        yield tuple(f"{several['head']} {name}{several['rest']}" for name in names)
    if (his := _HIS.fullmatch(text)) is not None:
        yield (f"{his['what']} belongs to {his['who']}",)


def without_idle(text: str) -> Iterator[str]:
    """A text without the words that change nothing of what it says (`already`, `only`); with figures for numbers, and 0 for `no`; done
    once, where nobody counts."""
    plain = " ".join(_IDLE.sub("", text).split())
    yield from dict.fromkeys((plain, with_digits(plain), _NONE_OF.sub("0 ", plain)))
    for turn, said in _TURNS_OF_PHRASE:
        if turn.search(plain) is not None:
            yield turn.sub(said, plain)
    if (so := _OF_SO_MUCH.fullmatch(plain)) is not None:  # `is a tenth-level boat`
        yield f"{so['who']} has {so['what']} {ORDINALS.index(so['nth']) + 1}"
    if (tried := _TRIES.fullmatch(plain)) is not None:
        yield f"{tried['who']} {third_person(tried['deed'])}{tried['rest']}"
    if (done := _DONE.fullmatch(plain)) is not None:  # `has dived this turn`, where it is counted how often
        whens = (done["when"] or "", *((" this turn",) if "already" in text and not done["when"] else ()))
        yield from (f"{done['who']} has {done['done']} 1 times{when}" for when in whens)


def tells_nothing(text: str) -> bool:
    """Whether a text that cannot be read says that somebody does nothing (`Bob passes`): what is not told does not happen anyway."""
    return _NOTHING_DONE.fullmatch(text) is not None


def there_is(text: str) -> Iterator[str]:
    """`a wall is between Ann and Bob` for `there is a wall between Ann and Bob`; `a wall` for `1 wall`."""
    if (alone := _ONE_OF_IT.sub(r"a \g<what>", text)) != text:
        yield alone
    if (there := _THERE_IS.fullmatch(text)) is not None:
        yield f"{there['what']} is {there['where']}"


def _of_both(one: str, other: str, verb: str, so: str) -> Iterator[tuple[str, ...]]:
    """What two are or do: each to the other (`are next to each other`, `are in the same room`), or each for himself."""
    single = {"are": "is", "have": "has", "do": "does", "can": "can", "may": "may"}.get(verb) or third_person(verb)
    if (each := _EACH_OTHER.fullmatch(so)) is not None:
        for small in _SMALL:
            how = " ".join(part for part in (single, each["so"], small) if part)
            yield (f"{one} {how} {other}{each['rest']}", f"{other} {how} {one}{each['rest']}")
    else:
        yield (f"{one} {single} {so}", f"{other} {single} {so}")
        together = so.removesuffix(" together").removesuffix(" with each other")
        yield (f"{one} {single} {together} with {other}",)
    if verb in ("are", "stand", "sit", "lie"):
        ends = [" ".join(filter(None, (so, small, other))) for small in _SMALL]
        yield from ((f"{one} {how} {end}",) for how in dict.fromkeys((single, "is")) for end in ends)
