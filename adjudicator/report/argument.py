"""An argument as text: what holds, by which clause, since what, and what was beaten; in one line, in short or in full."""

from __future__ import annotations

from dataclasses import replace

from rich.console import Console

from adjudicator.explaining.explaining import NO_VALUE, Argument, Step
from adjudicator.explaining.rungs import ABOVE, BELOW, RungSays
from adjudicator.explaining.voicing import MAP, Loss, Reason
from adjudicator.language.wording import called
from adjudicator.model.values import show
from adjudicator.report.lines import Said, branch_text, line, quoted, speaker, standing
from adjudicator.report.wrapping import Run, put

SHORT, WHOLE, FULL = "short", "whole", "full"
"""How much is said: the first step in full and the next ones on a line each; every step; every step and what goes without saying."""
BRIEF = 7
"""Steps shown in short."""
MISSING = 3
"""How many unsaid things are named beside a step, except in full."""
HOW = {"defined": "  (by definition)", "chosen": "  (one way it can come out)", "averaged": "  (the mean)",
       "geometry": "  (as the map shows)"}  # fmt: skip


def argument(console: Console, shown: Argument, said: Said, much: str = SHORT) -> None:
    """The steps behind an answer, the nearest to the question first."""
    if not shown.steps:
        put(console, 3, without_steps(shown), head=(("why     ", "bold"),))
    steps = list(shown.steps)
    if much == SHORT:
        steps = [s for s in steps if s.number == 1 or s.losses or s.between or not _is_kind(s)][:BRIEF]
    place = {step.number: position for position, step in enumerate(steps, 1)}
    for step in steps:
        counted = replace(step, number=place[step.number], uses=tuple(place[n] for n in step.uses if n in place))
        _step(console, counted, said, len(steps) > 1, much if step.number > 1 or much != SHORT else WHOLE)
    if much == SHORT and steps and steps[0].says.endswith(" is undecided"):
        gaps = dict.fromkeys(m for step in shown.steps[1:] for m in step.missing if m.startswith(tuple(NO_VALUE.values())))
        for gap in list(gaps)[:MISSING]:
            line(console, 11, f"for {gap}", "yellow")
    left = len(shown.steps) - len(steps)
    if left:
        line(console, 11, f"({left} more {'step' if left == 1 else 'steps'}: `adjudicator explain` shows them all)", "dim")
    if much == FULL and shown.granted:
        line(console, 3, "granted " + "; ".join(shown.granted), "dim")


def one_line(shown: Argument) -> str:
    """The whole argument in one line: what decided, over what, and the register's words for it."""
    step = next(iter(shown.steps), None)
    if step is None:
        return without_steps(shown)
    by = " and ".join(f"{speaker(r)}{_cites(r)}" for r in step.reasons) or "it is open"
    words = next((words for reason in step.reasons for words in reason.words), "")
    over = "".join(f", over {called(loss.loser.clause)}{_cites(loss.loser)} by {loss.rung}" for loss in step.losses[:2])
    more = f" and {len(step.losses) - 2} more" if len(step.losses) > 2 else ""
    return f"by {by}{over}{more}" + (f": {words}" if words else "")


def without_steps(shown: Argument) -> str:
    """Why it is so where no clause had to speak: what the scenario says, what nothing says."""
    said = [one for one in shown.given if not one.endswith(")")]
    parts = ["the scenario says: " + "; ".join(said)] if said else []
    parts += [one for one in shown.given if one not in said]
    parts += ["; ".join(shown.missing[:MISSING])] if shown.missing else []
    if not parts and shown.granted:  # what things are declared to be, for the most part
        parts = [f"nothing says otherwise: {'; '.join(shown.granted[:MISSING])}"]
    return "; ".join(parts) or "it is so from the start, by what things are declared to be; no clause speaks of it"


def _is_kind(step: Step) -> bool:
    return step.node[0].startswith("kind:")


def _step(console: Console, step: Step, said: Said, many: bool, much: str) -> None:
    mark = f"[{step.number}] " if many else ""
    head = ("why     " if step.number == 1 else " " * 8, "bold")
    mapped = much != SHORT and bool(step.reasons) and step.reasons[0].status == MAP  # then the map is named below
    runs: list[Run] = [(step.says, "bold" if much != SHORT else ""), ("" if mapped else HOW.get(step.how, ""), "dim")]
    if much == SHORT:
        for reason in step.reasons:
            runs.append((f"  {reason.cites[0] if reason.cites else speaker(reason)}", "cyan"))
    put(console, 3, *runs, head=(head, (mark, "dim")))
    if much != SHORT:
        _reasons(console, step, said, much == FULL)
    for words in step.words:
        line(console, 13, f"because {words}", "")
    if step.missing and (much != SHORT or " not " in step.says):  # a step that denies something mostly rests on what nobody said
        most = len(step.missing) if much == FULL else MISSING
        more = f"; and {len(step.missing) - most} more such" if len(step.missing) > most else ""
        line(console, 13, "while " + "; ".join(step.missing[:most]) + more, "dim")
    _branches(console, step, said)
    for loss in step.losses:
        _loss(console, loss, said if much != SHORT else None)
    if step.losses:
        _rungs(console, step.rungs, much == FULL)
    for reason in step.also if much == FULL else ():
        line(console, 13, f"{speaker(reason)}{_cites(reason)} says so, too, and is not needed", "dim")


def _reasons(console: Console, step: Step, said: Said, full: bool) -> None:
    for reason in step.reasons:
        _reason(console, reason, reason.says != step.says, said, full)
    since = [f"{step.starts} to begin with"] if step.starts else []
    if step.given or since:
        line(console, 13, "since " + "; ".join([*since, *step.given]), "")
    if step.uses:
        line(console, 13, "and " + ", ".join(f"[{n}]" for n in step.uses), "dim")


def _branches(console: Console, step: Step, said: Said) -> None:
    """Where it could have gone otherwise: the branch taken, and the clauses that stand against it."""
    for decision in step.branches:
        line(console, 13, f"taking it that {branch_text(decision)}", "yellow")
    if step.between:
        why = "only chance decides between this and:" if step.rung == "chance" else "no rung of the ladder decides between this and:"
        line(console, 13, why, "yellow")
        for reason in step.between:
            _reason(console, reason, True, said)


def _cites(reason: Reason) -> str:
    return f" ({', '.join(reason.cites)})" if reason.cites else ""


def _reason(console: Console, reason: Reason, says: bool, said: Said, full: bool = False) -> None:
    text = f": {reason.says}" if says else ""
    put(console, 13, "by ", (speaker(reason), "cyan"), (_cites(reason), "dim"), (standing(reason), "yellow"), text)
    for words in said.new(quoted(reason, full)):
        line(console, 16, words, "italic dim")


def _loss(console: Console, loss: Loss, said: Said | None) -> None:
    """What was beaten and how; its words in the register where they were not said already."""
    says = f", which says: {loss.loser.says}"
    put(console, 5, (called(loss.loser.clause), "cyan"), (_cites(loss.loser), "dim"), says, head=(("beaten  ", "bold red"),))
    line(console, 13, f'on the rung "{loss.rung}", by {called(loss.winner)}: {loss.reason}', "red")
    for words in said.new(loss.loser.words) if said is not None else ():
        line(console, 16, words, "italic dim")


def _rungs(console: Console, rungs: tuple[RungSays, ...], full: bool) -> None:
    """What the Precedence Numbers (in full: every other rung) would have said, had they been what decides."""
    for rung in rungs:
        if (rung.place == ABOVE and full) or (rung.place == BELOW and (full or rung.numbered)):
            line(console, 13, rung_text(rung), "magenta")


def rung_text(rung: RungSays) -> str:
    """What one rung would have said of a conflict that another decided."""
    if rung.place == ABOVE:
        return f"the rung above, {rung.rung}, does not decide it"
    called_so = rung.rung if rung.numbered else f'rung "{rung.rung}"'
    return f"the {called_so} was not needed{_would(rung)}"


def _would(rung: RungSays) -> str:
    match rung.verdict:
        case "same" | "other":
            agrees = "the same" if rung.verdict == "same" else "the opposite"
            return f"; it would have said {show(rung.value)}{_why(rung)}, {agrees}"
        case "average":
            return f"; it would have given the mean, {show(rung.value)}"
        case "chance":
            return "; it would have left it to chance"
        case "unknown":
            return ", and would not have decided (it is not known)"
    return ", and would not have decided" + (" (they are equal)" if rung.numbered else "")


def _why(rung: RungSays) -> str:
    return f" ({rung.reason})" if rung.reason else ""
