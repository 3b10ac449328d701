"""An argument as a foldable tree: each step opens what it rests on; a step used twice is shown once and linked to."""

from __future__ import annotations

from adjudicator.explaining.explaining import Argument, Step
from adjudicator.explaining.rungs import BELOW
from adjudicator.explaining.voicing import Loss, Reason
from adjudicator.language.wording import called
from adjudicator.report.argument import HOW, rung_text
from adjudicator.report.html.elements import Child, Element, el
from adjudicator.report.lines import Said, branch_text, quoted, speaker, standing


def tree(argument: Argument, said: Said, prefix: str) -> list[Element]:
    """The first steps, with all others folded into those that use them. `prefix` keeps the anchors of one outcome from others'."""
    steps = {step.number: step for step in argument.steps}
    used = {number for step in argument.steps for number in step.uses}
    shown: set[int] = set()
    top = [step for step in argument.steps if step.number not in used] or list(argument.steps[:1])
    return [_step(step, steps, shown, said, prefix, True) for step in top]


def _step(step: Step, steps: dict[int, Step], shown: set[int], said: Said, prefix: str, open_: bool) -> Element:
    anchor = f"{prefix}-{step.number}"
    if step.number in shown:
        return el("p", el("a", f"[{step.number}]", href=f"#{anchor}"), f" {step.says}", el("span", " (explained already)", class_="faint"))
    shown.add(step.number)
    body: list[Child] = [part for reason in step.reasons for part in reason_parts(reason, reason.says != step.says, said)]
    body += _grounds(step)
    body += [part for loss in step.losses for part in _loss(loss, said)]
    if step.losses:
        body += [
            el("p", rung_text(rung), class_="faint")
            for rung in step.rungs
            if rung.place == BELOW and (rung.numbered or rung.verdict != "nothing")
        ]
    body += [_step(steps[n], steps, shown, said, prefix, False) for n in step.uses if n in steps]
    head = el("summary", el("span", f"[{step.number}] ", class_="number"), step.says, el("span", HOW.get(step.how, ""), class_="faint"))
    made = el("details", head, el("div", *body), id=anchor)
    if open_ or step.losses:
        made.set("open", "open")
    return made


def reason_parts(reason: Reason, says: bool, said: Said) -> list[Element]:
    """The clause that speaks, and the register's words for it where they have not been said."""
    cites = f" ({', '.join(reason.cites)})" if reason.cites else ""
    text = f": {reason.says}" if says else ""
    first = el("p", "by ", el("span", speaker(reason), class_="clause"), el("span", cites, class_="faint"), f"{standing(reason)}{text}")
    return [first, *(el("p", words, class_="said") for words in said.new(quoted(reason)))]


def _grounds(step: Step) -> list[Child]:
    """What it rests on besides other steps: facts, what the map shows, what nobody says, branches taken."""
    given = [f"{step.starts} to begin with"] if step.starts else []
    parts: list[Child] = [_list("since", [*given, *step.given]), _list("because", step.words), _list("while", step.missing)]
    for decision in step.branches:
        parts.append(el("p", f"taking it that {branch_text(decision)}", class_="maybe"))
    if step.between:
        names = ", ".join(f"{speaker(reason)}: {reason.says}" for reason in step.between)
        parts.append(el("p", f"as much speaks for: {names}", class_="maybe"))
    return parts


def _list(head: str, items: tuple[str, ...] | list[str]) -> Element | None:
    if len(items) < 2:
        return el("p", f"{head} {items[0]}") if items else None
    return el("div", el("p", head), el("ul", *(el("li", item) for item in items)))


def _loss(loss: Loss, said: Said) -> list[Element]:
    cites = f" ({', '.join(loss.loser.cites)})" if loss.loser.cites else ""
    return [el("p", el("strong", "beaten ", class_="bad"), el("span", called(loss.loser.clause), class_="clause"),
               el("span", cites, class_="faint"), f", which says: {loss.loser.says}"),
            el("p", f"on the rung “{loss.rung}”, by {called(loss.winner)}: {loss.reason}", class_="bad"),
            *(el("p", words, class_="said") for words in said.new(loss.loser.words))]  # fmt: skip
