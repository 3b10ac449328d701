"""A story as text: numbered steps, each with its clauses, and the branch points marked."""

from __future__ import annotations

from rich.console import Console

from adjudicator.explaining.retelling import Beat, Deed
from adjudicator.language.wording import called
from adjudicator.report.lines import Said, branch_text, line, quoted, speaker
from adjudicator.report.wrapping import Run, put


def story(console: Console, beats: tuple[Beat, ...], said: Said, left_out: int = 0) -> None:
    """The steps in order; those that were told just before are left out. The register's words beside a clause are said once."""
    same = len(said.story) if said.story and beats[: len(said.story)] == said.story else 0
    if same:
        line(console, 3, "story   as above" + (", and then" if len(beats) > same else ""), "dim")
    said.story = beats or said.story
    for position, beat in enumerate(beats[same:]):
        indent = 11 + 2 * beat.depth
        head = ("story   " if position == 0 and not same else " " * 8, "bold")
        put(console, 3, (beat.says, "bold"), head=(head, ("  " * beat.depth, ""), (f"{beat.number}. ", "dim")))
        for why in beat.first:
            _deed(console, indent + 3, Deed(f"(first, because {why.says})", why.reasons, why.losses), said)
        for decision in beat.branches:
            line(console, indent + 3, f"* here it could go otherwise: {branch_text(decision)}", "yellow")
        for deed in beat.deeds:
            _deed(console, indent + 3, deed, said)
    if left_out and not same:
        steps = f"{left_out} {'step' if left_out == 1 else 'steps'}"
        more = f"(and {steps} more that {'does' if left_out == 1 else 'do'} not matter here)"
        line(console, 11 if beats else 3, more if beats else f"story   nothing that happens in it ({steps}) changes this", "dim")


def _deed(console: Console, indent: int, deed: Deed, said: Said) -> None:
    runs: list[Run] = [(deed.says, "")]
    for reason in deed.reasons:
        cites = f" ({', '.join(reason.cites)})" if reason.cites else ""
        runs += [("  by ", "dim"), (speaker(reason), "cyan"), (cites, "dim")]
    put(console, indent, *runs)
    for words in () if deed.argued else said.new(words for reason in deed.reasons for words in quoted(reason)):
        line(console, indent + 3, words, "italic dim")
    for loss in deed.losses:
        cites = f" ({', '.join(loss.loser.cites)})" if loss.loser.cites else ""
        beaten = f'beaten: {called(loss.loser.clause)}{cites}, on the rung "{loss.rung}", by {called(loss.winner)}: {loss.reason}'
        line(console, indent + 3, beaten, "red")
