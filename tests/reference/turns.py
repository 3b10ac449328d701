"""Turns, rounds and phases (11.10)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from adjudicator.model.situation import Fact, Node
from adjudicator.model.story import Moment, Phase, Story, Turn
from adjudicator.model.values import Ref
from adjudicator.model.vocabulary import Clock
from reference.expressions import UNDECIDED, Known
from reference.instances import World
from reference.invariants import NotPossible

if TYPE_CHECKING:
    from reference.story import Walk

Deeds = list[tuple]
TURNING = ("turn begins", "turn ends", "round begins")


class OutOfTurn(NotPossible):
    """A turn is told that is not the next one's (nor with the round of its heading)."""


class Ended(Exception):
    """The moments of the world are at an end: events went round in a loop (11.11), or nobody has the next turn."""


@dataclass(frozen=True)
class Stop:
    """A moment that can be asked for: see `Moment`."""

    when: str
    entry: int = 0
    event: str = ""
    who: Ref | None = None
    number: Known = None

    def fits(self, moment: Moment) -> bool:
        """11.10: whether this is the moment meant (or one of several that are counted)."""
        if self.when != moment.when:
            return False
        match moment.when:
            case "before" | "after":
                return self.entry == moment.entry
            case "during" | "after event":
                return self.event == moment.event
            case "turn begins" | "turn ends":
                return self.who == moment.who and self.entry >= moment.entry
            case "round begins":
                return self.number == moment.nth
        return True


def at_the_start(clock: Clock | None, story: Story) -> dict[Node, Fact]:
    """11.10: the round of the first heading is that of the start, too."""
    first = next(iter(story.entries), None)
    if clock is None or not clock.round or not isinstance(first, Turn) or first.number is None:
        return {}
    return {(clock.round, ()): Fact((clock.round, ()), Fraction(first.number))}


def begin_turn(walk: Walk, turn: Turn, index: int) -> Deeds:
    """11.10: the running turn ends; then whose turn it is and the round change; then the turn begins."""
    ends: Deeds = []
    if walk.running is not None:
        ends.append(("by_clock", (walk.book.clock.turn_ends, walk.running, f"end of turn {walk.turn}")))
        ends.append(("stop", Stop("turn ends", walk.began, who=walk.running)))
    return [*ends, ("stop", Stop("before", index)), ("change_turn", turn, index)]


def change_turn(walk: Walk, turn: Turn, index: int) -> Deeds:
    """11.10: whose turn it is and the round change, then a round may begin, then the turn."""
    clock, world = walk.book.clock, walk.now()
    who = who_begins(walk, world, turn)
    new_round = begins_again(walk, who)
    heading = turn if turn.who in (None, who) else replace(turn, number=None)
    number = round_number(walk, world, heading, new_round)
    first = walk.running is None
    gone_by = turn.who not in (None, who)
    walk.gone_by = walk.gone_by + 1 if gone_by else 0
    walk.running, walk.began = who, index - gone_by
    walk.turn += 1
    walk.round += new_round
    new: dict[Node, Known] = {(clock.on_turn, ()): who}
    if new_round or (first and heading.number is not None):
        new[(clock.round, ())] = number
    walk.change({node: value for node, value in new.items() if node[0]})
    begins = [(clock.round_begins, None, f"begin of round {walk.round}")] * new_round
    begins += [(clock.turn_begins, who, f"begin of turn {walk.turn}")]
    stops = [("stop", Stop("round begins", number=number))] * (new_round or first)
    again = [("begin_turn", turn, index)] * gone_by
    return [("by_clock", *begins), *stops, ("stop", Stop("turn begins", walk.began, who=who)), *again]


def who_begins(walk: Walk, world: World, turn: Turn) -> Ref:
    """11.10: who is told, and he must be the next; where nobody is told, or turns go by untold, whoever is next."""
    following = UNDECIDED if walk.running is None else next_player(walk, world)
    if turn.who is None and not isinstance(following, Ref):
        raise Ended
    if turn.who is not None and following not in (UNDECIDED, turn.who):
        if walk.passing and walk.gone_by < len(walk.story.seats) - 1 and isinstance(following, Ref):
            return following
        raise OutOfTurn
    return turn.who or following


def next_player(walk: Walk, world: World) -> Known:
    """11.10: the one to the left, unless clauses say otherwise."""
    if walk.book.clock.next:
        return world.read((walk.book.clock.next, (walk.running,)))
    return world.frame.known.left_of(walk.running) or UNDECIDED


def begins_again(walk: Walk, who: Ref) -> bool:
    """11.10: whether the seats begin again from the first."""
    seats = walk.story.seats
    if walk.running not in seats or who not in seats:
        return False
    return len(seats) == 1 or seats.index(who) < seats.index(walk.running)


def round_number(walk: Walk, world: World, turn: Turn, new_round: bool) -> Known:
    """11.10: the heading of the first turn may say which round it is; later ones must agree."""
    name = walk.book.clock.round
    if not name:
        return UNDECIDED
    if walk.running is None and turn.number is not None:
        return Fraction(turn.number)
    now = world.read((name, ()))
    number = now if now is UNDECIDED else now + new_round
    if turn.number is not None and number not in (UNDECIDED, turn.number):
        raise OutOfTurn
    return number


def begin_phase(walk: Walk, phase: Phase) -> Deeds:
    """11.10: the phase changes, and its event happens."""
    clock = walk.book.clock
    if clock.phase:
        walk.change({(clock.phase, ()): phase.name})
    walk.phase += 1
    return [("by_clock", (clock.phase_begins, walk.running, f"begin of phase {walk.phase}"))]
