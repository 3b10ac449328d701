"""Effects: what a clause says that an event brings about (`then ...`), as conclusions about the effect families.

A change of state concludes `after:P`, an event that follows `causes:E`, a
copy `copies:ROLES` (docs/meaning.md 11.6 and 11.7).
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from adjudicator.language.conclusions import (
    STAYS,
    USUAL,
    Reading,
    finish,
    read_conclusion,
    read_defeater,
    read_limit,
    read_modifier,
    without_usual,
)
from adjudicator.language.diagnostics import SentenceError, did_you_mean
from adjudicator.language.reading import read_sentence, read_term, told_sentence
from adjudicator.language.scope import Phrasebook, Scope
from adjudicator.model.expressions import Apply, Literal, Occurs, Sentence, Term
from adjudicator.model.places import Place
from adjudicator.model.values import Type

_TIMES = re.compile(r", (?P<number>.+?) times$")
_COPY = re.compile(r"^a copy of (?P<event>.+?) happens(?:, with (?P<roles>.+))?$")
_DENIED = "it does not cause that "
_EVENT = Type("thing", kind="event")


def read_effect(text: str, place: Place, book: Phrasebook, scope: Scope) -> Reading:
    """Read what stands after `then`. Raises SentenceError where it is no effect."""
    if text.endswith(USUAL):
        raise SentenceError("conclusion", "an event makes nothing usual", 0, len(text), f"say `{without_usual(text)}{STAYS[0]}`")
    if text.endswith(STAYS):
        stays = read_defeater(text, place, book, scope)
        applied = _after(Apply(stays.conclusion.property, stays.conclusion.args), text)
        return replace(stays, conclusion=replace(stays.conclusion, property=applied.property))
    for reader in (_copy, _event):
        reading = reader(text, place, book, scope)
        if reading is not None:
            return reading
    for modifier in (read_modifier, read_limit):
        found = modifier(text, book, scope)
        if found is not None:
            applied, form, value = found
            return finish(_after(applied, text), form, value, text, place, book, scope)
    stated = read_conclusion(text, place, book, scope)
    conclusion = stated.conclusion
    if conclusion.property.startswith("after:"):
        return stated
    applied = _after(Apply(conclusion.property, conclusion.args), text)
    return Reading(type(conclusion)(applied.property, conclusion.args, conclusion.form, conclusion.value, text, place), stated.conditions)


def _after(applied: Apply, text: str) -> Apply:
    """The same instance when the moment is over."""
    if applied.property in ("may", "before", "happens") or applied.property.startswith("decider:"):
        raise SentenceError("conclusion", "this cannot be brought about by an event: it is no state", 0, len(text),
                            "leave out `then` to say that it is so")  # fmt: skip
    return Apply("after:" + applied.property, applied.args)


def _event(text: str, place: Place, book: Phrasebook, scope: Scope) -> Reading | None:
    """`the player draws a card, 2 times`; None where the words say no event."""
    times: Term = Literal(Fraction(1))
    said, shift = text, 0
    if match := _TIMES.search(text):
        said = text[: match.start()]
        times = _number(match["number"], match.start("number"), book, scope)
    if said.startswith(_DENIED):
        said, shift, times = said[len(_DENIED) :], len(_DENIED), Literal(Fraction(0))
    before = dict(scope.variables)
    if shift:
        try:
            sentence: Sentence | None = read_sentence(said, book, scope, introduce=True)
        except SentenceError as error:
            error.start += shift
            raise
    else:
        sentence = told_sentence(said, book, scope)
    if not isinstance(sentence, Occurs):
        scope.variables = before
        return None
    event, roles = book.book.events[sentence.event], dict(sentence.roles)
    args = tuple(roles.get(role, Literal(None)) for role in event.roles)
    return finish(Apply(f"causes:{event.name}", args), "is", times, text, place, book, scope)


def _number(text: str, at: int, book: Phrasebook, scope: Scope) -> Term:
    try:
        return read_term(text, book, scope, Type("whole"))[0]
    except SentenceError as error:
        error.start += at
        raise


def _copy(text: str, place: Place, book: Phrasebook, scope: Scope) -> Reading | None:
    """`a copy of the attack happens, with the player as its target, Ann as its agent`."""
    match = _COPY.match(text)
    if match is None:
        return None
    original, _ = _thing(match["event"], match.start("event"), book, scope, _EVENT)
    roles, args, at = [], [original], match.start("roles")
    for part in (match["roles"] or "").split(", ") if match["roles"] else ():
        filler, word, role = part.rpartition(" as its ")
        known = {r for event in book.book.events.values() for r in event.roles}
        if not word or role not in known:
            raise SentenceError("name", f"no event has a role `{role}`", at, len(part),
                                did_you_mean(role, known) or "say `TERM as its ROLE`")  # fmt: skip
        args.append(_thing(filler, at, book, scope, None)[0])
        roles.append(role)
        at += len(part) + 2
    return finish(Apply("copies:" + ",".join(roles), tuple(args)), "is", Literal(Fraction(1)), text, place, book, scope)


def _thing(text: str, at: int, book: Phrasebook, scope: Scope, wanted: Type | None) -> tuple[Term, Type]:
    try:
        return read_term(text, book, scope, wanted)
    except SentenceError as error:
        error.start += at
        raise
