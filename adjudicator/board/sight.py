"""Line of sight: from the middle of a space to the middle of another, or to the middle of an edge.

A line is straight on the drawing as it is folded: where edges are joined, what
lies behind them is laid ahead, and the line goes on.  For every way the map
can be laid out so, there is one line to try; the shortest clear one counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from adjudicator.board.eyes import CROSSES, ENTERS, LEAVES, NUBBIN, STRAYS, WITHIN, Eyes, Met, Sight
from adjudicator.board.fan import Start, spread
from adjudicator.board.joins import partner
from adjudicator.board.lines import ACROSS, CORNER, Course, course
from adjudicator.board.maps import Board, BoardError, Thing
from adjudicator.board.spots import EAST, NORTH, SOUTH, STILL, WEST, Motion, Spot, back, space_name
from adjudicator.board.stepping import Steps
from adjudicator.board.tracing import Trace, describe

PURSE = 100_000
"""How many beams through joined edges are followed at most from one space, before its lines are tried one by one."""


class View:
    """One observer's view of one map; remembers what it has worked out."""

    def __init__(self, board: Board, eyes: Eyes) -> None:
        self.board, self.eyes = board, eyes
        self._steps = Steps(board, eyes)

    def see(self, source: Spot, target: Spot, thing: Thing | None = None, every: bool = False) -> Sight:
        """The line of sight from a space to a space or an edge, with the reason where there is none.

        `thing`: one of the things on the edge; what lies before it on that edge then counts, too.
        `every`: where there is none, tell what blocks each line there could be through joined edges, too.
        Raises BoardError when a spot is not of this map.
        """
        self._check(source, target)
        found, others = [], 0
        for image in self._images(source, target):
            trace = self._trace(source, target, image, thing, every)
            if trace.arrived and trace.stopped is None:
                return Sight(source, target, describe(trace, self._steps).line)
            if image == target or every and trace.arrived:
                found.append(describe(trace, self._steps))
            others += image != target
        return Sight(source, target, None, tuple(found), others > 0)

    def sees(self, source: Spot, target: Spot) -> bool:
        """Whether there is a line of sight; as `see`, but without the reasons."""
        self._check(source, target)
        if self.eyes.past is not None or self.eyes.reach or not target.is_space:
            return self.see(source, target).clear
        if source == target and not self._steps.stops(source, WITHIN):
            return True
        if self._steps.stops(source, LEAVES) or self._steps.stops(target, ENTERS):
            return False
        return any(self._glides(source, target, image) for image in self._images(source, target) if image != source)

    def seen_from(self, source: Spot) -> frozenset[Spot]:
        """Every space that is seen from this one."""
        self._check(source, source)
        spaces = self.board.spaces
        if self.eyes.past is not None or self.eyes.reach:
            return frozenset(space for space in spaces if self.sees(source, space))
        steps = self._steps
        if steps.stops(source, LEAVES):
            return frozenset({source} if self.sees(source, source) else ())
        seen = spread(steps, self._starts(source, 0), 0) or set()
        dark = len(spaces) - len(seen)
        if self.board.joins and dark:
            purse = min(8 * dark * (1 + len(self.layouts)), PURSE)
            more = spread(steps, self._starts(source, self.eyes.joins), self.eyes.joins, purse)
            if more is None:
                more = {place for place, space in enumerate(steps.spaces) if place not in seen and self.sees(source, space)}
            seen |= more
        found = {space for space in map(steps.spaces.__getitem__, seen) if not steps.stops(space, ENTERS)} - {source}
        return frozenset(found | {source} if self.sees(source, source) else found)

    def _starts(self, source: Spot, joins: int) -> list[Start]:
        """Where lines to the four quarters begin, and how far they can go through so many joined edges."""
        column, row, longest = source.x // 2, source.y // 2, max(self.board.columns, self.board.rows)
        far = {EAST: self.board.columns - 1 - column, WEST: column, SOUTH: self.board.rows - 1 - row, NORTH: row}
        return [
            (self._steps.state(source, across, down), far[across] + joins * longest, far[down] + joins * longest)
            for across in (EAST, WEST)
            for down in (SOUTH, NORTH)
        ]

    @cached_property
    def layouts(self) -> tuple[Motion, ...]:
        """Every way the map can be laid out again behind joined edges, as far as the eyes go."""
        return _layouts(self.board, self.eyes.joins)

    def _check(self, source: Spot, target: Spot) -> None:
        for spot in (source, target):
            if spot.is_space and spot not in self.board.spaces:
                raise BoardError(f"the map has no {space_name(spot)}")
        if not source.is_space or target.is_corner or target.is_edge and not self.board.beside(target):
            raise BoardError("a line of sight goes from a space to a space, or to an edge of the map")

    def _images(self, source: Spot, target: Spot) -> Iterator[Spot]:
        """Where the target lies when the map is laid out once, or again behind joined edges; the nearest first."""
        yield target
        ends = {target, (partner(self.board, target) if target.is_edge else None) or target}
        images = {motion.spot(end) for motion in self.layouts for end in ends} | ends
        x, y = source
        yield from sorted(images - {target}, key=lambda s: ((s.x - x) ** 2 + (s.y - y) ** 2, s))

    def _glides(self, source: Spot, target: Spot, image: Spot) -> bool:
        """Whether the line meets nothing at all and ends where it should."""
        line, state = self._start(source, image)
        steps, joins = self._steps, 0
        through: tuple[Met, ...] = ()
        for kind in line.steps:
            if through:
                return False
            state, met, through, joined = steps[state + kind]
            if met or state < 0:
                return False
            joins += joined
        return joins <= self.eyes.joins and steps.decode(state)[0] == target

    def _start(self, source: Spot, image: Spot) -> tuple[Course, int]:
        dx, dy = image.x - source.x, image.y - source.y
        state = self._steps.state(source, EAST if dx >= 0 else WEST, SOUTH if dy >= 0 else NORTH)
        return course(abs(dx), abs(dy)), state

    def _trace(self, source: Spot, target: Spot, image: Spot, thing: Thing | None, on: bool) -> Trace:
        """The way of a line until something stops it; with `on` the whole way, going on behind that."""
        line, state = self._start(source, image)
        trace = Trace(source, target, line)
        steps = self._steps
        whole = WITHIN if source == target == image else LEAVES
        self._meet(trace, -1, steps.stops(source, whole))
        last = len(line.steps) - 1
        for index, kind in enumerate(line.steps):
            step = steps[state + kind]
            trace.states.append(state)
            self._meet(trace, index, step.met + self._stubs(line, index, state))
            if trace.stopped is not None and not on:
                return trace
            state = step.state
            trace.joins += step.joins
            if state < 0 or trace.joins > self.eyes.joins:
                return self._strayed(trace, index)
            ends = index == last and line.arrives is None
            self._meet(trace, index, steps.stops(steps.decode(state)[0], ENTERS) if ends else step.through)
        trace.states.append(state)
        trace.arrived = self._arrive(trace, line, state, thing)
        return trace if trace.arrived else self._strayed(trace, len(line.steps))

    def _strayed(self, trace: Trace, index: int) -> Trace:
        """A line that will not come to the target; where nothing else stops it, that does."""
        self._meet(trace, index, (Met(STRAYS, trace.target),))
        return trace

    def _meet(self, trace: Trace, index: int, met: tuple[Met, ...]) -> None:
        """Note what is met at a step; the first that the observer cannot see past stops the line."""
        for one in met:
            if trace.stopped is not None:
                return
            past = self.eyes.past
            if one.passable and past is not None and past((*trace.past, one)):
                trace.past.append(one)
            else:
                trace.stopped, trace.stopped_at = one, index

    def _stubs(self, line: Course, index: int, state: int) -> tuple[Met, ...]:
        """The nubbins that a line meets near the ends of the edge it crosses, where they reach that far."""
        if not self.eyes.reach or line.steps[index] == CORNER:
            return ()
        share, reach = line.share(index), self.eyes.reach
        near, far = share <= reach, share >= 1 - reach
        if not (near or far):
            return ()
        space, across, down = self._steps.decode(state)
        ahead, aside = (across, down) if line.steps[index] == ACROSS else (down, across)
        corners = [space.beside(ahead).beside(aside if far else back(aside))]
        crossing = self.board.crossing(space, ahead)
        if crossing is not None and crossing.joined:
            turned = crossing.carried(aside)
            corners.append(crossing.edges[1].beside(turned if far else back(turned)))
        return tuple(Met(NUBBIN, corner) for corner in corners if self._steps.stands(corner))

    def _arrive(self, trace: Trace, line: Course, state: int, thing: Thing | None) -> bool:
        """Whether a line that came to its end ended at the target; on an edge, what lies before the thing looked at is met."""
        space, across, down = self._steps.decode(state)
        if line.arrives is None:
            return space == trace.target
        ahead = across if line.arrives == ACROSS else down
        crossing = self.board.crossing(space, ahead)
        edge = space.beside(ahead)
        edges = (edge,) if crossing is None else crossing.edges
        if trace.target not in edges:
            return False
        things = self.board.met(crossing) if crossing else [(t, edge) for t in self.board.facing(edge, ahead)]
        before = []
        for one, place in things:
            if one == thing and place == trace.target or thing is None and place == trace.target:
                break
            if self.eyes.on_edge(one, place):
                before.append(Met(CROSSES, place, one))
        self._meet(trace, len(line.steps), tuple(before))
        return True


def _layouts(board: Board, joins: int) -> tuple[Motion, ...]:
    """Every motion that going through up to so many joined edges makes, each once."""
    found: dict[Motion, None] = {}
    latest = [STILL]
    for _ in range(joins):
        latest = [m for m in dict.fromkeys(old.after(fold) for old in latest for fold in board.foldings) if m not in found]
        found.update(dict.fromkeys(latest))
    return tuple(found)
