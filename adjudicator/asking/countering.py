"""A deed that is told as done against another: `Ann stops the PIE with LID`, `plays LID against it`, `casts LID to negate it`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.asking.telling import Teller

_CARD = r"[A-Z][A-Z'!-]+(?: [A-Z][A-Z'!-]*)*"
_WHAT = rf"(?P<what>(?:all (?:of )?|half (?:of )?)?(?:it|that|this|the [a-z]+(?: [a-z]+)?|(?:(?:the|that|his|her|[A-Z][\w-]*'s) )?{_CARD}))"
_SO_THAT = re.compile(r",? (?:so that|which means(?: that)?|in order that) (?P<end>.+)$")
_COUNTED = re.compile(r"\d|\b(?:one|two|three|four|five|six|half|only|still)\b")
_STOPS = re.compile(
    r"^(?P<who>[A-Z][\w-]*|he|she) (?:then |now |also |immediately )?"
    r"(?:stops?|blocks?|counters?|cancels?|parries|negates?|absorbs?|deflects?|dispels?|prevents?|reflects?|answers?|stopped|blocked|countered|"
    rf"cancell?ed|negated|absorbed|deflected|dispelled|prevented|reflected|answered) {_WHAT} (?:with|by (?:playing|casting|using)) "
    rf"(?:an? |the |his |her )?(?P<card>{_CARD})$",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"^(?P<deed>.*\b(?:plays?|casts?|uses?|played|used|wants to (?:play|cast|use)) .*?"
    rf"{_CARD}.*?),? (?:against|in (?:answer|response|reaction) to|as (?:an answer|a response|a reaction|a counter) to|"
    rf"(?:in order )?to (?:negate|stop|block|counter|cancel|prevent|avoid|survive|answer|ignore|escape|dispel|deflect)) {_WHAT}$"
)
_TO_SAVE = re.compile(
    rf"^(?P<deed>.*\b(?:plays?|casts?|uses?) (?:an? |the |his |her )?{_CARD}),? (?:in order )?to (?:protect|save|defend) "
    rf"(?:himself|herself|[A-Z][\w-]*)$"
)


def countering(teller: Teller, text: str) -> tuple[str, str]:
    """The deed alone, and the event told that it is done against; empty where a text tells of no such thing, or it is not clear which."""
    so = _SO_THAT.search(text)
    if so is not None and not _COUNTED.search(so["end"]):
        text = text[: so.start()]
    text = teller._carded(text)
    stops = _STOPS.match(text)
    if stops is not None and not stops["card"].isupper():
        stops = None
    against = _AGAINST.match(text) if stops is None else None
    saves = _TO_SAVE.match(text) if stops is None and against is None else None
    match = stops or against or saves
    if match is None or not teller._events:
        return "", ""
    what = (match.groupdict().get("what") or "it").removeprefix("all of ").removeprefix("all ")
    if what.startswith("half"):
        return "", ""
    who = stops["who"] if stops is not None else match["deed"].split(" ")[0].removesuffix("'s")
    if who.lower() in ("he", "she"):
        called = {name for pronoun, name in teller.called.items() if pronoun.search(who)}
        aimed = [whom for _, whom in teller._aimed() if whom]
        who = called.pop() if len(called) == 1 else aimed[-1] if aimed else teller._meant(text)
    event = _event_meant(teller, what, who)
    if not event:
        return "", ""
    if stops is None:
        deed = match["deed"]
        return (re.sub(r"^(?:[Hh]e|[Ss]he) ", f"{who} ", deed) if who in teller.people else deed), event
    ways = (f"{who} {verb} {stops['card']}" for verb in ("answers with", "casts", "plays"))
    return next(((way, event) for way in ways if teller.tells_alone(way)), ("", ""))


def _event_meant(teller: Teller, what: str, who: str) -> str:
    """The event told that is meant: the one with a card that is named, else the last one that somebody else does; empty for none."""
    card = re.search(rf"{_CARD}$", what)
    others = [event for event, agent, _ in teller._events if agent != who]
    if card is not None and card[0].isupper() and len(card[0]) > 1:
        name = card[0]
        used = [event for event, *_ in teller.row if {name, f"{name}!"} & teller.used(event)]
        return used[-1] if len(used) == 1 else ""
    noun = what.removeprefix("the ")
    if what in ("it", "that", "this"):
        return others[-1] if others else ""
    book = teller.loaded.book
    things = [name for event in others for name in (event, *teller.used(event))]
    kinds = {kind for name in things for kind in book.upwards(teller.reader.things[name].kinds)}
    return others[-1] if others and (noun in kinds or noun in ("damage", "attack", "blow", "punch")) else ""
