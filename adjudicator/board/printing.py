"""A map drawn as text again, with + - | or with box-drawing signs; `read_drawing` reads both."""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping

from adjudicator.board.joins import opposite, outer_sides, unjoined
from adjudicator.board.maps import Arrival, Board, Side, Thing
from adjudicator.board.spots import EAST, HEADING_NAMES, HEADINGS, NORTH, SOUTH, Spot, back, column_name, space_at, space_name
from adjudicator.board.words import spot_phrase

BOXES = "·╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""The sign for a corner by where walls go out from it: 1 to the north, 2 east, 4 south, 8 west."""


def item(thing: Thing, otherwise: tuple[str, ...] = ()) -> str:
    """A thing as a line below a map says it; `otherwise` are the sectors that show it if nothing is said."""
    words = thing.name
    if thing.kind:
        article = "an" if thing.kind[0].lower() in "aeiou" else "a"
        words = f"{article} {thing.kind}" + (f" called {thing.name}" if thing.name else "")
    if thing.printed == (() if thing.name else otherwise):
        return words
    return f"{words} [{'+'.join(thing.printed) or 'new'}]"


class Signs:
    """One sign for each different thing or row of things, like its first letter where that is free."""

    def __init__(self) -> None:
        self.given: dict[str, str] = {}

    def sign(self, words: str) -> str:
        """The sign that stands for these words, or "" when all signs are used up."""
        if words not in self.given:
            letters = [
                c
                for c in words.removeprefix("an ").removeprefix("a ").removeprefix("mark ").removeprefix("the ")
                if c.isascii() and c.isalnum()
            ]
            likely = [*(letters[:1]), *(c.swapcase() for c in letters[:1]), *string.ascii_letters, *string.digits]
            free = (c for c in likely if c not in self.given.values())
            self.given[words] = next(free, "")
        return self.given[words]


def drawn(board: Board, box: bool = False) -> str:
    """The map as text; `read_drawing` makes the same map of it.  `box`: with box-drawing signs."""
    printer = _Printer(board, box)
    margin = len(str(board.rows)) + 1
    names = "".join(f" {column_name(column):^3}" for column in range(printer.west, board.columns))
    lines = [(" " * margin + names).rstrip()]
    for row in range(printer.north, board.rows + 1):
        lines.append((" " * margin + printer.corners(row)).rstrip())
        if row < board.rows:
            lines.append((str(row + 1).rjust(margin - 1) + " " + printer.spaces(row)).rstrip())
    notes = printer.notes()
    return "\n".join([*lines, "", *notes, ""] if notes else [*lines, ""])


def signs_of(board: Board) -> dict[str, str]:
    """The sign for everything that `drawn` explains below the map, by the words it explains it with; "" where there is none."""
    printer = _Printer(board, False)
    for row in range(printer.north, board.rows + 1):
        printer.corners(row)
        if row < board.rows:
            printer.spaces(row)
    return dict(printer.signs.given)


class _Printer:
    """Draws the lines of one map."""

    def __init__(self, board: Board, box: bool) -> None:
        self.board, self.box = board, box
        self.signs = Signs()
        self.crowded: list[str] = []
        self.west = min((space.x // 2 for space in board.spaces), default=0)
        self.north = min((space.y // 2 for space in board.spaces), default=0)
        self.lines = {space.y + dy for space in board.spaces for dy in (-1, 1)}
        self.level, self.upright = ("─", "│") if box else ("-", "|")

    def corners(self, row: int) -> str:
        """A line of corners and level edges."""
        text = ""
        for column in range(self.west, self.board.columns + 1):
            text += self._corner(Spot(2 * column, 2 * row))
            if column < self.board.columns:
                text += self._level_edge(Spot(2 * column + 1, 2 * row))
        return text

    def spaces(self, row: int) -> str:
        """A line of spaces and upright edges."""
        text = ""
        for column in range(self.west, self.board.columns + 1):
            sign = self._edge_sign(Spot(2 * column, 2 * row + 1))
            text += self.upright if sign == "wall" else sign
            if column < self.board.columns:
                text += self._space(space_at(column, row))
        return text

    def _corner(self, corner: Spot) -> str:
        around = [Spot(corner.x + dx, corner.y + dy) for dx in (-1, 1) for dy in (-1, 1)]
        if not any(space in self.board.spaces for space in around) and corner.y in self.lines:
            return " "
        if corner in self.board.nubbins:
            return "●" if self.box else "o"
        if not self.box:
            return "+"
        return BOXES[sum(1 << h for h in HEADINGS if self.board.on(corner.beside(h)))]

    def _level_edge(self, edge: Spot) -> str:
        sign = self._edge_sign(edge)
        if sign == " ":
            return "   "
        return self.level + (self.level if sign == "wall" else sign) + self.level

    def _edge_sign(self, edge: Spot) -> str:
        things = self.board.on(edge)
        if not things:
            return " "
        around = self.board.sectors_at(edge)
        if things == (Thing("wall", "", around),):
            return "wall"
        words = ", ".join(item(thing, around) for thing in things)
        sign = self.signs.sign(words)
        if not sign:
            self.crowded.append(f"at {spot_phrase(self.board, edge)}  {words}")
        return sign or " "

    def _space(self, space: Spot) -> str:
        if space not in self.board.spaces:
            framed = all(self._corner(Spot(space.x + dx, space.y + dy)) != " " for dx in (-1, 1) for dy in (-1, 1))
            return "###" if framed else "   "
        words = [item(thing) for thing in self.board.on(space)]
        words += [f"mark {mark}" for mark in self.board.marks.get(space, ())]
        signs = [self.signs.sign(each) for each in words] if len(words) <= 3 else []
        if words and not all(signs) or len(words) > 3:
            self.crowded.append(f"at {space_name(space)}  {', '.join(words)}")
            signs = []
        text = "".join(signs)
        return {0: "   ", 1: f" {text} ", 2: f"{text[:1]} {text[1:]}"}.get(len(text), text)

    def notes(self) -> list[str]:
        """The lines below the map."""
        signs = sorted((sign, words) for words, sign in self.signs.given.items() if sign)
        lines = [f"{sign}  {words}" for sign, words in signs] + self.crowded
        for name, sector in sorted(self.board.sectors.items(), key=lambda entry: entry[1]):
            last = sector.spaces()[-1]
            turned = f" turned {sector.turned}" if sector.turned else ""
            lines.append(f"sector {name} {space_name(sector.corner)}-{space_name(last)}{turned}")
        lines += [f"printed {spot_phrase(self.board, c)} [{'+'.join(names) or 'new'}]"
                  for c, names in sorted(self.board.nubbins.items()) if names != self.board.sectors_at(c)]  # fmt: skip
        for edge, things in sorted(self.board.gone.items()):
            words = ", ".join(item(thing, self.board.sectors_at(edge)) for thing in things)
            lines.append(f"gone {spot_phrase(self.board, edge)}  {words}")
        lines += [f"room {space_name(first)}-{space_name(last)}" for first, last in self.board.room]
        return lines + join_lines(self.board)


def join_lines(board: Board) -> list[str]:
    """The lines that say which sides are joined: opposite ones in one line, the others in runs as long as can be."""
    if not board.joins:
        return []
    natural = opposite(board)
    special = {side: arrival for side, arrival in board.joins.items() if natural.get(side) != arrival}
    plain = unjoined(board)
    free = [side for side in outer_sides(plain) if side not in special]
    if opposite(plain, free) == {side: arrival for side, arrival in board.joins.items() if side not in special}:
        rest = ["joins opposite"] if len(special) < len(board.joins) else []
    else:
        rest, special = [], dict(board.joins)
    named = {side: name for name, sides in board.ways.items() for side in sides}
    if any(side not in special for side in named):
        rest, special = [], dict(board.joins)
    return [_join_line(run, special, named) for run in _runs(special, named)] + rest


def _runs(joins: dict[Side, Arrival], named: Mapping[Side, str]) -> Iterable[list[Side]]:
    """The sides, one of every pair, in straight runs whose other sides are straight runs, too."""
    done: set[Side] = set()
    for side in sorted(joins, key=lambda s: (s.heading, s.space.y, s.space.x)):
        if side in done:
            continue
        run = [side]
        done |= {side, _other(joins[side])}
        while _goes_on(run, joins, named) and (following := _next(run[-1])) not in done:
            run.append(following)
            done |= {following, _other(joins[following])}
        yield run


def _other(arrival: Arrival) -> Side:
    return Side(arrival.space, back(arrival.heading))


def _next(side: Side) -> Side:
    return Side(side.space.onward(EAST if side.heading in (NORTH, SOUTH) else SOUTH), side.heading)


def _goes_on(run: list[Side], joins: dict[Side, Arrival], named: Mapping[Side, str]) -> bool:
    """Whether the next side belongs to the run: it leads beside where the last one leads, the way the join's mirroring says."""
    last, following = run[-1], _next(run[-1])
    if following not in joins or named.get(following) != named.get(last):
        return False
    here, there = joins[last], joins[following]
    along = EAST if last.heading in (NORTH, SOUTH) else SOUTH
    turn = along - last.heading
    carried = (here.heading + (-turn if here.mirrored else turn)) % 4
    return there == Arrival(here.space.onward(carried), here.heading, here.mirrored)


def _join_line(run: list[Side], joins: dict[Side, Arrival], named: Mapping[Side, str]) -> str:
    ends = [_other(joins[side]) for side in run]
    mirrored = " mirrored" if len(run) == 1 and joins[run[0]].mirrored else ""
    name = f" as {named[run[0]]}" if run[0] in named else ""
    return f"join {_run_words(run)} with {_run_words(ends)}{mirrored}{name}"


def _run_words(run: list[Side]) -> str:
    first, last = space_name(run[0].space), space_name(run[-1].space)
    return f"{HEADING_NAMES[run[0].heading]} of {first}" + (f"-{last}" if len(run) > 1 else "")
