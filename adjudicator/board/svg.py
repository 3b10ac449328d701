"""The board as an SVG picture of its own, without anything to load; it can be told in black and white, too."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from textwrap import wrap

from adjudicator.board.layout import Shown, Stroke, Trail, strokes, trails
from adjudicator.board.maps import Board
from adjudicator.board.printing import signs_of
from adjudicator.board.shapes import MARGIN, SIZE, at, edge_shapes, line, number, placed, space_shape, token_shapes
from adjudicator.board.spots import Spot, column_name, space_name

LETTER, ROW = 6, 16
"""About how wide a letter of the text below the map is, and how high a line of it, in the picture's units."""
STYLE = """
  .board { background: #fff; font-family: Verdana, 'DejaVu Sans', sans-serif; }
  .board .space { fill: #faf6ec; stroke: #e2d9c5; }
  .board .reach { fill: #cfe3f5; stroke: #9fc3e2; }
  .board .mark { fill: none; stroke: #b08d57; stroke-width: 2; }
  .board .sector { fill: none; stroke: #8c7b5e; stroke-width: 1.5; stroke-dasharray: 7 5; }
  .board .wall { stroke: #222; stroke-width: 6; stroke-linecap: round; }
  .board .edge { stroke: #5b3a1a; stroke-width: 8; stroke-linecap: round; }
  .board .core { stroke: #f2dfc2; stroke-width: 4; stroke-linecap: round; }
  .board .nubbin { fill: #222; }
  .board .joined { fill: #6b4fa0; }
  .board .thing { fill: #fff; stroke: #333; stroke-width: 1.5; }
  .board .kind { fill: #dce8cc; }
  .board .casing { stroke: #fff; stroke-width: 6; fill: none; stroke-linecap: round; opacity: .85; }
  .board .sight { stroke-width: 3; fill: none; stroke-linecap: round; }
  .board .clear { stroke: #16803a; }
  .board .blocked { stroke: #c3201f; stroke-dasharray: 9 6; }
  .board .rest { stroke: #888; stroke-width: 1.5; stroke-dasharray: 1 6; stroke-linecap: round; }
  .board .stop { stroke: #c3201f; stroke-width: 4; stroke-linecap: round; }
  .board .trail { stroke: #1f5f99; stroke-width: 4; fill: none; stroke-linejoin: round; stroke-linecap: round; }
  .board .head { fill: #1f5f99; }
  .board .badge { fill: #fff; stroke-width: 1.5; }
  .board .badge.blocked { stroke-dasharray: none; }
  .board text { font-size: 10px; fill: #222; text-anchor: middle; dominant-baseline: central; }
  .board .sign { font-size: 17px; font-weight: bold; }
  .board .few { font-size: 13px; }
  .board .label { font-size: 8px; fill: #333; paint-order: stroke; stroke: #faf6ec; stroke-width: 3px; stroke-linejoin: round; }
  .board .number { font-size: 12px; font-weight: bold; fill: #14497a; paint-order: stroke; stroke: #fff; stroke-width: 3px; }
  .board .number.inside { text-anchor: end; }
  .board .number.long { font-size: 9px; }
  .board .marked { fill: #94703a; }
  .board .name { fill: #6d6455; font-size: 12px; }
  .board .note { text-anchor: start; font-size: 10.5px; }
  .board .caption { font-size: 13px; font-weight: bold; text-anchor: start; }
"""
NOTHING = Shown()


def svg(board: Board, shown: Shown = NOTHING) -> str:
    """The map as an SVG document: its spaces, edges, things and marks, what is to be shown over them, and below it what
    the lines and the signs mean."""
    lines, ways, numbers, shade = strokes(board, shown.sights), trails(board, shown.walks), shown.at_spaces(), shown.in_shade()
    width = max(board.columns * SIZE, 6 * SIZE) + 2 * MARGIN
    large = max(Fraction(1), Fraction(max(board.columns, board.rows), 20))  # on a large map, so large are the words
    notes = _notes(board, lines, ways, int((width - 2 * MARGIN) / (LETTER * large)))
    top = MARGIN if not shown.caption else MARGIN + 20
    below = top + board.rows * SIZE + MARGIN // 2
    height = below + int(ROW * large * (len(notes) + 1))
    signs = signs_of(board)
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" {size} role="img">',
        f"<style>{STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text class="caption" x="{MARGIN}" y="18">{escape(shown.caption)}</text>' if shown.caption else "",
        f'<g transform="translate(0 {top - MARGIN})">',
        *_names(board),
        *(space_shape(board, space, space in shade, signs) for space in sorted(board.spaces)),
        *_sectors(board),
        *(edge_shapes(spot, things, shown.solid) for spot, things in sorted(board.things.items()) if spot.is_edge),
        *(f'<circle class="nubbin" {at(corner, "c")} r="5.5"/>' for corner in sorted(board.nubbins)),
        *_joins(board, shown),
        *(_trail(trail) for trail in ways),
        *(_stroke(stroke, index if len(lines) > 1 else 0) for index, stroke in enumerate(lines, 1)),
        *(token_shapes(spot, things, signs) for spot, things in sorted(board.things.items()) if spot.is_space),
        *(_badge(stroke, index) for index, stroke in enumerate(lines, 1) if len(lines) > 1),
        *(_cost(board, spot, numbers[spot]) for spot in sorted(numbers)),
        "</g>",
        f'<g transform="translate({MARGIN} {below}) scale({number(large)})">',
        *(f'<text class="note" x="0" y="{ROW * row + ROW // 2}">{escape(note)}</text>' for row, note in enumerate(notes)),
        "</g>",
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def _names(board: Board) -> list[str]:
    half, found = SIZE // 2, []
    for column in range(board.columns):
        x = MARGIN + SIZE * column + half
        found.append(f'<text class="name" x="{x}" y="{MARGIN - 15}">{column_name(column)}</text>')
    for row in range(board.rows):
        found.append(f'<text class="name" x="{MARGIN - 17}" y="{MARGIN + SIZE * row + half}">{row + 1}</text>')
    return found


def _sectors(board: Board) -> list[str]:
    found = []
    for name, sector in sorted(board.sectors.items()):
        corner = Spot(sector.corner.x - 1, sector.corner.y - 1)
        size = f'width="{sector.columns * SIZE}" height="{sector.rows * SIZE}"'
        found.append(f'<rect class="sector" {at(corner)} {size}><title>{escape(name)}</title></rect>')
    return found


def _joins(board: Board, shown: Shown) -> list[str]:
    """A small arrow at every joined side that no wall closes; where it leads is said when the pointer rests on it."""
    found = []
    for side, arrival in sorted(board.joins.items()):
        if any(shown.solid(thing) for thing in board.on(side.edge)):
            continue
        x, y = placed((Fraction(side.edge.x, 2), Fraction(side.edge.y, 2)))
        name = f"to {space_name(arrival.space)}" + (", mirrored" if arrival.mirrored else "")
        turned = f'transform="translate({x} {y}) rotate({90 * side.heading})"'
        found.append(f'<path class="joined" d="M 0 -10 L 6 -2 L -6 -2 Z" {turned}><title>{name}</title></path>')
    return found


def _cost(board: Board, spot: Spot, value: Fraction) -> str:
    """What it takes to come to a spot: in the upper right corner of a space, in the middle of an edge."""
    inside = spot in board.spaces
    aside, up = (Fraction(11, 24), Fraction(1, 3)) if inside else (Fraction(0), Fraction(0))
    x, y = placed((Fraction(spot.x, 2) + aside, Fraction(spot.y, 2) - up))
    kind = "number" + (" inside" if inside else "") + (" long" if len(str(value)) > 2 else "")
    return f'<text class="{kind}" x="{x}" y="{y}">{value}</text>'


def _stroke(stroke: Stroke, index: int) -> str:
    kind = "clear" if stroke.clear else "blocked"
    parts = [line("rest", *stroke.rest)] if stroke.rest is not None else []
    parts += [line("casing", *piece) for piece in stroke.pieces] + [line(f"sight {kind}", *piece) for piece in stroke.pieces]
    if stroke.stop is not None:
        (x, y), arm = stroke.stop, Fraction(1, 8)
        parts += [line("stop", (x - arm, y - turn * arm), (x + arm, y + turn * arm)) for turn in (1, -1)]
    title = f"{index} {stroke.words}" if index else stroke.words
    return f"<g><title>{escape(title)}</title>{''.join(parts)}</g>"


def _badge(stroke: Stroke, index: int) -> str:
    """The number of a line, a little way from where it begins."""
    (x1, y1), (x2, y2) = stroke.pieces[0]
    share = Fraction(2, 5)
    x, y = placed((x1 + (x2 - x1) * share, y1 + (y2 - y1) * share))
    kind = "clear" if stroke.clear else "blocked"
    return f'<circle class="badge {kind}" cx="{x}" cy="{y}" r="7.5"/><text x="{x}" y="{y}">{index}</text>'


def _trail(trail: Trail) -> str:
    """A way as a line with an arrow at its end."""
    parts = []
    for piece in trail.pieces:
        points = " ".join(",".join(placed(point)) for point in piece)
        parts.append(f'<polyline class="trail" points="{points}"/>')
    (x1, y1), (x2, y2) = trail.pieces[-1][-2:]
    heading = 0 if y2 < y1 else 2 if y2 > y1 else 1 if x2 > x1 else 3
    x, y = placed((x2, y2))
    parts.append(f'<path class="head" d="M 0 -11 L 8 3 L -8 3 Z" transform="translate({x} {y}) rotate({90 * heading})"/>')
    return f"<g><title>{escape(trail.words)}</title>{''.join(parts)}</g>"


def _notes(board: Board, lines: list[Stroke], ways: list[Trail], most: int) -> list[str]:
    """What stands below the map, in rows of so many letters: a sentence for every line and way, and what the signs stand for."""
    said = [f"{f'{index} ' if len(lines) > 1 else ''}{'✓' if one.clear else '✗'} {one.words}" for index, one in enumerate(lines, 1)]
    said += [f"→ {trail.words}" for trail in ways]
    found = [row for words in said for row in wrap(words, most, subsequent_indent="   ")]
    signs = [f"{sign} = {words}" for words, sign in sorted(signs_of(board).items(), key=lambda one: one[1]) if sign]
    while signs:
        row = [signs.pop(0)]
        while signs and len("  ·  ".join([*row, signs[0]])) <= most:
            row.append(signs.pop(0))
        found.append("  ·  ".join(row))
    return found
