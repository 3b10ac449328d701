"""Which steps of a story matter for an answer: those it rests on, those they came of, and those that were stopped."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.explaining.proof import Proof, Support
from adjudicator.model.outcomes import Outcome, Step
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node
from adjudicator.model.values import Ref, Value
from adjudicator.records import dataclass
from adjudicator.settling.scenes import step_of


@dataclass(frozen=True, slots=True)
class Matter:
    """What an answer rests on in its story: steps by number, what it rests on, and the events of these steps."""

    steps: frozenset[int]
    supports: Mapping[Node, Support]
    events: frozenset[str]


def matter_of(book: Rulebook, outcome: Outcome, proof: Proof) -> Matter:
    """The steps of the proof; the events about the same things that were kept from happening, and what kept them; the
    branchings that the answer depends on; what happened at once with these; what all these speak of; and the turns in which they were."""
    steps = outcome.world.steps
    wanted = {step_of(node) for node in proof.supports} - {0}
    about = {arg for node in proof.root for arg in node[1]}
    wanted |= {step.number for step in steps if _stopped(step) and about & _parts(step)}
    wanted |= {step.number for step in steps if any(d.cause in outcome.because_of for d in step.decided)}
    wanted |= _stoppers(steps, wanted)
    wanted |= {step.number for step in steps if any(steps[number - 1].event in step.beside for number in wanted)}
    wanted |= _spoken_of(steps, wanted)
    wanted |= {turn for number in wanted for turn in _turn_before(book, steps, number)}
    events = frozenset(steps[number - 1].event for number in wanted)
    return Matter(frozenset(wanted), proof.supports, events)


def _stopped(step: Step) -> bool:
    return step.what == "event" and not step.happened and not step.clockwork


def _parts(step: Step) -> set[Value]:
    """The event itself, and who plays a role in it."""
    thing = step.things.get(step.event)
    return {Ref(step.event), *(dict(thing.roles).values() if thing is not None else ())} - {None}


def _stoppers(steps: tuple[Step, ...], wanted: set[int]) -> set[int]:
    """The steps of the events by which those that did not happen were stopped."""
    by_event = {step.event: step.number for step in steps if step.event}
    found: set[int] = set()
    for number in wanted:
        step = steps[number - 1]
        resolution = step.resolutions.get(("happens", (Ref(step.event),))) if _stopped(step) else None
        if resolution is not None:
            nodes = [n for i in resolution.winners for n in i.rests_on]
            found |= {by_event[str(arg)] for node in nodes for arg in node[1] if isinstance(arg, Ref) and str(arg) in by_event}
    return found


def _spoken_of(steps: tuple[Step, ...], wanted: set[int]) -> set[int]:
    """The steps of the events that these steps speak of (what is answered, copied), and those of which such events came."""
    own = {step.event: step.number for step in steps if step.event}
    came = {name: step.number for step in steps for name in step.caused}
    found, todo = set(wanted), list(wanted)
    while todo:
        thing = steps[todo.pop() - 1]
        roles = dict(thing.things[thing.event].roles) if thing.event in thing.things else {}
        names = {str(filler) for filler in roles.values() if isinstance(filler, Ref)} & own.keys()
        new = {number for name in names for number in (own[name], came.get(name)) if number is not None} - found
        found |= new
        todo += new
    return found


def _turn_before(book: Rulebook, steps: tuple[Step, ...], number: int) -> list[int]:
    """The step at which the turn began in which a step was, if it has one."""
    turn = steps[number - 1].turn
    return [step.number for step in steps[:number] if step.turn == turn and _begins_turn(book, step)][-1:]


def _begins_turn(book: Rulebook, step: Step) -> bool:
    thing = step.things.get(step.event)
    begins = book.clock is not None and thing is not None and step.clockwork and book.clock.turn_begins in thing.kinds
    return step.what == "turn" or begins
