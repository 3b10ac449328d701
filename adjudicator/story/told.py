"""Whether what is told can be: turns that are next, answers to what comes up (docs/language.md, `Telling a story`)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.limits import StoryFault
from adjudicator.model.places import NOWHERE
from adjudicator.model.story import Awaited, Telling, tellings_of
from adjudicator.model.values import show
from adjudicator.story.entries import OutOfTurn
from adjudicator.story.line import Line
from adjudicator.story.moments import Stage


def check_told(stage: Stage, over: list[Line], refused: list[OutOfTurn]) -> None:
    """Raise StoryFault for a story that can be in no world, or that waits for an event which comes up in none."""
    if not over and refused:
        raise _out_of_turn(refused[0])
    if not over:
        return
    met = frozenset().union(*(line.met for line in over))
    for entry in stage.story.entries:
        for awaited in (found for telling in tellings_of(entry) for found in _awaited(telling)):
            if awaited.place != NOWHERE and awaited.place not in met:
                raise StoryFault(f"nothing told above makes it happen that {awaited.text}, so it cannot be answered", awaited.place,
                                 "`adjudicator explain` shows what comes of the events above it")  # fmt: skip


def _out_of_turn(refusal: OutOfTurn) -> StoryFault:
    if refusal.round:
        return StoryFault(f"it is round {refusal.round} here, not the one this says", refusal.place,
                          "leave the round out, or tell the turns between")  # fmt: skip
    return StoryFault(
        f"it is not {refusal.told}'s turn here: {show(refusal.next)} is next",
        refusal.place,
        f"turns left out go by, and it never comes to {refusal.told}",
    )


def _awaited(telling: Telling | Awaited) -> Iterator[Awaited]:
    for answer in telling.answers:
        if isinstance(answer, Awaited):
            yield answer
        yield from _awaited(answer)
