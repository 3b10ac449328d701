"""What befell a thing that is asked about: what the rules changed of it in the story, where the question itself has no rule for an answer.

`Does Bob get her card?` is "no, by default", and no clause says so; but the rules say that the card was discarded. A table
wants to hear that.
"""

from __future__ import annotations

from adjudicator.explaining.retelling import Deed, changed
from adjudicator.explaining.voicing import Voice
from adjudicator.model.expressions import Literal, walk
from adjudicator.model.outcomes import Change, World
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Question
from adjudicator.model.values import Ref


def befallen(book: Rulebook, world: World, question: Question) -> list[Deed]:
    """The changes by clauses of the things that are asked about (not of people who sit at the table), each with its reasons: what is
    so then before what is so no more, the last first."""
    seats, things = book.clock.seats if book.clock is not None else "", world.things or {}
    asked = {
        node.value
        for node in walk(question.ask)
        if isinstance(node, Literal) and isinstance(node.value, Ref) and node.value.name in things
        and not any(book.is_a(kind, seats) for kind in things[node.value.name].kinds)
    }  # fmt: skip
    found = [
        (change.value is False, -step.number, step, change)
        for step in world.steps
        for change in step.changes
        if not asked.isdisjoint(change.node[1]) and _by_clauses(change)
    ]
    return [changed(Voice(book, step.things, {}), change) for *_, step, change in sorted(found, key=lambda one: one[:2])]


def _by_clauses(change: Change) -> bool:
    became = not (change.known_before and change.before == change.value)
    return became and change.resolution is not None and bool(change.resolution.winners or change.resolution.modifiers)
