"""The board as an SVG picture of its own, without anything to load."""

from __future__ import annotations

from fractions import Fraction
from html import escape

from adjudicator.board.eyes import Point
from adjudicator.board.layout import Shown, Stroke, strokes
from adjudicator.board.maps import Board, Thing
from adjudicator.board.spots import Spot, column_name, space_name

SIZE, MARGIN = 48, 28
"""The width of a space and of the margin, in the picture's units."""
STYLE = """
  .space { fill: #fbf8f1; stroke: #ddd5c4; } .reach { fill: #dcebf7; } .mark { fill: none; stroke: #b08d57; stroke-width: 2; }
  .sector { fill: none; stroke: #8c7b5e; stroke-dasharray: 6 4; } .wall { stroke: #2b2b2b; stroke-width: 5; stroke-linecap: round; }
  .edge { stroke: #8a5a2b; stroke-width: 5; stroke-linecap: round; } .nubbin { fill: #2b2b2b; } .joined { fill: #6b4fa0; }
  .thing { fill: #fff; stroke: #444; } .clear { stroke: #1a8a3c; } .blocked { stroke: #c62828; } .sight { stroke-width: 2.5; fill: none; }
  text { font: 11px sans-serif; fill: #222; text-anchor: middle; dominant-baseline: central; } .small { font-size: 8px; fill: #6a5a3a; }
  .number { font-size: 15px; fill: #1f5f99; } .name { fill: #777; }
"""
NOTHING = Shown()


def svg(board: Board, shown: Shown = NOTHING) -> str:
    """The map as an SVG document: its spaces, edges, things and marks, and what is to be shown over them."""
    width, height = board.columns * SIZE + 2 * MARGIN, board.rows * SIZE + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">',
        f"<style>{STYLE}</style>",
        *_names(board),
        *(_space(board, space, shown) for space in sorted(board.spaces)),
        *_sectors(board),
        *(_edge(spot, things, shown) for spot, things in sorted(board.things.items()) if spot.is_edge),
        *(f'<circle class="nubbin" {_at(corner, "c")} r="5"/>' for corner in sorted(board.nubbins)),
        *_joins(board),
        *(_things(spot, things) for spot, things in sorted(board.things.items()) if spot.is_space),
        *(_stroke(stroke) for stroke in strokes(board, shown.sights)),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def _number(value: Fraction | int) -> str:
    """A coordinate with at most two digits behind the point, by whole numbers only."""
    whole, rest = divmod(round(Fraction(value) * 100), 100)
    return f"{whole}.{rest:02}".rstrip("0").rstrip(".") if rest else str(whole)


def _place(point: Point) -> tuple[str, str]:
    return _number(point[0] * SIZE + MARGIN), _number(point[1] * SIZE + MARGIN)


def _at(spot: Spot, prefix: str = "") -> str:
    x, y = _place((Fraction(spot.x, 2), Fraction(spot.y, 2)))
    return f'{prefix}x="{x}" {prefix}y="{y}"'


def _names(board: Board) -> list[str]:
    columns = [
        f'<text class="name" x="{MARGIN + SIZE * c + SIZE // 2}" y="{MARGIN // 2 - 3}">{column_name(c)}</text>'
        for c in range(board.columns)
    ]
    rows = [f'<text class="name" x="{MARGIN // 2 - 3}" y="{MARGIN + SIZE * r + SIZE // 2}">{r + 1}</text>' for r in range(board.rows)]
    return columns + rows


def _space(board: Board, space: Spot, shown: Shown) -> str:
    corner = Spot(space.x - 1, space.y - 1)
    kind = "space reach" if space in shown.shaded else "space"
    parts = [f'<rect class="{kind}" {_at(corner)} width="{SIZE}" height="{SIZE}"/>']
    for mark in board.marks.get(space, ()):
        parts.append(f'<circle class="mark" {_at(space, "c")} r="{SIZE // 2 - 5}"><title>{escape(mark)}</title></circle>')
    if space in shown.numbers:
        parts.append(f'<text class="number" {_at(space)}>{shown.numbers[space]}</text>')
    return "".join(parts)


def _sectors(board: Board) -> list[str]:
    found = []
    for name, sector in sorted(board.sectors.items()):
        corner = Spot(sector.corner.x - 1, sector.corner.y - 1)
        size = f'width="{sector.columns * SIZE}" height="{sector.rows * SIZE}"'
        found.append(f'<rect class="sector" {_at(corner)} {size}><title>{escape(name)}</title></rect>')
    return found


def _ends(edge: Spot) -> tuple[Point, Point]:
    x, y = Fraction(edge.x, 2), Fraction(edge.y, 2)
    half = Fraction(1, 2)
    return ((x, y - half), (x, y + half)) if edge.upright else ((x - half, y), (x + half, y))


def _edge(edge: Spot, things: tuple[Thing, ...], shown: Shown) -> str:
    """The things on an edge as parallel lines, those without a wall's look with their name."""
    parts = []
    for index, thing in enumerate(things):
        aside = Fraction(2 * index - len(things) + 1, 11)
        move = (aside, Fraction(0)) if edge.upright else (Fraction(0), aside)
        (x1, y1), (x2, y2) = [_place((x + move[0], y + move[1])) for x, y in _ends(edge)]
        kind = "wall" if shown.solid(thing) else "edge"
        title = escape(str(thing))
        parts.append(f'<line class="{kind}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"><title>{title}</title></line>')
    words = ", ".join(thing.name or thing.kind for thing in things if not shown.solid(thing))
    label = f'<text class="small" {_at(edge)}>{escape(words)}</text>' if words else ""
    return "".join(parts) + label


def _joins(board: Board) -> list[str]:
    """A small arrow at every joined side; where it leads is said when the pointer rests on it."""
    found = []
    for side, arrival in sorted(board.joins.items()):
        x, y = _place((Fraction(side.edge.x, 2), Fraction(side.edge.y, 2)))
        name = f"to {space_name(arrival.space)}" + (", mirrored" if arrival.mirrored else "")
        turned = f'transform="translate({x} {y}) rotate({90 * side.heading})"'
        found.append(f'<path class="joined" d="M 0 -11 L 4 -4 L -4 -4 Z" {turned}><title>{name}</title></path>')
    return found


def _things(space: Spot, things: tuple[Thing, ...]) -> str:
    parts = []
    for index, thing in enumerate(things):
        x, y = Fraction(space.x, 2), Fraction(space.y, 2) + Fraction(2 * index - len(things) + 1, 2 * max(2, len(things)))
        left, middle = _place((x, y))
        words = thing.name or thing.kind
        short = words if len(words) <= 8 else words[:7] + "…"
        box = f'<rect class="thing" x="{_number(Fraction(left) - 21)}" y="{_number(Fraction(middle) - 8)}" width="42" height="16" rx="7"/>'
        parts.append(f'<g>{box}<text x="{left}" y="{middle}">{escape(short)}</text><title>{escape(words)}</title></g>')
    return "".join(parts)


def _stroke(stroke: Stroke) -> str:
    kind = "clear" if stroke.clear else "blocked"
    ends = [(_place(start), _place(end)) for start, end in stroke.pieces]
    if stroke.stop is not None:
        (x, y), arm = stroke.stop, Fraction(1, 9)
        ends += [(_place((x - arm, y - turn * arm)), _place((x + arm, y + turn * arm))) for turn in (1, -1)]
    lines = [f'<line class="sight {kind}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>' for (x1, y1), (x2, y2) in ends]
    return f"<g><title>{escape(stroke.words)}</title>{''.join(lines)}</g>"
