"""What sight asks of the caller, and what it answers.

Geometry knows lines, edges and corners; which thing stops a line, and for
whom, is said by `Eyes`.  One `Eyes` speaks for one observer at one moment.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from adjudicator.board.maps import Thing
from adjudicator.board.spots import Spot
from adjudicator.records import dataclass

Point = tuple[Fraction, Fraction]
"""A point of the map: spaces from its west and from its north rim."""

CROSSES, TOUCHES, NUBBIN, RIM, PARTING, STRAYS = "crosses", "touches", "nubbin", "rim", "parting", "strays"
"""How a line meets something at an edge or corner: it crosses the edge, touches the end of the edge, meets a nubbin,
leaves the map, goes exactly through a corner where what is joined on one side is not joined on the other, or is led
elsewhere by joined edges."""

LEAVES, ENTERS, THROUGH, WITHIN, GRAZES = "leaves", "enters", "through", "within", "grazes"
"""How a line meets a space: it begins there, ends there, runs through, begins and ends there, or touches one of its corners."""


@dataclass(frozen=True, slots=True)
class Met:
    """Something a line meets: how, where (an edge, a corner or a space), the thing, and for TOUCHES the edge it is on."""

    how: str
    place: Spot
    thing: Thing | None = None
    edge: Spot | None = None

    @property
    def passable(self) -> bool:
        """Whether an observer may be able to see past it; nobody sees off the map."""
        return self.how not in (RIM, PARTING, STRAYS)


def _nothing(*_: object) -> bool:
    return False


def _anything(*_: object) -> bool:
    return True


@dataclass(frozen=True)
class Eyes:
    """Who looks, as answers to what geometry asks; every answer is asked for only where a line comes by.

    `on_edge(thing, edge)`: does this thing on an edge stop the view?
    `in_space(thing, space, how)`: does this thing in a space, for a line that meets the space so (LEAVES, ENTERS,
    THROUGH, WITHIN, GRAZES)?  `holds_up(thing, edge)`: does this thing on an edge keep a nubbin at its end standing?
    `nubbin(corner)`: does a nubbin at this corner stop the view, where something holds it up?
    `past(met)`: can the observer see past all of these, in the order of the line?  None: past nothing.
    `ends_block`, `corners_block`: does a line that only touches the end of a blocking thing on an edge, or the
    corner of a space with a blocking thing, count as blocked?  If not, it is blocked only where both sides are.
    `reach`: how far a nubbin reaches from its corner along the edges, in spaces, from 0 to less than 1/2.
    `joins`: through how many joined edges one line may go.
    """

    on_edge: Callable[[Thing, Spot], bool] = _anything
    in_space: Callable[[Thing, Spot, str], bool] = _nothing
    holds_up: Callable[[Thing, Spot], bool] = _anything
    nubbin: Callable[[Spot], bool] = _anything
    past: Callable[[tuple[Met, ...]], bool] | None = None
    ends_block: bool = True
    corners_block: bool = True
    reach: Fraction = Fraction(0)
    joins: int = 2


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line over the map, or as much of it as there is.

    `pieces`: its straight pieces on the drawing, more than one where it goes through joined edges.  `spaces`: those it
    runs through, from the first to the last.  `steps`: for each of them how many steps it is from the first along the line,
    as one walks: through a corner it is two.  `edges`: those it crosses.  `corners`: those it goes exactly through.
    `joins`: the pairs of joined edges it goes through, or would if nothing
    stopped it.  `past`: what it meets and the observer sees past.
    """

    source: Spot
    target: Spot
    pieces: tuple[tuple[Point, Point], ...]
    spaces: tuple[Spot, ...]
    edges: tuple[Spot, ...] = ()
    corners: tuple[Spot, ...] = ()
    joins: tuple[tuple[Spot, Spot], ...] = ()
    past: tuple[Met, ...] = ()
    steps: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Blocked:
    """A line that is not clear: the line up to there, the exact point, and what stops it."""

    line: Line
    at: Point
    by: Met


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether there is a line of sight: the first clear line, or what blocks the line straight on the drawing, and, where
    that was asked for, the others through joined edges, shortest first.  `others`: whether there were others to try."""

    source: Spot
    target: Spot
    line: Line | None
    blocked: tuple[Blocked, ...] = ()
    others: bool = False

    @property
    def clear(self) -> bool:
        """Whether the target is seen."""
        return self.line is not None

    def __bool__(self) -> bool:
        return self.clear
