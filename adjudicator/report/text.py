"""Settlements as text a player enjoys: the answer first, then why, what was beaten, what would change it."""

from __future__ import annotations

import re
from dataclasses import replace

from rich.console import Console
from rich.text import Text

from adjudicator.adjudication.changes import NumbersSay
from adjudicator.adjudication.explaining import Argument, Loss, Reason, Step
from adjudicator.adjudication.notes import Forbidden
from adjudicator.adjudication.whynot import WhyNot
from adjudicator.analysis.camps import camps
from adjudicator.model.outcomes import Answer, Cause, Outcome, Settlement
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Expectation
from adjudicator.model.values import show

CAUSES = {
    "unknown": "it is not known: {what}",
    "open": "no rung of the ladder decides about {what}",
    "choice": "{who} chooses {what}",
    "chance": "chance decides {what}",
    "reading": "a ruling that can be read both ways: {what}",
}
STATUS = {
    "forced": "forced: it cannot come out otherwise",
    "several": "several outcomes are consistent",
    "undecided": "neither the scenario nor the rulebook says enough",
    "impossible": "this situation cannot be",
    "limit": "not decided within the limits",
}


def title(console: Console, settlement: Settlement, book: Rulebook) -> None:
    """The scenario's name and the book it is settled under."""
    console.print(Text(settlement.scenario, style="bold underline"))
    console.print(Text(f"under {book.title or book.name}" + (f"  ({settlement.file})" if settlement.file else ""), style="dim"))
    if not settlement.answers:
        line(console, 3, "nothing is asked: add a line that begins with `ask`", "yellow")


def answer_head(console: Console, number: int, answer: Answer) -> None:
    """The question, the answers and their status."""
    console.print()
    console.print(Text.assemble((f"{number}. ", "bold"), (_question(answer.ask), "bold")))
    for outcome in answer.outcomes:
        block(console, 3, _answer_line(answer, outcome))
    if any(len(outcome.when) > MOST_COMBINATIONS for outcome in answer.outcomes):
        for camp in camps(answer):
            line(console, 3, f"if {decision_text(camp.cause, camp.taken)}, it is {' or '.join(camp.answers)}", "yellow")
    if not answer.outcomes:
        line(console, 3, STATUS[answer.status], "bold red")
    if answer.note:
        line(console, 3, answer.note, "yellow")
    if answer.expected is not None and answer.met is not None:
        line(console, 3, _verdict(answer, answer.expected), "green" if answer.met else "bold red")


def _verdict(answer: Answer, expected: Expectation) -> str:
    """Whether the answer is the expected one, and if only the deciding clause is another, that it is so."""
    if answer.met:
        return f"as expected ({expected.text})"
    given = {o.answer for o in answer.outcomes if o.world.decided}
    same = expected.answers and not expected.status and given == set(expected.answers)
    return f"EXPECTED {expected.text}" + (": the answer is the same, but nothing cited there decided it" if same else "")


def _question(ask: str) -> str:
    return (ask[len("whether ") :] if ask.startswith("whether ") else ask) + "?"


def _answer_line(answer: Answer, outcome: Outcome) -> Text:
    value = show(outcome.answer) if outcome.world.decided else "undecided"
    text = Text.assemble(("=> ", "green"), (value, "bold green"))
    if outcome.probability is not None:
        text.append(f"   with probability {outcome.probability}", style="cyan")
    if answer.status in ("forced", "undecided"):
        text.append(f"   ({STATUS[answer.status]})", style="dim")
    for why in _why_several(outcome):
        text.append("\n     " + why, style="yellow")
    for decision in outcome.taken:
        text.append(f"\n     if {decision.cause.what}: {show(decision.taken)}", style="cyan")
    return text


def _why_several(outcome: Outcome) -> list[str]:
    """When this is the outcome: the combinations of decisions if they are few, else only their causes."""
    if 0 < len(outcome.when) <= MOST_COMBINATIONS and all(outcome.when):
        lines = [" and ".join(decision_text(cause, taken) for cause, taken in combination) for combination in outcome.when]
        return [("if " if i == 0 else "or if ") + combined for i, combined in enumerate(lines)]
    return [cause_text(cause) for cause in outcome.because_of]


MOST_COMBINATIONS = 4


def decision_text(cause: Cause, taken: object) -> str:
    """One branch taken, as a condition: `Bob chooses East for ...`, `the ruling ... holds`."""
    match cause.cause:
        case "unknown" if isinstance(taken, bool):
            return cause.what if taken else f"it is not so that {cause.what}"
        case "unknown" if isinstance(taken, str) and " is " in taken:  # a condition, not a value: values are single words
            return taken
        case "reading" if isinstance(taken, bool):
            return f"the ruling {cause.what} {'holds' if taken else 'does not hold'}"
        case "reading":
            return f"{cause.what} is read as {taken}"
        case "choice":
            return f"{cause.who} chooses {show(taken)} for {cause.what}"  # type: ignore[arg-type]
        case "open":
            return f"{cause.what} (which no rung of the ladder decides) is {_taken(taken)}"
    return f"{cause.what} is {_taken(taken)}"


def _taken(value: object) -> str:
    return show(value)  # type: ignore[arg-type]


def cause_text(cause: Cause) -> str:
    """A cause of branching in words."""
    return CAUSES[cause.cause].format(what=cause.what, who=cause.who or "somebody")


def argument(console: Console, shown: Argument, numbers: dict[int, NumbersSay], deep: bool = False) -> None:
    """The steps behind an answer: the first in full, the others on a line each; all of them in full with `deep`."""
    if not shown.steps:
        given = "; ".join(shown.given)
        missing = "; ".join(shown.missing[:MISSING])
        why = "; ".join(part for part in (given and f"the scenario says: {given}", missing) if part)
        why = why or "no clause speaks of it; so it is unless something says otherwise"
        line(console, 3, f"why     {why}", "")
        return
    steps = [s for s in shown.steps if deep or s.number == 1 or s.losses or not _plain(s)][: None if deep else BRIEF]
    place = {step.number: position for position, step in enumerate(steps, 1)}
    for step in steps:
        counted = replace(step, number=place[step.number], uses=tuple(place[n] for n in step.uses if n in place))
        _step(console, counted, numbers.get(step.number), len(steps) > 1, deep or step.number == 1)
    if not deep and steps[0].says.endswith(" is undecided"):
        gaps = dict.fromkeys(m for step in shown.steps[1:] for m in step.missing if m.startswith("nothing gives "))
        for gap in list(gaps)[:MISSING]:
            line(console, 11, f"for {gap}", "yellow")
    left = len(shown.steps) - len(steps)
    if left:
        line(console, 11, f"({left} more {'step' if left == 1 else 'steps'}: `adjudicator explain` shows them all)", "dim")


MISSING = 3
"""How many unsaid things are named beside a step."""

BRIEF = 7
"""Steps shown by `settle`."""


def _plain(step: Step) -> bool:
    """A step nobody argues about: what is printed on a card, what a thing is."""
    return step.node[0].startswith("kind:") or all(", as printed" in r.clause for r in step.reasons) and not step.between


HOW = {"defined": "  (by definition)", "chosen": "  (one way it can come out)", "averaged": "  (the mean)",
       "geometry": "  (as the map shows)"}  # fmt: skip


def _step(console: Console, step: Step, numbers: NumbersSay | None, many: bool, full: bool) -> None:
    mark = f"[{step.number}] " if many else ""
    how = HOW.get(step.how, "")
    head = ("why     " if step.number == 1 else "        ", "bold")
    text = Text.assemble(head, (mark, "dim"), (step.says, "bold" if full else ""), (how, "dim"))
    if not full:
        for reason in step.reasons:
            text.append(f"  {_cited(reason)}", style="cyan")
    block(console, 3, text)
    if full:
        for reason in step.reasons:
            _reason(console, reason, reason.says != step.says)
        if step.given:
            line(console, 13, "since " + "; ".join(step.given), "")
        if step.uses:
            line(console, 13, "and " + ", ".join(f"[{n}]" for n in step.uses), "dim")
    for words in step.words:
        line(console, 13, f"because {words}", "")
    if step.missing and (full or " not " in step.says):  # a step that denies something mostly rests on what nobody said
        more = f"; and {len(step.missing) - MISSING} more such" if len(step.missing) > MISSING else ""
        line(console, 13, "while " + "; ".join(step.missing[:MISSING]) + more, "dim")
    if step.between:
        line(console, 13, "only chance decides between:" if step.rung == "chance" else "no rung of the ladder decides between:", "yellow")
        for reason in step.between:
            _reason(console, reason, True)
    for loss in step.losses:
        _loss(console, loss, {words for reason in step.reasons for words in reason.words} if full else None)
    if step.losses:
        _numbers(console, numbers)


def called(clause: str) -> str:
    """The clause's name; what is printed on cards is numbered inside, which is nobody's concern."""
    return _PRINTED.sub(", as printed", clause)


_PRINTED = re.compile(r", as printed \(\d+\)$")


def _cited(reason: Reason) -> str:
    """Where to look it up: the first citation, else the clause's name."""
    return reason.cites[0] if reason.cites else called(reason.clause)


def _reason(console: Console, reason: Reason, says: bool) -> None:
    cites = f" ({', '.join(reason.cites)})" if reason.cites else ""
    status = f" [{reason.status}]" if reason.status not in ("rule", "effect") else ""
    said = f": {reason.says}" if says else ""
    block(console, 13, Text.assemble("by ", (called(reason.clause), "cyan"), (cites, "dim"), (status, "yellow"), said))
    for words in reason.words:
        line(console, 16, words, "italic dim")


def _loss(console: Console, loss: Loss, said: set[str] | None) -> None:
    """What was beaten and how; its words in the register where they were not said already."""
    cites = f" ({', '.join(loss.loser.cites)})" if loss.loser.cites else ""
    says = f", which says: {loss.loser.says}"
    block(console, 5, Text.assemble(("beaten  ", "bold red"), (loss.loser.clause, "cyan"), (cites, "dim"), says))
    line(console, 13, f"on the rung \"{loss.rung}\", by {loss.winner}: {loss.reason}", "red")
    for words in loss.loser.words if said is not None else ():
        if words in said:
            continue
        line(console, 16, words, "italic dim")


def _numbers(console: Console, numbers: NumbersSay | None) -> None:
    """What the Precedence Numbers would have said, where something above them decided."""
    if numbers is None:
        return
    reason = f" ({numbers.reason})" if numbers.reason else ""
    if numbers.known:
        text = f"the {numbers.rung} was not needed; it would have said {show(numbers.value)}{reason}, "
        text += "the same" if numbers.same else "the opposite"
    else:
        text = f"the {numbers.rung} was not needed, and would not have decided{reason or ' (it is not known)'}"
    line(console, 13, text, "magenta")


def why_not(console: Console, found: list[WhyNot]) -> None:
    """The nearest clauses that would have said otherwise, and what stopped them."""
    for position, one in enumerate(found):
        cites = f" ({', '.join(one.clause.cites)})" if one.clause.cites else ""
        head = "not     " if position == 0 else "        "
        stopped = "it is not decided whether" if one.undecided else "it does not hold that"
        text = Text.assemble((head, "bold"), (called(one.clause.name), "cyan"), (cites, "dim"), f" would say: {one.would_say}")
        block(console, 3, text)
        line(console, 13, f"but {stopped} {one.failing}", "")


def forbidden(console: Console, found: list[Forbidden]) -> None:
    """Events that happen in the scenario although they may not."""
    for one in found:
        by = ", ".join(f"{clause.name} ({', '.join(clause.cites)})" if clause.cites else clause.name for clause in one.clauses)
        console.print()
        line(console, 0, f"note: {one.says}, by {by}; the scenario says that it happens, and is taken at its word", "yellow")


def conflict(console: Console, answer: Answer) -> None:
    """Why a situation is impossible."""
    if answer.status != "impossible":
        return
    line(console, 3, "these cannot stand together:", "bold")
    for fact in answer.conflict_facts:
        line(console, 5, f"- {fact}", "")
    for instance in answer.conflict:
        cites = f" ({', '.join(instance.clause.cites)})" if instance.clause.cites else ""
        line(console, 5, f"- the clause {called(instance.clause.name)}{cites}", "")


def picture(console: Console, drawn: str) -> None:
    """A map as it is drawn, line by line."""
    console.print()
    for row in Text.from_ansi(drawn).split("\n"):
        console.print(Text("   ") + row, soft_wrap=True)


def line(console: Console, indent: int, text: str, style: str) -> None:
    """A line of one style at an indent."""
    block(console, indent, Text(text, style=style))


def block(console: Console, indent: int, text: Text) -> None:
    """Wrapped text at an indent, without blanks at the ends of lines."""
    for row in text.wrap(console, max(40, console.width - indent)):
        row.rstrip()
        console.print(Text(" " * indent) + row, soft_wrap=True)
