"""The map of a moment: the drawn one as its facts have changed it (docs/meaning.md 12.1, 12.6).

It follows from the facts alone, whatever order they came about in, so that two
lines of a story that have come to the same state have the same map.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from fractions import Fraction
from functools import cached_property

from adjudicator.board.changing import put, taken
from adjudicator.board.laying import Lie, laid_out, lie_of, motion_to, without_ways
from adjudicator.board.maps import Board, BoardError, Sector
from adjudicator.board.maps import Thing as Piece
from adjudicator.board.spots import STILL, Motion, Spot, named_space
from adjudicator.map.asked import Table
from adjudicator.model.drawn import DrawnBoard
from adjudicator.model.situation import Fact
from adjudicator.model.values import Ref, Value, show
from adjudicator.model.vocabulary import Geometry
from adjudicator.records import dataclass


@dataclass(frozen=True)
class Positions:
    """A map as it is in a moment.

    `board`: what stands on it, things that are gone included (that is for the clauses to say).  `moved`: the things of which
    facts say where they stand, or that they are not where they are drawn.  `lies`: the sectors that do not lie as they are
    drawn.  `nubbins`: the ends of wall at a corner.  `fault`: why there is no telling how the map lies; empty mostly.
    """

    drawn: DrawnBoard
    board: Board
    moved: Mapping[str, Spot | None] = field(default_factory=dict)
    lies: Mapping[str, Lie] = field(default_factory=dict)
    nubbins: Mapping[Spot, tuple[str, ...]] = field(default_factory=dict)
    fault: str = ""
    _without: dict[frozenset[str], Board] = field(default_factory=dict, compare=False)

    def without(self, ways: frozenset[str]) -> Board:
        """The board without what joins some edges by these names."""
        if ways not in self._without:
            self._without[ways] = without_ways(self.board, ways)
        return self._without[ways]

    def spot(self, name: str) -> Spot | None:
        """Where a thing is now, gone or not; None where it is nowhere on the map."""
        if name in self.moved:
            return self.moved[name]
        spot = self.drawn.spots.get(name)
        if spot is None or name not in self.drawn.pieces:
            return self._on_the_map(spot)
        return self._on_the_map(self._carried(self.drawn.pieces[name]).spot(spot))

    @cached_property
    def drawn_twice(self) -> tuple[tuple[Ref, Ref], ...]:
        """The pairs of things of one kind that two sectors print on one edge, both ways round."""
        rows = [
            [thing for thing in things if thing.printed] for spot, things in self.board.things.items() if spot.is_edge and len(things) > 1
        ]
        return tuple((Ref(one.called), Ref(other.called)) for row in rows for one in row for other in row
                     if one.kind == other.kind and one.printed != other.printed)  # fmt: skip

    def corners(self, name: str) -> list[Spot]:
        """The corners at which an end of wall stands."""
        return [corner for corner, names in self.nubbins.items() if name in names]

    def _carried(self, piece: Piece) -> Motion:
        sector = piece.printed[0] if piece.printed else ""
        return motion_to(self.drawn.board.sectors[sector], self.lies[sector]) if sector in self.lies else STILL

    def _on_the_map(self, spot: Spot | None) -> Spot | None:
        if spot is None:
            return None
        if spot.is_space:
            return spot if spot in self.board.spaces else None
        return spot if spot.is_corner or self.board.beside(spot) else None


def positions(table: Table) -> Positions:
    """The map of the moment of this table."""
    drawn, geometry = table.situation.board, table.book.geometry
    assert drawn is not None
    if geometry is None:
        return Positions(drawn, drawn.board, nubbins=_nubbins(drawn, {}))
    lies, fault = _lies(table, drawn, geometry)
    try:
        laid = _laid(drawn, lies)
    except BoardError as error:
        fault = str(error)
    if fault:
        return Positions(drawn, drawn.board, fault=fault)
    moved = dict(_moved(table, drawn, geometry))
    first = _first(table, geometry)
    bare = Positions(drawn, laid, lies=lies, nubbins=_nubbins(drawn, lies))
    spots = {name: bare._on_the_map(spot) for name, spot in moved.items()}
    board = laid
    for name, spot in spots.items():
        piece, start = drawn.pieces.get(name, Piece("", name, called=name)), bare.spot(name)
        if start is not None and piece in board.on(start):
            board = taken(board, start, piece)
        if spot is not None:
            board = put(board, spot, piece, spot.is_edge and first.get(name) in (Spot(spot.x - 1, spot.y), Spot(spot.x, spot.y - 1)))
    board = _spoken_of(table, drawn, board)
    return replace(bare, board=board, moved=spots)


def _facts(table: Table, name: str) -> Iterator[tuple[tuple[Value, ...], Fact]]:
    """What is said of a property, the latest last."""
    if name:
        found = [(node[1], fact) for node, fact in table.situation.facts.items() if node[0] == name and not fact.unknown]
        yield from sorted(found, key=lambda one: one[1].step)


def _lies(table: Table, drawn: DrawnBoard, geometry: Geometry) -> tuple[dict[str, Lie], str]:
    """How the sectors lie that do not lie as drawn; or why that cannot be told."""
    found: dict[str, Lie] = {}
    for key in ("corner", "turned"):
        for (sector,), fact in _facts(table, geometry.properties.get(key, "")):
            name = show(sector)
            if name not in drawn.board.sectors:
                continue
            lie = lie_with(found.get(name) or lie_of(drawn.board.sectors[name]), key, fact.value)
            if lie is None:
                return {}, f"there is no telling how {name} lies"
            found[name] = lie
    return {name: lie for name, lie in found.items() if lie != lie_of(drawn.board.sectors[name])}, ""


def lie_with(lie: Lie, key: str, value: Value) -> Lie | None:
    """How a sector lies when its corner, or how far it is turned, has this value; None where the value says nothing."""
    if key == "corner":
        spot = named_space(value.name) if isinstance(value, Ref) else None
        return None if spot is None else replace(lie, corner=spot)
    if not isinstance(value, Fraction) or value.denominator != 1:
        return None
    return replace(lie, turned=int(value) % 4)


def _laid(drawn: DrawnBoard, lies: Mapping[str, Lie]) -> Board:
    """The drawn map with its sectors lying so; worked out once. Raises BoardError where they cannot lie so."""
    key = tuple(sorted(lies.items()))
    if key not in drawn.laid:
        drawn.laid[key] = laid_out(drawn.board, lies)
    return drawn.laid[key]  # type: ignore[return-value]


def _moved(table: Table, drawn: DrawnBoard, geometry: Geometry) -> dict[str, Spot | None]:
    """The spaces and edges in which the facts say things are."""
    moved: dict[str, Spot | None] = {}
    said = [*_facts(table, geometry.properties.get("position", "")), *_facts(table, geometry.properties.get("stands on", ""))]
    for args, fact in sorted(said, key=lambda one: one[1].step):
        thing, there = args
        if not isinstance(there, Ref) or not isinstance(thing, Ref) or there.name in drawn.pieces:
            continue
        spot = drawn.spots.get(there.name) or named_space(there.name)
        if spot is None or spot.is_corner or spot.is_space and there.name not in drawn.spots and spot not in drawn.board.spaces:
            continue
        if fact.value is True:
            moved[thing.name] = spot
        elif drawn.spots.get(thing.name) == spot or fact.value is not False:
            moved.setdefault(thing.name, None)
    return moved


def _first(table: Table, geometry: Geometry) -> dict[str, Spot | None]:
    """For things on an edge, the space that they are said to face."""
    said = _facts(table, geometry.properties.get("faces", ""))
    return {show(thing): named_space(fact.value.name) for (thing,), fact in said if isinstance(fact.value, Ref)}


def _nubbins(drawn: DrawnBoard, lies: Mapping[str, Lie]) -> dict[Spot, tuple[str, ...]]:
    """The ends of wall at each corner; one goes with the sector that prints it."""
    found: dict[Spot, tuple[str, ...]] = {}
    sectors: Mapping[str, Sector] = drawn.board.sectors
    for (corner, sector), name in drawn.nubbins.items():
        spot = motion_to(sectors[sector], lies[sector]).spot(corner) if sector in lies else corner
        found[spot] = (*found.get(spot, ()), name)
    return found


def _spoken_of(table: Table, drawn: DrawnBoard, board: Board) -> Board:
    """The map with those edges of which the facts speak as things on themselves, that may stop a line or a walker."""
    if not drawn.edges:
        return board
    names = dict.fromkeys(arg.name for _, args in table.situation.facts for arg in args if isinstance(arg, Ref) and arg.name in drawn.edges)
    found = {}
    for name in names:
        spot = drawn.spots[name]
        if board.beside(spot):
            found[spot] = (*board.on(spot), Piece(drawn.kind, called=name))
    return replace(board, things=board.things.with_(found)) if found else board
