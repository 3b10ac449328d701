"""What is told next may belong to what is going on: a card played into a fight that is open to it (docs/meaning.md 11.3)."""

from __future__ import annotations

from adjudicator.model.story import Telling
from adjudicator.model.values import Ref
from adjudicator.story.announcing import tell
from adjudicator.story.line import Line
from adjudicator.story.moments import Stage, ordering


def joined(stage: Stage, line: Line, event: str) -> Line | None:
    """The line in which the entry told next answers the event whose moment has come; None where the event is not open to it.

    Raises Fork where it is open to it in one world and not in another.
    """
    clock, entries = stage.engine.book.clock, stage.story.entries
    entry = entries[line.entry] if line.entry < len(entries) else None
    if clock is None or not clock.open or not isinstance(entry, Telling):
        return None
    if stage.told[entry.event].happens and event in stage.told and not stage.told[event].happens:
        return None  # what takes place answers nothing that is only considered
    position = next(a.position for a in line.pool if a.event == event)
    place = (*position, (("answer", *position), line.entry))
    told = tell(stage, line.on(entry=line.entry + 1, chosen=(), ordered=(), weighed={}, seen={}), [(entry, place)], event)
    world = ordering(stage, told)
    if world.value((clock.open, (Ref(event), Ref(entry.event)))) is not True:
        return None
    return told.on(decisions=world.decisions.taken, path=tuple(world.path))


def still_open(stage: Stage, line: Line, event: str, outer: tuple[str, ...], answer: str) -> Line | None:
    """The line in which the event, whose moment has come, is open to what has answered it, and nothing that it stands under is; else None.

    Raises Fork where that is so in one world and not in another.
    """
    clock = stage.engine.book.clock
    if clock is None or not clock.open:
        return None
    world, word = ordering(stage, line), clock.open
    if world.value((word, (Ref(event), Ref(answer)))) is not True or any(world.value((word, (Ref(x), Ref(answer)))) is True for x in outer):
        return None
    return line.on(decisions=world.decisions.taken, path=tuple(world.path))
