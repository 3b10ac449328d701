"""The drawn part of a map: corners, edges and spaces as signs, before anyone says what the signs mean.

Corners stand four columns and two lines apart.  Between two corners lie the
three signs of a level edge; between two lines of corners lie the spaces, three
signs each, with the one sign of an upright edge between them.
"""

from __future__ import annotations

from dataclasses import field

from adjudicator.board.faults import Fault
from adjudicator.board.maps import LONGEST
from adjudicator.board.spots import EAST, NORTH, SOUTH, WEST, Spot, column_name, named_space, space_at, space_name
from adjudicator.records import dataclass

NUBBINS = "o●"
CORNERS = "+·┌┐└┘├┤┬┴┼─│╴╵╶╷" + NUBBINS
LEVEL, UPRIGHT, NO_SPACE = "-─", "|│", "#"
RESERVED = set(CORNERS + LEVEL + UPRIGHT + NO_SPACE) - set("o")
Signs = list[tuple[str, int, int]]
"""Signs with the line and the column where they are drawn, from 0."""


@dataclass
class Grid:
    """What is drawn: the spaces, walls, nubbins, and the signs on edges and in spaces; `after` is the line below the map."""

    spaces: set[Spot] = field(default_factory=set)
    walls: list[Spot] = field(default_factory=list)
    nubbins: list[Spot] = field(default_factory=list)
    signs: dict[Spot, Signs] = field(default_factory=dict)
    places: dict[Spot, tuple[int, int]] = field(default_factory=dict)
    after: int = 0


def read_grid(lines: list[str], faults: list[Fault]) -> Grid | None:
    """The drawn part of a text; None where there is none.  Faults found are added."""
    top = next((i for i, line in enumerate(lines) if line.strip() and line.strip()[0] in CORNERS), None)
    if top is None:
        faults.append(Fault(1, 1, 1, "there is no map here", "draw its corners with +, four columns and two lines apart"))
        return None
    left = _left(lines[top])
    bottom = top
    while bottom + 2 < len(lines) and _is_corners(lines[bottom + 2]):
        bottom += 2
        left = min(left, _left(lines[bottom]))
    reader = _Reader(lines, top, left, bottom, faults)
    reader.read()
    return reader.grid


def _left(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_corners(line: str) -> bool:
    """Whether a line is meant as one of corners and level edges."""
    text = line.strip()
    if text[:1] != "o":
        return text[:1] != "" and text[0] in CORNERS
    return len(text) % 4 == 1 and all(sign in CORNERS or sign == " " for sign in text[::4])


class _Reader:
    """Reads the drawn part, once its north-west corner is known."""

    def __init__(self, lines: list[str], top: int, left: int, bottom: int, faults: list[Fault]) -> None:
        self.lines, self.top, self.left, self.faults = lines, top, left, faults
        width = max(len(line.rstrip()) for line in lines[top : bottom + 1]) - left
        self.columns, self.rows = max(1, (width - 1) // 4), (bottom - top) // 2
        above = lines[top - 1][left + 1 :].split() if top else []
        beside = lines[top + 1][:left].strip() if top + 1 < len(lines) else ""
        first = named_space(f"{above[0] if above else 'A'}{beside or 1}") or space_at(0, 0)
        self.west, self.north = first.x // 2, first.y // 2
        self.grid = Grid(after=bottom + 1)

    def read(self) -> None:
        """Fill the grid."""
        columns, rows = self.west + self.columns, self.north + self.rows
        if max(columns, rows) > LONGEST:
            text = f"the map is {columns} by {rows} spaces; at most {LONGEST} by {LONGEST} can be drawn"
            self._fault(self.top, self.left, 1, text)
            return
        if not self.rows:
            self._fault(self.top, self.left, 1, "below these corners there is no row of spaces", "corners stand two lines apart")
            return
        self._headings()
        for row in range(self.rows + 1):
            self._corners(row)
        for row in range(self.rows):
            self._spaces(row)
        for row in range(self.rows + 1):
            self._level_edges(row)
        for row in range(self.rows):
            self._upright_edges(row)
        below = self.lines[self.grid.after] if self.grid.after < len(self.lines) else ""
        if below[self.left : self.left + 1] in tuple(UPRIGHT) and sum(sign in UPRIGHT for sign in below) > 1:
            self._fault(self.grid.after, self.left, 1, "below this row of spaces a line of corners is missing")

    def _fault(self, line: int, column: int, width: int, message: str, help: str = "") -> None:
        self.faults.append(Fault(line + 1, column + 1, width, message, help))

    def _spot(self, x: int, y: int) -> Spot:
        """The spot of the map so many half spaces from the drawn north-west corner."""
        return Spot(x + 2 * self.west, y + 2 * self.north)

    def _sign(self, line: int, column: int) -> str:
        text = self.lines[line]
        return text[column] if column < len(text) else " "

    def _corner(self, column: int, row: int) -> bool:
        return self._sign(self.top + 2 * row, self.left + 4 * column) in CORNERS

    def _headings(self) -> None:
        """Check the names of columns above the map and of rows at its left, where they are drawn."""
        above = self.lines[self.top - 1] if self.top else ""
        for column in range(self.columns if above.strip() else 0):
            name, start = column_name(self.west + column), self.left + 4 * column + 1
            drawn = above[start : start + 3].strip()
            if drawn != name:
                self._fault(self.top - 1, start, 3, f"this column is {name}, not {drawn or 'nameless'}", "name all columns, or none")
        for line in range(max(0, self.top - 1)):
            if self.lines[line].strip():
                self._fault(line, _left(self.lines[line]), len(self.lines[line].strip()), "this line stands above the map",
                            "what the signs mean is said below the map")  # fmt: skip
        for row in range(self.rows):
            line = self.top + 2 * row + 1
            drawn = self.lines[line][: self.left].strip()
            if drawn not in ("", str(self.north + row + 1)):
                self._fault(line, _left(self.lines[line]), len(drawn), f"this row is {self.north + row + 1}, not {drawn}")

    def _corners(self, row: int) -> None:
        line = self.top + 2 * row
        for column in range(self.columns + 1):
            at = self.left + 4 * column
            sign = self._sign(line, at)
            if sign in NUBBINS:
                corner = self._spot(2 * column, 2 * row)
                self.grid.nubbins.append(corner)
                self.grid.places[corner] = (line, at)
            elif sign not in CORNERS and sign != " ":
                self._fault(line, at, 1, f"`{sign}` stands where a corner belongs", "draw corners with + or o, four columns apart")
        if (len(self.lines[line].rstrip()) - self.left) % 4 != 1:
            self._fault(
                line, len(self.lines[line].rstrip()), 1, "a corner is missing at the end of this line", "corners stand four columns apart"
            )
        self._beyond(line)

    def _beyond(self, line: int) -> None:
        end = self.left + 4 * self.columns + 1
        rest = self.lines[line][end:]
        if rest.strip():
            self._fault(
                line, end + _left(rest), len(rest.strip()), "this stands outside the map", "what the signs mean is said below the map"
            )

    def _spaces(self, row: int) -> None:
        line = self.top + 2 * row + 1
        for column in range(self.columns):
            at = self.left + 4 * column + 1
            signs = [self._sign(line, at + i) for i in range(3)]
            space = self._spot(2 * column + 1, 2 * row + 1)
            framed = all(self._corner(column + i, row + j) for i in (0, 1) for j in (0, 1))
            if signs == [NO_SPACE] * 3:
                continue
            if framed and NO_SPACE in signs:
                self._fault(line, at, 3, f"{space_name(space)} is neither a space nor none", "where there is no space, draw ###")
            elif framed:
                self.grid.spaces.add(space)
                self._note(space, line, [(sign, line, at + i) for i, sign in enumerate(signs) if sign != " "])
            elif any(sign != " " for sign in signs):
                self._fault(line, at, 3, f"{space_name(space)} has no corner on some side, so there is no space here")
        self._beyond(line)

    def _note(self, spot: Spot, line: int, signs: Signs) -> None:
        for sign, at_line, column in list(signs):
            if sign in RESERVED:
                aside = "a wall stands between two spaces, below or above a corner: this one is beside its place"
                help = aside if sign in UPRIGHT else "use a letter or digit"
                self._fault(at_line, column, 1, f"`{sign}` cannot stand for a thing", help)
                signs = [s for s in signs if s[2] != column]
        if signs:
            self.grid.signs[spot] = signs
            self.grid.places[spot] = (line, signs[0][2])

    def _level_edges(self, row: int) -> None:
        line = self.top + 2 * row
        for column in range(self.columns):
            at = self.left + 4 * column + 1
            text = "".join(self._sign(line, at + i) for i in range(3))
            signs = [(sign, line, at + i) for i, sign in enumerate(text) if sign not in LEVEL + " "]
            edge = self._spot(2 * column + 1, 2 * row)
            if not self._between(edge, (NORTH, SOUTH)) and text.strip():
                self._fault(line, at, 3, "there is no space on either side of this edge")
            elif len(signs) > 1:
                self._fault(line, at, 3, f"more than one sign stands on the edge {text}", "let one sign stand for all that is there")
            elif signs:
                self._note(edge, line, signs)
            elif text in ("---", "───"):
                self._wall(edge, line, at)
            elif text.strip():
                self._fault(line, at, 3, f"`{text}` is neither a wall nor open", "draw --- for a wall, three blanks for none")

    def _upright_edges(self, row: int) -> None:
        line = self.top + 2 * row + 1
        for column in range(self.columns + 1):
            at = self.left + 4 * column
            sign = self._sign(line, at)
            edge = self._spot(2 * column, 2 * row + 1)
            if sign not in (" ", NO_SPACE) and not self._between(edge, (EAST, WEST)):
                self._fault(line, at, 1, "there is no space on either side of this edge")
            elif sign in UPRIGHT:
                self._wall(edge, line, at)
            elif sign != " ":
                self._note(edge, line, [(sign, line, at)])

    def _between(self, edge: Spot, headings: tuple[int, int]) -> bool:
        return any(edge.beside(h) in self.grid.spaces for h in headings)

    def _wall(self, edge: Spot, line: int, column: int) -> None:
        self.grid.walls.append(edge)
        self.grid.places[edge] = (line, column)
