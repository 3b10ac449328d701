"""From the steps of a line to the line as it is told and drawn: its pieces, spaces, and the point where it stops."""

from __future__ import annotations

from dataclasses import field
from fractions import Fraction
from itertools import accumulate

from adjudicator.board.eyes import ENTERS, THROUGH, Blocked, Line, Met, Point
from adjudicator.board.lines import ACROSS, CORNER, Course
from adjudicator.board.spots import UNITS, Spot, back
from adjudicator.board.stepping import Steps
from adjudicator.records import dataclass

HALF = Fraction(1, 2)


@dataclass
class Trace:
    """A line being followed: the state before each step and after the last, what is seen past, what stops it and at which
    step (-1: before the first; one more than the last: at the end)."""

    source: Spot
    target: Spot
    line: Course
    states: list[int] = field(default_factory=list)
    past: list[Met] = field(default_factory=list)
    joins: int = 0
    stopped: Met | None = None
    stopped_at: int = 0
    arrived: bool = False


@dataclass(frozen=True, slots=True)
class _Stage:
    """One step on the drawing: the edge or corner gone over and the exact point, the space entered (None: there is none),
    and where joined edges are gone through, the edge or corner one comes in by, with its point."""

    spot: Spot
    at: Point
    entered: Spot | None
    entry: Spot | None = None
    entry_at: Point | None = None


def point(spot: Spot) -> Point:
    """The exact point of a spot, in spaces."""
    return Fraction(spot.x, 2), Fraction(spot.y, 2)


def describe(trace: Trace, steps: Steps) -> Blocked:
    """The line as far as it goes, its end, and what stops it; a clear line ends at the target, where nothing does."""
    stages = [_stage(trace, steps, index) for index in range(min(len(trace.states), len(trace.line.steps)))]
    joins = tuple((stage.spot, stage.entry) for stage in stages if stage.entry is not None)
    whole = trace.stopped is None or trace.stopped_at >= len(stages)
    until = len(stages) if whole else trace.stopped_at
    gone = stages[: max(until, 0)]
    start, spaces = point(trace.source), [trace.source]
    pieces: list[tuple[Point, Point]] = []
    edges: list[Spot] = []
    for stage in gone:
        start = _go(stage, start, pieces, spaces, edges)
    end = _end(trace, steps, gone)
    if 0 <= until < len(stages):
        start, end = _stop(trace, stages[until], start, pieces, spaces)
        edges.append(stages[until].spot)
    pieces.append((start, end))
    counts = list(accumulate((2 if stage.spot.is_corner else 1 for stage in stages[: len(spaces) - 1]), initial=0))
    corners = tuple(spot for spot in edges if spot.is_corner)
    crossed = tuple(spot for spot in edges if spot.is_edge)
    line = Line(trace.source, trace.target, tuple(pieces), tuple(spaces), crossed, corners, joins, tuple(trace.past), tuple(counts))
    return Blocked(line, end, trace.stopped or Met("", trace.target))


def _go(stage: _Stage, start: Point, pieces: list[tuple[Point, Point]], spaces: list[Spot], edges: list[Spot]) -> Point:
    """A step that is made; answers where the piece of the line begins that is being drawn."""
    edges.append(stage.spot)
    if stage.entered is not None:
        spaces.append(stage.entered)
    if stage.entry is None or stage.entry_at is None:
        return start
    edges.append(stage.entry)
    pieces.append((start, stage.at))
    return stage.entry_at


def _stop(trace: Trace, stage: _Stage, start: Point, pieces: list[tuple[Point, Point]], spaces: list[Spot]) -> tuple[Point, Point]:
    """The step on which the line stops: where its last piece begins and ends."""
    by = trace.stopped
    if by is None or by.how not in (ENTERS, THROUGH) and (by.place != stage.entry or stage.entry == stage.spot):
        return start, stage.at
    if by.how in (ENTERS, THROUGH) and stage.entered is not None:
        spaces.append(stage.entered)
    if stage.entry_at is None:
        return start, stage.at
    pieces.append((start, stage.at))
    return stage.entry_at, stage.entry_at


def _stage(trace: Trace, steps: Steps, index: int) -> _Stage:
    space, across, down = steps.decode(trace.states[index])
    kind = trace.line.steps[index]
    after = steps[trace.states[index] + kind]
    if kind == CORNER:
        spot = space.beside(across).beside(down)
        at = point(spot)
    else:
        ahead, aside = (across, down) if kind == ACROSS else (down, across)
        spot = space.beside(ahead)
        at = _on_edge(spot, aside, trace.line.share(index))
    if after.state < 0:
        return _Stage(spot, at, None)
    entered, across, down = steps.decode(after.state)
    if not after.joins:
        return _Stage(spot, at, entered)
    return _Stage(spot, at, entered, *_entry(trace, index, entered, across, down))


def _entry(trace: Trace, index: int, space: Spot, across: int, down: int) -> tuple[Spot, Point]:
    """The edge or corner over which a step through joined edges comes in, and the point."""
    kind = trace.line.steps[index]
    if kind == CORNER:
        corner = space.beside(back(across)).beside(back(down))
        return corner, point(corner)
    ahead, aside = (across, down) if kind == ACROSS else (down, across)
    edge = space.beside(back(ahead))
    return edge, _on_edge(edge, aside, trace.line.share(index))


def _on_edge(edge: Spot, aside: int, share: Fraction) -> Point:
    """The point of an edge at this share of it, counted towards the heading `aside`."""
    (x, y), (dx, dy) = point(edge), UNITS[aside]
    return x + dx * (share - HALF), y + dy * (share - HALF)


def _end(trace: Trace, steps: Steps, gone: list[_Stage]) -> Point:
    """Where a line ends that goes its whole way, or that stops where it begins."""
    if len(trace.states) <= len(trace.line.steps) or not trace.states or trace.stopped is not None and trace.stopped_at < 0:
        return (gone[-1].entry_at or gone[-1].at) if gone else point(trace.source)
    space, across, down = steps.decode(trace.states[-1])
    if trace.line.arrives is None:
        return point(space)
    return point(space.beside(across if trace.line.arrives == ACROSS else down))
