"""A story as text: numbered steps, each with its clauses, and the branch points marked."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from adjudicator.adjudication.retelling import Beat, Deed
from adjudicator.report.text import block, called, decision_text, line


def story(console: Console, beats: tuple[Beat, ...], told: tuple[Beat, ...] = (), deep: bool = False) -> None:
    """The steps in order, those that were told just before left out; with `deep`, the register's words beside each clause."""
    same = len(told) if told and beats[: len(told)] == told else 0
    if same:
        line(console, 3, "story   as above" + (", and then" if len(beats) > same else ""), "dim")
    for position, beat in enumerate(beats[same:]):
        indent = 11 + 2 * beat.depth
        head = ("story   " if position == 0 and not same else "        ", "bold")
        block(console, 3, Text.assemble(head, ("  " * beat.depth, ""), (f"{beat.number}. ", "dim"), (beat.says, "bold")))
        for why in beat.first:
            _deed(console, indent + 3, Deed(f"(first, because {why.says})", why.reasons, why.losses), deep)
        for decision in beat.branches:
            chance = f", with chance {decision.chance}" if decision.cause.cause == "chance" else ""
            line(console, indent + 3, f"* here it could go otherwise: {decision_text(decision.cause, decision.taken)}{chance}", "yellow")
        for deed in beat.deeds:
            _deed(console, indent + 3, deed, deep)


def _deed(console: Console, indent: int, deed: Deed, deep: bool) -> None:
    text = Text(deed.says)
    for reason in deed.reasons:
        cites = f" ({', '.join(reason.cites)})" if reason.cites else ""
        text.append("  by ", style="dim").append(called(reason.clause), style="cyan").append(cites, style="dim")
    block(console, indent, text)
    for words in dict.fromkeys(words for reason in deed.reasons for words in reason.words) if deep else ():
        line(console, indent + 3, words, "italic dim")
    for loss in deed.losses:
        cites = f" ({', '.join(loss.loser.cites)})" if loss.loser.cites else ""
        said = f"beaten: {called(loss.loser.clause)}{cites}, on the rung \"{loss.rung}\", by {loss.winner}: {loss.reason}"
        line(console, indent + 3, said, "red")
