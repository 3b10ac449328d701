"""Remarks beside the answers: what is told and may not be, and what an answer takes for granted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from operator import itemgetter

from adjudicator.engine.decisions import Decisions, Fork
from adjudicator.engine.limits import LimitReached, RuleFault
from adjudicator.engine.resolve import World
from adjudicator.engine.speaking import instances
from adjudicator.engine.worlds import Ground
from adjudicator.language.wording import event_text, statement
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import INSTEAD
from adjudicator.model.outcomes import Answer, Outcome, Pending, Settlement
from adjudicator.model.situation import Question
from adjudicator.model.values import Described, Ref, show
from adjudicator.settling.calls import calls_of
from adjudicator.settling.notes import Forbidden, forbidden_events
from adjudicator.settling.pending import pending
from adjudicator.settling.resting import events_behind
from adjudicator.settling.taking import taken_for_granted
from adjudicator.settling.unheard import played, unheard


def with_remarks(ground: Ground, settlement: Settlement, elsewhere: frozenset[str] | None = None) -> Settlement:
    """The settlement with its remarks; `elsewhere` are the things of other scenarios of its file."""
    forbidden, unsure = _forbidden_events(ground)
    asked = zip(ground.questions, settlement.answers, pending(ground, settlement.answers), strict=True)
    told = unheard(ground, settlement.answers, elsewhere)
    beyond = played(ground, told)
    answers = tuple(
        replace(answer, outcomes=_resting(ground, question, answer, forbidden, beyond, before)) for question, answer, before in asked
    )
    notes = (*settlement.notes, *map(_forbidden, forbidden), *unsure, *_final(ground), *_instead(ground), *_of_the_story(ground))
    return replace(settlement, answers=answers, unheard=told, notes=notes)


def _final(ground: Ground) -> Iterator[str]:
    """Values that are told, and that rules would have modified."""
    world = World(ground.engine, ground.table, Decisions(()), [], {})
    story = ground.table.situation.story is not None
    for node, fact in ground.table.situation.facts.items():
        if fact.unknown or not isinstance(fact.value, Fraction) or (story and node[0] in ground.engine.fluents):
            continue
        try:
            found = [] if story else instances(world, node, fallback=False, modifiers=True)
        except (Fork, LimitReached, RuleFault):
            continue
        for one in found:
            amount = f"add {show(one.value)}" if one.conclusion.form == "adds" else f"say: {one.conclusion.text}"
            told = statement(ground.engine.book, node, fact.value, ground.table.all_things)
            yield f"what is told is final: {told}; {_cited(one.clause)} would {amount}"


def _instead(ground: Ground) -> Iterator[str]:
    """What happens instead of events that are told in no story: nothing comes of it there."""
    if INSTEAD not in ground.engine.book.clauses_about or ground.table.situation.story is not None:
        return
    world = World(ground.engine, ground.table, Decisions(()), [], {})
    for event in [Ref(name) for name, thing in ground.table.things.items() if thing.is_event and thing.happens]:
        try:
            found = world.resolve((INSTEAD, (event,)))
        except (Fork, LimitReached, RuleFault):
            continue
        if isinstance(found.value, Described):
            says = statement(ground.engine.book, found.node, found.value, ground.table.all_things)
            by = ", ".join(dict.fromkeys(_cited(winner.clause) for winner in found.winners))
            yield f"{says}, by {by}; what comes of it is settled only where it is told as a story (`in order`)"


def _of_the_story(ground: Ground) -> Iterator[str]:
    """Turns between two that are told, of which nothing is told; events that are told, and came already of what is told before them."""
    story, things = ground.table.situation.story, ground.table.situation.things
    if story is None or ground.walked is None:
        return
    from adjudicator.board.words import listed
    from adjudicator.story.twice import told_twice
    from adjudicator.story.walk import Walked, gone_by

    if not isinstance(ground.walked, Walked):
        return
    for following, turns in groupby(gone_by(ground.walked, story), itemgetter(1)):
        whose = listed([f"{who}'s" for who, _ in turns])
        yield f"taking it that nothing happens in {whose} turn before {following.who}'s turn on line {following.place.line}"
    for event, step in told_twice(ground.walked, story, things):
        thing = things[event]
        says = event_text(ground.engine.book, ground.engine.book.events[thing.kinds[0]], dict(thing.roles), things=things)
        yield (
            f"{says} (line {thing.place.line}): this came already of what is told before it (step {step}), and is told once more; "
            f"if the one that came is meant, say so below what it came of: `answering {says}`"
        )


def _resting(
    ground: Ground, question: Question, answer: Answer, forbidden: Sequence[Forbidden], beyond: tuple[str, ...], before: Pending | None
) -> tuple[Outcome, ...]:
    """The outcomes with what they rest on: what is taken for granted, the keeper's calls, what is told and may not be, the
    cards that are `beyond` the book, what is pending."""
    found = []
    for one in answer.outcomes:
        behind = events_behind(one.world) if forbidden else frozenset()
        although = tuple(dict.fromkeys(event.says for event in forbidden if event.event in behind))
        taking = taken_for_granted(ground, question, one)
        found.append(replace(one, taking=taking, calls=calls_of(ground, one), although=although, beyond=beyond, before=before))
    return tuple(found)


def _forbidden_events(ground: Ground) -> tuple[list[Forbidden], list[str]]:
    """The events told that may not happen; what has to be said where that was not found out."""
    try:
        return forbidden_events(ground), []
    except LimitReached as limit:
        return [], [f"whether all that the scenario says may happen was not found out: {limit}"]


def _forbidden(found: Forbidden) -> str:
    return f"{found.says}, by {', '.join(map(_cited, found.clauses))}; the scenario says that it happens, and is taken at its word"


def _cited(clause: Clause) -> str:
    return f"{clause.name} ({', '.join(clause.cites)})" if clause.cites else clause.name
