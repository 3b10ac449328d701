"""Single steps of a line: over an edge or through a corner, with everything met on the way.

A line that has come to a space is in a *state*: the space and what "across"
and "down" of its course have become there (joined edges may turn or mirror
them), coded as one number.  Steps are worked out when first asked for.
"""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.board.eyes import CROSSES, GRAZES, NUBBIN, PARTING, RIM, THROUGH, TOUCHES, Eyes, Met
from adjudicator.board.lines import ACROSS, CORNER
from adjudicator.board.maps import Board, Crossing
from adjudicator.board.spots import HEADINGS, Spot, back

KINDS = 3


class Step(NamedTuple):
    """One step from a state: the state after it (-1: there is none), what is met, what would be met running on
    through the space entered, and the most joined edges gone through."""

    state: int
    met: tuple[Met, ...]
    through: tuple[Met, ...]
    joins: int


class _Way(NamedTuple):
    """One of the two ways round a corner: over two edges one after the other."""

    state: int
    ends: tuple[Met, ...]
    space: tuple[Met, ...]
    corners: tuple[Spot, ...]
    joins: int


class Steps(dict[int, Step]):
    """The steps on a map for one observer: `steps[state + kind]`."""

    def __init__(self, board: Board, eyes: Eyes) -> None:
        super().__init__()
        self.board, self.eyes = board, eyes
        self.spaces = sorted(board.spaces)
        self.places = {space: index for index, space in enumerate(self.spaces)}

    def state(self, space: Spot, across: int, down: int) -> int:
        """The number of a state."""
        return ((self.places[space] * 4 + across) * 4 + down) * KINDS

    def decode(self, state: int) -> tuple[Spot, int, int]:
        """The space, the heading that is across, and the heading that is down."""
        rest, down = divmod(state // KINDS, 4)
        place, across = divmod(rest, 4)
        return self.spaces[place], across, down

    def place(self, state: int) -> int:
        """Which of `spaces` a state is in."""
        return state // (KINDS * 16)

    def __missing__(self, key: int) -> Step:
        kind = key % KINDS
        space, across, down = self.decode(key - kind)
        step = self._corner(space, across, down) if kind == CORNER else self._edge(space, across, down, kind)
        self[key] = step
        return step

    def stops(self, space: Spot, how: str) -> tuple[Met, ...]:
        """What in a space stops a line that meets it so."""
        blocks = self.eyes.in_space
        return tuple(Met(how, space, thing) for thing in self.board.on(space) if blocks(thing, space, how))

    def crossed(self, crossing: Crossing) -> tuple[Met, ...]:
        """What stops a line on the edges of a crossing, in order."""
        blocks = self.eyes.on_edge
        return tuple(Met(CROSSES, edge, thing) for thing, edge in self.board.met(crossing) if blocks(thing, edge))

    def stands(self, corner: Spot) -> bool:
        """Whether there is a nubbin at this corner that some thing on an edge still holds up."""
        if corner not in self.board.nubbins:
            return False
        holds = self.eyes.holds_up
        edges = [corner.beside(h) for h in HEADINGS]
        return any(holds(thing, edge) for edge in edges for thing in self.board.on(edge)) and self.eyes.nubbin(corner)

    def _edge(self, space: Spot, across: int, down: int, kind: int) -> Step:
        ahead = across if kind == ACROSS else down
        crossing = self.board.crossing(space, ahead)
        if crossing is None:
            edge = space.beside(ahead)
            blocks = self.eyes.on_edge
            things = tuple(Met(CROSSES, edge, thing) for thing in self.board.facing(edge, ahead) if blocks(thing, edge))
            return Step(-1, (*things, Met(RIM, edge)), (), 0)
        state = self.state(crossing.space, crossing.carried(across), crossing.carried(down))
        return Step(state, self.crossed(crossing), self.stops(crossing.space, THROUGH), int(crossing.joined))

    def _corner(self, space: Spot, across: int, down: int) -> Step:
        """Through a corner both ways round it count, and both of the way back: sight goes both ways."""
        ways = self._round(space, across, down)
        met = self._met(ways)
        state = max(way.state for way in ways)
        if state < 0:
            return Step(-1, met or (Met(PARTING, space.beside(across).beside(down)),), (), 0)
        there, a, d = self.decode(state)
        ways_back = self._round(there, back(a), back(d))
        met = tuple(dict.fromkeys((*met, *self._met(ways_back))))
        here = self.state(space, back(across), back(down))
        if not (_all_lead_to(state, ways) and _all_lead_to(here, ways_back) and _joins(ways) == _joins(ways_back)):
            return Step(-1, (*met, Met(PARTING, space.beside(across).beside(down))), (), 0)
        return Step(state, met, self.stops(there, THROUGH), max(way.joins for way in (*ways, *ways_back)))

    def _round(self, space: Spot, across: int, down: int) -> tuple[_Way, _Way]:
        """The two ways round a corner."""
        return self._way(space, across, down, True), self._way(space, down, across, False)

    def _met(self, ways: tuple[_Way, _Way]) -> tuple[Met, ...]:
        return self._nubbins(ways) + self._touched(ways)

    def _way(self, space: Spot, first: int, second: int, across_first: bool) -> _Way:
        """The way round the corner over the edge `first` and then the one `second`."""
        corners: tuple[Spot, ...] = (space.beside(first).beside(second),)
        one = self.board.crossing(space, first)
        if one is None:
            return self._off(space, first, corners, ())
        turned = one.carried(second)
        corner = one.space.beside((one.heading + 2) % 4).beside(turned)
        corners = (*corners, corner)
        ends = self._ends(one, corners[0], corner)
        beside = self.stops(one.space, GRAZES)
        two = self.board.crossing(one.space, turned)
        if two is None:
            return self._off(one.space, turned, corners, ends, beside)
        went = two.carried(one.heading)
        final = two.space.beside((two.heading + 2) % 4).beside((went + 2) % 4)
        ends += self._ends(two, corner, final)
        state = self.state(two.space, went, two.heading) if across_first else self.state(two.space, two.heading, went)
        return _Way(state, ends, beside, (*corners, final), one.joined + two.joined)

    def _off(self, space: Spot, heading: int, corners: tuple[Spot, ...], ends: tuple[Met, ...], beside: tuple[Met, ...] = ()) -> _Way:
        edge = space.beside(heading)
        blocks = self.eyes.on_edge
        things = tuple(Met(TOUCHES, corners[-1], thing, edge) for thing in self.board.on(edge) if blocks(thing, edge))
        return _Way(-1, (*ends, *things, Met(RIM, edge)), beside, corners, 0)

    def _ends(self, crossing: Crossing, near: Spot, far: Spot) -> tuple[Met, ...]:
        """What is touched at the end of the edges of a crossing; `near` and `far` are the corner on either side of it."""
        corners = dict(zip(crossing.edges, (near, far), strict=False))
        return tuple(Met(TOUCHES, corners[met.place], met.thing, met.place) for met in self.crossed(crossing))

    def _nubbins(self, ways: tuple[_Way, _Way]) -> tuple[Met, ...]:
        corners = dict.fromkeys(corner for way in ways for corner in way.corners)
        return tuple(Met(NUBBIN, corner) for corner in corners if self.stands(corner))

    def _touched(self, ways: tuple[_Way, _Way]) -> tuple[Met, ...]:
        """What stops a line through a corner: on either side where touching counts, else only where both sides are closed."""
        ends = tuple(dict.fromkeys(met for way in ways for met in way.ends))
        spaces = tuple(dict.fromkeys(met for way in ways for met in way.space))
        if all(way.ends or way.space for way in ways):
            return ends + spaces
        return (ends if self.eyes.ends_block else ()) + (spaces if self.eyes.corners_block else ())


def _all_lead_to(state: int, ways: tuple[_Way, _Way]) -> bool:
    """Whether those of the ways that stay on the map come to this state."""
    return all(way.state in (-1, state) for way in ways)


def _joins(ways: tuple[_Way, _Way]) -> list[int]:
    return sorted(way.joins for way in ways if way.state >= 0)
