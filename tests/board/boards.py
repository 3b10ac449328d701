"""Random small maps for the tests, from a plain random generator: quick, and the same every time."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

from adjudicator.board.eyes import Eyes
from adjudicator.board.joins import gate, joined, opposite, outer_sides, side_by_side
from adjudicator.board.maps import Board, Sector, Side, Table, Thing
from adjudicator.board.spots import HEADINGS, NORTH, SOUTH, Spot, space_at

WALL, GLASS, BUSH, POOL = Thing("wall"), Thing("glass"), Thing("bush"), Thing("pool")


def random_board(chance: random.Random, most: int = 5, wraps: bool = True) -> Board:
    """A map of up to `most` by `most` spaces, some missing, with walls, glass, bushes, pools, nubbins and joins."""
    columns, rows = chance.randint(1, most), chance.randint(1, most)
    spaces = {space_at(i, j) for i in range(columns) for j in range(rows)}
    for space in list(spaces):
        if chance.random() < 0.08 and len(spaces) > 1:
            spaces.discard(space)
    board = Board(frozenset(spaces))
    share = chance.choice((0.05, 0.15, 0.3))
    things: dict[Spot, tuple[Thing, ...]] = {e: (chance.choice((WALL, WALL, GLASS)),) for e in board.edges() if chance.random() < share}
    things |= {s: (chance.choice((BUSH, POOL)),) for s in sorted(spaces) if chance.random() < share / 2}
    corners = sorted({e.beside(h) for e in board.edges() for h in ((0, 2) if e.upright else (1, 3))})
    nubbins = {c: () for c in corners if chance.random() < share}
    board = replace(board, things=Table(things), nubbins=Table(nubbins))
    return _joined(board, chance) if wraps and chance.random() < 0.6 else board


def _joined(board: Board, chance: random.Random) -> Board:
    sides = outer_sides(board)
    choice = chance.random()
    if choice < 0.4:
        board = joined(board, opposite(board))
    elif choice < 0.8:
        board = joined(board, side_by_side(*_rims(sides, chance), mirrored=chance.random() < 0.3))
    one, other = chance.sample(sides, 2)
    if chance.random() < 0.4:
        board = joined(board, gate(one, other, chance.random() < 0.5))
    return board


def _rims(sides: list[Side], chance: random.Random) -> list[list[Side]]:
    """Two runs of outer sides of one length, straight and each on its own side of the map."""
    found = []
    for heading in chance.sample(HEADINGS, 2):
        axis = 1 if heading in (NORTH, SOUTH) else 0
        facing = [side for side in sides if side.heading == heading]
        line = chance.choice(facing).space[axis]
        found.append(sorted(side for side in facing if side.space[axis] == line))
    length = min(map(len, found))
    return [run[:length] for run in found]


def with_sectors(board: Board, size: int, count: int) -> Board:
    """The map with square sectors side by side from the north-west corner."""
    sectors = {f"S{i}": Sector(Spot(1 + 2 * size * i, 1), size, size) for i in range(count)}
    return replace(board, sectors=Table(sectors))


def random_eyes(chance: random.Random, strict: bool = False) -> Eyes:
    """Eyes for which walls, bushes and nubbins block; touching and the reach of nubbins as it comes."""
    return Eyes(
        on_edge=lambda thing, _: thing.kind == "wall",
        in_space=lambda thing, *_: thing.kind == "bush",
        ends_block=strict or chance.random() < 0.7,
        corners_block=strict or chance.random() < 0.7,
        reach=chance.choice((Fraction(0), Fraction(0), Fraction(1, 8), Fraction(1, 4))),
        joins=chance.randint(0, 2),
    )
