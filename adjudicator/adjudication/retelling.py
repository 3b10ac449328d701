"""A story told again: step by step, what happened and by which clause, and where it could have gone otherwise.

For each step the sentences a player would say, with the clauses behind them;
what the steps rest on further back is the argument's business (explaining.py).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from adjudicator.adjudication.explaining import Loss, Reason, Voice, losses_of, once, reason_of
from adjudicator.language.wording import event_text
from adjudicator.logic.undecided import UNDECIDED
from adjudicator.model.expressions import EVENTFUL
from adjudicator.model.outcomes import Change, Decision, Resolution, Step, World
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node
from adjudicator.model.values import Ref, show


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that a step brought about (or that did not happen), and the clauses for and against it."""

    says: str
    reasons: tuple[Reason, ...] = ()
    losses: tuple[Loss, ...] = ()


@dataclass(frozen=True, slots=True)
class Beat:
    """One step told: `number` as later steps speak of it, `depth` how far it stands under others (an answer to an answer: 2)."""

    number: int
    depth: int
    says: str
    deeds: tuple[Deed, ...] = ()
    branches: tuple[Decision, ...] = ()
    first: tuple[Deed, ...] = ()


def retell(book: Rulebook, world: World) -> tuple[Beat, ...]:
    """The steps of a world's story in order; branchings that came to the same whichever way are left out."""
    kept = {decision.key: decision for decision in world.decisions}
    found: list[Beat] = []
    for step in world.steps:
        beat = _beat(book, step, kept)
        kind = _clock_event(book, step)
        if not kind:
            found.append(beat)
        elif kind == "turn begins":
            who = next(iter(dict(step.things[step.event].roles).values()), None)
            found.append(replace(beat, says=f"{show(who)}'s turn begins (round {step.round})", depth=0))
        elif beat.deeds or beat.branches:
            found.append(beat)
    return tuple(found)


def _clock_event(book: Rulebook, step: Step) -> str:
    """Which of the clock's own events a step is; empty where it is none."""
    clock, thing = book.clock, step.things.get(step.event)
    if clock is None or thing is None or not step.clockwork:
        return ""
    names = {clock.turn_begins: "turn begins", clock.turn_ends: "turn ends", clock.round_begins: "round begins",
             clock.phase_begins: "phase begins"}  # fmt: skip
    return names.get(thing.kinds[0], "")


def _beat(book: Rulebook, step: Step, kept: dict[tuple, Decision]) -> Beat:
    branches = tuple(kept[d.key] for d in step.decided if d.key in kept)
    voice = Voice(book, step.things)
    match step.what:
        case "turn":
            return Beat(step.number, 0, f"{step.who}'s turn begins (round {step.round})")
        case "phase":
            return Beat(step.number, 0, f"the phase {step.event} begins")
        case "said":
            return Beat(step.number, 0, "it is so that " + "; ".join(voice.statement(node, value) for node, value in step.said))
    first = tuple(Deed(voice.statement(r.node, r.value), _reasons(voice, r), tuple(losses_of(voice, r.beaten))) for r in step.ordered
                  if r.value is not UNDECIDED)  # fmt: skip
    if not step.happened:
        return Beat(step.number, step.depth, _event(voice, step.event), (_stopped(voice, step),), branches, first)
    changes = (change for change in step.changes if not (change.known_before and change.before == change.value or _left(change)))
    deeds = (*(_changed(voice, change) for change in changes), *_caused(voice, step))
    return Beat(step.number, step.depth, _event(voice, step.event), deeds, branches, first)


def _left(change: Change) -> bool:
    """Whether a change only says where something is no more that goes along with its sector."""
    return change.value is False and change.resolution is not None and change.resolution.how == "geometry"


def _event(voice: Voice, name: str) -> str:
    """The event in its phrase, with its name where that tells more than its kind."""
    thing = voice.things.get(name)
    event = next((voice.book.events[kind] for kind in thing.kinds if kind in voice.book.events), None) if thing else None
    if thing is None or event is None:
        return name
    said = event_text(voice.book, event, dict(thing.roles), "", voice.things)
    return said if name == event.name else f"{said} [{name}]"


def _stopped(voice: Voice, step: Step) -> Deed:
    """Why an event did not happen."""
    resolution = step.resolutions.get(("happens", (Ref(step.event),)))
    if resolution is None:
        return Deed("it does not happen")
    if resolution.rests_on and not resolution.winners:
        resolution = step.resolutions.get(resolution.rests_on[0], resolution)
    return Deed("it does not happen", _reasons(voice, resolution), tuple(losses_of(voice, resolution.beaten)))


def _changed(voice: Voice, change: Change) -> Deed:
    resolution = change.resolution
    reasons = _reasons(voice, resolution) if resolution is not None else ()
    losses = tuple(losses_of(voice, resolution.beaten)) if resolution is not None else ()
    return Deed(_change_text(voice, change), reasons, losses)


def _change_text(voice: Voice, change: Change) -> str:
    """`the life of Bob goes from 4 to 2`, `Bob is blind`."""
    if isinstance(change.value, bool) or change.value is UNDECIDED:
        return voice.statement(change.node, change.value)
    if change.known_before and change.before is not UNDECIDED:
        return f"{voice.noun(change.node)} goes from {show(change.before)} to {show(change.value)}"
    return voice.statement(change.node, change.value)


def _caused(voice: Voice, step: Step) -> list[Deed]:
    """What came of the event, with the clauses that made it so (and what clauses kept from coming of it)."""
    found = []
    speaking = {node: r for node, r in step.resolutions.items() if node[0].startswith(EVENTFUL)}
    reasons: dict[Node, tuple[Reason, ...]] = {node: _reasons(voice, r) for node, r in speaking.items()}
    texts = {node: voice.statement(node, r.value) for node, r in speaking.items()}
    for name in step.caused:
        said = _event(voice, name)
        node = next((n for n, text in texts.items() if text.split(", ")[0] == said.split(" [")[0]), None)
        node = node or next((n for n in speaking if n[0].startswith("copies:") and ("copy of " + str(n[1][0])) in name), None)
        found.append(Deed(f"from this comes: {said}", reasons.get(node, ()) if node else ()))
    for node, resolution in speaking.items():
        if resolution.value == 0 and (resolution.winners or resolution.beaten):
            found.append(Deed(texts[node], reasons[node], tuple(losses_of(voice, resolution.beaten))))
    return found


def _reasons(voice: Voice, resolution: Resolution) -> tuple[Reason, ...]:
    between = resolution.open_between
    speaking = [*(i for i in resolution.winners if i not in between), *resolution.modifiers] or list(between)
    return tuple(reason_of(voice, instance) for instance in once(speaking))
