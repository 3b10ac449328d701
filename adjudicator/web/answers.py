"""The right side of the page: answers with their arguments, messages about the text, as fragments of HTML."""

from __future__ import annotations

from adjudicator.cli.pages import chapter
from adjudicator.cli.settling import Settled
from adjudicator.language.diagnostics import Diagnostic, render
from adjudicator.model.values import show
from adjudicator.report.changes import best, how_far, in_words
from adjudicator.report.html.elements import Child, Element, el, fragment
from adjudicator.report.html.page import Explained, question_parts
from adjudicator.report.lines import Said
from adjudicator.settling.changing.applying import changed
from adjudicator.settling.changing.searching import BRIEF, settled, what_would_change
from adjudicator.web.debate import Heard

MOST_CHANGES = 8


def answers(heard: Heard) -> str:
    """What comes of a text: the answers, or what is wrong with it."""
    if heard.messages:
        return fragment(el("section", el("h2", "Not understood yet"), *(_message(one) for one in heard.messages), class_="messages"))
    return fragment(*(part for place, one in enumerate(heard.settled) for part in _scenario(one, place)))


def _message(one: Diagnostic) -> Element:
    line = el("button", f"line {one.place.line}", type="button", class_="goto", data_line=str(one.place.line)) if one.place.line else None
    return el("article", line, el("pre", render(one)), class_="message")


def _scenario(one: Settled, place: int) -> list[Child]:
    made, said = chapter(one), Said()
    parts: list[Child] = [el("h2", one.settlement.scenario), el("p", f"under {made.book}", class_="faint")]
    if not made.questions:
        parts.append(el("p", "Nothing is asked yet: pick a question, or write a line that begins with `ask`.", class_="faint"))
    return [*parts, *(_question(one, explained, said, place) for explained in made.questions)]


def _question(one: Settled, explained: Explained, said: Said, place: int) -> Element:
    prefix = f"s{place}q{explained.number}"
    body = question_parts(explained, said, prefix, one.scenario.situation.board)
    if explained.answer.outcomes:
        address = f"{place}/{explained.number}"
        body.append(_later("What would change it", f"changes/{address}"))
        body.append(_why_not(explained, address))
    return el("article", *body, class_="question")


def _later(title: str, address: str) -> Element:
    """A part that is worked out when somebody opens it."""
    return el("details", el("summary", title),
              el("div", el("p", "working it out ...", class_="faint"), hx_post=f"/{address}", hx_include="#debate",
                 hx_trigger="toggle from:closest details once"))  # fmt: skip


def _why_not(explained: Explained, address: str) -> Element | None:
    """Why not the other answer: one button for yes and no, a field for everything else."""
    given = {show(o.answer) for o in explained.answer.outcomes if o.world.decided}
    others = [word for word in ("yes", "no") if given and given <= {"yes", "no"} and word not in given]
    if others:
        ask = el("button", f"Why not {others[0]}?", type="button", hx_post=f"/why-not/{address}?answer={others[0]}", hx_include="#debate",
                 hx_target=f"#other-{address.replace('/', '-')}")  # fmt: skip
    else:
        ask = el("label", "Why not ", el("input", name="answer", size="8", hx_post=f"/why-not/{address}", hx_include="#debate",
                                         hx_trigger="change", hx_target=f"#other-{address.replace('/', '-')}"), "?")  # fmt: skip
    return el("div", ask, el("div", id=f"other-{address.replace('/', '-')}", aria_live="polite"), class_="why-not")


def changes(one: Settled, number: int, address: str) -> str:
    """What would change an answer, each to be tried by a tap."""
    situation, question = one.scenario.situation, one.scenario.questions[number - 1]
    found = what_would_change(one.ground.engine, situation, question, BRIEF)
    shown = best(found.flips, MOST_CHANGES)
    rows = [_flip(in_words(flip, one.book, situation), f"/try/{address}?flip={place}") for place, flip in enumerate(shown)]
    list_ = el("ul", *rows) if rows else el("p", "nothing that was tried changes it")
    return fragment(el("div", list_, el("p", how_far(found), class_="faint")))


def _flip(condition: str, address: str) -> Element:
    button = el("button", f"if {condition}", type="button", class_="flip", hx_post=address, hx_include="#debate", hx_target="next .tried")
    return el("li", button, el("span", class_="tried", aria_live="polite"))


def tried(one: Settled, number: int, flip: int) -> str:
    """One change made, and the question settled again. Raises IndexError where there is no such change."""
    situation, question = one.scenario.situation, one.scenario.questions[number - 1]
    chosen = best(what_would_change(one.ground.engine, situation, question, BRIEF).flips, MOST_CHANGES)[flip]
    trial = settled(one.ground.engine, changed(situation, chosen.changes), question)
    came = " or ".join(trial.answers) if trial.answers else "impossible"
    return fragment(el("span", " it is ", el("strong", came)))
