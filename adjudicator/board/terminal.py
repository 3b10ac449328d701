"""The board as text for a terminal: the drawn map with lines of sight, numbers and shading over it."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from adjudicator.board.eyes import Point
from adjudicator.board.layout import Shown, Stroke, Trail, strokes, trails
from adjudicator.board.maps import Board
from adjudicator.board.printing import drawn
from adjudicator.board.spots import Spot

DOT, FAINT, STOP, SHADE = "•", "∙", "×", "░"
ARROWS = {(0, -1): "↑", (1, 0): "→", (0, 1): "↓", (-1, 0): "←"}
GREEN, RED, BLUE, PLAIN = "\x1b[32m", "\x1b[31m", "\x1b[34m", "\x1b[0m"
NOTHING = Shown()
Style = dict[tuple[int, int], str]


def terminal(board: Board, shown: Shown = NOTHING, colour: bool = False) -> str:
    """The map in box-drawing signs, what is to be shown over it, and below it a sentence for every line of sight."""
    canvas = _Canvas(board)
    for space in shown.in_shade():
        canvas.fill(space, SHADE)
    numbers = shown.at_spaces()
    for space in numbers:
        canvas.write(space, str(numbers[space]))
    drawings, ways = strokes(board, shown.sights), trails(board, shown.walks)
    for trail in ways:
        canvas.trail(trail)
    for stroke in drawings:
        canvas.stroke(stroke)
    words = [f"{'✓' if stroke.clear else '✗'} {stroke.words}" for stroke in drawings] + [f"→ {trail.words}" for trail in ways]
    caption = f"{shown.caption}\n" if shown.caption else ""
    return caption + canvas.text(colour) + "".join(f"{line}\n" for line in words)


class _Canvas:
    """The signs of a drawn map, to be written over."""

    def __init__(self, board: Board) -> None:
        self.lines = [list(line) for line in drawn(board, box=True).splitlines()]
        self.styles: Style = {}
        self.margin = len(str(board.rows)) + 1
        self.west = min(space.x for space in board.spaces) - 1
        self.north = min(space.y for space in board.spaces) - 1

    def _place(self, x: Fraction | int, y: Fraction | int) -> tuple[int, int]:
        """The line and column of a point given in half spaces."""
        return 1 + _round(y - self.north), self.margin + _round(2 * (x - self.west))

    def _put(self, place: tuple[int, int], sign: str, over: bool = False, style: str = "") -> None:
        row, column = place
        line = self.lines[row]
        line.extend(" " * (column + 1 - len(line)))
        if over or line[column] in (" ", "·", SHADE):
            line[column] = sign
        if style:
            self.styles[place] = style

    def fill(self, space: Spot, sign: str) -> None:
        """Shade a space wherever nothing stands in it."""
        row, column = self._place(space.x, space.y)
        for i in (-1, 0, 1):
            self._put((row, column + i), sign)

    def write(self, space: Spot, words: str) -> None:
        """Write a number into a space: in its middle, or beside what stands there; not where there is no room for it."""
        row, column = self._place(space.x, space.y)
        line = self.lines[row]
        free = column >= len(line) or line[column] in (" ", SHADE)
        if len(words) > (3 if free else 1):
            return
        start = column - (len(words) // 2 if free else -1)
        for i, sign in enumerate(words):
            self._put((row, start + i), sign)

    def trail(self, trail: Trail) -> None:
        """An arrow on every edge that a way goes over."""
        for piece in trail.pieces:
            for (x1, y1), (x2, y2) in pairwise(piece):
                way = ((x2 > x1) - (x2 < x1), (y2 > y1) - (y2 < y1))
                self._put(self._place(x1 + x2, y1 + y2), ARROWS.get(way, DOT), style=BLUE)

    def stroke(self, stroke: Stroke) -> None:
        """Dot a line, and cross the place where it stops."""
        style = GREEN if stroke.clear else RED
        for start, end in stroke.pieces:
            for place in self._dots(start, end):
                self._put(place, DOT if stroke.clear else FAINT, style=style)
        if stroke.stop is not None:
            self._put(self._place(2 * stroke.stop[0], 2 * stroke.stop[1]), STOP, over=True, style=style)

    def _dots(self, start: Point, end: Point) -> list[tuple[int, int]]:
        (x1, y1), (x2, y2) = start, end
        count = max(_round(abs(x2 - x1) * 2), _round(abs(y2 - y1) * 2), 1)
        points = [(x1 + (x2 - x1) * i / count, y1 + (y2 - y1) * i / count) for i in range(count + 1)]
        return [self._place(2 * x, 2 * y) for x, y in points]

    def text(self, colour: bool) -> str:
        """Everything, in colour or not."""
        lines = []
        for row, line in enumerate(self.lines):
            styles = [self.styles.get((row, column), "") if colour else "" for column in range(len(line))]
            lines.append("".join(style + sign + PLAIN if style else sign for sign, style in zip(line, styles, strict=True)).rstrip())
        return "\n".join(lines) + "\n"


def _round(value: Fraction | int) -> int:
    """The nearest whole number, halves upwards."""
    return (2 * value + 1).__floor__() // 2
