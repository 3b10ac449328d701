"""What is said of a piece that is not understood: the reader's own message about the nearest wording of it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from adjudicator.asking.known import WHERE
from adjudicator.asking.meaning import means_alike
from adjudicator.asking.wordings import plain
from adjudicator.language.asked import amounts, opens_question, turned_round, without_lead
from adjudicator.language.diagnostics import Diagnostic, Messages, SentenceError
from adjudicator.language.near_phrases import nearest_sentences
from adjudicator.language.reading import read_sentence, read_term
from adjudicator.language.words import with_article
from adjudicator.model.places import Place

if TYPE_CHECKING:
    from adjudicator.asking.telling import Teller

JOINTS = re.compile(r",? (?:and then|and|but|then) |, ")


def unread(teller: Teller, text: str, question: bool) -> list[Diagnostic]:
    """What the reader says of the nearest wording of a piece, with the line as it was said."""
    said = teller.of_spoken(text)
    wording = plain(said[:1].lower() + said[1:] if question and opens_question(said) else said, teller.cards_not_there())
    turned = turned_round_at_name(teller, wording) if question else ""
    wording = turned or (wording if question else _rest(teller, wording))
    wording = next(amounts(wording), without_lead(wording).removeprefix("how ")) if question else wording
    other = _of_another_kind(teller, wording)
    if other is not None:
        return [other]
    messages = Messages({WHERE: [wording]})
    trial = teller.trial()
    trial.messages, trial.trying = messages, False
    try:
        if question and not turned:
            read_term(wording, teller.loaded.phrasebook, trial.scope)
        else:
            read_sentence(wording, teller.loaded.phrasebook, trial.scope)
            trial._statement(teller.line(wording))
    except SentenceError as error:
        messages.add(error.code, error.message, Place(WHERE, 1, error.start + 1, max(1, error.width)), error.help)
    if not messages.found:
        messages.add("phrase", "this is not understood here", Place(WHERE, 1, 1, max(1, len(wording))))
    return [_with_sentences(teller, fault, wording, question and not turned) for fault in messages.found]


def _of_another_kind(teller: Teller, wording: str) -> Diagnostic | None:
    """`her hat RED SCARF`, of a card that the book's lists have as something else: nobody can tell which of the two was meant."""
    chart, book = teller.chart(wording), teller.loaded.book
    for i in range(len(chart.tokens)):
        for kind, plural, start in chart.kinds_at(i):
            start += 2 * (chart.words[start : start + 1] == ["of"])  # `the hat of Lea RED SCARF`
            name = next((text for end in range(len(chart.tokens), start, -1) if (text := chart.span_text(start, end)) in book.cards), "")
            last = start + len(name.split())
            kinds = book.cards[name].kinds if name and not plural else ()
            if kinds and not any(book.is_a(own, kind) or book.is_a(kind, own) for own in kinds):
                place = Place(WHERE, 1, chart.start_of(i) + 1, len(chart.span_text(i, last)))
                message = f"{name} is {with_article(kinds[0])} in the lists of this book, and no {kind}"
                return Diagnostic("kind", message, place, help=f"leave `{kind}` out, or name another card")
    return None


_SLOT = re.compile(r"\{(?P<kind>[^{}]+)\}")
LOOKED_AT = 10
"""So many of the nearest sentences are looked at."""
NONE_NEAR = "no sentence of the book is near to it in meaning: say it in other words (`adjudicator words BOOK WORDS` finds sentences)"
_NAMES_ONE = ("did you mean", "the nearest ", "write `cannot", "leave it out")


def _with_sentences(teller: Teller, fault: Diagnostic, wording: str, value: bool) -> Diagnostic:
    """The fault with three whole sentences to copy, where it names no nearer thing."""
    if fault.help.startswith(_NAMES_ONE) and not fault.help.startswith("the nearest ") or fault.code not in ("phrase", "name", "kind"):
        return fault
    chart = teller.chart(wording.removeprefix("who ").removeprefix("which "))
    if value or " is not something known here" in fault.message and " " in fault.message.split("`")[1]:
        fault = replace(fault, code="phrase", message=f"no phrase {'asks' if value else 'says'} this",
                        place=Place(WHERE, 1, 1, max(1, len(wording))))  # fmt: skip
    asks = [f"{one}?" for one in nearest_sentences(chart, "value", LOOKED_AT)] if value else []
    says = [f"{one}?" if value else one for one in nearest_sentences(chart, "sentence", LOOKED_AT, however_far=True)]
    near = [*asks, *(one for one in says if not any(one.startswith(ask[:-1]) for ask in asks))]
    near = [one for one in near if means_alike(wording, one, teller.people) and not teller.answers_with_itself(teller.meaning(one))][:3]
    near = [_SLOT.sub(lambda slot: with_article(slot["kind"]), one) for one in near]
    help = "\n".join((f"the nearest {'questions' if value else 'sentences'} are", *near)) if near else NONE_NEAR
    return replace(fault, help=help)


def turned_round_at_name(teller: Teller, text: str) -> str:
    """A question turned round behind the longest beginning that is the name of something; empty where it asks for a value."""
    words = text[:1].lower() + text[1:] if opens_question(text) else text
    if words.startswith("who ") and teller.people:
        return f"{teller.people[0]} {words[len('who ') :]}"
    rest = words.split(" ")[1:]
    for k in range(min(5, len(rest) - 1), 0, -1):
        if teller.term(" ".join(rest[:k])) is not None:
            return next(turned_round(words, k), "")
    if words.startswith(("the ", "who ", "which ", "how ", "what ")):
        return ""
    return next(turned_round(words, max(1, len(rest) - 1)), "")


def _rest(teller: Teller, text: str) -> str:
    """What is left of a piece behind the parts that are understood."""
    for joint in reversed(list(JOINTS.finditer(text))):
        if teller.alone_or_joined(text[: joint.start()]):
            return text[joint.end() :]
    return text
