"""What somebody said, said again in other pieces: turns put before what happens in them, who-clauses taken out, details after the deed.

Each way gives the pieces in the order in which they are to be understood. None knows what a word means in a game; what is
left out or put for another word on the way is returned with them, to be told as taken for granted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from adjudicator.asking.allowing import allowed
from adjudicator.asking.attributes import attributes
from adjudicator.asking.everyday import Events, Rephrased, everyday
from adjudicator.asking.facts import facts
from adjudicator.asking.results import results, that
from adjudicator.asking.states import in_some_state
from adjudicator.asking.striking import DAMAGE, by_its_name, by_nobody, makes, passive, strikes
from adjudicator.asking.wordings import OWNS, ones_of
from adjudicator.language.idioms import plainer
from adjudicator.language.synonyms import SAME
from adjudicator.language.words import NAME, NUMERALS, PAST, PRINTED, base_form, third_person, verbs_from

_SHORT = {"it's": "it is", "he's": "he is", "she's": "she is", "that's": "that is", "there's": "there is", "who's": "who is",
          "what's": "what is", "they're": "they are", "i'm": "I am", "hasn't": "has not",
          "didn't": "did not", "couldn't": "could not", "they've": "they have", "he'll": "he will",
          "she'll": "she will", "wasn't": "was not", "weren't": "were not", "we're": "we are", "wouldn't": "would not",
          "haven't": "have not", "doesn't": "does not", "isn't": "is not", "don't": "do not", "aren't": "are not",
          "can't": "cannot"}  # fmt: skip
_CURLY = str.maketrans({"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"'})
_TURN_FIRST = re.compile(rf"^(?:in|on|during|it is|it was) (?P<who>{NAME})'s (?:own )?turn,? ?(?:and )?(?P<rest>.*)$", re.IGNORECASE)
_NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_NTH_TURN = re.compile(
    rf"^(?:in |on |during |it is |it was )?(?P<who>{NAME})'s (?:very )?(?P<nth>{'|'.join(_NTH)}) turn(?:,? (?:and )?(?P<rest>.+))?$",
    re.IGNORECASE,
)
_TURN_LAST = re.compile(rf"^(?P<rest>.+?),? (?:in|on|during|of) (?P<who>{NAME})'s (?:own )?turn$")
_ROUND = re.compile(r"^(?P<rest>.+?),? (?:in|during) (?P<round>the [a-z]+ round|round \d+)$")
_ROUND_FIRST = re.compile(r"^(?:in|during|it is|it was) (?P<round>the [a-z]+ round|round \d+),? (?:and )?(?P<rest>.+)$", re.IGNORECASE)
_PHASE_FIRST = re.compile(r"^(?:in|during) (?:the )?phase (?P<phase>[a-z]+|\d+),? (?:and )?(?P<rest>.+)$", re.IGNORECASE)
_IS_PHASE = re.compile(r"^(?:it is|this is|we are in|(?:[A-Z][\w-]*|he|she) is in) (?:now |still |already )?(?:the|his|her|[A-Z][\w-]*'s) "
                       r"(?P<phase>[a-z0-9][a-z0-9 -]*) phase$", re.IGNORECASE)  # fmt: skip
_END_OF_TURN = re.compile(r"^it is (?:now )?(?P<when>(?:at )?the (?:very )?(?:end|start|beginning|middle) of) "
                          r"(?:(?P<turn>[A-Z][\w-]*'s turn)|the turn of (?P<who>[A-Z][\w-]*))$", re.IGNORECASE)  # fmt: skip
_PHASE_LAST = re.compile(r"^(?P<rest>.+?),? (?:in|during) (?:the )?phase (?P<phase>[a-z]+|\d+)$", re.IGNORECASE)
_THEIR_OWN = re.compile(r"\b(his|her|their|its|[A-Z][\w-]*'s) own (?=[\w'])")
_WHO = re.compile(rf"(?P<who>{PRINTED}|{NAME}),? (?:who|which) (?P<said>[^,]+)(?:,|$)")
_DETAIL = re.compile(r"^(?P<deed>.+?)(?:,| with| at| for| of) (?:an? )?(?P<what>[a-z]+(?: [a-z]+)?) (?:of )?(?P<count>\d+)"
                     r"(?P<rest>(?: (?!with).*)?)$")  # fmt: skip
_NUMBER = re.compile(
    r"^(?P<deed>.+?),? (?:with|using|adding|and|at|plus|and (?:adds|uses|plays))(?: an?| the)?(?: number(?: card)?)? (?P<count>\d+)"
    r"(?P<rest>(?: (?!with).*)?)$"
)
_ADVERBS = re.compile(r",? \b(?:already|just|now|currently|still|left|again|actually|really|(?<!the )(?<!very )(?<!'s )first|"
                      r"afterwards|at the moment|right now|"
                      r"in the meantime|this turn|at all|at least(?! \d)|as well|only|"
                      r"still only|anyway|too|so far|on the table|also|even|yet|ever|then|after that|after this|"
                      r"later|once more|any more|in the same turn|in that case|this way|like this|by now|instantly|immediately|the game|"
                      r"right away|straight away|there$|in (?:one|a single) (?:attack|go|blow)|"
                      r"very|full|the very(?! first| last)|of turns|of the game|to the (?:floor|ground))\b(?![- ]\w+ing)")  # fmt: skip
_TENSE = re.compile(r"\b(?P<help>is|are|was|were|has|have|had) (?:(?:already|still|just|currently|now|also) )?"
                    r"(?P<verb>[a-z]+)\b")  # fmt: skip
_GOT = re.compile(
    r"\b(?:got|gets|was|has been|have been) (?:just |already )?"
    r"(?P<verb>[a-z]+ed|hit|cut|hurt|shut|stuck|caught|lost|broken|torn|worn|hidden|blown|thrown|sent|put|taken|drawn|held|laid|brought|led)\b"
)
_OWNED = re.compile(rf"\b(?P<who>{NAME})'s (?=(?P<what>{PRINTED}|[a-z]+(?: [a-z]+)?)\b)")
_HOW_MANY_HAS = re.compile(r"^how many .+ (?:have|has|carry|carries)\??$", re.IGNORECASE)
_HIS_ANYWHERE = ("own", "owns", "hold", "holds")
"""How many somebody has is not asked of whatever is his, nor of just what he holds."""
_ANSWERING = ("plays", "answers with", "responds with")


_SAME_TURN_ASIDE = re.compile(r"(?:(?<=and)|(?<=but)|(?<=hen)),? (?:in|on|during) (?:the|that) (?:very )?same turn,")


_BETWEEN_ONESELF = re.compile(rf"^(?P<deed>(?P<who>{NAME}) .+ between (?:(?:{NAME}|the [a-z]+) and )?)(?:him|her)(?:self)?(?= and\b|$)")


_WITH_IT_FIRST = re.compile(
    rf"(?P<joint>,? and|;|^) with (?P<it>it|this|that|him|her|them) (?P<deed>(?:{NAME}|he|she) [^,;?]+)(?!, which)(?=[,;?.]|$)"
)


def plainly(text: str) -> str:
    """Short forms written out and curly quotes straight: the same words, as they are read."""
    text = _WITH_IT_FIRST.sub(r"\g<joint> \g<deed> with \g<it>", text)
    text = _BETWEEN_ONESELF.sub(r"\g<deed>\g<who>", _SAME_TURN_ASIDE.sub("", text))
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
    if not question:
        yield from (Rephrased((plain,), f"`{text}` is read as `{plain}`") for plain in plainer(text))
    for way in (_losing, _turns, _who_clauses, attributes, allowed, passive, by_nobody, _details, _measured, _at_oneself, strikes, makes,
                by_its_name, in_some_state, _parts, _owned, _tensed, results, that):  # fmt: skip
        for found in way(text, question, events, carded):
            pieces = tuple(piece.strip() for piece in found.pieces if piece.strip())
            if pieces and pieces != (text,):
                yield Rephrased((*pieces[:-1], pieces[-1].rstrip("?") + mark), found.note)
    yield from facts(text, question)
    for found in everyday(text, question):
        yield Rephrased((*found.pieces[:-1], found.pieces[-1] + mark), found.note)
    for found in (*_shorter(text, question), *(_synonyms(text, bool(events)) if not _JOINT.search(text) else ())):
        yield Rephrased((found.pieces[0] + mark,), found.note)


def _turns(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`in Ann's turn Ann does it`: the turn, and what is done in it."""
    match = _ROUND.match(text) or _ROUND_FIRST.match(text)
    if match is not None:
        yield Rephrased((f"it is {match['round']}", match["rest"]))
    match = _PHASE_FIRST.match(text) or _PHASE_LAST.match(text)
    if match is not None:
        yield from (Rephrased((f"it is phase {phase}", match["rest"])) for phase in (match["phase"], *_in_words(match["phase"])))
    match = _IS_PHASE.match(text) if not question else None
    if match is not None:
        yield Rephrased((f"it is phase {match['phase']}",))
        yield Rephrased((f"the phase is {match['phase'].replace(' ', '-')}",))
    match = _END_OF_TURN.match(text) if not question else None
    if match is not None:
        yield Rephrased((f"it is {match['turn'] or 'the turn of ' + match['who']}",), f"`{match['when']}`: which phase it is was not said")
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


_LOSING = re.compile(rf"^(?P<who>{NAME}) (?:loses|misses|skips) (?:his|her|their|this|the) (?:whole )?turn$")


def _losing(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`Ann loses her turn`, before anything is done: she is in it now."""
    match = _LOSING.match(text) if not question and not events else None
    if match is not None:
        said = f"{match['who']} is losing a turn"
        yield Rephrased((said,), f"`{text}` is read as `{said}`")


def _who_clauses(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`Ann does it to Bob, who has it`: what is said of Bob first, then the rest; `who answers with it`: after what he answers."""
    match = _WHO.search(text)
    if match is not None:
        said, rest = f"{match['who']} {match['said']}", text[: match.end("who")] + text[match.end() :]
        answered = re.match(r"(?:then|answers|responds|replies|reacts|counters|counteracts)\b", match["said"])
        yield Rephrased((rest, said.replace(" then ", " ", 1)) if answered else (said, rest))


_NUMBERED_CARD = re.compile(r"(?<!\S)(?:an? )?(?P<count>\d+)(?:-point)? (?P<card>[A-Z][A-Z'!-]+(?: [A-Z][A-Z'!-]+)*)(?!\S)")


def _details(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`Ann does it with weight 5 to Bob`: the deed, and its weight on the same line; `for 3 points of harm`: the harm it does; `a 5
    PIPPIN`: one with a 5."""
    match = _NUMBERED_CARD.search(text)
    if match is not None:
        yield Rephrased((f"{text[: match.start()]}{match['card']} with a {match['count']}{text[match.end() :]}",))
    if question:
        return
    match = _DETAIL.match(text)
    if match is not None:
        yield Rephrased((f"{match['deed']}{match['rest']}, the {match['what']} of {{event}} is {match['count']}",))
    match = _NUMBER.match(text)
    if match is not None:
        yield Rephrased((f"{match['deed']}{match['rest']}, the {{number}} of {{event}} is {match['count']}",))
    match = DAMAGE.match(text)
    if match is not None:
        people = [name for name in re.findall(rf"\b{NAME}\b", match["deed"])[1:] if not name.isupper()]
        for whom in people[-1:]:
            yield Rephrased((f"{match['deed']}, the {match['what']} of {{event}} to {whom} is {match['count']}",))


_KIND_OF = re.compile(
    rf"^(?P<who>{NAME}) is (?P<kind>an? [a-z]+(?: [a-z]+)?) (?:of|with|at) (?:an? )?(?P<measure>[a-z]+) (?:of )?(?P<count>\d+)$"
)
_MEASURED = re.compile(r"^(?P<what>[A-Z][\w' -]*|the [a-z]+(?: [a-z]+)?) (?:is|was) (?:an? )?(?P<measure>[a-z]+) (?P<count>\d+)$")


def _measured(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`Hamper is size 6`: of that size; the size of it is that."""
    match = _KIND_OF.match(text) if not question else None
    if match is not None:
        yield Rephrased((f"{match['who']} is {match['kind']}", f"{match['who']} is {match['measure']} {match['count']}"))
    match = _MEASURED.match(text) if not question else None
    if match is not None:
        what, measure, count = match["what"], match["measure"], match["count"]
        yield from (Rephrased((said,)) for said in (f"{what} is of {measure} {count}", f"{what} has {measure} {count}",
                                                    f"the {measure} of {what} is {count}"))  # fmt: skip


_AT_ONESELF = re.compile(
    rf"^(?P<opener>(?:[Mm]ay|[Cc]an|[Ii]s|[Dd]oes) )?(?P<who>{NAME}) (?P<does>[a-z]+ [A-Z].*?) (?:at|on|upon) (?P=who)(?P<rest>.*)$"
)


def _at_oneself(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`Ann casts it on Ann`: on nobody else, which goes without saying."""
    match = _AT_ONESELF.match(text)
    if match is not None:
        yield Rephrased((f"{match['opener'] or ''}{match['who']} {match['does']}{match['rest']}",), f"`{text}`: on nobody else")


_JOINT = re.compile(r"(?:,? and (?:then )?|, (?:then |but )?| but | then )(?=[a-z]+s |[A-Z][a-z]+ [a-z]+s )")


def _parts(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`Bob has it and throws it`: one after the other, of the same one."""
    for match in _JOINT.finditer(text) if not question else ():
        rest = text[match.end() :]
        yield Rephrased((text[: match.start()], rest if rest[:1].isupper() else f"{text.split(' ')[0]} {rest}"))


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
        for own in OWNS if name[:1].isupper() else ("{what} of {who} is {what}", *ones_of(name.removeprefix("the ")), *OWNS[:3]):
            yield Rephrased((own.format(who=match["who"], what=name), rest))


def _tensed(text: str, question: bool, events: Events, carded: Callable[[str], str]) -> Iterator[Rephrased]:
    """`has picked it up`, `is carrying it`: what he does, as scenarios tell it."""
    match = _GOT.search(text) if not question else None
    if match is not None:
        yield Rephrased((f"{text[: match.start()]}is {match['verb']}{text[match.end() :]}",))
    past = next((word for word in re.findall(r"[a-z]+", text) if _is_past(word)), "") if not question else ""
    if past:
        yield Rephrased((re.sub(rf"\b{past}\b", PAST[past], text, count=1),))
    match = _TENSE.search(text)
    if match is not None:
        yield from (Rephrased((f"{text[: match.start()]}{verb}{text[match.end() :]}",)) for verb in verbs_from(match["verb"]))
    first, _, rest = text.partition(" ")
    if question and first.lower() in ("has", "have", "had", "was"):
        words = rest.split(" ")
        for k in range(1, len(words)):
            for verb in verbs_from(words[k]):
                yield Rephrased((" ".join(("does", *words[:k], base_form(verb), *words[k + 1 :])),))


def _is_past(word: str) -> bool:
    """Whether a verb is told of the past in a form of its own: `laid`, not `cast`; `had` and `was` tell a state."""
    return word in PAST and PAST[word] not in ("is", "has", "does") and third_person(word) != PAST[word]


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


_DONE = re.compile(rf" (?:[a-z]+ed|{'|'.join(PAST)}) ")
"""What stands behind a `has` that tells of the past."""


def _synonyms(text: str, answering: bool) -> Iterator[Rephrased]:
    """The text with a word for which people say others; after a deed, what somebody plays is first an answer to it."""
    kept = _HIS_ANYWHERE if _HOW_MANY_HAS.match(text) else ()
    for group in (_ANSWERING, *SAME) if answering else SAME:
        for word in group:
            match = re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text)
            if match is not None and not (word == "has" and _DONE.match(text, match.end())):
                for other in group:
                    if other not in (word, *kept) and not text.startswith(other, match.start()):
                        yield Rephrased((text[: match.start()] + other + text[match.end() :],), f"`{word}` is read as `{other}`")
                break
