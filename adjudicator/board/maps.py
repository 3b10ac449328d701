"""What a map is: spaces, what stands on spaces and edges, marks, corners, sectors, and which edges are joined.

A map is a value: it never changes, two maps that say the same are equal, and
`dataclasses.replace` makes another one.  It knows nothing of what its things
do; whether one blocks or can be passed is asked of the caller.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import field
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from adjudicator.board.spots import EAST, HEADINGS, SOUTH, Motion, Spot, back, laying
from adjudicator.records import dataclass

LONGEST = 60
"""The most spaces a map may have from west to east, and from north to south."""

Key = TypeVar("Key", bound=Hashable)
Held = TypeVar("Held", bound=Hashable)


class Table(Mapping[Key, Held], Generic[Key, Held]):
    """A mapping that never changes and can be hashed."""

    __slots__ = ("_hash", "_held")

    def __init__(self, held: Mapping[Key, Held] | None = None) -> None:
        self._held: dict[Key, Held] = dict(held or {})
        self._hash: int | None = None

    def __getitem__(self, key: Key) -> Held:
        return self._held[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._held.items()))
        return self._hash

    def __repr__(self) -> str:
        return f"Table({self._held!r})"

    def with_(self, changes: Mapping[Key, Held | None]) -> Table[Key, Held]:
        """The table with these entries instead; one that becomes None or empty is left out."""
        held = {**self._held, **changes}
        return Table({key: value for key, value in held.items() if value is not None and value != ()})


@dataclass(frozen=True, slots=True, order=True)
class Thing:
    """Something on a space or an edge: its kind, its name (or ""), and the sectors whose print shows it (none: it came later).

    `called`: what a caller knows it by who must tell two of a kind apart; no map is drawn with it.
    """

    kind: str
    name: str = ""
    printed: tuple[str, ...] = ()
    called: str = ""

    def __str__(self) -> str:
        return self.name or f"the {self.kind}"


@dataclass(frozen=True, slots=True, order=True)
class Sector:
    """A rectangle of spaces: the space in its north-west corner, its size in spaces, its quarter turns so far (0 to 3)."""

    corner: Spot
    columns: int
    rows: int
    turned: int = 0

    @property
    def middle(self) -> Spot:
        """The spot in its middle."""
        return Spot(self.corner.x + self.columns - 1, self.corner.y + self.rows - 1)

    def holds(self, spot: Spot) -> bool:
        """Whether a space, edge or corner belongs to it, its border included."""
        x, y = spot.x - self.corner.x + 1, spot.y - self.corner.y + 1
        return 0 <= x <= 2 * self.columns and 0 <= y <= 2 * self.rows

    def spaces(self) -> list[Spot]:
        """Its spaces, row by row."""
        return [Spot(self.corner.x + 2 * i, self.corner.y + 2 * j) for j in range(self.rows) for i in range(self.columns)]


class Side(NamedTuple):
    """One side of a space: to leave `space` by it one goes `heading`."""

    space: Spot
    heading: int

    @property
    def edge(self) -> Spot:
        """The edge on that side."""
        return self.space.beside(self.heading)


class Arrival(NamedTuple):
    """Where a joined side leads: into `space`, going `heading`; `mirrored` when left and right change places."""

    space: Spot
    heading: int
    mirrored: bool = False


@dataclass(frozen=True, slots=True)
class Crossing:
    """One step over one side: the edges met (two where sides are joined), the space behind them and the heading there."""

    side: Side
    edges: tuple[Spot, ...]
    space: Spot
    heading: int
    mirrored: bool = False

    @property
    def joined(self) -> bool:
        """Whether it goes through joined sides, not just over an edge."""
        return len(self.edges) == 2

    def carried(self, heading: int) -> int:
        """What becomes of another heading of the one who crosses."""
        turn = heading - self.side.heading
        return (self.heading + (-turn if self.mirrored else turn)) % 4


@dataclass(frozen=True)
class Board:
    """A map.

    `spaces`: the spaces there are.  `things`: for a space or an edge what is on
    it; on an edge in order from north to south or from west to east.  `marks`:
    what is marked on the ground of a space.  `nubbins`: corners with an end of
    wall printed on them, and the sectors that show it.  `joins`: where sides
    lead that do not lead to the next space of the drawing.  `gone`: what the
    print shows on an edge and is there no more.  `ways`: the sides that are joined by
    something with a name.  `room`: rectangles, by their first and last space, in which
    sectors may come to lie.
    """

    spaces: frozenset[Spot]
    things: Table[Spot, tuple[Thing, ...]] = field(default_factory=Table)
    marks: Table[Spot, tuple[str, ...]] = field(default_factory=Table)
    nubbins: Table[Spot, tuple[str, ...]] = field(default_factory=Table)
    joins: Table[Side, Arrival] = field(default_factory=Table)
    sectors: Table[str, Sector] = field(default_factory=Table)
    gone: Table[Spot, tuple[Thing, ...]] = field(default_factory=Table)
    ways: Table[str, tuple[Side, ...]] = field(default_factory=Table)
    room: tuple[tuple[Spot, Spot], ...] = ()

    @cached_property
    def columns(self) -> int:
        """How many columns the map has."""
        return max((space.x // 2 + 1 for space in self.spaces), default=0)

    @cached_property
    def rows(self) -> int:
        """How many rows the map has."""
        return max((space.y // 2 + 1 for space in self.spaces), default=0)

    @cached_property
    def _crossings(self) -> dict[Side, Crossing | None]:
        return {}

    def on(self, spot: Spot) -> tuple[Thing, ...]:
        """What is on a space or an edge."""
        return self.things.get(spot, ())

    def crossing(self, space: Spot, heading: int) -> Crossing | None:
        """The step out of a space that way, or None where it would leave the map for good."""
        side = Side(space, heading)
        known = self._crossings
        if side not in known:
            known[side] = self._crossed(side)
        return known[side]

    def _crossed(self, side: Side) -> Crossing | None:
        arrival = self.joins.get(side)
        if arrival is not None:
            edges = (side.edge, arrival.space.beside(back(arrival.heading)))
            return Crossing(side, edges, arrival.space, arrival.heading, arrival.mirrored)
        ahead = side.space.onward(side.heading)
        return Crossing(side, (side.edge,), ahead, side.heading) if ahead in self.spaces else None

    def met(self, crossing: Crossing) -> list[tuple[Thing, Spot]]:
        """The things on the edges of a crossing, with their edge, in the order in which one meets them."""
        found = [(thing, crossing.edges[0]) for thing in self.facing(crossing.edges[0], crossing.side.heading)]
        if crossing.joined:
            found += [(thing, crossing.edges[1]) for thing in self.facing(crossing.edges[1], crossing.heading)]
        return found

    def facing(self, edge: Spot, heading: int) -> tuple[Thing, ...]:
        """The things on an edge in the order in which someone going that way meets them."""
        things = self.on(edge)
        return things if heading in (EAST, SOUTH) else things[::-1]

    def beside(self, edge: Spot) -> list[Side]:
        """The sides of spaces that look upon this edge: two, or one at the rim of the map."""
        ways = (EAST, 3) if edge.upright else (0, SOUTH)
        return [Side(edge.beside(way), back(way)) for way in ways if edge.beside(way) in self.spaces]

    def edges(self) -> list[Spot]:
        """Every edge of the map, from north-west to south-east."""
        return sorted({space.beside(h) for space in self.spaces for h in HEADINGS}, key=lambda e: (e.y, e.x))

    def sector_of(self, space: Spot) -> str | None:
        """The name of the sector a space belongs to, or None."""
        return next((name for name, sector in self.sectors.items() if sector.holds(space)), None)

    def sectors_at(self, spot: Spot) -> tuple[str, ...]:
        """The names of the sectors a spot lies in or on the border of, in order."""
        return tuple(sorted(name for name, sector in self.sectors.items() if sector.holds(spot)))

    @cached_property
    def foldings(self) -> tuple[Motion, ...]:
        """For every way to go through joined sides, the motion that lays what lies behind straight ahead."""
        found = set()
        for side, arrival in self.joins.items():
            entry = arrival.space.beside(back(arrival.heading))
            found.add(laying(entry, arrival.heading, side.edge, side.heading, arrival.mirrored))
        return tuple(sorted(found))


class BoardError(Exception):
    """Something asked of a map that the map does not have or allow; the message says what."""
