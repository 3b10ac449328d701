"""Sectors rotated, swapped, moved: what is printed goes with its sector, the rest as the caller says.

Every sector that moves is carried by a rigid motion.  What the print of two
sectors shows on their common border is one thing while they lie together, and
each keeps its own when they part.  Joined edges keep their places.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from adjudicator.board.maps import Board, BoardError, Sector, Table, Thing
from adjudicator.board.spots import EAST, NORTH, SOUTH, STILL, WEST, Motion, Spot, shift, space_name, turn_about
from adjudicator.records import dataclass


def _all(what: Thing | str, place: Spot) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Seam:
    """A change on the border of two sectors: the edge, the thing made there (or, if `gone`, one printed and destroyed), the
    sectors at the edge, and those of them that move."""

    edge: Spot
    thing: Thing
    gone: bool
    sectors: tuple[str, ...]
    moving: tuple[str, ...]


def goes(seam: Seam) -> str | None:
    """The change goes with a sector that moves: for what is gone, one that shows it; where there is none, it stays."""
    movers = [name for name in seam.moving if name in seam.thing.printed or not seam.gone]
    return movers[0] if movers else stays(seam)


def stays(seam: Seam) -> str | None:
    """The change stays where it is, with a sector that does not move, if there is one."""
    still = [name for name in seam.sectors if name not in seam.moving]
    return still[0] if still else seam.moving[0]


@dataclass(frozen=True)
class Going:
    """What goes along: `along(thing or mark, place)` for what is in a moving sector and not printed on an edge;
    `keeps(seam)` the name of the sector that keeps a change on a border, or None when the change is undone."""

    along: Callable[[Thing | str, Spot], bool] = _all
    keeps: Callable[[Seam], str | None] = goes


EVERYTHING = Going()


def rotated(board: Board, name: str, quarters: int, going: Going = EVERYTHING) -> Board:
    """The map with a sector turned clockwise by so many quarters.  Raises BoardError when it is not square or unknown."""
    sector = _sector(board, name)
    if quarters % 2 and sector.columns != sector.rows:
        raise BoardError(f"the sector {name} is not square and cannot be turned by a quarter")
    return rearranged(board, {name: turn_about(sector.middle, quarters)}, going)


def swapped(board: Board, one: str, other: str, going: Going = EVERYTHING) -> Board:
    """The map with two sectors in each other's place.  Raises BoardError when their sizes differ or one is unknown."""
    first, second = _sector(board, one), _sector(board, other)
    if (first.columns, first.rows) != (second.columns, second.rows):
        raise BoardError(f"the sectors {one} and {other} are not of one size")
    dx, dy = second.corner.x - first.corner.x, second.corner.y - first.corner.y
    return rearranged(board, {one: shift(dx, dy), other: shift(-dx, -dy)}, going)


def relocated(board: Board, name: str, corner: Spot, going: Going = EVERYTHING) -> Board:
    """The map with a sector so that its north-west space is this one.  Raises BoardError when there is no room."""
    sector = _sector(board, name)
    return rearranged(board, {name: shift(corner.x - sector.corner.x, corner.y - sector.corner.y)}, going)


def rearranged(board: Board, motions: Mapping[str, Motion], going: Going = EVERYTHING) -> Board:
    """The map with sectors carried by rigid motions, all at once.

    Joins whose spaces are no more are dropped; the caller joins anew what should be.
    Raises BoardError when sectors would lie on each other or beside the map's north-west corner, or when
    something would stay where there is no space any more.
    """
    return _Rearranging(board, dict(motions), going).done()


def _sector(board: Board, name: str) -> Sector:
    if name not in board.sectors:
        raise BoardError(f"there is no sector {name}")
    return board.sectors[name]


class _Rearranging:
    """One rearrangement being worked out."""

    def __init__(self, board: Board, motions: dict[str, Motion], going: Going) -> None:
        self.board, self.motions, self.going = board, motions, going
        self.things: dict[Spot, list[Thing]] = {}
        self.holes: set[Spot] = set()
        self.prints: dict[Spot, list[tuple[int, Thing]]] = {}
        self.layers: dict[Spot, list[tuple[int, Thing]]] = {}

    def done(self) -> Board:
        """The new map."""
        spaces = self._spaces()
        sectors = {name: self._sector(name, sector) for name, sector in self.board.sectors.items()}
        self._in_spaces(spaces)
        for edge in {*self.board.things, *self.board.gone}:
            if edge.is_edge:
                self._edge(edge)
        gone = self._settle_edges(spaces)
        joins = {side: arrival for side, arrival in self.board.joins.items() if side.space in spaces and arrival.space in spaces}
        return Board(
            spaces, Table({spot: tuple(things) for spot, things in self.things.items() if things}), self._marks(spaces),
            self._nubbins(spaces), Table(joins), Table(sectors), gone,
        )  # fmt: skip

    def _spaces(self) -> frozenset[Spot]:
        spaces = set(self.board.spaces)
        for name in self.motions:
            spaces -= set(self.board.sectors[name].spaces())
        for name, motion in self.motions.items():
            for space in map(motion.spot, self.board.sectors[name].spaces()):
                if space in spaces:
                    raise BoardError(f"the sector {name} would lie on {space_name(space)}, which is taken")
                if space.x < 1 or space.y < 1:
                    raise BoardError(f"the sector {name} would lie beyond the north or west of the map")
                spaces.add(space)
        return frozenset(spaces)

    def _sector(self, name: str, sector: Sector) -> Sector:
        motion = self.motions.get(name, STILL)
        spaces = [motion.spot(space) for space in sector.spaces()]
        corner = Spot(min(space.x for space in spaces), min(space.y for space in spaces))
        turns = motion.heading(NORTH)
        columns, rows = (sector.rows, sector.columns) if turns % 2 else (sector.columns, sector.rows)
        return Sector(corner, columns, rows, (sector.turned + turns) % 4)

    def _moving(self, space: Spot) -> Motion:
        name = self.board.sector_of(space)
        return self.motions.get(name, STILL) if name else STILL

    def _in_spaces(self, spaces: frozenset[Spot]) -> None:
        for space, things in self.board.things.items():
            for thing in things if space.is_space else ():
                end = self._moving(space).spot(space) if self.going.along(thing, space) else space
                if end not in spaces:
                    raise BoardError(f"{thing} would stay in {space_name(space)}, where there is no space any more")
                self.things.setdefault(end, []).append(thing)

    def _marks(self, spaces: frozenset[Spot]) -> Table[Spot, tuple[str, ...]]:
        found: dict[Spot, tuple[str, ...]] = {}
        for space, marks in self.board.marks.items():
            for mark in marks:
                end = self._moving(space).spot(space) if self.going.along(mark, space) else space
                if end in spaces:
                    found[end] = (*found.get(end, ()), mark)
        return Table(found)

    def _nubbins(self, spaces: frozenset[Spot]) -> Table[Spot, tuple[str, ...]]:
        """A nubbin goes with every sector that shows it; one that no sector shows stays."""
        found: dict[Spot, set[str]] = {}
        for corner, names in self.board.nubbins.items():
            for name in names or ("",):
                end = self.motions.get(name, STILL).spot(corner)
                found.setdefault(end, set()).update({name} - {""})
        kept = {c: tuple(sorted(names)) for c, names in found.items()
                if any(Spot(c.x + dx, c.y + dy) in spaces for dx in (-1, 1) for dy in (-1, 1))}  # fmt: skip
        return Table(kept)

    def _edge(self, edge: Spot) -> None:
        """Send what is on an edge, and what is gone from it, where it goes."""
        sectors = self.board.sectors_at(edge)
        moving = tuple(name for name in sectors if name in self.motions)
        things, gone = self.board.on(edge), self.board.gone.get(edge, ())
        printed = [i for i, thing in enumerate(things) if thing.printed]
        for index, thing in enumerate(things):
            if thing.printed:
                self._print(edge, thing, index)
            else:
                rank = -1 if printed and index < printed[0] else 1
                self._layer(edge, thing, rank, sectors, moving)
        for thing in gone:
            self._print(edge, thing, 0)
        if gone:
            self._hole(edge, gone[0], sectors, moving)

    def _print(self, edge: Spot, thing: Thing, index: int) -> None:
        for name in thing.printed:
            motion = self.motions.get(name, STILL)
            order = index if _keeps_order(motion, edge) else -index
            self.prints.setdefault(motion.spot(edge), []).append((order, replace(thing, printed=(name,))))

    def _layer(self, edge: Spot, thing: Thing, rank: int, sectors: tuple[str, ...], moving: tuple[str, ...]) -> None:
        motion = STILL
        if moving and len(sectors) > 1:
            keeper = self.going.keeps(Seam(edge, thing, False, sectors, moving))
            if keeper is None:
                return
            motion = self.motions.get(keeper, STILL)
        elif moving and self.going.along(thing, edge):
            motion = self.motions[moving[0]]
        same = _keeps_order(motion, edge)
        layers = self.layers.setdefault(motion.spot(edge), [])
        layers.insert(len(layers) if same else 0, (rank if same else -rank, thing))

    def _hole(self, edge: Spot, thing: Thing, sectors: tuple[str, ...], moving: tuple[str, ...]) -> None:
        keeper: str | None = moving[0] if moving else ""
        if moving and len(sectors) > 1:
            keeper = self.going.keeps(Seam(edge, thing, True, sectors, moving))
        if keeper is not None:
            self.holes.add(self.motions.get(keeper, STILL).spot(edge))

    def _settle_edges(self, spaces: frozenset[Spot]) -> Table[Spot, tuple[Thing, ...]]:
        """Put together what has come to each edge; answers what is printed there and gone."""
        gone: dict[Spot, tuple[Thing, ...]] = {}
        for edge in {*self.prints, *self.layers}:
            if not any(edge.beside(h) in spaces for h in ((EAST, WEST) if edge.upright else (NORTH, SOUTH))):
                continue
            prints = _merged(self.prints.get(edge, []))
            if edge in self.holes and prints:
                gone[edge], prints = tuple(prints), []
            layers = self.layers.get(edge, [])
            before = [thing for rank, thing in layers if rank < 0]
            self.things[edge] = [*before, *prints, *(thing for rank, thing in layers if rank > 0)]
        return Table(gone)


def _keeps_order(motion: Motion, edge: Spot) -> bool:
    """Whether things in a row on an edge are still in the order from north to south or west to east when it is carried."""
    natural = EAST if edge.upright else SOUTH
    return motion.heading(natural) in (EAST, SOUTH)


def _merged(prints: list[tuple[int, Thing]]) -> list[Thing]:
    """The printed things on an edge, where two sectors show the same as one thing."""
    found: dict[tuple[str, str, str], Thing] = {}
    for _, thing in sorted(prints):
        key = (thing.kind, thing.name, thing.called)
        known = found.get(key)
        names = {*thing.printed, *(known.printed if known else ())}
        found[key] = replace(thing, printed=tuple(sorted(names)))
    return list(found.values())
