"""What somebody said, said again in other pieces: turns put before what happens in them, who-clauses taken out, details after the deed.

Each way gives the pieces in the order in which they are to be understood. None knows what a word means in a game; what is
left out or put for another word on the way is returned with them, to be told as taken for granted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from adjudicator.asking.everyday import Rephrased, everyday
from adjudicator.asking.wordings import PAST
from adjudicator.language.faults import NUMERALS
from adjudicator.language.synonyms import SAME
from adjudicator.language.words import base_form, third_person

_SHORT = {"it's": "it is", "he's": "he is", "she's": "she is", "that's": "that is", "there's": "there is", "who's": "who is",
          "what's": "what is", "they're": "they are", "i'm": "I am", "hasn't": "has not",
          "didn't": "did not", "couldn't": "could not", "they've": "they have", "he'll": "he will",
          "she'll": "she will", "wasn't": "was not", "weren't": "were not", "we're": "we are", "wouldn't": "would not",
          "haven't": "have not"}  # fmt: skip
_CURLY = str.maketrans({"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"'})
_NAME = r"[A-Z][\w-]*"
_TURN_FIRST = re.compile(rf"^(?:in|on|during|it is|it was) (?P<who>{_NAME})'s (?:own )?turn,? ?(?:and )?(?P<rest>.*)$", re.IGNORECASE)
_NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_NTH_TURN = re.compile(
    rf"^(?:in |on |during |it is |it was )?(?P<who>{_NAME})'s (?:very )?(?P<nth>{'|'.join(_NTH)}) turn(?:,? (?:and )?(?P<rest>.+))?$",
    re.IGNORECASE,
)
_TURN_LAST = re.compile(rf"^(?P<rest>.+?),? (?:in|on|during|of) (?P<who>{_NAME})'s (?:own )?turn$")
_ROUND = re.compile(r"^(?P<rest>.+?),? (?:in|during) (?P<round>the [a-z]+ round|round \d+)$")
_ROUND_FIRST = re.compile(r"^(?:in|during|it is|it was) (?P<round>the [a-z]+ round|round \d+),? (?:and )?(?P<rest>.+)$", re.IGNORECASE)
_PHASE_FIRST = re.compile(r"^(?:in|during) (?:the )?phase (?P<phase>[a-z]+|\d+),? (?:and )?(?P<rest>.+)$", re.IGNORECASE)
_PHASE_LAST = re.compile(r"^(?P<rest>.+?),? (?:in|during) (?:the )?phase (?P<phase>[a-z]+|\d+)$", re.IGNORECASE)
_THEIR_OWN = re.compile(r"\b(his|her|their|its|[A-Z][\w-]*'s) own (?=[\w'])")
_WHO = re.compile(rf"(?P<who>{_NAME}),? who (?P<said>[^,]+)(?:,|$)")
_DETAIL = re.compile(r"^(?P<deed>.+?)(?:,| with| at| for| of) (?:an? )?(?P<what>[a-z]+(?: [a-z]+)?) (?:of )?(?P<count>\d+)"
                     r"(?P<rest>(?: (?!with).*)?)$")  # fmt: skip
_NUMBER = re.compile(
    r"^(?P<deed>.+?),? (?:with|using|adding|and|at|plus|and (?:adds|uses|plays))(?: an?| the)?(?: number(?: card)?)? (?P<count>\d+)"
    r"(?P<rest>(?: (?!with).*)?)$"
)
_DAMAGE = re.compile(r"^(?P<deed>.+?) (?:for|and (?:does|deals)|doing|dealing) (?P<count>\d+) (?:points? of )?(?P<what>[a-z]+)$")
_ADVERBS = re.compile(r",? \b(?:already|just|now|currently|still|left|again|actually|really|(?<!the )(?<!very )(?<!'s )first|"
                      r"afterwards|at the moment|right now|"
                      r"in the meantime|this turn|at all|only|"
                      r"still only|anyway|too|so far|on the table|also|even|yet|ever|then|after that|after this|"
                      r"later|once more|any more|in the same turn|in that case|this way|like this|by now|instantly|immediately|the game|"
                      r"very|full|the very|of turns|to the (?:floor|ground))\b(?![- ]\w+ing)")  # fmt: skip
_TENSE = re.compile(r"\b(?P<help>is|are|was|were|has|have|had) (?P<verb>[a-z]+)\b")
_GOT = re.compile(
    r"\b(?:got|gets|has been|have been) (?P<verb>[a-z]+ed|hit|cut|hurt|shut|stuck|caught|lost|broken|torn|worn|hidden|blown|thrown)\b"
)
_STRIKES = re.compile(rf"^(?P<who>{_NAME}(?:'s [A-Z][A-Z '-]+)?) (?:hits|strikes|attacks|zaps|blasts|targets|shoots|kills) "
                      r"(?P<whom>.+?) with (?P<what>.+)$")  # fmt: skip
_OWNED = re.compile(rf"\b(?P<who>{_NAME})'s (?=(?P<what>[A-Z][A-Z'!-]+(?: [A-Z][A-Z'!-]+)*|[a-z]+(?: [a-z]+)?)\b)")
OWNS = ("the controller of {what} is {who}", "the owner of {what} is {who}", "{what} belongs to {who}", "{who} carries {what}",
        "{who} has {what}")  # fmt: skip
"""Ways to say whose something is, the nearest first."""
_GETS = re.compile(rf"(?:(?i:does|do|did|will|would|can|may) )?(?P<who>{_NAME}|he|she|(?i:who)) "
                   r"(?:gets?|got|receives?|takes? over|inherits?|keeps?)(?: to keep)? "
                   r"(?P<what>the [a-z].*|[A-Z][A-Z' !-]+)")  # fmt: skip
_COSTS = re.compile(rf"how (?:much|many) (?P<what>[a-z]+(?: [a-z]+)?) (?:does|do|did|will|would) (?:it|that|this) (?P<verb>[a-z]+)"
                    rf"(?: (?:him|her|{_NAME}))?", re.IGNORECASE)  # fmt: skip
_ANSWERING = ("plays", "answers with", "responds with")
_RESULTS = {**dict.fromkeys(("die", "dies", "died"), ("is dead",)),
            **dict.fromkeys(("survive", "survives"), ("is not dead", "is not destroyed"))}  # fmt: skip
Events = Collection[tuple[str, str]]
"""The names of the events told, each with whom it is aimed at (or empty)."""


def plainly(text: str) -> str:
    """Short forms written out and curly quotes straight: the same words, as they are read."""
    text = re.sub(
        r"^[A-Z][a-z]+(?= [a-z]+)", lambda word: word[0].lower() if word[0].lower() in NUMERALS else word[0], text.translate(_CURLY)
    )
    return _THEIR_OWN.sub(r"\1 ", re.sub(r"[A-Za-z]+'[a-z]+", lambda word: _as_written(word[0]), text))


def _in_words(figure: str) -> tuple[str, ...]:
    words = ("zero", *NUMERALS[1:])
    return (words[int(figure)],) if figure.isdecimal() and int(figure) < len(words) else ()


def _as_written(word: str) -> str:
    long = _SHORT.get(word.lower(), word)
    return long[:1].upper() + long[1:] if word[:1].isupper() else long


def rephrased(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """Other ways to say a piece, those that lose nothing first.

    `events` are those told so far; `carded` writes a card's name as it is printed.
    """
    mark = "?" if question else ""
    for way in (_turns, _who_clauses, _allowed, _passive, _by_nobody, _details, _measured, _at_oneself, _strikes, _by_its_name,
                _in_some_state, _parts, _owned, _tensed, _results, _that):  # fmt: skip
        for found in way(text, question, events, carded):
            pieces = tuple(piece.strip() for piece in found.pieces if piece.strip())
            if pieces and pieces != (text,):
                yield Rephrased((*pieces[:-1], pieces[-1].rstrip("?") + mark), found.note)
    for found in everyday(text, question):
        yield Rephrased((*found.pieces[:-1], found.pieces[-1] + mark), found.note)
    for found in (*_shorter(text, question), *(_synonyms(text, bool(events)) if not _JOINT.search(text) else ())):
        yield Rephrased((found.pieces[0] + mark,), found.note)


_CLAUSE = re.compile(rf"(?:,? and then|, ?then|,? then|,? and|,? but|,? so|,|;) (?="
                     rf"(?:{_NAME}(?:'s [\w'-]+)?|[Hh]e|[Ss]he|[Tt]hey|[Ii]t|the [a-z]+) "
                     r"(?!and\b|or\b)[a-z]+(?:s|ed|as|id|ot|ew|aw|ook|ast|ut|ays)\b)")  # fmt: skip
_SAME_DOER = re.compile(rf"(?:,? and then|, ?then|,? then|,? and|,? but) (?=[a-z]+s$|[a-z]+s (?:(?:up|down|back|off|out|away) )?"
                        rf"(?:{_NAME}|the|an?|his|her|not|at|on|with|to|next to|in|inside|behind|beside|near)\b)")  # fmt: skip
_ASKS = re.compile(
    r"^(?P<said>.+?),? (?:so |then |and |now )?(?P<asked>(?:do|does|did|may|can|is|are|was|will|must|has|who|how|what|which) [^,]+\?)$"
)
_IF_FIRST = re.compile(r"^(?:if|when|while|once|after|suppose|as) (?P<said>[^,]+), (?:then )?(?P<asked>.+)$", re.IGNORECASE)
_IF_LAST = re.compile(rf"^(?P<asked>.+?),? (?:if|when|while|once|after|although|though|because|since) "
                      rf"(?P<said>(?:{_NAME}|he|she|they|it|the [a-z]+|there) .+?)\??$")  # fmt: skip


_GOES_AND = re.compile(rf"^(?P<who>{_NAME}|[Hh]e|[Ss]he) (?P<goes>(?:walks|goes|steps|moves|runs) "
                       r"(?:on|onto|to|over|over to|up to|next to) (?P<what>(?:an?|the|another) [a-z]+(?: [a-z]+)?)) and (?:then )?"
                       r"(?P<does>[a-z]+s) (?P<it>it|the [a-z]+)\b(?P<rest>.*)$")  # fmt: skip
_DURING = re.compile(r"^(?:during|in|on) (?:the|that|this|his|her) (?P<what>[a-z]+ [a-z]+),? (?P<rest>.+)$", re.IGNORECASE)


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
    parts = _CLAUSE.split(text)
    first = re.match(rf"{_NAME}|he\b|she\b|they\b|it\b", text)
    found = []
    for part in parts:
        own = re.match(rf"{_NAME}|[Hh]e\b|[Ss]he\b|[Tt]hey\b", part) or first
        one, *more = _SAME_DOER.split(part)
        found += [one, *(f"{own[0]} {rest}" if own else rest for rest in more)]
    return found


def _turns(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`in Ann's turn Ann does it`: the turn, and what is done in it."""
    match = _ROUND.match(text) or _ROUND_FIRST.match(text)
    if match is not None:
        yield Rephrased((f"it is {match['round']}", match["rest"]))
    match = _PHASE_FIRST.match(text) or _PHASE_LAST.match(text)
    if match is not None:
        yield from (Rephrased((f"it is phase {phase}", match["rest"])) for phase in (match["phase"], *_in_words(match["phase"])))
    match = _NTH_TURN.match(text)
    if match is not None:
        nth = match["nth"].lower()
        turn = (f"it is round {_NTH.index(nth) + 1}", f"it is the turn of {match['who']}", match["rest"] or "")
        note = f"{match['who']}'s {nth} turn is taken to be in the {nth} round"
        yield Rephrased(turn, note)
        yield Rephrased((f"{match['who']}'s turn, round {_NTH.index(nth) + 1}", match["rest"] or ""), note)
    match = _TURN_FIRST.match(text) or _TURN_LAST.match(text)
    if match is None:
        return
    if not question and match["rest"]:
        yield Rephrased((f"{match['who']}'s turn", match["rest"]))
    yield Rephrased((f"it is the turn of {match['who']}", match["rest"]))
    yield Rephrased((f"{match['who']}'s turn", match["rest"]))


def _who_clauses(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`Ann does it to Bob, who has it`: what is said of Bob first, then the rest."""
    match = _WHO.search(text)
    if match is not None:
        yield Rephrased((f"{match['who']} {match['said']}", text[: match.end("who")] + text[match.end() :]))


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
    rf"^(?P<who>{_NAME}(?: {_NAME})*|he|she|they|the [a-z]+(?: [a-z]+)?) (?:wants|wishes|would like|tries|intends|hopes|plans|is about|"
    r"is going|is trying|attempts) to (?P<does>.+)$"
)


def _allowed(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`is Ann allowed to do it` as `may Ann do it`; `has she got to` as `must she`; `Ann wants to do it` proposes it."""
    if not question:
        match = _WANTS.match(text)
        if match is not None:
            verb, _, rest = match["does"].partition(" ")
            yield Rephrased((f"proposed: {match['who']} {third_person(verb)} {rest}".rstrip(),))
        return
    for modal, ways in (("may", _MAY), ("must", _MUST)):
        for way in ways:
            match = way.match(text)
            if match is not None:
                yield Rephrased((f"{modal} {match['who']} {match['does']}",))


_BY_CARD = re.compile(rf"^(?P<whom>{_NAME}|the [a-z]+) (?:is|was|gets|got|has been) (?P<verb>[a-z]+) (?:by|with) (?P<who>{_NAME})'s "
                      r"(?P<what>[A-Za-z' !-]+?)(?P<more>,? (?:with|for|of) .+)?$")  # fmt: skip
_PASSIVE = re.compile(
    rf"^(?P<whom>.+?) (?:is|was|gets|got|has been|are|were) (?P<verb>[a-z]+) by (?P<who>{_NAME}(?:'s [\w' !-]+)?|the [a-z ]+)$"
)
_PASSIVE_ASKED = re.compile(
    rf"^(?:is|was|are|were|does|did|may|can|could) (?P<whom>.+?) (?:be |get )?(?P<verb>[a-z]+) by (?P<who>{_NAME}|the [a-z ]+)$",
    re.IGNORECASE,
)


SOMEBODY = "{somebody}"
"""Stands for whoever does what is told without saying who."""
_BY_WHAT = re.compile(
    rf"^(?P<whom>(?!(?:He|She|It|They)\b){_NAME}) (?:is|was|gets|got|has been) (?:hit|struck|attacked|zapped|blasted|targeted|shot) "
    r"(?:by|with) (?P<what>(?:an? |the |another )?[A-Z][A-Z'!-]+(?: [A-Z][A-Z'!-]+)*)(?P<more>,? (?:with|for|of) (?:(?! and )[^,])+)?$"
)
_IS_DONE = re.compile(
    r"^(?P<what>(?:(?i:an?|the|another) )?[A-Z][A-Z'!-]+(?: [A-Z][A-Z'!-]+)*) (?:is|was|gets|got|has been) (?P<verb>[a-z]+)"
    r"(?P<rest> (?:at|on|upon|against|onto) (?:(?! and )[^,])+)$"
)


def _by_nobody(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`Bob is hit by a PIE`, `a PIE is thrown at Bob`: the deed, done by somebody of whom nothing is said."""
    match = _BY_WHAT.match(text) if not question else None
    if match is not None:
        yield from _by_means(text, SOMEBODY, carded(match["what"]), match["whom"], match["more"] or "")
    match = _IS_DONE.match(text) if not question else None
    for verb in participle_of(match["verb"]) if match is not None else ():
        yield Rephrased((f"{SOMEBODY} {verb} {match['what']}{match['rest']}",))  # type: ignore[index]


def _passive(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
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
        yield from _by_means(text, match["who"], carded(match["what"]), match["whom"], match["more"] or "")
    match = _PASSIVE.match(text)
    for verb in participle_of(match["verb"]) if match is not None else ():
        yield Rephrased((f"{match['who']} {verb} {match['whom']}",))  # type: ignore[index]


def participle_of(word: str) -> list[str]:
    """The verbs, as one says them of one who does it, of which a word may be the participle: `bitten` of `bites`, `hit` of `hits`."""
    return list(dict.fromkeys((*verbs_from(word), *([PAST[word]] if word in PAST else []))))


def _details(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`Ann does it with weight 5 to Bob`: the deed, and its weight on the same line; `for 3 points of harm`: the harm it does."""
    if question:
        return
    match = _DETAIL.match(text)
    if match is not None:
        yield Rephrased((f"{match['deed']}{match['rest']}, the {match['what']} of {{event}} is {match['count']}",))
    match = _NUMBER.match(text)
    if match is not None:
        yield Rephrased((f"{match['deed']}{match['rest']}, the {{number}} of {{event}} is {match['count']}",))
    match = _DAMAGE.match(text)
    if match is not None:
        people = [name for name in re.findall(rf"\b{_NAME}\b", match["deed"])[1:] if not name.isupper()]
        for whom in people[-1:]:
            yield Rephrased((f"{match['deed']}, the {match['what']} of {{event}} to {whom} is {match['count']}",))


_MEASURED = re.compile(r"^(?P<what>[A-Z][\w' -]*|the [a-z]+(?: [a-z]+)?) (?:is|was) (?:an? )?(?P<measure>[a-z]+) (?P<count>\d+)$")


def _measured(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`Hamper is size 6`: of that size; the size of it is that."""
    match = _MEASURED.match(text) if not question else None
    if match is not None:
        what, measure, count = match["what"], match["measure"], match["count"]
        yield from (Rephrased((said,)) for said in (f"{what} is of {measure} {count}", f"{what} has {measure} {count}",
                                                    f"the {measure} of {what} is {count}"))  # fmt: skip


_AT_ONESELF = re.compile(
    rf"^(?P<opener>(?:[Mm]ay|[Cc]an|[Ii]s|[Dd]oes) )?(?P<who>{_NAME}) (?P<does>[a-z]+ [A-Z].*?) (?:at|on|upon) (?P=who)(?P<rest>.*)$"
)


def _at_oneself(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`Ann casts it on Ann`: on nobody else, which goes without saying."""
    match = _AT_ONESELF.match(text)
    if match is not None:
        yield Rephrased((f"{match['opener'] or ''}{match['who']} {match['does']}{match['rest']}",), f"`{text}`: on nobody else")


def _strikes(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`Ann hits Bob with a pie`: the deed that is done with such a thing."""
    said = _DAMAGE.match(text)
    match = _STRIKES.match(said["deed"] if said else text)
    if match is None or question:
        return
    more = f" for {said['count']} points of {said['what']}" if said else ""
    yield from _by_means(text, match["who"], carded(match["what"]), match["whom"], more)


_VERB = re.compile(
    rf"^(?P<opener>(?:may|can|could|does|did) )?(?P<who>{_NAME}|he|she) (?P<verb>[a-z]+) (?P<whom>{_NAME}|him|her)(?P<rest>.*)$",
    re.IGNORECASE,
)


def _by_its_name(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`Ann shrinks Bob`, where a card is called SHRINK: what is done with it."""
    match = _VERB.match(text)
    card = carded(base_form(match["verb"])) if match is not None else ""
    if match is None or not card.isupper():
        return
    for verb in ("casts", "uses", "plays"):
        said = verb if not match["opener"] else base_form(verb)
        deed = f"{match['opener'] or ''}{match['who']} {said} {card} at {match['whom']}{match['rest']}"
        yield Rephrased((deed,), f"`{text}` is read as `{deed}`")


def _by_means(text: str, who: str, what: str, whom: str, more: str) -> Iterator[Rephrased]:
    """What somebody does to somebody with something, in the words in which such deeds are told."""
    what = re.sub(r"^(?:an?|the|his|her|their) ", "", what)
    for verb in ("casts", "throws", "uses", "plays"):
        deed = f"{who} {verb} {what} at {whom}"
        yield Rephrased((deed + more,), f"`{text}` is read as `{deed}`")


_HAS_IN = re.compile(rf"^(?P<who>{_NAME}) has (?P<what>(?!\d)(?!{'|'.join(NUMERALS[2:])}\b).+?) (?P<where>in .+|on .+|at .+)$")
_HAS_EACH = re.compile(rf"^(?P<who>{_NAME}) has (?P<one>.+? (?:in|on|at) .+?),? and (?P<other>.+?) "
                       r"(?:(?:behind|before|next to|beside) it )?"
                       r"(?P<where>(?:in|on|at) .+)$")  # fmt: skip
_TOGETHER = re.compile(
    rf"^(?P<one>{_NAME}) and (?P<other>{_NAME}) (?:both )?(?:stand|are|sit|lie) (?:in|inside) (?:the same|one|an?|the) (?P<what>[a-z ]+)$"
)
_IS_CARD = re.compile(rf"^(?P<who>{_NAME}) is (?:an? )?(?P<what>[A-Z][A-Z' !-]+)$")
_BEHIND_IT = re.compile(
    r"^(?P<start>.+ (?:is|stands|lies|sits)) (?P<behind>(?:right )?(?:behind|beside|next to) it) (?P<where>(?:in|on|at) .+)$"
)
_EACH_OTHER = re.compile(rf"^(?P<one>{_NAME}) and (?P<other>{_NAME}) (?P<does>[a-z].*?) (?:each other|one another)(?P<rest>.*)$")
_HURT = re.compile(rf"^(?P<whom>{_NAME}) (?:takes|suffers|gets|receives|loses) (?P<count>\d+) (?:points? of )?(?P<what>[a-z]+) "
                   rf"from (?P<who>{_NAME})'s (?P<with>.+)$")  # fmt: skip
_BESIDE = re.compile(
    rf"^(?P<what>(?:an?|the|another) [a-z]+(?: [a-z]+)?|{_NAME}(?: {_NAME})*) "
    r"(?P<where>(?:next to|beside|between|behind|near|adjacent to|in|inside|on|at) .+?) "
    r"(?P<so>(?:is|was|gets|has been|stands|lies|falls|has) (?!in\b|on\b).+)$",
    re.IGNORECASE,
)
_IN_SPACE = re.compile(
    rf"^(?P<what>{_NAME}(?: {_NAME})*|(?:an?|the|another) [a-z]+(?: [a-z]+)?) (?:is|lies|stands|sits) "
    rf"in (?P<who>{_NAME})'s (?P<where>space|square)$",
    re.IGNORECASE,
)
_TWO_DO = re.compile(
    rf"^(?P<modal>may|can|could) (?P<one>{_NAME}) and (?P<other>{_NAME}) (?:both )?"
    r"(?P<does>(?:make|strike|do) an? [a-z]+|deal|trade|fight|meet|swap|talk)(?P<rest>.*)$",
    re.IGNORECASE,
)
_DOES_TO = re.compile(rf"^(?P<who>{_NAME}) (?P<verb>[a-z]+)s (?P<what>it|that|this|the [a-z]+(?: [a-z]+)?)$")
_JOINT = re.compile(r"(?:,? and (?:then )?|, (?:then |but )?| but | then )(?=[a-z]+s |[A-Z][a-z]+ [a-z]+s )")


def _in_some_state(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
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
    match = _BEHIND_IT.match(text) if not question else None
    if match is not None:
        yield Rephrased((f"{match['start']} {match['where']}",), f"`{match['behind']}` is left out")
    match = _GOES_AND.match(text) if not question else None
    if match is not None and match["it"] in ("it", match["what"].replace("an ", "the ", 1).replace("a ", "the ", 1)):
        yield Rephrased((f"{match['who']} {match['does']} {match['what']}{match['rest']}",), f"`{match['goes']}` is left out")
    match = _DURING.match(text)
    if match is not None and not match["what"].endswith("turn of"):
        yield Rephrased((f"{{subject}} is on a {match['what']}", match["rest"]))
    match = _IS_CARD.match(text) if not question else None
    if match is not None:
        yield Rephrased((f"{match['who']} is under {match['what']}",), f"`{text}` is read as `{match['who']} is under {match['what']}`")
    match = _TOGETHER.match(text) if not question else None
    if match is not None:
        yield Rephrased((f"{match['one']} is in the same {match['what']} as {match['other']}",))
        yield Rephrased((f"{match['one']} is in a {match['what']}", f"{match['other']} is in the {match['what']}"))
    match = _IN_SPACE.match(text) if not question else None
    if match is not None:
        for one, other in ((match["what"], match["who"]), (match["who"], match["what"])):
            yield Rephrased((f"{one} is in the same {match['where']} as {other}",))
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
        verb = {"are": "is", "can": "can", "may": "may"}.get(verb) or third_person(base_form(verb))
        does = f"{verb} {more}".strip()
        yield Rephrased((f"{one} {does} {other}{rest}", f"{other} {does} {one}{rest}"))
    match = _HURT.match(text) if not question else None
    if match is not None:
        more = f" for {match['count']} points of {match['what']}"
        yield from _by_means(text, match["who"], carded(match["with"]), match["whom"], more)


def _parts(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`Bob has it and throws it`: one after the other, of the same one."""
    for match in _JOINT.finditer(text) if not question else ():
        rest = text[match.end() :]
        yield Rephrased((text[: match.start()], rest if rest[:1].isupper() else f"{text.split(' ')[0]} {rest}"))


def _that(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`is that a hat`: whether the last event is."""
    match = re.fullmatch(r"(is|was) (?:that|this|it) (an? .+)", text, re.IGNORECASE) if question else None
    if match is not None:
        yield from (Rephrased((f"is the {event} {match[2]}",)) for event, _ in events)


def _owned(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`Ann's DOG bites Bob`: whose the dog is, and what it does."""
    match = _OWNED.search(text)
    if match is None:
        return
    words = carded(match["what"])
    names = [words] if words[:1].isupper() else [f"the {words}", f"the {words.split(' ')[0]}"]
    for name in names:
        width = len(match["what"]) if name == names[0] else len(words.split(" ")[0])
        rest = f"{text[: match.start()]}{name}{text[match.end('who') + 3 + width :]}"
        if question:
            yield Rephrased((f"{rest} from {match['who']}",))
        for own in OWNS if name[:1].isupper() else ("{what} of {who} is {what}", *OWNS[:3]):
            yield Rephrased((own.format(who=match["who"], what=name), rest))


def _tensed(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`has picked it up`, `is carrying it`: what he does, as scenarios tell it."""
    match = _GOT.search(text) if not question else None
    if match is not None:
        yield Rephrased((f"{text[: match.start()]}is {match['verb']}{text[match.end() :]}",))
    match = _TENSE.search(text)
    if match is not None:
        yield from (Rephrased((f"{text[: match.start()]}{verb}{text[match.end() :]}",)) for verb in verbs_from(match["verb"]))
    first, _, rest = text.partition(" ")
    if question and first.lower() in ("has", "have", "had", "was"):
        words = rest.split(" ")
        for k in range(1, len(words)):
            for verb in verbs_from(words[k]):
                yield Rephrased((" ".join(("does", *words[:k], base_form(verb), *words[k + 1 :])),))


def _results(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`does Bob die`: whether he is dead then. `what damage does Bob take`: the damage to Bob. `is that a hat`: what was used is."""
    if not question:
        match = re.fullmatch(r"(.+?) (dies|died)", text)
        if match:
            yield Rephrased((f"{match[1]} is dead",))
        return
    match = re.fullmatch(r"(?:does|will|would|did|can|do) (.+) (\w+)", text, re.IGNORECASE)
    for result in _RESULTS.get(match[2], ()) if match else ():
        yield Rephrased((f"whether {match[1]} {result}",))  # type: ignore[index]
        if "destroyed" in result:
            yield from (Rephrased((f"whether {match[1]} {result} by the {event}",)) for event, _ in events)  # type: ignore[index]
    match = _GETS.fullmatch(text)
    if match:
        who, note = match["who"], f"`{text}` is asked as who has it then"
        has = "who has" if who.lower() == "who" else f"does {who} have"
        yield from (Rephrased((f"{has} {match['what']}{where}",), note) for where in (" in hand", ""))
    match = re.fullmatch(r"(?:how (?:much|many)|what|which)(?: points? of| points?)? (\w+) (?:does|do|did|will|would|is|are) (.+?)"
                         r" (?:take|takes|suffer|suffers|get|receive|lose)", text, re.IGNORECASE)  # fmt: skip
    if match:
        yield Rephrased((f"the {match[1]} to {match[2]}",))
        yield from (Rephrased((f"the {match[1]} of the {event} to {match[2]}",)) for event, _ in events)
        yield Rephrased((f"the {match[1]} of {match[2]}",))
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


def _shorter(text: str, question: bool) -> Iterator[Rephrased]:
    """The text without words that only say when it is told; who is the first is what a question may be about."""
    found = [match for match in _ADVERBS.finditer(text) if not question or "first" not in match[0]]
    if len(found) > 1:
        shorter = text
        for match in reversed(found):
            shorter = shorter[: match.start()] + shorter[match.end() :]
        yield Rephrased((shorter,), " and ".join(f"`{match[0].strip(', ')}`" for match in found) + " are left out")
    for match in found:
        shorter = text[: match.start()] + text[match.end() :]
        yield Rephrased((shorter,), f"`{match[0].strip(', ')}` is left out")


def _synonyms(text: str, answering: bool) -> Iterator[Rephrased]:
    """The text with a word for which people say others; after a deed, what somebody plays is first an answer to it."""
    for group in (_ANSWERING, *SAME) if answering else SAME:
        for word in group:
            match = re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text)
            if match is not None:
                for other in group:
                    if other != word and not text.startswith(other, match.start()):
                        yield Rephrased((text[: match.start()] + other + text[match.end() :],), f"`{word}` is read as `{other}`")
                break


def verbs_from(word: str) -> list[str]:
    """The verb, as one says it of one who does it, from which a word may be made: `carrying`, `picked`, `thrown`."""
    if word.endswith("ing") and len(word) > 5:
        stems = [word[:-3], word[:-3] + "e", *([word[:-4]] if word[-4] == word[-5] else [])]
    elif word.endswith("ied"):
        stems = [word[:-3] + "y"]
    elif word.endswith("ed") and len(word) > 4:
        stems = [word[:-2], word[:-1], *([word[:-3]] if word[-3] == word[-4] else [])]
    else:
        return [PAST[word]] if word in PAST else []
    return [third_person(stem) for stem in stems]
