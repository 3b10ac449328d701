"""A story told again: step by step, what happened and by which clause, and where it could have gone otherwise.

For each step the sentences a player would say, with the clauses behind them;
what the steps rest on further back is the argument's business (explaining.py).
Steps are numbered as they are told: 1, 2, 3.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from adjudicator.engine.decisions import Key
from adjudicator.engine.symbols import Symbol, add, linear_of
from adjudicator.explaining.mattering import Matter
from adjudicator.explaining.voicing import Loss, Reason, Voice, losses_of, once, reason_of
from adjudicator.language.wording import event_text, named
from adjudicator.model.expressions import EVENTFUL
from adjudicator.model.outcomes import Change, Decision, Resolution, Step, World
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Ref, show
from adjudicator.records import dataclass
from adjudicator.settling.origins import arising_node
from adjudicator.settling.scenes import at


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that a step brought about (or that did not happen), and the clauses for and against it.

    `argued` tells that the argument beside the story says more about it.
    """

    says: str
    reasons: tuple[Reason, ...] = ()
    losses: tuple[Loss, ...] = ()
    argued: bool = False


@dataclass(frozen=True, slots=True)
class Beat:
    """One step told: `number` as later steps speak of it, `depth` how far it stands under others (an answer to an answer: 2)."""

    number: int
    depth: int
    says: str
    deeds: tuple[Deed, ...] = ()
    branches: tuple[Decision, ...] = ()
    first: tuple[Deed, ...] = ()


def retell(book: Rulebook, world: World, matter: Matter | None = None) -> tuple[tuple[Beat, ...], dict[int, int]]:
    """The steps of a world's story in order, and the number under which each is told.

    With `matter`, only what matters for an answer is told. Branchings that came to the same whichever way are left out,
    and what the clock does, where nothing comes of it.
    """
    kept = {decision.key: decision for decision in world.decisions}
    told = [step for step in world.steps if _is_told(book, step, kept) and (matter is None or step.number in matter.steps)]
    numbers = {step.number: number for number, step in enumerate(told, 1)}
    return tuple(_beat(book, step, kept, numbers, matter) for step in told), numbers


def _is_told(book: Rulebook, step: Step, kept: dict[Key, Decision]) -> bool:
    """Whether a step is worth a line: all but the clock's own events of which nothing came."""
    if _clock_event(book, step) in ("", "turn begins"):
        return True
    changed = any(not (change.known_before and change.before == change.value) for change in step.changes)
    denied = any(n[0].startswith(EVENTFUL) and r.value == 0 and (r.winners or r.beaten) for n, r in step.resolutions.items())
    return changed or bool(step.caused) or denied or not step.happened or any(d.key in kept for d in step.decided)


def _clock_event(book: Rulebook, step: Step) -> str:
    """Which of the clock's own events a step is; empty where it is none."""
    clock, thing = book.clock, step.things.get(step.event)
    if clock is None or thing is None or not step.clockwork:
        return ""
    names = {clock.turn_begins: "turn begins", clock.turn_ends: "turn ends", clock.round_begins: "round begins",
             clock.phase_begins: "phase begins"}  # fmt: skip
    return names.get(thing.kinds[0], "")


def _beat(book: Rulebook, step: Step, kept: dict[Key, Decision], numbers: dict[int, int], matter: Matter | None) -> Beat:
    number = numbers[step.number]
    voice = Voice(book, step.things, numbers)
    match step.what:
        case "turn":
            return Beat(number, 0, f"{step.who}'s turn begins (round {step.round})")
        case "phase":
            return Beat(number, 0, f"the phase {step.event} begins")
        case "said":
            return Beat(number, 0, "it is so that " + "; ".join(voice.statement(node, value) for node, value in step.said))
    branches = tuple(kept[d.key] for d in step.decided if d.key in kept)
    first = tuple(Deed(voice.statement(r.node, r.value), _reasons(voice, r), tuple(losses_of(voice, r.beaten))) for r in step.ordered
                  if r.value is not UNDECIDED)  # fmt: skip
    beside = " and ".join(named(book, event, step.things) for event in step.beside)
    beat = Beat(
        number, step.depth, event_said(voice, step.event) + (f", at the same time as {beside}" if beside else ""), (), branches, first
    )
    if _clock_event(book, step) == "turn begins":
        who = next(iter(dict(step.things[step.event].roles).values()), None)
        beat = replace(beat, says=f"{show(who)}'s turn begins (round {step.round})", depth=0)
    if not step.happened:
        return replace(beat, deeds=(_stopped(voice, step),))
    return replace(beat, deeds=(*_changes(voice, step, matter), *_caused(voice, step, matter)))


def _changes(voice: Voice, step: Step, matter: Matter | None) -> Iterable[Deed]:
    """What the step changed, as far as it matters."""
    for change in step.changes:
        if change.known_before and change.before == change.value or _left(change):
            continue
        support = matter.supports.get(at(step.number, ("after:" + change.node[0], change.node[1]))) if matter is not None else None
        if support is not None:
            reasons = tuple(reason_of(voice, instance) for instance in once(list(support.speaking)))
            yield Deed(change_text(voice, change), reasons, argued=True)
        elif matter is None:
            yield changed(voice, change)


def _left(change: Change) -> bool:
    """Whether a change only says where something is no more that goes along with its sector."""
    return change.value is False and change.resolution is not None and change.resolution.how == "geometry"


def event_said(voice: Voice, name: str) -> str:
    """The event in its phrase, with its name where that tells more than its kind."""
    thing = voice.things.get(name)
    event = next((voice.book.events[kind] for kind in thing.kinds if kind in voice.book.events), None) if thing else None
    if thing is None or event is None:
        return name
    said = event_text(voice.book, event, dict(thing.roles), "", voice.things)
    return said if name == event.name else f"{said} [{name}]"


def _stopped(voice: Voice, step: Step) -> Deed:
    """Why an event did not happen; of one that is only proposed, that it is."""
    thing = step.things.get(step.event)
    if thing is not None and not thing.happens:
        return Deed("it is only proposed")
    resolution = step.resolutions.get(("happens", (Ref(step.event),)))
    if resolution is None:
        return Deed("it does not happen")
    if resolution.rests_on and not resolution.winners:
        resolution = step.resolutions.get(resolution.rests_on[0], resolution)
    return Deed("it does not happen", _reasons(voice, resolution), tuple(losses_of(voice, resolution.beaten)))


def changed(voice: Voice, change: Change) -> Deed:
    """A change told, with the clauses for it and against it."""
    resolution = change.resolution
    reasons = _reasons(voice, resolution) if resolution is not None else ()
    losses = tuple(losses_of(voice, resolution.beaten)) if resolution is not None else ()
    return Deed(change_text(voice, change), reasons, losses)


def change_text(voice: Voice, change: Change) -> str:
    """`the life of Bob goes from 4 to 2`, or of one that nobody told `goes down by 2`; `Bob is blind`."""
    if isinstance(change.value, bool) or change.value is UNDECIDED:
        return voice.statement(change.node, change.value)
    if isinstance(change.before, Symbol) and isinstance(change.value, (Fraction, Symbol)):
        factors, much = add(linear_of(change.value), change.before.linear, Fraction(-1))
        if factors:
            return f"{voice.noun(change.node)} goes to {show(change.value)} (what it was, nobody said)"
        return f"{voice.noun(change.node)} goes {'up' if much > 0 else 'down'} by {abs(much)}"
    if change.known_before and change.before is not UNDECIDED:
        return f"{voice.noun(change.node)} goes from {show(change.before)} to {show(change.value)}"
    return voice.statement(change.node, change.value)


def _caused(voice: Voice, step: Step, matter: Matter | None) -> list[Deed]:
    """What came of the event, with the clauses that made it so (and what clauses kept from coming of it)."""
    found = []
    for name in step.caused:
        node = arising_node(step, name)
        if matter is None or name in matter.events:
            reasons = () if node is None else _reasons(voice, step.resolutions[node])
            argued = matter is not None and node is not None and at(step.number, node) in matter.supports
            found.append(Deed(f"from this comes: {event_said(voice, name)}", reasons, argued=argued))
    for node, resolution in step.resolutions.items():
        denied = node[0].startswith(EVENTFUL) and resolution.value == 0 and (resolution.winners or resolution.beaten)
        if denied and (matter is None or at(step.number, node) in matter.supports):
            losses = tuple(losses_of(voice, resolution.beaten))
            found.append(Deed(voice.statement(node, resolution.value), _reasons(voice, resolution), losses))
    return found


def _reasons(voice: Voice, resolution: Resolution) -> tuple[Reason, ...]:
    between = resolution.open_between
    speaking = [*(i for i in resolution.winners if i not in between), *resolution.modifiers] or list(between)
    return tuple(reason_of(voice, instance) for instance in once(speaking))
