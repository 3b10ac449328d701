"""Everyday turns of phrase, said again in plainer ones: `has a hat on`, `lost her turn`, `gains 5 life`, `both throw it`.

Each way takes a piece and whether it is a question, and gives the pieces that say the same; none knows a word of a game.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from adjudicator.language.words import NAME, PAST, base_form, third_person
from adjudicator.records import dataclass


@dataclass(frozen=True)
class Rephrased:
    """The pieces in which something is said again, and what has to be told about it (empty: nothing was added or lost)."""

    pieces: tuple[str, ...]
    note: str = ""


Events = Collection[tuple[str, str]]
"""The names of the events told, each with whom it is aimed at (or empty)."""

_APART = re.compile(rf"^(?P<who>.*?\b)(?P<verb>[a-z]+) (?P<what>(?:(?:an?|the|his|her|their|{NAME}'s) )?(?:[A-Z][A-Z' !-]+|[a-z]+))"
                    r" (?P<where>up|on|off|down|back|away|out)$")  # fmt: skip
_ACTIVE = re.compile(rf"^(?P<who>{NAME}) (?:has|has got|keeps|got) (?P<what>(?:an? |the |his |her )?[A-Z][A-Z' !-]+?) "
                     r"(?:up|on|active|running|in effect|going|on (?:him|her|them)(?:self|selves)?)$")  # fmt: skip
_HIS_IN_PLAY = re.compile(
    rf"^(?P<who>{NAME})'s (?P<what>[A-Z][A-Z'!-]+(?: [A-Z][A-Z'!-]*)*) (?:is|stays|remains) (?:still |now |already )?"
    r"(?P<how>in (?:play|effect|force)|on the table|active|up)$"
)
_WHOSE = re.compile(r"(?<=[a-z]) (?:his|her|their|its) (?=[a-z])")
_POINTS = re.compile(r"\b(?P<count>\d+) points? of (?P<what>[a-z]+)\b")
_COUNTED = re.compile(r"^(?P<who>.+? (?P<verb>[a-z]+)) (?P<count>\d+) (?P<what>[a-z]+)$")
_ONE_OF_IT = re.compile(r"(?<=[a-z] )(?:one|1|a single) (?P<what>[a-z]+[^s\W])(?= to |$)")
_OUTSIDE = re.compile(r"^(?P<who>.+?) (?:is|stands|sits) outside(?: of)?(?: it| the (?P<what>[a-z ]+))?$")
_UNSEEN = re.compile(rf"^(?P<what>{NAME}|the [a-z]+) (?:is|stands|sits) (?:not (?:in|within)|out of|outside of) (?:the )?"
                     rf"(?:line of )?sight (?:of|from) (?P<who>{NAME}|the [a-z]+)$")  # fmt: skip
_GIVES = re.compile(
    rf"^(?P<does>(?:.+ )?(?:gives?|hands?|passes|pass|lends?|sells?|shows?)) (?P<whom>{NAME}|him|her) "
    rf"(?P<what>(?:an?|the|his|her|their|one of (?:his|her|their)) .+?|[A-Z][A-Z' !-]+)$"
)
_GIVER = re.compile(rf"^(?:may|can|could) (?P<who>{NAME}) ", re.IGNORECASE)
_ANSWERS_IT = re.compile(r"\b(?P<verb>answers?|counters?|counteracts?|responds?|reacts?) (?:to )?(?:it|that|this) (?=with\b)")
_THINGS_NAME = rf"(?:[A-Z][A-Z'!-]+(?: [A-Z][A-Z'!-]+)+|{NAME})"
_OR_EACH = "(?:both |each )?"
_BOTH_DO = re.compile(rf"^(?P<one>{_THINGS_NAME}) and (?P<other>{_THINGS_NAME}) {_OR_EACH}(?P<verb>[a-z]+) {_OR_EACH}(?P<rest>.+)$")


_PLACE = r"(?:between|in|inside|on|under|next to|behind|beside|near|in front of)"
_THERE = re.compile(
    rf"^there (?:is|are|stands?|lies?|sits?) (?:still |also |now )?(?P<what>(?:an?|another|one|the) .+?|{NAME}) (?P<where>{_PLACE} .+)$",
    re.IGNORECASE,
)
_LIES = re.compile(r"^(?P<what>.*[a-z]|[A-Z][A-Z'!-]+(?: [A-Z][A-Z'!-]*)*) (?P<is>is|are|stands?) (?P<where>(?:in|on|at) .+)$")
_NEAR_IT = re.compile(
    r" in (?:an?|the) (?:square|space|corridor|passage|hallway|place) "
    r"(?=(?:right |just |directly )?(?:next to|beside|adjacent to|behind)\b)"
)
_LOSES = re.compile(r"\b(?P<verb>loses?|misses|skips?) (?:his|her|their|[A-Z][\w-]*'s) (?:next |whole )?turn\b")
_LOST_TO = re.compile(
    rf"^(?P<said>(?P<who>{NAME}|he|she)"
    r"(?:'s turn is lost| (?:loses|lost|misses|has lost|is losing) (?:(?:his|her|their|this|a|the) )?(?:whole )?turn))"
    r",? (?P<cause>(?:because of|due to|thanks to|to|from|by) .+)$"
)
"""A turn that is lost, and to what: that is over."""
_RIGHT = re.compile(r"\b(?:right|just|directly|immediately) (?=(?:next to|beside|adjacent to|behind|between)\b)")
_TWICE = re.compile(
    r"^(?P<deed>.+?) (?:twice|two times)(?: (?:in (?:one|the same|a single|that|his|her) turn|in a row|this turn|at all))?$", re.IGNORECASE
)
_MAY_DO = re.compile(rf"^(?:may|can|could) (?P<who>{NAME}|he|she) (?P<verb>[a-z]+)(?P<rest>.*)$", re.IGNORECASE)
_BOTH = re.compile(
    rf"^(?P<asks>(?:may|can|could) (?P<who>{NAME}|he|she)) (?:still |now )*(?P<both>both )?(?P<verb>[a-z]+)(?P<rest>(?: [^,?]+?)?),? and"
    r"(?P<then> then| afterwards| still)* (?P<other>[a-z]+(?: .+?)?)(?P<one> (?:in|during) (?:the same|one|a single|that|this) turn)?$",
    re.IGNORECASE,
)
"""Leave for two deeds, one after the other."""
_PART_OF_TURN = re.compile(
    r"^(?P<rest>.+?) (?P<when>(?:at|in|near|before) the (?:very )?(?:end|start|beginning|middle) of "
    rf"(?:(?:his|her|their|the|{NAME}'s) (?:own )?turn|the turn of {NAME}))$"
)
_LEAVE_OR_DUTY = re.compile(r"(?:may|can|could|must|how many)\b", re.IGNORECASE)
"""How it is asked what may be done in a turn; how things are at the end of it is another question than how they are now."""
_HAS_A = re.compile(rf"^(?P<who>{NAME}|he|she) (?:has|is left with) (?P<count>an?|one|no) (?:more )?(?P<what>[a-z]+(?: [a-z]+)?)$")
_NONE_IN = re.compile(
    rf"^(?P<who>{NAME}) has (?:no|no more) [a-z]+s?(?: left| remaining)? in (?:his|her|their|(?P=who)'s) (?P<where>[a-z]+(?: [a-z]+)?)$"
)
_IS_AT = re.compile(
    rf"^(?P<who>{NAME}|he|she) (?:is|was) (?:still |now |already )?(?:at|on|down to|up to|left with) (?P<count>\d+ [a-z]+(?: [a-z]+)?)$"
)
_TO_THAT_END = re.compile(r"^(?P<deed>.+?) (?P<end>(?:in order )?to (?!(?:the|an?|his|her|their|it|him|them)\b)[a-z]+ .+)$")
_GIVES_UP = re.compile(r" (?:discard(?:s|ed)?|[a-z]+ away|spen(?:d|ds|t)|pa(?:y|ys|id)|sacrific(?:e|es|ed)|g[ai]ves? up) ")
"""What is done for something else: that is what was meant."""
_FROM_HERE = re.compile(
    r"(?<=\w) (?:from|off|in) (?:(?:his|her|their) (?:own )?(?:square|space)|the (?:floor|ground)|(?:the|that) "
    r"(?:square|space) (?:he|she) is in)$"
)
"""Where one picks a thing up, or does something to it: where one is."""
_PUTS_INTO = re.compile(
    rf"^(?P<who>(?:(?:may|can|could|does) )?(?:{NAME}|he|she)(?: wants to| would like to)?) (?P<verb>puts?|brings?|"
    rf"places?|lays?) (?P<rest>(?!(?:on|down|up|off)\b).+ (?:into|in|onto) .+)$",
    re.IGNORECASE,
)
_HOW_MANY_IN = re.compile(
    rf"^how many (?P<what>[a-z]+) (?:(?:does|do|did|will|has) (?P<where>the [a-z]+|{NAME}) (?:have|get|got|suffer|take)|"
    r"are (?:there )?(?:in|on) (?P<there>the [a-z]+))(?: now| then)?$",
    re.IGNORECASE,
)
_MEANS_TO_IT = re.compile(
    rf"^(?P<who>{NAME}|he|she) (?:puts|sends|takes|uses|sets|plays|chooses|picks|presents|spends|throws|gives|discards|burns) "
    r"(?:up |out |forward |in |down |away )?"
    r"(?P<what>(?:an?|the|his|her|another) .+?|[A-Z][A-Z' !-]+?)(?: up| out| forward| in| down)? to (?P<verb>[a-z]+)(?: (?P<rest>.+))?$"
)
"""What somebody uses to do something: the deed, done with that."""
_COUNTS = re.compile(r"\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|cards?|points?|draws?)\b")
"""What makes an end a deed of its own (`to draw five cards`): what is done for it is not the same without it."""
_FOR_HIM = re.compile(rf"^(?P<deed>.+ [a-z]+) for (?P<who>{NAME}|him|her|them)$")
_AGAINST_IT = re.compile(r"to (?:block|stop|counter|avoid|prevent|answer|survive) (?:it|that|this)")
_AIMED = re.compile(r"\b(?:at|on|upon|against) ")
_WITH_THERE = re.compile(
    rf"^(?P<who>{NAME}|[Hh]e|[Ss]he) (?P<is>(?:is|stands|sits|waits) (?:in|on|at|inside) (?:an?|the) [a-z]+(?: [a-z]+)?),? with "
    r"(?P<what>(?:an?|another|the) [a-z]+(?: [a-z]+)?) (?P<where>(?:between|behind|before|next to|beside|in front of) .+)$"
)


def everyday(text: str, question: bool) -> Iterator[Rephrased]:
    """Other ways to say a piece, those that lose nothing first."""
    yield from _twice(text, question)
    yield from _both(text) if question else ()
    yield from _asked(text) if question else ()
    yield from _has_one(text) if not question else ()
    yield from _placed(text, question)
    at = _IS_AT.match(text) if not question else None
    if at is not None:
        yield Rephrased((f"{at['who']} has {at['count']}",))
    his = _HIS_IN_PLAY.match(text) if not question else None
    if his is not None:
        yield Rephrased((f"{his['who']} has {his['what']} {his['how']}",))
    yield from _apart(text)
    yield from _perfect(text, question)
    yield from _counted(text)
    answered = _ANSWERS_IT.sub(r"\g<verb> ", text)
    if answered != text and not question:
        yield Rephrased((answered,))
    outside = _OUTSIDE.match(text) if not question else None
    if outside is not None:
        yield Rephrased((f"{outside['who']} is not inside {'the ' + outside['what'] if outside['what'] else 'it'}",))
    unseen = _UNSEEN.match(text) if not question else None
    if unseen is not None:
        yield Rephrased((f"{unseen['who']} cannot see {unseen['what']}",))
    given = _GIVES.match(text)
    if given is not None and not given["does"].startswith(f"{given['whom']} "):  # `she shows her HAMPER`: to nobody
        deed, giver = f"{given['does']} {given['what']} to {given['whom']}", _GIVER.match(text) if question else None
        if giver is not None:
            yield Rephrased((f"{giver['who']} holds {given['what']}", deed), f"{giver['who']} is taken to hold what is given")
        yield Rephrased((deed,))
    both = _BOTH_DO.match(text) if not question else None
    if both is not None:
        verb = third_person(base_form(both["verb"]))
        yield Rephrased(tuple(f"{who} {verb} {both['rest']}" for who in (both["one"], both["other"])))
    here = _FROM_HERE.search(text)
    if here is not None:
        yield Rephrased((text[: here.start()],), f"`{here[0].strip()}` is left out")
    into = _PUTS_INTO.match(text)
    if into is not None:
        verb = "play" if question or into["who"].endswith(" to") else "plays"
        yield Rephrased((f"{into['who']} {verb} {into['rest']}",), f"`{into['verb']}` is read as `{verb}`")
    count = _HOW_MANY_IN.match(text) if question else None
    if count is not None:
        yield from (Rephrased((f"the {count['what']} {of} {count['where'] or count['there']}",)) for of in ("in", "of", "on"))
    cause = _LOST_TO.match(text) if not question else None
    if cause is not None:
        ways = (cause["said"], f"{cause['who']} is losing a turn", f"{cause['who']} is on a lost turn")
        yield from (Rephrased((said,), f"`{cause['cause']}`: what the turn was lost to is left out") for said in ways)
    loses = _LOSES.search(text)
    if loses is not None:
        yield Rephrased((_LOSES.sub(r"\g<verb> a turn", text),))
    whom = _FOR_HIM.match(text)
    if whom is not None:
        yield Rephrased((whom["deed"],), f"`for {whom['who']}` is left out")
    yield from _means_to_it(text) if not question else ()
    end = _TO_THAT_END.match(text)
    told = end is not None and (not question or _AIMED.search(end["deed"]) or _AGAINST_IT.fullmatch(end["end"]))
    idle = end is not None and not _COUNTS.search(end["end"]) and not _GIVES_UP.search(end["deed"])
    if end is not None and told and idle and not end["deed"].islower():
        yield Rephrased((end["deed"],), f"`{end['end']}`: what it is done for is left out")
    whose = _WHOSE.search(text)
    if whose is not None:
        yield Rephrased((_WHOSE.sub(" ", text),), f"`{whose[0].strip()}` is left out")


def _means_to_it(text: str) -> Iterator[Rephrased]:
    """`Ann puts up a rug to stop it` as that she stops it with a rug."""
    means = _MEANS_TO_IT.match(text)
    if means is None:
        return
    does, rest = f"{means['who']} {third_person(means['verb'])}", means["rest"] or ""
    for whom in dict.fromkeys((rest, "" if rest in ("it", "that", "this", "him", "her") else rest)):
        said = f"{does} {whom} with {means['what']}".replace("  ", " ")
        yield Rephrased((said,), f"`{text}` is read as `{said}`")


_GO_ON = re.compile(
    rf"^(?P<asks>(?:may|can|could) (?:{NAME}|he|she)) (?:still |now |then |even )*(?:"
    r"(?P<verb>walk|move|go|run|step) (?:on|further|any further|any more|onwards?)|"
    r"(?:keep|continue|finish|go on) (?:on )?(?P<doing>walking|moving|going|running)|continue to (?P<to>walk|move|go|run))(?P<rest> .*)?$",
    re.IGNORECASE,
)
_DO_MANY = re.compile(
    rf"^(?P<asks>(?:may|can|could) (?:{NAME}|he|she) (?:still |now |then |even )*(?P<verb>[a-z]+)) "
    r"(?:(?:any|some|more|any more|his|her|the) )?(?P<what>[a-z]+)s(?P<rest> .*)?$",
    re.IGNORECASE,
)
_EACH_ASKED = re.compile(
    rf"^(?P<asks>(?:may|can|could) (?:{NAME}|he|she)) (?:still |now |then |even )*(?P<one>[a-z]+(?: [^,?]+?)?)(?:,? and|"
    rf",? or) (?:also |even )*"
    r"(?P<other>(?!(?:then|the|an?|his|her|their|its|another|both|all|not|him|it|them|with|at|one|two|three|four|more|"
    r"[a-z]+ly)\b)[a-z]+(?: .+?)?)"
    r"(?: this turn| now)?$",
    re.IGNORECASE,
)


_GETS_BOTH = re.compile(
    rf"^(?P<asks>(?:does|do|did|will) (?:{NAME}|he|she) (?:now |then |also )?(?:get|receive|keep|inherit|take over)) "
    rf"(?P<one>[^,?]+?)(?:,? and) (?P<other>"
    r"(?:the |his |her |an? )?[A-Z][^,?]*|(?:the|his|her) [^,?]+)$",
    re.IGNORECASE,
)


def gets_each(text: str) -> list[str]:
    """`does Ann get the cards and the HAT?` as two questions, whether she gets the one, and the other; empty for all else."""
    both = _GETS_BOTH.match(text.removesuffix("?")) if text.endswith("?") else None
    return [f"{both['asks']} {both[what]}?" for what in ("one", "other")] if both is not None else []


def asks_each(text: str) -> list[str]:
    """`may Ann walk and draw?` as two questions, each of what was told; not `walk and then draw`, which is one after the other."""
    each = _EACH_ASKED.match(text.removesuffix("?")) if text.endswith("?") and not any(_both(text.removesuffix("?"))) else None
    return [f"{each['asks']} {each[what]}?" for what in ("one", "other")] if each is not None else []


def _asked(text: str) -> Iterator[Rephrased]:
    """`may Ann walk on` as whether she may walk; `may she draw cards` of one."""
    on = _GO_ON.match(text)
    if on is not None:
        verb = on["verb"] or on["to"] or {"running": "run", "moving": "move"}.get(on["doing"], on["doing"][: -len("ing")])
        yield Rephrased((f"{on['asks']} {verb}{on['rest'] or ''}",))
    many = _DO_MANY.match(text)
    if many is not None and not many["what"].endswith("s"):
        for what in (f"1 {many['what']}s", f"a {many['what']}"):
            yield Rephrased((f"{many['asks']} {what}{many['rest'] or ''}",), f"`{text}` is asked of one")


def _twice(text: str, question: bool) -> Iterator[Rephrased]:
    """`Ann throws it twice` as that she throws it, and throws it; `may Ann throw it twice` as whether she may when she has."""
    twice = _TWICE.match(text)
    if twice is None:
        return
    deed, asked = twice["deed"], _MAY_DO.match(twice["deed"]) if question else None
    if asked is not None:
        done = f"{asked['who']} {third_person(asked['verb'])}{asked['rest']}"
        yield Rephrased((done, deed), f"`{text}` is asked of the second time: `{done}` is told before it")
    elif not question:
        yield Rephrased((deed, deed))


def _both(text: str) -> Iterator[Rephrased]:
    """`may Ann both walk and throw`, `may she walk and then throw`: whether she may do the second when she has done the first."""
    both = _BOTH.match(text)
    if both is not None and (both["both"] or both["then"] or both["one"]):
        done = f"{both['who']} {third_person(both['verb'])}{both['rest']}"
        note = f"`{text}` is asked of the second: `{done}` is told before it"
        yield Rephrased((done, f"{both['asks']} {both['other']}"), note)


def _has_one(text: str) -> Iterator[Rephrased]:
    """`Ann has a sticker` as that she has 1 stickers, as it is counted; `has no hats left in her box` as that the box is empty."""
    one = _HAS_A.match(text)
    if one is not None:
        yield Rephrased((f"{one['who']} has {0 if one['count'] == 'no' else 1} {one['what']}s",))
    none = _NONE_IN.match(text)
    if none is not None:
        yield Rephrased((f"the {none['where']} of {none['who']} is empty",), f"`{text}` is read as that the {none['where']} is empty")


def part_of_turn(text: str) -> tuple[str, str]:
    """What is done, told, or asked for leave, without that it is at the end (or another part) of a turn; and those words (else empty)."""
    part = _PART_OF_TURN.match(text.removesuffix("?"))
    if part is None or part["rest"].startswith("it is") or text.endswith("?") and not _LEAVE_OR_DUTY.match(text):
        return text, ""
    return part["rest"] + ("?" if text.endswith("?") else ""), part["when"]


def _placed(text: str, question: bool) -> Iterator[Rephrased]:
    """`there is a rug between them` as `a rug is between them`; `stands in the hall next to it` as `stands next to it`."""
    around = _WITH_THERE.match(text) if not question else None
    if around is not None:
        where = re.sub(r"\b(?:him|her|them)(?:self|selves)?(?= and\b|$)", around["who"], around["where"])
        stands = f"{around['what']} is {where}"
        yield Rephrased((f"{around['who']} {around['is']}", stands))
        yield Rephrased((stands,), f"`{around['who']} {around['is']}` is left out")
    lies = _LIES.match(text) if not question else None
    if lies is not None:
        yield Rephrased((f"{lies['what']} {'lie' if lies['is'] in ('are', 'stand') else 'lies'} {lies['where']}",))
    there = _THERE.match(text) if not question else None
    if there is not None:
        yield from (Rephrased((f"{there['what']} {verb} {there['where']}",)) for verb in ("is", "lies", "stands"))
    plain = _RIGHT.sub("", text)
    if plain != text:
        yield Rephrased((plain,))
    near = _NEAR_IT.search(text)
    if near is not None:
        yield Rephrased((_NEAR_IT.sub(" ", text, count=1),), f"`{near[0].strip()}` is left out")


def _apart(text: str) -> Iterator[Rephrased]:
    """`puts a hat on` as `puts on a hat`, `has it on` as `wears it`; `has SHADE up` as `is under SHADE`."""
    match = _APART.match(text)
    if match is not None:
        yield Rephrased((f"{match['who']}{match['verb']} {match['where']} {match['what']}",))
        if (base_form(match["verb"]), match["where"]) in (("have", "on"), ("put", "on")):
            yield Rephrased((f"{match['who']}{'wear' if base_form(match['verb']) == match['verb'] else 'wears'} {match['what']}",))
    match = _ACTIVE.match(text)
    if match is not None:
        under = f"{match['who']} is under {match['what']}"
        yield Rephrased((under,), f"`{text}` is read as `{under}`")


def _perfect(text: str, question: bool) -> Iterator[Rephrased]:
    """`lost this turn` as `has lost this turn`: what is over."""
    for match in re.finditer(rf"^(?P<who>{NAME}|he|she|the [a-z]+) (?P<verb>[a-z]+)(?= |$)", text) if not question else ():
        if match["verb"].endswith("ed") or PAST.get(match["verb"], "")[:2] == match["verb"][:2]:
            yield Rephrased((f"{match['who']} has {match['verb']}{text[match.end() :]}",))


def _counted(text: str) -> Iterator[Rephrased]:
    """`gains 5 life` and `gains 5 points of life` as each other; `walks one space` as `walks 1 spaces`."""
    one = _ONE_OF_IT.sub(r"1 \g<what>s", text)
    if one != text:
        yield Rephrased((one,))
    plain = _POINTS.sub(r"\g<count> \g<what>", text)
    if plain != text:
        yield Rephrased((plain,))
    match = _COUNTED.match(text)
    if match is not None and match["verb"] not in ("has", "have", "is", "are"):
        yield Rephrased((f"{match['who']} {match['count']} points of {match['what']}",))
