"""Which sides are joined: opposite rims, runs of edges laid on each other, single gates.

Every function here answers with a table of both ways, ready for `Board.joins`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from adjudicator.board.maps import Arrival, Board, BoardError, Side, Table
from adjudicator.board.spots import HEADING_NAMES, HEADINGS, NORTH, SOUTH, UNITS, WEST, Spot, back, space_name

Joins = dict[Side, Arrival]


def outer_sides(board: Board) -> list[Side]:
    """The sides at the rim: no space of the drawing lies behind them."""
    spaces = board.spaces
    ordered = sorted(spaces, key=lambda s: (s.y, s.x))
    return [Side(space, h) for space in ordered for h in HEADINGS if space.onward(h) not in spaces]


def opposite(board: Board, sides: Iterable[Side] | None = None) -> Joins:
    """Each outer side (or those given) joined with the one straight opposite: where one comes in again after leaving there.

    Going on beyond the rim, round the plane, the first space met is where one comes in.
    A side whose opposite is not among the sides stays unjoined.
    """
    wanted = set(outer_sides(board) if sides is None else sides)
    found: Joins = {}
    for side in sorted(wanted):
        entry = _around(board, side)
        if Side(entry, back(side.heading)) in wanted:
            found[side] = Arrival(entry, side.heading)
    return found


def _around(board: Board, side: Side) -> Spot:
    dx, dy = UNITS[side.heading]
    x, y = side.space
    while True:
        x, y = (x + 2 * dx) % (2 * board.columns), (y + 2 * dy) % (2 * board.rows)
        if Spot(x, y) in board.spaces:
            return Spot(x, y)


def gate(one: Side, other: Side, mirrored: bool = False) -> Joins:
    """Two sides joined: who leaves by one comes in by the other."""
    return {
        one: Arrival(other.space, back(other.heading), mirrored),
        other: Arrival(one.space, back(one.heading), mirrored),
    }


def runs(one: Sequence[Side], other: Sequence[Side], mirrored: bool | None = None) -> Joins:
    """Two runs of sides joined, the first with the first and so on.

    Whether the join is mirrored follows from the order of the spaces in both runs;
    for runs of a single side it is `mirrored` (not, if not said).
    Raises BoardError when the runs are not equally long.
    """
    if len(one) != len(other):
        raise BoardError(f"a run of {len(one)} edges cannot be joined with a run of {len(other)}")
    if len(one) > 1:
        mirrored = _rightward(one) == _rightward(other)
    found: Joins = {}
    for a, b in zip(one, other, strict=True):
        found.update(gate(a, b, bool(mirrored)))
    return found


def _rightward(run: Sequence[Side]) -> bool:
    """Whether the run goes from left to right for one who looks out over it."""
    dx, dy = UNITS[(run[0].heading + 1) % 4]
    return (run[1].space.x - run[0].space.x) * dx + (run[1].space.y - run[0].space.y) * dy > 0


def side_by_side(one: Sequence[Side], other: Sequence[Side], mirrored: bool = False) -> Joins:
    """Two runs joined as if their boards lay side by side there: the order of the second is turned as that needs."""
    fits = len(one) < 2 or (_rightward(one) == _rightward(other)) == mirrored
    return runs(one, other if fits else list(reversed(other)), mirrored)


def joined(board: Board, *more: Mapping[Side, Arrival]) -> Board:
    """The map with these joins in addition; a side that is joined anew leaves the one it was joined with.

    Raises BoardError when a side is not a side of the map.
    """
    joins: Joins = dict(board.joins)
    for table in more:
        for side, arrival in table.items():
            _check(board, side)
            _check(board, Side(arrival.space, back(arrival.heading)))
        for side in table:
            _unjoin(joins, side)
        joins.update(table)
    return replace(board, joins=Table(joins))


def unjoined(board: Board, sides: Iterable[Side] | None = None) -> Board:
    """The map with these sides (or all) joined with nothing any more."""
    joins: Joins = {} if sides is None else dict(board.joins)
    for side in sides or ():
        _unjoin(joins, side)
    return replace(board, joins=Table(joins))


def partner(board: Board, edge: Spot) -> Spot | None:
    """The edge that an edge is joined with, or None."""
    for side in board.beside(edge):
        arrival = board.joins.get(side)
        if arrival is not None:
            return arrival.space.beside(back(arrival.heading))
    return None


def sector_sides(board: Board, name: str, heading: int) -> tuple[Side, ...]:
    """The sides of a sector's whole border that way, from west to east or from north to south.

    Raises BoardError when there is no such sector.
    """
    if name not in board.sectors:
        raise BoardError(f"there is no sector {name}")
    spaces = board.sectors[name].spaces()
    axis = 1 if heading in (NORTH, SOUTH) else 0
    rim = (spaces[0] if heading in (NORTH, WEST) else spaces[-1])[axis]
    return tuple(Side(space, heading) for space in spaces if space[axis] == rim)


def _unjoin(joins: Joins, side: Side) -> None:
    arrival = joins.pop(side, None)
    if arrival is not None:
        joins.pop(Side(arrival.space, back(arrival.heading)), None)


def _check(board: Board, side: Side) -> None:
    if side.space not in board.spaces:
        raise BoardError(f"the map has no {space_name(side.space)} whose {HEADING_NAMES[side.heading]} side could be joined")
