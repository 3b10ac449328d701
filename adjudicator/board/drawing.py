"""A drawn map read: the signs of the grid put together with what the lines below it say."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.board.faults import DrawingError, Fault
from adjudicator.board.grid import UPRIGHT, Grid, Signs, read_grid
from adjudicator.board.joins import gate, joined, opposite, outer_sides, runs, sector_sides, side_by_side
from adjudicator.board.legend import Item, Legend, Run, Stretch, read_legend
from adjudicator.board.maps import Arrival, Board, BoardError, Sector, Side, Table, Thing
from adjudicator.board.spots import Spot, space_name

WALL = (Item(kind="wall"),)
"""What --- and | stand for, unless a line for | says otherwise."""


def read_drawing(text: str) -> Board:
    """The map that a text draws: a grid of + - | with three signs to a space, and below it what the signs mean.

    Raises DrawingError with every fault found, each with line, column, width and help.
    """
    lines = text.splitlines()
    faults = [
        Fault(i + 1, line.index("\t") + 1, 1, "there is a tab in this line", "use blanks") for i, line in enumerate(lines) if "\t" in line
    ]
    grid = None if faults else read_grid(lines, faults)
    if grid is None:
        raise DrawingError(faults)
    legend = read_legend(lines, grid.after, faults)
    if not grid.spaces and not faults:
        faults.append(Fault(1, 1, 1, "this map has no spaces"))
    board = _Builder(grid, legend, faults).build()
    if faults:
        raise DrawingError(faults)
    return board


class _Builder:
    """Makes the map of a grid and its legend."""

    def __init__(self, grid: Grid, legend: Legend, faults: list[Fault]) -> None:
        self.grid, self.legend, self.faults = grid, legend, faults
        self.things: dict[Spot, tuple[Thing, ...]] = {}
        self.marks: dict[Spot, tuple[str, ...]] = {}
        self.gates: dict[str, list[tuple[Spot, int, int]]] = {}
        self.board = Board(frozenset(grid.spaces))

    def build(self) -> Board:
        """The map, as far as it can be made; faults are noted."""
        self._sectors()
        walls = self.legend.signs.get(UPRIGHT[0], WALL)
        for edge in self.grid.walls:
            self._put(edge, walls, *self.grid.places[edge])
        for spot, signs in self.grid.signs.items():
            self._signs(spot, signs)
        for spot, items, where in self.legend.at:
            if self._known(spot, where):
                self._put(spot, items, *where)
        self._unused()
        nubbins = {corner: self.board.sectors_at(corner) for corner in self.grid.nubbins}
        nubbins |= {corner: names for corner, names, _ in self.legend.printed}
        gone = {spot: self._things(items, spot) for spot, items, where in self.legend.gone if self._known(spot, where)}
        things, marks, room = Table(self.things), Table(self.marks), tuple(self.legend.room)
        self.board = replace(self.board, things=things, marks=marks, nubbins=Table(nubbins), gone=Table(gone), room=room)
        self._join()
        return self.board

    def _fault(self, line: int, column: int, width: int, message: str, help: str = "") -> None:
        self.faults.append(Fault(line + 1, column + 1, max(1, width), message, help))

    def _known(self, spot: Spot, where: Stretch) -> bool:
        known = spot in self.board.spaces if spot.is_space else spot.is_edge and bool(self.board.beside(spot))
        if not known:
            self._fault(*where, "the map has no such place", "places are called B2, north of B2")
        return known

    def _sectors(self) -> None:
        sectors: dict[str, Sector] = {}
        taken: dict[Spot, str] = {}
        for name, sector in self.legend.sectors.items():
            where = self.legend.places["sector " + name]
            for space in sector.spaces():
                if space in taken:
                    self._fault(*where, f"{space_name(space)} would be in two sectors, {taken[space]} and {name}")
                    break
                taken[space] = name
            sectors[name] = sector
            if not self.grid.spaces.issuperset(sector.spaces()):
                self._fault(*where, f"not all spaces of the sector {name} are on the map")
        self.board = replace(self.board, sectors=Table(sectors))

    def _signs(self, spot: Spot, signs: Signs) -> None:
        for sign, line, column in signs:
            items = self.legend.signs.get(sign)
            if items is None:
                self._fault(
                    line, column, 1, f"`{sign}` is not explained below the map", f"add a line such as {sign}  a bush, or {sign}  Ann"
                )
            else:
                self._put(spot, items, line, column)

    def _put(self, spot: Spot, items: tuple[Item, ...], line: int, column: int, width: int = 1) -> None:
        for item in items:
            if item.mark and spot.is_space:
                self.marks[spot] = (*self.marks.get(spot, ()), item.mark)
            elif item.mark:
                self._fault(line, column, width, "only the ground of a space can be marked")
            elif item.joined:
                self.gates.setdefault(self._sign_of(items), []).append((spot, line, column))
        self.things[spot] = self.things.get(spot, ()) + self._things(items, spot)
        if not self.things[spot]:
            del self.things[spot]

    def _things(self, items: tuple[Item, ...], spot: Spot) -> tuple[Thing, ...]:
        around = self.board.sectors_at(spot) if spot.is_edge and not any(item.joined for item in items) else ()
        return tuple(item.thing(() if item.name else around) for item in items if not item.mark and not item.joined)

    def _sign_of(self, items: tuple[Item, ...]) -> str:
        return next((sign for sign, meant in self.legend.signs.items() if meant is items), "")

    def _unused(self) -> None:
        drawn = {sign for signs in self.grid.signs.values() for sign, _, _ in signs}
        for sign, items in self.legend.signs.items():
            if items and sign not in drawn and sign not in UPRIGHT:
                self._fault(*self.legend.places[sign], f"`{sign}` is not drawn in the map")

    def _join(self) -> None:
        tables = [self._gate(sign, ends) for sign, ends in self.gates.items()]
        ways: dict[str, tuple[Side, ...]] = {}
        for run in self.legend.runs:
            try:
                tables.append(self._run(run))
                if run.name:
                    ways[run.name] = (*ways.get(run.name, ()), *tables[-1])
            except BoardError as error:
                self._fault(*run.place, str(error))
        if self.faults:
            return
        try:
            self.board = replace(joined(self.board, *tables), ways=Table(ways))
        except BoardError as error:
            self._fault(*(self.legend.runs[0].place if self.legend.runs else (0, 0, 1)), str(error))
        if self.legend.opposite:
            free = [side for side in outer_sides(self.board) if side not in self.board.joins]
            self.board = joined(self.board, opposite(self.board, free))

    def _gate(self, sign: str, ends: list[tuple[Spot, int, int]]) -> dict[Side, Arrival]:
        sides = [side for spot, _, _ in ends if spot.is_edge for side in self.board.beside(spot)]
        if len(ends) == len(sides) == 2:
            return gate(sides[0], sides[1])
        line, column = ends[-1][1:]
        self._fault(
            line,
            column,
            1,
            f"`{sign}` joins two edges at the rim of the map with each other",
            "draw it at the rim twice, or use a line `join`",
        )
        return {}

    def _run(self, run: Run) -> dict[Side, Arrival]:
        if isinstance(run.one, tuple) and isinstance(run.other, tuple):
            return runs(run.one, run.other, run.mirrored)
        return side_by_side(self._sides(run.one, run.headings[0]), self._sides(run.other, run.headings[1]), run.mirrored)

    def _sides(self, named: tuple[Side, ...] | str, heading: int) -> tuple[Side, ...]:
        """The sides of a run, or of the whole border of a sector."""
        return named if isinstance(named, tuple) else sector_sides(self.board, named, heading)
