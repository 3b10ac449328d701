"""The page: for each question the answer first, then its story, its argument, the map, and what goes before what."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.explaining.accounts import Account
from adjudicator.explaining.retelling import Beat, Deed
from adjudicator.explaining.whynot import Obstacle
from adjudicator.language.wording import called
from adjudicator.model.drawn import DrawnBoard
from adjudicator.model.outcomes import Answer, Settlement
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Question
from adjudicator.records import dataclass
from adjudicator.report.argument import without_steps
from adjudicator.report.board import board_svgs
from adjudicator.report.graph import picture, precedence_graph
from adjudicator.report.html.deciding import behind, deciding, in_its_words
from adjudicator.report.html.elements import Child, Element, drawing, el, written
from adjudicator.report.html.steps import tree
from adjudicator.report.html.style import STYLE
from adjudicator.report.lines import Said, branch_text, quoted, speaker
from adjudicator.report.standing import STATUS, as_played, standing, value_of
from adjudicator.report.text import call_text, plain_question, taking_text, verdict, why_several
from adjudicator.report.whynot import headline, stopped_by


@dataclass(frozen=True)
class Explained:
    """A question with its answer and the accounts of its outcomes; `number` as in the scenario."""

    number: int
    answer: Answer
    accounts: tuple[Account, ...]
    question: Question | None = None
    impossible: str = ""


@dataclass(frozen=True)
class Chapter:
    """A scenario on the page."""

    settlement: Settlement
    book: str
    questions: tuple[Explained, ...]
    board: DrawnBoard | None = None
    rulebook: Rulebook | None = None


def page(chapters: Iterable[Chapter]) -> str:
    """One self-contained HTML document."""
    chapters = list(chapters)
    title = chapters[0].settlement.scenario if len(chapters) == 1 else f"{len(chapters)} scenarios settled"
    head = el("head", el("meta", charset="utf-8"), el("meta", name="viewport", content="width=device-width, initial-scale=1"),
              el("title", title), el("style", STYLE))  # fmt: skip
    body = [part for place, chapter in enumerate(chapters, 1) for part in _chapter(chapter, f"s{place}")]
    return written(el("html", head, el("body", el("main", *body)), lang="en"))


def _chapter(chapter: Chapter, prefix: str) -> list[Child]:
    settlement, said = chapter.settlement, Said()
    parts: list[Child] = [el("h1", settlement.scenario), el("p", f"under {chapter.book}", class_="faint")]
    parts += [el("p", f"unheard: {one.says}: {one.why}" + (f"; nearest: {one.nearest}" if one.nearest else ""), class_="maybe")
              for one in settlement.unheard]  # fmt: skip
    parts += [el("p", f"note: {note}", class_="maybe") for note in settlement.notes]
    for one in chapter.questions:
        parts += [heading(one), *answered(one, chapter.rulebook), *on_the_map(one, chapter.board)]
        parts.append(how(one, said, f"{prefix}q{one.number}"))
    return parts


def heading(one: Explained, deed: str = "") -> Element:
    """The question, with its number; beside a deed that it calls by its name what is done in it."""
    return el("h2", f"{one.number}. {plain_question(one.answer.ask)}", el("span", f" ({deed})", class_="faint") if deed else None)


def answered(one: Explained, book: Rulebook | None) -> list[Child]:
    """The answer, and in plain words the statement of the book that decides it."""
    answer, shown = one.answer, dict[str, None]()
    parts: list[Child] = []
    if not answer.outcomes:
        parts += [el("p", STATUS[answer.status], class_="answer bad"), el("pre", one.impossible) if one.impossible else None]
    for account in one.accounts:
        parts += _outcome(answer, account)
        found = deciding(answer, account, book) if book is not None else None
        if found is not None and found.id not in shown:
            assert book is not None
            cause = behind(account, book, found)
            shown |= {one.id: None for one in (found, cause) if one is not None}
            parts += [in_its_words(found), in_its_words(cause, "deciding behind") if cause is not None else None]
    parts += [el("p", answer.note, class_="maybe") if answer.note else None]
    if answer.expected is not None and answer.met is not None:
        parts.append(el("p", verdict(answer, answer.expected), class_="faint" if answer.met else "bad"))
    return parts


def on_the_map(one: Explained, board: DrawnBoard | None) -> list[Child]:
    """The map, where there is one, with what was followed on it for this question."""
    drawn = board_svgs(board, [one.answer], [one.question] if one.question is not None else []) if board is not None else []
    return [el("figure", drawing(svg), el("figcaption", "the map, with the lines and ways that were followed")) for svg in drawn]


def how(one: Explained, said: Said, prefix: str, title: str = "How it was decided") -> Element | None:
    """Why, folded: the argument, what would have said otherwise, the story. `prefix` keeps the anchors of one question from others'."""
    parts = [
        part
        for place, account in enumerate(one.accounts, 1)
        for part in _account(account, said, f"{prefix}o{place}", len(one.accounts) > 1)
    ]
    return el("details", el("summary", title), el("div", *parts), class_="how") if parts else None


def _outcome(answer: Answer, account: Account) -> list[Child]:
    """The answer, whether it is forced, and when it is the answer."""
    outcome = account.outcome
    value = value_of(outcome)
    chance = f" with probability {outcome.probability}" if outcome.probability is not None else ""
    firm = "; ".join(said for said in (as_played(answer, outcome), standing(answer, outcome)) if said)
    forced = el("span", f" ({firm})", class_="faint") if firm else None
    return [el("p", el("span", value + chance, class_="answer"), forced), *(el("p", why, class_="maybe") for why in why_several(outcome)),
            *([el("p", taking_text(outcome, ""), class_="maybe")] if outcome.taking else []),
            *(el("p", call_text(call), class_="maybe") for call in outcome.calls)]  # fmt: skip


def _account(account: Account, said: Said, prefix: str, several: bool) -> list[Child]:
    value = value_of(account.outcome)
    parts: list[Child] = [el("h3", f"Why {value}" if several else "Why")]
    parts += tree(account.argument, said, prefix) or [el("p", without_steps(account.argument))]
    parts += [_obstacle(one, said, "Not otherwise: ", 0 if place else UNFOLDED) for place, one in enumerate(account.obstacles)]
    if account.story:
        beats = el("ol", *(_beat(beat, said) for beat in account.story))
        left = el("p", f"and {account.left_out} more steps that do not matter here", class_="faint") if account.left_out else None
        parts.append(el("details", el("summary", "The story"), el("div", beats, left)))
    drawn = picture(precedence_graph(account.resolutions))
    if drawn:
        figure = el("figure", drawing(drawn), el("figcaption", "an arrow leads from what prevails to what it beats"))
        parts.append(el("details", el("summary", "What goes before what, as a picture"), el("div", figure)))
    return parts


def _beat(beat: Beat, said: Said) -> Element:
    indent = f"margin-left: {beat.depth * 1.2:g}rem"
    why = [_deed(Deed(f"(first, because {one.says})", one.reasons, one.losses), said) for one in beat.first]
    branches = [el("p", f"here it could go otherwise: {branch_text(d)}", class_="maybe") for d in beat.branches]
    deeds = [_deed(deed, said) for deed in beat.deeds]
    return el("li", el("strong", beat.says), *why, *branches, *deeds, style=indent, value=str(beat.number))


def _deed(deed: Deed, said: Said) -> Element:
    by = [el("span", f" by {speaker(reason)}", class_="clause") for reason in deed.reasons]
    beaten = [el("p", f"beaten: {called(loss.loser.clause)}, on the rung “{loss.rung}”, by {called(loss.winner)}: {loss.reason}")
              for loss in deed.losses]  # fmt: skip
    words = () if deed.argued else said.new(words for reason in deed.reasons for words in quoted(reason))
    return el("div", el("p", deed.says, *by), *(el("p", one, class_="said") for one in words), *beaten)


UNFOLDED = 2
"""How deep the nearest clause that would have said otherwise is unfolded at first."""


def _obstacle(obstacle: Obstacle, said: Said, head: str, unfolded: int) -> Element:
    reason = obstacle.clause
    stopped = stopped_by(obstacle)
    body: list[Child] = [el("p", stopped)] if stopped else []
    body += [el("p", words, class_="said") for words in said.new(reason.words)] if reason is not None else []
    body += [_obstacle(one, said, "for ", 0 if place else unfolded - 1) for place, one in enumerate(obstacle.deeper)]
    state = {"open": "open"} if unfolded > 0 else {}
    return el("details", el("summary", head + headline(obstacle)), el("div", *body), **state)
