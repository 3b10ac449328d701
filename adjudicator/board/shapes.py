"""The shapes of a picture of the board: spaces, things on edges, the tokens of things in spaces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from html import escape

from adjudicator.board.eyes import Point
from adjudicator.board.maps import Board, Thing
from adjudicator.board.printing import item
from adjudicator.board.spots import Spot

SIZE, MARGIN = 48, 34
"""The width of a space and of the margin, in the picture's units."""
SEATS = {
    1: ((0, -4),), 2: ((-11, 0), (11, 0)), 3: ((-11, -11), (11, -11), (0, 11)), 4: ((-11, -11), (11, -11), (-11, 11), (11, 11)),
}  # fmt: skip
"""Where so many tokens sit in a space, from its middle."""


def number(value: Fraction | int) -> str:
    """A coordinate with at most two digits behind the point, by whole numbers only."""
    whole, rest = divmod(round(Fraction(value) * 100), 100)
    return f"{whole}.{rest:02}".rstrip("0").rstrip(".") if rest else str(whole)


def placed(point: Point) -> tuple[str, str]:
    """A point of the map in the picture's units."""
    return number(point[0] * SIZE + MARGIN), number(point[1] * SIZE + MARGIN)


def at(spot: Spot, prefix: str = "") -> str:
    """The attributes x and y (or cx and cy) of a spot."""
    x, y = placed((Fraction(spot.x, 2), Fraction(spot.y, 2)))
    return f'{prefix}x="{x}" {prefix}y="{y}"'


def line(kind: str, start: Point, end: Point) -> str:
    """A straight line between two points of the map."""
    (x1, y1), (x2, y2) = placed(start), placed(end)
    return f'<line class="{kind}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


def space_shape(board: Board, space: Spot, shaded: bool, signs: Mapping[str, str]) -> str:
    """A space, and what is marked on its ground, with its sign."""
    kind = "space reach" if shaded else "space"
    parts = [f'<rect class="{kind}" {at(Spot(space.x - 1, space.y - 1))} width="{SIZE}" height="{SIZE}"/>']
    for mark in board.marks.get(space, ()):
        parts.append(f'<circle class="mark" {at(space, "c")} r="{SIZE // 2 - 4}"><title>{escape(mark)}</title></circle>')
        x, y = placed((Fraction(space.x, 2) - Fraction(7, 20), Fraction(space.y, 2) - Fraction(1, 3)))
        parts.append(f'<text class="few marked" x="{x}" y="{y}">{escape(signs.get(f"mark {mark}") or mark[:1])}</text>')
    return "".join(parts)


def edge_shapes(edge: Spot, things: tuple[Thing, ...], solid: Callable[[Thing], bool]) -> str:
    """The things on an edge as parallel bars, those without a wall's look light inside and with their name."""
    parts, half = [], Fraction(1, 2)
    x, y = Fraction(edge.x, 2), Fraction(edge.y, 2)
    for index, thing in enumerate(things):
        aside = Fraction(2 * index - len(things) + 1, 10)
        ends = ((x + aside, y - half), (x + aside, y + half)) if edge.upright else ((x - half, y + aside), (x + half, y + aside))
        if solid(thing):
            bars = line("wall", *ends)
        else:
            bars = line("edge", *ends) + line("core", *ends)
        parts.append(f"<g><title>{escape(str(thing))}</title>{bars}</g>")
    words = ", ".join(thing.name or thing.kind for thing in things if not solid(thing))
    if not words:
        return "".join(parts)
    aside = Fraction(-2 - len(things), 15)
    where = placed((x + aside, y) if edge.upright else (x, y + aside))
    turned = f' transform="rotate(-90 {where[0]} {where[1]})"' if edge.upright else ""
    return "".join(parts) + f'<text class="label" x="{where[0]}" y="{where[1]}"{turned}>{escape(_short(words, 12))}</text>'


def token_shapes(space: Spot, things: tuple[Thing, ...], signs: Mapping[str, str]) -> str:
    """The things in a space as tokens with their sign: round with a name, square without; a lone one has its name below."""
    seated = things if len(things) <= 4 else things[:3]
    seats, radius = SEATS[min(len(things), 4)], 13 if len(things) == 1 else 10
    x, y = placed((Fraction(space.x, 2), Fraction(space.y, 2)))
    parts = []
    for thing, (dx, dy) in zip(seated, seats, strict=False):
        cx, cy = number(Fraction(x) + dx), number(Fraction(y) + dy)
        sign = signs.get(item(thing)) or (thing.name or thing.kind)[:1]
        parts.append(_token(thing, cx, cy, radius, sign))
    if len(things) > 4:
        more = ", ".join(thing.name or thing.kind for thing in things[3:])
        where = f'x="{number(Fraction(x) + 11)}" y="{number(Fraction(y) + 11)}"'
        parts.append(f'<text class="few" {where}>+{len(things) - 3}<title>{escape(more)}</title></text>')
    if len(things) == 1:
        name = _short(things[0].name or things[0].kind, 10)
        parts.append(f'<text class="label" x="{x}" y="{number(Fraction(y) + 17)}">{escape(name)}</text>')
    return "".join(parts)


def _token(thing: Thing, x: str, y: str, radius: int, sign: str) -> str:
    size = "sign" if radius > 10 else "sign few"
    if thing.name and not thing.kind:
        shape = f'<circle class="thing" cx="{x}" cy="{y}" r="{radius}"/>'
    else:
        left, top = number(Fraction(x) - radius), number(Fraction(y) - radius)
        shape = f'<rect class="thing kind" x="{left}" y="{top}" width="{2 * radius}" height="{2 * radius}" rx="4"/>'
    return f'<g>{shape}<text class="{size}" x="{x}" y="{y}">{escape(sign)}</text><title>{escape(thing.name or thing.kind)}</title></g>'


def _short(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"
