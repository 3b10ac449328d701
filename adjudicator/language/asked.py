"""Questions as people ask them, turned into the `ask` lines of a scenario."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.language.synonyms import same_words
from adjudicator.language.words import base_form, participles, third_person, verbs_from, with_digits
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.vocabulary import Slot

_LEAD = re.compile(r"^(?:(?:and|so|then|now|but|ask|please|tell me|what is|what's|what are|what was|how high is) )+", re.IGNORECASE)
_AMOUNT = re.compile(r"how (?:much|many) (?P<what>.+?) (?:does|do|has|have|will|did|is|are|may|can|must) (?P<who>.+?)"
                     r"(?: (?:have|left|got|own|now|get|gets|score|scores|gain|gains|earn|earns|receive))*")  # fmt: skip
_AMOUNT_ALLOWED = re.compile(r"how (?:much|many) (?P<what>.+?) (?P<modal>may|can|must) (?P<who>.+?) (?P<rest>[a-z].*)")
_AMOUNT_OF = re.compile(r"how (?:much|many) (?P<what>[a-z ]+?) (?P<who>[A-Z][\w-]*) (?P<modal>may|can|must|has to) (?P<rest>[a-z].*)")
_PLACED = re.compile(r"(?:left )?(?P<where>in|on) (?:(?P<owner>.+)'s (?P<place>[a-z]+)|.+)")
_SO_MANY = re.compile(r"(?P<modal>may|can|could|must) (?P<who>.+?) (?P<verb>[a-z]+) (?P<count>[1-9]\d*) (?P<what>[a-z]+)(?P<rest> .+)?")
_ONE = re.compile(r"\b(?:1|one|a single) (?P<what>[a-z]+[^s\W])(?= |$)")
_OPENERS = ("is", "are", "was", "were", "does", "do", "did", "may", "can", "could", "must", "should", "has", "have", "will", "would", "who",
            "which", "what", "how", "whose", "whether", "if", "when", "where", "why", "what's", "ask")  # fmt: skip


def opens_question(text: str) -> bool:
    """Whether a text begins as questions do."""
    return text.split(" ")[0].lower() in _OPENERS


def without_lead(text: str) -> str:
    """`what is the age of Bob` as `the age of Bob`."""
    return _LEAD.sub("", text)


def questions(book: Rulebook, text: str) -> Iterator[str]:
    """What may stand behind `ask` for this question, nearest to its own words first."""
    said = text.strip().rstrip("?").strip()
    plain = _LEAD.sub("", said)
    plain = plain[:1].lower() + plain[1:] if plain.split(" ")[0].lower() in (*_OPENERS, "the") else plain
    for start in ("whether ", "if "):
        if plain.startswith(start):
            yield "whether " + plain[len(start) :]
            return
    yield from _some_of_it(book, plain)
    yield plain
    if plain.endswith(" is it"):  # `whose turn is it`, `which round is it`
        yield f"{plain.removesuffix(' is it')} it is"
        yield f"the {plain.removesuffix(' is it').removeprefix('which ').removeprefix('what ')}"
    yield from _so_many(plain)
    yield from amounts(plain)
    yield from _how_far(plain)
    yield from _where(plain)
    yield from _who(book, plain)
    yield from _all_that(book, plain)
    for turned in _put_as_questions(plain):
        yield from (*amounts(turned), *_how_far(turned), *_all_that(book, turned))
    yield from (f"whether {turned}" for turned in turned_round(plain))
    if not plain.startswith(("the ", "who ", "which ", "how ", "where ")):
        yield f"whether {plain}"
    if not plain.startswith("the "):
        yield f"the {plain}"


_JOINED = re.compile(r"(?<= )(?:of|in|on|at|for|to)(?= )")


def values_otherwise(text: str) -> Iterator[str]:
    """`the buds of Bush`, `the number of buds in Bush` as `the buds in Bush`, and wherever else they may be said to be."""
    plain = text if text.startswith("the ") else f"the {text}"
    for said in dict.fromkeys((plain, plain.replace("the number of ", "the ", 1))):
        yield said
        for match in _JOINED.finditer(said):
            yield from (f"{said[: match.start()]}{word}{said[match.end() :]}" for word in ("of", "in", "on", "for", "to", "at"))


def turned_round(text: str, subject_ends: int = 0) -> Iterator[str]:
    """`does Bob carry it` as `Bob carries it`, `is he dead` as `he is dead`, wherever the subject may end; or after so many words."""
    first, *rest = text.split(" ")
    for k in range(1, len(rest)):
        if subject_ends and k != subject_ends:
            continue
        subject, verb, after = " ".join(rest[:k]), rest[k], "".join(f" {word}" for word in rest[k + 1 :])
        match first:
            case "is" | "are" | "was" | "were":
                if verb.endswith("ing"):
                    yield from (f"{subject} {doing}{after}" for doing in verbs_from(verb))
                yield f"{subject} is {verb}{after}"
                if verb in ("in", "on", "at"):
                    yield from (f"{subject} {how} {verb}{after}" for how in ("lies", "stands"))
                yield f"{subject} {third_person(base_form(verb))}{after}"
            case "does" | "do" | "did" | "will" | "would":
                yield f"{subject} does not {' '.join(rest[k + 1 :])}" if verb == "not" else f"{subject} {third_person(verb)}{after}"
            case "may" | "can" | "could" | "must" | "should":
                modal = {"can": "may", "could": "may", "should": "must"}.get(first, first)
                yield f"{subject} {modal} {verb}{after}"
                if first == "can":
                    yield f"{subject} can {verb}{after}"
            case "has" | "have":
                yield f"{subject} has {verb}{after}"
                yield from (f"{subject} {doing}{after}" for doing in verbs_from(verb))
    if len(rest) == 1 and first in ("does", "do", "did", "will"):
        yield f"{rest[0]} {third_person(first)}"


def as_done(text: str) -> Iterator[str]:
    """`does Bob die` as whether he has died."""
    match = re.fullmatch(r"(?:does|did|will) (?P<who>.+) (?P<verb>[a-z]+)\??", text)
    if match is not None:
        yield from (f"whether {match['who']} has {done}" for done in participles(match["verb"]))


def amounts(text: str) -> Iterator[str]:
    """`how much energy does Bob have` as `the energy of Bob`."""
    for pattern in (_AMOUNT_ALLOWED, _AMOUNT_OF):
        if (allowed := pattern.fullmatch(text)) is not None:
            said = f"{allowed['what']} that {allowed['who']} {allowed['modal'].replace('can', 'may')} {allowed['rest']}"
            yield from (f"the number of {said}", f"the {said}")
    match = _AMOUNT.fullmatch(text)
    if match is None:
        return
    what, who = match["what"], match["who"]
    placed = _PLACED.fullmatch(who)
    if placed is not None:  # `how many cards are in her hand`
        yield from (f"the number of {what} {who}", f"the {what} {who}")
        if placed["owner"]:
            yield f"the number of {what} that {placed['owner']} has {placed['where']} {placed['place']}"
        return
    if text.endswith(" left"):
        yield from (f"the {what} left {where} {who}" for where in ("in", "to"))
    yield from (f"the {what} of {who}", f"the number of {what} of {who}", f"the {what.rstrip('s')} of {who}")
    yield f"the number of {what} that {who} has"
    verb, _, rest = who.rpartition(" ")
    if verb and rest == "lose":
        yield from (f"the lost {what} of {verb}", f"the number of lost {what} of {verb}")
    if verb:
        yield from (f"{amount} {what} that {verb} {third_person(rest)}" for amount in ("the", "the number of"))
    words = who.split(" ")
    for k in range(1, len(words) - 1):
        said = f"{what} that {' '.join(words[:k])} {third_person(words[k])} {' '.join(words[k + 1 :])}"
        yield from (f"the {said}", f"the number of {said}")
    yield from (f"the {what} {where} {who}" for where in ("in", "on", "to"))


def _so_many(text: str) -> Iterator[str]:
    """`may Ann eat 3 pies` as whether she may eat so many at once; else as whether the number that she may eat is at least 3."""
    counted = _ONE.sub(r"1 \g<what>s", with_digits(text))
    match = _SO_MANY.fullmatch(counted)
    if match is not None:
        yield from (f"whether {turned}" for turned in turned_round(counted))
        said = f"{match['what']} that {match['who']} {'must' if match['modal'] == 'must' else 'may'} {match['verb']}{match['rest'] or ''}"
        yield from (f"whether {number} is at least {match['count']}" for number in (f"the number of {said}", f"the {said}"))


_MAY_DO = re.compile(r"(?:may|can|could) (?P<who>.+) (?P<verb>[a-z]+)")
_DOES = re.compile(r"(?P<who>.+) (?P<verb>[a-z]+s)")


def _some_of_it(book: Rulebook, text: str) -> Iterator[str]:
    """`may Ann walk` as whether she may walk 1 space, where one walks so many: the deed has leave of its own, what comes of it has not."""
    match = _MAY_DO.fullmatch(text)
    for verb, unit in _by_number(book, third_person(match["verb"])) if match is not None else ():
        yield f"whether {match['who']} may {base_form(verb)} 1 {unit}"  # type: ignore[index]


def least_of_it(book: Rulebook, text: str) -> Iterator[str]:
    """`Ann walks` as that she walks 1 space, where one walks so many."""
    match = _DOES.fullmatch(text)
    for verb, unit in _by_number(book, match["verb"]) if match is not None else ():
        yield f"{match['who']} {verb} 1 {unit}"  # type: ignore[index]


def _by_number(book: Rulebook, said: str) -> Iterator[tuple[str, str]]:
    """The verbs that people put for this one by which a book says that somebody does so many of something, with what these are."""
    for phrase in (phrase for event in book.events.values() for phrase in event.phrases if len(phrase.parts) == 4):
        who, verb, count, unit = phrase.parts
        counted = isinstance(who, Slot) and isinstance(count, Slot) and count.kind == "number"
        if counted and isinstance(verb, str) and isinstance(unit, str) and verb in (said, *same_words(said)):
            yield verb, unit


_HOW_FAR = re.compile(r"how far (?P<modal>may|can|could) (?P<who>.+?) (?P<verb>[a-z]+)")


def _how_far(text: str) -> Iterator[str]:
    """`how far may Ann go` as the number of spaces that she may."""
    match = _HOW_FAR.fullmatch(text)
    for unit in ("spaces", "squares", "steps", "fields") if match is not None else ():
        yield f"the number of {unit} that {match['who']} may {match['verb']}"  # type: ignore[index]


_WHERE = re.compile(
    r"where(?: to)? (?:is|are|was|does|do|did|will|would|has) (?P<what>.+?)"
    r"(?: (?:go|goes|gone|put|end up|land|sent|stay|now|then|afterwards|after (?:that|this)|to))*",
    re.IGNORECASE,
)


def _where(text: str) -> Iterator[str]:
    """`where does PIPPIN go` as `the place of PIPPIN`, or as where it is, if a book says so."""
    match = _WHERE.fullmatch(text)
    if match is not None:
        yield from (f"the {place} of {match['what']}" for place in ("place", "space", "square", "spot", "position"))
        yield f"where {match['what']} is"


def _who(book: Rulebook, text: str) -> Iterator[str]:
    """`who wins` as `which players x such that x wins`."""
    first, _, rest = text.partition(" ")
    if first in ("who", "what") and rest.startswith(("is ", "was ")):
        yield f"the one {rest.partition(' ')[2]}"
    if first in ("who", "what") and rest:
        seats = [book.clock.seats] if book.clock else []
        above = [kind for seat in seats for kind in sorted(book.ancestors.get(seat, ())) if kind not in (seat, "thing")]
        for kind in (*seats, *above, "thing"):
            plural = book.kinds[kind].plural
            yield f"which {plural} x such that x {rest}"
            verb, _, after = rest.partition(" ")
            yield f"which {plural} x such that x {third_person(base_form(verb))} {after}".rstrip()
    elif first == "which":
        words = rest.split(" ")
        for k in range(1, min(4, len(words))):
            verb, after = third_person(base_form(words[k])), "".join(f" {word}" for word in words[k + 1 :])
            kind = " ".join(words[:k])
            for name in (kind, _plural(book, kind)):
                yield f"which {name} x such that x {verb}{after}"


_ALL_THAT = re.compile(
    r"(?P<how>how many|which|what)(?P<kind>(?: [a-z]+){0,3}?) (?:does|do|did) (?P<who>\S+(?: \S+){0,3}?) (?P<verb>[a-z]+)(?P<rest> .+)?"
)


def _all_that(book: Rulebook, text: str) -> Iterator[str]:
    """`which cards does Ann hold` as `which cards x such that Ann holds x`, `how many` of them likewise; things, where no kind is said."""
    match = _ALL_THAT.fullmatch(text)
    if match is not None and (match["kind"] or match["how"] != "how many"):
        asked = "how many" if match["how"] == "how many" else "which"
        kind = _plural(book, match["kind"].strip() or "thing")
        if not any(kind in (name, book.kinds[name].plural) for name in book.events if name in book.kinds):
            yield f"{asked} {kind} x such that {match['who']} {third_person(match['verb'])} x{match['rest'] or ''}"


_TOLD_ORDER = re.compile(
    r"(?P<asked>how (?:many|much|far)|which|what)(?P<kind>(?: [a-z]+){0,3}?) "
    r"(?P<who>[A-Z]\S*(?: [A-Z]\S*){0,3}) (?P<verb>[a-z]+)(?P<rest> .+)?"
)


def _put_as_questions(text: str) -> Iterator[str]:
    """`how many cards Ann holds`, as one says it after `ask`, in the order of a question: `how many cards does Ann hold`."""
    match = _TOLD_ORDER.fullmatch(text)
    if match is None:
        return
    asked, who, verb, rest = f"{match['asked']}{match['kind']}", match["who"], match["verb"], match["rest"] or ""
    yield f"{asked} {verb} {who}{rest}" if verb in ("may", "can", "could", "must") else f"{asked} does {who} {base_form(verb)}{rest}"


def _plural(book: Rulebook, kind: str) -> str:
    return book.kinds[kind].plural if kind in book.kinds else kind
