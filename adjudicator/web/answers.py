"""The right side of the page: answers with their arguments, messages about the text, as fragments of HTML."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field

from adjudicator.desk.pages import chapter
from adjudicator.desk.settling import Settled
from adjudicator.explaining.befalling import befallen
from adjudicator.language.diagnostics import Diagnostic, render
from adjudicator.model.outcomes import Answer, Unheard
from adjudicator.model.rulebook import RegisterEntry
from adjudicator.model.values import show
from adjudicator.records import dataclass
from adjudicator.report.as_json import decided_by
from adjudicator.report.changes import best, how_far, in_words
from adjudicator.report.html.deciding import by_which, in_its_words, lacking, stopping
from adjudicator.report.html.elements import Child, Element, el, fragment
from adjudicator.report.html.page import Chapter, Explained, answered, heading, how, on_the_map
from adjudicator.report.lines import Said
from adjudicator.report.standing import STATUS, standing, value_of
from adjudicator.report.text import plain_question
from adjudicator.report.whynot import stopped_by
from adjudicator.rulings.likeness import deed_of
from adjudicator.settling.changing.applying import changed
from adjudicator.settling.changing.searching import BRIEF, settled, what_would_change
from adjudicator.web import sheet
from adjudicator.web.debate import Heard, at_once
from adjudicator.web.sentences import key_of
from adjudicator.web.telling import Open

MOST_CHANGES = 8
MOST_MISSING = 8


def quoted(said: str) -> str:
    """A message with quotation marks around what is quoted, as it is read on a page."""
    return re.sub(r"`([^`]+)`", r"“\1”", said)


@dataclass(frozen=True)
class Beside:
    """What the page knows beside the answers: the text, for a line of it that is at fault the events it could answer (the line
    and the words of each), for a question the statements of the book nearest to it, the nearest first, and which of the questions
    (from 1) is looked at."""

    text: str = ""
    belonging: Mapping[int, Sequence[tuple[int, str]]] = field(default_factory=dict)
    near: Callable[[Settled, str], Sequence[RegisterEntry]] | None = None
    asked: int = 0
    _chapters: dict[int, Chapter] = field(default_factory=dict, repr=False)

    def chapter(self, one: Settled) -> Chapter:
        """A settled scenario with the accounts of its answers, worked out once."""
        if id(one) not in self._chapters:
            self._chapters[id(one)] = chapter(one)
        return self._chapters[id(one)]


def answers(heard: Heard, still_open: Sequence[Open] = (), lost: Sequence[str] = (), beside: Beside | None = None) -> list[Child]:
    """What comes of a text: the answers, or what is wrong with it; before them which words of what was said are `lost` in it.

    While something of the play is not understood there is no answer: it could be another one. While only a question is not
    understood the other answers stand below that.
    """
    beside = beside or Beside()
    if heard.messages and not still_open:
        return [el("section", el("h2", "Not understood yet"), *(message(one, beside) for one in heard.messages), class_="messages")]
    several = len(heard.settled) > 1
    found = [part for place, one in enumerate(heard.settled) for part in _scenario(one, place, several, beside)]
    if not still_open:
        return [*([_lost(lost)] if lost and found else []), *found]
    play = [one for one in still_open if not one.said.endswith("?")]
    others = any(one.settlement.answers for one in heard.settled)
    why = ("Without that an answer would be a guess." if play else "The answers below are not to that." if others
           else "That is the question, and nothing else is asked.")  # fmt: skip
    waiting = el("section", el("h2", "Not answered yet"), el("p", el("strong", _not_understood(still_open)), ":"),
                 el("ul", *(el("li", one.said) for one in still_open)),
                 el("p", why, " Tap what was meant beside “Not understood”, say it in other words, or leave it out."),
                 class_="waiting still-open")  # fmt: skip
    rest = [one for one in heard.messages if not one.message.startswith(UNSAID)]
    if rest:
        return [waiting, el("section", el("h2", "Not understood either"), *(message(one, beside) for one in rest), class_="messages")]
    return [waiting, *found] if others and not play else [waiting]


def _lost(lost: Sequence[str]) -> Element:
    """What was said and is not in what was understood: the answers are to the rest."""
    words = (el("li", one) for one in lost)
    return el("aside", el("p", el("strong", "Not carried over"), " from what you said; the answers are to the rest:"), el("ul", *words),
              class_="note lost")  # fmt: skip


def is_unsettled(heard: Heard, still_open: Sequence[Open]) -> bool:
    """Whether a text is not understood, asks nothing, or has a question to which no rule gives the answer."""
    answers = [answer for one in heard.settled for answer in one.settlement.answers]
    ruled = all(answer.outcomes and all(outcome.grade in ("ruled", "given") for outcome in answer.outcomes) for answer in answers)
    return bool(heard.messages or still_open) or not answers or not ruled


def _not_understood(still_open: Sequence[Open]) -> str:
    count = len(still_open)
    return "one sentence is not understood" if count == 1 else f"{count} sentences are not understood"


def brief(heard: Heard, still_open: Sequence[Open] = (), beside: Beside | None = None) -> Element:
    """An answer in a line, what it rests on, and the question, for where the answers are below the fold: to the last question.

    Of a ruling that is looked at as it was written: to the question at which it was opened.
    """
    beside = beside or Beside()
    if still_open:
        told = f"not answered yet: {len(still_open)} not understood — rulings like it ↓"
        return el("a", el("span", told), id="brief", href="#like", hx_swap_oob="true")
    told = "not understood yet" if heard.messages else "nothing is asked yet"
    found = [(one, explained) for one in heard.settled for explained in beside.chapter(one).questions]
    if found:
        looked_at = beside.asked if all(explained.answer.expected is not None for _, explained in found) else 0
        told = _in_a_line(*found[looked_at - 1 if 0 < looked_at <= len(found) else -1])
    return el("a", el("span", told), id="brief", href="#answers", hx_swap_oob="true")


def _in_a_line(one: Settled, explained: Explained) -> str:
    answer = explained.answer
    found = " or ".join(dict.fromkeys(value_of(outcome) for outcome in answer.outcomes[:3])) or answer.status
    return f"{'not settled: ' if _is_open(one, explained) else ''}{found}{_rests_on(answer)} — {plain_question(answer.ask)}"


def _is_open(one: Settled, explained: Explained) -> bool:
    """Whether no rule is behind an answer that was not written down before: it is what is usual, and settles no debate."""
    answer = explained.answer
    usual = answer.expected is None and any(outcome.grade == "default" and not decided_by(outcome) for outcome in answer.outcomes)
    return usual and not any(stopping(account, one.book) for account in explained.accounts)


def _rests_on(answer: Answer) -> str:
    """What an answer rests on, where it is not sure: `, by default`, `, as it is told`; silence says so itself."""
    grades = {outcome.grade for outcome in answer.outcomes}
    told = ", as it is told, although it may not be" if any(outcome.although for outcome in answer.outcomes) else ""
    beyond = ", leaving aside a card of which the book knows the name alone" if any(outcome.beyond for outcome in answer.outcomes) else ""
    before = ", before what comes of it: begin a turn to follow that" if any(outcome.before for outcome in answer.outcomes) else ""
    return (", by default" if "default" in grades else "") + told + beyond + before


UNSAID = "this answers an event, and does not say which"
"""How the message about an answer without what it answers begins; its help speaks of the text, which on the page nobody sees."""


def message(one: Diagnostic, beside: Beside | None = None, file: str = "") -> Element:
    """What is wrong, the nearest right thing, and the words of the line where it stands; `file` is a name that nobody needs to see.

    Of an answer of which it is not said what it answers: the events it could answer, each to be tapped.
    """
    beside = beside or Beside()
    number, lines = one.place.line, beside.text.split("\n")
    words = next((row.text for row in sheet.rows(lines[number - 1], None)), "") if 0 < number <= len(lines) else ""
    shown = f"“{words}”" if words else f"line {number}"
    line = el("button", shown, type="button", class_="goto", data_line=str(number)) if number else None
    taps = beside.belonging.get(number, ())
    if taps:
        offered = (el("button", event, type="button", class_="belongs offer", data_line=str(number), value=str(at)) for at, event in taps)
        what = "What does this answer?" if len(taps) > 1 else "Does this answer it?"
        untold = el("p", el("strong", "It is not said what this answers:"), " ", line)
        return el("article", untold, el("p", what, class_="faint small"), el("p", *offered, class_="bar"), class_="message")
    if words and one.message.startswith(UNSAID):
        help = "Say before it what happens that it answers, or leave it out."
        return el("article", el("p", el("strong", "It is not said what this answers:"), " ", line), el("p", help), class_="message")
    said = el("p", el("strong", quoted(one.message)), *([" — ", quoted(one.help)] if one.help else []))
    shown = render(one).replace(file, "your text") if file else render(one)
    return el("article", said, line, el("details", el("summary", "where it stands"), el("pre", shown)), class_="message")


def _scenario(one: Settled, place: int, several: bool, beside: Beside) -> list[Child]:
    made, said = beside.chapter(one), Said()
    parts: list[Child] = [el("h2", one.settlement.scenario, class_="scenario")] if several else []
    told = len(at_once(one))
    if told > 1 or told and any(re.search(r"\bmay\b", question.text) for question in one.scenario.questions):
        tap = el("button", "one after the other, in a turn", type="button", class_="in-order", data_place=str(place))
        parts.append(
            el("aside", el("p", el("strong", "All of this is taken to happen at one moment. "), "Was it so: ", tap, "?"), class_="note")
        )
    parts += [_unheard(one, found) for found in one.settlement.unheard]
    parts += [el("aside", el("p", quoted(note)), class_="note") for note in one.settlement.notes]
    if not made.questions:
        parts.append(el("section", el("h2", "Nothing is asked yet"),
                        el("p", "End with a question: say ", el("em", "may Ann do it?"), " or ", el("em", "who wins?"),
                           ", in the words of the table.", class_="faint"), class_="waiting"))  # fmt: skip
    return [
        *parts,
        *(_question(one, explained, said, place, beside) for explained in made.questions),
        el("p", f"under {made.book}", class_="under"),
    ]


def _unheard(one: Settled, found: Unheard) -> Element:
    """What no rule listens to, with the nearest sentence to be put in its place."""
    line = str(found.place.line) if found.place.line else ""
    phrase = found.phrase or found.nearest
    key = key_of(one.book, phrase) if phrase else ""
    instead: Child = None
    if key and line:
        words = re.sub(r"\{(?:\S+ )?([^{}]+)\}", r"[\1]", phrase)
        instead = el("p", "Was it meant so? ", el("button", words, type="button", class_="replace", data_key=key, data_line=line,
                                                  data_said=found.says))  # fmt: skip
    elif found.nearest:
        instead = el("p", f"Nearest: {found.nearest}")
    return el("aside", el("p", el("strong", "No rule hears this: "), found.says), el("p", found.why, class_="faint"), instead,
              class_="note unheard")  # fmt: skip


def _question(one: Settled, explained: Explained, said: Said, place: int, beside: Beside) -> Element:
    answer, address = explained.answer, f"{place}/{explained.number}"
    open_ = _is_open(one, explained)
    came = answered(explained, one.book)
    if open_:
        came = [*_unsettled(one, explained, beside), el("div", *came, class_="usual")]
    elif not any(isinstance(part, Element) and part.tag == "blockquote" for part in came):
        came = [*came, *(_rule_that_would(one, explained) or _near_to_silence(one, explained, beside))]
    title = "How it was looked for" if open_ else "How it was decided"
    body = [*came, *on_the_map(explained, one.scenario.situation.board), how(explained, said, f"s{place}q{explained.number}", title)]
    if answer.outcomes:
        body += [_granted(explained), _later("What would change it?", f"changes/{address}"), _why_not(explained, address)]
    grades = " ".join(dict.fromkeys(outcome.grade for outcome in answer.outcomes if outcome.grade))
    firm = "firm" if answer.outcomes and all(standing(answer, outcome) == STATUS["forced"] for outcome in answer.outcomes) else ""
    badge = el("p", grades or answer.status, class_="badge", title=GRADES.get(grades, ""))
    head = heading(explained, deed_of(answer.ask, beside.text.split("\n")))
    return el("article", head, badge, *body, class_=f"question {answer.status} {firm or ('unsettled' if open_ else '')}")


NEAR_TO_IT = "What the book says near to it, in words; whether it fits is for you to say:"
MOST_NEAR = 2
"""So many statements of the book are shown where none is known to be the one that is lacking."""
NEAR_ENOUGH = 12
"""A rule that came near is the one that is lacking where its statement is among so many that are nearest to the debate."""


def _unsettled(one: Settled, explained: Explained, beside: Beside) -> list[Child]:
    """Of an answer that no rule gives: what the rules did to the thing that is asked about, the rule that would give another answer
    and what it lacks, or what the book says near to it."""
    there = list(beside.near(one, explained.answer.ask)) if beside.near is not None else []
    became, by = _what_became(one, explained)
    would = _rule_that_would(one, explained, there if beside.near is not None else None, by)
    if not would and not there and by is None:
        why = "Nothing in the book was found that decides this. Without a rule it would be:"
        return [el("p", "not settled", class_="verdict"), el("p", why, class_="faint")]
    what = "no rule forbids it" if _is_allowed(explained.answer) else "no rule gives it"
    near = [el("p", NEAR_TO_IT, class_="faint"), *map(in_its_words, there[:MOST_NEAR])] if by is None else []
    return [el("p", what, class_="verdict"), *became, *(would or near), el("p", "Without a rule it is:", class_="faint")]


def _what_became(one: Settled, explained: Explained) -> tuple[list[Child], RegisterEntry | None]:
    """What the rules did to the thing that is asked about, where none of them gives the answer itself, and by which statement."""
    question = explained.question
    for account in explained.accounts[:1]:
        for deed in befallen(one.book, account.outcome.world, question) if question is not None else ():
            entry = by_which(deed, account, one.book)
            if entry is not None:
                return [el("p", "But of this the rules say: ", el("strong", deed.says), class_="became"), in_its_words(entry)], entry
    return [], None


def _near_to_silence(one: Settled, explained: Explained, beside: Beside) -> list[Child]:
    """Where the book is taken not to say: what it says near to it."""
    silent = any(outcome.grade == "silent" for outcome in explained.answer.outcomes)
    there = list(beside.near(one, explained.answer.ask)) if silent and beside.near is not None else []
    return [el("p", NEAR_TO_IT, class_="faint"), *map(in_its_words, there[:MOST_NEAR])] if there else []


_ELSE = re.compile(r"\b(?:other|otherwise|else|instead|unless|except|without)\b", re.IGNORECASE)
"""How a statement says what holds where another one does not."""


def _rule_that_would(one: Settled, explained: Explained, near: Sequence[RegisterEntry] | None = None,
                     shown: RegisterEntry | None = None) -> list[Child]:  # fmt: skip
    """The statement that would have given another answer, and what it lacks; of those that are `near`, where that is known, and then
    also the one of its section that says what is else: what holds where it does not may stand beside it, if it is not `shown`."""
    ids = {entry.id for entry in near} if near is not None else None
    found = next((it for account in explained.accounts if (it := lacking(account, one.book, ids)) is not None), None)
    if found is None:
        return []
    entry, obstacle = found
    why = stopped_by(obstacle)
    turns = "The rule it turns on:" if near is None else "The rule that would:"
    others = (other for other in near or () if other.section == entry.section and other not in (entry, shown))
    beside = [other for other in others if _ELSE.search(other.says)][:1]
    also = [el("p", "Beside it the book says:", class_="faint"), *map(in_its_words, beside)] if beside else []
    return [el("p", turns, class_="faint"), in_its_words(entry), el("p", f"— {why}.", class_="lacking") if why else None, *also]


def _is_allowed(answer: Answer) -> bool:
    """Whether leave is asked for, and nothing takes it away."""
    return bool(re.search(r"\bmay\b", answer.ask)) and all(outcome.answer is True for outcome in answer.outcomes)


GRADES = {
    "given": "the scenario itself says it", "ruled": "a rule of the book decides it", "silent": "the book does not say",
    "default": "rules could decide it, but none of them holds: it is what is usual",
}  # fmt: skip


def _granted(explained: Explained) -> Element | None:
    """What nobody said and the answer rests on."""
    found: dict[str, None] = {}
    for account in explained.accounts[:2]:
        found |= dict.fromkeys((*account.argument.missing, *(one for step in account.argument.steps for one in step.missing)))
    if not found:
        return None
    shown, more = list(found)[:MOST_MISSING], len(found) - MOST_MISSING
    rows = [el("li", one) for one in [*shown, *([f"and {more} more"] if more > 0 else [])]]
    return el("details", el("summary", f"Nobody said ({len(found)})"), el("div", el("ul", *rows)))


def _later(title: str, address: str) -> Element:
    """A part that is worked out when somebody opens it."""
    return el("details", el("summary", title),
              el("div", el("p", "working it out ...", class_="faint"), hx_post=f"/{address}", hx_include="#debate",
                 hx_trigger="toggle from:closest details once"))  # fmt: skip


def _why_not(explained: Explained, address: str) -> Element | None:
    """Why not the other answer: one button for yes and no, a field for everything else."""
    given = {show(o.answer) for o in explained.answer.outcomes if o.world.decided}
    others = [word for word in ("yes", "no") if given and given <= {"yes", "no"} and word not in given]
    if given == {"yes", "no"}:
        return None
    target = f"other-{address.replace('/', '-')}"
    if others:
        ask = el("button", f"Why not {others[0]}?", type="button", hx_post=f"/why-not/{address}?answer={others[0]}", hx_include="#debate",
                 hx_target=f"#{target}")  # fmt: skip
    else:
        ask = el("label", "Why not ", el("input", name="answer", size="8", hx_post=f"/why-not/{address}", hx_include="#debate",
                                         hx_trigger="change", hx_target=f"#{target}"), "?")  # fmt: skip
    return el("div", ask, el("div", id=target, aria_live="polite"), class_="why-not")


def changes(one: Settled, number: int, address: str) -> str:
    """What would change an answer, each to be tried by a tap."""
    situation, question = one.scenario.situation, one.scenario.questions[number - 1]
    found = what_would_change(one.ground.engine, situation, question, BRIEF)
    shown = best(found.flips, MOST_CHANGES)
    rows = [_flip(in_words(flip, one.book, situation), f"/try/{address}?flip={place}") for place, flip in enumerate(shown)]
    list_ = el("ul", *rows, class_="flips") if rows else el("p", "nothing that was tried changes it")
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
