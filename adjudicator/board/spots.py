"""Spots of the half grid, headings, and the rigid motions that carry one spot to another.

Every place of a map is a point with whole coordinates, counted in half spaces
from the north-west corner of the map: the middle of a space has two odd
coordinates, the middle of an edge one, the corner where four spaces meet none.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Spot(NamedTuple):
    """A space, an edge or a corner, by its middle; `x` grows to the east and `y` to the south, in half spaces."""

    x: int
    y: int

    @property
    def is_space(self) -> bool:
        """Whether this is the middle of a space."""
        return bool(self.x & 1 and self.y & 1)

    @property
    def is_edge(self) -> bool:
        """Whether this is the middle of an edge between two spaces."""
        return (self.x ^ self.y) & 1 == 1

    @property
    def is_corner(self) -> bool:
        """Whether this is a point where edges meet."""
        return not (self.x & 1 or self.y & 1)

    @property
    def upright(self) -> bool:
        """Whether this edge runs north and south."""
        return self.x & 1 == 0

    def beside(self, heading: int) -> Spot:
        """The spot half a space that way: from a space to its edge, from an edge to the space or corner."""
        dx, dy = UNITS[heading]
        return Spot(self.x + dx, self.y + dy)

    def onward(self, heading: int) -> Spot:
        """The spot a whole space that way."""
        dx, dy = UNITS[heading]
        return Spot(self.x + 2 * dx, self.y + 2 * dy)


NORTH, EAST, SOUTH, WEST = HEADINGS = (0, 1, 2, 3)
HEADING_NAMES = ("north", "east", "south", "west")
UNITS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def back(heading: int) -> int:
    """The opposite heading."""
    return (heading + 2) % 4


def space_at(column: int, row: int) -> Spot:
    """The space in this column and row, both counted from 0."""
    return Spot(2 * column + 1, 2 * row + 1)


def column_name(column: int) -> str:
    """A to Z, then AA, AB, ... as in a spreadsheet; `column` counts from 0."""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def space_name(space: Spot) -> str:
    """The name players use: the letters of the column and the number of the row, as in B2."""
    return f"{column_name(space.x // 2)}{space.y // 2 + 1}"


def named_space(name: str) -> Spot | None:
    """The space with this name, or None where the text is no name of a space."""
    match = re.fullmatch(r"([A-Za-z]{1,2})([1-9][0-9]{0,2})", name.strip())
    if match is None:
        return None
    column = 0
    for letter in match[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return space_at(column - 1, int(match[2]) - 1)


class Motion(NamedTuple):
    """A rigid motion of the plane: (x, y) goes to (a x + b y + e, c x + d y + f), in half spaces."""

    a: int
    b: int
    c: int
    d: int
    e: int
    f: int

    def spot(self, spot: Spot) -> Spot:
        """Where the motion carries this spot."""
        return Spot(self.a * spot.x + self.b * spot.y + self.e, self.c * spot.x + self.d * spot.y + self.f)

    def heading(self, heading: int) -> int:
        """What the motion makes of a heading."""
        dx, dy = UNITS[heading]
        return UNITS.index((self.a * dx + self.b * dy, self.c * dx + self.d * dy))

    def after(self, first: Motion) -> Motion:
        """This motion done after another one."""
        a, b, c, d, e, f = first
        return Motion(
            self.a * a + self.b * c, self.a * b + self.b * d, self.c * a + self.d * c, self.c * b + self.d * d,
            self.a * e + self.b * f + self.e, self.c * e + self.d * f + self.f,
        )  # fmt: skip


STILL = Motion(1, 0, 0, 1, 0, 0)


def shift(dx: int, dy: int) -> Motion:
    """The motion by so many half spaces to the east and to the south."""
    return Motion(1, 0, 0, 1, dx, dy)


def turn_about(centre: Spot, quarters: int) -> Motion:
    """Quarter turns clockwise about a spot."""
    a, b, c, d = ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0))[quarters % 4]
    return Motion(a, b, c, d, centre.x - a * centre.x - b * centre.y, centre.y - c * centre.x - d * centre.y)


def laying(spot: Spot, heading: int, onto: Spot, onto_heading: int, mirrored: bool) -> Motion:
    """The motion that lays one edge on another and one heading on another; a mirrored one swaps left and right."""
    (hx, hy), (ox, oy) = UNITS[heading], UNITS[onto_heading]
    rx, ry = UNITS[(heading + 1) % 4]
    sx, sy = UNITS[(onto_heading + (3 if mirrored else 1)) % 4]
    a, b, c, d = ox * hx + sx * rx, ox * hy + sx * ry, oy * hx + sy * rx, oy * hy + sy * ry
    return Motion(a, b, c, d, onto.x - a * spot.x - b * spot.y, onto.y - c * spot.x - d * spot.y)
